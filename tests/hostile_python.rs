//! Hostile Python: each misdeed has its fault, and the next call works.

mod support;

use serde_json::{Value, json};
use support::Server;
use support::transforms::{TOOL, arguments, deeds, order, python, server, text};

const BOUNDS: &[&str] = &[
    "--limit",
    "fuel_transform=3G+0",
    "--limit",
    "transform_memory_bytes=96MiB",
    "--limit",
    "worker_output_bytes=4096",
];
/// Statements of `transform`, and the type of the error that comes of them.
const ERRORS: &[(&str, &str)] = &[
    ("import socket", "ModuleNotFoundError"),
    ("import ssl", "ModuleNotFoundError"),
    ("import urllib.request", "ModuleNotFoundError"),
    ("import subprocess", "ModuleNotFoundError"),
    ("import threading", "ModuleNotFoundError"),
    ("import multiprocessing", "ModuleNotFoundError"),
    ("import ctypes", "ModuleNotFoundError"),
    ("import sqlite3", "ModuleNotFoundError"),
    ("import pathlib", "ModuleNotFoundError"),
    ("import pip", "ModuleNotFoundError"),
    ("open('/etc/passwd')", "PermissionError"),
    ("open('/capture/order.xsd')", "PermissionError"),
    ("open('candidate.xml', 'w')", "PermissionError"),
    ("import io; io.FileIO('/etc/passwd')", "PermissionError"),
    ("import os; os.listdir('/')", "PermissionError"),
    ("import os; os.system('id')", "PermissionError"),
    ("import os; os.remove('/etc/passwd')", "PermissionError"),
    ("import posix; posix.open('/etc/passwd', 0)", "PermissionError"),
    ("import os; os._exit(0)", "PermissionError"),
    ("import os; os.abort()", "PermissionError"),
    ("import _thread; _thread.start_new_thread(print, ())", "RuntimeError"),
    ("input()", "PermissionError"),
    ("import sys; sys.exit(0)", "SystemExit"),
    ("raise SystemExit", "SystemExit"),
    ("exit()", "SystemExit"),
    ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    ("raise GeneratorExit", "GeneratorExit"),
    ("f = lambda: f(); f()", "RecursionError"),
    ("exec('(' * 300)", "MemoryError"),
    ("return '<order/>'", "WrongResult"),
    ("return context", "WrongResult"),
    ("document.root.append(document.root)", "ValueError"),
    ("document.root.text = chr(0)", "ValueError"),
    ("document.root.tag = 'a b'", "ValueError"),
    ("context.checkpoint('../x')", "ValueError"),
    ("document.root.set('xmlns', 'urn:x')", "ValueError"),
    ("class E(Exception):\n    def __getattribute__(self, name): raise SystemExit\nraise E", "E"),
    ("class E(Exception):\n    def __str__(self): raise SystemExit\n    __repr__ = __str__\nraise E", "E"),
    ("import sys\ndef hook(*_): raise OSError\nsys.settrace(hook)\ndocument.root.tag", "OSError"),
    ("import sys\ndef hook(*_): raise OSError\nsys.setprofile(hook)\ndocument.root.tag", "OSError"),
    (
        "import builtins\nfor name in list(vars(builtins)): builtins.__dict__[name] = None\ndocument.root.tag = 'x'",
        "TypeError",
    ),
    ("import builtins\nbuiltins.__dict__.clear()\n1 / 0", "ZeroDivisionError"),
    ("import sys; sys.monitoring", "AttributeError"),
    ("raise SyntaxError('s', ('<transform>', -1, 0, ''))", "SyntaxError"),
];

fn transform(statements: &str) -> String {
    let lines: Vec<String> = statements.lines().map(|line| format!("    {line}\n")).collect();
    format!("def transform(document, context):\n{}", lines.concat())
}

fn prepared(flags: &[&str]) -> (Server, String) {
    let mut server = server(&[BOUNDS, flags].concat());
    let workspace = deeds(&mut server, b"", &["copy"]);
    (server, workspace)
}

fn run(workspace: &str, statements: &str) -> Value {
    python(workspace, "copy.xml", &transform(statements))
}

