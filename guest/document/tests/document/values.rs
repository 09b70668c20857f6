//! String values, typed values, namespaces, base URIs.

use crate::support::{attributes, children, parsed, string};
use pyxsd_document::View;
use pyxsd_xpath::{Tree, TypeRef};

#[test]
fn the_string_value_of_an_element_is_the_text_inside() {
    let parsed = parsed(&["<r>a<!--no--><b x='no'>b<c>c</c></b><?no no?>d</r>"]);
    let view = parsed.view();
    assert_eq!(string(&view, parsed.roots[0]), "abcd");
    assert_eq!(string(&view, children(&view, parsed.element())[2]), "bc");
}

#[test]
fn text_that_nothing_divides_is_one_node() {
    let parsed = parsed(&["<r>a&amp;<![CDATA[b]]>c</r>"]);
    let view = parsed.view();
    let texts = children(&view, parsed.element());
    assert_eq!(texts.len(), 1);
    assert_eq!(string(&view, texts[0]), "a&bc");
}

#[test]
fn values_without_schema_are_untyped() {
    let parsed = parsed(&["<r a='1'>2</r>"]);
    let view = parsed.view();
    for node in [parsed.element(), attributes(&view, parsed.element())[0], parsed.roots[0]] {
        let mut value = Vec::new();
        assert!(view.typed_value(node, &mut value));
        assert_eq!(value.len(), 1);
        assert_eq!(value[0].type_ref, TypeRef::UNTYPED_ATOMIC);
    }
    assert_eq!(view.type_of(parsed.element()), TypeRef::UNTYPED);
}

#[test]
fn inner_bindings_hide_outer_ones_and_the_default_may_be_taken_back() {
    let parsed = parsed(&["<r xmlns='urn:1' xmlns:p='urn:2'><c xmlns='' xmlns:p='urn:3'><d/></c><e/></r>"]);
    let view = parsed.view();
    let bound = |node| {
        let uris: Vec<String> =
            view.namespaces(node).into_iter().map(|(prefix, uri)| format!("{prefix}={uri}")).collect();
        uris.join(" ")
    };
    let [inner, after] = children(&view, parsed.element())[..] else { panic!("two children") };
    let xml = "xml=http://www.w3.org/XML/1998/namespace";
    assert_eq!(bound(parsed.element()), format!("=urn:1 p=urn:2 {xml}"));
    assert_eq!(bound(children(&view, inner)[0]), format!("p=urn:3 {xml}"));
    assert_eq!(bound(after), format!("=urn:1 p=urn:2 {xml}"));
    assert_eq!(view.namespace_nodes(inner).len(), 2);
    assert_eq!(string(&view, view.namespace_nodes(inner)[0]), "urn:3");
}

#[test]
fn prefixes_are_kept_as_written() {
    let parsed = parsed(&["<p:r xmlns:p='urn:p' xmlns:q='urn:p' q:a=''/>"]);
    let view = parsed.view();
    assert_eq!(view.prefix(parsed.element()), "p");
    assert_eq!(view.prefix(attributes(&view, parsed.element())[0]), "q");
}

#[test]
fn base_uris_are_resolved_step_by_step() {
    let parsed = parsed(&["<r xml:base='sub/'><c xml:base='../x.xml' a=''/><d xml:base='http://b.org/'/>t</r>"]);
    let view = parsed.view();
    let [first, second, text] = children(&view, parsed.element())[..] else { panic!("three children") };
    let base = |view: &View<'_>, node| view.base_uri(node).expect("a base URI");
    assert_eq!(base(&view, first), "http://example.org/folder/x.xml");
    assert_eq!(base(&view, attributes(&view, first)[1]), "http://example.org/folder/x.xml");
    assert_eq!(base(&view, second), "http://b.org/");
    assert_eq!(base(&view, text), "http://example.org/folder/sub/");
    assert_eq!(view.document_uri(parsed.roots[0]).as_deref(), Some("http://example.org/folder/file.xml"));
}

#[test]
fn xml_ids_are_ids() {
    let parsed = parsed(&["<r xml:id=' a '  id='b'/>"]);
    let view = parsed.view();
    let [id, other] = attributes(&view, parsed.element())[..] else { panic!("two attributes") };
    assert!(view.is_id(id) && !view.is_id(other));
    assert_eq!(string(&view, id), "a");
}
