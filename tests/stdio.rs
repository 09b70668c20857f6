//! The real binary over standard input and output: workspaces, validation, limits.

mod support;

use serde_json::{Value, json};
use support::orders::{NUMBER, ORDER, VALID, order, question, schemas, validate};
use support::{ERAS, Era, Server, envelope};

#[test]
fn a_valid_document_is_valid_in_both_eras() {
    for era in ERAS {
        let mut server = Server::start(era, &[]);
        let workspace = schemas(&mut server);
        let envelope = server.call("pyxsd_validate_document", question(&workspace, "doc.xml"));
        let data = &envelope["data"];
        assert_eq!(data["valid"], true, "{envelope}");
        assert_eq!(data["counts"], json!({"errors": 0, "warnings": 0, "by_code": {}}));
        assert_eq!((&data["issues"], &data["report"]), (&json!([]), &Value::Null));
        assert_eq!(envelope["page"], json!({"returned": 0, "next_cursor": null, "truncated": false}));
        let provenance = &envelope["provenance"];
        assert_eq!((&provenance["workspace_id"], &provenance["generation"]), (&json!(workspace), &json!(1)));
        let inputs: Vec<&Value> = provenance["inputs"].as_array().unwrap().iter().map(|input| &input["path"]).collect();
        assert_eq!(inputs, ["doc.xml", "order.xsd", "types/number.xsd"]);
        assert_eq!(provenance["schema"]["documents"][0]["namespace"], "urn:order");
        assert!(provenance["worker"]["fuel"].as_u64().unwrap() > 0);
        assert!(["winch", "cranelift"].contains(&provenance["worker"]["tier"].as_str().unwrap()));
        assert_eq!(provenance["worker"]["cache"], "miss");
        let again = server.call("pyxsd_validate_document", question(&workspace, "doc.xml"));
        assert_eq!(again["provenance"]["worker"]["cache"], "hit");
        assert_eq!(again["data"], *data);
        assert!(server.end().status.success());
    }
}

#[test]
fn an_invalid_document_is_a_success_whose_issues_say_where_and_why() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = schemas(&mut server);
    server.put(&workspace, &[("bad.xml", "<order xmlns=\"urn:order\">\n  <line>1</line>\n  <line>x</line>\n</order>")]);
    let data = validate(&mut server, &workspace, "bad.xml");
    assert_eq!(
        (&data["valid"], &data["counts"]["errors"], &data["collected"]),
        (&json!(false), &json!(1), &json!(1)),
        "{data}"
    );
    let issue = &data["issues"][0];
    assert_eq!(
        (&issue["severity"], &issue["phase"], &issue["file"], &issue["line"]),
        (&json!("error"), &json!("instance"), &json!("bad.xml"), &json!(3))
    );
    let path = json!([{"name": "{urn:order}order", "index": 1}, {"name": "{urn:order}line", "index": 2}]);
    assert_eq!((&issue["location"]["path"], &issue["location_precision"]), (&path, &json!("exact")));
    assert!(issue["rule"].as_str().unwrap().starts_with("cvc-"), "{issue}");
}

#[test]
fn pages_cover_every_issue_once_and_cursors_are_bound_to_their_call() {
    for era in ERAS {
        let mut server = Server::start(era, &[]);
        let workspace = schemas(&mut server);
        server.put(&workspace, &[("bad.xml", &order(130, "x"))]);
        let mut arguments = question(&workspace, "bad.xml");
        let (mut lines, mut cursors) = (Vec::new(), Vec::new());
        loop {
            let envelope = server.call("pyxsd_validate_document", arguments.clone());
            assert_eq!(envelope["data"]["counts"]["errors"], 130, "{envelope}");
            let issues = envelope["data"]["issues"].as_array().unwrap();
            assert_eq!(envelope["page"]["returned"], issues.len());
            lines.extend(issues.iter().map(|issue| issue["line"].as_u64().unwrap()));
            let Some(cursor) = envelope["page"]["next_cursor"].as_str() else { break };
            cursors.push(cursor.to_owned());
            arguments["cursor"] = json!(cursor);
        }
        assert_eq!(lines, (2..132).collect::<Vec<u64>>());
        assert!(cursors.len() >= 2);

        let mut other = question(&workspace, "doc.xml");
        other["cursor"] = json!(cursors[0]);
        server.fault("pyxsd_validate_document", other, "invalid_cursor");
        arguments["cursor"] = json!("nonsense");
        server.fault("pyxsd_validate_document", arguments.clone(), "invalid_cursor");
        arguments["cursor"] = json!(cursors[0]);
        arguments["page_size"] = json!(1);
        server.fault("pyxsd_validate_document", arguments.clone(), "invalid_cursor");
        // The default, said out loud, is the same size.
        arguments["page_size"] = json!(50);
        let next = server.call("pyxsd_validate_document", arguments.clone());
        assert!(next["page"]["returned"].as_u64().unwrap() > 1);
        server.put(&workspace, &[("unrelated.txt", "x")]);
        server.fault("pyxsd_validate_document", arguments, "invalid_cursor");
    }
}

