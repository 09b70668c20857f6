//! Skills and prompts: what they say works, what is served is what lies in `docs/skills`, and so is what is exported.

mod support;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use support::shown::{compare, fill};
use support::{ERAS, Era, Server, binary};

const TRANSFORM: &str = "pyxsd_preview_transform";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/skills")
}

/// Every file below a folder, by its path in it.
fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let (mut found, mut open) = (BTreeMap::new(), vec![root.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(root).expect("below the root").to_str().expect("UTF-8").to_owned();
                found.insert(name, std::fs::read(&path).expect("a file"));
            }
        }
    }
    found
}

/// A call that a skill shows, and what it shows of the answer.
struct Step {
    tool: String,
    arguments: String,
    shown: String,
}

fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut blocks = text.split("\n```");
    blocks.next();
    while let Some(block) = blocks.next() {
        let (language, body) = block.split_once('\n').unwrap_or((block, ""));
        match language {
            "call" => {
                let (tool, arguments) = body.split_once(' ').expect("a tool and its arguments");
                steps.push(Step { tool: tool.to_owned(), arguments: arguments.to_owned(), shown: String::new() });
            }
            "answer" => steps.last_mut().expect("a call before its answer").shown = body.to_owned(),
            _ => {}
        }
        blocks.next();
    }
    steps
}

fn play(name: &str, server: &mut Server) {
    let text = std::fs::read_to_string(folder().join(name).join("SKILL.md")).expect("the skill");
    let steps = steps(&text);
    assert!(steps.len() > 5, "{name} shows what to do");
    let mut bindings = Map::new();
    for Step { tool, arguments, shown } in steps {
        let arguments: Value = serde_json::from_str(&fill(&arguments, &bindings))
            .unwrap_or_else(|cause| panic!("{name}: {tool}: {cause}\n{arguments}"));
        let envelope = server.call(&tool, arguments);
        let shown: Value = serde_json::from_str(&fill(&shown, &bindings))
            .unwrap_or_else(|cause| panic!("{name}: the answer of {tool}: {cause}\n{shown}"));
        compare(&shown, &envelope, &mut bindings, &format!("{name}: {tool}\n{envelope:#}"));
    }
}

#[test]
fn every_step_of_the_skills_gets_the_answer_that_it_shows() {
    for entry in std::fs::read_dir(folder()).expect("the skills") {
        let mut server = Server::start(Era::Session, &["--execution-backend", "wasm"]);
        let name = entry.expect("an entry").file_name().into_string().expect("UTF-8");
        play(&name, &mut server);
    }
}

#[test]
fn the_python_of_the_skills_runs() {
    let mut server = Server::start(Era::Session, &["--execution-backend", "wasm"]);
    let schema = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:o" elementFormDefault="qualified">
      <xs:element name="o"><xs:complexType><xs:sequence><xs:element name="price" type="xs:decimal" maxOccurs="9"/></xs:sequence></xs:complexType></xs:element>
    </xs:schema>"#;
    let document = "<o xmlns='urn:o'><price>1.50</price><price>2</price></o>";
    let workspace = server.workspace(&[("o.xsd", schema), ("o.xml", document)]);
    let page =
        std::fs::read_to_string(folder().join("authoring-transform-pipelines/references/python.md")).expect("the page");
    let source = page.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a definition");
    let alone = json!({"kind": "python", "source": source});
    let step =
        json!({"kind": "pipeline", "steps": [{"op": "python", "definition": "d"}], "definitions": {"d": source}});
    for transform in [alone, step] {
        let arguments = json!({
            "workspace_id": workspace,
            "document": {"path": "o.xml"},
            "source_schema": {"source": {"path": "o.xsd"}},
            "transform": transform,
        });
        let data = server.data(TRANSFORM, arguments);
        assert_eq!(data["source_valid"], true, "{data}");
        let read = server.data("pyxsd_read_artifact", json!({"artifact_id": data["candidate"]["artifact_id"]}));
        let written = STANDARD.decode(read["data"].as_str().expect("base64")).expect("base64");
        assert_eq!(
            String::from_utf8(written).expect("UTF-8"),
            document.replace("1.50", "150.00").replace(">2<", ">200<")
        );
    }
}

#[test]
fn skills_only_name_tools_that_there_are() {
    let tools = Server::start(Era::Session, &[]).request("tools/list", json!({}))["result"]["tools"].to_string();
    let prompts = ["pyxsd_diagnose_xml", "pyxsd_author_pipeline", "pyxsd_evaluate_migration"];
    for (path, bytes) in files(&folder()) {
        let text = String::from_utf8(bytes).expect("UTF-8");
        for word in text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')) {
            let known = tools.contains(&format!("\"{word}\"")) || prompts.contains(&word);
            assert!(!word.starts_with("pyxsd_") || known, "{path}: {word}");
        }
    }
}

