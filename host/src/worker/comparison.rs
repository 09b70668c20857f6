//! What comparing two schemas gives.

use super::bindings::exports::pyxsd::worker::comparison::Differences;
use super::request::Readings;
use super::schema::SchemaSummary;
use serde_json::{Value, json};

/// What is different between two schemas.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareOutcome {
    /// The `data` of a reply, without the corpus.
    pub data: Value,
    /// The old schema.
    pub old: SchemaSummary,
    /// The new schema.
    pub new: SchemaSummary,
    /// What the call cost.
    pub readings: Readings,
}

pub(super) fn differences(found: Differences) -> Value {
    let changed: Vec<&String> = found.changed.iter().map(|change| &change.id).collect();
    let details: Vec<Value> = found
        .changed
        .iter()
        .map(|change| {
            let fields = change.changes.iter();
            let fields = fields.map(|field| json!({"field": field.field, "old": field.old, "new": field.new}));
            json!({"id": change.id, "changes": fields.collect::<Vec<_>>()})
        })
        .collect();
    let impact: Vec<Value> =
        found.potential_impact.iter().map(|impact| json!({"id": impact.id, "because": impact.because})).collect();
    json!({
        "namespace_changed": found.namespace_changed,
        "totals": {"added": found.added.len(), "removed": found.removed.len(), "changed": changed.len()},
        "added": found.added,
        "removed": found.removed,
        "changed": changed,
        "changed_details": details,
        "potential_impact": impact,
    })
}
