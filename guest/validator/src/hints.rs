//! Location hints of instances.

use crate::xsi::XsiNames;
use foldhash::fast::FixedState;
use hashbrown::HashSet;
use pyxsd_schema::{resolve_base, resolve_location};
use pyxsd_xml::{
    Attribute, Characters, EndElement, Names, NamespaceId, ParseError, ParseLimits, Sink, Source, StartElement, Symbol,
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
    /// The path that it names, against the base of its element; `None` outside the root of all paths.
    pub path: Option<String>,
}

/// The location hints of a document at a path, in document order, without repeats. Of a list of pairs with an odd number of items the last item is left out.
pub fn hints(path: &str, bytes: &[u8], limits: &ParseLimits) -> Result<Vec<Hint>, XmlError> {
    let source = Source::decode(bytes, limits)?;
    let mut names = Names::new();
    let mut collector = Collector {
        xsi: XsiNames::new(&mut names),
        base: names.intern(NamespaceId::XML, "base"),
        bases: vec![(0, Some(path.to_owned()))],
        depth: 0,
        hints: Vec::new(),
        seen: HashSet::default(),
    };
    match parse(&source, &mut names, limits, &mut collector) {
        Ok(()) => Ok(collector.hints),
        Err(ParseError::Xml(error)) => Err(error),
        Err(ParseError::Stopped(never)) => match never {},
    }
}

struct Collector {
    xsi: XsiNames,
    /// `xml:base`.
    base: Symbol,
    /// The bases that hold, each with the depth of its element; the innermost last.
    bases: Vec<(usize, Option<String>)>,
    depth: usize,
    hints: Vec<Hint>,
    seen: HashSet<Hint, FixedState>,
}

impl Collector {
    fn add(&mut self, namespace: &str, location: &str) {
        let base = self.bases.last().and_then(|(_, base)| base.as_deref());
        let path = base.and_then(|base| resolve_location(base, location));
        let hint = Hint { namespace: namespace.to_string(), location: location.to_string(), path };
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
        self.depth += 1;
        if let Some(found) = event.attributes.iter().find(|attribute| attribute.name == self.base) {
            let outer = self.bases.last().and_then(|(_, base)| base.as_deref());
            let base = outer.and_then(|outer| resolve_base(outer, found.value));
            self.bases.push((self.depth, base));
        }
        let of_xsi = event.attributes.iter().filter(|attribute| attribute.namespace == NamespaceId::XSI);
        of_xsi.for_each(|attribute| self.read(attribute));
        Ok(())
    }

    fn characters(&mut self, _names: &mut Names, _event: &Characters<'_>) -> Result<(), Infallible> {
        Ok(())
    }

    fn end_element(&mut self, _names: &mut Names, _event: &EndElement<'_>) -> Result<(), Infallible> {
        self.bases.pop_if(|(depth, _)| *depth == self.depth);
        self.depth -= 1;
        Ok(())
    }
}
