//! `pyxsd_validate_documents`.

#[path = "guests/component.rs"]
mod component;
mod support;

use component::hostile;
use pyxsd_mcp::fault::FaultCode;
use pyxsd_mcp::host::Host;
use pyxsd_mcp::limits::{FuelBudget, Limits};
use pyxsd_mcp::operations::artifacts::list;
use pyxsd_mcp::operations::export_records::export_records;
use pyxsd_mcp::operations::progress::{Progress, Step};
use pyxsd_mcp::operations::validate_all::validate_documents;
use pyxsd_mcp::operations::workspaces::put_files;
use pyxsd_mcp::worker::{CompiledCode, Workers};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex};
use support::hosts::host_with;
use support::orders::{NUMBER, ORDER, VALID, order};
use support::{ERAS, Era, Server};

fn item(document: &str, schema: Option<&str>) -> Value {
    let mut item = json!({"document": {"path": document}});
    if let Some(schema) = schema {
        item["schema_ref"] = json!({"source": {"path": schema}});
    }
    item
}

fn batch(workspace: &str, items: &[(&str, Option<&str>)]) -> Value {
    let items: Vec<Value> = items.iter().map(|(document, schema)| item(document, *schema)).collect();
    json!({"workspace_id": workspace, "documents": items})
}

/// Every kind of item.
fn mixed(server: &mut Server) -> String {
    let hinted = VALID.replace(
        "<order ",
        "<order xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='urn:order order.xsd' ",
    );
    let broken = ORDER.replace("maxOccurs=\"unbounded\"", "minOccurs=\"3\" maxOccurs=\"2\"");
    server.workspace(&[
        ("order.xsd", ORDER),
        ("types/number.xsd", NUMBER),
        ("broken.xsd", &broken),
        ("malformed.xsd", "<xs:schema"),
        ("lonely.xsd", &ORDER.replace("types/number.xsd", "none.xsd")),
        ("valid.xml", VALID),
        ("hinted.xml", &hinted),
        ("invalid.xml", &order(2, "x")),
        ("malformed.xml", "<order"),
    ])
}

const MIXED: &[(&str, Option<&str>, &str)] = &[
    ("invalid.xml", Some("order.xsd"), "invalid"),
    ("malformed.xml", Some("order.xsd"), "invalid_xml"),
    ("valid.xml", Some("order.xsd"), "valid"),
    ("none.xml", Some("none.xsd"), "not_found"),
    ("valid.xml", Some("broken.xsd"), "invalid_schema"),
    ("valid.xml", Some("malformed.xsd"), "invalid_xml"),
    ("valid.xml", Some("lonely.xsd"), "schema_incomplete"),
    ("hinted.xml", None, "valid"),
    ("valid.xml", None, "not_found"),
    ("invalid.xml", Some("order.xsd"), "invalid"),
    ("valid.xml", Some("order.xsd"), "valid"),
];

/// What became of each item.
fn outcomes(data: &Value) -> Vec<(&str, &str)> {
    let outcome = |result: &'static str| result;
    data["results"]
        .as_array()
        .expect("results")
        .iter()
        .map(|result| {
            let told = match (&result["ok"], &result["valid"]) {
                (Value::Bool(true), Value::Bool(valid)) => outcome(if *valid { "valid" } else { "invalid" }),
                _ => result["error"]["code"].as_str().expect("a code"),
            };
            (result["document"]["path"].as_str().expect("a path"), told)
        })
        .collect()
}

#[test]
fn every_document_has_its_own_result_in_the_order_of_the_request() {
    for era in ERAS {
        let mut server = Server::start(era, &[]);
        let workspace = mixed(&mut server);
        let items: Vec<(&str, Option<&str>)> = MIXED.iter().map(|(document, schema, _)| (*document, *schema)).collect();
        let envelope = server.call("pyxsd_validate_documents", batch(&workspace, &items));
        let data = &envelope["data"];
        let expected: Vec<(&str, &str)> = MIXED.iter().map(|(document, _, outcome)| (*document, *outcome)).collect();
        assert_eq!(outcomes(data), expected, "{envelope}");
        assert_eq!(data["totals"], json!({"documents": 11, "valid": 3, "invalid": 2, "failed": 6}));

        let missing = &data["results"][3]["error"]["details"]["missing"];
        let all = json!([{"path": "none.xml", "role": "document"}, {"path": "none.xsd", "role": "schema"}]);
        assert_eq!(missing, &all);
        assert_eq!(data["results"][8]["error"]["details"]["role"], "schema");
        assert_eq!(data["results"][0]["counts"]["errors"], 2);
        // One report for the invalid document, to which its duplicate refers; none for the rest.
        let report = &data["results"][0]["report"];
        assert_eq!((report, &data["results"][9]["report"]), (&envelope["artifacts"][0], report));
        assert_eq!(
            (&data["results"][2]["report"], envelope["artifacts"].as_array().map(Vec::len)),
            (&Value::Null, Some(1))
        );
        let listed = server.data("pyxsd_list_artifacts", json!({"kind": "report"}));
        assert_eq!(listed["artifacts"], envelope["artifacts"]);
        assert_eq!(
            (&envelope["provenance"]["generation"], &envelope["provenance"]["workspace_id"]),
            (&json!(1), &json!(workspace))
        );
    }
}

