//! Replies that are larger than a reply may be: retained once, as a whole, and referred to.

use crate::envelope::{Provenance, Reply, Warning};
use crate::fault::{Fault, FaultCode, Outcome};
use crate::host::Host;
use crate::store::{ArtifactRef, Draft, Kind};
use serde_json::{Map, Value, json};

const FILENAME: &str = "result.json";
/// Longest text that a summary repeats.
const SUMMARY_TEXT_BYTES: usize = 200;
/// Longest list of texts that it repeats.
const SUMMARY_LIST_BYTES: usize = 1024;

/// The reply itself where it fits; else its envelope becomes an artifact of kind `result`, and the reply that refers to it is given.
pub async fn fitted(host: &Host, reply: Reply) -> Outcome<Reply> {
    let result_bytes = host.settings.limits.result_bytes;
    let envelope = reply.to_json().to_string();
    let bytes = envelope.len() as u64;
    if bytes <= result_bytes {
        return Ok(reply);
    }
    let artifact = host.retain(Draft::json(Kind::Result, FILENAME), envelope.into_bytes()).await?;
    shortened(spilled(reply, artifact, bytes), result_bytes)
}

fn spilled(reply: Reply, artifact: ArtifactRef, bytes: u64) -> Reply {
    let data = json!({"spilled": true, "bytes": bytes, "artifact": artifact, "summary": summary(&reply.data)});
    let mut artifacts = reply.artifacts;
    artifacts.push(artifact);
    Reply { data, artifacts, ..reply }
}

/// What a reader needs to decide whether to read on: every number, truth value and short text of the data, how long its
/// lists are, and short lists of texts, such as the ids of a few roots.
fn summary(data: &Value) -> Value {
    let Value::Object(members) = data else { return json!({}) };
    let mut summary = Map::new();
    for (name, value) in members {
        match value {
            Value::Null | Value::Bool(_) | Value::Number(_) => _ = summary.insert(name.clone(), value.clone()),
            Value::String(text) if text.len() <= SUMMARY_TEXT_BYTES => _ = summary.insert(name.clone(), value.clone()),
            Value::String(text) => _ = summary.insert(format!("{name}_bytes"), json!(text.len())),
            Value::Array(items) => {
                summary.insert(format!("{name}_total"), json!(items.len()));
                if !items.is_empty()
                    && items.iter().all(Value::is_string)
                    && value.to_string().len() <= SUMMARY_LIST_BYTES
                {
                    summary.insert(name.clone(), value.clone());
                }
            }
            Value::Object(_) => _ = summary.insert(name.clone(), self::summary(value)),
        }
    }
    Value::Object(summary)
}

/// Leaves out what the artifact has anyway, until the reply fits; the summary stays as long as it can.
fn shortened(mut reply: Reply, result_bytes: u64) -> Outcome<Reply> {
    let steps: [fn(&mut Reply); 4] = [
        |reply| {
            let total = reply.artifacts.len();
            if total > 1 {
                reply.artifacts.drain(..total - 1);
                let message = format!("{} artifacts are named in the spilled reply only.", total - 1);
                reply.warnings.push(Warning { code: "artifacts_in_result".to_owned(), message });
            }
        },
        |reply| reply.provenance = Provenance::default(),
        |reply| reply.warnings.clear(),
        |reply| reply.data["summary"] = json!({}),
    ];
    for step in steps {
        if reply.bytes() <= result_bytes {
            return Ok(reply);
        }
        step(&mut reply);
    }
    if reply.bytes() <= result_bytes {
        return Ok(reply);
    }
    let message = "The reply was retained, but not even its reference fits a reply.";
    Err(Fault::new(FaultCode::ResponseLimit, message)
        .with("limit", "result_bytes")
        .with("maximum", result_bytes)
        .with("artifact_id", reply.data["artifact"]["artifact_id"].clone())
        .with("flag", "--limit result_bytes=VALUE"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_has_counts_and_only_short_lists_of_texts() {
        let data = json!({"valid": false, "counts": {"errors": 3, "by_code": {"a": 3}}, "issues": [1, 2, 3], "roots": ["a", "b"], "all": vec!["abc"; 300], "report": null, "text": "x".repeat(300)});
        let expected = json!({"valid": false, "counts": {"errors": 3, "by_code": {"a": 3}}, "issues_total": 3, "roots_total": 2, "roots": ["a", "b"], "all_total": 300, "report": null, "text_bytes": 300});
        assert_eq!(summary(&data), expected);
    }
}