#[test]
fn a_page_is_made_shorter_where_the_reply_would_be_too_large() {
    let mut server = Server::start(Era::Session, &["--limit", "result_bytes=4KiB"]);
    let workspace = schemas(&mut server);
    server.put(&workspace, &[("bad.xml", &order(60, "x"))]);
    let envelope = server.call("pyxsd_validate_document", question(&workspace, "bad.xml"));
    assert!(envelope.to_string().len() <= 4 << 10);
    assert_eq!(envelope["page"]["truncated"], true);
    assert!(envelope["page"]["next_cursor"].is_string());
}

#[test]
fn hints_are_used_without_a_schema_and_ignored_with_one() {
    let mut server = Server::start(Era::Session, &[]);
    let hinted = "<order xmlns=\"urn:order\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"urn:order ../order.xsd\"><line>x</line></order>";
    let workspace = schemas(&mut server);
    server.put(&workspace, &[("in/hinted.xml", hinted)]);
    let data = server
        .data("pyxsd_validate_document", json!({"workspace_id": workspace, "document": {"path": "in/hinted.xml"}}));
    assert_eq!(data["counts"]["errors"], 1, "{data}");
    let error = server.fault(
        "pyxsd_validate_document",
        json!({"workspace_id": workspace, "document": {"path": "doc.xml"}}),
        "not_found",
    );
    assert_eq!(error["details"]["role"], "schema");
}

#[test]
fn json_text_stands_for_an_object() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = schemas(&mut server);
    let arguments = json!({
        "workspace_id": workspace,
        "document": "{\"path\": \"doc.xml\"}",
        "schema_ref": "{\"source\": {\"path\": \"order.xsd\"}}",
    });
    assert_eq!(server.data("pyxsd_validate_document", arguments)["valid"], true);
}

#[test]
fn bad_arguments_are_named_with_what_is_allowed() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = schemas(&mut server);
    for (tool, arguments, field) in [
        ("pyxsd_capabilities", json!({"x": 1}), "x"),
        ("pyxsd_manage_workspace", json!({}), "action"),
        ("pyxsd_manage_workspace", json!({"action": "destroy"}), "action"),
        ("pyxsd_manage_workspace", json!({"action": "release"}), "workspace_id"),
        ("pyxsd_manage_workspace", json!({"action": "create", "workspace_id": "x"}), "workspace_id"),
        ("pyxsd_put_files", json!({"workspace_id": workspace}), "files"),
        ("pyxsd_put_files", json!({"workspace_id": workspace, "files": [{"path": "a"}]}), "files[0].text"),
        (
            "pyxsd_put_files",
            json!({"workspace_id": workspace, "files": [{"path": "a", "text": "", "base64": ""}]}),
            "files[0].text",
        ),
        (
            "pyxsd_put_files",
            json!({"workspace_id": workspace, "files": [{"path": "a", "base64": "*"}]}),
            "files[0].base64",
        ),
        (
            "pyxsd_put_files",
            json!({"workspace_id": workspace, "files": [{"path": "../a", "text": ""}]}),
            "files[0].path",
        ),
        (
            "pyxsd_put_files",
            json!({"workspace_id": workspace, "files": [{"path": "a", "text": ""}, {"path": "a", "text": ""}]}),
            "files[1].path",
        ),
        ("pyxsd_put_files", json!({"workspace_id": workspace, "files": [{"path": "a", "text": 1}]}), "files[0].text"),
        ("pyxsd_validate_document", json!({"workspace_id": workspace}), "document"),
        ("pyxsd_validate_document", json!({"workspace_id": workspace, "document": "doc.xml"}), "document"),
        (
            "pyxsd_validate_document",
            json!({"workspace_id": workspace, "document": {"path": "doc.xml", "x": 1}}),
            "document.x",
        ),
        (
            "pyxsd_validate_document",
            json!({"workspace_id": workspace, "document": {"path": "doc.xml"}, "page_size": 51}),
            "page_size",
        ),
        (
            "pyxsd_validate_document",
            json!({"workspace_id": workspace, "document": {"path": "doc.xml"}, "page_size": 0}),
            "page_size",
        ),
        (
            "pyxsd_validate_document",
            json!({"workspace_id": workspace, "document": {"path": "doc.xml"}, "page_size": "5"}),
            "page_size",
        ),
        (
            "pyxsd_validate_document",
            json!({"workspace_id": workspace, "document": {"path": "doc.xml"}, "schema_ref": null}),
            "schema_ref",
        ),
    ] {
        let error = server.fault(tool, arguments, "invalid_argument");
        assert_eq!(error["details"]["field"], field, "{error}");
        assert!(error["message"].as_str().unwrap().contains(field), "{error}");
    }
}

