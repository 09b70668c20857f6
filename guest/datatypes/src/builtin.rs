//! The built-in types and their primitives.

use crate::XsdVersion;

/// A primitive datatype (part 2, 3.3), and the two ur-types of values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Primitive {
    String,
    Boolean,
    Decimal,
    Float,
    Double,
    Duration,
    DateTime,
    Time,
    Date,
    GYearMonth,
    GYear,
    GMonthDay,
    GDay,
    GMonth,
    HexBinary,
    Base64Binary,
    AnyUri,
    QName,
    Notation,
}

/// A built-in type definition, in the order in which a schema numbers them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Builtin {
    AnySimpleType,
    AnyAtomicType,
    String,
    Boolean,
    Decimal,
    Float,
    Double,
    Duration,
    DateTime,
    Time,
    Date,
    GYearMonth,
    GYear,
    GMonthDay,
    GDay,
    GMonth,
    HexBinary,
    Base64Binary,
    AnyUri,
    QName,
    Notation,
    NormalizedString,
    Token,
    Language,
    NmToken,
    NmTokens,
    Name,
    NcName,
    Id,
    IdRef,
    IdRefs,
    Entity,
    Entities,
    Integer,
    NonPositiveInteger,
    NegativeInteger,
    Long,
    Int,
    Short,
    Byte,
    NonNegativeInteger,
    UnsignedLong,
    UnsignedInt,
    UnsignedShort,
    UnsignedByte,
    PositiveInteger,
    YearMonthDuration,
    DayTimeDuration,
    DateTimeStamp,
    Error,
}

impl Builtin {
    /// All built-in types, in numbering order: `ALL[i] as usize == i`.
    pub const ALL: &'static [Builtin] = &[];

    /// The local name in the XML Schema namespace.
    pub fn name(self) -> &'static str {
        todo!()
    }
    /// The built-in type with this local name, in any version.
    pub fn from_name(_name: &str) -> Option<Self> {
        todo!()
    }
    /// Whether the version has the type (`dateTimeStamp`, `dayTimeDuration`, `yearMonthDuration`, `anyAtomicType` and `error` came with 1.1).
    pub fn in_version(self, _version: XsdVersion) -> bool {
        todo!()
    }
    /// The base type definition; `None` for `anySimpleType`, whose base is `anyType`.
    pub fn base(self) -> Option<Self> {
        todo!()
    }
}
