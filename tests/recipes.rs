//! The recipes of `docs/transforms.md`: migrations in Python from one schema to another.

mod support;

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use support::Server;
use support::transforms::{TOOL, server, text};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases/recipes")
}

fn read(recipe: &str, file: &str) -> String {
    let path = folder().join(recipe).join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn recipes() -> Vec<String> {
    let entries = fs::read_dir(folder()).expect("the recipes");
    let names = entries.map(|entry| entry.expect("a recipe").file_name().into_string().expect("a plain name"));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn played(server: &mut Server, recipe: &str) -> Value {
    let files = ["source.xsd", "target.xsd", "document.xml"].map(|file| (file, read(recipe, file)));
    let workspace = server.workspace(&files.each_ref().map(|(file, text)| (*file, text.as_str())));
    let schema = |path: &str| json!({"source": {"path": path}});
    let arguments = json!({
        "workspace_id": workspace,
        "document": {"path": "document.xml"},
        "source_schema": schema("source.xsd"),
        "target_schema": schema("target.xsd"),
        "transform": {"kind": "python", "source": read(recipe, "transform.py")},
    });
    let envelope = server.call(TOOL, arguments);
    assert_eq!(envelope["ok"], true, "{recipe}: {envelope}");
    envelope["data"].clone()
}

#[test]
fn each_recipe_gives_a_document_of_the_target_schema() {
    let mut failures = Vec::new();
    for recipe in recipes() {
        // Idle workers keep their address space, of which a test may not have enough for all recipes.
        let mut server = server(&[]);
        let data = played(&mut server, &recipe);
        let candidate = text(&data["candidate"]);
        let path = folder().join(&recipe).join("expected.xml");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&path, &candidate).expect("the expected document is written");
        }
        if candidate != fs::read_to_string(&path).unwrap_or_default() {
            failures.push(format!("{recipe}: {candidate}"));
        }
        if data["target_valid"] != json!(true) {
            failures.push(format!("{recipe}: {}", text(&data["report"])));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_page_about_transforms_has_the_code_of_each_recipe() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/transforms.md");
    let page = fs::read_to_string(&page).expect("the page");
    let blocks: BTreeSet<&str> =
        page.split("```python\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let recipes = recipes();
    assert!(recipes.len() >= 10);
    for recipe in recipes {
        let code = read(&recipe, "transform.py");
        assert!(blocks.contains(code.as_str()), "docs/transforms.md has not the code of {recipe}");
    }
}
