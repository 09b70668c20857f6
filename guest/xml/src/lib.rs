//! Bytes to checked XML events: encodings, limits, well-formedness and namespace well-formedness, exact source spans.
//!
//! The rules are those of XML 1.0, 5th edition, and Namespaces in XML 1.0, 3rd edition, without DTDs: a document type declaration of any kind
//! is refused, and so is XML 1.1. Other versions 1.n are read as 1.0, as XML 1.0, 2.8 says.
//!
//! - Reading is linear in the document whatever it holds, and nothing recurses: [`ParseLimits`] may be raised without danger to the stack.
//! - An element costs no allocation once the buffers have grown; names and values that stand literally in the source are borrowed from it.
//! - Hashing is deterministic and no result depends on it.
//! - The first error ends the parse. A bound reached is [`ErrorKind::Limit`], never one of the kinds for malformed input.
//!
//! ```
//! use pyxsd_xml::{Characters, EndElement, Names, ParseLimits, Sink, Source, StartElement, parse};
//!
//! struct Depth(usize, usize);
//!
//! impl Sink for Depth {
//!     type Stop = ();
//!     fn start_element(&mut self, _: &mut Names, _: &StartElement<'_>) -> Result<(), ()> {
//!         self.0 += 1;
//!         self.1 = self.1.max(self.0);
//!         Ok(())
//!     }
//!     fn characters(&mut self, _: &mut Names, _: &Characters<'_>) -> Result<(), ()> {
//!         Ok(())
//!     }
//!     fn end_element(&mut self, _: &mut Names, _: &EndElement<'_>) -> Result<(), ()> {
//!         self.0 -= 1;
//!         Ok(())
//!     }
//! }
//!
//! let limits = ParseLimits::default();
//! let source = Source::decode(b"<a><b><c/></b><b/></a>", &limits).unwrap();
//! let mut depth = Depth(0, 0);
//! parse(&source, &mut Names::new(), &limits, &mut depth).unwrap();
//! assert_eq!(depth.1, 3);
//! ```

mod chars;
mod content;
mod cursor;
mod declaration;
mod encoding;
mod error;
mod event;
mod hash;
mod limits;
mod line_index;
mod markup;
mod message;
mod name_cache;
mod names;
mod scope;
mod short;
mod source;
mod tag;
mod text;
mod value;

pub use chars::is_char;
pub use content::parse;
pub use encoding::Encoding;
pub use error::{ErrorKind, ParseError, Position, XmlError};
pub use event::{Attribute, Characters, EndElement, Sink, Span, StartElement};
pub use limits::{LimitKind, ParseLimits};
pub use names::{ClarkName, Mark, Names, NamespaceId, Symbol};
pub use scope::NamespaceScope;
pub use source::Source;
