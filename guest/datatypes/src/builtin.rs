//! The built-in types and their primitives.

use crate::{WhiteSpace, XsdVersion};

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

/// How the lexical forms of a type are read: the lexical space of a built-in type, apart from its bounds and timezone rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lexical {
    /// Any string.
    Any,
    Boolean,
    Decimal,
    Integer,
    Float,
    Double,
    Duration,
    YearMonthDuration,
    DayTimeDuration,
    /// The seven-property types, told apart by their primitive.
    Moment(Primitive),
    HexBinary,
    Base64Binary,
    AnyUri,
    /// QName and NOTATION.
    QName,
    Language,
    NmToken,
    Name,
    NcName,
}

/// What kind of definition a built-in type has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Ur,
    Atomic(Primitive, Lexical),
    ListOf(Builtin),
    /// `xs:error`: a union without members.
    Never,
}

/// One row of the table of built-in types.
pub(crate) struct Definition {
    pub name: &'static str,
    pub base: Option<Builtin>,
    pub only_1_1: bool,
    pub kind: Kind,
    pub white_space: WhiteSpace,
    /// The `pattern` facet of the definition; the reader of the lexical form enforces it.
    pub pattern: Option<&'static str>,
    /// `minInclusive` and `maxInclusive`.
    pub bounds: (Option<&'static str>, Option<&'static str>),
    /// The lexical form in a few words, for messages.
    pub expects: &'static str,
}

impl Definition {
    const fn new(name: &'static str, base: Builtin, kind: Kind, expects: &'static str) -> Self {
        let white_space = WhiteSpace::Collapse;
        Self {
            name,
            base: Some(base),
            only_1_1: false,
            kind,
            white_space,
            pattern: None,
            bounds: (None, None),
            expects,
        }
    }
    const fn primitive(name: &'static str, primitive: Primitive, lexical: Lexical, expects: &'static str) -> Self {
        Self::new(name, Builtin::AnyAtomicType, Kind::Atomic(primitive, lexical), expects)
    }
    const fn moment(name: &'static str, primitive: Primitive, expects: &'static str) -> Self {
        Self::primitive(name, primitive, Lexical::Moment(primitive), expects)
    }
    const fn text(name: &'static str, base: Builtin, lexical: Lexical, expects: &'static str) -> Self {
        Self::new(name, base, Kind::Atomic(Primitive::String, lexical), expects)
    }
    const fn integer(
        name: &'static str,
        base: Builtin,
        least: Option<&'static str>,
        greatest: Option<&'static str>,
        expects: &'static str,
    ) -> Self {
        let row = Self::new(name, base, Kind::Atomic(Primitive::Decimal, Lexical::Integer), expects);
        Self { bounds: (least, greatest), pattern: Some(r"[\-+]?[0-9]+"), ..row }
    }
    const fn white(self, white_space: WhiteSpace) -> Self {
        Self { white_space, ..self }
    }
    const fn pattern(self, pattern: &'static str) -> Self {
        Self { pattern: Some(pattern), ..self }
    }
    const fn since_1_1(self) -> Self {
        Self { only_1_1: true, ..self }
    }
}

