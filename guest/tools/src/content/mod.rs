//! Content models as people and tools read them: what a type says itself, one-line expressions, members with their occurrence.

mod expression;
mod members;
mod own;

pub(crate) use expression::{Names, expression, occurs_suffix, wildcard, wildcard_text};
pub(crate) use members::{Member, MemberTerm, members};
pub(crate) use own::{added_uses, assertions, own_assertions, own_particles, own_uses, uses_of_group};
