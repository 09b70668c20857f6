//! `pyxsd-conformance suite --ratchet`: what stands in the list may fail, and nothing else.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SUITE: &str = r#"<testSuite xmlns="http://www.w3.org/XML/2004/xml-schema-test-suite/" xmlns:xlink="http://www.w3.org/1999/xlink">
  <testSetRef xlink:href="set.xml"/>
</testSuite>"#;
const SCHEMA: &str =
    r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="n" type="xs:int"/></xs:schema>"#;

/// A suite with a schema and two documents, the first of which it takes for valid.
fn suite(folder: &Path, second_is: &str) -> PathBuf {
    let instance = |name: &str, validity: &str| {
        format!(
            r#"<instanceTest name="{name}"><instanceDocument xlink:href="{name}.xml"/><expected validity="{validity}"/></instanceTest>"#
        )
    };
    let set = format!(
        r#"<testSet xmlns="http://www.w3.org/XML/2004/xml-schema-test-suite/" xmlns:xlink="http://www.w3.org/1999/xlink">
             <testGroup name="ints">
               <schemaTest name="ints"><schemaDocument xlink:href="s.xsd"/><expected validity="valid"/></schemaTest>
               {}{}
             </testGroup>
           </testSet>"#,
        instance("one", "valid"),
        instance("word", second_is)
    );
    let files = [
        ("suite.xml", SUITE),
        ("set.xml", &set),
        ("s.xsd", SCHEMA),
        ("one.xml", "<n>1</n>"),
        ("word.xml", "<n>one</n>"),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("the file is written");
    }
    folder.join("known.tsv")
}

fn held(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pyxsd-conformance"));
    let output = command.arg("suite").arg(folder).args(arguments).output().expect("the program starts");
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8")).concat();
    (output.status.code(), text)
}

#[test]
fn a_failure_is_a_surprise_until_it_stands_in_the_list_and_again_when_it_is_mended() {
    let folder = tempfile::tempdir().expect("a folder");
    let known = suite(folder.path(), "valid");
    let list = known.to_str().expect("UTF-8");
    let (code, told) = held(folder.path(), &["--ratchet", list]);
    assert_eq!(code, Some(1), "{told}");
    assert!(
        told.contains("new failure: set.xml\tints\tword\tinstance") && told.contains("2 passed, 1 failed"),
        "{told}"
    );
    assert_eq!(held(folder.path(), &["--ratchet", list, "--update"]).0, Some(0));
    let (code, told) = held(folder.path(), &["--ratchet", list, "--sandbox"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("1 known failures, 0 surprises"), "{told}");
    suite(folder.path(), "invalid");
    let (code, told) = held(folder.path(), &["--ratchet", list]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("passes now, take it off the list: set.xml\tints\tword\tinstance"), "{told}");
}

#[test]
fn a_list_without_reasons_and_a_suite_that_is_not_there_are_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    let known = suite(folder.path(), "invalid");
    fs::write(&known, "set.xml\tints\tword\tinstance\t \n").expect("the list is written");
    let (code, told) = held(folder.path(), &["--ratchet", known.to_str().expect("UTF-8")]);
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("line 1: wants 4 columns and a reason"), "{told}");
    let (code, told) = held(&folder.path().join("none"), &[]);
    assert_eq!(code, Some(2), "{told}");
}
