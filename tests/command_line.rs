//! `pyxsd-mcp validate`.

mod support;

use serde_json::{Value, json};
use std::path::Path;
use support::{binary, folder};

const SCHEMA: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:include schemaLocation="types/number.xsd"/>
  <xs:element name="r">
    <xs:complexType><xs:sequence><xs:element name="n" type="number" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
  </xs:element>
</xs:schema>"#;
const NUMBER: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:simpleType name="number"><xs:restriction base="xs:int"/></xs:simpleType>
</xs:schema>"#;

fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = binary().arg("validate").args(arguments).current_dir(folder).output().expect("the binary starts");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (output.status.code().expect("a code"), text(&output.stdout), text(&output.stderr))
}

#[test]
fn valid_documents_end_with_zero() {
    let folder = folder(&[
        ("s.xsd", SCHEMA),
        ("types/number.xsd", NUMBER),
        ("in/a.xml", "<r><n>1</n></r>"),
        ("in/b.xml", "<r><n>2</n></r>"),
    ]);
    let (code, stdout, stderr) = run(folder.path(), &["in/a.xml", "in/b.xml", "--schema", "s.xsd"]);
    assert_eq!((code, stdout.as_str()), (0, "2 documents: all valid\n"), "{stderr}");
}

#[test]
fn an_issue_is_shown_with_its_line_and_a_caret() {
    let folder =
        folder(&[("s.xsd", SCHEMA), ("types/number.xsd", NUMBER), ("a.xml", "<r>\n\t<n>1</n>\n\t<n>x</n>\n</r>")]);
    let (code, stdout, stderr) = run(folder.path(), &["a.xml", "--schema", "s.xsd"]);
    assert_eq!(code, 1, "{stdout}{stderr}");
    let lines: Vec<&str> = stdout.lines().collect();
    assert!(lines[0].starts_with("a.xml:3:5: error["), "{stdout}");
    assert_eq!(lines[1..3], ["  \t<n>x</n>", "  \t   ^"]);
    assert_eq!(lines[3], "1 document: 1 not valid, 1 error");
}

#[test]
fn a_malformed_document_ends_with_one_and_an_unreadable_one_with_two() {
    let folder = folder(&[
        ("s.xsd", SCHEMA),
        ("types/number.xsd", NUMBER),
        ("bad.xml", "<r>\n<n></r>"),
        ("ok.xml", "<r><n>1</n></r>"),
    ]);
    let (code, stdout, _) = run(folder.path(), &["bad.xml", "ok.xml", "--schema", "s.xsd"]);
    assert_eq!(code, 1);
    assert!(stdout.starts_with("bad.xml:2:") && stdout.contains("error[invalid_xml]"), "{stdout}");
    assert!(stdout.ends_with("2 documents: 1 not valid, 1 error\n"), "{stdout}");
    let (code, stdout, stderr) = run(folder.path(), &["none.xml", "--schema", "s.xsd"]);
    assert_eq!((code, stderr.as_str()), (2, ""));
    assert!(stdout.starts_with("none.xml: error[not_found]: cannot be read: "), "{stdout}");
}

#[test]
fn a_missing_part_of_the_schema_is_named_with_who_asked() {
    let folder = folder(&[("s.xsd", SCHEMA), ("a.xml", "<r><n>1</n></r>")]);
    let (code, stdout, _) = run(folder.path(), &["a.xml", "--schema", "s.xsd"]);
    assert_eq!(code, 1, "{stdout}");
    assert!(stdout.contains("error[schema_incomplete]") && stdout.contains("types/number.xsd"), "{stdout}");
    assert!(stdout.contains("s.xsd:2:"), "{stdout}");
}