#[test]
fn an_argument_of_any_size_gives_an_answer_within_the_budget() {
    let mut server = Server::start(Era::Session, &[]);
    let name = "x".repeat(300_000);
    server.fault("pyxsd_capabilities", json!({ name.clone(): 1 }), "invalid_argument");
    server.fault("pyxsd_validate_document", json!({"workspace_id": name, "document": {"path": "a"}}), "not_found");
}

#[test]
fn what_does_not_exist_is_not_found_with_its_role() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = schemas(&mut server);
    let error = server.fault("pyxsd_put_files", json!({"workspace_id": "nope", "files": []}), "not_found");
    assert_eq!(error["details"]["role"], "workspace");
    assert!(error["message"].as_str().unwrap().contains("pyxsd_manage_workspace"));
    let error = server.fault("pyxsd_validate_document", question(&workspace, "none.xml"), "not_found");
    assert_eq!((&error["details"]["path"], &error["details"]["role"]), (&json!("none.xml"), &json!("document")));
    let mut arguments = question(&workspace, "doc.xml");
    arguments["schema_ref"]["source"]["path"] = json!("none.xsd");
    let error = server.fault("pyxsd_validate_document", arguments, "not_found");
    assert_eq!((&error["details"]["path"], &error["details"]["role"]), (&json!("none.xsd"), &json!("schema")));
    server.data("pyxsd_manage_workspace", json!({"action": "release", "workspace_id": workspace}));
    server.fault("pyxsd_validate_document", question(&workspace, "doc.xml"), "not_found");
}

#[test]
fn uploads_are_counted_digested_and_replaced() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = server.workspace(&[]);
    assert_eq!(server.put(&workspace, &[])["generation"], 0);
    let data = server.put(&workspace, &[("a", "abc"), ("b/c", "")]);
    assert_eq!((&data["generation"], &data["bytes"]), (&json!(1), &json!(3)));
    let digest = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(data["files"][0], json!({"path": "a", "size": 3, "digest": digest}));
    let base64 = json!({"workspace_id": workspace, "files": [{"path": "d", "base64": "YWJj"}]});
    assert_eq!(server.data("pyxsd_put_files", base64)["files"][0]["digest"], digest);
    let list = server.data("pyxsd_manage_workspace", json!({"action": "list"}));
    assert_eq!((&list["workspaces"][0]["files"], &list["workspaces"][0]["generation"]), (&json!(3), &json!(2)));
}

