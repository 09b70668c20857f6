//! Bytes to checked XML events: encodings, limits, well-formedness and namespace well-formedness, exact source spans.
//!
//! The parser refuses document type declarations of any kind (XML 1.0, 5th edition; Namespaces in XML 1.0, 3rd edition, without DTDs).

mod error;
mod event;
mod limits;
mod names;
mod scope;
mod source;

pub use error::{ErrorKind, ParseError, Position, XmlError};
pub use event::{Attribute, Characters, EndElement, Sink, Span, StartElement};
pub use limits::{LimitKind, ParseLimits};
pub use names::{ClarkName, Mark, Names, NamespaceId, Symbol};
pub use scope::NamespaceScope;
pub use source::{Encoding, Source};

/// Reads a whole document and tells `sink` what is in it. Namespaces and names are interned into `names`.
pub fn parse<S: Sink>(
    _source: &Source<'_>,
    _names: &mut Names,
    _limits: &ParseLimits,
    _sink: &mut S,
) -> Result<(), ParseError<S::Stop>> {
    todo!()
}
