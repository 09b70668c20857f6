//! Lists and unions: which member decides, IDs, messages, and deep nesting.

use pyxsd_datatypes::{
    Builtin, FacetDeclaration, FacetKind, IdKind, NoContext, SimpleType, Value, ValueContext, WhiteSpace, XsdVersion,
};
use std::sync::Arc;

fn of(builtin: Builtin) -> Arc<SimpleType> {
    SimpleType::of_builtin(builtin)
}

fn union(members: &[&Arc<SimpleType>]) -> Arc<SimpleType> {
    SimpleType::union_of(members.iter().map(|member| Arc::clone(member)).collect(), 7)
}

fn restricted(base: &Arc<SimpleType>, facets: &[(FacetKind, &str)]) -> Arc<SimpleType> {
    let declaration = |&(kind, value)| FacetDeclaration { kind, value, fixed: false, context: &NoContext };
    let declarations: Vec<_> = facets.iter().map(declaration).collect();
    let (definition, errors) = SimpleType::restrict(base, &declarations, XsdVersion::V1_1, 8);
    assert_eq!(errors, []);
    definition
}

fn ids(definition: &SimpleType, form: &str) -> Vec<(IdKind, String)> {
    let mut found = Vec::new();
    definition.visit_ids(form, &NoContext, &mut |kind, name| found.push((kind, name.to_owned())));
    found
}

#[test]
fn the_first_member_that_matches_decides() {
    let definition = union(&[&of(Builtin::Int), &of(Builtin::Boolean), &of(Builtin::Token)]);
    for (form, canonical, member) in
        [("1", "1", Builtin::Int), ("true", "true", Builtin::Boolean), (" a  b ", "a b", Builtin::Token)]
    {
        assert_eq!(definition.parse(form, &NoContext).unwrap().canonical(), canonical);
        assert_eq!(definition.active_type(form, &NoContext).unwrap().builtin, member);
    }
    assert!(matches!(definition.parse("0", &NoContext), Ok(Value::Decimal(_))));
    assert_eq!((definition.tag, definition.builtin), (7, Builtin::AnySimpleType));
}

#[test]
fn members_of_nested_unions_are_tried_in_their_place() {
    let inner = union(&[&of(Builtin::Int), &of(Builtin::Date)]);
    let definition = union(&[&of(Builtin::Boolean), &inner, &of(Builtin::NcName)]);
    for (form, member) in
        [("1", Builtin::Boolean), ("2", Builtin::Int), ("2000-01-01", Builtin::Date), ("a", Builtin::NcName)]
    {
        assert_eq!(definition.active_type(form, &NoContext).unwrap().builtin, member);
    }
    assert!(definition.active_type("-", &NoContext).is_none());
}

#[test]
fn facets_of_unions_constrain_the_value_of_the_member_that_matches() {
    let base = union(&[&of(Builtin::Int), &of(Builtin::String)]);
    let definition = restricted(&base, &[(FacetKind::Enumeration, "1"), (FacetKind::Enumeration, "a")]);
    for (form, valid) in [("1", true), (" 01 ", true), ("a", true), (" a", false), ("2", false)] {
        assert_eq!(definition.validate(form, &NoContext).is_ok(), valid, "{form:?}");
        assert_eq!(definition.parse(form, &NoContext).is_ok(), valid, "{form:?}");
    }
    let definition = restricted(&base, &[(FacetKind::Pattern, "[0-9]")]);
    for (form, valid) in [(" 1 ", true), ("12", false), ("a", false)] {
        assert_eq!(definition.validate(form, &NoContext).is_ok(), valid, "{form:?}");
    }
    let outer = union(&[&definition, &of(Builtin::Boolean)]);
    assert_eq!(outer.active_type("true", &NoContext).unwrap().builtin, Builtin::Boolean);
    assert_eq!(outer.active_type("1", &NoContext).unwrap().builtin, Builtin::Int);
}

#[test]
fn the_white_space_of_a_union_is_that_of_its_member() {
    let definition = union(&[&of(Builtin::Int), &of(Builtin::String)]);
    assert_eq!(definition.white_space, WhiteSpace::Preserve);
    assert_eq!(definition.parse(" 1 ", &NoContext).unwrap().canonical(), "1");
    assert_eq!(definition.parse(" a ", &NoContext).unwrap().canonical(), " a ");
    assert_eq!(union(&[&of(Builtin::Int), &of(Builtin::Token)]).white_space, WhiteSpace::Collapse);
}

