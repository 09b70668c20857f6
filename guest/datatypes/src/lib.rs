//! XML Schema datatypes: lexical forms to values, equality, order, facets, and the pattern dialect (XSD 1.0 and 1.1, part 2).

mod binary;
mod builtin;
mod calendar;
mod check;
mod conflict;
mod decimal;
mod duration;
mod effective;
mod enumeration;
mod explain;
mod facet;
mod float;
mod fraction;
mod moment;
mod names;
pub mod pattern;
mod restriction;
mod satisfy;
mod simple_type;
mod uri;
mod value;
mod version;
mod white_space;

pub use builtin::{Builtin, Primitive};
pub use decimal::Decimal;
pub use duration::Duration;
pub use facet::{FacetDeclaration, FacetError, FacetKind, FacetProblem, WhiteSpace};
pub use fraction::Fraction;
pub use moment::Moment;
pub use simple_type::{BEYOND_BOUNDS, IdKind, NoContext, SimpleType, ValueContext, ValueError, Variety};
pub use value::{QNameValue, Value};
pub use version::XsdVersion;
