//! The real binary over standard input and output: what it says of issue codes.

mod support;

use serde_json::{Value, json};
use support::orders::{order, schemas, validate};
use support::{ERAS, Era, Server};

const EXPLAIN: &str = "pyxsd_explain_issue";

fn codes() -> Vec<String> {
    let page = include_str!("../docs/issue-codes.json");
    let entries: Vec<Value> = serde_json::from_str(page).expect("the page of codes");
    entries.iter().map(|entry| entry["code"].as_str().expect("a code").to_owned()).collect()
}

#[test]
fn every_code_is_explained_as_its_page_says() {
    let mut server = Server::start(Era::Session, &[]);
    let page: Vec<Value> = serde_json::from_str(include_str!("../docs/issue-codes.json")).unwrap();
    for entry in page {
        let data = server.data(EXPLAIN, json!({"code": entry["code"]}));
        let names: Vec<&str> = data.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(names, ["code", "rule", "meaning", "usual_causes", "fixes", "example"]);
        for name in names {
            assert_eq!(data[name], entry[name]);
        }
    }
}

#[test]
fn an_example_shows_its_code_when_it_is_validated() {
    let mut server = Server::start(Era::Session, &[]);
    let mut shown = 0;
    for code in ["occurrence-min", "identity-key", "value", "unknown-root"] {
        let example = server.data(EXPLAIN, json!({"code": code}))["example"].clone();
        let documents = example["documents"].as_array().unwrap();
        let text = |document: &Value, name: &str| document[name].as_str().unwrap().to_owned();
        let files: Vec<(String, String)> =
            documents.iter().map(|document| (text(document, "path"), text(document, "text"))).collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let workspace = server.workspace(&files);
        let arguments = json!({
            "workspace_id": workspace,
            "document": {"path": "instance.xml"},
            "schema_ref": {"source": {"path": "schema.xsd"}},
        });
        let data = server.data("pyxsd_validate_document", arguments);
        assert_eq!(data["issues"][0]["code"], code, "{data}");
        assert_eq!(data["issues"][0]["message"], example["issue"]["message"]);
        shown += 1;
    }
    assert_eq!(shown, 4);
}

#[test]
fn an_issue_of_a_report_stands_beside_its_explanation() {
    for era in ERAS {
        let mut server = Server::start(era, &[]);
        let workspace = schemas(&mut server);
        server.put(&workspace, &[("bad.xml", &order(130, "x"))]);
        let report = validate(&mut server, &workspace, "bad.xml")["report"]["artifact_id"].clone();
        for index in [0, 51, 129] {
            let data = server.data(EXPLAIN, json!({"artifact_id": report, "index": index}));
            assert_eq!((&data["code"], &data["issue"]["code"]), (&json!("value"), &json!("value")), "{data}");
            assert_eq!(data["issue"]["line"], index + 2);
            let same = server.data(EXPLAIN, json!({"code": "value", "artifact_id": report, "index": index}));
            assert_eq!(same, data);
        }
        let other = json!({"code": "order", "artifact_id": report, "index": 0});
        let error = server.fault(EXPLAIN, other, "invalid_argument");
        assert_eq!((&error["details"]["field"], &error["details"]["allowed"]), (&json!("code"), &json!(["value"])));
        let error = server.fault(EXPLAIN, json!({"artifact_id": report, "index": 130}), "not_found");
        assert_eq!((&error["details"]["role"], &error["details"]["total"]), (&json!("issue"), &json!(130)));
    }
}

#[test]
fn what_cannot_be_explained_is_refused_with_what_can() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = schemas(&mut server);
    // The reply of a large upload is retained as a result.
    let files: Vec<(String, &str)> = (0..200).map(|n| (format!("folder/{n:0100}"), "")).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let result = server.put(&workspace, &files)["artifact"]["artifact_id"].clone();
    let none = "0".repeat(32);
    for (arguments, code, field) in [
        (json!({}), "invalid_argument", "code"),
        (json!({"code": 7}), "invalid_argument", "code"),
        (json!({"code": "order", "x": 1}), "invalid_argument", "x"),
        (json!({"index": 0}), "invalid_argument", "artifact_id"),
        (json!({"code": "order", "index": 0}), "invalid_argument", "artifact_id"),
        (json!({"artifact_id": none}), "invalid_argument", "index"),
        (json!({"artifact_id": result, "index": 0}), "invalid_argument", "artifact_id"),
        (json!({"artifact_id": result, "index": -1}), "invalid_argument", "index"),
    ] {
        let error = server.fault(EXPLAIN, arguments.clone(), code);
        assert_eq!(error["details"]["field"], field, "{arguments}");
    }
    for id in [none.as_str(), "x"] {
        server.fault(EXPLAIN, json!({"artifact_id": id, "index": 0}), "not_found");
    }
    let error = server.fault(EXPLAIN, json!({"code": "occurrence"}), "invalid_argument");
    assert_eq!(error["details"]["candidates"], json!(["occurrence-min", "occurrence-max"]));
}

#[test]
fn the_resource_lists_every_code() {
    for era in ERAS {
        let mut server = Server::start(era, &[]);
        let listed = server.request("resources/list", json!({}))["result"]["resources"].clone();
        let uris: Vec<&str> =
            listed.as_array().unwrap().iter().map(|resource| resource["uri"].as_str().unwrap()).collect();
        // What follows are the skills.
        assert_eq!(uris[..2], ["pyxsd://capabilities", "pyxsd://issue-codes"]);
        let templates = server.request("resources/templates/list", json!({}))["result"]["resourceTemplates"].clone();
        assert_eq!(templates[0]["uriTemplate"], "pyxsd://artifacts/{artifact_id}");
        let read = server.request("resources/read", json!({"uri": "pyxsd://issue-codes"}));
        let contents = &read["result"]["contents"][0];
        assert_eq!(contents["mimeType"], "application/json");
        assert!(contents.to_string().len() <= 24 << 10, "{}", contents.to_string().len());
        let table: Value = serde_json::from_str(contents["text"].as_str().unwrap()).unwrap();
        let found: Vec<&str> =
            table["issue_codes"].as_array().unwrap().iter().map(|entry| entry["code"].as_str().unwrap()).collect();
        assert_eq!(found, codes());
        let unknown = server.request("resources/read", json!({"uri": "pyxsd://issue-codes/"}));
        assert_eq!(
            (&unknown["error"]["code"], &unknown["error"]["data"]["uri"]),
            (&json!(-32602), &json!("pyxsd://issue-codes/"))
        );
    }
}