#[test]
fn a_limit_ends_with_three() {
    let folder = folder(&[("s.xsd", SCHEMA), ("types/number.xsd", NUMBER), ("a.xml", "<r><n>1</n></r>")]);
    let (code, stdout, stderr) = run(folder.path(), &["a.xml", "--schema", "s.xsd", "--limit", "xml_elements=1"]);
    assert_eq!(code, 3, "{stdout}{stderr}");
    assert!(stdout.contains("error[input_limit]"), "{stdout}");
    let (code, stdout, stderr) = run(folder.path(), &["a.xml", "--schema", "s.xsd", "--limit", "xml_bytes=1"]);
    assert_eq!(code, 3, "{stderr}");
    assert!(stdout.starts_with("a.xml: error[input_limit]: ") && stdout.contains("--limit xml_bytes="), "{stdout}");
    let (code, stdout, _) = run(folder.path(), &["a.xml", "--schema", "s.xsd", "--limit", "xsd_bytes=200"]);
    assert_eq!(code, 3);
    assert!(stdout.starts_with("s.xsd: error[input_limit]: ") && stdout.contains("wanted for a.xml"), "{stdout}");
}

#[test]
fn one_file_that_cannot_be_used_leaves_the_verdicts_of_the_others() {
    let folder = folder(&[
        ("s.xsd", SCHEMA),
        ("types/number.xsd", NUMBER),
        ("ok.xml", "<r><n>1</n></r>"),
        ("invalid.xml", "<r><n>x</n></r>"),
        ("malformed.xml", "<r"),
        ("large.xml", &format!("<r>{}</r>", "<n>1</n>".repeat(100))),
        (r"back\slash.xml", "<r><n>1</n></r>"),
    ]);
    let all = ["none.xml", "ok.xml", "large.xml", r"back\slash.xml", "types", "malformed.xml", "invalid.xml"];
    let named = |files: &[&'static str]| -> Vec<&'static str> {
        [files, &["--schema", "s.xsd", "--limit", "xml_bytes=500"]].concat()
    };
    let (code, stdout, stderr) = run(folder.path(), &[&named(&all)[..], &["--format", "json"]].concat());
    assert_eq!(code, 2, "{stderr}");
    let results: Value = serde_json::from_str(&stdout).unwrap();
    let told: Vec<(&str, &str)> = results["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| {
            let valid = result["data"]["valid"].as_bool().map(|valid| if valid { "valid" } else { "invalid" });
            (result["file"].as_str().unwrap(), valid.unwrap_or_else(|| result["error"]["code"].as_str().unwrap()))
        })
        .collect();
    let codes = ["not_found", "valid", "input_limit", "invalid_argument", "not_found", "invalid_xml", "invalid"];
    assert_eq!(told, all.into_iter().zip(codes).collect::<Vec<_>>());

    let (_, stdout, _) = run(folder.path(), &named(&all));
    assert!(stdout.ends_with("7 documents: 6 not valid, 6 errors\n"), "{stdout}");
    assert!(
        stdout.contains(r"back\slash.xml: error[invalid_argument]: cannot be used: its name has a backslash"),
        "{stdout}"
    );
    for (files, code) in [
        (&["ok.xml", "invalid.xml"][..], 1),
        (&["large.xml", "invalid.xml", "malformed.xml"], 3),
        (&["large.xml", "none.xml"], 2),
        (&["none.xml", "large.xml"], 2),
    ] {
        assert_eq!(run(folder.path(), &named(files)).0, code, "{files:?}");
    }
    let (code, stdout, _) = run(folder.path(), &["ok.xml", "invalid.xml", "--schema", "none.xsd", "--format", "json"]);
    assert_eq!((code, stdout.matches("\"not_found\"").count()), (2, 2), "{stdout}");
}

