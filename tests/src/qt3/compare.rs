//! Comparison of results with XML text.

use pyxsd_document::{Document, NodeId, View, parse_untyped};
use pyxsd_xml::{Names, ParseLimits, Source};
use pyxsd_xpath::{BuiltinTypes, NodeKind, Tree};

/// A piece of a tree, without what serialisation may choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Start of an element: its name and attributes, sorted.
    Start(String, Vec<(String, String)>),
    /// End of an element.
    End,
    /// Text between markup.
    Text(String),
    /// A comment.
    Comment(String),
    /// A processing instruction.
    Instruction(String, String),
}

/// The pieces of XML text with any number of elements in it.
pub fn of_text(text: &str) -> Result<Vec<Piece>, String> {
    let wrapped = format!("<wrap>{}</wrap>", text.trim_start_matches('\u{FEFF}'));
    let limits = ParseLimits::default();
    let source = Source::decode(wrapped.as_bytes(), &limits).map_err(|error| error.kind.to_string())?;
    let mut names = Names::new();
    let document = Document::new(&mut names);
    let (document, root) =
        parse_untyped(document, &mut names, &source, None, &limits).map_err(|error| error.to_string())?;
    let view = View::new(&document, &names, &BuiltinTypes);
    let mut pieces = Vec::new();
    let wrap = document.document_element(root).ok_or("no element")?;
    append_children(&view, wrap, &mut pieces);
    Ok(pieces)
}

/// Appends a node: a document node gives its children.
pub fn append(view: &View<'_>, node: NodeId, pieces: &mut Vec<Piece>) {
    match view.kind(node) {
        NodeKind::Document => append_children(view, node, pieces),
        NodeKind::Element => {
            let mut attributes = Vec::new();
            let mut next = view.first_attribute(node);
            while let Some(attribute) = next {
                attributes.push((name(view, attribute), value(view, attribute)));
                next = view.next_attribute(attribute);
            }
            attributes.sort();
            pieces.push(Piece::Start(name(view, node), attributes));
            append_children(view, node, pieces);
            pieces.push(Piece::End);
        }
        NodeKind::Comment => pieces.push(Piece::Comment(value(view, node))),
        NodeKind::ProcessingInstruction => pieces.push(Piece::Instruction(name(view, node), value(view, node))),
        NodeKind::Text | NodeKind::Attribute | NodeKind::Namespace => append_text(&value(view, node), pieces),
    }
}

/// Appends text, which joins text before it.
pub fn append_text(text: &str, pieces: &mut Vec<Piece>) {
    match pieces.last_mut() {
        _ if text.is_empty() => {}
        Some(Piece::Text(before)) => before.push_str(text),
        _ => pieces.push(Piece::Text(text.to_owned())),
    }
}

fn append_children(view: &View<'_>, node: NodeId, pieces: &mut Vec<Piece>) {
    let mut next = view.first_child(node);
    while let Some(child) = next {
        append(view, child, pieces);
        next = view.next_sibling(child);
    }
}

fn name(view: &View<'_>, node: NodeId) -> String {
    let Some(name) = view.name(node) else { return String::new() };
    format!("{{{}}}{}", view.namespace_uri(view.namespace_of(name)), view.local(name))
}

fn value(view: &View<'_>, node: NodeId) -> String {
    let mut value = String::new();
    view.string_value(node, &mut value);
    value
}
