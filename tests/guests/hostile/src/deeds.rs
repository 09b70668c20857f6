//! What a hostile guest does to its host.

use crate::bindings::exports::pyxsd::worker::schemas::Hint;
use crate::bindings::exports::pyxsd::worker::types::{
    Failure, LimitReached, Malformed, Missing, Place, Role, Unresolved, UnsupportedConstruct,
};
use std::hint::black_box;
use std::io::Write;

/// Does what the path names; other paths do nothing.
pub fn act(path: &str) {
    match stem(path) {
        "loop" => spin(),
        "memory-bomb" => {
            let mut held: Vec<Vec<u8>> = Vec::new();
            loop {
                held.push(black_box(vec![1; 1 << 20]));
            }
        }
        "large-memory" => drop(black_box(vec![1_u8; 140 << 20])),
        "recursion" => {
            black_box(descend(u64::MAX));
        }
        "panic" => panic!("on purpose"),
        "exit" => leave(),
        "wait" => std::thread::sleep(std::time::Duration::from_secs(86_400)),
        "flood" => flood(),
        _ => {}
    }
}

/// The failure that the path names.
pub fn failure(path: &str) -> Option<Failure> {
    let place = || Place { file: path.to_owned(), line: 3, column: 4, offset: 25 };
    Some(match stem(path) {
        "not-found" => Failure::NotFound(Missing { path: path.to_owned(), role: Role::Schema }),
        "malformed" => {
            Failure::Malformed(Malformed { place: place(), role: Role::Document, message: "on purpose".to_owned() })
        }
        "incomplete" => Failure::Incomplete(
            (0..12)
                .map(|n| Unresolved { location: format!("{n}.xsd"), target: format!("{n}.xsd"), asked_by: place() })
                .collect(),
        ),
        "invalid-schema" => Failure::InvalidSchema(vec![crate::probes::issue("on purpose".to_owned())]),
        "known-limit" => limit("xml_depth"),
        "fixed-limit" => limit("unknown_bound"),
        "unsupported" => {
            Failure::Unsupported(vec![UnsupportedConstruct { what: "xs:assert".to_owned(), place: place() }])
        }
        "invalid-argument" => Failure::InvalidArgument("on purpose".to_owned()),
        _ => return None,
    })
}

/// A hint for each name between the dots of `hints.a.b.xml`.
pub fn hints(path: &str) -> Vec<Hint> {
    let names = path.split('.').skip(1).filter(|name| *name != "xml");
    names
        .map(|name| Hint { namespace: String::new(), location: name.to_owned(), path: Some(format!("{name}.xsd")) })
        .collect()
}

fn limit(key: &str) -> Failure {
    Failure::InputLimit(LimitReached { limit: key.to_owned(), value: 257, maximum: 256, place: None })
}

fn stem(path: &str) -> &str {
    path.split('.').next().unwrap_or(path)
}

fn spin() {
    let mut count = 0_u64;
    loop {
        count = black_box(count.wrapping_add(1));
    }
}

fn descend(depth: u64) -> u64 {
    let frame = black_box([depth; 64]);
    if depth == 0 { frame[0] } else { descend(depth - 1) + frame[63] }
}

#[allow(clippy::exit)]
fn leave() {
    std::process::exit(3)
}

fn flood() {
    let line = [b'x'; 4_096];
    for _ in 0..2_560 {
        let written = std::io::stdout().write_all(&line).and_then(|()| std::io::stderr().write_all(&line));
        assert!(written.is_ok(), "the host refused output");
    }
}
