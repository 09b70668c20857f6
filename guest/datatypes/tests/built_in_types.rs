//! The built-in types: their table, and the lexical space and canonical forms of each.

use pyxsd_datatypes::{
    Builtin, FacetDeclaration, FacetKind, NoContext, Primitive, SimpleType, ValueContext, Variety, XsdVersion,
};
use std::collections::BTreeSet;

struct Prefixes;

impl ValueContext for Prefixes {
    fn resolve_prefix(&self, prefix: &str) -> Option<&str> {
        match prefix {
            "" => None,
            "p" | "q" => Some("urn:p"),
            _ => None,
        }
    }

    fn is_enumerated(&self) -> bool {
        true
    }
}

#[test]
fn notation_has_values_only_where_a_type_enumerates_them() {
    let notation = SimpleType::of_builtin(Builtin::Notation);
    let rule = |definition: &SimpleType| definition.validate("a", &NoContext).map_err(|error| error.rule);
    assert_eq!(rule(&notation), Err("enumeration-required-notation"));
    let declared = |kind, value| FacetDeclaration { kind, value, fixed: false, context: &NoContext };
    let restrict = |base, kind, value| {
        let (definition, errors) = SimpleType::restrict(base, &[declared(kind, value)], XsdVersion::V1_1, 99);
        assert!(errors.is_empty(), "{errors:?}");
        definition
    };
    let short = restrict(&notation, FacetKind::MaxLength, "3");
    assert_eq!(rule(&short), Err("enumeration-required-notation"));
    let known = restrict(&short, FacetKind::Enumeration, "a");
    assert_eq!(rule(&known), Ok(()));
    assert_eq!(rule(&restrict(&known, FacetKind::MinLength, "1")), Ok(()));
    let list = restrict(&SimpleType::list_of(&notation, 98), FacetKind::Enumeration, "a a");
    assert!(
        list.validate("a a", &NoContext).is_err()
            && SimpleType::list_of(&notation, 98).validate("", &NoContext).is_ok()
    );
    let number = SimpleType::of_builtin(Builtin::Int);
    assert!(SimpleType::union_of(vec![number, notation], 97).validate("a", &NoContext).is_err());
}

#[test]
fn the_table_is_in_the_order_of_the_enum_and_closed_under_bases() {
    assert_eq!(Builtin::ALL.len(), 50);
    let names: BTreeSet<&str> = Builtin::ALL.iter().map(|builtin| builtin.name()).collect();
    assert_eq!(names.len(), 50);
    for (index, &builtin) in Builtin::ALL.iter().enumerate() {
        assert_eq!(builtin as usize, index);
        assert_eq!(Builtin::from_name(builtin.name()), Some(builtin));
        let definition = SimpleType::of_builtin(builtin);
        assert_eq!((definition.tag as usize, definition.builtin), (index, builtin));
        for version in [XsdVersion::V1_0, XsdVersion::V1_1] {
            let base = builtin.base_in(version);
            assert!(base.is_none_or(|base| base.in_version(version)), "{builtin:?}");
            assert_eq!(base.is_none(), builtin == Builtin::AnySimpleType, "{builtin:?}");
        }
    }
    assert_eq!(Builtin::from_name("precisionDecimal"), None);
}

#[test]
fn five_types_came_with_the_second_version() {
    let new: Vec<&str> = Builtin::ALL
        .iter()
        .filter(|builtin| !builtin.in_version(XsdVersion::V1_0))
        .map(|builtin| builtin.name())
        .collect();
    assert_eq!(new, ["anyAtomicType", "yearMonthDuration", "dayTimeDuration", "dateTimeStamp", "error"]);
    assert_eq!(Builtin::String.base_in(XsdVersion::V1_0), Some(Builtin::AnySimpleType));
    assert_eq!(Builtin::String.base_in(XsdVersion::V1_1), Some(Builtin::AnyAtomicType));
}