#[test]
fn a_hint_that_leads_out_of_the_common_folder_is_explained() {
    let hinted = "<r xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:noNamespaceSchemaLocation=\"../s.xsd\"><n>1</n></r>";
    let folder = folder(&[("s.xsd", SCHEMA), ("types/number.xsd", NUMBER), ("in/a.xml", hinted), ("in/b.xml", "<r/>")]);
    let (code, stdout, _) = run(folder.path(), &["in/a.xml"]);
    assert_eq!(code, 2, "{stdout}");
    assert!(stdout.contains("`../s.xsd` lies outside what may be read"), "{stdout}");
    assert!(stdout.contains("the common folder of the files named; --schema FILE names the schema"), "{stdout}");
    let (_, stdout, _) = run(folder.path(), &["in/b.xml"]);
    assert!(stdout.contains("has no location hint") && stdout.contains("--schema FILE"), "{stdout}");
    assert_eq!(run(folder.path(), &["in/a.xml", "--schema", "s.xsd"]).0, 0);
}

#[test]
fn a_schema_of_a_thousand_documents_is_found_in_linear_time() {
    let include = |name: &str| format!("<xs:include schemaLocation=\"{name}.xsd\"/>");
    let schema = |body: &str| format!("<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">{body}</xs:schema>");
    let folder = folder(&[("a.xml", "<r/>")]);
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let mut wide = String::from("<xs:element name=\"r\"/>");
    for n in 0..1_000 {
        write(&format!("w{n}.xsd"), &schema(""));
        let next = if n < 999 { include(&format!("d{}", n + 1)) } else { "<xs:element name=\"r\"/>".to_owned() };
        write(&format!("d{n}.xsd"), &schema(&next));
        wide.push_str(&include(&format!("w{n}")));
    }
    // Includes stand first.
    let (element, includes) = wide.split_at("<xs:element name=\"r\"/>".len());
    write("wide.xsd", &schema(&format!("{includes}{element}")));
    // Quadratic work would take a minute for each.
    let limit = ["--limit", "schema_closure_files=2000", "--limit", "compile_seconds=10"];
    for schema in ["wide.xsd", "d0.xsd"] {
        let (code, stdout, stderr) = run(folder.path(), &[&["a.xml", "--schema", schema][..], &limit].concat());
        assert_eq!(code, 0, "{schema}: {stdout}{stderr}");
    }
}

#[test]
fn hints_of_a_document_are_followed_and_links_too() {
    let hinted = "<r xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:noNamespaceSchemaLocation=\"s.xsd\"><n>x</n></r>";
    let folder = folder(&[("real/s.xsd", SCHEMA), ("types/number.xsd", NUMBER), ("a.xml", hinted)]);
    std::os::unix::fs::symlink("real/s.xsd", folder.path().join("s.xsd")).unwrap();
    let (code, stdout, stderr) = run(folder.path(), &["a.xml"]);
    assert_eq!(code, 1, "{stdout}{stderr}");
    assert!(stdout.contains("1 document: 1 not valid, 1 error"), "{stdout}");
}

#[test]
fn json_gives_every_document_with_its_issues() {
    let folder = folder(&[
        ("s.xsd", SCHEMA),
        ("types/number.xsd", NUMBER),
        ("a.xml", "<r><n>x</n></r>"),
        ("b.xml", "<r"),
        ("c.xml", "<r><n>1</n></r>"),
    ]);
    let (code, stdout, stderr) =
        run(folder.path(), &["a.xml", "b.xml", "c.xml", "--schema", "s.xsd", "--format", "json"]);
    assert_eq!(code, 1, "{stderr}");
    let results: Value = serde_json::from_str(&stdout).unwrap();
    let results = results["results"].as_array().unwrap();
    assert_eq!(
        (&results[0]["file"], &results[0]["data"]["valid"], &results[0]["data"]["issues"][0]["line"]),
        (&json!("a.xml"), &json!(false), &json!(1))
    );
    assert_eq!(results[1]["error"]["code"], "invalid_xml");
    assert_eq!(results[2]["data"]["valid"], true);
}

#[test]
fn options_reach_the_schema() {
    let newer = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r"><xs:complexType><xs:openContent/></xs:complexType></xs:element></xs:schema>"#;
    let files = folder(&[("s.xsd", newer), ("a.xml", "<r/>")]);
    let (code, stdout, _) = run(files.path(), &["a.xml", "--schema", "s.xsd", "--xsd-version", "1.0"]);
    assert_eq!(code, 1, "{stdout}");
    assert!(stdout.contains("xsd11-construct"), "{stdout}");
    let elsewhere = "<x:r xmlns:x=\"urn:other\"><x:n>1</x:n></x:r>";
    let files = folder(&[("s.xsd", SCHEMA), ("types/number.xsd", NUMBER), ("a.xml", elsewhere)]);
    assert_eq!(run(files.path(), &["a.xml", "--schema", "s.xsd"]).0, 1);
    assert_eq!(run(files.path(), &["a.xml", "--schema", "s.xsd", "--namespaces", "legacy"]).0, 0);
}

#[test]
fn schemas_of_namespaces_are_named_on_the_command_line() {
    let open = r###"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r"><xs:complexType><xs:sequence><xs:any namespace="##other"/></xs:sequence></xs:complexType></xs:element></xs:schema>"###;
    let other = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:o?a=b"><xs:element name="o" type="xs:int"/></xs:schema>"#;
    let files = folder(&[
        ("s.xsd", open),
        ("more/o.xsd", other),
        ("a.xml", "<r><o xmlns='urn:o?a=b'>1</o></r>"),
        ("b.xml", "<r><o xmlns='urn:o?a=b'>x</o></r>"),
    ]);
    assert_eq!(run(files.path(), &["a.xml", "--schema", "s.xsd"]).0, 1, "a strict wildcard without a declaration");
    let named = ["--schema", "s.xsd", "--namespace-schemas", "urn:o?a=b=more/o.xsd"];
    let (code, stdout, stderr) = run(files.path(), &[&["a.xml"], &named[..]].concat());
    assert_eq!(code, 0, "{stdout}{stderr}");
    let (code, stdout, _) = run(files.path(), &[&["b.xml"], &named[..]].concat());
    assert!(code == 1 && stdout.contains("error[value]"), "{stdout}");
    for wrong in ["urn:o?a=b=none.xsd", "urn:o"] {
        let (code, _, stderr) = run(files.path(), &["a.xml", "--schema", "s.xsd", "--namespace-schemas", wrong]);
        assert!(code == 2 && !stderr.is_empty(), "{wrong}: {stderr}");
    }
    let missing = ["a.xml", "--schema", "s.xsd", "--namespace-schemas", "urn:o=none.xsd", "--format", "json"];
    let (code, stdout, _) = run(files.path(), &missing);
    let fault: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &fault["ok"], &fault["error"]["code"]), (2, &json!(false), &json!("not_found")), "{stdout}");
    let twice = [&["a.xml"], &named[..], &["--namespace-schemas", "urn:o?a=b=s.xsd"]].concat();
    let (code, _, stderr) = run(files.path(), &twice);
    assert!(code == 2 && stderr.contains("twice"), "{stderr}");
}

