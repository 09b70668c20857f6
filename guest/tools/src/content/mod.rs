//! Content models as people and tools read them: what a type says itself, one-line expressions, members with their occurrence.

mod expression;
mod members;
mod own;

pub(crate) use expression::{Names, expression, occurs_suffix, wildcard, wildcard_text};
pub(crate) use members::{Member, MemberTerm, members};
pub(crate) use own::{added_uses, assertions, own_assertions, own_particles, own_uses, uses_of_group};

use pyxsd_schema::Schema;
use pyxsd_schema::components::*;

/// The particle of a complex type with element content.
pub(crate) fn particle(schema: &Schema, id: TypeId) -> Option<&Particle> {
    match &complex(schema, id)?.content {
        Content::Elements { particle, .. } => Some(particle),
        Content::Empty | Content::Simple { .. } => None,
    }
}

/// A type as a complex one.
pub(crate) fn complex(schema: &Schema, id: TypeId) -> Option<&ComplexType> {
    match &schema.components.type_(id).detail {
        TypeDetail::Complex(complex) => Some(complex),
        TypeDetail::Simple(_) => None,
    }
}