#[test]
fn verdicts_are_those_of_single_calls_and_a_schema_is_compiled_once() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = mixed(&mut server);
    let documents: Vec<String> = (0..40).map(|n| format!("d{n}.xml")).collect();
    let texts: Vec<String> = (0..40).map(|n| order(n % 5 + 1, if n % 3 == 0 { "7" } else { "x" })).collect();
    let files: Vec<(&str, &str)> =
        documents.iter().zip(&texts).map(|(path, text)| (path.as_str(), text.as_str())).collect();
    server.put(&workspace, &files);
    let items: Vec<(&str, Option<&str>)> = documents.iter().map(|path| (path.as_str(), Some("order.xsd"))).collect();
    let envelope = server.call("pyxsd_validate_documents", batch(&workspace, &items[..12]));
    assert_eq!(envelope["provenance"]["worker"]["cache"], "miss", "{envelope}");
    for (result, (document, _)) in envelope["data"]["results"].as_array().unwrap().iter().zip(&items) {
        let single = server.data("pyxsd_validate_document", support::orders::question(&workspace, document));
        assert_eq!((&result["valid"], &result["counts"]), (&single["valid"], &single["counts"]));
    }
    let again = server.call("pyxsd_validate_documents", batch(&workspace, &items[..12]));
    assert_eq!(again["provenance"]["worker"]["cache"], "hit");
    // A reply that is too large is retained whole, and its totals stay in sight.
    let spilled = server.data("pyxsd_validate_documents", batch(&workspace, &items));
    assert_eq!((&spilled["spilled"], &spilled["summary"]["totals"]["documents"]), (&json!(true), &json!(40)));
    assert_eq!(spilled["summary"]["totals"]["invalid"], 26);
}

#[test]
fn a_source_root_is_captured_once_for_the_whole_batch() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("types")).unwrap();
    for (path, text) in [
        ("order.xsd", ORDER),
        ("types/number.xsd", NUMBER),
        ("a.xml", VALID),
        ("b.xml", &order(1, "x")),
        ("large.xml", &order(100, "1")),
    ] {
        std::fs::write(folder.path().join(path), text).unwrap();
    }
    std::os::unix::fs::symlink("a.xml", folder.path().join("link.xml")).unwrap();
    let root = folder.path().to_str().unwrap();
    let mut server = Server::start(Era::Session, &["--source-root", root, "--limit", "xml_bytes=1000"]);
    let workspace = server.workspace(&[]);
    let schema = Some("order.xsd");
    let items =
        [("a.xml", schema), ("link.xml", schema), ("large.xml", schema), ("b.xml", schema), ("a.xml", Some("no.xsd"))];
    let envelope = server.call("pyxsd_validate_documents", batch(&workspace, &items));
    let told: Vec<&str> = outcomes(&envelope["data"]).into_iter().map(|(_, told)| told).collect();
    assert_eq!(told, ["valid", "not_found", "input_limit", "invalid", "not_found"], "{envelope}");
    assert_eq!(envelope["provenance"]["generation"], 0);
    assert!(envelope["data"]["results"][1]["error"]["message"].as_str().unwrap().contains("links are not followed"));
}