#[test]
fn lists_are_split_at_white_space_and_their_items_checked() {
    let definition = SimpleType::list_of(&union(&[&of(Builtin::Int), &of(Builtin::Boolean)]), 9);
    assert_eq!(definition.parse(" 1\n true ", &NoContext).unwrap().canonical(), "1 true");
    assert_eq!(definition.parse("", &NoContext).unwrap().canonical(), "");
    let refused = definition.validate("1 x", &NoContext).unwrap_err();
    assert_eq!(refused.rule, "cvc-datatype-valid.1.2.2");
    let members = "\"x\" is not a valid xs:int: a whole number of 32 bits is expected; \
                   \"x\" is not a valid xs:boolean: true, false, 1 or 0 is expected";
    let expected = format!("item 2 of the list: \"x\" is valid for none of the 2 members of the union: {members}");
    assert_eq!(refused.message, expected);
}

#[test]
fn enumerations_of_lists_compare_item_by_item() {
    let base = SimpleType::list_of(&of(Builtin::Decimal), 9);
    let definition = restricted(&base, &[(FacetKind::Enumeration, "1 2.0"), (FacetKind::MaxLength, "3")]);
    assert!(definition.validate("1.0  2", &NoContext).is_ok());
    assert_eq!(definition.validate("2 1", &NoContext).unwrap_err().rule, "cvc-enumeration-valid");
    assert_eq!(definition.validate("1 2 3 4", &NoContext).unwrap_err().rule, "cvc-maxLength-valid");
}

#[test]
fn ids_are_found_in_atoms_lists_and_the_member_that_matches() {
    let key = restricted(&of(Builtin::Id), &[(FacetKind::MaxLength, "3")]);
    let choice = union(&[&of(Builtin::Int), &key, &of(Builtin::IdRefs)]);
    for (definition, form, expected) in [
        (&key, " ab ", vec![(IdKind::Id, "ab")]),
        (&of(Builtin::IdRefs), "a\nb", vec![(IdKind::IdRef, "a"), (IdKind::IdRef, "b")]),
        (&choice, "12", vec![]),
        (&choice, "abc", vec![(IdKind::Id, "abc")]),
        (&choice, "abcd e", vec![(IdKind::IdRef, "abcd"), (IdKind::IdRef, "e")]),
        (&of(Builtin::NcName), "a", vec![]),
    ] {
        let expected: Vec<_> = expected.into_iter().map(|(kind, name)| (kind, name.to_owned())).collect();
        assert_eq!(ids(definition, form), expected, "{form}");
        assert_eq!(definition.involves_ids(), definition.builtin != Builtin::NcName);
    }
}

