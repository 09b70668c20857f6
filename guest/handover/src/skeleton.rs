//! Where each tag of a document stands.

use crate::TableError;
use pyxsd_xml::{
    Characters, EndElement, Names, NamespaceId, ParseError, ParseLimits, Sink, Source, StartElement, Symbol, parse,
};
use std::convert::Infallible;

/// The absence of an element or scope.
pub(crate) const NONE: u32 = u32::MAX;

/// An element; offsets are in the decoded text.
pub(crate) struct Element {
    pub parent: u32,
    /// One past the last descendant.
    pub end: u32,
    pub start: u32,
    /// Past the start tag.
    pub open_end: u32,
    /// The start of the end tag; of `<x/>` where the tag ends.
    pub close_start: u32,
    pub stop: u32,
    pub name: Symbol,
    pub scope: u32,
    pub first_attribute: u32,
}

/// An attribute that is written, namespace declarations left out.
pub(crate) struct Written {
    pub name: Symbol,
    pub start: u32,
    pub stop: u32,
}

/// Declarations of one element.
pub(crate) struct Scope {
    /// The scope around it, or [`NONE`].
    pub outer: u32,
    pub declarations: Vec<(String, NamespaceId)>,
}

struct Open {
    element: u32,
    scope: u32,
    bindings: usize,
}

/// All elements and written attributes in document order.
#[derive(Default)]
pub(crate) struct Skeleton {
    pub elements: Vec<Element>,
    pub attributes: Vec<Written>,
    pub scopes: Vec<Scope>,
    open: Vec<Open>,
}

impl Skeleton {
    /// Reads a document that was read before. Nothing may be as long as positions of 32 bits reach.
    pub fn of(source: &Source<'_>, names: &mut Names, limits: &ParseLimits) -> Result<Skeleton, TableError> {
        if source.text().len() >= NONE as usize / 2 {
            return Err(TableError::TooLarge);
        }
        let mut skeleton = Skeleton::default();
        match parse(source, names, limits, &mut skeleton) {
            Ok(()) => Ok(skeleton),
            Err(ParseError::Xml(error)) => Err(error.into()),
            Err(ParseError::Stopped(never)) => match never {},
        }
    }

    /// The written attributes of an element.
    pub fn attributes_of(&self, element: usize) -> &[Written] {
        let first =
            |at: usize| self.elements.get(at).map_or(self.attributes.len(), |next| next.first_attribute as usize);
        &self.attributes[first(element)..first(element + 1)]
    }
}

impl Sink for Skeleton {
    type Stop = Infallible;

    fn start_element(&mut self, _: &mut Names, event: &StartElement<'_>) -> Result<(), Infallible> {
        let (parent, outer, known) =
            self.open.last().map_or((NONE, NONE, 0), |open| (open.element, open.scope, open.bindings));
        let mut scope = outer;
        if event.scope.len() > known {
            scope = self.scopes.len() as u32;
            let declared = event.scope.declared_from(known);
            let declarations = declared.map(|(prefix, namespace)| (prefix.to_owned(), namespace)).collect();
            self.scopes.push(Scope { outer, declarations });
        }
        let element = self.elements.len() as u32;
        self.elements.push(Element {
            parent,
            end: element + 1,
            start: event.span.start as u32,
            open_end: event.span.end as u32,
            close_start: event.span.end as u32,
            stop: event.span.end as u32,
            name: event.name,
            scope,
            first_attribute: self.attributes.len() as u32,
        });
        self.attributes.extend(event.attributes.iter().map(|attribute| Written {
            name: attribute.name,
            start: attribute.span.start as u32,
            stop: attribute.span.end as u32,
        }));
        self.open.push(Open { element, scope, bindings: event.scope.len() });
        Ok(())
    }

    fn characters(&mut self, _: &mut Names, _: &Characters<'_>) -> Result<(), Infallible> {
        Ok(())
    }

    fn end_element(&mut self, _: &mut Names, event: &EndElement<'_>) -> Result<(), Infallible> {
        let Some(open) = self.open.pop() else { return Ok(()) };
        let end = self.elements.len() as u32;
        let element = &mut self.elements[open.element as usize];
        element.close_start = event.span.start as u32;
        element.stop = event.span.end as u32;
        element.end = end;
        Ok(())
    }
}
