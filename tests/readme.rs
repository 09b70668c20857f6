//! What the README shows is what happens: its commands are run and its session is played.

mod support;

use serde_json::{Map, Value};
use std::path::Path;
use support::{Era, Server, binary};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the project's folder")
}

/// The fenced blocks of the README in one language.
fn blocks(language: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join("README.md")).expect("the README");
    let fence = format!("```{language}\n");
    text.split(fence.as_str()).skip(1).map(|rest| rest.split("```").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn the_commands_of_the_readme_print_what_it_says() {
    let blocks = blocks("console");
    assert!(!blocks.is_empty());
    for block in blocks {
        let (command, expected) = block.split_once('\n').expect("a command and its output");
        let words: Vec<&str> = command.strip_prefix("$ pyxsd-mcp ").expect("a command").split(' ').collect();
        let output = binary().args(&words).current_dir(root()).output().expect("the binary starts");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{command}");
    }
}

#[test]
fn the_session_of_the_readme_gets_the_answers_that_it_shows() {
    let session = blocks("jsonrpc").pop().expect("a session");
    let mut server = Server::spawn(Era::Session, &[]);
    let mut bindings = Map::new();
    for line in session.lines() {
        if let Some(request) = line.strip_prefix("→ ") {
            server.send(&fill(request, &bindings));
        } else {
            let shown = line.strip_prefix("← ").expect("a line of one side or the other");
            let shown: Value = serde_json::from_str(&fill(shown, &bindings)).expect("JSON");
            compare(&shown, &server.receive(), &mut bindings, line);
        }
    }
    assert!(server.end().status.success());
}

/// Puts what was learnt in place of `$name`.
fn fill(line: &str, bindings: &Map<String, Value>) -> String {
    bindings.iter().fold(line.to_owned(), |line, (name, value)| line.replace(name, value.as_str().unwrap_or_default()))
}

/// Every member shown must be there; a `$name` that is not known yet takes what it meets.
fn compare(shown: &Value, answer: &Value, bindings: &mut Map<String, Value>, line: &str) {
    match (shown, answer) {
        (Value::Object(members), _) => {
            for (name, member) in members {
                compare(member, &answer[name], bindings, line);
            }
        }
        (Value::Array(items), Value::Array(answers)) => {
            assert_eq!(items.len(), answers.len(), "{line}\n{answer}");
            for (item, answer) in items.iter().zip(answers) {
                compare(item, answer, bindings, line);
            }
        }
        (Value::String(name), Value::String(_)) if name.starts_with('$') => {
            bindings.insert(name.clone(), answer.clone());
        }
        _ => assert_eq!(shown, answer, "{line}"),
    }
}
