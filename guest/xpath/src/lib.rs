//! XPath 2.0 (2nd edition) with the functions and operators of F&O: parser, static context, typed evaluation over a node trait.
//!
//! An [`Expression`] is compiled once against a [`StaticContext`] and evaluated over any [`Tree`]. Names, functions and types are resolved
//! when it is compiled, so every static error is found there, with its place in the text.
//!
//! - Values are those of `pyxsd-datatypes`; types of the schema take part through [`Types`].
//! - The stack is bounded by the nesting of the expression, which the parser bounds; never by a document or a sequence.
//! - Work is bounded by a [`Budget`]; a sequence is produced only as far as it is used.

mod ast;
mod context;
mod error;
mod evaluate;
mod expression;
mod functions;
mod item;
mod parse;
mod reach;
mod subset;
mod tree;
mod types;
mod values;

pub use context::{Budget, DynamicContext, StaticContext};
pub use error::{ErrorCode, XPathError};
pub use expression::Expression;
pub use item::{Atomic, Item, TypeRef};
pub use tree::{NodeKind, Tree};
pub use types::{AttributeRef, BuiltinTypes, ElementRef, Types};
pub use values::resolve_reference;
