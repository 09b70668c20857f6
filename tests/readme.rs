//! What the README shows is what happens: its commands are run and its session is played.

mod support;

use serde_json::{Map, Value};
use std::path::Path;
use support::shown::{compare, fill};
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

#[test]
fn the_readme_names_every_tool_and_command() {
    let text = std::fs::read_to_string(root().join("README.md")).expect("the README");
    let tools =
        Server::start(Era::Session, &[]).request("tools/list", serde_json::json!({}))["result"]["tools"].clone();
    for tool in tools.as_array().expect("tools") {
        let name = tool["name"].as_str().expect("a name");
        assert!(text.contains(&format!("`{name}`")), "{name}");
    }
    let help = binary().arg("--help").output().expect("the binary starts");
    let help = String::from_utf8(help.stdout).expect("UTF-8");
    let commands = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("commands");
    for command in commands.lines().filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        assert!(text.contains(&format!("`{command}")), "{command}");
    }
}
