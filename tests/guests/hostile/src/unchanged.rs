//! Interfaces of transforms that no test misuses: nothing is ever different.

use crate::Hostile;
use crate::bindings::exports::pyxsd::worker::types::{Binding, Failure, Limits};
use crate::bindings::exports::pyxsd::worker::{diffs, edits, handover};

impl handover::Guest for Hostile {
    fn node_table(
        _: handover::SchemaBorrow<'_>,
        _: String,
        _: Binding,
        _: String,
        _: Limits,
    ) -> Result<Vec<u8>, Failure> {
        Ok(Vec::new())
    }
}

impl edits::Guest for Hostile {
    fn check(_: edits::SchemaBorrow<'_>, _: edits::Step) -> Result<(), edits::EditFailure> {
        Ok(())
    }

    fn apply(
        _: edits::SchemaBorrow<'_>,
        _: String,
        _: edits::Step,
        _: String,
        _: Limits,
    ) -> Result<edits::Edited, edits::EditFailure> {
        Ok(edits::Edited { document: Vec::new(), selected: 0, changed: 0, warnings: Vec::new() })
    }
}

impl diffs::Guest for Hostile {
    fn structural(_: String, _: String, _: u32, _: Limits) -> Result<diffs::StructuralDiff, diffs::DiffFailure> {
        let none = diffs::DiffCounts { added: 0, removed: 0, changed: 0, moved: 0 };
        Ok(diffs::StructuralDiff { content: none, remarks: none, differences: Vec::new() })
    }
}
