//! Facets as the metadata of a field tells them.

use pyxsd_datatypes::{Builtin, FacetKind, Primitive, SimpleType, Variety};
use pyxsd_tools::json::Json;

/// Each member, in order, with the facet that it tells.
const MEMBERS: [(&str, FacetKind); 13] = [
    ("length", FacetKind::Length),
    ("min_length", FacetKind::MinLength),
    ("max_length", FacetKind::MaxLength),
    ("patterns", FacetKind::Pattern),
    ("enumerations", FacetKind::Enumeration),
    ("white_space", FacetKind::WhiteSpace),
    ("min_inclusive", FacetKind::MinInclusive),
    ("min_exclusive", FacetKind::MinExclusive),
    ("max_inclusive", FacetKind::MaxInclusive),
    ("max_exclusive", FacetKind::MaxExclusive),
    ("total_digits", FacetKind::TotalDigits),
    ("fraction_digits", FacetKind::FractionDigits),
    ("explicit_timezone", FacetKind::ExplicitTimezone),
];

/// The facets of a type that is derived from a built-in one: every member is there, null where nothing restricts it. What the built-in type
/// says by itself is not told, but for white space and time zones.
pub(crate) fn facets(datatype: &SimpleType) -> Json {
    let in_force = datatype.facets();
    let built_in = SimpleType::of_builtin_in(datatype.builtin, datatype.version()).facets();
    let is_told = |entry: &&(FacetKind, String)| {
        matches!(entry.0, FacetKind::WhiteSpace | FacetKind::ExplicitTimezone) || !built_in.contains(entry)
    };
    let values = |kind: FacetKind| in_force.iter().filter(is_told).filter(move |entry| entry.0 == kind);
    let mut members = Vec::new();
    for (name, kind) in MEMBERS {
        let mut told = values(kind).map(|(_, text)| text.as_str());
        let value = match kind {
            // A step of the derivation admits what one of its patterns does; here these are one pattern.
            FacetKind::Pattern => Json::Array(told.map(|text| Json::Array(vec![Json::text(text)])).collect()),
            FacetKind::Enumeration => {
                let texts: Vec<&str> = told.collect();
                members.push((name.to_owned(), Json::Array(texts.iter().map(|text| value(datatype, text)).collect())));
                members
                    .push(("enumeration_values".to_owned(), Json::Array(texts.into_iter().map(Json::text).collect())));
                continue;
            }
            FacetKind::MinLength | FacetKind::MaxLength => {
                let exact = || values(FacetKind::Length).map(|(_, text)| text.as_str()).next();
                told.next().or_else(exact).map_or(Json::Null, integer)
            }
            FacetKind::Length | FacetKind::TotalDigits | FacetKind::FractionDigits => {
                told.next().map_or(Json::Null, integer)
            }
            FacetKind::WhiteSpace | FacetKind::ExplicitTimezone => told.next().map_or(Json::Null, Json::text),
            _ => told.next().map_or(Json::Null, |text| value(datatype, text)),
        };
        members.push((name.to_owned(), value));
    }
    members.push(("fixed".to_owned(), fixed(datatype, &in_force, &built_in)));
    Json::Object(members)
}

/// Facets that no restriction may change, with their values.
fn fixed(datatype: &SimpleType, in_force: &[(FacetKind, String)], built_in: &[(FacetKind, String)]) -> Json {
    let mut fixed = Vec::new();
    for entry in in_force.iter().filter(|entry| datatype.is_fixed(entry.0) && !built_in.contains(entry)) {
        let (kind, text) = entry;
        let is_name = matches!(kind, FacetKind::WhiteSpace | FacetKind::ExplicitTimezone);
        let told = match kind {
            _ if is_name => Json::text(text),
            FacetKind::Length
            | FacetKind::MinLength
            | FacetKind::MaxLength
            | FacetKind::TotalDigits
            | FacetKind::FractionDigits => integer(text),
            _ => value(datatype, text),
        };
        fixed.push(Json::Array(vec![Json::text(kind.name()), told]));
    }
    Json::Array(fixed)
}

/// A value of the type: numbers where JSON has them exactly, else text as it is written.
fn value(datatype: &SimpleType, text: &str) -> Json {
    let is_integer =
        || std::iter::successors(Some(datatype.builtin), |known| known.base()).any(|known| known == Builtin::Integer);
    match datatype.variety {
        Variety::Atomic(Primitive::Decimal) if is_integer() => integer(text),
        Variety::Atomic(Primitive::Double | Primitive::Float) => match text.trim().parse::<f64>() {
            Ok(number) if number.is_finite() => Json::number(format!("{number:?}")),
            _ => Json::text(text),
        },
        _ => Json::text(text),
    }
}

/// An integer without sign `+` and leading zeros.
fn integer(text: &str) -> Json {
    let text = text.trim();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Json::text(text);
    }
    match digits.trim_start_matches('0') {
        "" => Json::number(0),
        digits => Json::number(format!("{sign}{digits}")),
    }
}