#[test]
fn derived_types_have_the_primitive_of_their_base() {
    for (builtin, primitive) in [
        (Builtin::Entity, Primitive::String),
        (Builtin::UnsignedByte, Primitive::Decimal),
        (Builtin::DateTimeStamp, Primitive::DateTime),
        (Builtin::DayTimeDuration, Primitive::Duration),
        (Builtin::Notation, Primitive::Notation),
    ] {
        assert_eq!(builtin.primitive(), Some(primitive));
        assert_eq!(primitive.builtin().primitive(), Some(primitive));
    }
    assert_eq!(Builtin::NmTokens.primitive(), None);
    assert!(
        matches!(&SimpleType::of_builtin(Builtin::IdRefs).variety, Variety::List(item) if item.builtin == Builtin::IdRef)
    );
}

/// A type, forms in its lexical space with their canonical forms, and others.
type Row = (Builtin, &'static [(&'static str, &'static str)], &'static [&'static str]);

static ROWS: &[Row] = {
    use Builtin as B;
    &[
        (B::AnySimpleType, &[(" a\n", " a\n"), ("", "")], &[]),
        (B::AnyAtomicType, &[(" a ", " a ")], &[]),
        (B::String, &[(" a\tb ", " a\tb ")], &[]),
        (B::NormalizedString, &[("a\tb\n", "a b ")], &[]),
        (B::Token, &[("  a \n b ", "a b")], &[]),
        (B::Boolean, &[("true", "true"), (" 0 ", "false"), ("1", "true")], &["TRUE", "", "yes", "2"]),
        (B::Decimal, &[("+01.50", "1.5"), ("\n-0 ", "0"), (".5", "0.5")], &["", "1e2", "1,5", "INF", "1 2"]),
        (
            B::Float,
            &[("1e3", "1.0E3"), ("-0", "-0.0E0"), ("INF", "INF"), ("1e-50", "0.0E0")],
            &["", "Inf", "1e", "0x1"],
        ),
        (B::Double, &[("1e-50", "1.0E-50"), ("NaN", "NaN"), ("1e999", "INF")], &["nan", "1.5E", "."]),
        (B::Duration, &[("P14M", "P1Y2M"), ("-PT90M", "-PT1H30M")], &["P", "1Y", "PT", "P1H"]),
        (B::YearMonthDuration, &[("P1Y", "P1Y"), ("P0M", "PT0S")], &["P1D", "PT1S"]),
        (B::DayTimeDuration, &[("PT25H", "P1DT1H")], &["P1M", "P1YT1S"]),
        (
            B::DateTime,
            &[
                ("2024-02-29T23:59:59.50Z", "2024-02-29T23:59:59.5Z"),
                ("1999-12-31T24:00:00", "2000-01-01T00:00:00"),
                ("-0044-03-15T12:00:00+01:00", "-0044-03-15T12:00:00+01:00"),
                ("12024-01-01T00:00:00-14:00", "12024-01-01T00:00:00-14:00"),
                ("2024-01-01T00:00:00+00:00", "2024-01-01T00:00:00Z"),
            ],
            &[
                "2023-02-29T00:00:00",
                "2024-01-01T24:00:01",
                "2024-01-01T25:00:00",
                "2024-01-01T00:60:00",
                "2024-01-01T00:00:60",
                "2024-01-01T00:00:00.",
                "2024-01-01 00:00:00",
                "2024-01-01T00:00",
                "2024-1-01T00:00:00",
                "024-01-01T00:00:00",
                "02024-01-01T00:00:00",
                "+2024-01-01T00:00:00",
                "2024-01-01T00:00:00+14:01",
                "2024-01-01T00:00:00+1:00",
                "2024-01-01T00:00:00z",
                "2024-01-01T00:00:00+01:60",
                "1000000000000000000000-01-01T00:00:00",
            ],
        ),
        (B::DateTimeStamp, &[("2024-01-01T00:00:00Z", "2024-01-01T00:00:00Z")], &["2024-01-01T00:00:00"]),
        (
            B::Time,
            &[("24:00:00", "00:00:00"), ("12:30:00.000-05:00", "12:30:00-05:00")],
            &["12:30", "24:00:01", "1:00:00"],
        ),
        (
            B::Date,
            &[("2000-02-29", "2000-02-29"), ("-0001-01-01Z", "-0001-01-01Z")],
            &["1900-02-29", "2000-00-01", "2000-01-32", "2000-04-31", "99-01-01"],
        ),
        (B::GYearMonth, &[("2000-12", "2000-12")], &["2000-13", "2000", "2000-1"]),
        (B::GYear, &[("2000", "2000"), ("-12345+01:00", "-12345+01:00")], &["200", "20000000000000000000", "2000-01"]),
        (B::GMonthDay, &[("--02-29", "--02-29")], &["--02-30", "-02-28", "--2-01"]),
        (B::GDay, &[("---31Z", "---31Z")], &["---32", "---00", "--31"]),
        (B::GMonth, &[("--12", "--12")], &["--13", "--00", "--12--", "12"]),
        (B::HexBinary, &[("0aFf", "0AFF"), ("", "")], &["0", "0g", "0a ff"]),
        (B::Base64Binary, &[("T W E=", "TWE="), ("", "")], &["TWE", "TR==", "T*=="]),
        (B::AnyUri, &[(" http://a/é b ", "http://a/é b"), ("", "")], &[]),
        (B::QName, &[("a", "a"), (" p:a ", "p:a")], &["", "x:a", "p:", "1", "p:a:b"]),
        (B::Notation, &[("p:a", "p:a")], &["x:a", ":a"]),
        (B::Language, &[("en-GB", "en-GB")], &["", "toolonglang", "en_GB"]),
        (B::NmToken, &[(" 1a:b ", "1a:b")], &["", "a b", "a,b"]),
        (B::NmTokens, &[("a\n 1", "a 1")], &["", "  ", "a ,"]),
        (B::Name, &[("a:b", "a:b")], &["1a", "", "a b"]),
        (B::NcName, &[("_a-1", "_a-1")], &["a:b", "-a", ""]),
        (B::Id, &[(" a ", "a")], &["a:b", "1"]),
        (B::IdRef, &[("a", "a")], &["a b"]),
        (B::IdRefs, &[("a b", "a b")], &["", "a 1"]),
        (B::Entity, &[("a", "a")], &["a b"]),
        (B::Entities, &[("a b", "a b")], &["", "a :"]),
        (
            B::Integer,
            &[("+007", "7"), ("-0", "0"), ("99999999999999999999999", "99999999999999999999999")],
            &["1.0", "", "+", "1e1"],
        ),
        (B::NonPositiveInteger, &[("0", "0"), ("-1", "-1")], &["1"]),
        (B::NegativeInteger, &[("-1", "-1")], &["0", "-0"]),
        (
            B::Long,
            &[("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "-9223372036854775808")],
            &["9223372036854775808", "-9223372036854775809"],
        ),
        (B::Int, &[("-2147483648", "-2147483648")], &["2147483648"]),
        (B::Short, &[("32767", "32767")], &["-32769"]),
        (B::Byte, &[("-128", "-128"), ("0000000000000000000000127", "127")], &["128", "-129"]),
        (B::NonNegativeInteger, &[("-0", "0")], &["-1"]),
        (B::UnsignedLong, &[("18446744073709551615", "18446744073709551615")], &["18446744073709551616", "-1"]),
        (B::UnsignedInt, &[("4294967295", "4294967295")], &["4294967296"]),
        (B::UnsignedShort, &[("+65535", "65535")], &["65536"]),
        (B::UnsignedByte, &[("255", "255")], &["256", "-1"]),
        (B::PositiveInteger, &[("1", "1")], &["0", "-1"]),
        (B::Error, &[], &["", "a"]),
    ]
};

#[test]
fn every_type_admits_its_lexical_space_and_nothing_else() {
    let covered: BTreeSet<Builtin> = ROWS.iter().map(|row| row.0).collect();
    assert_eq!(covered.len(), Builtin::ALL.len());
    for (builtin, valid, invalid) in ROWS {
        let definition = SimpleType::of_builtin(*builtin);
        for (form, canonical) in *valid {
            assert_eq!(definition.validate(form, &Prefixes), Ok(()), "{builtin:?} {form:?}");
            let value = definition.parse(form, &Prefixes).unwrap();
            assert_eq!(value.canonical(), *canonical, "{builtin:?} {form:?}");
        }
        for form in *invalid {
            let refused = definition.validate(form, &Prefixes).expect_err(form);
            assert_eq!(definition.parse(form, &Prefixes).expect_err(form), refused, "{builtin:?} {form:?}");
            assert!(!refused.message.is_empty() && !refused.message.contains('\n'), "{}", refused.message);
        }
    }
}

#[test]
fn the_versions_differ_in_year_zero_infinity_and_uris() {
    for (builtin, form, in_1_0) in [
        (Builtin::GYear, "0000", false),
        (Builtin::Date, "-0000-01-01", false),
        (Builtin::GYear, "0001", true),
        (Builtin::Double, "+INF", false),
        (Builtin::Float, "+INF", false),
        (Builtin::AnyUri, "%", false),
        (Builtin::AnyUri, "a b", true),
    ] {
        let valid = |version| SimpleType::of_builtin_in(builtin, version).validate(form, &NoContext).is_ok();
        assert_eq!(valid(XsdVersion::V1_0), in_1_0, "{form}");
        assert!(valid(XsdVersion::V1_1), "{form}");
    }
}

#[test]
fn messages_say_what_was_found_and_what_is_expected() {
    let long = "x".repeat(200);
    for (builtin, form, rule, message) in [
        (
            Builtin::Int,
            "abc",
            "cvc-datatype-valid.1.2.1",
            "\"abc\" is not a valid xs:int: a whole number of 32 bits is expected".to_owned(),
        ),
        (
            Builtin::UnsignedByte,
            "300",
            "cvc-maxInclusive-valid",
            "\"300\" is above 255, the greatest value of xs:unsignedByte (maxInclusive)".to_owned(),
        ),
        (
            Builtin::Date,
            "2024-13-01",
            "cvc-datatype-valid.1.2.1",
            "\"2024-13-01\" is not a valid xs:date: YYYY-MM-DD with an optional timezone is expected; the month is not between 01 and 12"
                .to_owned(),
        ),
        (
            Builtin::NmTokens,
            "a , b",
            "cvc-datatype-valid.1.2.2",
            "item 2 of the list: \",\" is not a valid xs:NMTOKEN: a name token: letters, digits and . - _ : without spaces is expected"
                .to_owned(),
        ),
        (
            Builtin::NmTokens,
            "",
            "cvc-minLength-valid",
            "\"\" has 0 items, but at least 1 must stand here (minLength)".to_owned(),
        ),
        (
            Builtin::QName,
            "z:a",
            "cvc-datatype-valid.1.2.1",
            "\"z:a\" is not a valid xs:QName: the prefix \"z\" is not declared here".to_owned(),
        ),
        (
            Builtin::Error,
            "a",
            "cvc-datatype-valid.1.2.3",
            "\"a\" is not allowed: the type has no values".to_owned(),
        ),
        (
            Builtin::Boolean,
            &long,
            "cvc-datatype-valid.1.2.1",
            format!("\"{}…\" is not a valid xs:boolean: true, false, 1 or 0 is expected", "x".repeat(80)),
        ),
    ] {
        let refused = SimpleType::of_builtin(builtin).validate(form, &Prefixes).expect_err(form);
        assert_eq!((refused.rule, refused.message), (rule, message));
    }
}
