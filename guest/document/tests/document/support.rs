//! Documents for the tests.

use pyxsd_document::{Document, NodeId, View, parse_untyped};
use pyxsd_xml::{Names, ParseLimits, Source};
use pyxsd_xpath::{BuiltinTypes, NodeKind, Tree};

/// An arena of one or several documents with its names.
pub struct Parsed {
    pub names: Names,
    pub document: Document,
    pub roots: Vec<NodeId>,
}

impl Parsed {
    pub fn view(&self) -> View<'_> {
        View::new(&self.document, &self.names, &BuiltinTypes)
    }

    pub fn element(&self) -> NodeId {
        self.document.document_element(self.roots[0]).expect("a document element")
    }
}

pub fn parsed(texts: &[&str]) -> Parsed {
    let mut names = Names::new();
    let mut document = Document::new(&mut names);
    let mut roots = Vec::new();
    let limits = ParseLimits { depth: 1_000_000, ..ParseLimits::default() };
    for text in texts {
        let source = Source::decode(text.as_bytes(), &limits).expect("decodes");
        let uri = Some("http://example.org/folder/file.xml");
        let (grown, root) = parse_untyped(document, &mut names, &source, uri, &limits).expect("parses");
        document = grown;
        roots.push(root);
    }
    Parsed { names, document, roots }
}

/// A short name of a node: kind and name or text.
pub fn show(view: &View<'_>, node: NodeId) -> String {
    let name = view.name(node).map(|name| view.local(name).to_owned()).unwrap_or_default();
    let mut text = String::new();
    match view.kind(node) {
        NodeKind::Document => "/".to_owned(),
        NodeKind::Element => name,
        NodeKind::Attribute => format!("@{name}"),
        NodeKind::Namespace => format!("ns:{name}"),
        NodeKind::ProcessingInstruction => format!("?{name}"),
        NodeKind::Text => {
            view.string_value(node, &mut text);
            format!("'{text}'")
        }
        NodeKind::Comment => {
            view.string_value(node, &mut text);
            format!("!{text}")
        }
    }
}

pub fn string(view: &View<'_>, node: NodeId) -> String {
    let mut text = String::new();
    view.string_value(node, &mut text);
    text
}

/// The children of a node in order.
pub fn children(view: &View<'_>, node: NodeId) -> Vec<NodeId> {
    std::iter::successors(view.first_child(node), |child| view.next_sibling(*child)).collect()
}

/// The attributes of a node in order.
pub fn attributes(view: &View<'_>, node: NodeId) -> Vec<NodeId> {
    std::iter::successors(view.first_attribute(node), |attribute| view.next_attribute(*attribute)).collect()
}
