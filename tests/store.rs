//! Artifacts, as clients and people see them.

mod support;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use support::{ERAS, Era, Server, binary, envelope};

const SCHEMA: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="r"><xs:complexType><xs:sequence>
    <xs:element name="n" type="xs:int" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>"#;

fn document(numbers: usize, text: &str) -> String {
    format!("<r>\n{}</r>", format!("<n>{text}</n>\n").repeat(numbers))
}

fn with_state(era: Era, folder: &Path, limits: &[&str]) -> Server {
    let mut flags = vec!["--state-dir", folder.to_str().unwrap()];
    flags.extend(limits.iter().flat_map(|limit| ["--limit", limit]));
    Server::start(era, &flags)
}

fn workspace(server: &mut Server) -> String {
    server.workspace(&[("s.xsd", SCHEMA), ("ok.xml", &document(1, "1")), ("bad.xml", &document(120, "x"))])
}

fn question(workspace: &str, document: &str) -> Value {
    json!({"workspace_id": workspace, "document": {"path": document}, "schema_ref": {"source": {"path": "s.xsd"}}})
}

fn validate(server: &mut Server, workspace: &str, document: &str) -> Value {
    server.call("pyxsd_validate_document", question(workspace, document))
}

fn list(server: &mut Server) -> Vec<Value> {
    let mut arguments = json!({"page_size": 2});
    let mut artifacts = Vec::new();
    loop {
        let envelope = server.call("pyxsd_list_artifacts", arguments.clone());
        artifacts.extend(envelope["data"]["artifacts"].as_array().expect("artifacts").iter().cloned());
        let Some(cursor) = envelope["page"]["next_cursor"].as_str() else { return artifacts };
        arguments["cursor"] = json!(cursor);
    }
}

fn read_all(server: &mut Server, id: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let data = server.data("pyxsd_read_artifact", json!({"artifact_id": id, "offset": bytes.len()}));
        let part = STANDARD.decode(data["data"].as_str().unwrap()).unwrap();
        assert_eq!((&data["offset"], &data["length"]), (&json!(bytes.len()), &json!(part.len())));
        bytes.extend(part);
        if data["size"].as_u64().unwrap() == bytes.len() as u64 {
            return bytes;
        }
    }
}

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).unwrap().next().is_none()
}

#[test]
fn nothing_is_made_before_the_first_artifact_is_retained() {
    let folder = tempfile::tempdir().unwrap();
    let (project, state) = (folder.path().join("project"), folder.path().join("state"));
    std::fs::create_dir(&project).unwrap();
    for flags in [["--project-root", project.to_str().unwrap()], ["--state-dir", state.to_str().unwrap()]] {
        let mut server = Server::start(Era::Session, &flags);
        server.data("pyxsd_capabilities", json!({}));
        let workspace = workspace(&mut server);
        let envelope = validate(&mut server, &workspace, "ok.xml");
        assert_eq!((&envelope["data"]["valid"], &envelope["data"]["report"]), (&json!(true), &Value::Null));
        assert_eq!(envelope["artifacts"], json!([]));
        assert!(list(&mut server).is_empty());
        let absent = json!({"artifact_id": "0".repeat(32)});
        let error = server.fault("pyxsd_read_artifact", absent.clone(), "not_found");
        assert_eq!(error["details"]["role"], "artifact");
        assert_eq!(server.data("pyxsd_delete_artifact", absent.clone()), json!({"deleted": false}));
        server.fault("pyxsd_read_artifact", json!({"artifact_id": "../../etc/passwd"}), "not_found");
        assert!(server.end().status.success());
        assert!(is_empty(&project) && !state.exists());
    }
}