#[test]
fn limits_of_sessions_are_faults_and_the_next_call_works() {
    let flags = [
        "--limit",
        "workspaces=1",
        "--limit",
        "upload_bytes=10",
        "--limit",
        "session_bytes=15",
        "--limit",
        "input_entries=3",
    ];
    let mut server = Server::start(Era::Session, &flags);
    let workspace = server.workspace(&[("a", "0123456789")]);
    let put = |files: Value| json!({"workspace_id": workspace, "files": files});
    for (tool, arguments, limit) in [
        ("pyxsd_manage_workspace", json!({"action": "create"}), "workspaces"),
        ("pyxsd_put_files", put(json!([{"path": "b", "text": "0123456789a"}])), "upload_bytes"),
        ("pyxsd_put_files", put(json!([{"path": "b", "text": "012345"}])), "session_bytes"),
        (
            "pyxsd_put_files",
            put(json!([{"path": "b", "text": ""}, {"path": "c", "text": ""}, {"path": "d", "text": ""}])),
            "input_entries",
        ),
    ] {
        let error = server.fault(tool, arguments, "input_limit");
        assert_eq!(error["details"]["limit"], limit);
        assert!(error["details"]["flag"].as_str().unwrap().starts_with(&format!("--limit {limit}=")));
        let list = server.data("pyxsd_manage_workspace", json!({"action": "list"}));
        assert_eq!((&list["workspaces"][0]["files"], &list["workspaces"][0]["generation"]), (&json!(1), &json!(1)));
    }
}

#[test]
fn limits_of_inputs_are_faults_and_the_next_call_works() {
    let deep = format!("{}{}", "<order xmlns=\"urn:order\">".repeat(9), "</order>".repeat(9));
    for (flag, limit, document) in [
        ("xml_bytes=1000", "xml_bytes", order(100, "1")),
        ("xml_depth=8", "xml_depth", deep),
        ("xml_elements=50", "xml_elements", order(50, "1")),
        ("xsd_bytes=300", "xsd_bytes", VALID.to_owned()),
        ("schema_closure_files=1", "schema_closure_files", VALID.to_owned()),
        ("schema_closure_bytes=500", "schema_closure_bytes", VALID.to_owned()),
    ] {
        let mut server = Server::start(Era::Session, &["--limit", flag]);
        let workspace = schemas(&mut server);
        server.put(&workspace, &[("in.xml", &document)]);
        let error = server.fault("pyxsd_validate_document", question(&workspace, "in.xml"), "input_limit");
        assert_eq!(error["details"]["limit"], limit, "{error}");
        server.put(
            &workspace,
            &[
                (
                    "small.xsd",
                    r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"/></xs:schema>"#,
                ),
                ("a.xml", "<a/>"),
            ],
        );
        let mut arguments = question(&workspace, "a.xml");
        arguments["schema_ref"]["source"]["path"] = json!("small.xsd");
        assert_eq!(server.data("pyxsd_validate_document", arguments)["valid"], true);
    }
}

#[test]
fn issues_beyond_the_limit_are_counted_and_not_kept() {
    let mut server = Server::start(Era::Session, &["--limit", "issues_collected=7"]);
    let workspace = schemas(&mut server);
    server.put(&workspace, &[("bad.xml", &order(20, "x"))]);
    let data = validate(&mut server, &workspace, "bad.xml");
    assert_eq!(
        (&data["counts"]["errors"], &data["collected"], &data["suppressed"]),
        (&json!(20), &json!(7), &json!(13)),
        "{data}"
    );
}

#[test]
fn files_that_cannot_decide_are_faults_of_their_own() {
    let mut server = Server::start(Era::Session, &[]);
    let imported = "<xs:import namespace=\"urn:other\"/><xs:element name=\"x\" type=\"y:t\" xmlns:y=\"urn:other\"/>";
    let dangling = ORDER.replace("<xs:element name=\"order\">", &format!("{imported}<xs:element name=\"order\">"));
    let unknown = ORDER.replace("type=\"o:number\"", "type=\"o:nothing\"");
    let illegal = ORDER.replace("maxOccurs=\"unbounded\"", "minOccurs=\"3\" maxOccurs=\"2\"");
    for (files, code) in [
        (vec![("order.xsd", ORDER), ("types/number.xsd", NUMBER), ("doc.xml", "<order>")], "invalid_xml"),
        (
            vec![("order.xsd", ORDER), ("types/number.xsd", NUMBER), ("doc.xml", "<!DOCTYPE order><order/>")],
            "invalid_xml",
        ),
        (vec![("order.xsd", ORDER), ("types/number.xsd", "<xs:schema"), ("doc.xml", VALID)], "invalid_xml"),
        (vec![("order.xsd", ORDER), ("doc.xml", VALID)], "schema_incomplete"),
        (vec![("order.xsd", dangling.as_str()), ("types/number.xsd", NUMBER), ("doc.xml", VALID)], "schema_incomplete"),
        (vec![("order.xsd", unknown.as_str()), ("types/number.xsd", NUMBER), ("doc.xml", VALID)], "schema_incomplete"),
        (vec![("order.xsd", illegal.as_str()), ("types/number.xsd", NUMBER), ("doc.xml", VALID)], "invalid_schema"),
    ] {
        let workspace = server.workspace(&files);
        let error = server.fault("pyxsd_validate_document", question(&workspace, "doc.xml"), code);
        assert_eq!(error["retryable"], false);
        let list = match code {
            "invalid_schema" => "issues",
            "schema_incomplete" => "unresolved",
            _ => {
                assert!(error["details"]["line"].as_u64().unwrap() >= 1, "{error}");
                continue;
            }
        };
        assert!(error["details"][format!("{list}_total")].as_u64().unwrap() >= 1, "{error}");
    }
}

