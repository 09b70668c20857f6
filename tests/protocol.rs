//! The real binary over standard input and output: messages, lifecycle, cancellation, the end.

mod support;

use serde_json::{Value, json};
use std::time::Duration;
use support::orders::{order, question, schemas, validate};
use support::{ERAS, Era, Server, envelope};

#[test]
fn nothing_is_sent_for_a_cancelled_call_and_its_id_is_free() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = schemas(&mut server);
    server.put(&workspace, &[("large.xml", &order(40_000, "1"))]);
    let call = |id: i64, document: &str| {
        let params = json!({"name": "pyxsd_validate_document", "arguments": question(&workspace, document)});
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string()
    };
    server.send(&call(1_000, "large.xml"));
    server.send(
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1_000}}).to_string(),
    );
    server.send(&call(1_000, "none.xml"));
    let answer = server.receive();
    assert_eq!(answer["id"], 1_000);
    assert_eq!(envelope(&answer)["error"]["code"], "not_found");
    let ended = server.end();
    assert_eq!((ended.status.success(), ended.rest.len()), (true, 0), "{:?}", ended.rest);
}

#[test]
fn malformed_messages_are_answered_and_calls_between_them_work() {
    for era in ERAS {
        let mut server = Server::start(era, &["--limit", "request_bytes=4KiB"]);
        let long =
            format!(r#"{{"jsonrpc":"2.0","id":"long","method":"ping","params":{{"x":"{}"}}}}"#, "x".repeat(10_000));
        for (line, id, code) in [
            (r#"{"jsonrpc":"2.0","id":1,"method""#, json!(1), -32700),
            (r#"{"jsonrpc":"2.0","id":2,"method":"\ud800"}"#, json!(2), -32700),
            (&format!(r#"{{"jsonrpc":"2.0","id":3,"params":{}"#, "[".repeat(300)), json!(3), -32700),
            (&long, json!("long"), -32600),
            ("[]", Value::Null, -32600),
            (r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"arguments":{}}}"#, json!(4), -32602),
            (r#"{"jsonrpc":"1.0","id":5,"method":"ping"}"#, json!(5), -32600),
        ] {
            server.send(line);
            let answer = server.receive();
            assert_eq!((&answer["id"], &answer["error"]["code"]), (&id, &json!(code)), "{line}");
            server.data("pyxsd_capabilities", json!({}));
        }
        server.send_bytes(b"{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"\xff\"}\n");
        assert_eq!(server.receive()["error"]["code"], -32700);
        for ignored in
            ["", r#"{"jsonrpc":"2.0","id":7,"result":{}}"#, r#"{"jsonrpc":"2.0","method":"notifications/what"}"#]
        {
            server.send(ignored);
        }
        server.data("pyxsd_capabilities", json!({}));
    }
}

#[test]
fn unknown_tools_and_methods_are_errors_of_the_protocol() {
    for era in ERAS {
        let mut server = Server::start(era, &[]);
        assert_eq!(server.request("tools/call", json!({"name": "nope", "arguments": {}}))["error"]["code"], -32602);
        assert_eq!(server.request("nope/nope", json!({}))["error"]["code"], -32601);
        assert_eq!(server.request("tools/list", json!({"cursor": "x"}))["error"]["code"], -32602);
    }
}

#[test]
fn an_id_in_flight_cannot_be_used_twice() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = schemas(&mut server);
    server.put(&workspace, &[("large.xml", &order(40_000, "1"))]);
    let params = json!({"name": "pyxsd_validate_document", "arguments": question(&workspace, "large.xml")});
    let call = json!({"jsonrpc": "2.0", "id": 77, "method": "tools/call", "params": params}).to_string();
    server.send(&format!("{call}\n{call}"));
    let (first, second) = (server.receive(), server.receive());
    assert_eq!((&first["id"], &first["error"]["code"]), (&json!(77), &json!(-32600)), "{first}");
    assert_eq!(envelope(&second)["data"]["valid"], true);
}

#[test]
fn notifications_before_the_first_request_are_ignored() {
    let mut server = Server::spawn(Era::Inline, &[]);
    server.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
    server
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}).to_string());
    let discovered = server.request("server/discover", json!({}));
    assert!(
        discovered["result"]["supportedVersions"].as_array().unwrap().contains(&json!("2026-07-28")),
        "{discovered}"
    );
    server.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
    assert!(server.request("tools/list", json!({}))["result"]["tools"].is_array());
}

#[test]
fn the_list_of_tools_is_the_same_in_both_eras_and_small() {
    let lists = ERAS.map(|era| {
        let answer = Server::start(era, &[]).request("tools/list", json!({}));
        let inline = era == Era::Inline;
        assert_eq!(
            (answer["result"]["ttlMs"].is_u64(), answer["result"]["resultType"] == "complete"),
            (inline, inline)
        );
        answer["result"]["tools"].clone()
    });
    assert_eq!(lists[0], lists[1]);
    assert!(lists[0].to_string().len() <= 28 << 10);
    for tool in lists[0].as_array().unwrap() {
        assert_eq!(tool["annotations"]["openWorldHint"], false);
        assert!(tool["title"].is_string() && tool["outputSchema"]["type"] == "object", "{tool}");
    }
}

#[test]
fn capabilities_tell_limits_groups_and_components() {
    let flags = ["--limit", "workers=2", "--tools", "core", "--execution-backend", "trusted-local"];
    let mut server = Server::start(Era::Session, &flags);
    let data = server.data("pyxsd_capabilities", json!({}));
    assert_eq!(data["limits"]["workers"], 2);
    assert_eq!(data["groups"], json!(["core"]));
    assert_eq!(data["execution"], json!({"backend": "wasm", "enabled": true}));
    assert_eq!((&data["source_root"], &data["protocol_versions"][0]), (&json!(false), &json!("2026-07-28")));
    assert!(data["components"][0]["digest"].as_str().unwrap().starts_with("sha256:"));
    assert!(server.end().errors.contains("sandboxed"));
}

#[test]
fn groups_are_listed_where_they_are_on_and_have_tools() {
    let tools =
        |server: &mut Server| server.request("tools/list", json!({}))["result"]["tools"].as_array().unwrap().len();
    let mut core = Server::start(Era::Session, &["--tools", "core"]);
    let of_core = tools(&mut core);
    let mut all = Server::start(Era::Session, &[]);
    let (mut listed, mut total) = (vec![json!("core")], of_core);
    for group in ["query", "models", "records", "compare", "transform"] {
        let mut server = Server::start(Era::Session, &["--tools", group]);
        let more = tools(&mut server) - of_core;
        let groups = server.data("pyxsd_capabilities", json!({}))["groups"].clone();
        assert_eq!(groups, if more > 0 { json!(["core", group]) } else { json!(["core"]) });
        total += more;
        listed.extend((more > 0).then(|| json!(group)));
    }
    assert_eq!(all.data("pyxsd_capabilities", json!({}))["groups"], json!(listed));
    assert_eq!(tools(&mut all), total);
}

#[test]
fn a_last_line_without_an_end_is_answered() {
    let mut server = Server::start(Era::Session, &[]);
    server.send_bytes(br#"{"jsonrpc":"2.0","id":9,"method":"tools/list"}"#);
    let ended = server.end();
    assert_eq!(ended.rest.len(), 1);
    assert!(ended.rest[0].contains("pyxsd_capabilities"));
}

#[test]
fn the_server_ends_at_the_end_of_input_even_while_it_works() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = schemas(&mut server);
    let ended = {
        server.put(&workspace, &[("large.xml", &order(40_000, "1"))]);
        server.begin(
            "tools/call",
            json!({"name": "pyxsd_validate_document", "arguments": question(&workspace, "large.xml")}),
        );
        server.end()
    };
    assert!(ended.status.success());
    assert!(ended.took < Duration::from_millis(1_500), "{:?}", ended.took);
    for line in ended.rest {
        serde_json::from_str::<Value>(&line).expect("only messages");
    }
}

#[test]
fn sigterm_ends_the_server_and_its_scratch() {
    let scratch = tempfile::tempdir().unwrap();
    let mut command = support::binary();
    command.env("TMPDIR", scratch.path());
    let mut server = Server::of(command, Era::Inline);
    let workspace = schemas(&mut server);
    assert_eq!(validate(&mut server, &workspace, "doc.xml")["valid"], true);
    assert!(std::fs::read_dir(scratch.path()).unwrap().count() > 0);
    let killed = std::process::Command::new("kill").args(["-TERM", &server.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let ended = server.wait();
    assert!(ended.status.success(), "{:?}", ended.status);
    assert!(ended.took < Duration::from_millis(1_500), "{:?}", ended.took);
    assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 0);
}

#[test]
fn standard_output_carries_only_messages_whatever_is_logged() {
    let mut server = Server::start(Era::Session, &["--log", "trace"]);
    let workspace = schemas(&mut server);
    validate(&mut server, &workspace, "doc.xml");
    server.fault("pyxsd_validate_document", json!({}), "invalid_argument");
    let ended = server.end();
    assert!(ended.status.success() && ended.rest.is_empty(), "{:?}", ended.rest);
    assert!(!ended.errors.is_empty());
}
