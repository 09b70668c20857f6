//! Random documents, read by roxmltree too: the same nodes, names, values and namespaces.

use crate::support::{Parsed, attributes, children, parsed, string};
use proptest::prelude::*;
use pyxsd_document::{NodeId, View};
use pyxsd_xpath::{NodeKind, Tree};

/// A document as text: elements with and without prefixes, attributes, text, CDATA sections, comments and processing instructions.
fn element() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        "[a-z &&[^<]]{1,6}".prop_map(|text| text.replace('&', "&amp;")),
        Just("<![CDATA[x<y]]>".to_owned()),
        Just("<!--c-->".to_owned()),
        Just("<?p d?>".to_owned()),
        Just("<e/>".to_owned()),
    ];
    let start = prop::sample::select(vec![
        ("a", ""),
        ("b", " x='1' y=' 2 '"),
        ("p:a", " xmlns:p='urn:p' p:x='3'"),
        ("c", " xmlns='urn:c'"),
        ("d", " xmlns=''"),
        ("q:b", " xmlns:q='urn:q' xmlns='urn:d' xml:lang='en'"),
    ]);
    leaf.prop_recursive(6, 60, 6, move |inner| {
        (start.clone(), prop::collection::vec(inner, 0..6))
            .prop_map(|((name, attributes), content)| format!("<{name}{attributes}>{}</{name}>", content.concat()))
    })
}

fn describe(view: &View<'_>, node: NodeId) -> String {
    let name =
        view.name(node).map(|name| format!("{{{}}}{}", view.namespace_uri(view.namespace_of(name)), view.local(name)));
    format!("{:?} {} {:?}", view.kind(node), name.unwrap_or_default(), string(view, node))
}

fn describe_oracle(node: roxmltree::Node<'_, '_>) -> String {
    let inside = || node.descendants().filter(|node| node.is_text()).filter_map(|node| node.text()).collect::<String>();
    match node.node_type() {
        roxmltree::NodeType::Root => format!("Document  {:?}", inside()),
        roxmltree::NodeType::Element => {
            let name = node.tag_name();
            format!("Element {{{}}}{} {:?}", name.namespace().unwrap_or_default(), name.name(), inside())
        }
        roxmltree::NodeType::PI => {
            let instruction = node.pi().expect("an instruction");
            format!("ProcessingInstruction {{}}{} {:?}", instruction.target, instruction.value.unwrap_or_default())
        }
        roxmltree::NodeType::Comment => format!("Comment  {:?}", node.text().unwrap_or_default()),
        roxmltree::NodeType::Text => format!("Text  {:?}", node.text().unwrap_or_default()),
    }
}

fn compare(parsed: &Parsed, text: &str) {
    let view = parsed.view();
    let oracle = roxmltree::Document::parse(text).expect("the oracle reads it");
    let nodes: Vec<NodeId> =
        std::iter::successors(Some(parsed.roots[0]), |node| view.next_in_document(*node)).collect();
    let others: Vec<_> = oracle.root().descendants().collect();
    let found: Vec<String> = nodes.iter().map(|node| describe(&view, *node)).collect();
    let wanted: Vec<String> = others.iter().map(|node| describe_oracle(*node)).collect();
    assert_eq!(found, wanted, "{text}");
    let position = |node: NodeId| nodes.iter().position(|other| *other == node);
    for (node, other) in nodes.iter().zip(&others) {
        let at = |other: roxmltree::Node<'_, '_>| others.iter().position(|known| *known == other);
        assert_eq!(view.parent(*node).and_then(position), other.parent().and_then(at), "{text}");
        assert_eq!(view.previous_sibling(*node).and_then(position), other.prev_sibling().and_then(at), "{text}");
        assert_eq!(view.next_sibling(*node).and_then(position), other.next_sibling().and_then(at), "{text}");
        assert_eq!(view.last_child(*node).and_then(position), other.last_child().and_then(at), "{text}");
        assert_eq!(children(&view, *node).len(), other.children().count(), "{text}");
        if view.kind(*node) != NodeKind::Element {
            continue;
        }
        let span = parsed.document.span(*node).expect("a span");
        assert_eq!((span.start, span.end), (other.range().start, other.range().end), "{text}");
        let values: Vec<String> = attributes(&view, *node).iter().map(|node| string(&view, *node)).collect();
        let wanted: Vec<&str> = other.attributes().map(|attribute| attribute.value()).collect();
        assert_eq!(values, wanted, "{text}");
        for (prefix, uri) in view.namespaces(*node).iter().filter(|(prefix, _)| prefix != "xml") {
            let prefix = Some(prefix.as_str()).filter(|prefix| !prefix.is_empty());
            assert_eq!(other.lookup_namespace_uri(prefix), Some(uri.as_str()), "{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, rng_seed: proptest::test_runner::RngSeed::Fixed(11), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_document_is_what_the_oracle_reads(content in prop::collection::vec(element(), 0..6)) {
        let text = format!("<!--before--><root>{}</root><?after?>", content.concat());
        compare(&parsed(&[&text]), &text);
    }
}
