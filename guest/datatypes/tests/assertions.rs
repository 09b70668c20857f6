//! Conditions on values: when they are asked, with what, and what they change.

use pyxsd_datatypes::{
    Builtin, FacetDeclaration, FacetKind, NoContext, Refusal, SimpleType, TypedItem, Value, ValueTest, XsdVersion,
};
use std::sync::Arc;

/// Admits values of which every item is a number below a bound.
#[derive(Debug)]
struct Below(&'static str);

impl ValueTest for Below {
    fn text(&self) -> &str {
        self.0
    }

    fn refusal(&self, items: &[TypedItem<'_>]) -> Option<Refusal> {
        let bound: i64 = self.0.parse().expect("a number");
        let is_below = |(value, _): &TypedItem<'_>| matches!(value, Value::Decimal(number) if number.to_i64().is_some_and(|number| number < bound));
        let reason = format!("{} items, not all below {bound}", items.len());
        (!items.iter().all(is_below)).then_some(Refusal { reason, is_error: false, is_limit: self.0 == "0" })
    }
}

fn below(base: &Arc<SimpleType>, bounds: &[&'static str]) -> Arc<SimpleType> {
    let (restricted, errors) = SimpleType::restrict(base, &[], XsdVersion::V1_1, 9);
    assert_eq!(errors, []);
    restricted.with_assertions(bounds.iter().map(|bound| Arc::new(Below(bound)) as Arc<dyn ValueTest>).collect())
}

fn message(definition: &SimpleType, form: &str) -> (Option<FacetKind>, &'static str, String) {
    let error = definition.validate(form, &NoContext).expect_err(form);
    assert_eq!(definition.parse(form, &NoContext).expect_err(form), error);
    (error.facet, error.rule, error.message)
}

#[test]
fn a_condition_refuses_values_that_every_other_facet_admits() {
    let ten = below(&SimpleType::of_builtin(Builtin::Int), &["10"]);
    assert!(ten.validate(" 9 ", &NoContext).is_ok());
    let refused = (Some(FacetKind::Assertion), "cvc-assertions-valid");
    let (facet, rule, text) = message(&ten, "10");
    assert_eq!(((facet, rule), text.as_str()), (refused, "\"10\" is not allowed: 1 items, not all below 10"));
    assert_eq!(message(&ten, "x").1, "cvc-datatype-valid.1.2.1");
    assert_eq!(ten.facets().last(), Some(&(FacetKind::Assertion, "10".to_owned())));
}

#[test]
fn conditions_are_inherited_and_those_of_the_base_come_first() {
    let base = below(&SimpleType::of_builtin(Builtin::Int), &["100", "50"]);
    let derived = below(&base, &["10"]);
    assert!(derived.validate("9", &NoContext).is_ok());
    for (form, first) in [("100", "100"), ("60", "50"), ("10", "10")] {
        assert!(message(&derived, form).2.ends_with(&format!("below {first}")), "{form}");
    }
    let texts: Vec<String> = derived.facets().into_iter().map(|(_, text)| text).collect();
    assert!(texts.ends_with(&["100".to_owned(), "50".to_owned(), "10".to_owned()]), "{texts:?}");
}

#[test]
fn a_list_is_seen_whole_and_its_items_each_by_their_own_condition() {
    let item = below(&SimpleType::of_builtin(Builtin::Int), &["100"]);
    let list = below(&SimpleType::list_of(&item, 7), &["10"]);
    assert!(list.validate("1 2 3", &NoContext).is_ok());
    assert!(message(&list, "1 20 3").2.contains("3 items, not all below 10"));
    assert_eq!(message(&list, "1 200").1, "cvc-datatype-valid.1.2.2");
}

#[test]
fn a_union_goes_on_to_the_next_member_where_a_condition_refuses() {
    let small = below(&SimpleType::of_builtin(Builtin::Int), &["10"]);
    let union = SimpleType::union_of(vec![small, SimpleType::of_builtin(Builtin::String)], 7);
    let member = |form| union.active_type(form, &NoContext).expect(form).builtin;
    assert_eq!((member("9"), member("10")), (Builtin::Int, Builtin::String));
    let restricted = below(&union, &["5"]);
    assert!(restricted.validate("4", &NoContext).is_ok());
    assert_eq!(message(&restricted, "9").0, Some(FacetKind::Assertion));
    assert_eq!(message(&restricted, "word").0, Some(FacetKind::Assertion));
}

#[test]
fn a_condition_that_reaches_a_bound_gives_no_verdict() {
    let never = below(&SimpleType::of_builtin(Builtin::Int), &["0"]);
    assert_eq!(message(&never, "1").1, "unsupported");
}

#[test]
fn conditions_are_no_facets_to_be_declared() {
    let facet = FacetDeclaration { kind: FacetKind::Assertion, value: "1", fixed: false, context: &NoContext };
    let (_, errors) = SimpleType::restrict(&SimpleType::of_builtin(Builtin::Int), &[facet], XsdVersion::V1_1, 9);
    assert_eq!(errors.len(), 1);
}

#[test]
fn a_long_line_of_conditions_is_dropped_without_recursion() {
    let mut definition = SimpleType::of_builtin(Builtin::Int);
    for _ in 0..100_000 {
        definition = below(&definition, &["1000"]);
    }
    assert!(definition.validate("7", &NoContext).is_ok());
    drop(definition);
}
