//! `pyxsd_preview_transform`.

#[path = "guests/component.rs"]
mod component;
mod support;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use component::transform as guest;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use support::transforms::{TOOL, component, deeds, order, pipeline, python, server, text};
use support::{ERAS, Era, Server};

#[test]
fn transforms_are_listed_and_disabled_unless_the_operator_enables_them() {
    for era in ERAS {
        for flags in [[].as_slice(), &["--execution-backend", "disabled"]] {
            let mut server = Server::start(era, flags);
            let tools = server.request("tools/list", json!({}));
            let tools = tools["result"]["tools"].as_array().unwrap();
            assert!(tools.iter().any(|tool| tool["name"] == TOOL));
            let workspace = deeds(&mut server, b"", &["copy"]);
            let error = server.fault(TOOL, component(&workspace, "copy"), "execution_disabled");
            assert!(error["message"].as_str().unwrap().contains("--execution-backend wasm"));
            // What is wrong in any case is said in any case.
            server.fault(TOOL, pipeline(&workspace, "copy.xml", json!([])), "invalid_argument");
        }
    }
    let mut server = Server::start(Era::Session, &["--execution-backend", "trusted-local"]);
    let workspace = deeds(&mut server, guest(), &["copy"]);
    assert_eq!(server.data(TOOL, component(&workspace, "copy"))["well_formed"], true);
}

#[test]
fn a_transform_leaves_a_candidate_its_differences_and_a_report() {
    let mut server = server(&[]);
    let workspace = deeds(&mut server, guest(), &["copy"]);
    let envelope = server.call(TOOL, component(&workspace, "copy"));
    let data = &envelope["data"];
    let keys: Vec<&str> = data.as_object().unwrap().keys().map(String::as_str).collect();
    let expected = [
        "workspace_id",
        "generation",
        "digests",
        "candidate",
        "report",
        "byte_diff",
        "structural_diff",
        "checkpoints",
        "well_formed",
        "source_valid",
        "output",
    ];
    assert_eq!(keys, expected);
    assert_eq!((&data["workspace_id"], &data["generation"]), (&json!(workspace), &json!(3)));
    assert_eq!(
        (&data["well_formed"], &data["source_valid"], &data["output"]),
        (&json!(true), &json!(true), &json!(""))
    );
    let digests: Vec<&String> = data["digests"].as_object().unwrap().keys().collect();
    assert_eq!(digests, ["input", "source_schema", "code"]);
    assert_eq!(text(&data["candidate"]), order("copy"));
    assert_eq!(data["candidate"]["digest"], data["digests"]["input"], "nothing was changed");
    assert_eq!(text(&data["byte_diff"]), "");
    let structure: Value = serde_json::from_str(&text(&data["structural_diff"])).unwrap();
    assert_eq!(structure["totals"], json!({"added": 0, "removed": 0, "changed": 0, "moved": 0}));
    let kinds: Vec<&Value> =
        envelope["artifacts"].as_array().unwrap().iter().map(|artifact| &artifact["kind"]).collect();
    assert_eq!(kinds, ["candidate", "byte_diff", "structural_diff", "report"]);
    assert_eq!(envelope["warnings"], json!([{"code": "transform", "message": "from the component"}]));
    assert_eq!(envelope["provenance"]["inputs"][0]["path"], "copy.xml");
    assert_eq!(envelope["provenance"]["inputs"].as_array().map(Vec::len), Some(4));
    assert_eq!(envelope["provenance"]["worker"]["component"], data["digests"]["code"]);
    let report: Value = serde_json::from_str(&text(&data["report"])).unwrap();
    assert_eq!((&report["format"], &report["valid"]), (&json!("pyxsd-report/1"), &json!(true)));
}

