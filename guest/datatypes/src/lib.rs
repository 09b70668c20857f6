//! XML Schema datatypes: lexical forms to values, equality, order, facets, and the pattern dialect (XSD 1.0 and 1.1, part 2).

mod builtin;
mod facet;
pub mod pattern;
mod simple_type;
mod value;
mod version;

pub use builtin::{Builtin, Primitive};
pub use facet::{FacetDeclaration, FacetError, FacetKind, FacetProblem, WhiteSpace};
pub use simple_type::{IdKind, NoContext, SimpleType, ValueContext, ValueError, Variety};
pub use value::Value;
pub use version::XsdVersion;
