//! The separation of the host's rooms, read from its sources.

use std::path::{Path, PathBuf};

/// A word, and the rooms and files of `host/src` that may use it.
const RULES: &[(&str, &[&str])] = &[
    ("rmcp::", &["server/"]),
    ("wasmtime::", &["worker/"]),
    ("wasmtime_wasi::", &["worker/"]),
    ("rusqlite", &["store/"]),
    // Files of users: captures and the store. The worker's are its own: slots and compiled code. The flags are the operator's,
    // and so are the files that a report, a data set, the result of a transform and audit events are written to.
    (
        "std::fs",
        &[
            "capture/",
            "store/",
            "worker/",
            "audit/file.rs",
            "cli/dataset.rs",
            "cli/flags.rs",
            "cli/output_file.rs",
            "cli/skills.rs",
        ],
    ),
    ("cap_std", &["capture/", "store/", "worker/"]),
    ("roxmltree", &[]),
    ("TcpStream", &[]),
    ("UdpSocket", &[]),
    ("ToSocketAddrs", &[]),
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_library_is_known_in_its_own_room_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 30, "the sources are found");
    let mut breaches = Vec::new();
    for file in files {
        let name = file.strip_prefix(&root).expect("below the root").to_str().expect("UTF-8").to_owned();
        let text = std::fs::read_to_string(&file).expect("a source file");
        // What follows in a file are its tests.
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for (word, rooms) in RULES {
            if text.contains(word) && !rooms.iter().any(|room| name.starts_with(room)) {
                breaches.push(format!("{name} uses {word}"));
            }
        }
    }
    assert!(breaches.is_empty(), "{breaches:#?}");
}
