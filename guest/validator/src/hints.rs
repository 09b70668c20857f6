//! Location hints of instances.

use crate::xsi::XsiNames;
use foldhash::fast::FixedState;
use hashbrown::HashSet;
use pyxsd_xml::{
    Attribute, Characters, EndElement, Names, NamespaceId, ParseError, ParseLimits, Sink, Source, StartElement,
    XmlError, parse,
};
use std::convert::Infallible;

/// A location hint of an instance (`xsi:schemaLocation`, `xsi:noNamespaceSchemaLocation`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hint {
    /// Namespace name; empty for none.
    pub namespace: String,
    /// The location as written.
    pub location: String,
}

/// The location hints of a document, in document order, without repeats. Of a list of pairs with an odd number of items the last item is left out.
pub fn hints(bytes: &[u8], limits: &ParseLimits) -> Result<Vec<Hint>, XmlError> {
    let source = Source::decode(bytes, limits)?;
    let mut names = Names::new();
    let mut collector = Collector { xsi: XsiNames::new(&mut names), hints: Vec::new(), seen: HashSet::default() };
    match parse(&source, &mut names, limits, &mut collector) {
        Ok(()) => Ok(collector.hints),
        Err(ParseError::Xml(error)) => Err(error),
        Err(ParseError::Stopped(never)) => match never {},
    }
}

struct Collector {
    xsi: XsiNames,
    hints: Vec<Hint>,
    seen: HashSet<Hint, FixedState>,
}

impl Collector {
    fn add(&mut self, namespace: &str, location: &str) {
        let hint = Hint { namespace: namespace.to_string(), location: location.to_string() };
        if self.seen.insert(hint.clone()) {
            self.hints.push(hint);
        }
    }

    fn read(&mut self, attribute: &Attribute<'_>) {
        let mut items = attribute.value.split_ascii_whitespace();
        if attribute.name == self.xsi.no_namespace {
            items.take(1).for_each(|location| self.add("", location));
        } else if attribute.name == self.xsi.schema_location {
            while let (Some(namespace), Some(location)) = (items.next(), items.next()) {
                self.add(namespace, location);
            }
        }
    }
}

impl Sink for Collector {
    type Stop = Infallible;

    fn start_element(&mut self, _names: &mut Names, event: &StartElement<'_>) -> Result<(), Infallible> {
        let of_xsi = event.attributes.iter().filter(|attribute| attribute.namespace == NamespaceId::XSI);
        of_xsi.for_each(|attribute| self.read(attribute));
        Ok(())
    }

    fn characters(&mut self, _names: &mut Names, _event: &Characters<'_>) -> Result<(), Infallible> {
        Ok(())
    }

    fn end_element(&mut self, _names: &mut Names, _event: &EndElement<'_>) -> Result<(), Infallible> {
        Ok(())
    }
}
