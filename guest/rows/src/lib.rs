//! The rows of a valid document as typed columns: whole elements, or values of their own, in the buffers of the Arrow columnar format.
//!
//! A row is an element at the end of a *route*: a start element and the declared children that lead on from there. The route decides what
//! rows look like ([`Layout`]), whatever the document; the document decides which rows there are.

mod buffer;
mod chain;
mod chunk;
mod columns;
mod compose;
mod extraction;
mod facets;
mod failure;
mod fill;
mod layout;
mod locate;
mod metadata;
mod misfit;
mod number;
mod occurrence;
mod record;
mod request;
mod sample;
mod scalar;
mod selector;
#[cfg(test)]
mod tests;
mod value;
mod walk;

pub use chunk::{Buffers, Chunk};
pub use extraction::{Extraction, Route};
pub use failure::RowsError;
pub use layout::{ColumnSummary, DataType, Field, Layout, Metadata};
pub use misfit::{Construct, Misfit};
pub use request::{Column, Request, Scope, Selector, Source};
