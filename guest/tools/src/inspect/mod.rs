//! What a schema has: the overview, descriptions of components, stubs.

mod content;
mod description;
mod overview;
mod stub;
mod walk;

pub use content::{AttributeNode, ContentNode, ParticleKind, ParticleNode};
pub use description::{Description, Facet, IdentityNode};
pub(crate) use description::{derivations, paths};
pub use overview::{Counts, Overview, overview};
pub(crate) use stub::telling_facets;
pub use stub::{StubForm, stub};
pub use walk::{Described, describe};

/// Levels that [`describe`] and [`stub`] go down at most.
pub const MAX_DEPTH: u32 = 8;
