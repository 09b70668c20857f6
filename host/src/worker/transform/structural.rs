//! What is different between two documents as trees.

use crate::worker::bindings::exports::pyxsd::worker::diffs as wit;
use crate::worker::report::Location;
use serde::Serialize;

/// Format of a structural difference.
const FORMAT: &str = "pyxsd-structural-diff/1";

/// What comparing two documents gives.
#[derive(Clone, Debug, PartialEq)]
pub struct StructuralOutcome {
    /// The difference.
    pub diff: StructuralDiff,
    /// Differences of elements, attributes and text.
    pub differences: u64,
}

/// `{format, totals, remarks, listed, differences: [{kind, node, old, new, elements?}]}`; `old` and `new` are `{location, value, position?}`.
///
/// It is written as it stands. Millions of steps to the places of differences would take gigabytes as values of JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StructuralDiff {
    format: &'static str,
    totals: Counts,
    remarks: Counts,
    listed: usize,
    differences: Vec<Difference>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Counts {
    added: u64,
    removed: u64,
    changed: u64,
    moved: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Difference {
    kind: &'static str,
    node: &'static str,
    old: Option<Occurrence>,
    new: Option<Occurrence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elements: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Occurrence {
    location: Location,
    value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<u32>,
}

pub(in crate::worker) fn outcome(diff: wit::StructuralDiff) -> StructuralOutcome {
    let counts = |wit::DiffCounts { added, removed, changed, moved }| Counts { added, removed, changed, moved };
    let (totals, remarks) = (counts(diff.content), counts(diff.remarks));
    let Counts { added, removed, changed, moved } = totals;
    let differences: Vec<Difference> = diff.differences.into_iter().map(difference).collect();
    StructuralOutcome {
        diff: StructuralDiff { format: FORMAT, totals, remarks, listed: differences.len(), differences },
        differences: added + removed + changed + moved,
    }
}

fn difference(difference: wit::Difference) -> Difference {
    Difference {
        kind: match difference.kind {
            wit::DifferenceKind::Added => "added",
            wit::DifferenceKind::Removed => "removed",
            wit::DifferenceKind::Changed => "changed",
            wit::DifferenceKind::Moved => "moved",
        },
        node: match difference.node {
            wit::DiffNode::Element => "element",
            wit::DiffNode::Attribute => "attribute",
            wit::DiffNode::Text => "text",
            wit::DiffNode::Comment => "comment",
            wit::DiffNode::ProcessingInstruction => "processing-instruction",
        },
        old: difference.old.map(occurrence),
        new: difference.new.map(occurrence),
        elements: (difference.elements > 0).then_some(difference.elements),
    }
}

fn occurrence(occurrence: wit::Occurrence) -> Occurrence {
    Occurrence { location: occurrence.location.into(), value: occurrence.value, position: occurrence.position }
}