#[test]
fn the_report_on_an_invalid_document_stays_in_the_project() {
    for era in ERAS {
        let project = tempfile::tempdir().unwrap();
        let root = project.path().canonicalize().unwrap();
        let mut server = Server::start(era, &["--project-root", root.to_str().unwrap()]);
        let workspace = workspace(&mut server);
        let envelope = validate(&mut server, &workspace, "bad.xml");
        let report = envelope["data"]["report"].clone();
        assert_eq!(envelope["artifacts"], json!([report]), "{envelope}");
        assert_eq!(
            (&report["kind"], &report["filename"], &report["media_type"]),
            (&json!("report"), &json!("report.json"), &json!("application/json"))
        );
        assert!(
            report["path"].as_str().unwrap().starts_with(root.join(".pyxsd/mcp/store-v2/artifacts").to_str().unwrap())
        );
        assert!(server.end().status.success());

        let mut server = Server::start(era, &["--project-root", root.to_str().unwrap()]);
        assert_eq!(list(&mut server), std::slice::from_ref(&report));
        let bytes = read_all(&mut server, &report["artifact_id"]);
        assert_eq!(std::fs::read(report["path"].as_str().unwrap()).unwrap(), bytes);
        let report: Value = serde_json::from_slice(&bytes).unwrap();
        let keys: Vec<&String> = report.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["format", "valid", "counts", "collected", "suppressed", "fingerprints", "options", "issues"]);
        assert_eq!(
            (&report["format"], &report["valid"], &report["counts"]["errors"]),
            (&json!("pyxsd-report/1"), &json!(false), &json!(120))
        );
        assert_eq!(report["issues"].as_array().unwrap().len(), 120);
        assert_eq!(report["issues"][0], envelope["data"]["issues"][0]);
        assert_eq!(report["fingerprints"], envelope["data"]["fingerprints"]);
        assert_eq!(
            report["options"],
            json!({"binding": "lax", "namespaces": "strict", "xsd_version": "1.1", "namespace_schemas": {}})
        );
    }
}

#[test]
fn later_pages_refer_to_the_report_of_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = with_state(Era::Session, folder.path(), &[]);
    let workspace = workspace(&mut server);
    let first = validate(&mut server, &workspace, "bad.xml");
    let mut arguments = question(&workspace, "bad.xml");
    arguments["cursor"] = first["page"]["next_cursor"].clone();
    let second = server.call("pyxsd_validate_document", arguments.clone());
    assert_eq!(second["data"]["report"], first["data"]["report"]);
    assert_eq!((&second["artifacts"], &second["data"]["issues"][0]["line"]), (&json!([]), &json!(52)), "{second}");
    assert_eq!(list(&mut server).len(), 1);

    let id = first["data"]["report"]["artifact_id"].clone();
    assert_eq!(server.data("pyxsd_delete_artifact", json!({"artifact_id": id})), json!({"deleted": true}));
    let second = server.call("pyxsd_validate_document", arguments);
    assert_eq!((&second["data"]["report"], &second["warnings"][0]["code"]), (&Value::Null, &json!("report_deleted")));
    assert!(list(&mut server).is_empty());
    // Equal inputs give equal reports, under handles of their own.
    let (one, other) = (validate(&mut server, &workspace, "bad.xml"), validate(&mut server, &workspace, "bad.xml"));
    assert_eq!(one["data"]["report"]["digest"], other["data"]["report"]["digest"]);
    assert_ne!(one["data"]["report"]["artifact_id"], other["data"]["report"]["artifact_id"]);
}

#[test]
fn a_later_page_is_the_same_whether_or_not_the_verdict_is_still_known() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = workspace(&mut server);
    let others = ["one.xml", "two.xml"];
    for name in others {
        server.put(&workspace, &[(name, &document(120, "x"))]);
    }
    let mut second = question(&workspace, "bad.xml");
    second["cursor"] = validate(&mut server, &workspace, "bad.xml")["page"]["next_cursor"].clone();
    let known = server.call("pyxsd_validate_document", second.clone());
    for name in others {
        validate(&mut server, &workspace, name);
    }
    let again = server.call("pyxsd_validate_document", second);
    let worked = |envelope: &Value| envelope["provenance"]["worker"].is_object();
    assert_eq!((worked(&known), worked(&again)), (false, true));
    assert_eq!((&known["data"], &known["page"]), (&again["data"], &again["page"]));
}

