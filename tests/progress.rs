//! Long operations: how far they are is told to a client that wants to know, and they can be cancelled.

mod support;

use serde_json::{Value, json};
use std::time::{Duration, Instant};
use support::orders::{order, question, schemas};
use support::{ERAS, Era, Server, envelope};

const BATCH: &str = "pyxsd_validate_documents";

/// A batch over documents with these names.
fn batch(workspace: &str, documents: &[String]) -> Value {
    let schema = json!({"source": {"path": "order.xsd"}});
    let items: Vec<Value> =
        documents.iter().map(|path| json!({"document": {"path": path}, "schema_ref": schema})).collect();
    json!({"workspace_id": workspace, "documents": items})
}

/// Puts as many documents of that many lines into the workspace, and gives their names.
fn documents(server: &mut Server, workspace: &str, count: usize, lines: usize) -> Vec<String> {
    let names: Vec<String> = (0..count).map(|number| format!("{number}.xml")).collect();
    for (number, name) in names.iter().enumerate() {
        server.put(workspace, &[(name, &order(lines + number, "1"))]);
    }
    names
}

fn call(arguments: Value, token: &Value) -> Value {
    json!({"name": BATCH, "arguments": arguments, "_meta": {"progressToken": token}})
}

/// The answer to a call, and the progress that was told before it.
fn told_until(server: &mut Server, id: i64, token: &Value) -> (Value, Vec<(u64, u64)>) {
    let mut told = Vec::new();
    loop {
        let message = server.receive();
        if message["method"] == "notifications/progress" {
            let params = &message["params"];
            assert_eq!(&params["progressToken"], token, "{message}");
            assert!(message.get("id").is_none() && params["message"].is_string(), "{message}");
            told.push((params["progress"].as_u64().unwrap(), params["total"].as_u64().unwrap()));
            continue;
        }
        assert_eq!(message["id"], id, "{message}");
        return (message, told);
    }
}

#[test]
fn progress_rises_to_the_end_and_none_follows_the_answer() {
    for era in ERAS {
        let mut server = Server::start(era, &[]);
        let workspace = schemas(&mut server);
        let mut names = documents(&mut server, &workspace, 12, 3);
        names.push("none.xml".to_owned());
        names.push("0.xml".to_owned());
        for token in [json!("a token"), json!(7)] {
            let id = server.begin("tools/call", call(batch(&workspace, &names), &token));
            let (answer, told) = told_until(&mut server, id, &token);
            let data = &envelope(&answer)["data"];
            assert_eq!(data["totals"]["documents"], 14, "{data}");
            assert!(told.windows(2).all(|pair| pair[0].0 < pair[1].0), "{told:?}");
            assert!(told.len() > 1 && told.iter().all(|(_, total)| *total == 14), "{told:?}");
            assert_eq!(told.last(), Some(&(14, 14)));
        }
        let ended = server.end();
        assert_eq!(ended.rest.len(), 0, "{:?}", ended.rest);
    }
}

#[test]
fn nothing_is_told_without_a_token_or_of_short_operations() {
    let mut server = Server::start(Era::Session, &[]);
    let workspace = schemas(&mut server);
    let names = documents(&mut server, &workspace, 3, 3);
    server.data(BATCH, batch(&workspace, &names));
    for token in [json!(null), json!(1.5), json!({}), json!([1])] {
        let answer = server.request("tools/call", call(batch(&workspace, &names), &token));
        assert!(answer["error"].is_object() || envelope(&answer)["ok"] == true, "{answer}");
    }
    let params = json!({
        "name": "pyxsd_validate_document",
        "arguments": question(&workspace, "doc.xml"),
        "_meta": {"progressToken": 1},
    });
    assert_eq!(envelope(&server.request("tools/call", params))["data"]["valid"], true);
    assert!(server.end().rest.is_empty());
}

#[test]
fn a_cancelled_batch_ends_at_once_and_nothing_more_is_told_of_it() {
    for era in ERAS {
        let folder = tempfile::tempdir().unwrap();
        let audit = folder.path().join("audit");
        let flags = ["--limit", "workers=1", "--limit", "queue_slots=1", "--audit-file", audit.to_str().unwrap()];
        let mut server = Server::start(era, &flags);
        let workspace = schemas(&mut server);
        let names = documents(&mut server, &workspace, 40, 20_000);
        let id = server.begin("tools/call", call(batch(&workspace, &names), &json!("t")));
        // It is under way once a document is done.
        assert_eq!(server.receive()["params"]["progress"], 1);
        let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
        server.send(&cancel.to_string());
        // The only worker is free again, in the time that one document takes and not forty.
        let began = Instant::now();
        let next = server.begin(
            "tools/call",
            json!({"name": "pyxsd_validate_document", "arguments": question(&workspace, "doc.xml")}),
        );
        let mut late = 0;
        let answer = loop {
            let message = server.receive();
            if message["id"] == next {
                break message;
            }
            assert_eq!(message["params"]["progressToken"], "t", "{message}");
            late = message["params"]["progress"].as_u64().unwrap();
        };
        assert_eq!(envelope(&answer)["data"]["valid"], true, "{answer}");
        assert!(late < 40, "it went on to the end");
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
        assert!(server.data("pyxsd_list_artifacts", json!({}))["artifacts"].as_array().unwrap().is_empty());
        let ended = server.end();
        assert!(ended.rest.is_empty(), "{:?}", ended.rest);
        let events = std::fs::read_to_string(&audit).unwrap();
        let cancelled = events.lines().filter(|line| line.contains("\"cancelled\"")).collect::<Vec<_>>();
        assert_eq!(cancelled.len(), 1);
        assert!(cancelled[0].contains(BATCH) && cancelled[0].contains(&workspace), "{cancelled:?}");
    }
}

#[test]
fn a_cancelled_validation_frees_its_worker_within_a_tenth_of_a_second() {
    let flags = ["workers=1", "queue_slots=1", "upload_bytes=64MiB", "request_bytes=64MiB"];
    let flags: Vec<&str> = flags.iter().flat_map(|limit| ["--limit", limit]).collect();
    let mut server = Server::start(Era::Session, &flags);
    let workspace = schemas(&mut server);
    server.put(&workspace, &[("large.xml", &order(900_000, "1"))]);
    // So that the code is there and the schema is held.
    server.data("pyxsd_validate_document", question(&workspace, "doc.xml"));
    let whole = Instant::now();
    server.data("pyxsd_validate_document", question(&workspace, "large.xml"));
    let whole = whole.elapsed();
    let mut shortest = Duration::MAX;
    for _ in 0..3 {
        let long = server.begin(
            "tools/call",
            json!({"name": "pyxsd_validate_document", "arguments": question(&workspace, "large.xml")}),
        );
        let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": long}});
        server.send(&cancel.to_string());
        let began = Instant::now();
        server.data("pyxsd_validate_document", question(&workspace, "doc.xml"));
        shortest = shortest.min(began.elapsed());
    }
    // The guest stops, a new one starts and answers; a busy machine may delay one of them.
    assert!(shortest < Duration::from_millis(100) || shortest < whole / 4, "{shortest:?} of {whole:?}");
    assert!(server.end().rest.is_empty());
}
