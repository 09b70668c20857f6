//! A document without schema.

use crate::{Annotation, Builder, Document, NodeFlags, NodeId};
use pyxsd_xml::{
    Characters, EndElement, Names, NamespaceId, ParseError, ParseLimits, Sink, Source, Span, StartElement, Symbol,
    XmlError, parse,
};
use std::convert::Infallible;
use std::fmt;

/// Why there is no document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BuildError {
    /// The document is not well-formed, or beyond a limit of the parser.
    Xml(XmlError),
    /// The text of the arena would not fit positions of 32 bits.
    TooLarge,
}

impl From<XmlError> for BuildError {
    fn from(error: XmlError) -> Self {
        Self::Xml(error)
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Xml(error) => write!(f, "{}", error.kind),
            BuildError::TooLarge => f.write_str("the documents have more than 4 GiB of text"),
        }
    }
}

impl std::error::Error for BuildError {}

/// Adds a document to an arena, with a document node, comments and processing instructions; every element is `xs:untyped` and every attribute
/// `xs:untypedAtomic`. Attributes named `xml:id` are IDs. On an error the arena is lost.
///
/// The result is the arena and the document node. `uri` becomes the document URI and the base URI.
pub fn parse_untyped(
    document: Document,
    names: &mut Names,
    source: &Source<'_>,
    uri: Option<&str>,
    limits: &ParseLimits,
) -> Result<(Document, NodeId), BuildError> {
    if !document.has_room_for(source.text().len()) {
        return Err(BuildError::TooLarge);
    }
    let xml_id = names.intern(NamespaceId::XML, "id");
    let mut builder = Builder::new(document);
    builder.reserve(source.text());
    let root = builder.open_document(uri);
    let mut untyped = Untyped { builder, xml_id };
    match parse(source, names, limits, &mut untyped) {
        Ok(()) => {}
        Err(ParseError::Xml(error)) => return Err(error.into()),
        Err(ParseError::Stopped(never)) => match never {},
    }
    untyped.builder.close(source.text().len());
    Ok((untyped.builder.finish(names), root))
}

impl Document {
    /// Whether the text of one more document of this length fits.
    pub fn has_room_for(&self, text: usize) -> bool {
        let held = self.characters.len() as u64 + self.values.len() as u64 + self.nodes.len() as u64;
        // A node takes at least two characters of its document, and a position must be left for the lack of one.
        held + 2 * (text as u64) < u64::from(u32::MAX)
    }
}

struct Untyped {
    builder: Builder,
    xml_id: Symbol,
}

impl Sink for Untyped {
    type Stop = Infallible;

    fn start_element(&mut self, names: &mut Names, event: &StartElement<'_>) -> Result<(), Infallible> {
        let name = (event.name, event.qname);
        self.builder.open_element(names, name, event.scope, event.span, Annotation::UNTYPED);
        for attribute in event.attributes {
            let name = (attribute.name, attribute.qname);
            if attribute.name != self.xml_id {
                let annotation = Annotation::UNTYPED_ATTRIBUTE;
                self.builder.attribute(names, name, attribute.value, attribute.span, annotation);
                continue;
            }
            let annotation = Annotation { flags: NodeFlags::ID, ..Annotation::UNTYPED_ATTRIBUTE };
            let value = attribute.value.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
            self.builder.attribute(names, name, &value, attribute.span, annotation);
        }
        Ok(())
    }

    fn characters(&mut self, _: &mut Names, event: &Characters<'_>) -> Result<(), Infallible> {
        self.builder.text(event.text, event.span);
        Ok(())
    }

    fn end_element(&mut self, _: &mut Names, event: &EndElement<'_>) -> Result<(), Infallible> {
        self.builder.close(event.span.end);
        Ok(())
    }

    fn comment(&mut self, text: &str, span: Span) -> Result<(), Infallible> {
        self.builder.comment(text, span);
        Ok(())
    }

    fn processing_instruction(&mut self, target: &str, data: &str, span: Span) -> Result<(), Infallible> {
        self.builder.processing_instruction(target, data, span);
        Ok(())
    }
}