#[test]
fn a_fault_of_a_limit_names_the_flag_that_raises_it() {
    let large = format!("<r>{}</r>", "<n>1</n>".repeat(20_000));
    let folder = folder(&[("s.xsd", SCHEMA), ("types/number.xsd", NUMBER), ("a.xml", &large)]);
    let limit = ["--limit", "fuel_validate=1000000+0"];
    let (code, stdout, _) = run(folder.path(), &[&["a.xml", "--schema", "s.xsd"], &limit[..]].concat());
    assert!(code == 3 && stdout.contains("worker_fuel") && stdout.contains("--limit fuel_validate="), "{stdout}");
    let output = binary()
        .args(["query", "a.xml", "//n", "--schema", "s.xsd", "--limit", "fuel_query=1000000+0"])
        .current_dir(folder.path())
        .output()
        .expect("the binary starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(3) && stderr.contains("--limit fuel_query="), "{stderr}");
}

#[test]
fn completions_of_each_shell_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = binary().args(["completions", shell]).output().expect("the binary starts");
        assert!(output.status.success(), "{shell}");
        let script = String::from_utf8(output.stdout).expect("UTF-8");
        for word in ["validate", "namespace-schemas", "skills", "completions"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(binary().args(["completions", "none"]).output().expect("the binary starts").status.code(), Some(2));
}

#[test]
fn what_lies_outside_the_common_folder_or_on_the_network_is_not_read() {
    let outside = SCHEMA.replace("types/number.xsd", "../number.xsd");
    let remote = SCHEMA.replace("types/number.xsd", "http://localhost/number.xsd");
    let files =
        [("number.xsd", NUMBER), ("in/o.xsd", &outside), ("in/r.xsd", &remote), ("in/a.xml", "<r><n>1</n></r>")];
    let folder = folder(&files);
    for (schema, why) in [("in/o.xsd", "outside the common folder"), ("in/r.xsd", "never fetched")] {
        let (code, stdout, _) = run(folder.path(), &["in/a.xml", "--schema", schema]);
        assert_eq!(code, 1, "{stdout}");
        assert!(stdout.contains(why), "{stdout}");
    }
}

#[test]
fn an_interrupted_command_ends_as_cancelled_and_leaves_no_scratch() {
    let large = format!("<r>{}</r>", "<n>1</n>".repeat(3_000_000));
    let folder = folder(&[("s.xsd", SCHEMA), ("types/number.xsd", NUMBER), ("a.xml", &large)]);
    let scratch = tempfile::tempdir().unwrap();
    let child = binary()
        .args(["validate", "a.xml", "--schema", "s.xsd", "--limit", "xml_elements=9000000"])
        .current_dir(folder.path())
        .env("TMPDIR", scratch.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let status = format!("/proc/{}/status", child.id());
    while !catches_interrupts(&std::fs::read_to_string(&status).expect("the process runs")) {
        std::thread::yield_now();
    }
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("cancelled"));
    assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 0);
}

