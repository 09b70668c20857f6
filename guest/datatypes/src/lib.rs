//! XML Schema datatypes: lexical forms to values, equality, order, facets, and the pattern dialect (XSD 1.0 and 1.1, part 2).

mod assertion;
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
mod timeline;
mod uri;
mod value;
mod version;
mod white_space;

pub use assertion::{Refusal, TypedItem, ValueTest};
pub use builtin::{Builtin, Primitive};
pub use decimal::{Decimal, Rounding};
pub use duration::Duration;
pub use facet::{FacetDeclaration, FacetError, FacetKind, FacetProblem, WhiteSpace};
pub use fraction::Fraction;
pub use moment::Moment;
pub use names::{is_ncname, is_ncname_char, is_ncname_start, split_qname};
pub use simple_type::{BEYOND_BOUNDS, IdKind, NoContext, SimpleType, ValueContext, ValueError, Variety};
pub use value::{QNameValue, Value};
pub use version::XsdVersion;
