//! Steps from node to node.

use crate::support::{attributes, children, parsed, show};
use pyxsd_xpath::Tree;

const SAMPLE: &str = "<?head x?><r a='1' b='2'>t<!--c--><k xmlns:p='urn:p'><p:m/>u</k><k/><?in?></r><!--tail-->";

#[test]
fn nodes_come_in_document_order() {
    let parsed = parsed(&[SAMPLE]);
    let view = parsed.view();
    let mut order = vec![parsed.roots[0]];
    while let Some(next) = view.next_in_document(order[order.len() - 1]) {
        order.push(next);
    }
    let shown: Vec<String> = order.iter().map(|node| show(&view, *node)).collect();
    assert_eq!(shown, ["/", "?head", "r", "'t'", "!c", "k", "m", "'u'", "k", "?in", "!tail"]);
    assert!(order.is_sorted());
}

#[test]
fn siblings_lead_forth_and_back() {
    let parsed = parsed(&[SAMPLE]);
    let view = parsed.view();
    let forth = children(&view, parsed.element());
    let mut back: Vec<_> =
        std::iter::successors(view.last_child(parsed.element()), |child| view.previous_sibling(*child)).collect();
    back.reverse();
    assert_eq!(forth, back);
    assert!(forth.iter().all(|child| view.parent(*child) == Some(parsed.element())));
    let top: Vec<String> = children(&view, parsed.roots[0]).iter().map(|node| show(&view, *node)).collect();
    assert_eq!(top, ["?head", "r", "!tail"]);
}

#[test]
fn an_element_precedes_its_namespaces_these_its_attributes_these_its_children() {
    let parsed = parsed(&["<r xmlns='urn:d' xmlns:p='urn:p' a='1' p:b='2'><c/></r>"]);
    let view = parsed.view();
    let root = parsed.element();
    let mut all = vec![root];
    all.extend(view.namespace_nodes(root));
    all.extend(attributes(&view, root));
    all.extend(children(&view, root));
    assert!(all.is_sorted());
    let shown: Vec<String> = all.iter().map(|node| show(&view, *node)).collect();
    assert_eq!(shown, ["r", "ns:", "ns:p", "ns:xml", "@a", "@b", "c"]);
    assert!(all[1..].iter().all(|node| view.parent(*node) == Some(root)));
}

#[test]
fn attributes_and_namespaces_have_no_siblings_and_no_children() {
    let parsed = parsed(&["<r a='1' b='2'><c/></r>"]);
    let view = parsed.view();
    for node in attributes(&view, parsed.element()).into_iter().chain(view.namespace_nodes(parsed.element())) {
        assert_eq!(view.next_sibling(node), None);
        assert_eq!(view.previous_sibling(node), None);
        assert_eq!(view.first_child(node), None);
        assert_eq!(view.last_child(node), None);
        assert_eq!(view.first_attribute(node), None);
    }
}

#[test]
fn documents_of_one_arena_are_apart() {
    let parsed = parsed(&["<a><b/></a>", "<c/>"]);
    let view = parsed.view();
    assert!(parsed.roots[0] < parsed.roots[1]);
    let last = children(&view, parsed.element())[0];
    assert_eq!(view.next_in_document(last), None);
    assert_eq!(view.next_sibling(parsed.roots[0]), None);
    assert_eq!(parsed.document.roots().collect::<Vec<_>>(), parsed.roots);
}

#[test]
fn a_subtree_taken_for_itself_has_neither_parent_nor_surroundings() {
    let parsed = parsed(&["<a x='1'><b><c/></b><d/></a>"]);
    let whole = parsed.view();
    let inner = children(&whole, parsed.element())[0];
    let view = whole.rooted_at(inner);
    assert_eq!(view.parent(inner), None);
    assert_eq!(view.next_sibling(inner), None);
    let child = view.first_child(inner).expect("c");
    assert_eq!(view.parent(child), Some(inner));
    assert_eq!(view.next_in_document(child), None);
}

#[test]
fn more_attributes_than_the_record_counts_are_found() {
    let mut text = String::from("<r");
    for number in 0..70_000 {
        text.push_str(&format!(" a{number}=''"));
    }
    text.push_str("><c/></r>");
    let mut names = pyxsd_xml::Names::new();
    let limits = pyxsd_xml::ParseLimits { attributes: 100_000, ..Default::default() };
    let source = pyxsd_xml::Source::decode(text.as_bytes(), &limits).expect("decodes");
    let document = pyxsd_document::Document::new(&mut names);
    let (document, root) = pyxsd_document::parse_untyped(document, &mut names, &source, None, &limits).expect("parses");
    let view = pyxsd_document::View::new(&document, &names, &pyxsd_xpath::BuiltinTypes);
    let element = document.document_element(root).expect("r");
    assert_eq!(attributes(&view, element).len(), 70_000);
    assert_eq!(children(&view, element).len(), 1);
}

#[test]
fn deep_documents_need_no_stack() {
    let depth = 300_000;
    let text = format!("{}x{}", "<a>".repeat(depth), "</a>".repeat(depth));
    let parsed = parsed(&[&text]);
    let view = parsed.view();
    let mut node = parsed.roots[0];
    let mut steps = 0;
    while let Some(next) = view.next_in_document(node) {
        node = next;
        steps += 1;
    }
    assert_eq!(steps, depth + 1);
    assert_eq!(parsed.document.placement(node).path.len(), depth);
}
