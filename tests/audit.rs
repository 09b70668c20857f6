//! Audit events: one for each operation, in a file and on the log, and nothing in them that is not theirs to tell.

mod support;

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use support::orders::{order, question, schemas, validate};
use support::{Era, Server};

const MEMBERS: [&str; 10] = [
    "time",
    "operation",
    "status",
    "duration_us",
    "workspace_id",
    "generation",
    "cache",
    "inputs",
    "fuel",
    "memory_bytes",
];

fn events(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("the audit file");
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("not an event: {line}"))).collect()
}

fn statuses(events: &[Value]) -> Vec<(&str, &str)> {
    events.iter().map(|event| (event["operation"].as_str().unwrap(), event["status"].as_str().unwrap())).collect()
}

#[test]
fn every_operation_is_recorded_with_what_it_cost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("audit.jsonl");
    let mut server = Server::start(Era::Session, &["--audit-file", path.to_str().unwrap()]);
    let workspace = schemas(&mut server);
    for _ in 0..2 {
        validate(&mut server, &workspace, "doc.xml");
    }
    server.fault("pyxsd_validate_document", question(&workspace, "none.xml"), "not_found");
    server.request("tools/call", json!({"name": "nope", "arguments": {}}));
    server.request("resources/read", json!({"uri": "pyxsd://capabilities"}));
    server.request("resources/read", json!({"uri": "pyxsd://none"}));
    assert!(server.end().status.success());

    let events = events(&path);
    let expected = [
        ("pyxsd_manage_workspace", "ok"),
        ("pyxsd_put_files", "ok"),
        ("pyxsd_validate_document", "ok"),
        ("pyxsd_validate_document", "ok"),
        ("pyxsd_validate_document", "not_found"),
        ("resources/read", "ok"),
        ("resources/read", "not_found"),
    ];
    assert_eq!(statuses(&events), expected);
    for event in &events {
        let names: Vec<&str> = event.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(names, MEMBERS);
        assert!(event["duration_us"].is_u64() && event["time"].as_str().unwrap().ends_with('Z'));
    }
    let [first, second] = [&events[2], &events[3]];
    assert_eq!((&first["cache"], &second["cache"]), (&json!("miss"), &json!("hit")));
    assert_eq!((&first["workspace_id"], &first["generation"]), (&json!(workspace), &json!(1)));
    assert_eq!(first["inputs"].as_array().unwrap().len(), 3);
    assert_eq!(events[1]["inputs"].as_array().unwrap().len(), 3, "the uploads");
    assert!(first["fuel"].as_u64().unwrap() > second["fuel"].as_u64().unwrap());
    assert!(first["memory_bytes"].as_u64().unwrap() > 1 << 20);
    // A fault has what was known by then.
    assert_eq!((&events[4]["workspace_id"], &events[4]["fuel"]), (&json!(workspace), &Value::Null));
}

#[test]
fn faults_and_cancelled_calls_keep_the_digests_of_their_inputs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("audit.jsonl");
    let flags = ["--audit-file", path.to_str().unwrap(), "--limit", "fuel_validate=1M+0"];
    let mut server = Server::start(Era::Session, &flags);
    let workspace = schemas(&mut server);
    let put = server.put(&workspace, &[("large.xml", &order(40_000, "1"))]);
    server.fault("pyxsd_validate_document", question(&workspace, "large.xml"), "worker_fuel");
    let cancelled = server.begin(
        "tools/call",
        json!({"name": "pyxsd_validate_document", "arguments": question(&workspace, "large.xml")}),
    );
    server.send(
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": cancelled}}).to_string(),
    );
    server.data("pyxsd_capabilities", json!({}));
    assert!(server.end().rest.is_empty());
    let events = events(&path);
    let of = |status: &str| events.iter().find(|event| event["status"] == status).expect(status);
    assert_eq!(of("worker_fuel")["inputs"][0], put["files"][0]["digest"]);
    let cancelled = of("cancelled");
    assert_eq!(cancelled["operation"], "pyxsd_validate_document");
    // It may have been cancelled before it began.
    assert!(cancelled["workspace_id"] == workspace.as_str() || cancelled["workspace_id"].is_null());
}

