//! Servers and calls of tests of transforms.

use super::orders::{NUMBER, ORDER};
use super::{Era, Server};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// The tool.
pub const TOOL: &str = "pyxsd_preview_transform";

/// A server with transforms enabled.
pub fn server(flags: &[&str]) -> Server {
    let flags: Vec<&str> = ["--execution-backend", "wasm"].into_iter().chain(flags.iter().copied()).collect();
    Server::start(Era::Session, &flags)
}

/// A workspace with the schema of orders and documents `<deed>.xml`, each an order that tells the component of the tests what to do.
pub fn deeds(server: &mut Server, component: &[u8], deeds: &[&str]) -> String {
    let workspace = server.workspace(&[("order.xsd", ORDER), ("types/number.xsd", NUMBER)]);
    let file = json!({"path": "guest.wasm", "base64": STANDARD.encode(component)});
    server.data("pyxsd_put_files", json!({"workspace_id": workspace, "files": [file]}));
    let documents: Vec<(String, String)> = deeds.iter().map(|deed| (format!("{deed}.xml"), order(deed))).collect();
    let documents: Vec<(&str, &str)> = documents.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    server.put(&workspace, &documents);
    workspace
}

/// A valid order that tells what to do.
pub fn order(deed: &str) -> String {
    format!("<?do {deed}?>\n<order xmlns=\"urn:order\">\n  <line>1</line>\n  <line>2</line>\n</order>\n")
}

/// Arguments of a transform of an order.
pub fn arguments(workspace: &str, document: &str, transform: Value) -> Value {
    json!({
        "workspace_id": workspace,
        "document": {"path": document},
        "source_schema": {"source": {"path": "order.xsd"}},
        "transform": transform,
    })
}

/// Arguments of a run of the component of the tests.
pub fn component(workspace: &str, deed: &str) -> Value {
    arguments(workspace, &format!("{deed}.xml"), json!({"kind": "component", "path": "guest.wasm"}))
}

/// Arguments of a run of Python.
pub fn python(workspace: &str, document: &str, source: &str) -> Value {
    arguments(workspace, document, json!({"kind": "python", "source": source}))
}

/// Arguments of a pipeline.
pub fn pipeline(workspace: &str, document: &str, steps: Value) -> Value {
    arguments(workspace, document, json!({"kind": "pipeline", "steps": steps}))
}

/// The contents of a retained file, which is read at the path that the reply names.
pub fn contents(artifact: &Value) -> Vec<u8> {
    std::fs::read(artifact["path"].as_str().expect("a path")).expect("a retained file")
}

/// The same, as text.
pub fn text(artifact: &Value) -> String {
    String::from_utf8(contents(artifact)).expect("UTF-8")
}
