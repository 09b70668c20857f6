//! Pages that are generated from tables.

use std::path::Path;

fn check(page: &str, generated: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(page);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, generated).expect("the page is written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == generated, "docs/{page} is stale; run: UPDATE_EXPECT=1 cargo test -p pyxsd-mcp --test docs");
}

#[test]
fn the_page_of_limits_is_up_to_date() {
    check("limits.md", &pyxsd_mcp::limits::documentation());
}

#[test]
fn the_page_of_faults_is_up_to_date() {
    check("faults.md", &pyxsd_mcp::fault::documentation());
}

#[test]
fn the_page_of_tools_is_up_to_date() {
    check("tools.md", &pyxsd_mcp::server::documentation());
}

/// Every source of the project, tests included.
fn sources(folder: &Path, text: &mut String) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.ends_with("target") {
            sources(&path, text);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text.push_str(&std::fs::read_to_string(&path).expect("a source file"));
        }
    }
}

#[test]
fn every_test_that_a_page_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut text = String::new();
    for folder in ["host/src", "tests", "guest"] {
        sources(&root.join(folder), &mut text);
    }
    for page in ["threat-model.md", "architecture.md"] {
        let page = std::fs::read_to_string(root.join("docs").join(page)).expect("the page");
        // Names of tests are sentences; nothing else between backticks has so many words.
        let named: Vec<&str> =
            page.split('`').skip(1).step_by(2).filter(|name| name.matches('_').count() >= 4).collect();
        assert!(named.len() > 5);
        for name in named {
            let sought = format!("fn {}", name.trim_end_matches(['…', '_']));
            assert!(text.contains(&sought), "there is no test {name}");
        }
    }
}
