//! One of two documents, as it is compared.

use pyxsd_xml::{
    Characters, EndElement, Names, NamespaceId, ParseError, ParseLimits, Sink, Source, Span, StartElement, Symbol,
    XmlError, parse,
};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::Range;

/// The document node.
pub(super) const DOCUMENT: u32 = 0;

/// A document node, an element, or a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Nothing for texts and the document node.
    pub name: Option<Symbol>,
    pub parent: u32,
    /// Nodes in the subtree, this one included; they stand behind it.
    pub size: u32,
    /// Elements in the subtree, this one included.
    pub elements: u32,
    /// From 1, among the siblings of the same name, or among the texts.
    pub index: u32,
    /// A text, or the attributes of an element, as a range.
    pub content: (u32, u32),
    /// Of everything but the name.
    pub inner: u64,
    /// Of the comments and processing instructions in the subtree.
    pub remarks: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RemarkKind {
    Comment,
    Instruction,
}

/// A comment or processing instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Remark {
    pub parent: u32,
    pub kind: RemarkKind,
    pub text: (u32, u32),
}

/// A document. Names are those of one table for both.
#[derive(Debug, Default)]
pub(super) struct Side {
    /// In document order.
    pub nodes: Vec<Node>,
    /// Of one element together, sorted by name.
    pub attributes: Vec<(Symbol, (u32, u32))>,
    /// By parent, those of one in their order.
    pub remarks: Vec<Remark>,
    characters: String,
    values: String,
}

impl Side {
    pub fn read(bytes: &[u8], names: &mut Names, limits: &ParseLimits) -> Result<Side, XmlError> {
        let source = Source::decode(bytes, limits)?;
        let mut layout = Layout::default();
        run(&source, names, limits, &mut layout)?;
        let mut reader = Reader { layout: layout.elements, ..Reader::default() };
        reader.open_node(None, (0, 0), 0);
        run(&source, names, limits, &mut reader)?;
        reader.close_node();
        let mut side = reader.side;
        side.nodes.shrink_to_fit();
        side.remarks.sort_by_key(|remark| remark.parent);
        Ok(side)
    }

    pub fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    pub fn is_text(&self, node: u32) -> bool {
        self.node(node).name.is_none() && node != DOCUMENT
    }

    /// Hash of the subtree.
    pub fn hash(&self, node: u32) -> u64 {
        let record = self.node(node);
        mix(record.inner, record.name.map_or(0, |name| name.index() as u64 + 1))
    }

    pub fn text(&self, node: u32) -> &str {
        let (start, end) = self.node(node).content;
        &self.characters[start as usize..end as usize]
    }

    pub fn value(&self, (start, end): (u32, u32)) -> &str {
        &self.values[start as usize..end as usize]
    }

    pub fn attributes(&self, element: u32) -> &[(Symbol, (u32, u32))] {
        let record = self.node(element);
        let (start, end) = if record.name.is_some() { record.content } else { (0, 0) };
        &self.attributes[start as usize..end as usize]
    }

    pub fn children(&self, node: u32) -> impl Iterator<Item = u32> {
        let end = node + self.node(node).size;
        let first = Some(node + 1).filter(|child| *child < end);
        std::iter::successors(first, move |child| Some(child + self.node(*child).size).filter(|next| *next < end))
    }

    /// Comments and processing instructions of one element, as positions.
    pub fn remarks_of(&self, node: u32) -> Range<usize> {
        let start = self.remarks.partition_point(|remark| remark.parent < node);
        start..start + self.remarks[start..].partition_point(|remark| remark.parent == node)
    }

    /// Whether two subtrees are the same but for comments and processing instructions: hashes may deceive.
    pub fn is_same(&self, node: u32, other: &Side, there: u32) -> bool {
        let (here, that) = (self.node(node), other.node(there));
        if here.size != that.size || here.inner != that.inner {
            return false;
        }
        (0..here.size).all(|offset| self.is_same_node(node + offset, other, there + offset))
    }