#[test]
fn ranges_are_bounded_by_the_reply_and_by_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = with_state(Era::Session, folder.path(), &["result_bytes=4KiB"]);
    let workspace = workspace(&mut server);
    let report = validate(&mut server, &workspace, "bad.xml")["data"]["report"].clone();
    let (id, size) = (&report["artifact_id"], report["size"].as_u64().unwrap());
    assert!(size > 3 * 4_096);
    let whole = read_all(&mut server, id);
    let range = |offset: u64, length: u64| json!({"artifact_id": id, "offset": offset, "length": length});
    let data = server.data("pyxsd_read_artifact", range(10, 20));
    assert_eq!(STANDARD.decode(data["data"].as_str().unwrap()).unwrap(), whole[10..30]);
    assert_eq!((&data["digest"], &data["path"]), (&report["digest"], &report["path"]));
    assert_eq!(server.data("pyxsd_read_artifact", range(size - 1, 4_000_000))["length"], 1);
    assert_eq!(server.data("pyxsd_read_artifact", range(size, 1))["length"], 0);
    let error = server.fault("pyxsd_read_artifact", range(0, 4_096), "response_limit");
    let most = error["details"]["maximum"].as_u64().unwrap();
    assert_eq!(server.data("pyxsd_read_artifact", range(0, most))["length"], most);
    server.fault("pyxsd_read_artifact", range(0, most + 1), "response_limit");
    for wrong in [
        range(size + 1, 1),
        range(0, 0),
        json!({"artifact_id": id, "offset": "1"}),
        json!({"artifact_id": id, "x": 1}),
        json!({}),
    ] {
        server.fault("pyxsd_read_artifact", wrong, "invalid_argument");
    }
    assert_eq!(list(&mut server).len(), 1, "reading retains nothing");
}

#[test]
fn lists_are_paged_filtered_and_bound_to_their_store() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut server = with_state(Era::Session, folder.path(), &["result_bytes=4KiB"]);
    let id = server.workspace(&[]);
    // The reply to this is larger than that, so each call retains its reply.
    let files: Vec<Value> = (0..60).map(|number| json!({"path": format!("{number}"), "text": ""})).collect();
    let mut ids = Vec::new();
    for _ in 0..5 {
        let envelope = server.call("pyxsd_put_files", json!({"workspace_id": id, "files": files}));
        assert_eq!(envelope["data"]["spilled"], true, "{envelope}");
        ids.push(envelope["data"]["artifact"]["artifact_id"].clone());
    }
    assert!(server.end().status.success());
    let mut server = with_state(Era::Session, folder.path(), &[]);
    let listed: Vec<Value> = list(&mut server).iter().map(|artifact| artifact["artifact_id"].clone()).collect();
    assert_eq!(listed, ids);
    let result = server.data("pyxsd_list_artifacts", json!({"kind": "result"}));
    assert_eq!(result["artifacts"].as_array().unwrap().len(), 5);
    assert_eq!(server.data("pyxsd_list_artifacts", json!({"kind": "report"})), json!({"artifacts": []}));
    server.fault("pyxsd_list_artifacts", json!({"kind": "nonsense"}), "invalid_argument");

    let page = server.call("pyxsd_list_artifacts", json!({"page_size": 3}));
    let cursor = page["page"]["next_cursor"].clone();
    server.data("pyxsd_delete_artifact", json!({"artifact_id": ids[0]}));
    let rest = server.data("pyxsd_list_artifacts", json!({"page_size": 3, "cursor": cursor}));
    assert_eq!(
        rest["artifacts"].as_array().unwrap().iter().map(|artifact| &artifact["artifact_id"]).collect::<Vec<_>>(),
        [&ids[3], &ids[4]]
    );
    server.fault("pyxsd_list_artifacts", json!({"kind": "result", "cursor": cursor}), "invalid_cursor");
    server.fault("pyxsd_list_artifacts", json!({"cursor": "x"}), "invalid_cursor");
    let mut stranger = with_state(Era::Session, other.path(), &[]);
    stranger.fault("pyxsd_list_artifacts", json!({"cursor": cursor}), "invalid_cursor");
    let workspace = workspace(&mut stranger);
    validate(&mut stranger, &workspace, "bad.xml");
    stranger.fault("pyxsd_list_artifacts", json!({"cursor": cursor}), "invalid_cursor");
}

