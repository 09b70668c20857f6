//! `pyxsd-mcp validate --format github` and `sarif`.

mod support;

use serde_json::{Value, json};
use std::path::Path;
use support::{binary, folder};

const SCHEMA: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="r"><xs:complexType><xs:sequence><xs:element name="n" type="xs:int" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
</xs:schema>"#;

fn run(folder: &Path, format: &str, arguments: &[&str]) -> (i32, String) {
    let output = binary()
        .args(["validate", "--format", format])
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the binary starts");
    (output.status.code().expect("a code"), String::from_utf8(output.stdout).expect("UTF-8"))
}

fn sarif(folder: &Path, arguments: &[&str]) -> (i32, Value) {
    let (code, text) = run(folder, "sarif", arguments);
    let log: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    assert_eq!(log["runs"].as_array().map(Vec::len), Some(1));
    (code, log["runs"][0].clone())
}

#[test]
fn github_gets_one_command_for_each_issue_at_its_place() {
    let folder = folder(&[
        ("s.xsd", SCHEMA),
        ("in/a,b:c%.xml", "<r>\n<n>100 %</n>\n</r>"),
        ("bad.xml", "<r>"),
        ("ok.xml", "<r><n>1</n></r>"),
    ]);
    let (code, stdout) =
        run(folder.path(), "github", &["in/a,b:c%.xml", "bad.xml", "ok.xml", "none.xml", "--schema", "s.xsd"]);
    assert_eq!(code, 2, "{stdout}");
    let lines: Vec<&str> = stdout.lines().collect();
    let place = "::error file=in/a%2Cb%3Ac%25.xml,line=2,col=4,title=value (cvc-datatype-valid";
    assert!(lines[0].starts_with(place) && lines[0].contains("\"100 %25\""), "{stdout}");
    assert!(lines[1].starts_with("::error file=bad.xml,line=1,col="), "{stdout}");
    assert!(lines[2].starts_with("::error file=none.xml,title=not_found::"), "{stdout}");
    assert_eq!(lines[3..], ["4 documents: 3 not valid, 3 errors"]);
}

#[test]
fn an_error_of_the_schema_is_told_once_for_many_documents() {
    let broken = SCHEMA.replace("xs:int", "xs:none");
    let folder = folder(&[("s.xsd", &broken), ("a.xml", "<r/>"), ("b.xml", "<r/>")]);
    let (code, stdout) = run(folder.path(), "github", &["a.xml", "b.xml", "--schema", "s.xsd"]);
    assert_eq!(code, 1);
    let at_schema = stdout.lines().filter(|line| line.contains("file=s.xsd,line=2,")).count();
    assert_eq!(at_schema, 1, "{stdout}");
    assert_eq!(stdout.matches("file=a.xml").count(), 1, "{stdout}");
}

#[test]
fn sarif_has_rules_regions_and_relative_addresses() {
    let folder = folder(&[
        ("s.xsd", SCHEMA),
        ("in/ä b.xml", "<r>\n<n>x</n>\n</r>"),
        ("bad.xml", "<r>"),
        ("ok.xml", "<r><n>1</n></r>"),
    ]);
    let (code, run) = sarif(folder.path(), &["in/ä b.xml", "bad.xml", "ok.xml", "--schema", "s.xsd"]);
    assert_eq!(code, 1);
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 2, "{run:#}");
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(rules[index]["shortDescription"]["text"].as_str().unwrap().len() > 10, "{run:#}");
        assert!(result["message"]["text"].is_string() && result["level"] == "error");
    }
    let location = &results[0]["locations"][0];
    assert_eq!(
        location["physicalLocation"]["artifactLocation"],
        json!({"uri": "in/%C3%A4%20b.xml", "uriBaseId": "%SRCROOT%"})
    );
    assert_eq!(location["physicalLocation"]["region"], json!({"startLine": 2, "startColumn": 4}));
    assert_eq!(location["logicalLocations"][0]["fullyQualifiedName"], "/r[1]/n[1]");
    let declared = &results[0]["relatedLocations"][0]["physicalLocation"];
    assert_eq!((&declared["artifactLocation"]["uri"], &declared["region"]["startLine"]), (&json!("s.xsd"), &json!(2)));
    assert_eq!(results[1]["ruleId"], "invalid_xml");
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let invocation = &run["invocations"][0];
    assert_eq!((&invocation["executionSuccessful"], &invocation["exitCode"]), (&json!(true), &json!(1)));
}

#[test]
fn sarif_keeps_what_could_not_be_looked_at_apart_from_what_was_found() {
    let folder = folder(&[("s.xsd", SCHEMA), ("a.xml", "<r><n>x</n><n>y</n></r>")]);
    let (code, run) =
        sarif(folder.path(), &["none.xml", "a.xml", "--schema", "s.xsd", "--limit", "issues_collected=1"]);
    assert_eq!(code, 2);
    assert_eq!(run["results"].as_array().map(Vec::len), Some(1), "{run:#}");
    let invocation = &run["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let notifications = invocation["toolExecutionNotifications"].as_array().unwrap();
    assert_eq!(notifications[0]["descriptor"]["id"], "not_found");
    let uri = &notifications[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(uri, "none.xml");
    assert_eq!(
        (&notifications[1]["level"], &notifications[1]["message"]["text"]),
        (&json!("note"), &json!("1 more issue not listed."))
    );
    let (code, run) = sarif(folder.path(), &["../outside/none.xml", "--schema", "s.xsd"]);
    assert_eq!(code, 2);
    let notification = &run["invocations"][0]["toolExecutionNotifications"][0];
    let uri = &notification["locations"][0]["physicalLocation"]["artifactLocation"];
    assert!(uri["uri"].as_str().unwrap().starts_with("file:///") && uri["uriBaseId"].is_null(), "{uri}");
}