fn works(server: &mut Server, workspace: &str) {
    let data = server.data(TOOL, run(workspace, "print('works')"));
    assert_eq!((&data["source_valid"], &data["output"]), (&json!(true), &json!("works\n")));
}

/// The misdeed has this fault, and the next call works.
fn misdeed(server: &mut Server, workspace: &str, statements: &str, code: &str) -> Value {
    let error = server.fault(TOOL, run(workspace, statements), code);
    works(server, workspace);
    error
}

#[test]
fn what_is_not_there_is_an_error_of_python_at_the_line_of_the_code() {
    let (mut server, workspace) = prepared(&[]);
    let mut failures = Vec::new();
    for (statements, type_name) in ERRORS {
        let envelope = server.call(TOOL, run(&workspace, statements));
        let error = &envelope["error"];
        if (&error["code"], &error["details"]["type"]) != (&json!("transform_failed"), &json!(type_name)) {
            failures.push(format!("{statements}: {envelope}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let error = misdeed(&mut server, &workspace, "print(1)\nopen('x')", "transform_failed");
    assert_eq!((&error["details"]["line"], &error["details"]["output"]), (&json!(3), &json!("1\n")));
    let told = error.to_string();
    assert!(!told.contains("pyxsd_transform") && !told.contains("Traceback"), "{told}");
}

#[test]
fn loops_end_with_the_fuel_or_the_time_whatever_they_catch() {
    let catching = "while True:\n    try:\n        while True: pass\n    except BaseException: pass";
    let (mut server, workspace) = prepared(&[]);
    for statements in ["while True: pass", catching, "import re; re.match('(a+)+b', 'a' * 60)", "9 ** 9 ** 9"] {
        misdeed(&mut server, &workspace, statements, "worker_fuel");
    }
    let (mut server, workspace) = prepared(&["--limit", "fuel_transform=1000000G+0", "--limit", "transform_seconds=2"]);
    misdeed(&mut server, &workspace, catching, "worker_timeout");
}

#[test]
fn memory_that_runs_out_is_an_error_that_code_may_catch() {
    let (mut server, workspace) = prepared(&[]);
    let error =
        misdeed(&mut server, &workspace, "held = []\nwhile True: held.append(bytes(1 << 20))", "transform_failed");
    assert_eq!(error["details"]["type"], "MemoryError");
    assert_eq!(error["details"]["limit"], "transform_memory_bytes", "{error}");
    let coping = "try: bytes(1 << 30)\nexcept MemoryError: print('coped')";
    assert_eq!(server.data(TOOL, run(&workspace, coping))["output"], "coped\n");
}

#[test]
fn deep_nesting_ends_the_instance_at_most() {
    let (mut server, workspace) = prepared(&[]);
    for statements in [
        "import json; json.loads('[' * 1000000)",
        "held = []\nfor _ in range(100000): held = [held]\nprint(held)",
        "from pyxsd_transform import Element\nnode = document.root\nfor _ in range(3000): node.append(Element('n')); node = node[0]\nprint(len(list(document.iter())))\nreturn document.root[0]",
    ] {
        let envelope = server.call(TOOL, run(&workspace, statements));
        let code = envelope["error"]["code"].as_str().unwrap_or("no error");
        assert!(
            ["transform_failed", "worker_failed", "worker_fuel", "input_limit", "no error"].contains(&code),
            "{statements}: {envelope}"
        );
        works(&mut server, &workspace);
    }
}

#[test]
fn output_is_cut() {
    let (mut server, workspace) = prepared(&[]);
    let data = server.data(TOOL, run(&workspace, "for _ in range(1000): print('x' * 1000)"));
    assert!(data["output"].as_str().unwrap().len() <= 4200, "{data}");
}

#[test]
fn code_that_changes_the_runtime_changes_nothing_about_the_verdict() {
    let (mut server, workspace) = prepared(&[]);
    let lies = [
        "import pyxsd_transform.serialiser as s\ns.Writer.document = lambda *_: b'<lie/>'",
        "document.root.set('{urn:x}bad', '1')\ntype(document).is_valid = True\ntype(context).valid = True",
        "import pyxsd_transform.running as r\nr.failed = lambda error: None\ndocument.root.tag = 'lie'",
    ];
    for lie in lies {
        let data = server.data(TOOL, run(&workspace, lie));
        assert_eq!((&data["well_formed"], &data["source_valid"]), (&json!(true), &json!(false)), "{lie}");
        works(&mut server, &workspace);
    }
    let broken = "import pyxsd_transform.serialiser as s\ns.Writer.document = lambda *_: b'<lie'";
    let data = server.data(TOOL, run(&workspace, broken));
    assert_eq!((&data["well_formed"], text(&data["candidate"])), (&json!(false), "<lie".to_owned()));
    for breaking in [
        "import sys, builtins\nsys.modules.clear(); builtins.__dict__.clear()",
        "import pyxsd_transform.running as r\nr.Run._run = r.Run.output = None",
        "import sys\nsys.settrace(lambda *_: sys.exit(1))\nlen(document.root)",
        "import pyxsd_transform.serialiser as s\ns.Writer.document = lambda *_: 5",
    ] {
        let envelope = server.call(TOOL, run(&workspace, breaking));
        let code = envelope["error"]["code"].as_str().unwrap_or("no error");
        assert!(["transform_failed", "worker_failed", "no error"].contains(&code), "{breaking}: {envelope}");
        works(&mut server, &workspace);
    }
}

#[test]
fn nothing_of_one_run_is_there_in_the_next() {
    let (mut server, workspace) = prepared(&[]);
    server
        .data(TOOL, run(&workspace, "import math, builtins\nmath.left = builtins.left = 1\ndocument.root.text = None"));
    let data = server
        .data(TOOL, run(&workspace, "import math, builtins\nprint(hasattr(math, 'left'), hasattr(builtins, 'left'))"));
    assert_eq!((&data["output"], text(&data["candidate"])), (&json!("False False\n"), order("copy")));
}

#[test]
fn time_stands_still_and_chance_repeats_itself() {
    let (mut server, workspace) = prepared(&[]);
    let clock = "import time, datetime\nbefore = time.time()\ntime.sleep(100)\nfor _ in range(10000): pass\n\
                 print(time.time() == before, datetime.datetime.now(datetime.timezone.utc) == context.now)";
    assert_eq!(server.data(TOOL, run(&workspace, clock))["output"], "True True\n");
    let chance = "import random\nprint(random.random(), random.Random().random())";
    let first = server.data(TOOL, run(&workspace, chance))["output"].clone();
    assert_eq!(server.data(TOOL, run(&workspace, chance))["output"], first);
}

#[test]
fn a_query_that_meets_its_limit_is_the_fault_of_the_call_unless_the_code_catches_it() {
    let (mut server, workspace) = prepared(&["--limit", "fuel_query=200M+0"]);
    let query = "document.xpath('count(for $a in 1 to 100000, $b in 1 to 100000 return $a)')";
    let error = misdeed(&mut server, &workspace, &format!("print('asked')\n{query}"), "worker_fuel");
    let details = &error["details"];
    assert!(details["limit"].is_string() && details["flag"].is_string(), "{error}");
    assert_eq!((&details["line"], &details["output"]), (&json!(3), &json!("asked\n")), "{error}");
    let caught = format!("try:\n    {query}\nexcept ValueError as error:\n    print(error.code)");
    let data = server.data(TOOL, run(&workspace, &caught));
    assert_eq!(data["output"], "budget\n");
    let later = format!("try:\n    {query}\nexcept ValueError:\n    1 / 0");
    assert_eq!(misdeed(&mut server, &workspace, &later, "transform_failed")["details"]["type"], "ZeroDivisionError");
    let error = misdeed(&mut server, &workspace, "document.xpath('1 +')", "transform_failed");
    assert_eq!(error["details"]["message"].as_str().unwrap().matches("XPST0003").count(), 1, "{error}");
}

#[test]
fn how_many_checkpoints_there_may_be_is_the_limit_of_the_server() {
    let many = "for at in range(66): context.checkpoint(f'c{at}')";
    let (mut server, workspace) = prepared(&[]);
    let error = misdeed(&mut server, &workspace, many, "output_limit");
    assert_eq!(error["details"]["limit"], "output_files", "{error}");
    let (mut server, workspace) = prepared(&["--limit", "output_files=70"]);
    let data = server.data(TOOL, run(&workspace, many));
    // The reply is longer than one may be, and stands in an artifact.
    let whole: Value = serde_json::from_str(&text(&data["artifact"])).unwrap();
    assert_eq!(whole["data"]["checkpoints"].as_array().map(Vec::len), Some(66), "{whole}");
}

/// The most memory that a process has had, in bytes.
#[cfg(target_os = "linux")]
fn peak(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("a process");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    peak.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") << 10
}

#[cfg(target_os = "linux")]
#[test]
fn the_documents_that_steps_leave_on_the_way_do_not_wait_in_memory() {
    const BYTES: u64 = 24 << 20;
    const STEPS: u64 = 6;
    let source = format!(
        "class Made:\n    def to_bytes(self):\n        return b'x' * {BYTES}\n\
         def transform(document, context):\n    context.checkpoint(context.arguments['name'], Made())\n"
    );
    let mut server = server(&[]);
    let workspace = deeds(&mut server, b"", &["run"]);
    let mut made = |steps: u64| {
        let steps: Vec<Value> = (0..steps)
            .map(|step| json!({"op": "python", "definition": "made", "arguments": {"name": format!("n{step}")}}))
            .collect();
        let transform = json!({"kind": "pipeline", "steps": steps, "definitions": {"made": source}});
        let data = server.data(TOOL, arguments(&workspace, "run.xml", transform));
        (data["checkpoints"].as_array().map(Vec::len), peak(server.id()))
    };
    let (_, one) = made(1);
    let (checkpoints, all) = made(STEPS);
    assert_eq!(checkpoints, Some(6));
    // One more is in memory where the next is made.
    assert!(all - one < 3 * BYTES, "{one} {all}");
}

#[test]
fn a_step_that_leaves_too_many_documents_is_the_last() {
    let source = "def transform(document, context):\n    for at in range(3): context.checkpoint(f'{context.arguments[\"name\"]}{at}')\n";
    let mut server = server(&["--limit", "output_files=4"]);
    let workspace = deeds(&mut server, b"", &["run"]);
    let steps = ["a", "b", "c"].map(|name| json!({"op": "python", "definition": "made", "arguments": {"name": name}}));
    let transform = json!({"kind": "pipeline", "steps": steps, "definitions": {"made": source}});
    let error = server.fault(TOOL, arguments(&workspace, "run.xml", transform), "output_limit");
    assert_eq!((&error["details"]["limit"], &error["details"]["step"]), (&json!("output_files"), &json!(1)));
}

/// A document whose elements stand deep, and a schema for it.
#[cfg(target_os = "linux")]
fn deep(depth: usize, elements: usize) -> (&'static str, String) {
    let schema = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
        <xs:element name="a"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">
            <xs:element ref="a"/><xs:element name="b" type="xs:int"/>
        </xs:choice></xs:complexType></xs:element></xs:schema>"#;
    let (open, close) = ("<a>".repeat(depth), "</a>".repeat(depth));
    (schema, format!("{open}{}{close}", "<b>1</b>".repeat(elements)))
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_of_many_issues_that_stand_deep_takes_little_more_memory_than_the_issues() {
    let (schema, document) = deep(240, 4_000);
    let mut server = server(&["--limit", "artifact_bytes=40MiB"]);
    let workspace = server.workspace(&[("a.xsd", schema), ("a.xml", &document)]);
    let made = |checkpoint: bool| {
        let mut step = json!({"op": "set_text", "select": "//b", "value": "x"});
        if checkpoint {
            step["checkpoint"] = json!("wrong");
        }
        json!({
            "workspace_id": workspace,
            "document": {"path": "a.xml"},
            "source_schema": {"source": {"path": "a.xsd"}},
            "transform": {"kind": "pipeline", "steps": [step]},
        })
    };
    // A million steps on the way to the issues are some 24 MB of text, twice in the report.
    let error = server.fault(TOOL, made(false), "output_limit");
    assert_eq!(error["details"]["role"], serde_json::Value::Null, "{error}");
    assert!(peak(server.id()) < 600 << 20, "{}", peak(server.id()));
    // With a document on the way the limit is reached before a report is written.
    let error = server.fault(TOOL, made(true), "output_limit");
    assert_eq!((&error["details"]["limit"], &error["details"]["role"]), (&json!("artifact_bytes"), &json!("report")));
}
