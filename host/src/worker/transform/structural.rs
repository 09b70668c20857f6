//! What is different between two documents as trees.

use crate::worker::bindings::exports::pyxsd::worker::diffs as wit;
use crate::worker::report::Location;
use serde_json::{Value, json};

/// Format of a structural difference.
const FORMAT: &str = "pyxsd-structural-diff/1";

/// What comparing two documents gives.
#[derive(Clone, Debug, PartialEq)]
pub struct StructuralOutcome {
    /// `{format, totals, remarks, listed, differences: [{kind, node, old, new, elements?}]}`; `old` and `new` are `{location, position?, value}`.
    pub diff: Value,
    /// Differences of elements, attributes and text.
    pub differences: u64,
}

pub(in crate::worker) fn outcome(diff: wit::StructuralDiff) -> StructuralOutcome {
    let counts = |counts: &wit::DiffCounts| json!({"added": counts.added, "removed": counts.removed, "changed": counts.changed, "moved": counts.moved});
    let wit::DiffCounts { added, removed, changed, moved } = diff.content;
    let (totals, remarks) = (counts(&diff.content), counts(&diff.remarks));
    let listed: Vec<Value> = diff.differences.into_iter().map(difference).collect();
    StructuralOutcome {
        diff: json!({
            "format": FORMAT,
            "totals": totals,
            "remarks": remarks,
            "listed": listed.len(),
            "differences": listed,
        }),
        differences: added + removed + changed + moved,
    }
}

fn difference(difference: wit::Difference) -> Value {
    let kind = match difference.kind {
        wit::DifferenceKind::Added => "added",
        wit::DifferenceKind::Removed => "removed",
        wit::DifferenceKind::Changed => "changed",
        wit::DifferenceKind::Moved => "moved",
    };
    let node = match difference.node {
        wit::DiffNode::Element => "element",
        wit::DiffNode::Attribute => "attribute",
        wit::DiffNode::Text => "text",
        wit::DiffNode::Comment => "comment",
        wit::DiffNode::ProcessingInstruction => "processing-instruction",
    };
    let mut told = json!({
        "kind": kind,
        "node": node,
        "old": difference.old.map(occurrence),
        "new": difference.new.map(occurrence),
    });
    if difference.elements > 0 {
        told["elements"] = json!(difference.elements);
    }
    told
}

fn occurrence(occurrence: wit::Occurrence) -> Value {
    let mut told = json!({"location": Location::from(occurrence.location), "value": occurrence.value});
    if let Some(position) = occurrence.position {
        told["position"] = json!(position);
    }
    told
}
