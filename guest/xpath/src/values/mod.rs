//! Operations on atomic values (F&O): casts, arithmetic, comparison, strings, regular expressions, dates. No trees, no expressions.

mod arithmetic;
mod cast;
mod compare;
pub(crate) mod dates;
mod equality;
mod kind;
pub(crate) mod regex;
pub(crate) mod strings;
#[cfg(test)]
mod tests;
mod text;
pub(crate) mod uris;
pub use uris::resolve_reference;

pub(crate) use arithmetic::{arithmetic, bounded, negate, plus};
pub(crate) use cast::{cast, quick_double};
pub(crate) use compare::{compare, equal, order};
pub(crate) use equality::EqualValues;
pub(crate) use kind::{Kind, no_operator, quoted, shown_type};
pub(crate) use text::{borrowed_text, to_string};
