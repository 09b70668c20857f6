//! Cases in files: `tests/cases/inspect/<name>/schema.xsd` and what the tools say of it. `UPDATE_EXPECT=1` rewrites what is expected.

use pyxsd_schema::{CompileOptions, Resolver, Schema, compile};
use pyxsd_tools::inspect::{StubForm, describe, overview, stub};
use pyxsd_tools::{Ids, Lookup};
use std::fs;
use std::path::{Path, PathBuf};

const UPDATE: &str = "UPDATE_EXPECT=1 cargo test -p pyxsd-tools --test cases";

struct Folder(PathBuf);

impl Resolver for Folder {
    fn load(&mut self, path: &str) -> Option<Vec<u8>> {
        fs::read(self.0.join(path)).ok()
    }
}

fn folders(area: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases").join(area);
    let entries = fs::read_dir(&root).unwrap_or_else(|error| panic!("{}: {error}", root.display()));
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    found.sort();
    found
}

fn schema_of(folder: &Path) -> Schema {
    compile(&["schema.xsd".to_owned()], &CompileOptions::default(), &mut Folder(folder.to_owned()))
        .unwrap_or_else(|error| panic!("{}: {error:?}", folder.display()))
}

/// Compares a file with what it should hold, or writes it. What differs, if anything.
fn difference(path: &Path, wanted: &str) -> Option<String> {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(path, wanted).expect("the file is written");
        return None;
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    let line = kept.lines().zip(wanted.lines()).find(|(kept, wanted)| kept != wanted);
    let (kept_line, wanted_line) = line.unwrap_or(("the end", "the end"));
    (kept != wanted).then(|| format!("{}\n  expected: {kept_line}\n  found:    {wanted_line}", path.display()))
}

/// A value as its fields that say something, a line each.
fn shown(value: &impl std::fmt::Debug) -> String {
    let text = format!("{value:#?}\n");
    let silent = [": None,", ": [],", ": false,", ": \"\","];
    text.lines().filter(|line| !silent.iter().any(|end| line.ends_with(end))).map(|line| format!("{line}\n")).collect()
}

#[test]
fn every_case_is_inspected_as_expected() {
    let mut failures = Vec::new();
    let cases = folders("inspect");
    assert!(cases.len() >= 5, "{} cases", cases.len());
    for folder in cases {
        let schema = schema_of(&folder);
        let ids = Ids::new(&schema);
        let globals: Vec<_> =
            ids.all().into_iter().filter(|id| ids.owner(*id).is_none() && ids.place(*id).is_some()).collect();
        for (file, text) in [
            ("overview.txt", shown(&overview(&ids, &["schema.xsd".to_owned()]))),
            ("full.pyi", stub(&ids, &[], 2, StubForm::Full, 4 << 20)),
            ("compact.txt", stub(&ids, &[], 2, StubForm::Compact, 4 << 20)),
            ("components.txt", shown(&describe(&ids, &globals, 2))),
        ] {
            failures.extend(difference(&folder.join(file), &text));
        }
    }
    assert!(failures.is_empty(), "if that is right: {UPDATE}\n{}", failures.join("\n"));
}

#[test]
fn every_id_in_a_stub_leads_to_a_component() {
    for folder in folders("inspect") {
        let schema = schema_of(&folder);
        let ids = Ids::new(&schema);
        let text = stub(&ids, &[], 8, StubForm::Full, 4 << 20);
        let starts = ["complexType:", "simpleType:", "element:"];
        let said = text.split_whitespace().filter(|word| starts.iter().any(|start| word.starts_with(start)));
        let unknown: Vec<&str> = said.filter(|id| !matches!(ids.find(id, &[]), Lookup::Found(_))).collect();
        assert!(unknown.is_empty(), "{}: {unknown:?}", folder.display());
    }
}
