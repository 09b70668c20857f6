//! Cases in files: `tests/cases/<area>/<name>/`, of the areas below, holds `schema.xsd` with what it refers to, perhaps `instance.xml` and `options.json`
//! (`xsd_version`, `namespaces`), and `expected.json`, which says every issue. `UPDATE_EXPECT=1` rewrites what is expected.

mod case;
mod page;

use case::Case;
use pyxsd_schema::IssueCode;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The areas whose cases are schemas and documents with issues; others have tests of their own.
const AREAS: [&str; 4] = ["conditions", "inspect", "issues", "settled"];

/// How to write anew what these tests compare with.
const UPDATE: &str = "UPDATE_EXPECT=1 cargo test -p pyxsd-validator --test cases";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn folders(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut found: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_dir()).collect();
    found.sort();
    found
}

fn is_update() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some()
}

/// Compares a file with what it should hold, or writes it. What differs, if anything.
fn difference(path: &Path, wanted: &str) -> Option<String> {
    if is_update() {
        fs::write(path, wanted).expect("the file is written");
        return None;
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    let line = kept.lines().zip(wanted.lines()).find(|(kept, wanted)| kept != wanted);
    let (kept_line, wanted_line) = line.unwrap_or(("the end", "the end"));
    (kept != wanted).then(|| format!("{}\n  expected: {kept_line}\n  found:    {wanted_line}", path.display()))
}

#[test]
fn every_case_gives_the_issues_expected() {
    let cases: Vec<PathBuf> = AREAS.iter().flat_map(|area| folders(&root().join("tests/cases").join(area))).collect();
    assert!(cases.len() >= 70, "{} cases", cases.len());
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|folder| difference(&folder.join("expected.json"), &Case::run(folder).to_json()))
        .collect();
    assert!(
        failures.is_empty(),
        "{} cases differ; if that is right: {UPDATE}\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn every_code_has_a_case_with_this_one_issue() {
    let area = root().join("tests/cases/issues");
    let mut names: BTreeSet<String> =
        folders(&area).iter().filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect();
    let mut failures = Vec::new();
    for code in IssueCode::ALL {
        let has_case = names.remove(code.as_str());
        if !has_case {
            failures.push(format!("{}: has no case", code.as_str()));
            continue;
        }
        let case = Case::run(&area.join(code.as_str()));
        let found: Vec<&str> = case.issues.iter().map(|issue| issue.code.as_str()).collect();
        if found != [code.as_str()] {
            failures.push(format!("{}: the case gives {found:?}", code.as_str()));
        }
        if let Some(issue) = case.issues.first().filter(|issue| issue.rule.is_empty() || issue.place.position.line == 0)
        {
            failures.push(format!("{}: no rule or place: {issue:?}", code.as_str()));
        }
    }
    failures.extend(names.iter().map(|name| format!("{name}: no such code")));
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_pages_of_issue_codes_are_up_to_date() {
    let examples = page::examples(&root().join("tests/cases/issues"));
    let pages = [("issue-codes.md", page::markdown(&examples)), ("issue-codes.json", page::json(&examples))];
    let stale: Vec<String> =
        pages.iter().filter_map(|(name, text)| difference(&root().join("docs").join(name), text)).collect();
    assert!(stale.is_empty(), "stale; run: {UPDATE}\n{}", stale.join("\n"));
}

#[test]
fn every_code_says_why_and_what_to_do() {
    for code in IssueCode::ALL {
        for text in [&[code.meaning()], code.causes(), code.fixes()].concat() {
            assert!(text.len() > 8 && text.ends_with('.') && !text.contains('\n'), "{}: {text}", code.as_str());
        }
        assert!(!code.rule().is_empty() && !code.causes().is_empty() && !code.fixes().is_empty(), "{}", code.as_str());
    }
}
