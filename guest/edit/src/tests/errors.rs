//! Steps that cannot be done.

use super::{NOTHING, bound, compiled, name, obstacle, outcome, rename, set_text, step};
use crate::{Content, EditError, KeyOrder, Operation, Position, Selection, Step, StepPart, check};

fn refused(step: &Step) -> EditError {
    match check(&compiled(NOTHING), step) {
        Err(error) => error,
        Ok(()) => panic!("{step:?}"),
    }
}

#[test]
fn wrong_arguments_are_found_without_a_document() {
    let cases = [
        (rename("1x"), "must begin with a letter"),
        (rename("p:x"), "do not have the prefix `p`"),
        (rename("{urn:a"), "is not closed"),
        (rename("xmlns"), "declarations are written by the step"),
        (rename("{http://www.w3.org/2000/xmlns/}a"), "declarations are written by the step"),
        (set_text("\u{1}"), "U+0001"),
        (Operation::Split { separator: name(";"), into: Vec::new() }, "names no element"),
        (Operation::ChangeNamespace { from: name("urn:a"), to: name("urn:a") }, "the same namespace"),
        (
            Operation::MapValues {
                values: vec![(name("a"), name("b")), (name("a"), name("c"))],
                attribute: None,
                otherwise: crate::Unmapped::Keep,
            },
            "`a` twice",
        ),
    ];
    for (operation, expected) in cases {
        match refused(&step("//x", operation)) {
            EditError::Argument(message) => assert!(message.contains(expected), "{message}"),
            other => panic!("{other:?}"),
        }
    }
    let empty = Step { select: Selection::Path(vec![name("@a")]), ..step("", Operation::Drop) };
    assert!(matches!(refused(&empty), EditError::Argument(_)));
}

#[test]
fn wrong_expressions_are_told_with_their_part() {
    let part = |step: Step| match refused(&step) {
        EditError::Expression { part, error, at: None } => (part, error.code_name().to_owned()),
        other => panic!("{other:?}"),
    };
    assert_eq!(part(step("//x[", Operation::Drop)), (StepPart::Select, name("XPST0003")));
    assert_eq!(part(step("//p:x", Operation::Drop)), (StepPart::Select, name("XPST0081")));
    let content = Operation::SetText { content: Content::Expression(name("nope()")) };
    assert_eq!(part(step("x", content)), (StepPart::Content, name("XPST0017")));
    let sort = Operation::Sort { by: name("$v"), descending: false, order: KeyOrder::Text };
    assert_eq!(part(step("x", sort)), (StepPart::By, name("XPST0008")));
    let place = Operation::Move { to: Selection::Expression(name("..[")), position: Position::Last };
    assert_eq!(part(step("x", place)), (StepPart::To, name("XPST0003")));
    let running = step("x", Operation::SetText { content: Content::Expression(name("xs:integer(.)")) });
    match outcome(NOTHING, b"<r><x>1</x><x>y</x></r>", &running) {
        Err(EditError::Expression { part: StepPart::Content, error, at: Some(at) }) => {
            assert_eq!((error.code_name(), super::place(&at).as_str()), ("FORG0001", "/r[1]/x[2]"));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_no_element_or_attribute_is_refused() {
    assert!(obstacle("<r>t</r>", &step("text()", Operation::Drop)).0.contains("text node"));
    assert!(obstacle("<r>t</r>", &step("/", Operation::Drop)).0.contains("document node"));
    assert!(obstacle("<r/>", &step("namespace::*", Operation::Drop)).0.contains("namespace node"));
    match outcome(NOTHING, b"<r/>", &step("1, .", Operation::Drop)) {
        Err(EditError::Argument(message)) => assert!(message.contains("no nodes"), "{message}"),
        other => panic!("{other:?}"),
    }
    for operation in
        [Operation::Unwrap, Operation::Wrap { name: name("w"), together: true }, Operation::Merge { separator: None }]
    {
        let (message, at) = obstacle("<r a='1'/>", &step("@a", operation));
        assert!(message.contains("for elements"), "{message}");
        assert_eq!(at, "/r[1]/@a");
    }
}

#[test]
fn the_document_element_stays() {
    let to_child = Operation::Move { to: Selection::Expression(name("a")), position: Position::Last };
    assert!(obstacle("<r><a/></r>", &step(".", Operation::Drop)).0.contains("must have"));
    assert!(obstacle("<r><a/></r>", &step(".", to_child)).0.contains("cannot move"));
    assert!(obstacle("<r><a/><b/></r>", &step(".", Operation::Unwrap)).0.contains("single child"));
    assert!(obstacle("<r>x<a/></r>", &step(".", Operation::Unwrap)).0.contains("single child"));
    let beside = Operation::Move { to: Selection::Expression(name("/*")), position: Position::After };
    assert!(obstacle("<r><a/></r>", &step("a", beside)).0.contains("beside the document element"));
    let beside = Operation::Insert { name: name("n"), content: None, position: Position::Before };
    assert!(obstacle("<r/>", &step(".", beside)).0.contains("beside the document element"));
}

#[test]
fn nothing_moves_into_itself() {
    let into = |to: &str| Operation::Move { to: Selection::Expression(name(to)), position: Position::Last };
    assert!(obstacle("<r><a><b/></a></r>", &step("a", into("b"))).0.contains("into itself"));
    assert!(obstacle("<r><a/></r>", &step("a", into("."))).0.contains("to itself"));
    let (message, at) = obstacle("<r><a/><b/></r>", &step("a | b", into("if (self::a) then ../b else ../a")));
    assert!(message.contains("into itself"), "{message}");
    assert_eq!(at, "/r[1]/b[1]");
    assert!(obstacle("<r><a/><b/><b/></r>", &step("a", into("../b"))).0.contains("several elements"));
    assert!(obstacle("<r><a/></r>", &step("a", into("1"))).0.contains("no element"));
    let prefixes = bound(&[("p", "urn:p")], "a", into("../p:b"));
    assert!(obstacle("<r><a/><b/></r>", &prefixes).0.contains("gives no element"));
}

#[test]
fn what_is_not_well_formed_is_told_as_such() {
    assert!(matches!(outcome(NOTHING, b"<r>", &step(".", rename("x"))), Err(EditError::Document(_))));
}
