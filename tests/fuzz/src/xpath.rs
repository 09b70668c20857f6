//! An expression over a small document: compiled and evaluated within a small budget.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pyxsd_document::{Document, View, parse_untyped};
use pyxsd_schema::components::Components;
use pyxsd_xml::{Names, ParseLimits, Source};
use pyxsd_xpath::{Budget, BuiltinTypes, DynamicContext, Expression, Item, StaticContext};

const DOCUMENT: &str = "<a x='1' y='2'><b>1</b><b z='q'>two</b><c xmlns='urn:c'><d>3.5</d>tail</c><!--c--><?p i?></a>";

fuzz_target!(|input: &[u8]| {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let Ok(expression) = Expression::compile(text, &StaticContext::new(&BuiltinTypes)) else { return };
    let (mut names, limits) = (Names::new(), ParseLimits::default());
    let source = Source::decode(DOCUMENT.as_bytes(), &limits).expect("it is UTF-8");
    let document = Document::new(&mut names);
    let (document, root) = parse_untyped(document, &mut names, &source, None, &limits).expect("it is well-formed");
    let context = DynamicContext {
        item: Some(Item::Node(root)),
        variables: Vec::new(),
        now: Components::default().clock.now(),
        budget: Budget { steps: 100_000, items: 10_000, string_bytes: 100_000 },
    };
    let _ = expression.evaluate(&View::new(&document, &names, &BuiltinTypes), &BuiltinTypes, &context);
});