#[test]
fn an_output_over_the_limit_is_a_fault_and_the_next_call_works() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = with_state(Era::Session, folder.path(), &["artifact_bytes=4KiB"]);
    let workspace = workspace(&mut server);
    let envelope = validate(&mut server, &workspace, "bad.xml");
    assert_eq!(
        (&envelope["error"]["code"], &envelope["error"]["details"]["limit"]),
        (&json!("output_limit"), &json!("artifact_bytes"))
    );
    assert!(is_empty(&folder.path().join("store-v2/artifacts")));
    server.put(&workspace, &[("small.xml", &document(1, "x"))]);
    assert_eq!(validate(&mut server, &workspace, "small.xml")["data"]["valid"], false);
    assert_eq!(list(&mut server).len(), 1);
}

#[test]
fn without_persistence_what_is_retained_goes_with_the_server() {
    for orderly in [true, false] {
        let (scratch, project) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let mut command = binary();
        command.arg("--no-persist").current_dir(project.path()).env("TMPDIR", scratch.path());
        let mut server = Server::of(command, Era::Inline);
        let workspace = workspace(&mut server);
        let report = validate(&mut server, &workspace, "bad.xml")["data"]["report"].clone();
        assert_eq!(list(&mut server), std::slice::from_ref(&report));
        assert!(!read_all(&mut server, &report["artifact_id"]).is_empty());
        let ended = if orderly {
            server.end()
        } else {
            let killed = std::process::Command::new("kill").args(["-TERM", &server.id().to_string()]).status().unwrap();
            assert!(killed.success());
            server.wait()
        };
        assert!(ended.status.success());
        assert!(is_empty(scratch.path()) && is_empty(project.path()));
    }
}