    fn is_same_node(&self, node: u32, other: &Side, there: u32) -> bool {
        let (here, that) = (self.node(node), other.node(there));
        if here.name != that.name || here.size != that.size {
            return false;
        }
        if self.is_text(node) {
            return self.text(node) == other.text(there);
        }
        let attributes = self.attributes(node).iter().zip(other.attributes(there));
        self.attributes(node).len() == other.attributes(there).len()
            && attributes
                .into_iter()
                .all(|(left, right)| left.0 == right.0 && self.value(left.1) == other.value(right.1))
    }
}

/// One step of a hash.
pub(super) fn mix(hash: u64, value: u64) -> u64 {
    let mixed = (hash ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 29)
}

fn mix_bytes(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3))
}

fn run<S: Sink<Stop = Infallible>>(
    source: &Source<'_>,
    names: &mut Names,
    limits: &ParseLimits,
    sink: &mut S,
) -> Result<(), XmlError> {
    match parse(source, names, limits, sink) {
        Ok(()) => Ok(()),
        Err(ParseError::Xml(error)) => Err(error),
        Err(ParseError::Stopped(never)) => match never {},
    }
}

/// Which elements, by number, have child elements and no text but white space, which then is layout.
#[derive(Default)]
struct Layout {
    elements: Vec<bool>,
    /// Number, whether there are child elements, whether there is text.
    open: Vec<(u32, bool, bool)>,
}

impl Sink for Layout {
    type Stop = Infallible;

    fn start_element(&mut self, _: &mut Names, _: &StartElement<'_>) -> Result<(), Infallible> {
        if let Some(parent) = self.open.last_mut() {
            parent.1 = true;
        }
        self.open.push((self.elements.len() as u32, false, false));
        self.elements.push(false);
        Ok(())
    }

    fn characters(&mut self, _: &mut Names, event: &Characters<'_>) -> Result<(), Infallible> {
        if let Some(parent) = self.open.last_mut() {
            parent.2 |= !event.whitespace;
        }
        Ok(())
    }

    fn end_element(&mut self, _: &mut Names, _: &EndElement<'_>) -> Result<(), Infallible> {
        if let Some((number, has_elements, has_text)) = self.open.pop() {
            self.elements[number as usize] = has_elements && !has_text;
        }
        Ok(())
    }
}

/// An open element.
struct Open {
    node: u32,
    number: u32,
    inner: u64,
    remarks: u64,
    elements: u32,
    /// The text at hand.
    text: Option<u32>,
    texts: u32,
    /// How many children of each name there are.
    names: BTreeMap<Symbol, u32>,
}

#[derive(Default)]
struct Reader {
    side: Side,
    layout: Vec<bool>,
    open: Vec<Open>,
    elements: u32,
}

impl Reader {
    fn open_node(&mut self, name: Option<Symbol>, content: (u32, u32), inner: u64) {
        self.end_text();
        let node = self.side.nodes.len() as u32;
        let (parent, index) = match (self.open.last_mut(), name) {
            (Some(open), Some(name)) => {
                let count = open.names.entry(name).or_default();
                *count += 1;
                (open.node, *count)
            }
            _ => (DOCUMENT, 1),
        };
        let (size, elements, remarks) = (1, 0, 0);
        self.push(Node { name, parent, size, elements, index, content, inner, remarks });
        let elements = u32::from(name.is_some());
        let number = self.elements;
        self.elements += elements;
        self.open.push(Open { node, number, inner, remarks, elements, text: None, texts: 0, names: BTreeMap::new() });
    }

    fn push(&mut self, node: Node) {
        let nodes = &mut self.side.nodes;
        if nodes.len() == nodes.capacity() {
            // Doubling would take up to twice the memory of a large tree.
            nodes.reserve_exact((nodes.len() / 4).max(64));
        }
        nodes.push(node);
    }