#[test]
fn arguments_are_checked_as_a_whole() {
    let mut server = Server::start(Era::Session, &["--limit", "corpus_max_files=2"]);
    let workspace = mixed(&mut server);
    let empty = server.data("pyxsd_validate_documents", batch(&workspace, &[]));
    assert_eq!(empty, json!({"results": [], "totals": {"documents": 0, "valid": 0, "invalid": 0, "failed": 0}}));
    let three = batch(&workspace, &[("valid.xml", Some("order.xsd")); 3]);
    let error = server.fault("pyxsd_validate_documents", three, "input_limit");
    assert_eq!(error["details"]["limit"], "corpus_max_files");
    for (wrong, field) in [
        (json!({"workspace_id": workspace}), "documents"),
        (json!({"workspace_id": workspace, "documents": [{}]}), "documents[0].document"),
        (
            json!({"workspace_id": workspace, "documents": [item("a.xml", None), item("../a", None)]}),
            "documents[1].document.path",
        ),
        (
            json!({"workspace_id": workspace, "documents": [{"document": {"path": "a"}, "schema": 1}]}),
            "documents[0].schema",
        ),
    ] {
        let error = server.fault("pyxsd_validate_documents", wrong, "invalid_argument");
        assert_eq!(error["details"]["field"], field);
    }
    server.fault("pyxsd_validate_documents", batch("none", &[]), "not_found");
}

/// Compiled once for all tests of this file.
static COMPILED: LazyLock<CompiledCode> = LazyLock::new(|| {
    let kept = CompiledCode::Below(Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled"));
    Workers::of_component(&Limits::default(), Cow::Borrowed(hostile()), kept.clone()).unwrap().warm().unwrap();
    kept
});

/// A host whose guest does what the names of its documents say, and a workspace with such documents.
fn hostile_host(limits: Limits, documents: &[&str]) -> (Arc<Host>, String) {
    let workers = Workers::of_component(&limits, Cow::Borrowed(hostile()), COMPILED.clone()).unwrap();
    let host = Arc::new(host_with(workers, limits));
    let workspace = host.workspaces.create().unwrap().workspace_id;
    let files: Vec<Value> = documents.iter().map(|path| json!({"path": path, "text": path})).collect();
    put_files(&host, object(json!({"workspace_id": workspace, "files": files}))).unwrap();
    (host, workspace)
}

fn object(value: Value) -> Map<String, Value> {
    value.as_object().cloned().expect("an object")
}

async fn run(host: &Arc<Host>, workspace: &str, items: &[(&str, &str)], progress: Progress) -> Value {
    let items: Vec<(&str, Option<&str>)> = items.iter().map(|(document, schema)| (*document, Some(*schema))).collect();
    let reply = validate_documents(Arc::clone(host), object(batch(workspace, &items)), progress).await.unwrap();
    reply.to_json()
}

#[tokio::test]
async fn a_worker_that_fails_is_replaced_and_the_batch_goes_on() {
    let fuel = FuelBudget { base: 2_000_000_000, per_byte: 0 };
    let limits = Limits { fuel_validate: fuel, fuel_compile: fuel, ..Limits::default() };
    let files = ["s.xsd", "panic.xsd", "a.xml", "panic.xml", "loop.xml", "b.xml", "known-limit.xml"];
    let (host, workspace) = hostile_host(limits, &files);
    let items = [
        ("a.xml", "s.xsd"),
        ("panic.xml", "s.xsd"),
        ("a.xml", "panic.xsd"),
        ("loop.xml", "s.xsd"),
        ("known-limit.xml", "s.xsd"),
        ("b.xml", "s.xsd"),
        ("b.xml", "panic.xsd"),
    ];
    let heard = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&heard);
    let envelope = run(&host, &workspace, &items, Progress::to(move |step| kept.lock().unwrap().push(step))).await;
    let told: Vec<&str> = outcomes(&envelope["data"]).into_iter().map(|(_, told)| told).collect();
    let expected = ["valid", "worker_failed", "worker_failed", "worker_fuel", "input_limit", "valid", "worker_failed"];
    assert_eq!(told, expected, "{envelope}");
    // The instance that served the last document of the group is the third.
    assert_eq!(envelope["data"]["results"][5]["counts"]["errors"], 2);

    let heard: Vec<Step> = heard.lock().unwrap().clone();
    assert_eq!(
        heard.iter().map(|step| (step.done, step.total)).collect::<Vec<_>>(),
        (1..=7).map(|n| (n, 7)).collect::<Vec<_>>()
    );
}