#[test]
fn used_up_fuel_is_a_fault_and_the_next_call_works() {
    let mut server = Server::start(Era::Session, &["--limit", "fuel_validate=1M+0"]);
    let workspace = schemas(&mut server);
    server.put(&workspace, &[("large.xml", &order(20_000, "1"))]);
    let error = server.fault("pyxsd_validate_document", question(&workspace, "large.xml"), "worker_fuel");
    assert_eq!(error["details"]["limit"], "fuel_validate", "{error}");
    assert_eq!(validate(&mut server, &workspace, "doc.xml")["valid"], true);
}

#[test]
fn used_up_memory_is_a_fault_and_the_next_call_works() {
    let flags = ["worker_memory_bytes=16MiB", "upload_bytes=64MiB", "request_bytes=128MiB"];
    let flags: Vec<&str> = flags.into_iter().flat_map(|flag| ["--limit", flag]).collect();
    let mut server = Server::start(Era::Session, &flags);
    let workspace = schemas(&mut server);
    server.put(&workspace, &[("large.xml", &order(1, &"1".repeat(30 << 20)))]);
    let error = server.fault("pyxsd_validate_document", question(&workspace, "large.xml"), "worker_memory");
    assert_eq!(error["details"]["limit"], "worker_memory_bytes", "{error}");
    assert_eq!(validate(&mut server, &workspace, "doc.xml")["valid"], true);
}

#[test]
fn an_issue_that_is_larger_than_a_reply_is_spilled_and_the_next_call_works() {
    let mut server = Server::start(Era::Session, &["--limit", "result_bytes=4KiB"]);
    let name = "n".repeat(100);
    let schema = format!(
        r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="{name}">
        <xs:complexType><xs:sequence><xs:element ref="{name}" minOccurs="0"/></xs:sequence></xs:complexType></xs:element></xs:schema>"#
    );
    let deep = format!("{}x{}", format!("<{name}>").repeat(80), format!("</{name}>").repeat(80));
    let workspace = schemas(&mut server);
    server.put(&workspace, &[("deep.xsd", &schema), ("deep.xml", &deep)]);
    let mut arguments = question(&workspace, "deep.xml");
    arguments["schema_ref"]["source"]["path"] = json!("deep.xsd");
    let envelope = server.call("pyxsd_validate_document", arguments);
    assert!(envelope.to_string().len() <= 4 << 10);
    assert_eq!((&envelope["data"]["spilled"], &envelope["page"]["returned"]), (&json!(true), &json!(1)), "{envelope}");
    assert_eq!(
        (&envelope["data"]["summary"]["valid"], &envelope["data"]["summary"]["issues_total"]),
        (&json!(false), &json!(1))
    );
    let kinds: Vec<&Value> =
        envelope["artifacts"].as_array().unwrap().iter().map(|artifact| &artifact["kind"]).collect();
    assert_eq!(kinds, ["report", "result"]);
    let spilled = std::fs::read(envelope["data"]["artifact"]["path"].as_str().unwrap()).unwrap();
    assert_eq!(envelope["data"]["bytes"], spilled.len());
    let whole: Value = serde_json::from_slice(&spilled).unwrap();
    assert_eq!((&whole["ok"], whole["data"]["issues"].as_array().unwrap().len()), (&json!(true), 1));
    assert_eq!(validate(&mut server, &workspace, "doc.xml")["valid"], true);
}

