//! The streams of the process: a client that does not read, one that goes away, signals, the end of input.

mod support;

use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use support::orders::{order, question, schemas};
use support::{ERAS, Era, Server, binary, envelope};

/// How long a stream must stand still to be taken for one that is not read.
const STILL: Duration = Duration::from_secs(1);
/// Requests of some hundred bytes, whose answers have some thousand.
const REQUESTS: usize = 5_000;

fn piped(flags: &[&str]) -> Child {
    let mut command = binary();
    command.args(flags).arg("--no-persist").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().expect("the binary starts")
}

fn list_tools(id: usize) -> String {
    let params = json!({"_meta": support::inline_meta()});
    format!("{}\n", json!({"jsonrpc": "2.0", "id": id, "method": "tools/list", "params": params}))
}

fn memory_bytes(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("the server runs");
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).expect("RssAnon");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") << 10
}

#[test]
fn a_client_that_does_not_read_is_not_read_either_and_loses_nothing() {
    let mut child = piped(&[]);
    let mut input = child.stdin.take().unwrap();
    let (told, written) = std::sync::mpsc::channel();
    let writer = std::thread::spawn(move || {
        for id in 1..=REQUESTS {
            input.write_all(list_tools(id).as_bytes()).expect("the server reads in the end");
            let _ = told.send(id);
        }
    });
    // Until the server has taken nothing for a while.
    let mut taken = 0;
    while let Ok(id) = written.recv_timeout(STILL) {
        taken = id;
    }
    assert!(taken < REQUESTS, "requests are taken without end");
    assert!(memory_bytes(child.id()) < 100 << 20, "{} bytes", memory_bytes(child.id()));

    // Now it reads: every request was kept, and is answered once.
    let output = BufReader::new(child.stdout.take().unwrap());
    let reader = std::thread::spawn(move || -> Vec<u64> {
        let id = |line: std::io::Result<String>| {
            let answer: Value = serde_json::from_str(&line.unwrap()).expect("a message");
            assert!(answer["result"]["tools"].is_array());
            answer["id"].as_u64().unwrap()
        };
        output.lines().map(id).collect()
    });
    writer.join().unwrap();
    let mut ids = reader.join().unwrap();
    ids.sort_unstable();
    assert_eq!(ids, (1..=REQUESTS as u64).collect::<Vec<_>>());
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_server_ends_when_its_client_closes_standard_output() {
    let mut child = piped(&[]);
    let mut input = child.stdin.take().unwrap();
    drop(child.stdout.take());
    input.write_all(list_tools(1).as_bytes()).unwrap();
    let began = Instant::now();
    // Standard input stays open.
    let status = child.wait().unwrap();
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert!(status.success());
    drop(input);
}

#[test]
fn work_nearly_done_at_the_end_of_input_is_answered() {
    for era in ERAS {
        let mut server = Server::start(era, &[]);
        let workspace = schemas(&mut server);
        server.data("pyxsd_validate_document", question(&workspace, "doc.xml"));
        let ids: Vec<i64> = (0..5)
            .map(|_| {
                let params = json!({"name": "pyxsd_validate_document", "arguments": question(&workspace, "doc.xml")});
                server.begin("tools/call", params)
            })
            .collect();
        let ended = server.end();
        assert!(ended.status.success());
        let mut answered: Vec<i64> = ended
            .rest
            .iter()
            .map(|line| {
                let answer: Value = serde_json::from_str(line).unwrap();
                assert_eq!(envelope(&answer)["data"]["valid"], true);
                answer["id"].as_i64().unwrap()
            })
            .collect();
        answered.sort_unstable();
        assert_eq!(answered, ids);
    }
}

#[test]
fn both_signals_end_the_server_in_time_even_while_it_works() {
    for signal in ["-TERM", "-INT"] {
        let scratch = tempfile::tempdir().unwrap();
        let mut command = binary();
        command.env("TMPDIR", scratch.path()).arg("--no-persist");
        let mut server = Server::of(command, Era::Inline);
        let workspace = schemas(&mut server);
        server.put(&workspace, &[("large.xml", &order(40_000, "1"))]);
        for _ in 0..8 {
            let params = json!({"name": "pyxsd_validate_document", "arguments": question(&workspace, "large.xml")});
            server.begin("tools/call", params);
        }
        let killed = Command::new("kill").args([signal, &server.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let ended = server.wait();
        assert!(ended.status.success(), "{signal}: {:?}", ended.status);
        assert!(ended.took < Duration::from_millis(1_500), "{signal}: {:?}", ended.took);
        assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 0, "{signal}");
    }
}

#[test]
fn a_line_of_many_megabytes_is_refused_in_little_memory() {
    support::warm();
    let mut server = Server::spawn(Era::Inline, &[]);
    // The compiled component is loaded behind the first calls: it must not count.
    let workspace = schemas(&mut server);
    server.data("pyxsd_validate_document", question(&workspace, "doc.xml"));
    let before = memory_bytes(server.id());
    let piece = "x".repeat(1 << 20);
    server.send_bytes(b"{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"params\":{\"x\":\"");
    for _ in 0..64 {
        server.send_bytes(piece.as_bytes());
    }
    server.send("\"},\"id\":\"at the end\"}");
    let refused = server.receive();
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!("at the end"), &json!(-32600)));
    assert!(memory_bytes(server.id()) < before + (16 << 20), "{before} bytes grew to {}", memory_bytes(server.id()));
    assert!(server.request("tools/list", json!({}))["result"].is_object());
    assert!(server.end().status.success());
}