#[test]
fn qnames_are_resolved_where_they_stand() {
    struct Bound(&'static str);
    impl ValueContext for Bound {
        fn resolve_prefix(&self, prefix: &str) -> Option<&str> {
            matches!(prefix, "" | "p").then_some(self.0)
        }
    }
    let here = Bound("urn:a");
    let declaration = FacetDeclaration { kind: FacetKind::Enumeration, value: "p:n", fixed: false, context: &here };
    let (definition, errors) = SimpleType::restrict(&of(Builtin::QName), &[declaration], XsdVersion::V1_1, 1);
    assert_eq!(errors, []);
    assert!(definition.validate("n", &Bound("urn:a")).is_ok());
    assert_eq!(definition.validate("p:n", &Bound("urn:b")).unwrap_err().rule, "cvc-enumeration-valid");
    assert_eq!(definition.validate("q:n", &Bound("urn:a")).unwrap_err().rule, "cvc-datatype-valid.1.2.1");
}

#[test]
fn types_keep_the_version_of_their_base() {
    let year = SimpleType::of_builtin_in(Builtin::GYear, XsdVersion::V1_0);
    let narrowed = restricted(&year, &[(FacetKind::MaxInclusive, "2000")]);
    for definition in [union(&[&narrowed]), SimpleType::list_of(&narrowed, 1), narrowed] {
        assert_eq!(definition.version(), XsdVersion::V1_0);
        assert!(definition.validate("0000", &NoContext).is_err());
        assert!(definition.validate("-0001", &NoContext).is_ok());
    }
}

#[test]
fn chains_of_unions_are_followed_without_deep_stacks() {
    let mut definition = union(&[&of(Builtin::Int)]);
    for _ in 0..100_000 {
        definition = union(&[&definition, &of(Builtin::Boolean)]);
    }
    assert!(definition.is_supported());
    assert!(definition.validate("1", &NoContext).is_ok());
    assert!(definition.validate("true", &NoContext).is_ok());
    assert!(definition.validate("x", &NoContext).is_err());
    assert!(!definition.involves_ids());
}

#[test]
fn restricted_unions_nested_too_deep_are_refused_as_unsupported() {
    let mut definition = union(&[&of(Builtin::Int)]);
    let mut deepest = Arc::clone(&definition);
    for _ in 0..10_000 {
        definition = union(&[&restricted_by_pattern(&definition), &of(Builtin::Boolean)]);
        if definition.is_supported() {
            deepest = Arc::clone(&definition);
        }
    }
    assert!(deepest.validate("1", &NoContext).is_ok());
    assert!(deepest.validate("x", &NoContext).is_err());
    let refused = definition.validate("1", &NoContext).unwrap_err();
    assert_eq!(refused.rule, "unsupported");
    let message = "types with more than 100 unions and lists within each other, or 1000000 members of a union in all, are not supported";
    assert_eq!(refused.message, message);
    assert!(ids(&definition, "1").is_empty());
}

#[test]
fn unions_of_exponentially_many_members_are_refused_as_unsupported() {
    let mut definition = of(Builtin::Int);
    for _ in 0..16 {
        definition = union(&[&definition, &definition]);
    }
    assert_eq!(definition.validate("x", &NoContext).unwrap_err().rule, "cvc-datatype-valid.1.2.3");
    for _ in 0..48 {
        definition = union(&[&definition, &definition]);
    }
    assert_eq!(definition.validate("x", &NoContext).unwrap_err().rule, "unsupported");
    let list = SimpleType::list_of(&definition, 1);
    assert_eq!(list.validate("x", &NoContext).unwrap_err().rule, "unsupported");
}

fn restricted_by_pattern(base: &Arc<SimpleType>) -> Arc<SimpleType> {
    restricted(base, &[(FacetKind::Pattern, ".*")])
}

#[test]
fn long_values_are_checked_in_linear_time() {
    let digits = "1234567890".repeat(20_000);
    let fraction = format!("{digits}.{digits}");
    let list = "1 ".repeat(100_000);
    for (builtin, form) in [
        (Builtin::Integer, digits.clone()),
        (Builtin::Decimal, fraction),
        (Builtin::DateTime, format!("2000-01-01T00:00:00.{digits}")),
        (Builtin::Duration, format!("PT0.{digits}S")),
        (Builtin::Double, digits.clone()),
        (Builtin::HexBinary, digits),
        (Builtin::NmTokens, list),
    ] {
        let value = of(builtin).parse(&form, &NoContext).unwrap_or_else(|error| panic!("{error}"));
        assert!(value.equals(&value.clone()), "{builtin:?}");
        assert!(of(builtin).validate(&format!("{form}\u{1}"), &NoContext).is_err());
    }
}

#[test]
fn values_beyond_a_limit_of_the_implementation_are_refused_as_unsupported_and_not_as_invalid() {
    let year = "12345678901234567890";
    let date = of(Builtin::Date);
    let beyond = date.validate(&format!("{year}-02-29"), &NoContext).unwrap_err();
    assert_eq!(beyond.rule, "cvc-datatype-valid.1.2.1", "no leap year: wrong whatever the limit");
    let beyond = date.validate(&format!("{year}-02-28"), &NoContext).unwrap_err();
    assert_eq!(beyond.rule, "unsupported");
    let message = "\"12345678901234567890-02-28\" is beyond a limit of this processor, so it cannot be judged: years have at most 18 digits here";
    assert_eq!(beyond.message, message);
    let bound = FacetDeclaration { kind: FacetKind::MinInclusive, value: year, fixed: false, context: &NoContext };
    let (_, errors) = SimpleType::restrict(&of(Builtin::GYear), &[bound], XsdVersion::V1_1, 1);
    assert_eq!(errors[0].rule, "unsupported");
    assert!(errors[0].message.starts_with("the value of minInclusive cannot be used: "), "{}", errors[0].message);
    let duration = format!("P{}Y", "9".repeat(31));
    assert_eq!(of(Builtin::Duration).validate(&duration, &NoContext).unwrap_err().rule, "unsupported");
    let wrong = format!("{duration}T");
    assert_eq!(of(Builtin::Duration).validate(&wrong, &NoContext).unwrap_err().rule, "cvc-datatype-valid.1.2.1");
    assert_eq!(
        union(&[&date, &of(Builtin::Int)]).validate(&format!("{year}-02-28"), &NoContext).unwrap_err().rule,
        "unsupported"
    );
    assert!(union(&[&date, &of(Builtin::String)]).validate(&format!("{year}-02-28"), &NoContext).is_ok());
    assert_eq!(
        SimpleType::list_of(&date, 1).validate(&format!("{year}-02-28"), &NoContext).unwrap_err().rule,
        "unsupported"
    );
}
