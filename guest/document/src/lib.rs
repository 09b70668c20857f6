//! The typed tree of a document: what queries, assertions, records and transforms see.
//!
//! A [`Document`] is an arena of nodes in document order, at most 64 bytes a node beside text, and holds one document or several. It is filled
//! by a [`Builder`] from the events of the parser: without types by [`parse_untyped`], with types by the validator. Names are symbols of one
//! [`pyxsd_xml::Names`], which must outlive it. Evaluation goes through a [`View`], which joins the arena with the names and the schema's types.
//!
//! - Values are kept as text, whitespace-normalised where a simple type governs them; they are read when they are atomised, so that a document
//!   costs no more than its text. Of a union the member that matched is found again then.
//! - Nothing recurses, whatever the depth.

mod base_uri;
mod builder;
mod document;
mod flags;
mod namespaces;
mod parse;
mod place;
mod room;
mod value;
mod view;

pub use builder::{Annotation, Builder};
pub use document::{Document, NodeId};
pub use flags::NodeFlags;
pub use parse::{BuildError, parse_untyped};
pub use place::{PathStep, Placement};
pub use value::append_typed;
pub use view::View;