static TABLE: [Definition; 50] = {
    use Builtin as B;
    use Primitive as P;
    [
        Definition {
            base: None,
            ..Definition::new("anySimpleType", B::AnySimpleType, Kind::Ur, "any text").white(WhiteSpace::Preserve)
        },
        Definition::new("anyAtomicType", B::AnySimpleType, Kind::Ur, "any text")
            .white(WhiteSpace::Preserve)
            .since_1_1(),
        Definition::primitive("string", P::String, Lexical::Any, "any text").white(WhiteSpace::Preserve),
        Definition::primitive("boolean", P::Boolean, Lexical::Boolean, "true, false, 1 or 0"),
        Definition::primitive(
            "decimal",
            P::Decimal,
            Lexical::Decimal,
            "a decimal number such as -12.5, without exponent",
        ),
        Definition::primitive("float", P::Float, Lexical::Float, "a number such as -1.5E3, or INF, -INF or NaN"),
        Definition::primitive("double", P::Double, Lexical::Double, "a number such as -1.5E3, or INF, -INF or NaN"),
        Definition::primitive("duration", P::Duration, Lexical::Duration, "a duration such as P1Y2M3DT4H5M6.7S"),
        Definition::moment("dateTime", P::DateTime, "YYYY-MM-DDThh:mm:ss with an optional fraction and timezone"),
        Definition::moment("time", P::Time, "hh:mm:ss with an optional fraction and timezone"),
        Definition::moment("date", P::Date, "YYYY-MM-DD with an optional timezone"),
        Definition::moment("gYearMonth", P::GYearMonth, "YYYY-MM with an optional timezone"),
        Definition::moment("gYear", P::GYear, "YYYY with an optional timezone"),
        Definition::moment("gMonthDay", P::GMonthDay, "--MM-DD with an optional timezone"),
        Definition::moment("gDay", P::GDay, "---DD with an optional timezone"),
        Definition::moment("gMonth", P::GMonth, "--MM with an optional timezone"),
        Definition::primitive("hexBinary", P::HexBinary, Lexical::HexBinary, "pairs of hexadecimal digits"),
        Definition::primitive(
            "base64Binary",
            P::Base64Binary,
            Lexical::Base64Binary,
            "Base64 text in groups of four characters",
        ),
        Definition::primitive("anyURI", P::AnyUri, Lexical::AnyUri, "a URI or IRI reference"),
        Definition::primitive("QName", P::QName, Lexical::QName, "a name with an optional prefix that is declared"),
        Definition::primitive(
            "NOTATION",
            P::Notation,
            Lexical::QName,
            "the name of a notation, with an optional prefix that is declared",
        ),
        Definition::text("normalizedString", B::String, Lexical::Any, "any text").white(WhiteSpace::Replace),
        Definition::text("token", B::NormalizedString, Lexical::Any, "any text"),
        Definition::text("language", B::Token, Lexical::Language, "a language tag such as en or de-CH")
            .pattern("[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*"),
        Definition::text(
            "NMTOKEN",
            B::Token,
            Lexical::NmToken,
            "a name token: letters, digits and . - _ : without spaces",
        )
        .pattern(r"\c+"),
        Definition::new("NMTOKENS", B::AnySimpleType, Kind::ListOf(B::NmToken), "one or more name tokens"),
        Definition::text("Name", B::Token, Lexical::Name, "an XML name").pattern(r"\i\c*"),
        Definition::text("NCName", B::Name, Lexical::NcName, "an XML name without colon").pattern(r"[\i-[:]][\c-[:]]*"),
        Definition::text("ID", B::NcName, Lexical::NcName, "an XML name without colon"),
        Definition::text("IDREF", B::NcName, Lexical::NcName, "an XML name without colon"),
        Definition::new("IDREFS", B::AnySimpleType, Kind::ListOf(B::IdRef), "one or more XML names without colon"),
        Definition::text("ENTITY", B::NcName, Lexical::NcName, "an XML name without colon"),
        Definition::new("ENTITIES", B::AnySimpleType, Kind::ListOf(B::Entity), "one or more XML names without colon"),
        Definition::integer("integer", B::Decimal, None, None, "a whole number"),
        Definition::integer("nonPositiveInteger", B::Integer, None, Some("0"), "a whole number not above 0"),
        Definition::integer("negativeInteger", B::NonPositiveInteger, None, Some("-1"), "a whole number below 0"),
        Definition::integer(
            "long",
            B::Integer,
            Some("-9223372036854775808"),
            Some("9223372036854775807"),
            "a whole number of 64 bits",
        ),
        Definition::integer("int", B::Long, Some("-2147483648"), Some("2147483647"), "a whole number of 32 bits"),
        Definition::integer("short", B::Int, Some("-32768"), Some("32767"), "a whole number of 16 bits"),
        Definition::integer("byte", B::Short, Some("-128"), Some("127"), "a whole number of 8 bits"),
        Definition::integer("nonNegativeInteger", B::Integer, Some("0"), None, "a whole number not below 0"),
        Definition::integer(
            "unsignedLong",
            B::NonNegativeInteger,
            Some("0"),
            Some("18446744073709551615"),
            "a whole number not below 0, of 64 bits",
        ),
        Definition::integer(
            "unsignedInt",
            B::UnsignedLong,
            Some("0"),
            Some("4294967295"),
            "a whole number not below 0, of 32 bits",
        ),
        Definition::integer(
            "unsignedShort",
            B::UnsignedInt,
            Some("0"),
            Some("65535"),
            "a whole number not below 0, of 16 bits",
        ),
        Definition::integer(
            "unsignedByte",
            B::UnsignedShort,
            Some("0"),
            Some("255"),
            "a whole number not below 0, of 8 bits",
        ),
        Definition::integer("positiveInteger", B::NonNegativeInteger, Some("1"), None, "a whole number above 0"),
        Definition::new(
            "yearMonthDuration",
            B::Duration,
            Kind::Atomic(P::Duration, Lexical::YearMonthDuration),
            "a duration such as P1Y2M, without days and time",
        )
        .pattern("[^DT]*")
        .since_1_1(),
        Definition::new(
            "dayTimeDuration",
            B::Duration,
            Kind::Atomic(P::Duration, Lexical::DayTimeDuration),
            "a duration such as P3DT4H5M6.7S, without years and months",
        )
        .pattern("[^YM]*(T.*)?")
        .since_1_1(),
        Definition::new(
            "dateTimeStamp",
            B::DateTime,
            Kind::Atomic(P::DateTime, Lexical::Moment(P::DateTime)),
            "YYYY-MM-DDThh:mm:ss with an optional fraction and a timezone",
        )
        .since_1_1(),
        Definition::new("error", B::AnySimpleType, Kind::Never, "nothing: the type has no values").since_1_1(),
    ]
};