fn catches_interrupts(status: &str) -> bool {
    const SIGINT_BIT: u64 = 1 << 1;
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("SigCgt");
    u64::from_str_radix(caught.trim(), 16).expect("a mask") & SIGINT_BIT != 0
}

#[test]
fn a_report_is_written_where_it_is_asked_for_and_nothing_else_is_kept() {
    let folder = folder(&[
        ("s.xsd", SCHEMA),
        ("types/number.xsd", NUMBER),
        ("a.xml", "<r><n>x</n></r>"),
        ("b.xml", "<r"),
        ("c.xml", "<r><n>1</n></r>"),
    ]);
    let read = |name: &str| -> Value {
        serde_json::from_str(&std::fs::read_to_string(folder.path().join(name)).unwrap()).unwrap()
    };
    let (code, _, stderr) = run(folder.path(), &["a.xml", "--schema", "s.xsd", "--report", "one.json"]);
    assert_eq!(code, 1, "{stderr}");
    let one = read("one.json");
    assert_eq!((&one["format"], &one["valid"]), (&json!("pyxsd-report/1"), &json!(false)));
    assert_eq!(one["issues"].as_array().unwrap().len(), 1);
    run(folder.path(), &["c.xml", "--schema", "s.xsd", "--report", "valid.json"]);
    assert_eq!(read("valid.json")["valid"], true);

    let several = ["a.xml", "b.xml", "c.xml", "--schema", "s.xsd", "--report", "all.json", "--format", "json"];
    assert_eq!(run(folder.path(), &several).0, 1);
    let all = read("all.json");
    assert_eq!((&all["format"], &all["reports"][0]["report"]), (&json!("pyxsd-reports/1"), &one));
    assert_eq!(
        (&all["reports"][1]["file"], &all["reports"][1]["error"]["code"]),
        (&json!("b.xml"), &json!("invalid_xml"))
    );

    let (code, _, stderr) = run(folder.path(), &["b.xml", "--schema", "s.xsd", "--report", "none.json"]);
    assert!(code == 1 && stderr.contains("no verdict"), "{stderr}");
    let (code, _, stderr) = run(folder.path(), &["c.xml", "--schema", "s.xsd", "--report", "none/report.json"]);
    assert!(code == 2 && stderr.contains("--report none/report.json"), "{stderr}");
    let names = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 8, "the five inputs and three reports");
}

