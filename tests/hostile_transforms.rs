//! Every misdeed of user code has its fault, harms nobody, and the next transform works.

#[path = "guests/component.rs"]
mod component;
mod support;

use component::transform as guest;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use support::Server;
use support::transforms::{TOOL, component, contents, deeds, server, text};

/// Bounds that misdeeds reach soon.
const BOUNDS: &[&str] =
    &["--limit", "fuel_transform=2G+0", "--limit", "transform_memory_bytes=64MiB", "--limit", "fuel_query=2G+0"];

const DEEDS: &[&str] = &[
    "copy",
    "loop",
    "memory",
    "memory-and-go-on",
    "memory-and-beyond",
    "recursion",
    "panic",
    "huge",
    "large",
    "malformed",
    "bytes",
    "nothing",
    "lie",
    "many",
    "twins",
    "long-name",
    "chatty",
    "large-query",
    "endless-query",
    "queries-without-end",
    "wrong-query",
    "malformed-query",
    "raise",
    "exit",
    "wait",
    "read",
];

fn prepared(flags: &[&str]) -> (Server, String) {
    let mut server = server(&[BOUNDS, flags].concat());
    let workspace = deeds(&mut server, guest(), DEEDS);
    (server, workspace)
}

/// The misdeed has this fault, leaves nothing behind, and the next call works.
fn misdeed(server: &mut Server, workspace: &str, deed: &str, code: &str) -> Value {
    let error = server.fault(TOOL, component(workspace, deed), code);
    assert_eq!(server.data("pyxsd_list_artifacts", json!({}))["artifacts"], json!([]), "{deed} leaves nothing");
    let data = server.data(TOOL, component(workspace, "copy"));
    assert_eq!((&data["well_formed"], &data["source_valid"]), (&json!(true), &json!(true)), "{deed}");
    for name in ["candidate", "byte_diff", "structural_diff", "report"] {
        if data[name].is_object() {
            server.data("pyxsd_delete_artifact", json!({"artifact_id": data[name]["artifact_id"]}));
        }
    }
    error
}

#[test]
fn code_that_never_ends_uses_up_its_fuel_or_its_time() {
    let (mut server, workspace) = prepared(&[]);
    let error = misdeed(&mut server, &workspace, "loop", "worker_fuel");
    assert_eq!(error["details"]["limit"], "fuel_transform");
    assert_eq!(error["details"]["flag"], "--limit fuel_transform=BASE+PER_BYTE");
    assert_eq!(error["retryable"], false);
    let endless = ["--limit", "fuel_transform=1000000G+0", "--limit", "transform_seconds=1"];
    let (mut server, workspace) = prepared(&endless);
    let began = Instant::now();
    let error = misdeed(&mut server, &workspace, "loop", "worker_timeout");
    assert!(began.elapsed() < Duration::from_secs(20));
    assert_eq!((&error["details"]["limit"], &error["retryable"]), (&json!("transform_seconds"), &json!(true)));
}

#[test]
fn code_that_waits_meets_its_deadline_and_finds_nothing_to_read() {
    let (mut server, workspace) = prepared(&["--limit", "transform_seconds=1"]);
    let error = misdeed(&mut server, &workspace, "wait", "worker_timeout");
    assert_eq!(error["details"]["limit"], "transform_seconds");
    assert_eq!(server.data(TOOL, component(&workspace, "read"))["output"], "Some(0)");
}

#[test]
fn code_that_hoards_memory_reaches_the_cap_unless_it_copes() {
    let (mut server, workspace) = prepared(&[]);
    let error = misdeed(&mut server, &workspace, "memory", "worker_memory");
    assert_eq!(error["details"]["limit"], "transform_memory_bytes");
    assert_eq!(error["details"]["maximum"], 64 << 20);
    let data = server.data(TOOL, component(&workspace, "memory-and-go-on"));
    assert!(data["output"].as_str().unwrap().starts_with("refused after "), "{data}");
    // What a growth that can only fail gives back must not be counted against the cap: it holds some MiB already, so 3 times.
    assert_eq!(server.data(TOOL, component(&workspace, "memory-and-beyond"))["output"], "grew 3 times");
}