#[test]
fn the_same_call_gives_the_same_bytes() {
    let mut server = server(&[]);
    let workspace = deeds(&mut server, guest(), &["checkpoints"]);
    let digests = |data: &Value| {
        let artifacts =
            ["candidate", "byte_diff", "structural_diff", "report"].map(|name| data[name]["digest"].clone());
        (artifacts, data["digests"].clone(), data["checkpoints"][0]["artifact"]["digest"].clone())
    };
    let first = server.data(TOOL, component(&workspace, "checkpoints"));
    let second = server.data(TOOL, component(&workspace, "checkpoints"));
    assert_eq!(digests(&first), digests(&second));
}

#[test]
fn checkpoints_are_kept_and_judged_whatever_they_are_called() {
    let mut server = server(&[]);
    let workspace = deeds(&mut server, guest(), &["checkpoints"]);
    let data = server.data(TOOL, component(&workspace, "checkpoints"));
    let checkpoints = data["checkpoints"].as_array().unwrap();
    assert_eq!((&checkpoints[0]["name"], &checkpoints[0]["valid"]), (&json!("../../etc/passwd"), &json!(false)));
    assert_eq!(text(&checkpoints[0]["artifact"]), "<a");
    assert_eq!(checkpoints[0]["artifact"]["filename"], "checkpoint-1-------etc-passwd.xml");
    assert_eq!((&checkpoints[1]["name"], &checkpoints[1]["valid"]), (&json!("whole"), &json!(true)));
    assert_eq!(checkpoints[1]["artifact"]["kind"], "checkpoint");
}