    fn end_text(&mut self) {
        let Some(open) = self.open.last_mut() else { return };
        let Some(text) = open.text.take() else { return };
        let record = &mut self.side.nodes[text as usize];
        record.content.1 = self.side.characters.len() as u32;
        let (start, end) = record.content;
        record.inner = mix_bytes(0xCBF2_9CE4_8422_2325, &self.side.characters.as_bytes()[start as usize..end as usize]);
        open.inner = mix(open.inner, record.inner);
    }

    fn close_node(&mut self) {
        self.end_text();
        let Some(open) = self.open.pop() else { return };
        let end = self.side.nodes.len() as u32;
        let record = &mut self.side.nodes[open.node as usize];
        record.size = end - open.node;
        record.elements = open.elements;
        record.inner = mix(open.inner, u64::from(record.size));
        record.remarks = open.remarks;
        let hash = self.side.hash(open.node);
        if let Some(parent) = self.open.last_mut() {
            parent.inner = mix(parent.inner, hash);
            parent.elements += open.elements;
            if open.remarks != 0 {
                parent.remarks = mix(mix(parent.remarks, open.remarks), u64::from(parent.elements));
            }
        }
    }

    fn remark(&mut self, kind: RemarkKind, parts: [&str; 2]) {
        let Some(open) = self.open.last_mut() else { return };
        let start = self.side.values.len();
        self.side.values.push_str(parts[0]);
        if !parts[0].is_empty() && !parts[1].is_empty() {
            self.side.values.push(' ');
        }
        self.side.values.push_str(parts[1]);
        let end = self.side.values.len();
        let hash = mix_bytes(1 + kind as u64, &self.side.values.as_bytes()[start..end]);
        open.remarks = mix(open.remarks, hash | 1);
        self.side.remarks.push(Remark { parent: open.node, kind, text: (start as u32, end as u32) });
    }
}

impl Sink for Reader {
    type Stop = Infallible;

    fn start_element(&mut self, names: &mut Names, event: &StartElement<'_>) -> Result<(), Infallible> {
        // Names are also compared without their namespaces.
        names.without_namespace(event.name);
        let start = self.side.attributes.len();
        for attribute in event.attributes {
            let at = self.side.values.len() as u32;
            self.side.values.push_str(attribute.value);
            self.side.attributes.push((attribute.name, (at, self.side.values.len() as u32)));
        }
        let end = self.side.attributes.len();
        self.side.attributes[start..end].sort_unstable_by_key(|(name, _)| *name);
        let inner = self.side.attributes[start..end].iter().fold(0, |hash, (name, value)| {
            mix_bytes(mix(hash, name.index() as u64 + 1), self.side.value(*value).as_bytes())
        });
        self.open_node(Some(event.name), (start as u32, end as u32), inner);
        Ok(())
    }

    fn characters(&mut self, _: &mut Names, event: &Characters<'_>) -> Result<(), Infallible> {
        let Some(open) = self.open.last_mut().filter(|open| open.node != DOCUMENT) else { return Ok(()) };
        if self.layout[open.number as usize] {
            return Ok(());
        }
        let start = self.side.characters.len() as u32;
        self.side.characters.push_str(event.text);
        if open.text.is_none() {
            open.texts += 1;
            let (parent, index) = (open.node, open.texts);
            open.text = Some(self.side.nodes.len() as u32);
            let content = (start, start);
            self.push(Node { name: None, parent, size: 1, elements: 0, index, content, inner: 0, remarks: 0 });
        }
        Ok(())
    }

    fn end_element(&mut self, _: &mut Names, _: &EndElement<'_>) -> Result<(), Infallible> {
        self.close_node();
        Ok(())
    }

    fn comment(&mut self, text: &str, _: Span) -> Result<(), Infallible> {
        self.remark(RemarkKind::Comment, [text, ""]);
        Ok(())
    }

    fn processing_instruction(&mut self, target: &str, data: &str, _: Span) -> Result<(), Infallible> {
        self.remark(RemarkKind::Instruction, [target, data]);
        Ok(())
    }
}

/// The local part of a name, as a name in no namespace.
pub(super) fn bare(names: &Names, name: Symbol) -> Option<Symbol> {
    names.find(NamespaceId::NONE, names.local(name))
}
