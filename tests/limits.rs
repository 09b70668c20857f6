//! Every limit is reached once: the fault is the one that the table promises, and the next call works.

#[path = "guests/component.rs"]
mod component;
mod support;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use component::{hostile, transform as transform_guest};
use pyxsd_mcp::capture::blobs::Scratch;
use pyxsd_mcp::capture::{Capture, CapturedFile};
use pyxsd_mcp::fault::{Fault, FaultCode};
use pyxsd_mcp::limits::{LIMITS, LimitEntry, Limits};
use pyxsd_mcp::worker::schema::SchemaOptions;
use pyxsd_mcp::worker::{Allowance, Cache, CompiledCode, SchemaSource, Times, ValidateRequest, Workers};
use pyxsd_mcp::workspace::WorkspacePath;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use support::orders::{self, order};
use support::shop;
use support::transforms;
use support::{Era, Server};

/// Limits of tools that do not exist yet, each with the first tool that will reach it.
const OF_LATER_TOOLS: &[(&str, &str)] = &[];

/// One test for each key, of that name.
macro_rules! cases {
    ($($key:ident $body:block)*) => {
        /// Limits that a test of this file reaches.
        const REACHED: &[&str] = &[$(stringify!($key)),*];

        mod reaching {
            use super::*;
            $(
                #[test]
                fn $key() $body
            )*
        }
    };
}

#[test]
fn every_limit_has_a_case_or_belongs_to_a_tool_that_is_not_there_yet() {
    let later: BTreeSet<&str> = OF_LATER_TOOLS.iter().map(|(key, _)| *key).collect();
    let covered: BTreeSet<&str> = REACHED.iter().copied().chain(later.iter().copied()).collect();
    assert_eq!(covered, LIMITS.iter().map(|entry| entry.key).collect());
    assert!(REACHED.iter().all(|key| !later.contains(key)));
    let mut server = Server::start(Era::Session, &[]);
    let tools = server.request("tools/list", json!({}));
    let tools: Vec<&Value> = tools["result"]["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    for (key, tool) in OF_LATER_TOOLS {
        assert!(!tools.contains(&&json!(tool)), "{tool} is there: {key} needs a case");
    }
}

#[test]
fn every_limit_says_its_unit_range_and_what_it_does_not_cover() {
    for entry in LIMITS {
        assert!(entry.range.0 < entry.range.1 && entry.meaning.ends_with('.'), "{}", entry.key);
        assert!(entry.not_covered.len() > 5 && entry.not_covered.ends_with('.'), "{}", entry.key);
    }
}

/// A server with one limit set.
fn server(key: &str, value: &str) -> Server {
    assert!(LimitEntry::of(key).is_some(), "{key}");
    Server::start(Era::Session, &["--limit", &format!("{key}={value}")])
}

/// What a fault of the limit says.
fn check(error: &Value, key: &str, maximum: u64) {
    let code = LimitEntry::of(key).unwrap().fault.name();
    let details = &error["details"];
    assert_eq!(
        (&error["code"], &details["limit"], &details["maximum"]),
        (&json!(code), &json!(key), &json!(maximum)),
        "{error}"
    );
    assert!(details["flag"].as_str().unwrap().starts_with(&format!("--limit {key}=")), "{error}");
}

const ANYTHING: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r"><xs:complexType mixed="true"><xs:sequence>
<xs:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/></xs:sequence><xs:anyAttribute processContents="skip"/></xs:complexType></xs:element></xs:schema>"#;

fn ask(workspace: &str, document: &str, schema: &str) -> Value {
    json!({"workspace_id": workspace, "document": {"path": document}, "schema_ref": {"source": {"path": schema}}})
}

/// A bound of the parser: one document reaches it, and so does a schema document with the same attribute or element in it.
fn document(key: &str, maximum: u64, within: &str, beyond: &str) {
    let mut server = server(key, &maximum.to_string());
    let workspace = server.workspace(&[("s.xsd", ANYTHING), ("within.xml", within), ("beyond.xml", beyond)]);
    let error = server.fault("pyxsd_validate_document", ask(&workspace, "beyond.xml", "s.xsd"), "input_limit");
    check(&error, key, maximum);
    assert_eq!(error["details"]["path"], "beyond.xml");
    assert_eq!(server.data("pyxsd_validate_document", ask(&workspace, "within.xml", "s.xsd"))["valid"], true);
}