#[test]
fn a_report_never_overwrites_an_input() {
    let folder = folder(&[("s.xsd", SCHEMA), ("types/number.xsd", NUMBER), ("a.xml", "<r><n>x</n></r>")]);
    std::os::unix::fs::symlink("a.xml", folder.path().join("link.json")).unwrap();
    std::fs::hard_link(folder.path().join("types/number.xsd"), folder.path().join("hard.json")).unwrap();
    for report in ["a.xml", "s.xsd", "types/number.xsd", "link.json", "hard.json"] {
        let (code, stdout, stderr) = run(folder.path(), &["a.xml", "--schema", "s.xsd", "--report", report]);
        assert_eq!((code, stdout.as_str()), (2, ""), "{report}");
        assert!(stderr.contains("would overwrite"), "{stderr}");
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("a.xml")).unwrap(), "<r><n>x</n></r>");
    let json = ["a.xml", "--schema", "s.xsd", "--report", "types/number.xsd", "--format", "json"];
    let (code, stdout, _) = run(folder.path(), &json);
    let told: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &told["ok"], &told["error"]["code"]), (2, &json!(false), &json!("invalid_argument")));
    let (code, _, _) = run(folder.path(), &["a.xml", "--schema", "s.xsd", "--report", "new.json"]);
    assert_eq!((code, folder.path().join("new.json").exists()), (1, true));
    let (code, _, stderr) = run(folder.path(), &["a.xml", "--schema", "s.xsd", "--report", "/dev/full"]);
    assert!(code == 2 && stderr.contains("--report /dev/full"), "{stderr}");
}

#[test]
fn a_pipe_in_the_place_of_a_file_is_not_waited_for() {
    let folder = folder(&[
        ("s.xsd", SCHEMA),
        ("a.xml", "<r><n>1</n></r>"),
        (
            "h.xml",
            "<r xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:noNamespaceSchemaLocation='pipe.xsd'/>",
        ),
    ]);
    std::fs::create_dir(folder.path().join("types")).unwrap();
    for pipe in ["types/number.xsd", "pipe.xsd"] {
        assert!(std::process::Command::new("mkfifo").arg(folder.path().join(pipe)).status().unwrap().success());
    }
    let (code, stdout, _) = run(folder.path(), &["a.xml", "--schema", "s.xsd"]);
    assert!(code == 1 && stdout.contains("schema_incomplete"), "{stdout}");
    let (code, stdout, _) = run(folder.path(), &["h.xml"]);
    assert!(code == 2 && stdout.contains("`pipe.xsd` is not there"), "{stdout}");
    let (code, _, stderr) = run(folder.path(), &["a.xml", "--schema", "s.xsd", "--config", "pipe.xsd"]);
    assert_eq!(code, 2, "{stderr}");
}

#[test]
fn what_is_beyond_the_engine_is_unsupported_and_never_invalid() {
    let schema = NUMBER
        .replace("</xs:schema>", "<xs:element name=\"r\" type=\"number\"/></xs:schema>")
        .replace("xs:int", "xs:date");
    let folder = folder(&[("s.xsd", &schema), ("a.xml", "<r>1000000000000000000-01-01</r>")]);
    let (code, stdout, stderr) = run(folder.path(), &["a.xml", "--schema", "s.xsd"]);
    assert!(code == 3 && stdout.contains("error[unsupported]"), "{stdout}{stderr}");
}