#[test]
fn code_that_recurses_panics_or_exits_ends_its_own_instance_only() {
    let (mut server, workspace) = prepared(&[]);
    // A component has a stack of its own in its memory, below which it traps; one that uses the sandbox's is a recursion.
    let error = misdeed(&mut server, &workspace, "recursion", "worker_failed");
    assert!(error["details"]["trap"].is_string(), "{error}");
    let error = misdeed(&mut server, &workspace, "panic", "worker_failed");
    assert!(error["details"]["output"].as_str().unwrap().contains("on purpose"), "{error}");
    let error = misdeed(&mut server, &workspace, "exit", "transform_failed");
    assert_eq!(error["details"]["type"], "SystemExit");
}

#[test]
fn code_that_says_what_went_wrong_is_heard() {
    let (mut server, workspace) = prepared(&[]);
    let error = misdeed(&mut server, &workspace, "raise", "transform_failed");
    let details = &error["details"];
    assert_eq!(
        (&details["type"], &details["message"], &details["line"]),
        (&json!("OnPurpose"), &json!("a message"), &json!(3))
    );
    assert_eq!(details["output"], "");
}

#[test]
fn a_result_that_is_too_large_is_refused() {
    let (mut server, workspace) = prepared(&["--limit", "transform_memory_bytes=512MiB"]);
    let error = misdeed(&mut server, &workspace, "huge", "worker_failed");
    assert_eq!(error["details"]["limit"], "hostcall_bytes");
    let (mut server, workspace) = prepared(&["--limit", "artifact_bytes=1MiB"]);
    let error = misdeed(&mut server, &workspace, "large", "output_limit");
    assert_eq!(error["details"]["limit"], "artifact_bytes");
    let (mut server, workspace) = prepared(&["--limit", "xml_bytes=1MiB"]);
    let error = misdeed(&mut server, &workspace, "large", "input_limit");
    assert_eq!((&error["details"]["limit"], &error["details"]["role"]), (&json!("xml_bytes"), &json!("candidate")));
    let error = misdeed(&mut server, &workspace, "many", "output_limit");
    assert_eq!(error["details"]["limit"], "output_files");
}

#[test]
fn what_code_says_is_bounded_whatever_it_says() {
    let (mut server, workspace) = prepared(&[]);
    let data = server.data(TOOL, component(&workspace, "chatty"));
    assert!(data["output"].as_str().unwrap().ends_with("[the report has the rest of the output]\n"), "{data}");
    let report: Value = serde_json::from_str(&text(&data["report"])).unwrap();
    let (output, warnings) = (&report["transform"]["output"], report["transform"]["warnings"].as_array().unwrap());
    let output = output.as_str().unwrap();
    assert!(output.len() < (64 << 10) + 100 && output.ends_with("[output was cut here]\n"), "{}", output.len());
    assert_eq!((warnings.len(), warnings[0].as_str().unwrap().chars().count()), (1_001, 2_001));
    assert_eq!(warnings[1_000], "200 more warnings were not kept.");
    let (mut server, workspace) = prepared(&[]);
    for (deed, said) in [("long-name", "256 bytes"), ("twins", "`one` is there twice")] {
        let error = misdeed(&mut server, &workspace, deed, "transform_failed");
        assert_eq!(error["details"]["type"], "Checkpoint");
        assert!(error["message"].as_str().unwrap().contains(said), "{error}");
    }
}

#[test]
fn a_result_that_is_no_document_is_kept_with_its_report() {
    let (mut server, workspace) = prepared(&[]);
    for deed in ["malformed", "bytes", "nothing"] {
        let data = server.data(TOOL, component(&workspace, deed));
        assert_eq!((&data["well_formed"], &data["source_valid"]), (&json!(false), &json!(false)), "{deed}: {data}");
        assert_eq!(data["structural_diff"], Value::Null);
        let report: Value = serde_json::from_str(&text(&data["report"])).unwrap();
        assert_eq!((&report["valid"], &report["transform"]["well_formed"]), (&json!(false), &json!(false)));
        assert_eq!(report["transform"]["error"]["code"], "invalid_xml");
        assert!(String::from_utf8_lossy(&contents(&data["byte_diff"])).contains("-<order"));
    }
}

