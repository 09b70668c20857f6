//! Facets: which apply where, their values, restriction of restrictions, and what they admit.

use pyxsd_datatypes::{
    Builtin, FacetDeclaration, FacetError, FacetKind, FacetProblem, NoContext, SimpleType, WhiteSpace, XsdVersion,
};
use std::sync::Arc;

type Written<'a> = (&'a str, &'a str);

fn declare<'a>(facets: &[Written<'a>]) -> Vec<FacetDeclaration<'a>> {
    let declaration = |&(name, value): &Written<'a>| {
        let (name, fixed) = name.strip_suffix('!').map_or((name, false), |name| (name, true));
        let kind = FacetKind::from_name(name).unwrap_or_else(|| panic!("{name}"));
        FacetDeclaration { kind, value, fixed, context: &NoContext }
    };
    facets.iter().map(declaration).collect()
}

fn attempt(base: &Arc<SimpleType>, facets: &[Written<'_>], version: XsdVersion) -> (Arc<SimpleType>, Vec<FacetError>) {
    SimpleType::restrict(base, &declare(facets), version, 1000)
}

fn restricted(base: &Arc<SimpleType>, facets: &[Written<'_>]) -> Arc<SimpleType> {
    let (definition, errors) = attempt(base, facets, XsdVersion::V1_1);
    assert_eq!(errors, [], "{facets:?}");
    definition
}

fn of(builtin: Builtin) -> Arc<SimpleType> {
    SimpleType::of_builtin(builtin)
}

fn is_valid(definition: &SimpleType, form: &str) -> bool {
    let checked = definition.validate(form, &NoContext);
    assert_eq!(checked.is_ok(), definition.parse(form, &NoContext).is_ok(), "{form}");
    checked.is_ok()
}

#[test]
fn facets_apply_as_the_table_of_the_recommendation_says() {
    const LENGTHS: [&str; 3] = ["length", "minLength", "maxLength"];
    const BOUNDS: [&str; 4] = ["minInclusive", "minExclusive", "maxInclusive", "maxExclusive"];
    let sample = |builtin| match builtin {
        Builtin::Duration => "P1D",
        Builtin::Date => "2000-01-01",
        Builtin::Time => "00:00:00",
        _ => "1",
    };
    for (builtin, lengths, bounds, digits, enumeration, timezone) in [
        (Builtin::String, true, false, false, true, false),
        (Builtin::Boolean, false, false, false, false, false),
        (Builtin::Decimal, false, true, true, true, false),
        (Builtin::Int, false, true, true, true, false),
        (Builtin::Float, false, true, false, true, false),
        (Builtin::Duration, false, true, false, true, false),
        (Builtin::Date, false, true, false, true, true),
        (Builtin::Time, false, true, false, true, true),
        (Builtin::HexBinary, true, false, false, true, false),
        (Builtin::AnyUri, true, false, false, true, false),
        (Builtin::NmTokens, true, false, false, true, false),
        (Builtin::AnySimpleType, false, false, false, false, false),
        (Builtin::AnyAtomicType, false, false, false, false, false),
    ] {
        let applies = |facet: &str, value: &str| {
            let (_, errors) = attempt(&of(builtin), &[(facet, value)], XsdVersion::V1_1);
            !errors.iter().any(|error| {
                assert_eq!(error.problem == FacetProblem::Inapplicable, error.rule == "cos-applicable-facets");
                error.problem == FacetProblem::Inapplicable
            })
        };
        for facet in LENGTHS {
            assert_eq!(applies(facet, "3"), lengths, "{builtin:?} {facet}");
        }
        for facet in BOUNDS {
            assert_eq!(applies(facet, sample(builtin)), bounds, "{builtin:?} {facet}");
        }
        assert_eq!(applies("totalDigits", "3"), digits, "{builtin:?}");
        assert_eq!(applies("fractionDigits", "0"), digits, "{builtin:?}");
        assert_eq!(applies("enumeration", sample(builtin)), enumeration, "{builtin:?}");
        assert_eq!(applies("explicitTimezone", "optional"), timezone, "{builtin:?}");
    }
    let union = SimpleType::union_of(vec![of(Builtin::Int), of(Builtin::Date)], 1);
    for (facet, value, applies) in
        [("pattern", "1", true), ("enumeration", "1", true), ("length", "1", false), ("whiteSpace", "collapse", false)]
    {
        assert_eq!(attempt(&union, &[(facet, value)], XsdVersion::V1_1).1.is_empty(), applies, "{facet}");
    }
    let (_, errors) = attempt(&of(Builtin::Date), &[("explicitTimezone", "required")], XsdVersion::V1_0);
    assert_eq!(errors[0].problem, FacetProblem::Inapplicable);
}

/// A base, facets of a first step, facets of a second step, and the problem and rule of the refusal of the second.
type Legality =
    (Builtin, &'static [Written<'static>], &'static [Written<'static>], Option<(FacetProblem, &'static str)>);

static LEGALITY: &[Legality] = {
    use Builtin as B;
    use FacetProblem::{Conflict, Duplicate, InvalidValue, Widening};
    &[
        (B::String, &[], &[("length", " 5 ")], None),
        (B::String, &[], &[("length", "-1")], Some((InvalidValue, "cvc-datatype-valid.1.2.1"))),
        (B::String, &[], &[("maxLength", "1.5")], Some((InvalidValue, "cvc-datatype-valid.1.2.1"))),
        (B::String, &[], &[("maxLength", "99999999999999999999999999")], None),
        (B::String, &[("length", "5")], &[("length", "5")], None),
        (B::String, &[("length", "5")], &[("length", "4")], Some((Widening, "length-valid-restriction"))),
        (B::String, &[("minLength", "5")], &[("minLength", "4")], Some((Widening, "minLength-valid-restriction"))),
        (B::String, &[("minLength", "5")], &[("minLength", "6")], None),
        (B::String, &[("maxLength", "5")], &[("maxLength", "6")], Some((Widening, "maxLength-valid-restriction"))),
        (B::String, &[("maxLength!", "5")], &[("maxLength", "4")], Some((Widening, "maxLength-valid-restriction"))),
        (B::String, &[("maxLength!", "5")], &[("maxLength", "5")], None),
        (
            B::String,
            &[],
            &[("minLength", "6"), ("maxLength", "5")],
            Some((Conflict, "minLength-less-than-equal-to-maxLength")),
        ),
        (
            B::String,
            &[("maxLength", "5")],
            &[("minLength", "6")],
            Some((Conflict, "minLength-less-than-equal-to-maxLength")),
        ),
        (B::String, &[], &[("length", "5"), ("minLength", "3")], Some((Conflict, "length-minLength-maxLength"))),
        (B::String, &[("minLength", "3")], &[("length", "5")], None),
        (B::String, &[("minLength", "3")], &[("length", "5"), ("minLength", "3")], None),
        (B::String, &[("minLength", "6")], &[("length", "5")], Some((Conflict, "length-minLength-maxLength"))),
        (B::String, &[("maxLength", "3")], &[("length", "5")], Some((Conflict, "length-minLength-maxLength"))),
        (B::NmTokens, &[], &[("length", "5")], None),
        (B::String, &[("length", "5")], &[("maxLength", "5")], None),
        (B::String, &[("length", "5")], &[("maxLength", "4")], Some((Conflict, "length-minLength-maxLength"))),
        (
            B::String,
            &[("minLength", "3")],
            &[("length", "5"), ("minLength", "4")],
            Some((Conflict, "length-minLength-maxLength")),
        ),
        (B::NmTokens, &[("length", "5")], &[("minLength", "1")], None),
        (B::NmTokens, &[], &[("length", "0")], Some((Conflict, "length-minLength-maxLength"))),
        (B::String, &[], &[("length", "5"), ("length", "5")], Some((Duplicate, "src-single-facet-value"))),
        (B::Int, &[], &[("minInclusive", "1"), ("minInclusive", "1")], Some((Duplicate, "src-single-facet-value"))),
        (B::String, &[], &[("enumeration", "a"), ("enumeration", "b"), ("pattern", "a"), ("pattern", "b")], None),
        (B::String, &[], &[("pattern", "(")], Some((InvalidValue, "src-pattern-value"))),
        (B::Int, &[], &[("enumeration", "x")], Some((InvalidValue, "enumeration-valid-restriction"))),
        (
            B::Int,
            &[("maxInclusive", "5")],
            &[("enumeration", "6")],
            Some((InvalidValue, "enumeration-valid-restriction")),
        ),
        (B::QName, &[], &[("enumeration", "p:a")], Some((InvalidValue, "enumeration-valid-restriction"))),
        (B::String, &[], &[("whiteSpace", "collapse")], None),
        (B::String, &[], &[("whiteSpace", "trim")], Some((InvalidValue, "cvc-datatype-valid.1.2.1"))),
        (B::NormalizedString, &[], &[("whiteSpace", "preserve")], Some((Widening, "whiteSpace-valid-restriction"))),
        (B::Token, &[], &[("whiteSpace", "replace")], Some((Widening, "whiteSpace-valid-restriction"))),
        (B::Int, &[], &[("whiteSpace", "collapse")], None),
        (B::Int, &[], &[("whiteSpace", "preserve")], Some((Widening, "whiteSpace-valid-restriction"))),
        (B::NmTokens, &[], &[("whiteSpace", "replace")], Some((Widening, "whiteSpace-valid-restriction"))),
        (B::Int, &[], &[("minInclusive", "x")], Some((InvalidValue, "minInclusive-valid-restriction"))),
        (B::Int, &[], &[("minInclusive", "1.5")], Some((InvalidValue, "minInclusive-valid-restriction"))),
        (B::Byte, &[], &[("maxInclusive", "128")], Some((Widening, "maxInclusive-valid-restriction"))),
        (B::Byte, &[], &[("maxExclusive", "128")], Some((Widening, "maxExclusive-valid-restriction"))),
        (B::Byte, &[], &[("minExclusive", "-128")], None),
        (B::Decimal, &[("minExclusive", "5")], &[("minExclusive", "5")], None),
        (
            B::Decimal,
            &[("minExclusive", "5")],
            &[("minInclusive", "5")],
            Some((Widening, "minInclusive-valid-restriction")),
        ),
        (B::Decimal, &[("minExclusive", "5")], &[("minInclusive", "5.1")], None),
        (B::Decimal, &[("minInclusive", "5")], &[("minExclusive", "5")], None),
        (
            B::Decimal,
            &[("minInclusive", "5")],
            &[("minExclusive", "4")],
            Some((Widening, "minExclusive-valid-restriction")),
        ),
        (B::Decimal, &[("maxInclusive", "5")], &[("maxExclusive", "5")], None),
        (
            B::Decimal,
            &[("maxExclusive", "5")],
            &[("maxInclusive", "5")],
            Some((Widening, "maxInclusive-valid-restriction")),
        ),
        (
            B::Decimal,
            &[("maxExclusive", "5")],
            &[("minInclusive", "5")],
            Some((Conflict, "minInclusive-valid-restriction")),
        ),
        (
            B::Decimal,
            &[("maxExclusive", "5")],
            &[("minExclusive", "5")],
            Some((Conflict, "minExclusive-valid-restriction")),
        ),
        (
            B::Decimal,
            &[("minInclusive", "5")],
            &[("maxExclusive", "5")],
            Some((Conflict, "maxExclusive-valid-restriction")),
        ),
        (
            B::Decimal,
            &[("minExclusive", "5")],
            &[("maxInclusive", "5")],
            Some((Conflict, "maxInclusive-valid-restriction")),
        ),
        (
            B::Decimal,
            &[("maxInclusive!", "5")],
            &[("maxInclusive", "4")],
            Some((Widening, "maxInclusive-valid-restriction")),
        ),
        (B::Decimal, &[("maxInclusive!", "5")], &[("maxInclusive", "5.0")], None),
        (
            B::Decimal,
            &[],
            &[("minInclusive", "5"), ("maxInclusive", "4")],
            Some((Conflict, "minInclusive-less-than-equal-to-maxInclusive")),
        ),
        (B::Decimal, &[], &[("minInclusive", "5"), ("maxInclusive", "5")], None),
        (
            B::Decimal,
            &[],
            &[("minInclusive", "5"), ("maxExclusive", "5")],
            Some((Conflict, "minInclusive-less-than-maxExclusive")),
        ),
        (
            B::Decimal,
            &[],
            &[("minExclusive", "5"), ("maxInclusive", "5")],
            Some((Conflict, "minExclusive-less-than-maxInclusive")),
        ),
        (B::Decimal, &[], &[("minExclusive", "5"), ("maxExclusive", "5")], None),
        (
            B::Decimal,
            &[],
            &[("minExclusive", "6"), ("maxExclusive", "5")],
            Some((Conflict, "minExclusive-less-than-equal-to-maxExclusive")),
        ),
        (
            B::Decimal,
            &[],
            &[("minExclusive", "5"), ("minInclusive", "5")],
            Some((Conflict, "minInclusive-minExclusive")),
        ),
        (
            B::Decimal,
            &[],
            &[("maxExclusive", "5"), ("maxInclusive", "5")],
            Some((Conflict, "maxInclusive-maxExclusive")),
        ),
        (B::Decimal, &[], &[("totalDigits", "0")], Some((InvalidValue, "cvc-datatype-valid.1.2.1"))),
        (
            B::Decimal,
            &[("totalDigits", "3")],
            &[("totalDigits", "4")],
            Some((Widening, "totalDigits-valid-restriction")),
        ),
        (
            B::Decimal,
            &[("fractionDigits", "3")],
            &[("fractionDigits", "4")],
            Some((Widening, "fractionDigits-valid-restriction")),
        ),
        (
            B::Decimal,
            &[],
            &[("totalDigits", "3"), ("fractionDigits", "4")],
            Some((Conflict, "fractionDigits-totalDigits")),
        ),
        (B::Integer, &[], &[("fractionDigits", "1")], Some((Widening, "fractionDigits-valid-restriction"))),
        (B::Integer, &[], &[("fractionDigits", "0")], None),
        (B::DateTime, &[], &[("minInclusive", "2000-01-01T00:00:00Z"), ("maxInclusive", "2000-01-01T00:00:00")], None),
        (
            B::DateTime,
            &[("minInclusive", "2000-01-01T00:00:00Z")],
            &[("minInclusive", "2000-01-01T01:00:00")],
            Some((Widening, "minInclusive-valid-restriction")),
        ),
        (
            B::Duration,
            &[("minInclusive", "P30D")],
            &[("minInclusive", "P1M")],
            Some((Widening, "minInclusive-valid-restriction")),
        ),
        (B::DateTime, &[("explicitTimezone", "optional")], &[("explicitTimezone", "required")], None),
        (
            B::DateTime,
            &[("explicitTimezone", "required")],
            &[("explicitTimezone", "optional")],
            Some((Widening, "timezone-valid-restriction")),
        ),
        (B::DateTimeStamp, &[], &[("explicitTimezone", "prohibited")], Some((Widening, "timezone-valid-restriction"))),
        (B::DateTime, &[], &[("explicitTimezone", "yes")], Some((InvalidValue, "cvc-datatype-valid.1.2.1"))),
    ]
};

#[test]
fn restrictions_are_legal_only_where_they_narrow() {
    for (builtin, first, second, expected) in LEGALITY {
        let base = restricted(&of(*builtin), first);
        let (definition, errors) = attempt(&base, second, XsdVersion::V1_1);
        let found: Vec<_> = errors.iter().map(|error| (error.problem, error.rule)).collect();
        assert_eq!(found, expected.iter().copied().collect::<Vec<_>>(), "{builtin:?} {first:?} {second:?} {errors:?}");
        for error in &errors {
            assert!(error.declaration < second.len() && !error.message.is_empty(), "{error:?}");
        }
        assert_eq!((definition.tag, definition.builtin), (1000, *builtin));
    }
}

#[test]
fn refused_facets_are_left_out_and_the_others_stay() {
    let facets = [("minInclusive", "5"), ("maxInclusive", "x"), ("length", "3"), ("totalDigits", "2")];
    let (definition, errors) = attempt(&of(Builtin::Decimal), &facets, XsdVersion::V1_1);
    assert_eq!(errors.iter().map(|error| error.declaration).collect::<Vec<_>>(), [1, 2]);
    let listed = definition.facets();
    let listed: Vec<(&str, &str)> = listed.iter().map(|(kind, text)| (kind.name(), text.as_str())).collect();
    assert_eq!(listed, [("whiteSpace", "collapse"), ("minInclusive", "5"), ("totalDigits", "2")]);
}

#[test]
fn facets_in_force_are_listed_with_the_inherited_ones() {
    let code = restricted(&of(Builtin::Token), &[("pattern", "[a-z]+"), ("pattern", "[0-9]+"), ("maxLength", "5")]);
    let code =
        restricted(&code, &[("pattern", "..?"), ("enumeration", "ab"), ("enumeration", "12"), ("minLength", "1")]);
    let listed: Vec<String> = code.facets().into_iter().map(|(kind, text)| format!("{} {text}", kind.name())).collect();
    let expected = [
        "minLength 1",
        "maxLength 5",
        "pattern [a-z]+|[0-9]+",
        "pattern ..?",
        "enumeration ab",
        "enumeration 12",
        "whiteSpace collapse",
    ];
    assert_eq!(listed, expected);
    let int: Vec<String> =
        of(Builtin::Int).facets().into_iter().map(|(kind, text)| format!("{} {text}", kind.name())).collect();
    let expected = [
        r"pattern [\-+]?[0-9]+",
        "whiteSpace collapse",
        "maxInclusive 2147483647",
        "minInclusive -2147483648",
        "fractionDigits 0",
    ];
    assert_eq!(int, expected);
}

/// A base, facets, forms that they admit, and forms that they refuse with the rule.
type Verdicts =
    (Builtin, &'static [Written<'static>], &'static [&'static str], &'static [(&'static str, &'static str)]);

static VERDICTS: &[Verdicts] = {
    use Builtin as B;
    &[
        (B::String, &[("length", "2")], &["ab", "éé", " a"], &[("abc", "cvc-length-valid"), ("", "cvc-length-valid")]),
        (
            B::Token,
            &[("minLength", "2"), ("maxLength", "3")],
            &[" ab ", "a b"],
            &[(" a ", "cvc-minLength-valid"), ("a b c", "cvc-maxLength-valid")],
        ),
        (B::HexBinary, &[("length", "2")], &["0102"], &[("010203", "cvc-length-valid")]),
        (B::Base64Binary, &[("maxLength", "2")], &["TWE="], &[("TWFu", "cvc-maxLength-valid")]),
        (
            B::NmTokens,
            &[("maxLength", "2")],
            &["a", "a  b"],
            &[("a b c", "cvc-maxLength-valid"), ("", "cvc-minLength-valid")],
        ),
        (B::QName, &[("length", "1")], &["abc"], &[]),
        (B::String, &[("pattern", "a"), ("pattern", "b")], &["a", "b"], &[("ab", "cvc-pattern-valid")]),
        (
            B::Decimal,
            &[("pattern", "[0-9]+\\.[0-9]{2}")],
            &[" 1.50 "],
            &[("1.5", "cvc-pattern-valid"), ("x", "cvc-datatype-valid.1.2.1")],
        ),
        (B::NmTokens, &[("pattern", "a b")], &["a\n b"], &[("b a", "cvc-pattern-valid")]),
        (
            B::String,
            &[("enumeration", "a"), ("enumeration", "b")],
            &["a", "b"],
            &[("c", "cvc-enumeration-valid"), (" a", "cvc-enumeration-valid")],
        ),
        (B::Decimal, &[("enumeration", "1.50")], &["1.5", "+01.500"], &[("1.51", "cvc-enumeration-valid")]),
        (
            B::Float,
            &[("enumeration", "NaN"), ("enumeration", "0")],
            &["NaN", "-0", "0.0E1"],
            &[("1", "cvc-enumeration-valid")],
        ),
        (B::Duration, &[("enumeration", "P1Y")], &["P12M"], &[("P365D", "cvc-enumeration-valid")]),
        (
            B::DateTime,
            &[("enumeration", "2000-01-01T12:00:00Z")],
            &["2000-01-01T13:00:00+01:00"],
            &[("2000-01-01T12:00:00", "cvc-enumeration-valid")],
        ),
        (B::HexBinary, &[("enumeration", "ab")], &["AB"], &[("abab", "cvc-enumeration-valid")]),
        (B::NmTokens, &[("enumeration", "a b")], &["a  b"], &[("a", "cvc-enumeration-valid")]),
        (B::AnyUri, &[("enumeration", "http://a")], &["http://a "], &[("http://A", "cvc-enumeration-valid")]),
        (
            B::Decimal,
            &[("minInclusive", "1"), ("maxExclusive", "2.5")],
            &["1", "1.0", "2.49999999999999999999"],
            &[("0.9", "cvc-minInclusive-valid"), ("2.50", "cvc-maxExclusive-valid")],
        ),
        (
            B::Integer,
            &[("minExclusive", "1"), ("maxInclusive", "3")],
            &["2", "3"],
            &[("1", "cvc-minExclusive-valid"), ("4", "cvc-maxInclusive-valid")],
        ),
        (
            B::Integer,
            &[("maxInclusive", "99999999999999999999")],
            &["99999999999999999999", "-5"],
            &[("100000000000000000000", "cvc-maxInclusive-valid")],
        ),
        (
            B::Integer,
            &[("minInclusive", "99999999999999999999")],
            &["99999999999999999999"],
            &[("5", "cvc-minInclusive-valid")],
        ),
        (
            B::Double,
            &[("maxInclusive", "NaN")],
            &[],
            &[("1", "cvc-maxInclusive-valid"), ("NaN", "cvc-maxInclusive-valid")],
        ),
        (
            B::Double,
            &[("minInclusive", "0")],
            &["0", "INF", "-0"],
            &[("NaN", "cvc-minInclusive-valid"), ("-1", "cvc-minInclusive-valid")],
        ),
        (
            B::Decimal,
            &[("totalDigits", "3")],
            &["123", "00123.000", "1.23", "0.12"],
            &[("1234", "cvc-totalDigits-valid"), ("0.0012", "cvc-totalDigits-valid")],
        ),
        (B::Decimal, &[("fractionDigits", "1")], &["1.5", "1.500"], &[("1.55", "cvc-fractionDigits-valid")]),
        (B::Integer, &[("totalDigits", "2")], &["0099", "-99"], &[("100", "cvc-totalDigits-valid")]),
        (
            B::DateTime,
            &[("minInclusive", "2000-01-01T00:00:00Z")],
            &["2000-01-01T00:00:00Z", "2000-01-01T14:00:01"],
            &[("2000-01-01T01:00:00", "cvc-minInclusive-valid"), ("1999-12-31T23:59:59.9Z", "cvc-minInclusive-valid")],
        ),
        (
            B::Date,
            &[("explicitTimezone", "prohibited")],
            &["2000-01-01"],
            &[("2000-01-01Z", "cvc-explicitTimezone-valid")],
        ),
        (B::DateTimeStamp, &[], &["2000-01-01T00:00:00Z"], &[("2000-01-01T00:00:00", "cvc-explicitTimezone-valid")]),
        (
            B::Duration,
            &[("minInclusive", "P1M")],
            &["P32D", "P1M", "P2M"],
            &[("P31D", "cvc-minInclusive-valid"), ("P27D", "cvc-minInclusive-valid")],
        ),
    ]
};

#[test]
fn values_are_admitted_within_the_facets_only() {
    for (builtin, facets, valid, invalid) in VERDICTS {
        let definition = restricted(&of(*builtin), facets);
        for form in *valid {
            assert!(is_valid(&definition, form), "{builtin:?} {facets:?} {form:?}");
        }
        for (form, rule) in *invalid {
            let refused = definition.validate(form, &NoContext).expect_err(form);
            assert_eq!(refused.rule, *rule, "{builtin:?} {facets:?} {form:?}");
            assert_eq!(refused.facet.map(FacetKind::validation_rule).unwrap_or("cvc-datatype-valid.1.2.1"), *rule);
            assert!(!is_valid(&definition, form));
        }
    }
}

#[test]
fn every_step_of_patterns_must_match() {
    let mut definition = of(Builtin::String);
    for pattern in [".*a.*", ".*b.*", ".*c.*"] {
        definition = restricted(&definition, &[("pattern", pattern)]);
    }
    assert!(is_valid(&definition, "cab"));
    let refused = definition.validate("ca", &NoContext).unwrap_err();
    assert_eq!(refused.message, "\"ca\" does not match the pattern .*b.*");
}

#[test]
fn white_space_is_normalised_before_facets_are_checked() {
    let definition = restricted(&of(Builtin::String), &[("whiteSpace", "replace"), ("length", "3")]);
    assert_eq!(definition.white_space, WhiteSpace::Replace);
    assert!(is_valid(&definition, "a\tb"));
    assert_eq!(definition.parse("a\tb", &NoContext).unwrap().canonical(), "a b");
}

#[test]
fn messages_of_enumerations_list_the_first_values() {
    let values: Vec<String> = (0..12).map(|number| format!("v{number}")).collect();
    let facets: Vec<Written<'_>> = values.iter().map(|value| ("enumeration", value.as_str())).collect();
    let refused = restricted(&of(Builtin::String), &facets).validate("x\n", &NoContext).unwrap_err();
    let listed = r#""v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9" and 2 more"#;
    assert_eq!(refused.message, format!(r#""x\n" is not one of the 12 allowed values: {listed}"#));
    let refused = restricted(&of(Builtin::Int), &[("enumeration", "1")]).validate("2", &NoContext).unwrap_err();
    assert_eq!(refused.message, "\"2\" is not the only allowed value \"1\"");
}

#[test]
fn incomparable_values_are_said_to_be_that() {
    let definition = restricted(&of(Builtin::DateTime), &[("minInclusive", "2000-01-01T00:00:00Z")]);
    let refused = definition.validate("2000-01-01T01:00:00", &NoContext).unwrap_err();
    let message = "\"2000-01-01T01:00:00\" is neither above nor below 2000-01-01T00:00:00Z, so it is outside the range (minInclusive)";
    assert_eq!(refused.message, message);
}

#[test]
fn long_derivations_are_made_checked_and_dropped_without_deep_stacks() {
    let mut definition = of(Builtin::Integer);
    for _ in 0..8_000 {
        definition = restricted(&definition, &[("pattern", "[0-9]+")]);
    }
    assert!(is_valid(&definition, "20000"));
    assert!(!is_valid(&definition, "-1"));
    for least in 0..100 {
        definition = restricted(&definition, &[("minInclusive", &least.to_string())]);
    }
    assert!(!is_valid(&definition, "98"));
}

#[test]
fn the_versions_differ_in_whether_a_bound_of_nan_admits_nan() {
    for (version, admits) in [(XsdVersion::V1_0, true), (XsdVersion::V1_1, false)] {
        for (name, inclusive) in [("minInclusive", true), ("maxInclusive", true), ("minExclusive", false)] {
            let base = SimpleType::of_builtin_in(Builtin::Float, version);
            let (definition, errors) = attempt(&base, &[(name, "NaN")], version);
            assert_eq!(errors, [], "{name}");
            assert_eq!(is_valid(&definition, "NaN"), admits && inclusive, "{name} {version:?}");
            assert!(!is_valid(&definition, "1"), "{name} {version:?}");
        }
    }
}