/// A bound of schemas.
fn schema(key: &str, maximum: u64, beyond: &[(&str, &str)]) {
    let mut server = server(key, &maximum.to_string());
    let workspace = server.workspace(&[("s.xsd", ANYTHING), ("a.xml", "<r/>")]);
    server.put(&workspace, beyond);
    let error = server.fault("pyxsd_validate_document", ask(&workspace, "a.xml", beyond[0].0), "input_limit");
    check(&error, key, maximum);
    assert_eq!(server.data("pyxsd_validate_document", ask(&workspace, "a.xml", "s.xsd"))["valid"], true);
}

/// A transform by the component of the tests that reaches a limit, and one that does not.
fn deed(key: &str, value: &str, others: &[&str], deed: &str, maximum: u64) {
    let set = format!("{key}={value}");
    let flags: Vec<&str> =
        [&set[..]].into_iter().chain(others.iter().copied()).flat_map(|set| ["--limit", set]).collect();
    let mut server = transforms::server(&flags);
    let workspace = transforms::deeds(&mut server, transform_guest(), &["copy", deed]);
    let code = LimitEntry::of(key).unwrap().fault.name();
    check(&server.fault(transforms::TOOL, transforms::component(&workspace, deed), code), key, maximum);
    assert_eq!(server.data(transforms::TOOL, transforms::component(&workspace, "copy"))["well_formed"], true);
}

