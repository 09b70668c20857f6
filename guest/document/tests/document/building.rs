//! What a builder may do beside following the events: leave out, supply, normalise.

use crate::support::{children, string};
use pyxsd_document::{Annotation, Builder, Document, NodeFlags, View};
use pyxsd_xml::{Names, NamespaceId, NamespaceScope, Span};
use pyxsd_xpath::BuiltinTypes;

fn span(start: usize, end: usize) -> Span {
    Span { start, end }
}

#[test]
fn an_element_that_is_left_out_leaves_no_trace_but_counts_among_its_siblings() {
    let mut names = Names::new();
    let mut builder = Builder::new(Document::new(&mut names));
    let scope = NamespaceScope::default();
    let [root, item, inner] = ["root", "item", "inner"].map(|local| names.intern(NamespaceId::NONE, local));
    builder.open_element(&mut names, (root, "root"), &scope, span(0, 6), Annotation::UNTYPED);
    builder.text("before ", span(6, 13));
    builder.open_element(&mut names, (item, "item"), &scope, span(13, 19), Annotation::UNTYPED);
    builder.attribute(&mut names, (inner, "inner"), "value", span(14, 15), Annotation::UNTYPED_ATTRIBUTE);
    builder.open_element(&mut names, (inner, "inner"), &scope, span(19, 26), Annotation::UNTYPED);
    builder.close_absent();
    builder.text("gone", span(26, 30));
    builder.close_absent();
    builder.text("after", span(37, 42));
    let second = builder.open_element(&mut names, (item, "item"), &scope, span(42, 48), Annotation::UNTYPED);
    builder.close(55);
    builder.close(62);
    let document = builder.finish(&mut names);
    let view = View::new(&document, &names, &BuiltinTypes);
    let root = document.roots().next().expect("a root");
    assert_eq!(document.len(), 3);
    assert_eq!(string(&view, root), "before after");
    assert_eq!(children(&view, root).len(), 2);
    let steps: Vec<u32> = document.placement(second).path.iter().map(|step| step.index).collect();
    assert_eq!(steps, [1, 2]);
    assert_eq!(document.span(second), Some(span(42, 55)));
}

#[test]
fn supplied_text_has_no_span_and_is_kept_once() {
    let mut names = Names::new();
    let mut builder = Builder::new(Document::new(&mut names));
    let scope = NamespaceScope::default();
    let [root, item] = ["root", "item"].map(|local| names.intern(NamespaceId::NONE, local));
    let default = String::from("supplied");
    let root = builder.open_element(&mut names, (root, "root"), &scope, span(0, 6), Annotation::UNTYPED);
    let first = builder.open_element(&mut names, (item, "item"), &scope, span(6, 13), Annotation::UNTYPED);
    builder.supplied_text(&default);
    builder.close(13);
    builder.text(" and ", span(13, 18));
    builder.open_element(&mut names, (item, "item"), &scope, span(18, 25), Annotation::UNTYPED);
    let attribute = builder.supplied_attribute(&mut names, (item, "item"), &default, Annotation::UNTYPED_ATTRIBUTE);
    builder.supplied_text(&default);
    builder.close(25);
    builder.close(32);
    let document = builder.finish(&mut names);
    let view = View::new(&document, &names, &BuiltinTypes);
    assert_eq!(string(&view, root), "supplied and supplied");
    assert_eq!(document.span(first), None);
    assert_eq!(document.written_span(first), Some(span(6, 13)));
    assert_eq!(document.span(attribute), None);
    assert_eq!(document.written_span(attribute), None);
    assert!(document.flags(attribute).has(NodeFlags::DEFAULTED));
    assert_eq!(string(&view, attribute), "supplied");
}

#[test]
fn text_may_be_replaced_by_its_normalised_form() {
    let mut names = Names::new();
    let mut builder = Builder::new(Document::new(&mut names));
    let scope = NamespaceScope::default();
    let name = names.intern(NamespaceId::NONE, "a");
    let root = builder.open_element(&mut names, (name, "a"), &scope, span(0, 3), Annotation::UNTYPED);
    for text in [" 1 ", "  "] {
        builder.open_element(&mut names, (name, "a"), &scope, span(3, 6), Annotation::UNTYPED);
        builder.text(text, span(6, 9));
        builder.normalize_text(text.trim());
        builder.close(13);
    }
    builder.close(17);
    let document = builder.finish(&mut names);
    let view = View::new(&document, &names, &BuiltinTypes);
    assert_eq!(string(&view, root), "1");
    let counts: Vec<usize> = children(&view, root).iter().map(|child| children(&view, *child).len()).collect();
    assert_eq!(counts, [1, 0]);
}
