//! What a hostile guest tries to find out or to change. Each success is an issue.

use crate::bindings::exports::pyxsd::worker::types::{Issue, Location, Phase, Place, Precision, Severity};
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::time::{Instant, SystemTime};

/// The findings of the probe that the path names.
pub fn findings(path: &str) -> Vec<Issue> {
    let found = match path.split('.').next().unwrap_or(path) {
        "huge" => vec!["x".repeat(16 << 20)],
        "many" => return vec![issue(String::new()); 200_000],
        "read-outside" => read_outside(),
        "write" => write(),
        "list" => list(),
        "surroundings" => surroundings(),
        "frozen" => frozen(),
        _ => Vec::new(),
    };
    found.into_iter().map(issue).collect()
}

/// An issue with this message.
pub fn issue(message: String) -> Issue {
    Issue {
        severity: Severity::Error,
        code: "probe".to_owned(),
        rule: "cvc-elt".to_owned(),
        message,
        phase: Phase::Instance,
        place: Place { file: "x.xml".to_owned(), line: 1, column: 1, offset: 0 },
        location: Location { path: Vec::new(), attribute: None },
        precision: Precision::Document,
        expected: Vec::new(),
        declared_at: None,
    }
}

fn read_outside() -> Vec<String> {
    let paths = [
        "/etc/passwd",
        "/etc/hostname",
        "etc/passwd",
        "../etc/passwd",
        "/capture/../etc/passwd",
        "/capture/../../../../etc/passwd",
        "/capture/folder/../../../../../etc/passwd",
        "/capture//etc/passwd",
        "/capture/./../../etc/passwd",
        "/proc/self/root/etc/passwd",
        "/capture/../../proc/self/environ",
        "/",
        "/capture/..",
        "/capture/../..",
        "/tmp",
        ".",
        "..",
    ];
    paths
        .iter()
        .filter(|path| fs::read(path).is_ok() || fs::read_dir(path).is_ok() || fs::metadata(path).is_ok())
        .map(|path| (*path).to_owned())
        .collect()
}

fn write() -> Vec<String> {
    let file = "/capture/schema.xsd";
    let other = "/capture/other.xsd";
    let attempts: [(&str, bool); 12] = [
        ("overwrite", fs::write(file, "x").is_ok()),
        ("create", fs::write(other, "x").is_ok()),
        ("append", fs::OpenOptions::new().append(true).open(file).is_ok()),
        ("truncate", fs::OpenOptions::new().write(true).truncate(true).open(file).is_ok()),
        ("open to write", fs::OpenOptions::new().read(true).write(true).open(file).is_ok()),
        ("set length", fs::File::open(file).and_then(|open| open.set_len(0)).is_ok()),
        ("set times", fs::File::open(file).and_then(|open| open.set_modified(SystemTime::UNIX_EPOCH)).is_ok()),
        ("remove", fs::remove_file(file).is_ok()),
        ("rename", fs::rename(file, other).is_ok()),
        ("link", fs::hard_link(file, other).is_ok()),
        ("make a folder", fs::create_dir("/capture/new").is_ok()),
        ("remove a folder", fs::remove_dir("/capture/folder").is_ok()),
    ];
    attempts.iter().filter(|(_, done)| *done).map(|(what, _)| (*what).to_owned()).collect()
}

fn list() -> Vec<String> {
    let mut found: Vec<String> = fs::read_dir("/capture")
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    found.sort();
    found
}

fn surroundings() -> Vec<String> {
    let arguments = std::env::args().map(|argument| format!("argument {argument}"));
    let environment = std::env::vars().map(|(name, _)| format!("variable {name}"));
    let input = std::io::read_to_string(std::io::stdin()).unwrap_or_default();
    let folder = std::env::current_dir().map(|folder| folder.display().to_string()).unwrap_or_default();
    arguments
        .chain(environment)
        .chain((!input.is_empty()).then_some(input))
        .chain((folder != "/" && !folder.is_empty()).then_some(folder))
        .collect()
}

fn frozen() -> Vec<String> {
    let start = Instant::now();
    let mut sum = 0_u64;
    for number in 0..20_000_000_u64 {
        sum = std::hint::black_box(sum ^ number);
    }
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    vec![
        format!("elapsed {}", start.elapsed().as_nanos()),
        format!("time {}", since.as_nanos()),
        format!("random {}", RandomState::new().hash_one(1)),
    ]
}