/// What no event may tell: contents, paths, names, arguments, where things are on the machine.
#[test]
fn events_tell_nothing_of_contents_paths_and_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("audit.jsonl");
    let state = folder.path().join("secret-state");
    let flags = ["--audit-file", path.to_str().unwrap(), "--state-dir", state.to_str().unwrap(), "--log", "info"];
    let mut server = Server::start(Era::Session, &flags);
    let workspace = schemas(&mut server);
    server.put(&workspace, &[("secret-folder/secret.xml", &order(60, "secret-text"))]);
    let data = validate(&mut server, &workspace, "secret-folder/secret.xml");
    let report = data["report"].clone();
    server.data("pyxsd_read_artifact", json!({"artifact_id": report["artifact_id"]}));
    server.data("pyxsd_explain_issue", json!({"artifact_id": report["artifact_id"], "index": 0}));
    server.data("pyxsd_list_artifacts", json!({}));
    server.request("resources/read", json!({"uri": "pyxsd://secret-resource"}));
    server.fault("pyxsd_validate_document", question("secret-workspace", "x"), "not_found");
    server.fault("pyxsd_validate_document", question(&workspace, "secret-none.xml"), "not_found");
    server.fault("pyxsd_manage_workspace", json!({"action": "secret-action"}), "invalid_argument");
    server.fault("pyxsd_explain_issue", json!({"code": "secret-code"}), "invalid_argument");
    server.put(&workspace, &[("secret-broken.xml", "<secret-element")]);
    server.fault("pyxsd_validate_document", question(&workspace, "secret-broken.xml"), "invalid_xml");
    server.data("pyxsd_delete_artifact", json!({"artifact_id": report["artifact_id"]}));
    let ended = server.end();

    let text = std::fs::read_to_string(&path).unwrap();
    let count = events(&path).len();
    assert!(count >= 14, "{count}");
    let logged: Vec<&str> = ended.errors.lines().filter(|line| line.contains("pyxsd_mcp::audit")).collect();
    assert_eq!(logged.len(), count, "{}", ended.errors);
    let place = folder.path().to_str().unwrap();
    let scratch = std::env::temp_dir();
    let artifact = report["artifact_id"].as_str().unwrap();
    for forbidden in ["secret", "urn:order", "order.xsd", ".xml", "<", place, scratch.to_str().unwrap(), artifact, "/"]
    {
        let found = text.lines().find(|line| line.replace("resources/read", "").contains(forbidden));
        assert_eq!(found, None, "{forbidden}");
    }
    // The same events on the log; other lines of the log keep contents and places out as well.
    for forbidden in ["secret", "urn:order", place] {
        let found = ended.errors.lines().find(|line| line.contains(forbidden));
        assert_eq!(found, None, "{forbidden}");
    }
    let digests: BTreeSet<&str> = text.split('"').filter(|word| word.starts_with("sha256:")).collect();
    assert!(digests.len() >= 3);
}

#[test]
fn an_audit_file_that_cannot_be_had_stops_the_start_and_one_that_fails_later_stops_nothing() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(at("target"), "").unwrap();
    symlink(at("target"), at("link")).unwrap();
    for (path, why) in [(at("link"), "it is a link"), (at("none/file"), "No such file"), (at(""), "directory")] {
        let output = support::binary().args(["--audit-file", &path]).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{path}");
        assert!(errors.contains("--audit-file") && errors.contains(why), "{errors}");
    }

    // A file that may not grow: every write fails, as on a full disk.
    let mut command = std::process::Command::new("sh");
    let run = format!("ulimit -f 0; trap '' XFSZ; exec \"$0\" --no-persist --audit-file '{}'", at("full"));
    command.args(["-c", &run, env!("CARGO_BIN_EXE_pyxsd-mcp")]);
    let mut server = Server::of(command, Era::Inline);
    for _ in 0..3 {
        server.data("pyxsd_capabilities", json!({}));
    }
    let ended = server.end();
    assert!(ended.status.success());
    assert_eq!(ended.errors.matches("audit file cannot be written").count(), 1, "{}", ended.errors);
    assert_eq!(std::fs::read(at("full")).unwrap(), b"");
}

#[test]
fn several_servers_append_whole_lines_to_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("audit.jsonl");
    let flags = ["--audit-file", path.to_str().unwrap()];
    let mut servers: Vec<Server> = (0..3).map(|_| Server::start(Era::Session, &flags)).collect();
    for _ in 0..20 {
        for server in &mut servers {
            server.begin("tools/call", json!({"name": "pyxsd_capabilities", "arguments": {}}));
        }
    }
    for server in servers {
        assert_eq!(server.end().rest.len(), 20);
    }
    assert_eq!(events(&path).len(), 60);
}
