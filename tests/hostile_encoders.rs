//! Whatever an encoder leaves in its folder, only plain files of the right names become artifacts.

#[path = "guests/component.rs"]
mod component;
mod support;

use component::encoder;
use pyxsd_mcp::fault::{Fault, FaultCode};
use pyxsd_mcp::host::Host;
use pyxsd_mcp::limits::{FuelBudget, Limits};
use pyxsd_mcp::operations::export_records::export_records;
use pyxsd_mcp::operations::progress::Progress;
use pyxsd_mcp::operations::workspaces::put_files;
use pyxsd_mcp::worker::{CompiledCode, Workers};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};
use support::hosts::host_with;
use support::shop::{SHOP, TWO, all, orders};

/// Compiled once for all tests of this file.
static COMPILED: LazyLock<CompiledCode> = LazyLock::new(|| {
    let kept = CompiledCode::Below(Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled"));
    Workers::of_encoder(&Limits::default(), Cow::Borrowed(encoder()), kept.clone()).unwrap().warm().unwrap();
    kept
});

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        other => panic!("{other}"),
    }
}

/// A host with a hostile encoder, and a workspace of it with a document of this stem: the name of its output.
fn host(stem: &str, limits: Limits) -> (Arc<Host>, String) {
    let workers = Workers::of_encoder(&limits, Cow::Borrowed(encoder()), COMPILED.clone()).unwrap();
    let host = host_with(workers, limits);
    let workspace = host.workspaces.create().unwrap().workspace_id;
    let files = json!([{"path": "shop.xsd", "text": SHOP}, {"path": format!("{stem}.xml"), "text": TWO}, {"path": "good.xml", "text": TWO}]);
    put_files(&host, object(json!({"workspace_id": workspace, "files": files}))).unwrap();
    (Arc::new(host), workspace)
}

fn limits() -> Limits {
    Limits { workers: 1, fuel_records: FuelBudget { base: 1 << 50, per_byte: 0 }, ..Limits::default() }
}

async fn export(host: &Arc<Host>, workspace: &str, document: &str) -> Result<Value, Fault> {
    let arguments = object(all(workspace, &[document], orders()));
    export_records(Arc::clone(host), arguments, Progress::default()).await.map(|reply| reply.data)
}

/// The fault of a misdeed, after which nothing is retained and the next export works.
async fn fault(stem: &str, limits: Limits) -> Fault {
    let (host, workspace) = host(stem, limits);
    let fault = export(&host, &workspace, &format!("{stem}.xml")).await.expect_err("a misdeed leaves nothing");
    assert!(host.store.list(0, None, 10).unwrap().entries.is_empty(), "{stem}");
    let good = export(&host, &workspace, "good.xml").await.unwrap();
    let path = good["files"][0]["path"].as_str().unwrap();
    assert_eq!((&good["rows"], std::fs::read_to_string(path).unwrap().as_str()), (&json!(2), "plain"));
    fault
}

#[tokio::test]
async fn what_is_no_plain_file_of_the_right_name_is_rejected() {
    for stem in ["link", "folder", "twice", "surprise", "nothing"] {
        let fault = fault(stem, limits()).await;
        assert_eq!(fault.code, FaultCode::OutputRejected, "{stem}: {fault}");
        assert!(fault.details["file"].as_str().unwrap().contains("parquet"), "{fault}");
    }
}

#[tokio::test]
async fn an_encoder_that_writes_without_end_is_stopped_at_the_limit() {
    for (stem, limit) in [("flood", "artifact_bytes"), ("hole", "artifact_bytes"), ("many", "output_files")] {
        let began = Instant::now();
        let fault = fault(stem, Limits { artifact_bytes: 8 << 20, ..limits() }).await;
        assert_eq!((fault.code, fault.details["limit"].as_str()), (FaultCode::OutputLimit, Some(limit)), "{fault}");
        assert!(began.elapsed() < Duration::from_secs(20), "{stem}: {:?}", began.elapsed());
    }
}

#[tokio::test]
async fn an_encoder_that_does_not_end_or_fails_has_its_fault() {
    let meagre = Limits { fuel_records: FuelBudget { base: 2_000_000_000, per_byte: 0 }, ..limits() };
    assert_eq!(fault("loop", meagre).await.code, FaultCode::WorkerFuel);
    let hurried = Limits { query_seconds: 2, ..limits() };
    assert_eq!(fault("wait", hurried).await.code, FaultCode::WorkerTimeout);
    assert_eq!(fault("memory-bomb", limits()).await.code, FaultCode::WorkerMemory);
    for (stem, code) in [
        ("panic", FaultCode::WorkerFailed),
        ("unwritable", FaultCode::StateIo),
        ("large", FaultCode::OutputLimit),
        ("fewer", FaultCode::Internal),
    ] {
        assert_eq!(fault(stem, limits()).await.code, code, "{stem}");
    }
}

#[tokio::test]
async fn an_encoder_sees_its_own_folder_and_nothing_else() {
    let (host, workspace) = host("sees", limits());
    let data = export(&host, &workspace, "sees.xml").await.unwrap();
    assert_eq!(std::fs::read_to_string(data["files"][0]["path"].as_str().unwrap()).unwrap(), "/out");
}