/// The hostile guest, compiled once.
static COMPILED: LazyLock<CompiledCode> = LazyLock::new(|| {
    let kept = CompiledCode::Below(Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled"));
    Workers::of_component(&Limits::default(), Cow::Borrowed(hostile()), kept.clone()).unwrap().warm().unwrap();
    kept
});

/// Limits from flags, as an operator gives them.
fn limits(pairs: &[&str]) -> Limits {
    let mut limits = Limits::default();
    for pair in pairs {
        limits.apply_flag(pair).unwrap();
    }
    limits
}

fn path(text: &str) -> WorkspacePath {
    WorkspacePath::parse(text).unwrap()
}

fn request(document: &str, schema: &str) -> ValidateRequest {
    let scratch = Scratch::create().unwrap();
    let entry = |name: &str| (path(name), CapturedFile::new(scratch.store(name.as_bytes()).unwrap()));
    ValidateRequest {
        capture: Arc::new(Capture::new([document, schema].into_iter().map(entry).collect())),
        schema: SchemaSource::Reference { path: path(schema), options: SchemaOptions::default() },
        document: path(document),
    }
}

fn block<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

/// What the hostile guest does with this document and schema reaches the limit.
fn misdeed(key: &str, flags: &[&str], document: &str, schema: &str) -> Fault {
    let workers = Workers::of_component(&limits(flags), Cow::Borrowed(hostile()), COMPILED.clone()).unwrap();
    block(async {
        let fault = workers.validate(request(document, schema)).await.unwrap_err();
        assert_eq!(fault.code, LimitEntry::of(key).unwrap().fault, "{fault}");
        assert_eq!(fault.details["limit"], key);
        assert!(fault.details["flag"].as_str().unwrap().starts_with(&format!("--limit {key}=")));
        assert!(workers.validate(request("good.xml", "s.xsd")).await.unwrap().report.valid);
        fault
    })
}

/// The same under the times of a batch.
fn batch_misdeed(key: &str, flags: &[&str]) {
    let limits = limits(flags);
    let workers = Workers::of_component(&limits, Cow::Borrowed(hostile()), COMPILED.clone()).unwrap();
    block(async {
        let times = Times::of_batch(&limits, Allowance::new("batch_seconds", limits.batch_seconds));
        let mut lease = workers.lease().await.unwrap();
        let fault = lease.validate(request("wait.xml", "s.xsd"), times).await.unwrap_err();
        assert_eq!((fault.code, &fault.details["limit"]), (FaultCode::WorkerTimeout, &json!(key)));
        assert!(lease.validate(request("good.xml", "s.xsd"), times).await.unwrap().report.valid);
    });
}

/// Validates twice with one schema, and tells whether it was at hand the second time.
fn second_time(flag: &str) -> Cache {
    let workers = Workers::of_component(&limits(&[flag]), Cow::Borrowed(hostile()), COMPILED.clone()).unwrap();
    block(async {
        workers.validate(request("good.xml", "s.xsd")).await.unwrap();
        workers.validate(request("good.xml", "s.xsd")).await.unwrap().readings.cache
    })
}

cases! {
    xml_bytes {
        document("xml_bytes", 100, "<r/>", &format!("<r>{}</r>", "x".repeat(100)));
    }
    xsd_bytes {
        schema("xsd_bytes", 2_000, &[("big.xsd", &format!("{ANYTHING}<!--{}-->", "x".repeat(2_000)))]);
    }
    schema_closure_files {
        let includes = ANYTHING.replacen("><xs:element", "><xs:include schemaLocation='b.xsd'/><xs:include schemaLocation='c.xsd'/><xs:element", 1);
        let empty = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'/>";
        schema("schema_closure_files", 2, &[("a.xsd", &includes), ("b.xsd", empty), ("c.xsd", empty)]);
    }
    schema_closure_bytes {
        let includes = ANYTHING.replacen("><xs:element", "><xs:include schemaLocation='b.xsd'/><xs:element", 1);
        let large = format!("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'/><!--{}-->", "x".repeat(1_500));
        schema("schema_closure_bytes", 1_600, &[("a.xsd", &includes), ("b.xsd", &large)]);
    }
    xml_depth {
        let nested = |depth: usize| format!("<r>{}{}</r>", "<a>".repeat(depth - 1), "</a>".repeat(depth - 1));
        document("xml_depth", 20, &nested(20), &nested(21));
    }
    xml_elements {
        let many = |count: usize| format!("<r>{}</r>", "<a/>".repeat(count - 1));
        document("xml_elements", 50, &many(50), &many(51));
    }
    xml_attributes {
        let many = |count: usize| format!("<r {}/>", (0..count).map(|n| format!("a{n}='' ")).collect::<String>());
        document("xml_attributes", 30, &many(30), &many(31));
    }
    xml_namespaces {
        let many = |count: usize| format!("<r {}/>", (0..count).map(|n| format!("xmlns:a{n}='u:{n}' ")).collect::<String>());
        document("xml_namespaces", 30, &many(20), &many(31));
    }
    xml_name_bytes {
        let named = |bytes: usize| format!("<r><{}/></r>", "n".repeat(bytes));
        document("xml_name_bytes", 40, &named(40), &named(41));
    }
    xml_attribute_bytes {
        let valued = |bytes: usize| format!("<r a='{}'/>", "v".repeat(bytes));
        document("xml_attribute_bytes", 100, &valued(100), &valued(101));
    }
    upload_bytes {
        let mut server = server("upload_bytes", "100");
        let workspace = server.workspace(&[]);
        let files = |bytes: usize| json!({"workspace_id": workspace, "files": [{"path": "a", "text": "x".repeat(bytes)}]});
        check(&server.fault("pyxsd_put_files", files(101), "input_limit"), "upload_bytes", 100);
        assert_eq!(server.data("pyxsd_put_files", files(100))["bytes"], 100);
    }
    request_bytes {
        let mut server = server("request_bytes", "1024");
        let workspace = server.workspace(&[]);
        let files = |bytes: usize| json!({"workspace_id": workspace, "files": [{"path": "a", "text": "x".repeat(bytes)}]});
        let answer = server.request("tools/call", json!({"name": "pyxsd_put_files", "arguments": files(1_000)}));
        assert_eq!(answer["error"]["code"], -32600, "{answer}");
        assert_eq!(server.data("pyxsd_put_files", files(100))["bytes"], 100);
    }
    session_bytes {
        let mut server = server("session_bytes", "100");
        let (first, second) = (server.workspace(&[("a", &"x".repeat(60))]), server.workspace(&[]));
        let files = json!({"workspace_id": second, "files": [{"path": "b", "text": "y".repeat(41)}]});
        check(&server.fault("pyxsd_put_files", files.clone(), "input_limit"), "session_bytes", 100);
        server.data("pyxsd_manage_workspace", json!({"action": "release", "workspace_id": first}));
        assert_eq!(server.data("pyxsd_put_files", files)["bytes"], 41);
    }
    workspaces {
        let mut server = server("workspaces", "1");
        let first = server.workspace(&[]);
        let error = server.fault("pyxsd_manage_workspace", json!({"action": "create"}), "input_limit");
        check(&error, "workspaces", 1);
        server.data("pyxsd_manage_workspace", json!({"action": "release", "workspace_id": first}));
        server.workspace(&[]);
    }
    input_entries {
        let mut server = server("input_entries", "2");
        let workspace = server.workspace(&[("a", "a"), ("b", "b")]);
        let third = json!({"workspace_id": workspace, "files": [{"path": "c", "text": "c"}]});
        check(&server.fault("pyxsd_put_files", third, "input_limit"), "input_entries", 2);
        server.put(&workspace, &[("b", "other")]);
    }
    result_bytes {
        let mut server = server("result_bytes", "8192");
        let workspace = orders::schemas(&mut server);
        server.put(&workspace, &[("bad.xml", &order(50, "x"))]);
        let envelope = server.call("pyxsd_validate_document", orders::question(&workspace, "bad.xml"));
        assert!(envelope.to_string().len() <= 8_192 && envelope["page"]["truncated"] == true, "{envelope}");
        let range = |length: u64| json!({"artifact_id": envelope["artifacts"][0]["artifact_id"], "length": length});
        let error = server.fault("pyxsd_read_artifact", range(8_000), "response_limit");
        assert_eq!(error["details"]["limit"], "result_bytes");
        assert_eq!(server.data("pyxsd_read_artifact", range(100))["length"], 100);
    }
    page_items {
        let mut server = server("page_items", "5");
        let workspace = orders::schemas(&mut server);
        server.put(&workspace, &[("bad.xml", &order(9, "x"))]);
        let page = |size: u64| {
            let mut question = orders::question(&workspace, "bad.xml");
            question["page_size"] = json!(size);
            question
        };
        let error = server.fault("pyxsd_validate_document", page(6), "invalid_argument");
        assert_eq!((&error["details"]["field"], &error["details"]["maximum"]), (&json!("page_size"), &json!(5)));
        assert_eq!(server.data("pyxsd_validate_document", page(5))["issues"].as_array().map(Vec::len), Some(5));
    }
    corpus_max_files {
        let mut server = server("corpus_max_files", "2");
        let workspace = orders::schemas(&mut server);
        let items = |count: usize| json!({"workspace_id": workspace, "documents": vec![json!({"document": {"path": "doc.xml"}, "schema_ref": {"source": {"path": "order.xsd"}}}); count]});
        check(&server.fault("pyxsd_validate_documents", items(3), "input_limit"), "corpus_max_files", 2);
        assert_eq!(server.data("pyxsd_validate_documents", items(2))["totals"]["valid"], 2);
    }
    corpus_file_seconds {
        batch_misdeed("corpus_file_seconds", &["corpus_file_seconds=1"]);
    }
    batch_seconds {
        batch_misdeed("batch_seconds", &["batch_seconds=1"]);
    }
    issues_collected {
        let mut server = server("issues_collected", "3");
        let workspace = orders::schemas(&mut server);
        server.put(&workspace, &[("bad.xml", &order(9, "x"))]);
        let data = orders::validate(&mut server, &workspace, "bad.xml");
        assert_eq!((&data["collected"], &data["suppressed"], &data["counts"]["errors"]), (&json!(3), &json!(6), &json!(9)));
        assert_eq!(orders::validate(&mut server, &workspace, "doc.xml")["valid"], true);
    }
    issue_message_bytes {
        let mut server = server("issue_message_bytes", "64");
        let workspace = orders::schemas(&mut server);
        server.put(&workspace, &[("bad.xml", &order(1, &"long ".repeat(100)))]);
        let data = orders::validate(&mut server, &workspace, "bad.xml");
        let message = data["issues"][0]["message"].as_str().unwrap();
        assert!(message.len() <= 64 && message.ends_with('…'), "{message}");
        assert_eq!(orders::validate(&mut server, &workspace, "doc.xml")["valid"], true);
    }
    artifact_bytes {
        let mut server = server("artifact_bytes", "500");
        let workspace = orders::schemas(&mut server);
        server.put(&workspace, &[("bad.xml", &order(9, "x"))]);
        let error = server.fault("pyxsd_validate_document", orders::question(&workspace, "bad.xml"), "output_limit");
        check(&error, "artifact_bytes", 500);
        assert_eq!(orders::validate(&mut server, &workspace, "doc.xml")["valid"], true);
    }
    schema_cache_entries {
        assert_eq!(second_time("schema_cache_entries=1"), Cache::Hit);
        assert_eq!(second_time("schema_cache_entries=0"), Cache::Miss);
    }
    workers {
        let workers = Workers::of_component(&limits(&["workers=1", "queue_slots=1"]), Cow::Borrowed(hostile()), COMPILED.clone()).unwrap();
        block(async {
            let running = workers.lease().await.unwrap();
            let mut queued = std::pin::pin!(workers.lease());
            tokio::select! {
                biased;
                _ = &mut queued => panic!("there is one place"),
                () = tokio::task::yield_now() => {}
            }
            drop(running);
            queued.await.unwrap();
            assert!(workers.validate(request("good.xml", "s.xsd")).await.unwrap().report.valid);
        });
    }
    worker_operations {
        assert_eq!(second_time("worker_operations=2"), Cache::Hit);
        assert_eq!(second_time("worker_operations=1"), Cache::Miss);
    }
    queue_slots {
        let workers = Workers::of_component(&limits(&["workers=1", "queue_slots=0"]), Cow::Borrowed(hostile()), COMPILED.clone()).unwrap();
        block(async {
            let running = workers.lease().await.unwrap();
            assert_eq!(workers.lease().await.unwrap_err().code, FaultCode::ServerBusy);
            drop(running);
            assert!(workers.validate(request("good.xml", "s.xsd")).await.unwrap().report.valid);
        });
    }
    compile_seconds {
        misdeed("compile_seconds", &["compile_seconds=1"], "good.xml", "wait.xsd");
    }
    query_seconds {
        misdeed("query_seconds", &["query_seconds=1"], "wait.xml", "s.xsd");
    }
    fuel_compile {
        misdeed("fuel_compile", &["fuel_compile=1G+0"], "good.xml", "loop.xsd");
    }
    fuel_validate {
        misdeed("fuel_validate", &["fuel_validate=1G+0"], "loop.xml", "s.xsd");
    }
    fuel_query {
        let mut server = server("fuel_query", "50M+0");
        let workspace = orders::schemas(&mut server);
        server.put(&workspace, &[("many.xml", &order(300, "1"))]);
        let query = |xpath: &str| {
            let mut question = orders::question(&workspace, "many.xml");
            question["xpath"] = json!(xpath);
            question
        };
        let error = server.fault("pyxsd_query_document", query("count(for $a in //*, $b in //* return concat(string($a), string($b)))"), "worker_fuel");
        check(&error, "fuel_query", 50_000_000);
        assert_eq!(server.data("pyxsd_query_document", query("count(//*)"))["items"][0]["value"], "301");
    }
    preview_rows {
        // What goes beyond it is only counted.
        let mut server = server("preview_rows", "1");
        let workspace = shop::shops(&mut server);
        let data = server.data("pyxsd_preview_records", shop::of(&workspace, "two.xml", shop::orders()));
        assert_eq!((data["rows"].as_array().map(Vec::len), &data["row_count"]), (Some(1), &json!(2)));
    }
    fuel_records {
        let mut server = server("fuel_records", "20M+0");
        let workspace = shop::shops(&mut server);
        server.put(&workspace, &[("many.xml", &shop::shop(5_000))]);
        let error = server.fault("pyxsd_preview_records", shop::of(&workspace, "many.xml", shop::orders()), "worker_fuel");
        check(&error, "fuel_records", 20_000_000);
        assert_eq!(server.data("pyxsd_preview_records", shop::of(&workspace, "two.xml", shop::orders()))["row_count"], 2);
    }
    row_bytes {
        let mut server = server("row_bytes", "1000");
        let workspace = shop::shops(&mut server);
        let long = shop::TWO.replace("<sku/>", &format!("<sku>{}</sku>", "p".repeat(2_000)));
        server.put(&workspace, &[("long.xml", &long)]);
        let error = server.fault("pyxsd_preview_records", shop::of(&workspace, "long.xml", shop::orders()), "input_limit");
        check(&error, "row_bytes", 1_000);
        assert!(error["message"].as_str().unwrap().contains("Row 2 of `long.xml` has "), "{error}");
        assert_eq!(server.data("pyxsd_preview_records", shop::of(&workspace, "two.xml", shop::orders()))["row_count"], 2);
    }
    output_files {
        let mut server = server("output_files", "1");
        let workspace = shop::shops(&mut server);
        let export = |layout: &str| {
            let mut asked = shop::orders();
            asked["layout"] = json!(layout);
            shop::all(&workspace, &["two.xml"], asked)
        };
        let error = server.fault("pyxsd_export_records", export("dataset"), "output_limit");
        check(&error, "output_files", 1);
        assert_eq!(server.data("pyxsd_export_records", export("file"))["rows"], 2);
    }
    worker_memory_bytes {
        let fault = misdeed("worker_memory_bytes", &["worker_memory_bytes=32MiB"], "memory-bomb.xml", "s.xsd");
        assert_eq!(fault.details["maximum"], 32 << 20);
    }
    hostcall_bytes {
        misdeed("hostcall_bytes", &["hostcall_bytes=1MiB"], "huge.xml", "s.xsd");
    }
    transform_seconds {
        deed("transform_seconds", "1", &["fuel_transform=1000000G+0"], "loop", 1);
    }
    fuel_transform {
        deed("fuel_transform", "1G+0", &[], "loop", 1_000_000_000);
    }
    transform_memory_bytes {
        deed("transform_memory_bytes", "32MiB", &[], "memory", 32 << 20);
    }
    component_bytes {
        let size = transform_guest().len() as u64 - 1;
        let mut server = transforms::server(&["--limit", &format!("component_bytes={size}")]);
        let workspace = transforms::deeds(&mut server, transform_guest(), &["copy"]);
        let error = server.fault(transforms::TOOL, transforms::component(&workspace, "copy"), "input_limit");
        check(&error, "component_bytes", size);
        let drop = json!([{"op": "drop", "select": "*[2]"}]);
        assert_eq!(server.data(transforms::TOOL, transforms::pipeline(&workspace, "copy.xml", drop))["well_formed"], true);
    }
    compile_memory_bytes {
        let mut server = transforms::server(&["--limit", "compile_memory_bytes=64MiB", "--limit", "upload_bytes=64MiB", "--limit", "request_bytes=128MiB"]);
        let workspace = transforms::deeds(&mut server, transform_guest(), &["copy"]);
        let large = wat::parse_str(format!(
            r#"(component (core module (memory 1000) (data (i32.const 0) "{}")) (instance $i) (export "pyxsd:worker/transformation@0.1.0" (instance $i)))"#,
            "a".repeat(30 << 20)
        ));
        let file = json!({"path": "large.wasm", "base64": STANDARD.encode(large.unwrap())});
        server.data("pyxsd_put_files", json!({"workspace_id": workspace, "files": [file]}));
        let mut call = transforms::component(&workspace, "copy");
        call["transform"]["path"] = json!("large.wasm");
        let error = server.fault(transforms::TOOL, call, "worker_memory");
        check(&error, "compile_memory_bytes", 64 << 20);
        assert_eq!(server.data(transforms::TOOL, transforms::component(&workspace, "copy"))["well_formed"], true);
    }
    transform_source_bytes {
        let mut server = transforms::server(&["--limit", "transform_source_bytes=60"]);
        let workspace = transforms::deeds(&mut server, b"", &["copy"]);
        let within = "def transform(document, context):\n  pass";
        let error = server.fault(transforms::TOOL, transforms::python(&workspace, "copy.xml", &within.replace("pass", &"pass;".repeat(9))), "input_limit");
        check(&error, "transform_source_bytes", 60);
        assert_eq!(server.data(transforms::TOOL, transforms::python(&workspace, "copy.xml", within))["well_formed"], true);
    }
    pipeline_steps {
        let mut server = transforms::server(&["--limit", "pipeline_steps=1"]);
        let workspace = transforms::deeds(&mut server, b"", &["copy"]);
        let step = json!({"op": "drop", "select": "*[2]"});
        let error = server.fault(transforms::TOOL, transforms::pipeline(&workspace, "copy.xml", json!([step, step])), "input_limit");
        check(&error, "pipeline_steps", 1);
        assert_eq!(server.data(transforms::TOOL, transforms::pipeline(&workspace, "copy.xml", json!([step])))["well_formed"], true);
    }
    worker_output_bytes {
        // What goes beyond it is dropped, and the call goes on.
        let workers = Workers::of_component(&limits(&["worker_output_bytes=10"]), Cow::Borrowed(hostile()), COMPILED.clone()).unwrap();
        block(async {
            assert!(workers.validate(request("flood.xml", "s.xsd")).await.unwrap().report.valid);
            assert!(workers.validate(request("good.xml", "s.xsd")).await.unwrap().report.valid);
        });
    }
}
