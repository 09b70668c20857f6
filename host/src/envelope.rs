//! The envelope: the one shape of every tool's answer.

use crate::digest::Digest;
use crate::fault::{DETAIL_ITEMS, Fault};
use crate::store::ArtifactRef;
use crate::workspace::Snapshot;
use serde_json::{Map, Value, json};

/// More than the readings of a worker take up in an envelope.
const READINGS_BYTES: u64 = 320;

/// A successful answer.
#[derive(Debug, Clone, Default)]
pub struct Reply {
    /// What the tool gives.
    pub data: Value,
    /// For paged tools.
    pub page: Option<Page>,
    /// What the caller should know beside.
    pub warnings: Vec<Warning>,
    /// What was retained.
    pub artifacts: Vec<ArtifactRef>,
    /// What it was made from.
    pub provenance: Provenance,
}

/// Where a page ends.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Page {
    /// Items of this page.
    pub returned: u64,
    /// Asks for the next page; null on the last.
    pub next_cursor: Option<String>,
    /// Whether the page was made shorter than asked for, to fit the reply.
    pub truncated: bool,
}

/// A warning.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Warning {
    /// Stable code.
    pub code: String,
    /// One sentence.
    pub message: String,
}

/// What an answer was made from.
#[derive(Debug, Clone, Default)]
pub struct Provenance {
    members: Map<String, Value>,
    /// All of them, where the member has the first ten.
    inputs: Vec<Digest>,
}

impl Provenance {
    /// Of an operation on a workspace that read these files.
    pub fn of<'a>(snapshot: &Snapshot, inputs: impl IntoIterator<Item = (&'a str, Digest)>) -> Provenance {
        let (listed, inputs): (Vec<Value>, Vec<Digest>) =
            inputs.into_iter().map(|(path, digest)| (json!({"path": path, "digest": digest}), digest)).unzip();
        let Provenance { mut members, .. } = Provenance::of_workspace(&snapshot.workspace_id, snapshot.generation);
        insert_list(&mut members, "inputs", listed);
        Provenance { members, inputs }
    }

    /// Of an operation that touched a workspace but read none of its files.
    pub fn of_workspace(workspace_id: &str, generation: u64) -> Provenance {
        let mut members = Map::new();
        members.insert("workspace_id".into(), json!(workspace_id));
        members.insert("generation".into(), json!(generation));
        Provenance { members, inputs: Vec::new() }
    }

    /// Adds the schema: its fingerprint and its documents as `{path, digest, namespace}`.
    #[must_use]
    pub fn with_schema(mut self, fingerprint: Digest, documents: Vec<Value>) -> Provenance {
        let mut schema = Map::new();
        schema.insert("fingerprint".into(), json!(fingerprint));
        insert_list(&mut schema, "documents", documents);
        self.members.insert("schema".into(), Value::Object(schema));
        self
    }

    /// Adds the readings of the worker.
    #[must_use]
    pub fn with_worker(mut self, worker: Value) -> Provenance {
        self.members.insert("worker".into(), worker);
        self
    }

    /// The workspace and its generation.
    pub fn workspace(&self) -> Option<(&str, u64)> {
        Some((self.members.get("workspace_id")?.as_str()?, self.members.get("generation")?.as_u64()?))
    }

    /// Digests of all files that were read, in their order.
    pub fn inputs(&self) -> &[Digest] {
        &self.inputs
    }

    /// One of the worker's readings.
    pub fn reading(&self, name: &str) -> Option<&Value> {
        self.members.get("worker")?.get(name)
    }
}

/// The first ten members of a list, and how many there are.
fn insert_list(object: &mut Map<String, Value>, key: &str, mut items: Vec<Value>) {
    let total = items.len();
    items.truncate(DETAIL_ITEMS);
    object.insert(key.to_owned(), Value::Array(items));
    object.insert(format!("{key}_total"), json!(total));
}

impl Reply {
    /// An answer with nothing but data.
    pub fn of(data: Value) -> Reply {
        Reply { data, ..Reply::default() }
    }

    /// The envelope.
    pub fn to_json(&self) -> Value {
        let mut envelope = Map::new();
        envelope.insert("ok".into(), json!(true));
        envelope.insert("data".into(), self.data.clone());
        if let Some(page) = &self.page {
            envelope.insert("page".into(), json!(page));
        }
        envelope.insert("warnings".into(), json!(self.warnings));
        envelope.insert("artifacts".into(), json!(self.artifacts));
        envelope.insert("provenance".into(), Value::Object(self.provenance.members.clone()));
        Value::Object(envelope)
    }

    /// Bytes of the envelope as text.
    pub fn bytes(&self) -> u64 {
        self.to_json().to_string().len() as u64
    }

    /// At least as many bytes, the same whatever the readings of the worker are: what is fitted to a reply must not depend on them.
    pub fn steady_bytes(&self) -> u64 {
        let readings = self.provenance.members.get("worker").map_or(0, |worker| worker.to_string().len() as u64);
        self.bytes() - readings + readings.max(READINGS_BYTES)
    }
}

/// The envelope of a fault.
pub fn fault_envelope(fault: &Fault) -> Value {
    json!({"ok": false, "error": fault.to_json()})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::FaultCode;

    #[test]
    fn a_success_and_a_fault_have_the_keys_that_are_promised() {
        let reply = Reply::of(json!({"x": 1}));
        assert_eq!(
            reply.to_json().to_string(),
            r#"{"ok":true,"data":{"x":1},"warnings":[],"artifacts":[],"provenance":{}}"#
        );
        let fault = Fault::new(FaultCode::ServerBusy, "full");
        assert_eq!(
            fault_envelope(&fault).to_string(),
            r#"{"ok":false,"error":{"code":"server_busy","message":"full","retryable":true,"details":{}}}"#
        );
    }
}
