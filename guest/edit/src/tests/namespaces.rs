//! Prefixes and what they stand for.

use super::{bound, each, edited, name, obstacle, rename, set_attribute, step};
use crate::{Operation, Position, Selection};

const A: (&str, &str) = ("a", "urn:a");
const B: (&str, &str) = ("b", "urn:b");

fn change(from: &str, to: &str) -> Operation {
    Operation::ChangeNamespace { from: name(from), to: name(to) }
}

fn move_last(to: &str) -> Operation {
    Operation::Move { to: Selection::Expression(name(to)), position: Position::Last }
}

#[test]
fn a_name_keeps_its_prefix_where_that_will_do() {
    each(&[
        ("<p:r xmlns:p='urn:a'><p:x/></p:r>", bound(&[A], "a:x", rename("a:y")), "<p:r xmlns:p='urn:a'><p:y/></p:r>"),
        ("<r xmlns='urn:a'><x/></r>", bound(&[A], "a:x", rename("a:y")), "<r xmlns='urn:a'><y/></r>"),
        (
            "<r xmlns='urn:a' xmlns:c='urn:b' xmlns:b2='urn:b'><x/></r>",
            bound(&[A, B], "a:x", rename("b:y")),
            "<r xmlns='urn:a' xmlns:c='urn:b' xmlns:b2='urn:b'><b2:y/></r>",
        ),
    ]);
}

#[test]
fn a_new_namespace_is_declared_on_the_document_element() {
    each(&[
        (
            "<r xmlns='urn:a'><x/><x>1</x></r>",
            bound(&[A, B], "a:x", rename("b:y")),
            "<r xmlns:b=\"urn:b\" xmlns='urn:a'><b:y/><b:y>1</b:y></r>",
        ),
        (
            "<r xmlns:b='urn:c'><x/></r>",
            bound(&[B], "x", rename("b:y")),
            "<r xmlns:ns1=\"urn:b\" xmlns:b='urn:c'><ns1:y/></r>",
        ),
        (
            "<r><x xmlns:ns1='urn:z' xmlns:b='urn:b'/><x/></r>",
            bound(&[B], "x[2]", rename("b:y")),
            "<r xmlns:ns2=\"urn:b\"><x xmlns:ns1='urn:z' xmlns:b='urn:b'/><ns2:y/></r>",
        ),
        ("<r><x/></r>", step("x", rename("{urn:b}y")), "<r xmlns:ns1=\"urn:b\"><ns1:y/></r>"),
        (
            "<r><x/></r>",
            bound(&[B], ".", Operation::Wrap { name: name("b:w"), together: false }),
            "<b:w xmlns:b=\"urn:b\"><r><x/></r></b:w>",
        ),
        (
            "<r xmlns='urn:b'/>",
            bound(&[B], ".", set_attribute("b:k", "1")),
            "<r xmlns:b=\"urn:b\" xmlns='urn:b' b:k=\"1\"/>",
        ),
    ]);
}

#[test]
fn a_name_without_namespace_takes_the_default_one_back() {
    each(&[
        (
            "<r xmlns='urn:a'><x><y/></x></r>",
            bound(&[A], "a:x", rename("x")),
            "<r xmlns='urn:a'><x xmlns=\"\"><y xmlns=\"urn:a\"/></x></r>",
        ),
        (
            "<x xmlns='urn:a'><y/><y/></x>",
            bound(&[A], ".", rename("z")),
            "<z><y xmlns=\"urn:a\"/><y xmlns=\"urn:a\"/></z>",
        ),
        ("<a:x xmlns:a='urn:a'><y/></a:x>", bound(&[A], ".", rename("z")), "<z xmlns:a='urn:a'><y/></z>"),
    ]);
    let edited = edited("<x xmlns='urn:a'/>", &bound(&[A], ".", rename("z")));
    assert!(edited.warnings[0].message.contains("no namespace"), "{:?}", edited.warnings);
}

#[test]
fn what_moves_keeps_the_meaning_of_its_prefixes() {
    each(&[
        // Nothing is declared again where the bindings are the same.
        (
            "<r xmlns:p='urn:p'><s><p:x t='p:y'/></s><t/></r>",
            step("s/*", move_last("/r/t")),
            "<r xmlns:p='urn:p'><s></s><t><p:x t='p:y'/></t></r>",
        ),
        (
            "<r><s xmlns:p='urn:p' xmlns:q='urn:q'><x t='p:y'/></s><t/></r>",
            step("s/*", move_last("/r/t")),
            "<r><s xmlns:p='urn:p' xmlns:q='urn:q'></s><t><x xmlns:p=\"urn:p\" t='p:y'/></t></r>",
        ),
        (
            "<r><s xmlns='urn:s'><x><y/></x></s><t/></r>",
            bound(&[("s", "urn:s")], "s:s/s:x", move_last("/r/t")),
            "<r><s xmlns='urn:s'></s><t><x xmlns=\"urn:s\"><y/></x></t></r>",
        ),
        (
            "<r><x/><t xmlns='urn:t'/></r>",
            bound(&[("t", "urn:t")], "x", move_last("/r/t:t")),
            "<r><t xmlns='urn:t'><x xmlns=\"\"/></t></r>",
        ),
        (
            "<r><s xmlns:p='urn:1'><p:x/></s><t xmlns:p='urn:2'><p:y/></t></r>",
            step("s/*", move_last("/r/t")),
            "<r><s xmlns:p='urn:1'></s><t xmlns:p='urn:2'><p:y/><p:x xmlns:p=\"urn:1\"/></t></r>",
        ),
        ("<r><s xmlns:p='urn:p'><p:x/>a</s></r>", step("s", Operation::Unwrap), "<r><p:x xmlns:p=\"urn:p\"/>a</r>"),
        ("<r><s xmlns:p='urn:p'>p:a</s></r>", step("s", Operation::Unwrap), "<r xmlns:p=\"urn:p\">p:a</r>"),
        (
            "<r><s xmlns:p='urn:p' p:k='p:v'/><t/></r>",
            step("s/@*", move_last("/r/t")),
            "<r><s xmlns:p='urn:p'/><t xmlns:p=\"urn:p\" p:k='p:v'/></r>",
        ),
    ]);
}

