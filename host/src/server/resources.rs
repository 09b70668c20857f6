//! Resources: what a client can read without a tool.

use super::skills;
use crate::audit;
use crate::fault::{Fault, FaultCode, Outcome};
use crate::host::Host;
use crate::operations::capabilities;
use crate::operations::issue_table::IssueTable;
use crate::store::{ArtifactId, Reading};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rmcp::model::{ErrorCode, ErrorData, Resource, ResourceContents, ResourceTemplate};
use serde_json::json;

const CAPABILITIES: &str = "pyxsd://capabilities";
const ISSUE_CODES: &str = "pyxsd://issue-codes";
const ARTIFACTS: &str = "pyxsd://artifacts/";
const JSON: &str = "application/json";

/// The resources that are always there. Artifacts come and go, and a list must not vary: they have a template instead.
pub fn list() -> Vec<Resource> {
    let mut resources = vec![
        Resource::new(CAPABILITIES, "capabilities")
            .with_title("Server capabilities")
            .with_description("Versions, limits, tool groups and execution backend: the data of pyxsd_capabilities.")
            .with_mime_type(JSON),
        Resource::new(ISSUE_CODES, "issue-codes")
            .with_title("Issue codes")
            .with_description(
                "Every issue code with severity, phase, rule, meaning and fixes. Causes and an example of one: pyxsd_explain_issue.",
            )
            .with_mime_type(JSON),
    ];
    resources.extend(skills::resources());
    resources
}

/// Families of resources.
pub fn templates() -> Vec<ResourceTemplate> {
    vec![
        ResourceTemplate::new("pyxsd://artifacts/{artifact_id}", "artifact")
            .with_title("Retained artifact")
            .with_description(
                "A retained output, whole where it fits a reply; else what it is and how to read ranges of it. Handles come from replies and \
                 pyxsd_list_artifacts.",
            ),
        skills::template(),
    ]
}

/// Reads a resource. Blocks. `not_found` where there is none.
pub fn read(host: &Host, uri: &str) -> Outcome<ResourceContents> {
    if uri == CAPABILITIES {
        let reply = capabilities::capabilities(host, serde_json::Map::new())?;
        return Ok(ResourceContents::text(reply.data.to_string(), uri).with_mime_type(JSON));
    }
    if uri == ISSUE_CODES {
        return Ok(ResourceContents::text(IssueTable::get().to_json().to_string(), uri).with_mime_type(JSON));
    }
    if let Some((_, file)) = crate::skills::at(uri) {
        return Ok(skills::contents(uri, file));
    }
    let id = uri.strip_prefix(ARTIFACTS).and_then(ArtifactId::parse).ok_or_else(|| unknown(uri))?;
    let reading = host.store.open(&id)?;
    audit::note(|known| known.inputs.push(reading.artifact.digest));
    artifact(&reading, uri, host.settings.limits.result_bytes)
}

fn artifact(reading: &Reading, uri: &str, result_bytes: u64) -> Outcome<ResourceContents> {
    // Bytes take a third more as base64, and text may need escapes; both are measured.
    if reading.artifact.size <= result_bytes {
        let contents = contents(reading, uri)?;
        let bytes = serde_json::to_vec(&contents).map_err(Fault::internal)?.len() as u64;
        if bytes <= result_bytes {
            return Ok(contents);
        }
    }
    let how = "The artifact is larger than a reply may be. Read ranges with pyxsd_read_artifact {artifact_id, offset, length}, or the file at \
               `path` on the server's machine.";
    let described = json!({"artifact": reading.artifact, "how_to_read": how});
    Ok(ResourceContents::text(described.to_string(), uri).with_mime_type(JSON))
}

fn contents(reading: &Reading, uri: &str) -> Outcome<ResourceContents> {
    let bytes = reading.whole()?;
    let media_type = &reading.artifact.media_type;
    let contents = match String::from_utf8(bytes) {
        Ok(text) if is_text(media_type) => ResourceContents::text(text, uri),
        Ok(text) => ResourceContents::blob(STANDARD.encode(text), uri),
        Err(bytes) => ResourceContents::blob(STANDARD.encode(bytes.as_bytes()), uri),
    };
    Ok(contents.with_mime_type(media_type.clone()))
}

fn is_text(media_type: &str) -> bool {
    media_type.starts_with("text/") || media_type.ends_with("json") || media_type.ends_with("xml")
}

fn unknown(uri: &str) -> Fault {
    Fault::new(FaultCode::NotFound, "There is no such resource.").with("id", uri).with("role", "resource")
}

/// An address that leads nowhere.
pub fn unknown_address(uri: &str, message: &'static str) -> ErrorData {
    ErrorData::new(ErrorCode::INVALID_PARAMS, message, Some(json!({ "uri": uri })))
}

/// A fault as an error of the protocol: reading a resource has no envelope.
pub fn to_error(uri: &str, fault: &Fault) -> ErrorData {
    if fault.code == FaultCode::NotFound {
        return unknown_address(uri, "There is no such resource.");
    }
    let data = json!({"uri": uri, "code": fault.code.name(), "retryable": fault.code.entry().retryable});
    ErrorData::new(ErrorCode::INTERNAL_ERROR, fault.message.clone(), Some(data))
}