#[test]
fn artifacts_are_resources() {
    for era in ERAS {
        let folder = tempfile::tempdir().unwrap();
        let mut server = with_state(era, folder.path(), &[]);
        let workspace = workspace(&mut server);
        server.put(&workspace, &[("small.xml", &document(1, "x"))]);
        let small = validate(&mut server, &workspace, "small.xml")["data"]["report"].clone();
        let large = validate(&mut server, &workspace, "bad.xml")["data"]["report"].clone();
        let templates = server.request("resources/templates/list", json!({}));
        assert_eq!(templates["result"]["resourceTemplates"][0]["uriTemplate"], "pyxsd://artifacts/{artifact_id}");
        let listed = server.request("resources/list", json!({}));
        assert_eq!(listed["result"]["resources"][0]["uri"], "pyxsd://capabilities");
        let uri = |report: &Value| format!("pyxsd://artifacts/{}", report["artifact_id"].as_str().unwrap());

        let answer = server.request("resources/read", json!({"uri": uri(&small)}));
        let contents = &answer["result"]["contents"][0];
        assert_eq!(
            (&contents["uri"], &contents["mimeType"]),
            (&json!(uri(&small)), &json!("application/json")),
            "{answer}"
        );
        assert_eq!(
            contents["text"].as_str().unwrap().as_bytes(),
            std::fs::read(small["path"].as_str().unwrap()).unwrap()
        );
        assert_eq!(answer["result"]["cacheScope"] == "private", era == Era::Inline);

        let answer = server.request("resources/read", json!({"uri": uri(&large)}));
        let described: Value = serde_json::from_str(answer["result"]["contents"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(described["artifact"], large);
        assert!(described["how_to_read"].as_str().unwrap().contains("pyxsd_read_artifact"));

        let answer = server.request("resources/read", json!({"uri": "pyxsd://capabilities"}));
        assert!(answer["result"]["contents"][0]["text"].as_str().unwrap().contains("\"limits\""));
        let gone = format!("pyxsd://artifacts/{}", "0".repeat(32));
        for unknown in [gone.as_str(), "pyxsd://artifacts/../x", "pyxsd://nope", "file:///etc/passwd", ""] {
            let answer = server.request("resources/read", json!({"uri": unknown}));
            assert_eq!(
                (&answer["error"]["code"], &answer["error"]["data"]["uri"]),
                (&json!(-32602), &json!(unknown)),
                "{answer}"
            );
        }
        assert_eq!(server.request("resources/list", json!({"cursor": "x"}))["error"]["code"], -32602);
        std::fs::write(small["path"].as_str().unwrap(), "altered").unwrap();
        let answer = server.request("resources/read", json!({"uri": uri(&small)}));
        assert_eq!(answer["error"]["data"]["code"], "state_corrupt");
    }
}

#[test]
fn calls_at_once_each_retain_their_own_report() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = with_state(Era::Session, folder.path(), &["queue_slots=64"]);
    let workspace = workspace(&mut server);
    let call = json!({"name": "pyxsd_validate_document", "arguments": question(&workspace, "bad.xml")});
    for _ in 0..24 {
        server.begin("tools/call", call.clone());
    }
    let answers: Vec<Value> = (0..24).map(|_| envelope(&server.receive())).collect();
    let reports: BTreeSet<&str> =
        answers.iter().map(|answer| answer["data"]["report"]["artifact_id"].as_str().expect("a report")).collect();
    let listed = list(&mut server);
    assert_eq!(
        listed.iter().map(|artifact| artifact["artifact_id"].as_str().unwrap()).collect::<BTreeSet<_>>(),
        reports
    );
    assert_eq!(listed.len(), 24);
}

fn artifacts(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = binary().arg("artifacts").args(arguments).current_dir(folder).output().expect("the binary starts");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (output.status.code().expect("a code"), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_person_lists_shows_and_deletes_artifacts() {
    let project = tempfile::tempdir().unwrap();
    let state = project.path().join(".pyxsd/mcp");
    assert_eq!(artifacts(project.path(), &["list"]), (0, String::new(), String::new()));
    assert!(is_empty(project.path()));
    let mut server = with_state(Era::Session, &state, &[]);
    let workspace = workspace(&mut server);
    let report = validate(&mut server, &workspace, "bad.xml")["data"]["report"].clone();
    let id = report["artifact_id"].as_str().unwrap();

    let (code, stdout, _) = artifacts(project.path(), &["list"]);
    assert!(
        code == 0 && stdout.starts_with(id) && stdout.ends_with("report.json\n") && stdout.lines().count() == 1,
        "{stdout}"
    );
    assert_eq!(artifacts(project.path(), &["list", "--kind", "result"]).1, "");
    let (_, stdout, _) =
        artifacts(Path::new("/"), &["--state-dir", state.to_str().unwrap(), "list", "--format", "json"]);
    assert_eq!(serde_json::from_str::<Value>(&stdout).unwrap(), json!({"artifacts": [report]}));
    let (code, stdout, _) = artifacts(project.path(), &["show", id]);
    assert!(code == 0 && stdout.contains(report["digest"].as_str().unwrap()), "{stdout}");
    let (_, stdout, _) =
        artifacts(Path::new("/"), &["show", id, "--content", "--project-root", project.path().to_str().unwrap()]);
    assert_eq!(stdout.as_bytes(), std::fs::read(report["path"].as_str().unwrap()).unwrap());

    std::fs::write(report["path"].as_str().unwrap(), "altered").unwrap();
    let (code, stdout, stderr) = artifacts(project.path(), &["show", id]);
    assert_eq!((code, stdout.as_str()), (3, ""));
    assert!(stderr.contains("altered"), "{stderr}");
    assert_eq!(artifacts(project.path(), &["rm", id]).0, 0);
    let (code, stdout, _) = artifacts(project.path(), &["rm", id]);
    assert_eq!((code, stdout), (2, format!("{id}  not there\n")));
    assert_eq!(artifacts(project.path(), &["show", id]).0, 2);
    assert_eq!(artifacts(project.path(), &["list", "--kind", "nonsense"]).0, 2);
    server.fault("pyxsd_read_artifact", json!({"artifact_id": id}), "not_found");
}
