//! Attributes.

use super::{bound, each, edited, obstacle, rename, set_attribute, set_text, step};
use crate::{Operation, Selection, Step};

#[test]
fn attributes_are_renamed_set_and_removed_in_their_place() {
    each(&[
        ("<r a='1'  b='2'/>", step("@a", rename("c")), "<r c='1'  b='2'/>"),
        ("<r a='1'/>", step(".", set_attribute("b", "concat(@a, '<')")), "<r a='1' b=\"1&lt;\"/>"),
        ("<r\n  a='1'\n/>", step(".", set_attribute("a", "'\"'")), "<r\n  a='\"'\n/>"),
        ("<r\n  a='1'\n/>", step(".", set_attribute("b", "2")), "<r\n  a='1' b=\"2\"\n/>"),
        ("<r a='1' b='2'/>", step(".", Operation::RemoveAttribute { name: "a".to_owned() }), "<r b='2'/>"),
        ("<r xml:lang='de'/>", step("@xml:lang", set_text("en")), "<r xml:lang='en'/>"),
        (
            "<r/>",
            step(".", set_attribute("xsi:nil", "true()")),
            "<r xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:nil=\"true\"/>",
        ),
    ]);
}

#[test]
fn an_attribute_may_be_there_once() {
    let (message, at) = obstacle("<r><x/><x a='1' b='2'/></r>", &step("x/@a", rename("b")));
    assert!(message.contains("attribute `b` already"), "{message}");
    assert_eq!(at, "/r[1]/x[2]/@a");
    let prefixes = bound(&[("p", "urn:p")], "@a", rename("p:b"));
    let (message, _) = obstacle("<r xmlns:q='urn:p' q:b='' a=''/>", &prefixes);
    assert!(message.contains("`{urn:p}b` already"), "{message}");
}

#[test]
fn paths_name_elements_and_attributes() {
    let path = |names: &[&str], operation| Step {
        select: Selection::Path(names.iter().map(|name| (*name).to_owned()).collect()),
        ..step(".", operation)
    };
    each(&[
        ("<r><a><b/></a><a><b/><c/></a></r>", path(&["r", "a", "b"], rename("x")), "<r><a><x/></a><a><x/><c/></a></r>"),
        ("<r><a k='1'/><a/></r>", path(&["r", "a", "@k"], rename("x")), "<r><a x='1'/><a/></r>"),
        ("<r xmlns='urn:a'/>", path(&["{urn:a}r"], rename("{urn:a}x")), "<x xmlns='urn:a'/>"),
    ]);
    let nothing = edited("<r xmlns='urn:a'/>", &path(&["r"], rename("x")));
    assert_eq!((nothing.selected, nothing.warnings.len()), (0, 1));
}