#[test]
fn what_code_says_of_its_own_validity_does_not_count() {
    let (mut server, workspace) = prepared(&[]);
    let data = server.data(TOOL, component(&workspace, "lie"));
    assert_eq!((&data["well_formed"], &data["source_valid"]), (&json!(true), &json!(false)));
    let report: Value = serde_json::from_str(&text(&data["report"])).unwrap();
    assert_eq!((&report["valid"], &report["issues"][0]["code"]), (&json!(false), &json!("unknown-root")));
}

#[test]
fn a_query_has_its_own_bounds_and_its_errors_reach_the_code() {
    let (mut server, workspace) = prepared(&[]);
    for (deed, type_name) in
        [("endless-query", "budget"), ("wrong-query", "XPST0003"), ("malformed-query", "malformed")]
    {
        let error = misdeed(&mut server, &workspace, deed, "transform_failed");
        assert_eq!(error["details"]["type"], type_name, "{error}");
    }
    let (mut server, workspace) = prepared(&["--limit", "xml_bytes=1MiB"]);
    let error = misdeed(&mut server, &workspace, "large-query", "transform_failed");
    assert_eq!(error["details"]["type"], "budget", "{error}");
    assert!(error["message"].as_str().unwrap().contains("xml_bytes"), "{error}");
}

#[test]
fn the_fuel_of_queries_is_that_of_the_transform() {
    let (mut server, workspace) = prepared(&["--limit", "fuel_transform=20M+0"]);
    let error = misdeed(&mut server, &workspace, "queries-without-end", "transform_failed");
    assert_eq!(error["details"]["type"], "budget", "{error}");
    assert!(error["message"].as_str().unwrap().contains("20000000 units of fuel"), "{error}");
}

fn with_component(server: &mut Server, workspace: &str, component: &str) {
    use base64::Engine as _;
    let bytes = wat::parse_str(component).expect("a component");
    let text = base64::engine::general_purpose::STANDARD.encode(bytes);
    server
        .data("pyxsd_put_files", json!({"workspace_id": workspace, "files": [{"path": "guest.wasm", "base64": text}]}));
}

