//! Inputs made to hang, fill or crash a validator: each gets a verdict or a fault of its own, in bounded time and memory.
//!
//! The bounds are those of the sandbox: every run has its fuel, its memory cap and its deadline, and the test fails where one of
//! these had to stop what a verdict was due for.

mod support;

use serde_json::Value;
use std::fmt::Write as _;
use support::binary;

const ANY: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r"/></xs:schema>"#;

/// What a run of the command line says of a document.
struct Answer {
    code: i32,
    result: Value,
}

impl Answer {
    fn fault(&self) -> &str {
        self.result["error"]["code"].as_str().unwrap_or_default()
    }
    fn limit(&self) -> &str {
        self.result["error"]["details"]["limit"].as_str().unwrap_or_default()
    }
    fn valid(&self) -> Option<bool> {
        self.result["data"]["valid"].as_bool()
    }
}

/// Validates `document` against `schema` with these flags before the command.
fn ask(schema: &str, document: &str, flags: &[&str]) -> Answer {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("s.xsd"), schema).expect("a schema");
    std::fs::write(folder.path().join("d.xml"), document).expect("a document");
    let command = ["validate", "--format", "json", "--schema", "s.xsd", "d.xml"];
    let output = binary().args(flags).args(command).current_dir(folder.path()).output().expect("the binary starts");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let answer: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    Answer { code: output.status.code().expect("a code"), result: answer["results"][0].clone() }
}

#[test]
fn an_entity_bomb_is_refused_with_its_document_type() {
    let bomb = "<!DOCTYPE r [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]><r>&b;</r>";
    let answer = ask(ANY, bomb, &[]);
    assert_eq!((answer.fault(), answer.code), ("invalid_xml", 1), "{}", answer.result);
}

#[test]
fn a_million_nested_elements_end_at_the_depth_limit_which_may_be_raised() {
    let nested = |depth: usize| format!("<r>{}{}</r>", "<a>".repeat(depth - 1), "</a>".repeat(depth - 1));
    let answer = ask(ANY, &nested(1_000_000), &[]);
    assert_eq!((answer.fault(), answer.limit(), answer.code), ("input_limit", "xml_depth", 3), "{}", answer.result);
    // The highest that an operator may allow.
    let answer = ask(ANY, &nested(100_000), &["--limit", "xml_depth=100000"]);
    assert_eq!(answer.valid(), Some(true), "{}", answer.result);
}

#[test]
fn a_hundred_thousand_attributes_are_a_limit() {
    let mut wide = String::from("<r");
    for number in 0..100_000 {
        write!(wide, " a{number}=\"\"").expect("a string grows");
    }
    wide.push_str("/>");
    let answer = ask(ANY, &wide, &[]);
    assert_eq!((answer.fault(), answer.code), ("input_limit", 3), "{}", answer.result);
}

#[test]
fn five_thousand_namespaces_on_five_thousand_elements_cost_no_more_than_their_bytes() {
    let mut document = String::from("<r");
    for number in 0..4_000 {
        write!(document, " xmlns:n{number}=\"urn:{number}\"").expect("a string grows");
    }
    document.push('>');
    for number in 0..5_000 {
        write!(document, "<n{}:e/>", number % 4_000).expect("a string grows");
    }
    document.push_str("</r>");
    assert_eq!(ask(ANY, &document, &[]).valid(), Some(true));
    let more = document.replace("<r ", "<r xmlns:x1=\"urn:x1\" ").replace(" xmlns:n0=", &extra(1_000));
    let answer = ask(ANY, &more, &[]);
    assert_eq!((answer.fault(), answer.code), ("input_limit", 3), "{}", answer.result);
}

/// More declarations, ending in the one that they stand before.
fn extra(count: usize) -> String {
    let mut text = String::new();
    for number in 0..count {
        write!(text, " xmlns:m{number}=\"urn:m{number}\"").expect("a string grows");
    }
    text.push_str(" xmlns:n0=");
    text
}

