//! Every misdeed of a guest has its fault, harms nobody, and leaves a pool that serves the next call.

#[path = "guests/component.rs"]
mod component;

use component::hostile;
use pyxsd_mcp::capture::blobs::Scratch;
use pyxsd_mcp::capture::{Capture, CapturedFile};
use pyxsd_mcp::fault::{Fault, FaultCode};
use pyxsd_mcp::limits::{FuelBudget, Limits};
use pyxsd_mcp::worker::schema::SchemaOptions;
use pyxsd_mcp::worker::{Cache, CompiledCode, SchemaSource, Tier, ValidateOutcome, ValidateRequest, Workers};
use pyxsd_mcp::workspace::WorkspacePath;
use serde_json::json;
use std::borrow::Cow;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

const FILES: &[(&str, &str)] = &[("schema.xsd", "schema"), ("folder/x.xml", "x")];

/// Compiled by Cranelift once for all tests that do not ask for Winch.
static COMPILED: LazyLock<CompiledCode> = LazyLock::new(|| {
    let kept = CompiledCode::Below(Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled"));
    let workers = Workers::of_component(&Limits::default(), Cow::Borrowed(hostile()), kept.clone()).unwrap();
    workers.warm().unwrap();
    kept
});

fn limits() -> Limits {
    Limits {
        workers: 1,
        query_seconds: 20,
        compile_seconds: 20,
        fuel_validate: FuelBudget { base: 2_000_000_000, per_byte: 0 },
        fuel_compile: FuelBudget { base: 2_000_000_000, per_byte: 0 },
        ..Limits::default()
    }
}

fn workers(limits: &Limits) -> Workers {
    Workers::of_component(limits, Cow::Borrowed(hostile()), COMPILED.clone()).unwrap()
}

fn winch_workers(limits: &Limits) -> Workers {
    Workers::of_component(limits, Cow::Borrowed(hostile()), CompiledCode::InMemory).unwrap()
}

fn path(text: &str) -> WorkspacePath {
    WorkspacePath::parse(text).unwrap()
}

fn capture(files: &[(&str, &str)]) -> Arc<Capture> {
    let scratch = Scratch::create().unwrap();
    let entry = |(name, text): &(&str, &str)| (path(name), CapturedFile::new(scratch.store(text.as_bytes()).unwrap()));
    Arc::new(Capture::new(files.iter().map(entry).collect()))
}

fn request(schema: &str, document: &str) -> ValidateRequest {
    let files: Vec<_> = FILES.iter().copied().chain([(schema, "schema")]).collect();
    ValidateRequest {
        capture: capture(&files),
        schema: SchemaSource::Reference { path: path(schema), options: SchemaOptions::default() },
        document: path(document),
    }
}

async fn validate(workers: &Workers, document: &str) -> Result<ValidateOutcome, Fault> {
    workers.validate(request("schema.xsd", document)).await
}

fn messages(outcome: &ValidateOutcome) -> Vec<&str> {
    outcome.report.issues.iter().map(|issue| issue.message.as_str()).collect()
}

async fn fault_then_next_call_works(workers: &Workers, request: ValidateRequest) -> Fault {
    let fault = workers.validate(request).await.expect_err("a misdeed gives no verdict");
    let next = validate(workers, "good.xml").await.expect("the next call works");
    assert!(next.report.valid);
    assert_eq!(next.report.counts.errors, 1, "in a fresh instance");
    fault
}

#[tokio::test]
async fn an_endless_loop_uses_up_its_fuel() {
    for pool in [workers(&limits()), winch_workers(&limits())] {
        let fault = fault_then_next_call_works(&pool, request("schema.xsd", "loop.xml")).await;
        assert_eq!(fault.code, FaultCode::WorkerFuel);
        assert_eq!(fault.details["limit"], "fuel_validate");
        assert_eq!(fault.details["value"], json!(2_000_000_000_u64));
        assert_eq!(fault.details["flag"], "--limit fuel_validate=BASE+PER_BYTE");
    }
}

#[tokio::test]
async fn an_endless_loop_in_a_schema_uses_up_the_fuel_of_compilation() {
    let fault = fault_then_next_call_works(&workers(&limits()), request("loop.xsd", "good.xml")).await;
    assert_eq!((fault.code, &fault.details["limit"]), (FaultCode::WorkerFuel, &json!("fuel_compile")));
}

#[tokio::test]
async fn an_endless_loop_with_endless_fuel_meets_its_deadline() {
    let limits = Limits { query_seconds: 1, fuel_validate: FuelBudget { base: 1 << 60, per_byte: 0 }, ..limits() };
    for pool in [workers(&limits), winch_workers(&limits)] {
        validate(&pool, "good.xml").await.unwrap();
        let start = Instant::now();
        let fault = fault_then_next_call_works(&pool, request("schema.xsd", "loop.xml")).await;
        assert_eq!((fault.code, &fault.details["limit"]), (FaultCode::WorkerTimeout, &json!("query_seconds")));
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}

#[tokio::test]
async fn a_guest_that_waits_in_the_host_meets_its_deadline() {
    let limits = Limits { query_seconds: 1, ..limits() };
    let fault = fault_then_next_call_works(&workers(&limits), request("schema.xsd", "wait.xml")).await;
    assert_eq!(fault.code, FaultCode::WorkerTimeout);
    assert_eq!(fault.details["flag"], "--limit query_seconds=SECONDS");
}

#[tokio::test]
async fn a_dropped_call_ends_a_guest_that_computes_and_one_that_waits() {
    let limits = Limits { query_seconds: 3_600, fuel_validate: FuelBudget { base: 1 << 60, per_byte: 0 }, ..limits() };
    let pool = workers(&limits);
    validate(&pool, "good.xml").await.unwrap();
    for document in ["loop.xml", "wait.xml"] {
        let dropped = tokio::time::timeout(Duration::from_millis(100), validate(&pool, document)).await;
        assert!(dropped.is_err(), "it does not end by itself");
        // The only worker's place is free again.
        let next = tokio::time::timeout(Duration::from_secs(5), validate(&pool, "good.xml")).await;
        assert!(next.expect("the guest has ended").unwrap().report.valid);
    }
}

#[tokio::test]
async fn growing_memory_reaches_the_cap() {
    let limits = Limits { worker_memory_bytes: 64 << 20, ..limits() };
    for pool in [workers(&limits), winch_workers(&limits)] {
        let fault = fault_then_next_call_works(&pool, request("schema.xsd", "memory-bomb.xml")).await;
        assert_eq!(fault.code, FaultCode::WorkerMemory);
        assert_eq!(fault.details["limit"], "worker_memory_bytes");
        assert_eq!(fault.details["maximum"], json!(64 << 20));
        assert!(fault.details["value"].as_u64().unwrap() > 64 << 20);
    }
}

#[tokio::test]
async fn a_guest_that_needs_more_than_the_cap_to_start_is_a_memory_fault() {
    let limits = Limits { worker_memory_bytes: 1 << 20, ..limits() };
    let fault = validate(&workers(&limits), "good.xml").await.unwrap_err();
    assert_eq!(fault.code, FaultCode::WorkerMemory);
}

#[tokio::test]
async fn endless_recursion_a_panic_and_an_exit_are_failures_of_the_worker() {
    for pool in [workers(&limits()), winch_workers(&limits())] {
        for document in ["recursion.xml", "panic.xml", "exit.xml"] {
            let fault = fault_then_next_call_works(&pool, request("schema.xsd", document)).await;
            assert_eq!(fault.code, FaultCode::WorkerFailed, "{document}");
        }
        let fault = pool.validate(request("panic.xsd", "good.xml")).await.unwrap_err();
        assert_eq!(fault.code, FaultCode::WorkerFailed);
        assert!(validate(&pool, "good.xml").await.unwrap().report.valid);
    }
}

#[tokio::test]
async fn a_result_larger_than_the_host_takes_is_refused() {
    let limits = Limits { hostcall_bytes: 1 << 20, ..limits() };
    for document in ["huge.xml", "many.xml"] {
        let fault = fault_then_next_call_works(&workers(&limits), request("schema.xsd", document)).await;
        assert_eq!(
            (fault.code, &fault.details["limit"]),
            (FaultCode::WorkerFailed, &json!("hostcall_bytes")),
            "{document}"
        );
    }
}

#[tokio::test]
async fn output_beyond_the_bound_is_dropped_and_the_call_goes_on() {
    let outcome = validate(&workers(&limits()), "flood.xml").await.unwrap();
    assert!(outcome.report.valid);
}

#[tokio::test]
async fn nothing_outside_the_capture_can_be_read() {
    let outcome = validate(&workers(&limits()), "read-outside.xml").await.unwrap();
    assert_eq!(messages(&outcome), Vec::<&str>::new());
}

#[tokio::test]
async fn nothing_in_the_capture_can_be_changed() {
    let pool = workers(&limits());
    let mut request = request("schema.xsd", "write.xml");
    let files = Arc::clone(&request.capture);
    let outcome = pool.validate(request.clone()).await.unwrap();
    assert_eq!(messages(&outcome), Vec::<&str>::new());
    request.document = path("list.xml");
    let outcome = pool.validate(request).await.unwrap();
    assert_eq!(messages(&outcome), Vec::<&str>::new(), "nothing was left behind");
    for file in files.files().values() {
        assert!(file.read().is_ok(), "contents still match their digest");
    }
}

#[tokio::test]
async fn a_call_sees_the_files_of_its_own_capture_only() {
    let pool = workers(&limits());
    let with = |files: &[(&str, &str)]| ValidateRequest {
        capture: capture(files),
        schema: SchemaSource::Reference { path: path("schema.xsd"), options: SchemaOptions::default() },
        document: path("list.xml"),
    };
    let first = pool.validate(with(&[("schema.xsd", "schema"), ("secret.xml", "x")])).await.unwrap();
    assert_eq!(messages(&first), ["schema.xsd", "secret.xml"]);
    let own = [("schema.xsd", "schema"), ("own.xml", "x"), ("list.xml", "x")];
    let second = pool.validate(with(&own)).await.unwrap();
    assert_eq!(messages(&second), ["list.xml"], "the schema is at hand, so only the document is needed");
    assert_eq!(second.report.counts.errors, 2, "in the same instance");
}

#[tokio::test]
async fn there_are_no_arguments_no_environment_and_no_input() {
    let outcome = validate(&workers(&limits()), "surroundings.xml").await.unwrap();
    assert_eq!(messages(&outcome), Vec::<&str>::new());
}

#[tokio::test]
async fn clocks_and_random_numbers_stand_still() {
    let first = validate(&workers(&limits()), "frozen.xml").await.unwrap();
    let second = validate(&workers(&limits()), "frozen.xml").await.unwrap();
    assert_eq!(messages(&first)[..2], ["elapsed 0", "time 0"]);
    assert_eq!(messages(&first), messages(&second));
}

#[tokio::test]
async fn a_component_that_wants_sockets_is_not_loaded() {
    let component = wat::parse_str(r#"(component (import "wasi:sockets/network@0.2.0" (instance)))"#).unwrap();
    let pool = Workers::of_component(&limits(), Cow::Owned(component), CompiledCode::InMemory).unwrap();
    let fault = validate(&pool, "good.xml").await.unwrap_err();
    assert_eq!(fault.code, FaultCode::WorkerFailed);
}

#[tokio::test]
async fn what_is_no_component_is_not_loaded() {
    let pool = Workers::of_component(&limits(), Cow::Borrowed(b"\0asm"), CompiledCode::InMemory).unwrap();
    let fault = validate(&pool, "good.xml").await.unwrap_err();
    assert_eq!(fault.code, FaultCode::WorkerFailed);
}

#[tokio::test]
async fn a_schema_is_used_again_only_where_its_whole_closure_is_the_same() {
    let pool = workers(&limits());
    let ask = async |files: &[(&str, &str)], options: SchemaOptions| {
        let request = ValidateRequest {
            capture: capture(files),
            schema: SchemaSource::Reference { path: path("schema.xsd"), options },
            document: path("good.xml"),
        };
        pool.validate(request).await.unwrap().readings.cache
    };
    let strict = SchemaOptions::default();
    let legacy =
        SchemaOptions { matching: pyxsd_mcp::worker::schema::NameMatching::Legacy, ..SchemaOptions::default() };
    assert_eq!(ask(&[("schema.xsd", "one")], strict.clone()).await, Cache::Miss);
    assert_eq!(ask(&[("schema.xsd", "one")], strict.clone()).await, Cache::Hit);
    assert_eq!(ask(&[("schema.xsd", "one"), ("other.xsd", "")], strict.clone()).await, Cache::Hit);
    assert_eq!(ask(&[("schema.xsd", "two")], strict.clone()).await, Cache::Miss);
    assert_eq!(ask(&[("schema.xsd", "one"), ("absent.xsd", "")], strict.clone()).await, Cache::Miss);
    assert_eq!(ask(&[("schema.xsd", "one")], legacy).await, Cache::Miss);
    assert_eq!(ask(&[("schema.xsd", "one")], strict).await, Cache::Hit);
}

#[tokio::test]
async fn the_longest_unused_schema_is_evicted() {
    let pool = workers(&Limits { schema_cache_entries: 2, ..limits() });
    let mut seen = Vec::new();
    for schema in ["a.xsd", "b.xsd", "a.xsd", "c.xsd", "a.xsd", "b.xsd"] {
        seen.push(pool.validate(request(schema, "good.xml")).await.unwrap().readings.cache);
    }
    use Cache::{Hit, Miss};
    assert_eq!(seen, [Miss, Miss, Hit, Miss, Hit, Miss]);
}

#[tokio::test]
async fn calls_without_a_schema_evict_none_and_a_cache_of_none_keeps_none() {
    use Cache::{Hit, Miss};
    for (schema_cache_entries, second) in [(1, Hit), (0, Miss)] {
        let pool = workers(&Limits { schema_cache_entries, ..limits() });
        assert_eq!(validate(&pool, "good.xml").await.unwrap().readings.cache, Miss);
        for _ in 0..3 {
            pool.hints(capture(FILES), path("good.xml")).await.unwrap();
        }
        assert_eq!(validate(&pool, "good.xml").await.unwrap().readings.cache, second);
    }
}

#[tokio::test]
async fn a_worker_is_replaced_after_its_operations() {
    let pool = workers(&Limits { worker_operations: 3, ..limits() });
    let mut calls = Vec::new();
    for _ in 0..5 {
        calls.push(validate(&pool, "good.xml").await.unwrap().report.counts.errors);
    }
    assert_eq!(calls, [1, 2, 3, 1, 2]);
}

#[tokio::test]
async fn a_worker_that_has_grown_large_is_replaced() {
    let pool = workers(&limits());
    let large = validate(&pool, "large-memory.xml").await.unwrap();
    assert!(large.readings.memory_bytes > 128 << 20);
    let next = validate(&pool, "good.xml").await.unwrap();
    assert_eq!(next.report.counts.errors, 1);
    assert!(next.readings.memory_bytes < 128 << 20);
}

#[tokio::test]
async fn a_full_queue_refuses_and_a_place_in_it_is_given_up_when_the_call_is_dropped() {
    let pool = workers(&Limits { queue_slots: 1, query_seconds: 3_600, ..limits() });
    validate(&pool, "good.xml").await.unwrap();
    let mut running = Box::pin(validate(&pool, "wait.xml"));
    let mut queued = Box::pin(validate(&pool, "good.xml"));
    assert!(poll_once(&mut running).await.is_none());
    assert!(poll_once(&mut queued).await.is_none());
    let refused = validate(&pool, "good.xml").await.unwrap_err();
    assert_eq!(refused.code, FaultCode::ServerBusy);
    drop(queued);
    let mut queued = Box::pin(validate(&pool, "good.xml"));
    assert!(poll_once(&mut queued).await.is_none());
    drop(running);
    assert!(queued.await.unwrap().report.valid);
}

/// Polls a future once.
async fn poll_once<F: Future + Unpin>(future: &mut F) -> Option<F::Output> {
    tokio::select! {
        biased;
        output = future => Some(output),
        () = std::future::ready(()) => None,
    }
}

#[tokio::test]
async fn different_workers_run_at_the_same_time() {
    let pool = workers(&Limits { workers: 2, query_seconds: 3_600, ..limits() });
    let mut waiting = Box::pin(validate(&pool, "wait.xml"));
    assert!(poll_once(&mut waiting).await.is_none());
    assert!(validate(&pool, "good.xml").await.unwrap().report.valid);
}

#[tokio::test]
async fn hints_lead_to_captured_schemas_or_to_not_found() {
    let pool = workers(&limits());
    let ask = async |document: &str| {
        let request = ValidateRequest {
            capture: capture(&[("a.xsd", "a"), ("b.xsd", "b")]),
            schema: SchemaSource::Hints { options: SchemaOptions::default() },
            document: path(document),
        };
        pool.validate(request).await
    };
    let outcome = ask("hints.a.nowhere.b.a.xml").await.unwrap();
    let documents: Vec<&str> = outcome.schema.documents.iter().map(|document| document.path.as_str()).collect();
    assert_eq!(documents, ["a.xsd", "b.xsd"]);
    assert_eq!(ask("hints.a.b.xml").await.unwrap().readings.cache, Cache::Hit);
    assert_eq!(ask("hints.b.xml").await.unwrap().readings.cache, Cache::Miss);
    for document in ["hints.xml", "hints.nowhere.xml"] {
        let fault = ask(document).await.unwrap_err();
        assert_eq!((fault.code, &fault.details["role"]), (FaultCode::NotFound, &json!("schema")));
    }
    assert_eq!(ask("panic.xml").await.unwrap_err().code, FaultCode::WorkerFailed);
    assert_eq!(ask("hints.b.xml").await.unwrap().readings.cache, Cache::Hit);
}

#[tokio::test]
async fn a_failure_is_the_fault_that_the_contract_names_and_keeps_the_worker() {
    let pool = workers(&limits());
    validate(&pool, "good.xml").await.unwrap();
    let expected = [
        ("not-found.xml", FaultCode::NotFound, json!({"path": "not-found.xml", "role": "schema"})),
        (
            "malformed.xml",
            FaultCode::InvalidXml,
            json!({"path": "malformed.xml", "line": 3, "column": 4, "offset": 25, "role": "document"}),
        ),
        ("known-limit.xml", FaultCode::InputLimit, {
            json!({"limit": "xml_depth", "value": 257, "maximum": 256, "flag": "--limit xml_depth=VALUE"})
        }),
        ("fixed-limit.xml", FaultCode::InputLimit, json!({"limit": "unknown_bound", "value": 257, "maximum": 256})),
        ("unsupported.xml", FaultCode::Unsupported, {
            let place = json!({"file": "unsupported.xml", "line": 3, "column": 4});
            json!({"constructs": [{"what": "xs:assert", "place": place}], "constructs_total": 1})
        }),
        ("invalid-argument.xml", FaultCode::InvalidArgument, json!({})),
    ];
    for (document, code, details) in expected {
        let fault = validate(&pool, document).await.unwrap_err();
        assert_eq!((fault.code, json!(fault.details)), (code, details), "{document}");
    }
    let fault = validate(&pool, "incomplete.xml").await.unwrap_err();
    assert_eq!(fault.code, FaultCode::SchemaIncomplete);
    assert_eq!(
        (&fault.details["unresolved_total"], fault.details["unresolved"].as_array().map(Vec::len)),
        (&json!(12), Some(10))
    );
    let fault = validate(&pool, "invalid-schema.xml").await.unwrap_err();
    assert_eq!((fault.code, &fault.details["issues"][0]["code"]), (FaultCode::InvalidSchema, &json!("probe")));
    let last = validate(&pool, "good.xml").await.unwrap();
    assert_eq!((last.report.counts.errors, last.readings.cache), (10, Cache::Hit));
}

#[tokio::test]
async fn winch_runs_first_and_cranelift_follows_for_new_workers() {
    let pool = winch_workers(&Limits { worker_operations: 1, ..limits() });
    assert_eq!(validate(&pool, "good.xml").await.unwrap().readings.tier, Tier::Winch);
    pool.warm().unwrap();
    assert_eq!(validate(&pool, "good.xml").await.unwrap().readings.tier, Tier::Cranelift);
}