#[test]
fn listed_skills_are_the_files_of_the_project_and_can_be_read() {
    let kept = files(&folder());
    for era in ERAS {
        let mut server = Server::start(era, &[]);
        let listed = server.request("skills/list", json!({}))["result"].clone();
        let lifetime = if era == Era::Inline { (json!(60_000), json!("public")) } else { (Value::Null, Value::Null) };
        assert_eq!((listed["ttlMs"].clone(), listed["cacheScope"].clone()), lifetime);
        assert!(listed["nextCursor"].is_null());
        let mut served = 0;
        for skill in listed["skills"].as_array().expect("skills") {
            assert_eq!(server.request("skills/get", json!({"uri": skill["uri"]}))["result"]["skill"], *skill);
            for file in skill["resources"].as_array().expect("files") {
                let uri = file["uri"].as_str().expect("an address");
                let bytes = &kept[uri.strip_prefix("pyxsd://skills/").expect("ours")];
                assert_eq!(file["size"], bytes.len(), "{uri}");
                let digest: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
                assert_eq!(file["digest"], format!("sha256:{digest}"), "{uri}");
                let read = server.request("resources/read", json!({"uri": uri}))["result"].clone();
                assert_eq!(read["contents"][0]["text"].as_str().map(str::as_bytes), Some(&bytes[..]), "{uri}");
                assert_eq!((read["ttlMs"].clone(), read["cacheScope"].clone()), lifetime, "{uri}");
                served += 1;
            }
        }
        assert_eq!(served, kept.len(), "every file is part of a skill");
    }
}

#[test]
fn unknown_skills_files_and_cursors_are_errors_that_name_them() {
    for era in ERAS {
        let mut server = Server::start(era, &[]);
        for uri in ["pyxsd://skills/none/SKILL.md", "pyxsd://skills/diagnosing-xml/references/faults.md", "x"] {
            let error = server.request("skills/get", json!({"uri": uri}))["error"].clone();
            assert_eq!((&error["code"], &error["data"]["uri"]), (&json!(-32602), &json!(uri)), "{error}");
        }
        for uri in ["pyxsd://skills/diagnosing-xml/none.md", "pyxsd://skills/diagnosing-xml", "pyxsd://skills/"] {
            let error = server.request("resources/read", json!({"uri": uri}))["error"].clone();
            assert_eq!((&error["code"], &error["data"]["uri"]), (&json!(-32602), &json!(uri)), "{error}");
        }
        for list in ["skills/list", "prompts/list"] {
            let error = server.request(list, json!({"cursor": "x"}))["error"].clone();
            assert_eq!((&error["code"], &error["data"]["cursor"]), (&json!(-32602), &json!("x")), "{list}");
        }
        assert_eq!(server.request("skills/get", json!({}))["error"]["code"], -32602);
    }
}

#[test]
fn every_prompt_comes_with_its_skill_in_both_eras() {
    for era in ERAS {
        let mut server = Server::start(era, &[]);
        let listed = server.request("prompts/list", json!({}))["result"]["prompts"].clone();
        assert_eq!(listed.as_array().map(Vec::len), Some(3));
        for prompt in listed.as_array().expect("prompts") {
            let names = prompt["arguments"].as_array().expect("arguments").iter().map(|argument| &argument["name"]);
            let given: Map<String, Value> =
                names.map(|name| (name.as_str().expect("a name").to_owned(), json!("some.xml"))).collect();
            let got =
                server.request("prompts/get", json!({"name": prompt["name"], "arguments": given}))["result"].clone();
            assert!(got["messages"][0]["content"]["text"].as_str().expect("text").contains("\"some.xml\""), "{got}");
            let uri = got["messages"][1]["content"]["resource"]["uri"].clone();
            assert!(server.request("skills/get", json!({"uri": uri}))["result"]["skill"]["uri"] == uri, "{got}");
        }
        assert_eq!(server.request("prompts/get", json!({"name": "none"}))["error"]["code"], -32602);
        let error =
            server.request("prompts/get", json!({"name": "pyxsd_diagnose_xml", "arguments": {"x": "y"}}))["error"]
                .clone();
        assert_eq!((&error["code"], &error["data"]["argument"]), (&json!(-32602), &json!("x")));
    }
}

fn skills(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = binary().arg("skills").args(arguments).current_dir(folder).output().expect("the binary starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn export_writes_the_bytes_of_a_skill_and_overwrites_nothing() {
    let target = tempfile::tempdir().expect("a folder");
    let (code, stdout, _) = skills(target.path(), &["list"]);
    assert_eq!(code, Some(0));
    let names: Vec<&str> = stdout.lines().filter_map(|line| line.split("  ").next()).collect();
    let kept: Vec<String> = std::fs::read_dir(folder())
        .expect("the skills")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .collect();
    assert_eq!(names.len(), kept.len(), "{stdout}");
    for name in names {
        let place = format!("new/{name}");
        let (code, _, stderr) = skills(target.path(), &["export", name, &place]);
        assert_eq!(code, Some(0), "{stderr}");
        let written = files(&target.path().join(&place));
        assert_eq!(written, files(&folder().join(name)));
        std::fs::write(target.path().join(&place).join("SKILL.md"), "mine").expect("a file");
        let (code, _, stderr) = skills(target.path(), &["export", name, &place]);
        assert_eq!(code, Some(2), "{stderr}");
        assert!(stderr.contains("SKILL.md") && stderr.contains("overwrit"), "{stderr}");
        assert_eq!(std::fs::read(target.path().join(&place).join("SKILL.md")).expect("a file"), b"mine");
    }
    let (code, _, stderr) = skills(target.path(), &["export", "none", "x"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("diagnosing-xml"), "{stderr}");
    std::fs::write(target.path().join("file"), "").expect("a file");
    assert_eq!(skills(target.path(), &["export", "diagnosing-xml", "file"]).0, Some(2));
}
