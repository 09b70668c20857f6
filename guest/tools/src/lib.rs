//! What the tools need of a schema beyond a verdict: component ids, inspection, search, JSON Schema and JSON data, comparison.
//!
//! A plain library over a compiled [`pyxsd_schema::Schema`], without I/O. Everything here works on schemas with errors and missing
//! parts too, and gives the same result in every run.

mod content;
mod relations;

pub mod compare;
pub mod ids;
pub mod inspect;
pub mod json;
pub mod model;
pub mod search;

pub use ids::{Ids, Kind, Lookup};
pub use pyxsd_schema::Component;
