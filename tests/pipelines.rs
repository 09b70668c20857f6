//! Migrations by registered operations: `tests/cases/transforms`, each shown in `docs/pipelines.md`.

mod support;

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use support::orders::{NUMBER, ORDER};
use support::transforms::{TOOL, deeds, order, pipeline, server, text};
use support::{Server, binary, envelope};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases/transforms")
}

fn read(case: &str, file: &str) -> String {
    let path = folder().join(case).join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn transform(case: &str) -> Value {
    serde_json::from_str(&read(case, "transform.json")).unwrap_or_else(|error| panic!("{case}: {error}"))
}

fn cases() -> Vec<String> {
    let entries = fs::read_dir(folder()).expect("the cases");
    let names = entries.map(|entry| entry.expect("a case").file_name().into_string().expect("a plain name"));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn played(server: &mut Server, case: &str) -> Value {
    let files = ["source.xsd", "target.xsd", "document.xml"].map(|file| (file, read(case, file)));
    let workspace = server.workspace(&files.each_ref().map(|(file, text)| (*file, text.as_str())));
    let schema = |path: &str| json!({"source": {"path": path}});
    let document = json!({"path": "document.xml"});
    let valid = json!({"workspace_id": workspace, "document": document, "schema_ref": schema("source.xsd")});
    assert_eq!(server.data("pyxsd_validate_document", valid)["valid"], true, "{case}: the document");
    let arguments = json!({
        "workspace_id": workspace,
        "document": document,
        "source_schema": schema("source.xsd"),
        "target_schema": schema("target.xsd"),
        "transform": transform(case),
    });
    server.data(TOOL, arguments)
}

/// The differences as lines: what happened, to what, and where (in local names) with which value on both sides.
fn told(data: &Value) -> String {
    let structure: Value = serde_json::from_str(&text(&data["structural_diff"])).expect("JSON");
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let side = |side: &Value| match side {
        Value::Null => "-".to_owned(),
        side => format!("{} {}", place(&side["location"]), side["value"]),
    };
    let line = |difference: &Value| {
        let (old, new) = (side(&difference["old"]), side(&difference["new"]));
        format!("{} {}: {old} => {new}", word(&difference["kind"]), word(&difference["node"]))
    };
    let mut lines = vec![structure["totals"].to_string()];
    lines.extend(structure["differences"].as_array().expect("a list").iter().map(line));
    lines.join("\n") + "\n"
}

fn place(location: &Value) -> String {
    let steps = location["path"].as_array().expect("steps");
    let local = |name: &Value| name.as_str().and_then(|name| name.rsplit('}').next()).unwrap_or_default().to_owned();
    let step = |step: &Value| format!("/{}[{}]", local(&step["name"]), step["index"]);
    let mut place: String = steps.iter().map(step).collect();
    if let Some(attribute) = location["attribute"].as_str() {
        place.push_str("/@");
        place.push_str(attribute);
    }
    place
}

#[test]
fn each_pipeline_gives_the_expected_document_of_the_target_schema() {
    // Few idle workers: each reserves address space, of which the tests have little.
    let mut server = server(&["--limit", "schema_cache_entries=1"]);
    let mut failures = Vec::new();
    for case in cases() {
        let data = played(&mut server, &case);
        for (file, found) in [("expected.xml", text(&data["candidate"])), ("expected.differences", told(&data))] {
            let path = folder().join(&case).join(file);
            if std::env::var_os("UPDATE_EXPECT").is_some() {
                fs::write(&path, &found).expect("the expected file is written");
            }
            if found != fs::read_to_string(&path).unwrap_or_default() {
                failures.push(format!("{case}/{file}:\n{found}"));
            }
        }
        if data["target_valid"] != json!(true) {
            failures.push(format!("{case}: {}", text(&data["report"])));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_operation_is_in_a_pipeline_and_each_pipeline_on_the_page() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pipelines.md");
    let page = fs::read_to_string(page).expect("the page");
    let shown: Vec<Value> = page
        .split("```json\n")
        .skip(1)
        .filter_map(|rest| serde_json::from_str(rest.split("```").next().unwrap_or_default()).ok())
        .collect();
    let cases = cases();
    assert!(cases.len() >= 10);
    let mut used = Vec::new();
    for case in &cases {
        let transform = transform(case);
        let steps = transform["steps"].as_array().expect("steps");
        used.extend(steps.iter().map(|step| step["op"].as_str().expect("an operation").to_owned()));
        assert!(shown.contains(&transform), "docs/pipelines.md does not show {case}");
    }
    let operations = [
        "rename",
        "move",
        "wrap",
        "unwrap",
        "drop",
        "insert",
        "set_attribute",
        "remove_attribute",
        "set_text",
        "map_values",
        "change_namespace",
        "sort",
        "split",
        "merge",
    ];
    for operation in operations {
        assert!(used.iter().any(|used| used == operation), "no pipeline has `{operation}`");
        assert!(page.contains(&format!("`{operation}`")), "docs/pipelines.md does not tell of `{operation}`");
    }
}

/// More digits than any number of a machine has, and a number beyond all of them.
const EXACT: &str = r#"{"id": 12345678901234567890123, "text": "1.50"}"#;
const WRITES_ID: &str = "def transform(document, context):\n    document.root[0].text = str(context.arguments['id'])\n    return document\n";

#[test]
fn numbers_in_the_arguments_of_python_keep_every_digit() {
    let mut server = server(&[]);
    let workspace = deeds(&mut server, b"", &["copy"]);
    let mut call =
        pipeline(&workspace, "copy.xml", json!([{"op": "python", "definition": "own", "arguments": "GIVEN"}]));
    call["transform"]["definitions"] = json!({"own": WRITES_ID});
    let line =
        json!({"jsonrpc": "2.0", "id": 777, "method": "tools/call", "params": {"name": TOOL, "arguments": call}});
    let line = line.to_string().replace("\"GIVEN\"", EXACT);
    server.send(&line);
    let reply = server.receive();
    let data = &envelope(&reply)["data"];
    assert!(text(&data["candidate"]).contains("<line>12345678901234567890123</line>"), "{reply}");
    // The same as strings, which clients send that know no object.
    call["transform"]["steps"][0]["arguments"] = json!(EXACT);
    call["transform"] = json!(call["transform"].to_string());
    let data = server.data(TOOL, call.clone());
    assert!(text(&data["candidate"]).contains("<line>12345678901234567890123</line>"), "{data}");
    let refused = json!([{"op": "python", "definition": "own", "arguments": [1]}]);
    call["transform"] = json!({"kind": "pipeline", "steps": refused, "definitions": {"own": WRITES_ID}});
    let error = server.fault(TOOL, call, "invalid_argument");
    assert_eq!(error["details"]["field"], "transform.steps[0].arguments");
}

#[test]
fn numbers_in_a_pipeline_of_the_command_line_keep_every_digit() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |file: &str| folder.path().join(file);
    fs::create_dir(at("types")).expect("a folder");
    let definitions = json!({"own": WRITES_ID}).to_string();
    let steps = format!(
        r#"{{"steps": [{{"op": "python", "definition": "own", "arguments": {EXACT}}}], "definitions": {definitions}}}"#
    );
    let document = order("copy");
    let files = [("order.xsd", ORDER), ("types/number.xsd", NUMBER), ("steps.json", &steps), ("copy.xml", &document)];
    for (file, text) in files {
        fs::write(at(file), text).expect("a file");
    }
    let mut command = binary();
    command.current_dir(folder.path()).args(["transform", "--schema", "order.xsd", "--pipeline", "steps.json"]);
    let made = command.args(["--output", "new.xml", "copy.xml"]).output().expect("it runs");
    let written = fs::read_to_string(at("new.xml")).unwrap_or_default();
    assert!(written.contains("<line>12345678901234567890123</line>"), "{made:?}");
}
