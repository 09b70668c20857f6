//! What no step touched stays as it is.

use super::{NOTHING, each, edited, name, outcome, rename, set_text, step, written};
use crate::Operation;

/// Everything that a serialiser could level.
const DOCUMENT: &str = "<?xml  version='1.0' ?>\r\n<!-- a --><?p  i ?>\n<r  b = 'x&#9;\"' a=\"1\"\n\txmlns:p='urn:p' >\r\n \
                        <p:e/><e /><![CDATA[<]]>&amp;&#65;<e\n>é</e\n><!-- b --> </r >\n<!-- c -->\n";

#[test]
fn where_nothing_is_selected_the_bytes_are_the_same() {
    for document in [DOCUMENT, "<a/>", "\u{feff}<a>\r\n</a>\n"] {
        let edited = edited(document, &step("//nothing", Operation::Drop));
        assert_eq!(edited.document, document.as_bytes());
        assert_eq!((edited.selected, edited.changed), (0, 0));
        assert_eq!(edited.warnings[0].message, "nothing is selected");
    }
}

#[test]
fn a_step_that_changes_nothing_leaves_the_bytes() {
    for operation in [rename("e"), Operation::RemoveAttribute { name: "z".to_owned() }] {
        let edited = edited(DOCUMENT, &step("//e", operation));
        assert_eq!((edited.selected, edited.changed), (2, 0));
        assert_eq!(String::from_utf8_lossy(&edited.document), DOCUMENT);
    }
    assert_eq!(written("<a> 1 </a>", &step(".", set_text(" 1 "))), "<a> 1 </a>");
    assert_eq!(written("<a>&#49;<![CDATA[<]]></a>", &step(".", set_text("1<"))), "<a>&#49;<![CDATA[<]]></a>");
}

#[test]
fn around_what_changes_the_bytes_stay() {
    let expected = DOCUMENT.replace("<e />", "<f />").replace("<e\n>é</e\n>", "<f\n>é</f>");
    assert_eq!(written(DOCUMENT, &step("//e", rename("f"))), expected);
    let expected = DOCUMENT.replace(" a=\"1\"", "");
    assert_eq!(written(DOCUMENT, &step("@a", Operation::Drop)), expected);
    let expected = DOCUMENT.replace("b = 'x&#9;\"'", "b = 'it&apos;s \"'");
    assert_eq!(written(DOCUMENT, &step("@b", set_text("it's \""))), expected);
}

#[test]
fn a_byte_order_mark_stays() {
    assert_eq!(written("\u{feff}<a><b/></a>", &step("b", Operation::Drop)), "\u{feff}<a></a>");
}

#[test]
fn other_encodings_become_utf_8_and_the_declaration_says_so() {
    let text = "<?xml version=\"1.0\" encoding='UTF-16' standalone='yes'?><a b='é'><c/>€</a>";
    let little: Vec<u8> = std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let expected = "<?xml version=\"1.0\" encoding='UTF-8' standalone='yes'?><a b='é'><d/>€</a>";
    let edited = outcome(NOTHING, &little, &step("c", rename("d"))).expect("a document");
    assert_eq!(String::from_utf8_lossy(&edited.document), expected);
    let untouched = outcome(NOTHING, &little, &step("x", rename("d"))).expect("a document");
    assert_eq!(String::from_utf8_lossy(&untouched.document), expected.replace("<d/>", "<c/>"));
    let latin = b"<?xml version='1.0' encoding='ISO-8859-1'?><a>\xE9<b/></a>";
    let edited = outcome(NOTHING, latin, &step("b", rename("\u{e9}"))).expect("a document");
    assert_eq!(String::from_utf8_lossy(&edited.document), "<?xml version='1.0' encoding='UTF-8'?><a>é<é/></a>");
    let unmarked: Vec<u8> =
        std::iter::once(0xFEFF).chain("<a><b/></a>".encode_utf16()).flat_map(u16::to_be_bytes).collect();
    let edited = outcome(NOTHING, &unmarked, &step("b", Operation::Drop)).expect("a document");
    assert_eq!(String::from_utf8_lossy(&edited.document), "<a></a>");
}

#[test]
fn texts_that_come_together_keep_their_meaning() {
    let merge = Operation::Merge { separator: Some(String::new()) };
    each(&[
        ("<r>]]<a/>&gt;<a/>></r>", step("a", Operation::Drop), "<r>]]&gt;></r>"),
        ("<r>]]<a/>></r>", step("a", Operation::Drop), "<r>]]&gt;</r>"),
        ("<r>]<a/>]>></r>", step("a", Operation::Drop), "<r>]]&gt;></r>"),
        ("<r>]<a>]</a>></r>", step("a", Operation::Unwrap), "<r>]]&gt;</r>"),
        ("<r><a>]]</a><a>>x</a></r>", step("a", merge), "<r><a>]]&gt;x</a></r>"),
        ("<r><![CDATA[]]]]><a/>></r>", step("a", Operation::Drop), "<r><![CDATA[]]]]>></r>"),
        ("<r>x\r<a/>\ny</r>", step("a", Operation::Drop), "<r>x\n\ny</r>"),
        ("<r>x\r\n<a/>\r\ny</r>", step("a", Operation::Drop), "<r>x\r\n\r\ny</r>"),
        ("<r>]]<a/>></r>", step("a", Operation::Wrap { name: name("b"), together: true }), "<r>]]<b><a/></b>></r>"),
    ]);
}
