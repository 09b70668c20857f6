//! How the process starts, and refuses to.

mod support;

use std::io::Write as _;
use std::process::Stdio;
use support::binary;

fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = binary().args(arguments).stdin(Stdio::null()).output().expect("the binary starts");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (output.status.code().expect("a code"), text(&output.stdout), text(&output.stderr))
}

#[test]
fn bad_flags_stop_the_process_before_the_handshake() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(at("file"), "").unwrap();
    std::fs::write(at("bad.toml"), "[limits]\nnope = 1\n").unwrap();
    let (file, bad, none) = (at("file"), at("bad.toml"), at("none"));
    for (arguments, said) in [
        (vec!["--nope"], "--nope"),
        (vec!["--limit", "nope=1"], "there is no limit `nope`"),
        (vec!["--limit", "workers=0"], "between 1 and 256"),
        (vec!["--config", &none], "--config"),
        (vec!["--config", &bad], "line 2, column 1: there is no limit `nope`"),
        (vec!["--project-root", &none], "--project-root"),
        (vec!["--project-root", &file], "--project-root"),
        (vec!["--state-dir", &file], "not a folder"),
        (vec!["--state-dir", "x", "--no-persist"], "--no-persist"),
        (vec!["--audit-file", "."], "--audit-file"),
        (vec!["--tools", "nope"], "there is no group `nope`"),
        (vec!["--execution-backend", "native"], "native"),
        (vec!["--log", "loud"], "--log"),
        (vec!["--no-persist", "limits"], "--no-persist is a flag of the server"),
        (vec!["validate"], "FILE"),
    ] {
        let (code, stdout, stderr) = run(&arguments);
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}: {stderr}");
        assert!(stderr.contains(said), "{arguments:?}: {stderr}");
    }
}

#[test]
fn an_empty_input_is_an_orderly_end() {
    assert_eq!(run(&[]), (0, String::new(), String::new()));
    assert_eq!(run(&["--no-persist"]), (0, String::new(), String::new()));
}

#[test]
fn limits_are_listed_as_they_are_in_force() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("c.toml");
    std::fs::write(&config, "[limits]\nworkers = 3\nqueue_slots = 5\n").unwrap();
    let (code, stdout, _) =
        run(&["limits", "--format", "json", "--config", config.to_str().unwrap(), "--limit", "queue_slots=6"]);
    let limits: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &limits["workers"], &limits["queue_slots"]), (0, &serde_json::json!(3), &serde_json::json!(6)));
    let (code, stdout, _) = run(&["limits"]);
    assert!(code == 0 && stdout.contains("xml_bytes") && stdout.contains("64 MiB"));
}

#[test]
fn starting_leaves_no_trace_in_the_project() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(&["--project-root", folder.path().to_str().unwrap()]).0, 0);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn the_server_ends_when_the_client_no_longer_reads() {
    let mut child = binary().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the binary starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("standard input");
    input.write_all(b"nonsense\n").expect("the server reads");
    assert!(child.wait().expect("the server ends").success());
    drop(input);
}
