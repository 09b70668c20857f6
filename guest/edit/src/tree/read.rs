//! From the events of the parser to the arena.

use super::{DECLARES, DOCUMENT, EMPTY_TAG, Kind, MIXED, NONE, Node, PRESERVE, Scopes, Tree, Unit, is_space};
use pyxsd_xml::{
    Characters, EndElement, Names, NamespaceId, ParseError, ParseLimits, Sink, Source, Span, StartElement, Symbol,
    XmlError, parse,
};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// Reads a document whose text fits positions of 32 bits.
pub(crate) fn read<'s>(source: &'s Source<'_>, limits: &ParseLimits) -> Result<Tree<'s>, XmlError> {
    let mut names = Names::new();
    let xml_space = names.intern(NamespaceId::XML, "space");
    let text = source.text();
    let mut reader = Reader { text, nodes: Vec::new(), scopes: Scopes::default(), open: Vec::new(), at: 0, xml_space };
    reader.nodes.push(Node::new(Kind::Document, 0, text.len() as u32));
    reader.open.push((DOCUMENT, 0));
    match parse(source, &mut names, limits, &mut reader) {
        Ok(()) => {}
        Err(ParseError::Xml(error)) => return Err(error),
        Err(ParseError::Stopped(never)) => match never {},
    }
    reader.gap(text.len());
    let Reader { mut nodes, scopes, .. } = reader;
    nodes.shrink_to_fit();
    let unit = Unit::default();
    let (edits, made, parts, carried) = (Vec::new(), String::new(), BTreeMap::new(), BTreeMap::new());
    let mut tree = Tree { text, nodes, edits, made, parts, carried, names, scopes, unit };
    tree.unit = tree.find_unit();
    Ok(tree)
}

struct Reader<'s> {
    text: &'s str,
    nodes: Vec<Node>,
    scopes: Scopes,
    /// Open elements, each with the length of the parser's scope inside.
    open: Vec<(u32, usize)>,
    /// Where the last node or tag ended.
    at: usize,
    xml_space: Symbol,
}

impl Reader<'_> {
    fn push(&mut self, mut node: Node) -> u32 {
        let index = self.nodes.len() as u32;
        let parent = self.open.last().map_or(DOCUMENT, |(parent, _)| *parent);
        let last = std::mem::replace(&mut self.nodes[parent as usize].last, index);
        match last {
            NONE => self.nodes[parent as usize].first = index,
            last => self.nodes[last as usize].next = index,
        }
        node.parent = parent;
        node.previous = last;
        if self.nodes.len() == self.nodes.capacity() {
            // Doubling would take up to twice the memory of a large tree.
            self.nodes.reserve_exact((self.nodes.len() / 4).max(64));
        }
        self.nodes.push(node);
        index
    }

    /// The text between the last node and the next.
    fn gap(&mut self, to: usize) {
        if to <= self.at {
            return;
        }
        if !is_space(&self.text[self.at..to])
            && let Some((parent, _)) = self.open.last()
        {
            self.nodes[*parent as usize].flags |= MIXED;
        }
        self.push(Node::new(Kind::Text, self.at as u32, to as u32));
        self.at = to;
    }

    fn scope(&mut self, names: &mut Names, event: &StartElement<'_>) -> (u32, bool) {
        let (parent, known) = self.open.last().copied().unwrap_or((DOCUMENT, 0));
        let outer = self.nodes[parent as usize].scope;
        if event.scope.len() <= known {
            return (outer, false);
        }
        let declared: Vec<_> = event
            .scope
            .declared_from(known)
            .map(|(prefix, namespace)| (names.intern(NamespaceId::NONE, prefix), namespace))
            .collect();
        (self.scopes.open(outer, declared), true)
    }

    fn remark(&mut self, span: Span) {
        self.gap(span.start);
        self.push(Node::new(Kind::Remark, span.start as u32, span.end as u32));
        self.at = span.end;
    }
}

impl Sink for Reader<'_> {
    type Stop = Infallible;

    fn start_element(&mut self, names: &mut Names, event: &StartElement<'_>) -> Result<(), Infallible> {
        self.gap(event.span.start);
        let mut node = Node::new(Kind::Element, event.span.start as u32, event.span.end as u32);
        let (scope, declares) = self.scope(names, event);
        node.scope = scope;
        node.flags = if declares { DECLARES } else { 0 } | if event.empty_tag { EMPTY_TAG } else { 0 };
        let parent = self.open.last().map_or(DOCUMENT, |(parent, _)| *parent);
        let space = event.attributes.iter().find(|attribute| attribute.name == self.xml_space);
        let preserve = match space {
            Some(attribute) => attribute.value == "preserve",
            None => self.nodes[parent as usize].is(PRESERVE),
        };
        node.flags |= if preserve { PRESERVE } else { 0 };
        let index = self.push(node);
        self.open.push((index, event.scope.len()));
        self.at = event.span.end;
        Ok(())
    }

    fn characters(&mut self, _: &mut Names, _: &Characters<'_>) -> Result<(), Infallible> {
        Ok(())
    }

    fn end_element(&mut self, _: &mut Names, event: &EndElement<'_>) -> Result<(), Infallible> {
        self.gap(event.span.start);
        if let Some((index, _)) = self.open.pop() {
            let node = &mut self.nodes[index as usize];
            node.close = event.span.start as u32;
            node.end = event.span.end as u32;
        }
        self.at = event.span.end;
        Ok(())
    }

    fn comment(&mut self, _: &str, span: Span) -> Result<(), Infallible> {
        self.remark(span);
        Ok(())
    }

    fn processing_instruction(&mut self, _: &str, _: &str, span: Span) -> Result<(), Infallible> {
        self.remark(span);
        Ok(())
    }
}