impl Builtin {
    /// All built-in types, in numbering order: `ALL[i] as usize == i`.
    pub const ALL: &'static [Builtin] = {
        use Builtin::*;
        &[
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
        ]
    };

    pub(crate) fn definition(self) -> &'static Definition {
        &TABLE[self as usize]
    }

    /// The local name in the XML Schema namespace.
    pub fn name(self) -> &'static str {
        self.definition().name
    }

    /// The built-in type with this local name, in any version.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|builtin| builtin.name() == name)
    }

    /// Whether the version has the type (`dateTimeStamp`, `dayTimeDuration`, `yearMonthDuration`, `anyAtomicType` and `error` came with 1.1).
    pub fn in_version(self, version: XsdVersion) -> bool {
        version == XsdVersion::V1_1 || !self.definition().only_1_1
    }

    /// The base type definition as XSD 1.1 has it; `None` for `anySimpleType`, whose base is `anyType`.
    pub fn base(self) -> Option<Self> {
        self.definition().base
    }

    /// The base type definition in a version: 1.0 derives the primitive types from `anySimpleType`.
    pub fn base_in(self, version: XsdVersion) -> Option<Self> {
        match self.base() {
            Some(base) if !base.in_version(version) => base.base(),
            base => base,
        }
    }

    /// The primitive type of an atomic type; `None` for the ur-types, lists and `error`.
    pub fn primitive(self) -> Option<Primitive> {
        match self.definition().kind {
            Kind::Atomic(primitive, _) => Some(primitive),
            _ => None,
        }
    }
}

impl Primitive {
    /// The built-in type that the primitive is.
    pub fn builtin(self) -> Builtin {
        Builtin::ALL[Builtin::String as usize + self as usize]
    }

    /// Whether it is one of the types of the seven-property model of dates and times.
    pub fn is_moment(self) -> bool {
        (Primitive::DateTime..=Primitive::GMonth).contains(&self)
    }
}
