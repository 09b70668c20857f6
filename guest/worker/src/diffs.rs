//! The interface `diffs`.

use crate::Component;
use crate::bindings::exports::pyxsd::worker::diffs as wit;
use crate::bindings::exports::pyxsd::worker::types::{Failure, Limits, Role};
use crate::{capture, failure, issue, options};
use pyxsd_edit::{Counts, DiffError, DiffNode, Difference, DifferenceKind, Occurrence};

impl wit::Guest for Component {
    fn structural(
        old: String,
        new: String,
        entries: u32,
        limits: Limits,
    ) -> Result<wit::StructuralDiff, wit::DiffFailure> {
        let old_bytes = read(&old, &limits).map_err(wit::DiffFailure::Old)?;
        let new_bytes = read(&new, &limits).map_err(wit::DiffFailure::New)?;
        let options = options::parse(&limits, limits.xml_bytes);
        let found = pyxsd_edit::structural(&old_bytes, &new_bytes, entries as usize, &options);
        let found = found.map_err(|error| match error {
            DiffError::Old(error) => wit::DiffFailure::Old(failure::xml(&old, Role::Document, &error)),
            DiffError::New(error) => wit::DiffFailure::New(failure::xml(&new, Role::Document, &error)),
        })?;
        Ok(wit::StructuralDiff {
            content: counts(found.content),
            remarks: counts(found.remarks),
            differences: found.differences.into_iter().map(difference).collect(),
        })
    }
}

fn read(path: &str, limits: &Limits) -> Result<Vec<u8>, Failure> {
    capture::read(path, limits.xml_bytes).ok_or_else(|| failure::not_found(path.to_owned(), Role::Document))
}

fn counts(counts: Counts) -> wit::DiffCounts {
    wit::DiffCounts { added: counts.added, removed: counts.removed, changed: counts.changed, moved: counts.moved }
}

fn difference(difference: Difference) -> wit::Difference {
    wit::Difference {
        kind: match difference.kind {
            DifferenceKind::Added => wit::DifferenceKind::Added,
            DifferenceKind::Removed => wit::DifferenceKind::Removed,
            DifferenceKind::Changed => wit::DifferenceKind::Changed,
            DifferenceKind::Moved => wit::DifferenceKind::Moved,
        },
        node: match difference.node {
            DiffNode::Element => wit::DiffNode::Element,
            DiffNode::Attribute => wit::DiffNode::Attribute,
            DiffNode::Text => wit::DiffNode::Text,
            DiffNode::Comment => wit::DiffNode::Comment,
            DiffNode::ProcessingInstruction => wit::DiffNode::ProcessingInstruction,
        },
        old: difference.old.map(occurrence),
        new: difference.new.map(occurrence),
        elements: difference.elements,
    }
}

fn occurrence(occurrence: Occurrence) -> wit::Occurrence {
    wit::Occurrence {
        location: issue::location(&occurrence.location),
        position: occurrence.position,
        value: occurrence.value,
    }
}
