//! Thousands of malformed and hostile lines: each that has an id is answered once, valid calls between them are right, and the server
//! does not grow. `PYXSD_LINES` says how many; `tests/hostile_lines.sh` sends 100,000.

#[path = "support/hostile.rs"]
mod hostile;
mod support;

use hostile::{Due, Generator, Hostile, REQUEST_BYTES, Random};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use support::orders::{question, schemas, validate};
use support::{Era, Server};

const LINES: usize = 4_000;
const AT_ONCE: usize = 100;
/// How much the server's own memory may change once it has warmed up.
const GROWTH_BYTES: u64 = 24 << 20;

fn lines() -> usize {
    std::env::var("PYXSD_LINES").map_or(LINES, |lines| lines.parse().expect("PYXSD_LINES is a number"))
}

/// Memory of the process that belongs to no file.
fn memory(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).expect("the server runs");
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).expect("RssAnon");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") * 1_024
}

/// Sends these lines, and a valid call behind them; takes every answer until that of the call.
fn try_lines(server: &mut Server, lines: &[Hostile], workspace: &str) {
    let mut due: BTreeMap<String, Vec<(Option<i64>, &Hostile)>> = BTreeMap::new();
    let mut sent = Vec::new();
    for line in lines {
        sent.extend_from_slice(&line.bytes);
        sent.push(b'\n');
        let (id, code, times) = match &line.due {
            Due::Answer(id, code) => (id, *code, 1),
            Due::Twice(id) => (id, None, 2),
            Due::Nothing | Due::Perhaps(_) => continue,
        };
        due.entry(id.to_string()).or_default().extend(std::iter::repeat_n((code, line), times));
    }
    server.send_bytes(&sent);
    let params = json!({"name": "pyxsd_validate_document", "arguments": question(workspace, "doc.xml")});
    let last = server.begin("tools/call", params);
    let mut answered = false;
    while !answered || !due.is_empty() {
        let answer = server.receive();
        if answer["method"] == "notifications/progress" {
            continue;
        }
        if answer["id"] == last {
            assert_eq!(answer["result"]["structuredContent"]["data"]["valid"], true, "{answer}");
            answered = true;
            continue;
        }
        settle(&mut due, &answer, lines);
    }
}

/// Finds the line that an answer is for.
fn settle(due: &mut BTreeMap<String, Vec<(Option<i64>, &Hostile)>>, answer: &Value, lines: &[Hostile]) {
    let id = &answer["id"];
    if lines.iter().any(|line| line.due == Due::Perhaps(id.clone())) {
        return;
    }
    let code = answer["error"]["code"].as_i64();
    let waiting = due.get_mut(&id.to_string()).unwrap_or_else(|| panic!("nobody waits for {answer}"));
    let exactly = waiting.iter().position(|(wanted, _)| wanted.is_some() && *wanted == code);
    let place = exactly.or_else(|| waiting.iter().position(|(wanted, _)| wanted.is_none()));
    let place = place.unwrap_or_else(|| {
        let sent = String::from_utf8_lossy(&waiting[0].1.bytes);
        panic!("{:?} was due, not {answer}, for {}", waiting[0].0, &sent[..sent.floor_char_boundary(500)])
    });
    waiting.swap_remove(place);
    if waiting.is_empty() {
        due.remove(&id.to_string());
    }
}

fn session(era: Era, lines: usize) {
    let flags = ["--limit", &format!("request_bytes={REQUEST_BYTES}")];
    let mut server = Server::start(era, &flags);
    let workspace = schemas(&mut server);
    let tools = server.request("tools/list", json!({}))["result"]["tools"].as_array().expect("tools").clone();
    let meta = match era {
        Era::Session => json!({}),
        Era::Inline => support::inline_meta(),
    };
    let mut generator =
        Generator { random: Random(lines as u64), tools, workspace: workspace.clone(), meta, next: 1_000_000 };
    let rounds = lines.div_ceil(AT_ONCE);
    let (mut warm, mut largest) = (0, 0);
    for round in 0..rounds {
        let lines: Vec<Hostile> = (0..AT_ONCE).map(|_| generator.line()).collect();
        try_lines(&mut server, &lines, &workspace);
        if round % 10 == 0 {
            assert_eq!(validate(&mut server, &workspace, "doc.xml")["valid"], true);
        }
        if round <= rounds / 4 {
            warm = warm.max(memory(&server));
        } else {
            largest = largest.max(memory(&server));
        }
    }
    eprintln!("{era:?}: {lines} lines; memory {} KiB at first, {} KiB later", warm >> 10, largest >> 10);
    assert!(largest < warm + GROWTH_BYTES, "{warm} bytes grew to {largest}");
    let ended = server.end();
    assert!(ended.status.success() && ended.rest.is_empty(), "{:?}", ended.rest);
}

#[test]
fn hostile_lines_are_answered_once_each_and_upset_nothing() {
    support::warm();
    for era in support::ERAS {
        session(era, lines() / 2);
    }
}