#[test]
fn a_component_that_wants_more_than_it_may_have_is_refused_before_it_is_compiled() {
    let (mut server, workspace) = prepared(&[]);
    for name in ["wasi:sockets/tcp@0.2.0", "wasi:filesystem/types@0.2.6", "wasi:random/random@0.2.0", "env"] {
        let export = r#"(instance $i) (export "pyxsd:worker/transformation@0.1.0" (instance $i))"#;
        with_component(&mut server, &workspace, &format!(r#"(component (import "{name}" (instance)) {export})"#));
        let error = server.fault(TOOL, component(&workspace, "copy"), "unsupported");
        assert!(error["message"].as_str().unwrap().contains(name), "{error}");
        assert_eq!(error["details"]["constructs"], json!([name]));
    }
    for (text, said) in [
        ("(component)", "does not export"),
        ("(module)", "core module"),
        (
            r#"(component (instance $i) (export "pyxsd:worker/transformation@0.1.0" (instance $i)))"#,
            "does not fit the world",
        ),
    ] {
        with_component(&mut server, &workspace, text);
        let error = server.fault(TOOL, component(&workspace, "copy"), "invalid_argument");
        assert!(error["message"].as_str().unwrap().contains(said), "{text}: {error}");
    }
    server.put(&workspace, &[("guest.wasm", "<no/>")]);
    server.fault(TOOL, component(&workspace, "copy"), "invalid_argument");
    let missing = server.fault(
        TOOL,
        support::transforms::arguments(&workspace, "copy.xml", json!({"kind": "component", "path": "none.wasm"})),
        "not_found",
    );
    assert_eq!(missing["details"]["role"], "component");
}

/// A component whose functions take long to compile.
fn laborious(functions: usize, adds: usize) -> String {
    let body = "(local.set 0 (i64.add (i64.mul (local.get 0) (local.get 0)) (i64.const 12345)))\n".repeat(adds);
    let functions = format!("(func (param i64) (result i64) {body} (local.get 0))\n").repeat(functions);
    format!(
        r#"(component (core module {functions}) (instance $i) (export "pyxsd:worker/transformation@0.1.0" (instance $i)))"#
    )
}

/// A component with so many bytes of data.
fn large(bytes: usize) -> String {
    let data = "a".repeat(bytes);
    format!(
        r#"(component (core module (memory 1000) (data (i32.const 0) "{data}"))
           (instance $i) (export "pyxsd:worker/transformation@0.1.0" (instance $i)))"#
    )
}

#[test]
fn the_names_of_what_is_refused_are_not_repeated_at_length() {
    let (mut server, workspace) = prepared(&[]);
    let imports: String = (0..200).map(|at| format!(r#"(import "i{at}-{}" (instance))"#, "x".repeat(2_000))).collect();
    with_component(&mut server, &workspace, &format!("(component {imports})"));
    let error = server.fault(TOOL, component(&workspace, "copy"), "unsupported");
    assert!(error.to_string().len() < 10_000, "{error}");
}

/// A component that does nothing, with this module, and so many instances of it.
fn idle(module: &str, instances: usize) -> String {
    let instances = "(core instance (instantiate $m))\n".repeat(instances);
    format!(
        r#"(component (core module $m {module}) {instances}
           (core module $n (func (export "f"))) (core instance $n (instantiate $n))
           (func $f (canon lift (core func $n "f")))
           (instance $i (export "check" (func $f)) (export "run" (func $f)))
           (export "pyxsd:worker/transformation@0.1.0" (instance $i)))"#
    )
}

#[test]
fn instances_that_take_much_of_the_hosts_memory_are_refused_before_they_are_made() {
    let (mut server, workspace) = prepared(&[]);
    let globals = "(global i32 (i32.const 0))".repeat(50_000);
    let elements = format!("(elem funcref {})", "(ref.null func)".repeat(50_000));
    for module in [globals, elements] {
        with_component(&mut server, &workspace, &idle(&module, 100));
        let error = server.fault(TOOL, component(&workspace, "copy"), "worker_memory");
        let details = &error["details"];
        assert_eq!((&details["limit"], &details["maximum"]), (&json!("transform_memory_bytes"), &json!(64 << 20)));
        assert!(details["value"].as_u64().unwrap() > 50_000 * 16 * 100, "{error}");
        // So few of them are instantiated, and only then is it seen that it does not do what a transform does.
        with_component(&mut server, &workspace, &idle(&module, 10));
        server.fault(TOOL, component(&workspace, "copy"), "worker_failed");
    }
}

#[test]
fn code_that_is_much_larger_than_its_component_is_refused() {
    let (mut server, workspace) = prepared(&["--limit", "component_bytes=1MiB"]);
    // A byte at both ends of a memory: the code has all that is between.
    let module = r#"(memory 200) (data (i32.const 0) "a") (data (i32.const 13000000) "a")"#;
    with_component(&mut server, &workspace, &idle(module, 0));
    let error = server.fault(TOOL, component(&workspace, "copy"), "input_limit");
    let details = &error["details"];
    assert_eq!((&details["limit"], &details["maximum"]), (&json!("component_bytes"), &json!(8 << 20)));
    assert!(details["value"].as_u64().unwrap() > 13_000_000, "{error}");
}

#[test]
fn a_component_that_takes_too_long_to_compile_or_too_much_memory_is_given_up() {
    let (mut server, workspace) =
        prepared(&["--limit", "compile_seconds=1", "--limit", "upload_bytes=64MiB", "--limit", "request_bytes=128MiB"]);
    with_component(&mut server, &workspace, &laborious(2_000, 400));
    let began = Instant::now();
    let error = server.fault(TOOL, component(&workspace, "copy"), "worker_timeout");
    assert_eq!(error["details"]["limit"], "compile_seconds");
    assert!(began.elapsed() < Duration::from_secs(20));
    let (mut server, workspace) = prepared(&[
        "--limit",
        "compile_memory_bytes=64MiB",
        "--limit",
        "upload_bytes=64MiB",
        "--limit",
        "request_bytes=128MiB",
    ]);
    with_component(&mut server, &workspace, &large(30 << 20));
    let error = server.fault(TOOL, component(&workspace, "copy"), "worker_memory");
    assert_eq!(error["details"]["limit"], "compile_memory_bytes");
}

#[test]
fn a_component_that_is_too_large_is_not_read_any_further() {
    let (mut server, workspace) = prepared(&["--limit", "component_bytes=1000"]);
    let error = server.fault(TOOL, component(&workspace, "copy"), "input_limit");
    assert_eq!(
        (&error["details"]["limit"], &error["details"]["path"]),
        (&json!("component_bytes"), &json!("guest.wasm"))
    );
}