#[tokio::test]
async fn a_document_has_its_own_time_and_the_batch_has_one_for_all() {
    let files = ["s.xsd", "a.xml", "wait.1.xml", "wait.2.xml", "b.xml"];
    let items: Vec<(&str, &str)> = files[1..].iter().map(|document| (*document, "s.xsd")).collect();
    let limits = Limits { corpus_file_seconds: 1, ..Limits::default() };
    let (host, workspace) = hostile_host(limits, &files);
    let envelope = run(&host, &workspace, &items, Progress::default()).await;
    let told: Vec<&str> = outcomes(&envelope["data"]).into_iter().map(|(_, told)| told).collect();
    assert_eq!(told, ["valid", "worker_timeout", "worker_timeout", "valid"], "{envelope}");
    assert_eq!(envelope["data"]["results"][1]["error"]["details"]["limit"], "corpus_file_seconds");

    let limits = Limits { batch_seconds: 1, ..Limits::default() };
    let (host, workspace) = hostile_host(limits, &files);
    let envelope = run(&host, &workspace, &items, Progress::default()).await;
    let told: Vec<&str> = outcomes(&envelope["data"]).into_iter().map(|(_, told)| told).collect();
    assert_eq!(told, ["valid", "worker_timeout", "worker_timeout", "worker_timeout"], "{envelope}");
    for place in [1, 2, 3] {
        let error = &envelope["data"]["results"][place]["error"];
        assert_eq!((&error["details"]["limit"], &error["retryable"]), (&json!("batch_seconds"), &json!(true)));
    }
    let one = run(&host, &workspace, &[("a.xml", "s.xsd")], Progress::default()).await;
    assert_eq!(one["data"]["totals"]["valid"], 1);
}

#[tokio::test]
async fn an_export_of_several_documents_has_the_times_of_a_batch() {
    let files = ["s.xsd", "rows.1.xml", "wait.1.xml", "rows.2.xml"];
    let export = async |host: &Arc<Host>, workspace: &str, documents: &[&str]| {
        let documents: Vec<Value> = documents.iter().map(|path| json!({"path": path})).collect();
        let schema = json!({"source": {"path": "s.xsd"}});
        let asked = json!({"workspace_id": workspace, "documents": documents, "schema_ref": schema, "element": "e", "layout": "dataset"});
        export_records(Arc::clone(host), object(asked), Progress::default()).await
    };
    for (limits, limit, document) in [
        (Limits { corpus_file_seconds: 1, ..Limits::default() }, "corpus_file_seconds", json!("wait.1.xml")),
        (Limits { batch_seconds: 3, ..Limits::default() }, "batch_seconds", json!("wait.1.xml")),
    ] {
        let (host, workspace) = hostile_host(limits, &files);
        // The encoder is ready from here on.
        assert_eq!(export(&host, &workspace, &["rows.1.xml"]).await.unwrap().data["rows"], 0);
        let retained = || list(&host, Map::new()).unwrap().data["artifacts"].as_array().map(Vec::len);
        assert_eq!(retained(), Some(3));
        let fault = export(&host, &workspace, &files[1..]).await.unwrap_err();
        assert_eq!((fault.code, &fault.details["limit"]), (FaultCode::WorkerTimeout, &json!(limit)), "{fault:?}");
        assert_eq!(fault.details.get("document").cloned().unwrap_or_default(), document, "{fault:?}");
        assert_eq!(retained(), Some(3), "nothing of it is retained");
        let reply = export(&host, &workspace, &["rows.1.xml", "rows.2.xml"]).await.unwrap();
        assert_eq!(reply.data["files"].as_array().map(Vec::len), Some(4));
    }
}

#[tokio::test]
async fn a_batch_that_is_dropped_stops_its_worker_and_retains_nothing() {
    let limits = Limits { workers: 1, queue_slots: 0, ..Limits::default() };
    let (host, workspace) = hostile_host(limits, &["s.xsd", "read-outside.xml", "list.xml", "wait.xml", "a.xml"]);
    let items = [("list.xml", "s.xsd"), ("wait.xml", "s.xsd")];
    let call = run(&host, &workspace, &items, Progress::default());
    assert!(tokio::time::timeout(std::time::Duration::from_millis(300), call).await.is_err());
    assert!(host.store.state_folder().is_none(), "nothing was retained");
    // The only place is given up as soon as the guest has ended.
    loop {
        let item = object(batch(&workspace, &[("a.xml", Some("s.xsd"))]));
        match validate_documents(Arc::clone(&host), item, Progress::default()).await {
            Ok(reply) => break assert_eq!(reply.data["totals"]["valid"], 1),
            Err(fault) => assert_eq!(fault.code, FaultCode::ServerBusy),
        }
        tokio::task::yield_now().await;
    }
}
