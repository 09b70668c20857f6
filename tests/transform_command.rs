//! `pyxsd-mcp transform`: the difference on standard output, or the result in a file that is no input.

#[path = "guests/component.rs"]
mod component;
mod support;

use component::transform as guest;
use serde_json::{Value, json};
use std::path::Path;
use support::transforms::order;

/// What `transform o.xml --schema order.xsd` ends with, prints and says.
fn commanded(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = support::binary();
    command.current_dir(folder).args(["transform", "o.xml", "--schema", "order.xsd"]).args(arguments);
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// A folder with a document, its schema of two files, and what is given.
fn order_folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("types")).unwrap();
    let document = order("copy");
    let own = [
        ("order.xsd", support::orders::ORDER),
        ("types/number.xsd", support::orders::NUMBER),
        ("o.xml", document.as_str()),
        ("good.json", r#"[{"op": "drop", "select": "*[2]"}]"#),
    ];
    own.iter().chain(files).for_each(|(name, text)| std::fs::write(folder.path().join(name), text).unwrap());
    folder
}

#[test]
fn the_result_is_never_written_over_an_input() {
    let folder = order_folder(&[("t.py", "def transform(document, context):\n    pass\n")]);
    let at = |name: &str| folder.path().join(name);
    std::os::unix::fs::symlink("o.xml", at("link.xml")).unwrap();
    std::fs::hard_link(at("types/number.xsd"), at("hard.xsd")).unwrap();
    let inputs = ["o.xml", "order.xsd", "types/number.xsd", "good.json", "t.py"];
    let before = inputs.map(|name| std::fs::read(at(name)).unwrap());
    for output in ["o.xml", "./types/../o.xml", "link.xml", "order.xsd", "good.json", "types/number.xsd", "hard.xsd"] {
        let (status, shown, said) = commanded(folder.path(), &["--pipeline", "good.json", "--output", output]);
        assert_eq!((status, shown.as_str()), (Some(2), ""), "{output}: {said}");
        assert!(said.contains("would overwrite") && !said.contains("result:"), "{output}: {said}");
    }
    let (status, shown, _) = commanded(folder.path(), &["--python", "t.py", "--output", "t.py", "--format", "json"]);
    let told: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!((status, &told["error"]["code"]), (Some(2), &json!("invalid_argument")));
    assert_eq!(inputs.map(|name| std::fs::read(at(name)).unwrap()), before);
}

#[test]
fn a_result_that_cannot_be_written_is_an_error_and_leaves_what_was_there() {
    let folder = order_folder(&[("old.xml", "<old/>")]);
    std::os::unix::fs::symlink("none/x.xml", folder.path().join("dangling.xml")).unwrap();
    for output in ["none/x.xml", "dangling.xml", "types", "/dev/full"] {
        let arguments = ["--pipeline", "good.json", "--output", output];
        let (status, shown, said) = commanded(folder.path(), &arguments);
        assert_eq!((status, shown.as_str()), (Some(2), ""), "{output}: {said}");
        assert!(said.contains("--output ") && !said.contains("result:") && !said.contains("written to"), "{said}");
        let (status, shown, said) = commanded(folder.path(), &[&arguments[..], &["--format", "json"]].concat());
        let told: Value = serde_json::from_str(&shown).unwrap();
        assert_eq!((status, &told["ok"], said.as_str()), (Some(2), &json!(false), ""), "{output}");
    }
    let (status, _, said) = commanded(folder.path(), &["--pipeline", "good.json", "--output", "old.xml"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(std::fs::read_to_string(folder.path().join("old.xml")).unwrap().contains("<line>"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 6, "nothing else is left");
}

#[test]
fn files_of_editors_may_begin_with_a_byte_order_mark_and_members_stand_once() {
    let folder = order_folder(&[
        ("mark.py", "\u{feff}def transform(document, context):\n    pass\n"),
        ("mark.json", "\u{feff}{\"steps\": [{\"op\": \"drop\", \"select\": \"*[2]\"}]}"),
        ("twice.json", r#"{"steps": [{"op": "drop", "select": "*[1]", "select": "*[2]"}]}"#),
        ("no.wasm", "<a/>"),
    ]);
    assert_eq!(commanded(folder.path(), &["--pipeline", "mark.json"]).0, Some(0));
    let (status, _, said) = commanded(folder.path(), &["--python", "mark.py"]);
    assert_eq!(status, Some(0), "{said}");
    let (status, _, said) = commanded(folder.path(), &["--pipeline", "twice.json"]);
    assert!(status == Some(2) && said.contains("the member `select` twice"), "{said}");
    let (_, _, said) = commanded(folder.path(), &["--component", "no.wasm"]);
    assert!(said.contains("WebAssembly") && said.lines().count() == 1, "{said}");
}

#[test]
fn the_command_shows_the_difference_or_writes_the_result() {
    let folder = tempfile::tempdir().unwrap();
    let at = |path: &str| folder.path().join(path);
    std::fs::create_dir(at("types")).unwrap();
    std::fs::write(at("order.xsd"), support::orders::ORDER).unwrap();
    std::fs::write(at("types/number.xsd"), support::orders::NUMBER).unwrap();
    std::fs::write(at("o.xml"), order("copy")).unwrap();
    std::fs::write(at("good.json"), r#"[{"op": "drop", "select": "*[2]"}]"#).unwrap();
    std::fs::write(at("bad.json"), r#"{"steps": [{"op": "set_text", "select": "*[1]", "value": "x"}]}"#).unwrap();
    std::fs::write(at("wrong.json"), r#"{"steps": [{"op": "explode"}]}"#).unwrap();
    std::fs::write(at("fails.py"), "def transform(document, context):\n    raise ValueError('no')\n").unwrap();
    std::fs::write(at("guest.wasm"), guest()).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = support::binary();
        command.current_dir(folder.path()).args(["transform", "o.xml", "--schema", "order.xsd"]).args(arguments);
        let output = command.output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (status, shown, said) = run(&["--pipeline", "good.json"]);
    assert_eq!((status, said.as_str()), (Some(0), "result: valid under the schema\n"));
    assert!(shown.starts_with("--- o.xml\n+++ candidate.xml\n") && shown.contains("\n-  <line>2</line>\n"), "{shown}");
    let (status, shown, said) = run(&["--pipeline", "bad.json", "--output", "out.xml"]);
    assert_eq!((status, shown.as_str()), (Some(1), ""));
    assert!(
        said.contains("result: invalid under the schema\n  3:9: value: ") && said.ends_with("written to out.xml\n"),
        "{said}"
    );
    assert_eq!(std::fs::read_to_string(at("out.xml")).unwrap(), order("copy").replace(">1<", ">x<"));
    let (status, shown, _) = run(&["--component", "guest.wasm", "--target", "order.xsd", "--format", "json"]);
    let told: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!((status, &told["ok"], &told["data"]["target_valid"]), (Some(0), &json!(true), &json!(true)));
    let (status, _, said) = run(&["--pipeline", "wrong.json"]);
    assert!(status == Some(2) && said.contains("there is no definition `explode`"), "{said}");
    let (status, _, said) = run(&["--python", "fails.py"]);
    assert!(status == Some(1) && said.contains("line 2 of the source: ValueError: no"), "{said}");
    assert_eq!(run(&[]).0, Some(2));
    assert_eq!(run(&["--python", "none.py"]).0, Some(2));
    assert_eq!(std::fs::read_to_string(at("o.xml")).unwrap(), order("copy"), "the document is never changed");
    assert!(!at(".pyxsd").exists(), "nothing is kept");
}
