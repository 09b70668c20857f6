//! Simple types as columns.

use crate::DataType;
use pyxsd_datatypes::{Builtin, FacetKind, Primitive, SimpleType, Variety};

/// Digits that a decimal of 16 bytes and one of 32 bytes may have.
const NARROW_DIGITS: u64 = 38;
const WIDE_DIGITS: u64 = 76;
/// Digits whose powers of ten are far beyond every integer type.
const MANY_DIGITS: u64 = 30;

/// How the values of an atomic type are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoding {
    Boolean,
    /// Bytes.
    Int(u8),
    /// Bytes.
    UInt(u8),
    Float,
    Double,
    /// The lexical form, white space normalised.
    Text,
    /// An integer without sign `+` and leading zeros.
    IntegerText,
    /// A decimal number likewise, its fraction as written.
    DecimalText,
    /// Digits in all and digits of the fraction.
    Decimal(u8, u8),
    Hex,
    Base64,
    /// `{ns}local`.
    Name,
}

/// How the values of a simple type are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ScalarType {
    pub encoding: Encoding,
    /// A list of such values.
    pub is_list: bool,
}

impl ScalarType {
    /// That of a type that is no union and no ur-type.
    pub(crate) fn of(datatype: &SimpleType) -> ScalarType {
        match &datatype.variety {
            Variety::List(item) => ScalarType { encoding: encoding(item), is_list: true },
            _ => ScalarType { encoding: encoding(datatype), is_list: false },
        }
    }
}

impl Encoding {
    pub(crate) fn data_type(self) -> DataType {
        match self {
            Encoding::Boolean => DataType::Boolean,
            Encoding::Int(bytes) => DataType::Int(bytes),
            Encoding::UInt(bytes) => DataType::UInt(bytes),
            Encoding::Float | Encoding::Double => DataType::Float64,
            Encoding::Decimal(digits, scale) if u64::from(digits) <= NARROW_DIGITS => {
                DataType::Decimal128(digits, scale)
            }
            Encoding::Decimal(digits, scale) => DataType::Decimal256(digits, scale),
            Encoding::Hex | Encoding::Base64 => DataType::Binary,
            Encoding::Text | Encoding::IntegerText | Encoding::DecimalText | Encoding::Name => DataType::Utf8,
        }
    }
}

fn encoding(datatype: &SimpleType) -> Encoding {
    let Variety::Atomic(primitive) = datatype.variety else { return Encoding::Text };
    match primitive {
        Primitive::Boolean => Encoding::Boolean,
        Primitive::Decimal if datatype.builtin == Builtin::Decimal => decimal(datatype),
        Primitive::Decimal => integer(datatype),
        Primitive::Float => Encoding::Float,
        Primitive::Double => Encoding::Double,
        Primitive::HexBinary => Encoding::Hex,
        Primitive::Base64Binary => Encoding::Base64,
        Primitive::QName | Primitive::Notation => Encoding::Name,
        _ => Encoding::Text,
    }
}

/// `totalDigits` p and `fractionDigits` s admit p digits before the point and s behind it.
fn decimal(datatype: &SimpleType) -> Encoding {
    let facets = datatype.facets();
    let number = |wanted: FacetKind| -> Option<u64> {
        facets.iter().find(|(kind, _)| *kind == wanted).and_then(|(_, text)| text.parse().ok())
    };
    let (Some(total), Some(fraction)) = (number(FacetKind::TotalDigits), number(FacetKind::FractionDigits)) else {
        return Encoding::DecimalText;
    };
    // More digits behind the point than in all: the number in all is the bound.
    let scale = fraction.min(total);
    match total.saturating_add(scale) {
        digits @ 1..=WIDE_DIGITS => Encoding::Decimal(digits as u8, scale as u8),
        _ => Encoding::DecimalText,
    }
}

/// The narrowest integer that has every value within the bounds.
fn integer(datatype: &SimpleType) -> Encoding {
    let (mut least, mut greatest): (Option<i128>, Option<i128>) = (None, None);
    let raise = |least: &mut Option<i128>, bound: i128| *least = Some(least.map_or(bound, |known| known.max(bound)));
    let lower = |most: &mut Option<i128>, bound: i128| *most = Some(most.map_or(bound, |known| known.min(bound)));
    for (kind, text) in datatype.facets() {
        // A bound that is no number here has more digits than any integer type.
        let Ok(bound) = text.trim_start_matches('+').parse::<i128>() else { continue };
        match kind {
            FacetKind::MinInclusive => raise(&mut least, bound),
            FacetKind::MinExclusive => raise(&mut least, bound.saturating_add(1)),
            FacetKind::MaxInclusive => lower(&mut greatest, bound),
            FacetKind::MaxExclusive => lower(&mut greatest, bound.saturating_sub(1)),
            FacetKind::TotalDigits if bound <= i128::from(MANY_DIGITS) => {
                let beyond = 10i128.pow(bound as u32);
                raise(&mut least, 1 - beyond);
                lower(&mut greatest, beyond - 1);
            }
            _ => {}
        }
    }
    let (Some(least), Some(greatest)) = (least, greatest) else { return Encoding::IntegerText };
    for bytes in [1u8, 2, 4, 8] {
        let bits = u32::from(bytes) * 8;
        if least >= 0 && greatest < 1i128 << bits {
            return Encoding::UInt(bytes);
        }
        if least < 0 && least >= -(1i128 << (bits - 1)) && greatest < 1i128 << (bits - 1) {
            return Encoding::Int(bytes);
        }
    }
    Encoding::IntegerText
}
