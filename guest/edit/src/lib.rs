//! Registered operations on documents, and what differs between two documents.
//!
//! [`apply`] does one step to a document: it selects nodes of the document bound to a schema, finds the values of the step's expressions, and
//! then changes the source, in which every byte that no step touched stays as it is. The document need not be valid. What each operation
//! means is said in `wit/edits.wit`. [`structural`] compares two documents as trees, as `wit/diffs.wit` says.
//!
//! - Work is linear in the document but for expressions, which fuel bounds, and the bounded part of the comparison.
//! - Nothing recurses, whatever the depth.

mod diff;
mod error;
mod operations;
mod plan;
mod step;
#[cfg(test)]
mod tests;
mod tree;
mod write;

pub use diff::{Counts, DiffError, DiffNode, Difference, DifferenceKind, Occurrence, StructuralDiff, structural};
pub use error::{EditError, StepPart, Warning};
pub use step::{Content, KeyOrder, Operation, Position, Selection, Step, SuppliedNodes, Unmapped};

use operations::Change;
use pyxsd_datatypes::Moment;
use pyxsd_schema::Schema;
use pyxsd_validator::ValidateOptions;
use pyxsd_xml::Source;

/// The document after a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edited {
    /// XML in UTF-8.
    pub document: Vec<u8>,
    /// Nodes selected.
    pub selected: u64,
    /// Of these, the ones that the step changed.
    pub changed: u64,
    /// What a person should know.
    pub warnings: Vec<Warning>,
}

/// Finds what is wrong with a step in itself.
pub fn check(schema: &Schema, step: &Step) -> Result<(), EditError> {
    plan::prepare(schema, step).map(|_| ())
}

/// Does one step to a document. The schema must be free of errors, unresolved references and unsupported constructs; its name table is
/// extended during the call and cut back at the end.
pub fn apply(
    schema: &mut Schema,
    path: &str,
    bytes: &[u8],
    options: &ValidateOptions,
    step: &Step,
    now: Moment,
) -> Result<Edited, EditError> {
    let (prepared, plan) = plan::plan(schema, path, bytes, options, step, now)?;
    let source = Source::decode(bytes, &options.parse)?;
    let tree = tree::read(&source, &options.parse)?;
    let mut change = Change::new(tree, &prepared, plan.warnings, &options.parse);
    change.run(&step.operation, &plan.tasks)?;
    let (changed, warnings) = (change.changed, std::mem::take(&mut change.warnings.0));
    let document = write::document(change.tree, &source, bytes, &step.namespaces);
    Ok(Edited { document, selected: plan.selected, changed, warnings })
}