#[test]
fn a_query_of_the_code_is_answered_by_a_worker_that_holds_the_schema() {
    let mut server = server(&[]);
    let workspace = deeds(&mut server, guest(), &["query", "facts"]);
    let data = server.data(TOOL, component(&workspace, "query"));
    assert_eq!(data["output"], "3 1Some(\"{urn:order}order\")");
    let output = server.data(TOOL, component(&workspace, "facts"))["output"].as_str().unwrap().to_owned();
    assert!(output.starts_with(r#"{} {"binding":"lax","namespaces":"strict","xsd_version":"1.1""#), "{output}");
    assert!(output.contains(r#""target_namespace":"urn:order","roots":["element:{urn:order}order"]"#), "{output}");
    assert!(output.ends_with("20 true"), "{output}");
}

#[test]
fn what_is_wrong_with_the_inputs_is_said_before_anything_runs() {
    let mut server = server(&[]);
    let workspace = deeds(&mut server, guest(), &["loop"]);
    let broken = support::orders::ORDER.replace("o:number", "o:missing");
    server.put(&workspace, &[("broken.xsd", &broken), ("half.xsd", &broken.replace("types/number", "types/none"))]);
    server.put(&workspace, &[("cut.xml", "<order")]);
    let call = |document: &str, name: &str, schema: &str| {
        let mut arguments = component(&workspace, "loop");
        arguments["document"]["path"] = json!(document);
        arguments[name] = json!({"source": {"path": schema}});
        arguments
    };
    for (name, role) in [("source_schema", "source"), ("target_schema", "target")] {
        for schema in ["broken.xsd", "half.xsd"] {
            let error = server.fault(TOOL, call("loop.xml", name, schema), "schema_incomplete");
            assert_eq!(error["details"]["schema"], role, "{error}");
        }
        let error = server.fault(TOOL, call("loop.xml", name, "none.xsd"), "not_found");
        assert_eq!(error["details"]["schema"], role, "{error}");
    }
    server.fault(TOOL, call("none.xml", "source_schema", "order.xsd"), "not_found");
    server.fault(TOOL, call("cut.xml", "source_schema", "order.xsd"), "invalid_xml");
}

#[test]
fn python_changes_a_document_in_place_or_returns_one() {
    let mut server = server(&[]);
    let workspace = deeds(&mut server, b"", &["copy"]);
    let source = "def transform(document, context):\n    print('lines', len(document.root))\n    \
                  for line in document.root:\n        line.text = str(line.value * 2)\n";
    let data = server.data(TOOL, python(&workspace, "copy.xml", source));
    assert_eq!((&data["well_formed"], &data["source_valid"]), (&json!(true), &json!(true)), "{data}");
    assert_eq!(data["output"], "lines 2\n");
    let expected = order("copy").replace(">2<", ">4<").replace(">1<", ">2<");
    assert_eq!(text(&data["candidate"]), expected);
    assert!(text(&data["byte_diff"]).contains("-  <line>1</line>\n   <line>2</line>\n+  <line>4</line>\n"));
}

#[test]
fn an_error_of_python_has_type_message_line_and_output() {
    let mut server = server(&[]);
    let workspace = deeds(&mut server, b"", &["copy"]);
    let source = "def transform(document, context):\n    print('so far')\n    return document.missing\n";
    let error = server.fault(TOOL, python(&workspace, "copy.xml", source), "transform_failed");
    assert_eq!(
        (&error["details"]["type"], &error["details"]["line"]),
        (&json!("AttributeError"), &json!(3)),
        "{error}"
    );
    assert_eq!(error["details"]["output"], "so far\n");
    for (source, type_name) in [
        ("def transform(document, context):\n  return 1", "WrongResult"),
        ("def transform(document:\n", "SyntaxError"),
        ("import socket\ndef transform(document, context):\n  socket.create_connection(('127.0.0.1', 80))", ""),
        ("import sys\ndef transform(document, context):\n  sys.exit(3)", "SystemExit"),
        ("def transform(document, context):\n  return open('/etc/passwd')", ""),
        ("def f(n):\n  return f(n + 1)\ndef transform(document, context):\n  f(0)", "RecursionError"),
    ] {
        let error = server.fault(TOOL, python(&workspace, "copy.xml", source), "transform_failed");
        let told = error["details"]["type"].as_str().unwrap();
        assert!(type_name.is_empty() || told == type_name, "{source}: {error}");
    }
}

#[test]
fn a_pipeline_changes_what_it_selects_and_keeps_every_other_byte() {
    let mut server = server(&[]);
    let workspace = deeds(&mut server, b"", &["copy"]);
    let target = support::orders::ORDER.replace("urn:order", "urn:invoice").replace(r#"name="line""#, r#"name="item""#);
    let number = support::orders::NUMBER.replace("urn:order", "urn:invoice");
    server.put(&workspace, &[("new/order.xsd", &target), ("new/types/number.xsd", &number)]);
    let steps = json!([
        {"op": "rename", "select": "o:line", "namespaces": {"o": "urn:order"}, "name": "{urn:order}item", "checkpoint": "renamed"},
        {"op": "change_namespace", "from": "urn:order", "to": "urn:invoice"},
    ]);
    let mut call = pipeline(&workspace, "copy.xml", steps);
    call["target_schema"] = json!({"source": {"path": "new/order.xsd"}});
    let data = server.data(TOOL, call);
    assert_eq!((&data["source_valid"], &data["target_valid"]), (&json!(false), &json!(true)), "{data}");
    assert_eq!(text(&data["candidate"]), order("copy").replace("urn:order", "urn:invoice").replace("line>", "item>"));
    assert_eq!((&data["checkpoints"][0]["name"], &data["checkpoints"][0]["valid"]), (&json!("renamed"), &json!(false)));
    let digests: Vec<&String> = data["digests"].as_object().unwrap().keys().collect();
    assert_eq!(digests, ["input", "source_schema", "target_schema", "code"]);
    let structure: Value = serde_json::from_str(&text(&data["structural_diff"])).unwrap();
    assert_eq!(structure["totals"]["changed"], 3, "{structure}");
    assert_eq!(structure["differences"][0]["kind"], "changed");
    // The report explains its issues like one of validation.
    let checkpoint: Value = serde_json::from_str(&text(&data["report"])).unwrap();
    assert_eq!(checkpoint["transform"]["checkpoints"][0]["target"]["valid"], false);
}

#[test]
fn an_issue_of_a_transforms_report_can_be_explained() {
    let mut server = server(&[]);
    let workspace = deeds(&mut server, b"", &["copy"]);
    let data = server
        .data(TOOL, pipeline(&workspace, "copy.xml", json!([{"op": "set_text", "select": "*[1]", "value": "x"}])));
    assert_eq!(data["source_valid"], false);
    let asked = json!({"artifact_id": data["report"]["artifact_id"], "index": 0});
    let explained = server.data("pyxsd_explain_issue", asked);
    assert_eq!((&explained["code"], &explained["issue"]["line"]), (&json!("value"), &json!(3)), "{explained}");
}

#[test]
fn a_step_that_is_wrong_or_impossible_is_named() {
    let mut server = server(&[]);
    let workspace = deeds(&mut server, b"", &["copy"]);
    let good = json!({"op": "drop", "select": "*[2]"});
    for (step, field, said) in [
        (json!({"op": "drop", "select": "*["}), "transform.steps[1].select", "XPST0003"),
        (json!({"op": "drop", "select": "none:x"}), "transform.steps[1].select", "XPST0081"),
        (
            json!({"op": "set_text", "select": "*", "expression": "no-function()"}),
            "transform.steps[1].expression",
            "XPST0017",
        ),
        (json!({"op": "rename", "select": "*", "name": "1 2"}), "transform.steps[1]", "1 2"),
    ] {
        let error = server.fault(TOOL, pipeline(&workspace, "copy.xml", json!([good, step])), "invalid_argument");
        assert_eq!(error["details"]["field"], field, "{error}");
        assert!(error["message"].as_str().unwrap().contains(said), "{error}");
    }
    for (step, type_name) in [
        (json!({"op": "set_text", "select": ".", "value": "x"}), "Impossible"),
        (json!({"op": "set_text", "select": "*", "expression": "1 idiv (number(.) - number(.))"}), "FOAR0001"),
    ] {
        let error = server.fault(TOOL, pipeline(&workspace, "copy.xml", json!([good, step])), "transform_failed");
        assert_eq!((&error["details"]["type"], &error["details"]["step"]), (&json!(type_name), &json!(1)), "{error}");
    }
    let nothing = json!([{"op": "drop", "select": "nothing"}]);
    let envelope = server.call(TOOL, pipeline(&workspace, "copy.xml", nothing));
    assert_eq!(text(&envelope["data"]["candidate"]), order("copy"));
    assert!(envelope["warnings"][0]["message"].as_str().unwrap().starts_with("steps[0]: "), "{envelope}");
}

#[test]
fn a_cancelled_transform_ends_at_once_whether_it_runs_or_is_compiled() {
    let flags = [
        "--limit",
        "workers=1",
        "--limit",
        "fuel_transform=1000000G+0",
        "--limit",
        "upload_bytes=64MiB",
        "--limit",
        "request_bytes=128MiB",
    ];
    let mut server = server(&flags);
    let workspace = deeds(&mut server, guest(), &["copy", "loop"]);
    server.data(TOOL, component(&workspace, "copy"));
    let body = "(local.set 0 (i64.mul (local.get 0) (local.get 0)))".repeat(400);
    let functions = format!("(func (param i64) (result i64) {body} (local.get 0))\n").repeat(3_000);
    let slow = format!(
        r#"(component (core module {functions}) (instance $i) (export "pyxsd:worker/transformation@0.1.0" (instance $i)))"#
    );
    let file = json!({"path": "slow.wasm", "base64": STANDARD.encode(wat::parse_str(slow).unwrap())});
    server.data("pyxsd_put_files", json!({"workspace_id": workspace, "files": [file]}));
    let mut compiled = component(&workspace, "copy");
    compiled["transform"]["path"] = json!("slow.wasm");
    for call in [component(&workspace, "loop"), compiled] {
        let id = server.begin("tools/call", json!({"name": TOOL, "arguments": call}));
        // Answered while the other call is under way.
        server.request("tools/list", json!({}));
        let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
        server.send(&cancelled.to_string());
        let began = Instant::now();
        assert_eq!(server.data(TOOL, component(&workspace, "copy"))["well_formed"], true);
        assert!(began.elapsed() < Duration::from_secs(10), "the only worker's place is free again");
    }
}

#[test]
fn a_large_component_comes_through_the_source_root() {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, bytes: &[u8]| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    };
    write("order.xsd", support::orders::ORDER.as_bytes());
    write("types/number.xsd", support::orders::NUMBER.as_bytes());
    write("query.xml", order("query").as_bytes());
    write("guest.wasm", guest());
    let root = folder.path().to_str().unwrap();
    let mut server = server(&["--source-root", root, "--limit", "upload_bytes=1000"]);
    let workspace = server.workspace(&[]);
    let data = server.data(TOOL, component(&workspace, "query"));
    assert_eq!((&data["output"], &data["generation"]), (&json!("3 1Some(\"{urn:order}order\")"), &json!(0)));
    assert_eq!(std::fs::read(folder.path().join("query.xml")).unwrap(), order("query").as_bytes());
}

#[test]
fn a_source_may_begin_with_a_byte_order_mark_and_members_of_quoted_steps_stand_once() {
    let mut server = server(&[]);
    let workspace = deeds(&mut server, b"", &["copy"]);
    let source = "\u{feff}def transform(document, context):\n    pass\n";
    assert_eq!(server.data(TOOL, python(&workspace, "copy.xml", source))["well_formed"], true);
    let mut quoted = pipeline(&workspace, "copy.xml", json!([]));
    quoted["transform"]["steps"] = json!(r#"[{"op": "drop", "op": "drop", "select": "*[2]"}]"#);
    let error = server.fault(TOOL, quoted, "invalid_argument");
    assert!(error["message"].as_str().unwrap().contains("the member `op` twice"), "{error}");
}

#[test]
fn a_name_of_a_checkpoint_is_given_once_by_code_and_steps_together() {
    let mut server = server(&[]);
    let workspace = deeds(&mut server, b"", &["copy"]);
    let definition = "def transform(document, context):\n    context.checkpoint('1')\n";
    let call = |steps: Value| {
        let mut call = pipeline(&workspace, "copy.xml", steps);
        call["transform"]["definitions"] = json!({"d": definition});
        call
    };
    let code = json!({"op": "python", "definition": "d"});
    let step = json!({"op": "drop", "select": "*[2]", "checkpoint": "1"});
    let both = json!({"op": "python", "definition": "d", "checkpoint": "1"});
    for (steps, at) in
        [(json!([step, code]), 1), (json!([code, step]), 0), (json!([code, code]), 1), (json!([both]), 0)]
    {
        let error = server.fault(TOOL, call(steps), "transform_failed");
        assert_eq!(error["details"]["step"], at, "{error}");
        assert!(error["message"].as_str().unwrap().contains("the checkpoint `1` is there twice"), "{error}");
    }
    let other = json!({"op": "drop", "select": "*[2]", "checkpoint": "2"});
    assert_eq!(server.data(TOOL, call(json!([code, other])))["checkpoints"].as_array().map(Vec::len), Some(2));
}

#[test]
fn the_summary_of_a_retained_reply_outlives_its_list_of_artifacts() {
    let mut server = server(&[]);
    let workspace = deeds(&mut server, b"", &["copy"]);
    let source =
        "def transform(document, context):\n    for number in range(60):\n        context.checkpoint(str(number))\n";
    let data = server.data(TOOL, python(&workspace, "copy.xml", source));
    let summary = &data["summary"];
    assert_eq!((&data["spilled"], &summary["checkpoints_total"]), (&json!(true), &json!(60)), "{data}");
    assert_eq!((&summary["well_formed"], &summary["source_valid"]), (&json!(true), &json!(true)));
}

#[test]
fn a_reply_with_many_checkpoints_is_retained_as_a_whole() {
    let mut server = server(&[]);
    let workspace = deeds(&mut server, guest(), &["some"]);
    let data = server.data(TOOL, component(&workspace, "some"));
    assert_eq!((&data["spilled"], &data["summary"]["checkpoints_total"]), (&json!(true), &json!(30)), "{data}");
    assert_eq!((&data["summary"]["well_formed"], &data["summary"]["source_valid"]), (&json!(true), &json!(true)));
    let whole: Value = serde_json::from_str(&text(&data["artifact"])).unwrap();
    assert_eq!(whole["data"]["checkpoints"].as_array().map(Vec::len), Some(30));
    assert_eq!(text(&whole["data"]["checkpoints"][29]["artifact"]), "<a/>");
}

#[test]
fn a_step_in_python_that_fails_is_named_and_nothing_is_kept() {
    let mut server = server(&[]);
    let workspace = deeds(&mut server, b"", &["copy"]);
    let call = |definition: &str| {
        let steps = json!([
            {"op": "drop", "select": "*[2]", "checkpoint": "dropped"},
            {"op": "python", "definition": "own", "arguments": {"by": 2}},
        ]);
        let mut call = pipeline(&workspace, "copy.xml", steps);
        call["transform"]["definitions"] = json!({"own": definition});
        call
    };
    let body = |lines: &str| format!("def transform(document, context):\n    {}\n", lines.replace('\n', "\n    "));
    let raises = body("print(context.arguments)\nraise ValueError(context.arguments['by'])");
    let error = server.fault(TOOL, call(&raises), "transform_failed");
    let details = &error["details"];
    assert_eq!(
        (&details["step"], &details["op"], &details["type"]),
        (&json!(1), &json!("python own"), &json!("ValueError"))
    );
    assert_eq!((&details["line"], &details["output"]), (&json!(3), &json!("{'by': 2}\n")));
    // Found before the first step is done.
    let error = server.fault(TOOL, call("def transform(document:\n"), "transform_failed");
    assert_eq!((&error["details"]["type"], &error["details"]["definition"]), (&json!("SyntaxError"), &json!("own")));
    server.fault(TOOL, call("x = 1\n"), "transform_failed");
    assert_eq!(server.data("pyxsd_list_artifacts", json!({}))["artifacts"], json!([]));
    let data = server.data(TOOL, call(&body("document.root[0].text = str(context.arguments['by'])\nreturn document")));
    assert_eq!((&data["source_valid"], &data["checkpoints"][0]["name"]), (&json!(true), &json!("dropped")));
    assert!(text(&data["candidate"]).contains("<line>2</line>\n</order>"), "{}", text(&data["candidate"]));
}

#[test]
fn what_code_prints_is_shortened_in_the_reply_and_whole_in_the_report() {
    let mut server = server(&["--limit", "worker_output_bytes=100KiB"]);
    let workspace = deeds(&mut server, b"", &["copy"]);
    let source = "def transform(document, context):\n    for n in range(100000):\n        print('flood', n)\n";
    let data = server.data(TOOL, python(&workspace, "copy.xml", source));
    assert!(data["output"].as_str().unwrap().len() < 9 << 10);
    let report: Value = serde_json::from_str(&text(&data["report"])).unwrap();
    let kept = report["transform"]["output"].as_str().unwrap().len();
    assert!((90 << 10..101 << 10).contains(&kept), "{kept}");
}

#[test]
fn a_system_without_address_space_is_told_of() {
    support::warm();
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("types")).unwrap();
    std::fs::write(folder.path().join("order.xsd"), support::orders::ORDER).unwrap();
    std::fs::write(folder.path().join("types/number.xsd"), support::orders::NUMBER).unwrap();
    std::fs::write(folder.path().join("o.xml"), order("copy")).unwrap();
    let output = std::process::Command::new("sh")
        .current_dir(folder.path())
        .args(["-c", "ulimit -v 3000000; exec \"$0\" validate o.xml --schema order.xsd"])
        .arg(support::binary().get_program())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.code() == Some(3) && said.contains("no room for another worker"), "{said}");
}