#[test]
fn scratch_that_cannot_be_written_is_a_fault_that_names_no_path() {
    let mut command = support::binary();
    command.env("TMPDIR", "/nonexistent/scratch");
    let mut server = Server::of(command, Era::Inline);
    let workspace = server.workspace(&[]);
    let put = json!({"workspace_id": workspace, "files": [{"path": "a", "text": "x"}]});
    let error = server.fault("pyxsd_put_files", put, "state_io");
    assert!(!error.to_string().contains("nonexistent"), "{error}");
    assert_eq!(server.put(&workspace, &[])["generation"], 0);
}

#[test]
fn a_construct_that_is_not_implemented_is_named() {
    let mut server = Server::start(Era::Session, &["--limit", "xml_depth=1000"]);
    // Model groups may nest 256 deep.
    let groups = format!("{}<xs:element name=\"b\"/>{}", "<xs:sequence>".repeat(300), "</xs:sequence>".repeat(300));
    let schema = format!(
        "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"><xs:element name=\"a\">\n<xs:complexType>{groups}</xs:complexType>\
         </xs:element></xs:schema>"
    );
    let workspace = server.workspace(&[("order.xsd", &schema), ("a.xml", "<a/>")]);
    let error = server.fault("pyxsd_validate_document", question(&workspace, "a.xml"), "unsupported");
    assert_eq!(error["details"]["constructs"][0]["place"]["line"], 2, "{error}");
}

#[test]
fn a_file_that_took_no_part_in_a_schema_counts_when_it_is_mended() {
    let mut server = Server::start(Era::Session, &[]);
    let good =
        r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a" type="xs:int"/></xs:schema>"#;
    let including = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="order.xsd"/></xs:schema>"#;
    for (entry, files) in [
        ("order.xsd", [("other.xsd", good), ("a.xml", "<a>1</a>")]),
        ("all.xsd", [("all.xsd", including), ("a.xml", "<a>1</a>")]),
    ] {
        let workspace = server.workspace(&files);
        server.put(&workspace, &[("order.xsd", "<shop/>")]);
        let arguments = json!({"workspace_id": workspace, "document": {"path": "a.xml"}, "schema_ref": {"source": {"path": entry}}});
        server.fault("pyxsd_validate_document", arguments.clone(), "invalid_schema");
        server.put(&workspace, &[("order.xsd", good)]);
        assert_eq!(server.data("pyxsd_validate_document", arguments)["valid"], true, "{entry}");
    }
}

#[test]
fn assertions_see_the_time_of_the_call() {
    let mut server = Server::start(Era::Session, &[]);
    let schema = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="d"><xs:simpleType>
        <xs:restriction base="xs:date"><xs:assertion test="$value le current-date()"/></xs:restriction></xs:simpleType></xs:element></xs:schema>"#;
    // The project is younger than the first of these days.
    let past = "<d>2026-11-29</d>";
    let workspace = server.workspace(&[("order.xsd", schema), ("past.xml", past), ("future.xml", "<d>9999-12-31</d>")]);
    assert_eq!(server.data("pyxsd_validate_document", question(&workspace, "past.xml"))["valid"], true);
    let future = server.data("pyxsd_validate_document", question(&workspace, "future.xml"));
    assert_eq!(future["valid"], false, "{future}");
}

#[test]
fn a_full_queue_is_answered_at_once() {
    let mut server = Server::start(Era::Session, &["--limit", "workers=1", "--limit", "queue_slots=0"]);
    let workspace = schemas(&mut server);
    server.put(&workspace, &[("large.xml", &order(40_000, "1"))]);
    let arguments = json!({"name": "pyxsd_validate_document", "arguments": question(&workspace, "large.xml")});
    for _ in 0..8 {
        server.begin("tools/call", arguments.clone());
    }
    let answers: Vec<Value> = (0..8).map(|_| envelope(&server.receive())).collect();
    assert!(answers.iter().any(|answer| answer["data"]["valid"] == true), "{answers:?}");
    assert!(answers.iter().any(|answer| answer["error"]["code"] == "server_busy"), "{answers:?}");
    assert_eq!(validate(&mut server, &workspace, "doc.xml")["valid"], true);
}