#[test]
fn declarations_are_changed_with_their_namespace() {
    each(&[
        ("<r xmlns='urn:a' t='x'><x/></r>", step(".", change("urn:a", "urn:b")), "<r xmlns='urn:b' t='x'><x/></r>"),
        (
            "<a:r xmlns:a='urn:a' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:type='a:T' a:k=''><a:x/><y/></a:r>",
            step(".", change("urn:a", "urn:b")),
            "<a:r xmlns:a='urn:b' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:type='a:T' a:k=''><a:x/><y/></a:r>",
        ),
        (
            "<r xmlns:a='urn:a'><s><a:x/></s><a:t/></r>",
            step("s", change("urn:a", "urn:b")),
            "<r xmlns:a='urn:a'><s xmlns:a=\"urn:b\"><a:x/></s><a:t/></r>",
        ),
        (
            "<r xmlns='urn:a'><s><x/></s><t/></r>",
            bound(&[A], "a:s", change("urn:a", "urn:b")),
            "<r xmlns='urn:a'><s xmlns=\"urn:b\"><x/></s><t/></r>",
        ),
        (
            "<r k='1'><x/><y xmlns='urn:y'><z xmlns=''/></y></r>",
            step(".", change("", "urn:b")),
            "<r xmlns=\"urn:b\" k='1'><x/><y xmlns='urn:y'><z xmlns='urn:b'/></y></r>",
        ),
        (
            "<r xmlns='urn:a' xmlns:a='urn:a' a:k='1'><a:x/><y/></r>",
            step(".", change("urn:a", "")),
            "<r xmlns='' xmlns:a='urn:a' k='1'><x/><y/></r>",
        ),
        (
            "<r xmlns='urn:o'><a:x xmlns:a='urn:a'><y/></a:x></r>",
            step(".", change("urn:a", "")),
            "<r xmlns='urn:o'><x xmlns=\"\" xmlns:a='urn:a'><y xmlns=\"urn:o\"/></x></r>",
        ),
        (
            "<r xmlns:a='urn:a' a:k='1'/>",
            bound(&[A], "@a:k", change("urn:a", "urn:b")),
            "<r xmlns:ns1=\"urn:b\" xmlns:a='urn:a' ns1:k='1'/>",
        ),
    ]);
    let nothing = edited("<r/>", &step(".", change("urn:a", "urn:b")));
    assert_eq!((nothing.changed, nothing.warnings.len()), (0, 1));
    let (message, _) =
        obstacle("<r xmlns:a='urn:a' xmlns:b='urn:b'><x a:k='' b:k=''/></r>", &step(".", change("urn:a", "urn:b")));
    assert!(message.contains("both namespaces"), "{message}");
}

#[test]
fn a_declaration_that_follows_is_a_change() {
    for (document, expected) in [
        ("<r xmlns:a='urn:a'><a:x/></r>", "<r xmlns:a='urn:b'><a:x/></r>"),
        ("<r xmlns:a='urn:a'/>", "<r xmlns:a='urn:b'/>"),
        ("<r xmlns='urn:a'><x xmlns='urn:c'/></r>", "<r xmlns='urn:b'><x xmlns='urn:c'/></r>"),
    ] {
        let edited = edited(document, &step(".", change("urn:a", "urn:b")));
        assert_eq!(String::from_utf8_lossy(&edited.document), expected);
        assert_eq!((edited.changed, edited.warnings.len()), (1, 0), "{document}");
    }
}

#[test]
fn what_an_element_takes_over_keeps_its_prefixes_wherever_that_goes() {
    let merge = Operation::Merge { separator: None };
    each(&[(
        "<r><z/><y xmlns:p='urn:p'><z/><a k='p:v'>p:w</a></y></r>",
        step("//*[. is /r] | /r/* | /r/y/*", merge),
        "<r><z><z xmlns:p=\"urn:p\" k='p:v'>p:w</z></z></r>",
    )]);
}

#[test]
fn a_prefix_behind_a_reference_is_one_too() {
    let document = "<r xmlns:p='urn:p'><a/><a xmlns:p='urn:q' k='&#112;:v'/></r>";
    let (message, _) = obstacle(document, &step("a", Operation::Merge { separator: None }));
    assert!(message.contains("another namespace"), "{message}");
}
