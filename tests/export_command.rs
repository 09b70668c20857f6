//! `pyxsd-mcp export`: a data set in a folder that a person names.

mod support;

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Output;
use support::binary;
use support::shop::{EMPTY, INVALID, SHOP, TWO};

/// A folder with the schema and documents.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let hinted = TWO.replace("<shop ", "<shop xsi:schemaLocation=\"urn:shop shop.xsd\" ");
    let files =
        [("shop.xsd", SHOP), ("two.xml", TWO), ("empty.xml", EMPTY), ("invalid.xml", INVALID), ("hinted.xml", &hinted)];
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn export(at: &Path, arguments: &[&str]) -> Output {
    binary().current_dir(at).arg("export").args(arguments).output().expect("the binary runs")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// Names of what stands in a folder, hidden ones too.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

const ORDERS: [&str; 4] = ["--element", "shop", "--path", "{urn:shop}order"];

#[test]
fn a_data_set_is_written_to_a_new_folder() {
    let folder = folder();
    let at = folder.path();
    let mut arguments = vec!["two.xml", "empty.xml", "--schema", "shop.xsd", "--output", "out"];
    arguments.extend(ORDERS);
    let done = export(at, &arguments);
    assert_eq!((done.status.code(), text(&done.stderr)), (Some(0), ""));
    assert_eq!(text(&done.stdout), "2 records of 2 documents in out\n");
    let out = at.join("out");
    assert_eq!(names(&out), ["_schema.parquet", "manifest.json", "parts"]);
    assert_eq!(names(&out.join("parts")), ["part-000001.parquet", "part-000002.parquet"]);
    let manifest: Value = serde_json::from_slice(&std::fs::read(out.join("manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["entries"][0]["source_id"], "two.xml");
    assert_eq!((&manifest["selector"], &manifest["namespaces"]), (&Value::Null, &Value::Null));
    assert!(std::fs::read(out.join("_schema.parquet")).unwrap().ends_with(b"PAR1"));

    // What is there is never added to or replaced.
    let before = std::fs::metadata(out.join("manifest.json")).unwrap().modified().unwrap();
    let again = export(at, &arguments);
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("never added to or replaced"), "{}", text(&again.stderr));
    assert_eq!(std::fs::metadata(out.join("manifest.json")).unwrap().modified().unwrap(), before);
}

#[test]
fn selectors_prefixes_hints_and_columns_are_taken_as_a_person_writes_them() {
    let folder = folder();
    let at = folder.path();
    let arguments = [
        "hinted.xml",
        "--output",
        "deep/out",
        "--selector",
        "s:order",
        "--ns",
        "s=urn:shop",
        "--column",
        "id=@id",
        "--column",
        "price=s:price",
        "--column",
        "region=../@region",
        "--column",
        "root=/@region",
        "--format",
        "json",
    ];
    let nowhere = export(at, &arguments);
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(text(&nowhere.stdout).contains("there is no folder"), "{nowhere:?}");
    std::fs::create_dir(at.join("deep")).unwrap();
    let done = export(at, &arguments);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    let told: Value = serde_json::from_slice(&done.stdout).unwrap();
    let files = ["manifest.json", "_schema.parquet", "parts/part-000001.parquet"];
    assert_eq!(told, json!({"ok": true, "data": {"files": files, "rows": 2, "documents": 1}}));
    let manifest: Value = serde_json::from_slice(&std::fs::read(at.join("deep/out/manifest.json")).unwrap()).unwrap();
    assert_eq!((&manifest["selector"], &manifest["namespaces"]), (&json!("s:order"), &json!({"s": "urn:shop"})));
    let fields: Vec<&str> = manifest["projection"]["fields"]
        .as_array()
        .unwrap()
        .iter()
        .map(|field| field["name"].as_str().unwrap())
        .collect();
    assert_eq!(fields, ["id", "price", "region", "root"]);
    // The document tells what is above an element that is named by itself.
    let order = "element:{urn:shop}shop/type/element:{urn:shop}order";
    let columns = ["--column", "region=../@region", "--column", "root=/@region"];
    let done = export(at, &[&["hinted.xml", "--output", "above", "--element", order], &columns[..]].concat());
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    let manifest: Value = serde_json::from_slice(&std::fs::read(at.join("above/manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["projection"]["row_route"], json!(["{urn:shop}shop", "{urn:shop}order"]));
}

#[test]
fn nothing_is_left_where_a_document_is_not_valid_or_an_argument_is_wrong() {
    let folder = folder();
    let at: PathBuf = folder.path().to_owned();
    let with = |documents: &[&str], others: &[&str]| {
        let mut arguments = documents.to_vec();
        arguments.extend(["--schema", "shop.xsd", "--output", "out"]);
        arguments.extend(others);
        export(&at, &arguments)
    };
    let before = names(&at);
    let invalid = with(&["two.xml", "invalid.xml"], &ORDERS);
    assert_eq!(invalid.status.code(), Some(1));
    let told = text(&invalid.stderr);
    assert!(told.contains("`invalid.xml` is not valid: 1 error.") && told.contains("invalid.xml:1:"), "{told}");
    for (documents, others, status) in [
        (&["two.xml"][..], &["--element", "shop", "--selector", "x"][..], 2),
        (&["two.xml"], &[], 2),
        (&["two.xml", "two.xml"], &ORDERS, 2),
        (&["none.xml"], &ORDERS, 2),
        (&["two.xml"], &["--element", "none"], 2),
        (&["two.xml"], &["--element", "shop", "--path", "p:order"], 2),
        (&["two.xml"], &["--selector", "{urn:shop}order", "--column", "id"], 2),
        (&["two.xml"], &["--selector", "{urn:shop}order", "--column", "a=@id", "--column", "a=@note"], 2),
        (&["two.xml"], &["--selector", "{urn:shop}order", "--limit", "artifact_bytes=100"], 3),
    ] {
        let done = with(documents, others);
        assert_eq!(done.status.code(), Some(status), "{others:?}: {done:?}");
        assert!(!done.stderr.is_empty() && done.stdout.is_empty(), "{done:?}");
    }
    assert_eq!(names(&at), before);
}

#[test]
fn an_export_that_is_interrupted_leaves_nothing() {
    let folder = folder();
    let at = folder.path();
    std::fs::write(at.join("many.xml"), support::shop::shop(60_000)).unwrap();
    let documents: Vec<String> = (0..40).map(|number| format!("{number}.xml")).collect();
    documents.iter().for_each(|name| std::fs::copy(at.join("many.xml"), at.join(name)).map(drop).unwrap());
    let before = names(at);
    let scratch = tempfile::tempdir().unwrap();
    let mut child = binary()
        .current_dir(at)
        .arg("export")
        .args(&documents)
        .args(["--schema", "shop.xsd", "--output", "out"])
        .args(ORDERS)
        .env("TMPDIR", scratch.path())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the binary starts");
    // It is under way once the second encoder has its folder.
    while names(scratch.path()).iter().filter(|name| name.starts_with("pyxsd-out-")).count() < 2 {
        assert!(child.try_wait().unwrap().is_none(), "it goes on");
        std::thread::yield_now();
    }
    let interrupted = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert_eq!((names(at), names(scratch.path())), (before, Vec::<String>::new()));
}

#[test]
fn a_place_where_no_folder_can_be_made_is_a_matter_of_usage() {
    let folder = folder();
    let mut arguments = vec!["two.xml", "--schema", "shop.xsd", "--output", "/proc/none"];
    arguments.extend(ORDERS);
    let done = export(folder.path(), &arguments);
    let said = text(&done.stderr);
    assert!(done.status.code() == Some(2) && said.contains("--output /proc/none: it cannot be written"), "{said}");
}