#[test]
fn a_text_of_sixty_mebibytes_is_validated() {
    let document = format!("<r>{}</r>", "x".repeat(60 << 20));
    assert_eq!(ask(ANY, &document, &[]).valid(), Some(true));
    let typed = ANY.replace("name=\"r\"", "name=\"r\" type=\"xs:int\"");
    let answer = ask(&typed, &document, &[]);
    assert_eq!(answer.valid(), Some(false), "{}", answer.result);
    let message = answer.result["data"]["issues"][0]["message"].as_str().unwrap_or_default();
    assert!(message.len() <= 4096, "{}", message.len());
}

#[test]
fn an_include_cycle_is_no_obstacle() {
    let cyclic = ANY.replace("<xs:element", "<xs:include schemaLocation=\"s.xsd\"/><xs:element");
    assert_eq!(ask(&cyclic, "<r/>", &[]).valid(), Some(true));
}

#[test]
fn a_large_max_occurs_costs_nothing() {
    let schema = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r"><xs:complexType><xs:sequence>
        <xs:element name="a" minOccurs="2" maxOccurs="1000000000"/></xs:sequence></xs:complexType></xs:element></xs:schema>"#;
    let many = format!("<r>{}</r>", "<a/>".repeat(100_000));
    assert_eq!(ask(schema, &many, &[]).valid(), Some(true));
    assert_eq!(ask(schema, "<r><a/></r>", &[]).valid(), Some(false));
}

#[test]
fn a_pattern_that_defeats_backtracking_is_decided() {
    let schema = format!(
        r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r"><xs:simpleType>
        <xs:restriction base="xs:string"><xs:pattern value="{}{}"/></xs:restriction></xs:simpleType></xs:element></xs:schema>"#,
        "(a?){30}", "a{30}"
    );
    assert_eq!(ask(&schema, &format!("<r>{}</r>", "a".repeat(30)), &[]).valid(), Some(true));
    assert_eq!(ask(&schema, &format!("<r>{}</r>", "a".repeat(29)), &[]).valid(), Some(false));
}

#[test]
fn groups_that_double_thirty_times_end_within_the_budget() {
    let mut schema = String::from(r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">"#);
    schema.push_str(r#"<xs:group name="g0"><xs:sequence><xs:element name="a"/></xs:sequence></xs:group>"#);
    for level in 1..=30 {
        let inner = format!(r#"<xs:group ref="g{}"/>"#, level - 1);
        write!(schema, r#"<xs:group name="g{level}"><xs:sequence>{inner}{inner}</xs:sequence></xs:group>"#)
            .expect("a string grows");
    }
    schema.push_str(
        r#"<xs:element name="r"><xs:complexType><xs:group ref="g30"/></xs:complexType></xs:element></xs:schema>"#,
    );
    let answer = ask(&schema, "<r/>", &[]);
    let bounded = ["unsupported", "worker_fuel", "worker_memory"];
    assert!(bounded.contains(&answer.fault()), "{}", answer.result);
    assert_eq!(answer.code, 3);
}

#[test]
fn what_an_assertion_needs_too_much_of_is_told_as_the_limit() {
    let schema = |test: &str| {
        format!(
            r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r"><xs:complexType>
            <xs:assert test="{test}"/></xs:complexType></xs:element></xs:schema>"#
        )
    };
    let steps = "every $a in 1 to 100000, $b in 1 to 100000 satisfies $a + $b gt 1";
    let items = "count(distinct-values(for $a in 1 to 1000000000 return string($a))) gt 1";
    let text = "string-length(string-join(for $a in 1 to 1000000000 return 'abcdefgh', '')) gt 1";
    let backtracking = r"not(matches(string-join(for $a in 1 to 40 return 'ab', ''), '^((a|b)*)*\1c$'))";
    let fuel = ["--limit", "fuel_validate=100M+0"];
    let memory = ["--limit", "worker_memory_bytes=64MiB"];
    for (test, flags, fault) in [
        (steps, fuel, "worker_fuel"),
        (items, memory, "worker_memory"),
        (text, memory, "worker_memory"),
        (backtracking, fuel, "worker_fuel"),
    ] {
        let answer = ask(&schema(test), "<r/>", &flags);
        assert_eq!((answer.fault(), answer.code), (fault, 3), "{test}: {}", answer.result);
    }
}
