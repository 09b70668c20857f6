use super::runner::{Ran, Verdict};
use super::{catalogue, ratchet, runner};
use crate::ratchet::{Known, compare, read, write};
use std::fs;
use std::path::PathBuf;

const CATALOGUE: &str = r#"<catalog xmlns="http://www.w3.org/2010/09/qt-fots-catalog">
  <environment name="shared"><source role="." file="d.xml"/></environment>
  <test-set name="set" file="set.xml"/>
</catalog>"#;

const SET: &str = r#"<test-set xmlns="http://www.w3.org/2010/09/qt-fots-catalog" name="set">
  <environment name="own">
    <schema uri="urn:s" file="s.xsd"/><source role="." file="typed.xml" validation="strict"/>
    <namespace prefix="s" uri="urn:s"/><param name="two" select="1 + 1"/>
  </environment>
  <environment name="refused"><source role="." file="dtd.xml"/></environment>
  <test-case name="equal"><test>1 + 1</test><result><assert-eq>2</assert-eq></result></test-case>
  <test-case name="not-equal"><test>1 + 1</test><result><assert-eq>3</assert-eq></result></test-case>
  <test-case name="error"><test>1 +</test><result><error code="XPST0003"/></result></test-case>
  <test-case name="other-error"><test>1 +</test><result><error code="XPTY0004"/></result></test-case>
  <test-case name="no-error"><test>1</test><result><error code="*"/></result></test-case>
  <test-case name="any"><test>'a'</test><result><any-of><assert-empty/><assert-string-value>a</assert-string-value></any-of></result></test-case>
  <test-case name="all"><test>'a'</test><result><all-of><assert-count>1</assert-count><assert-empty/></all-of></result></test-case>
  <test-case name="permutation"><test>3, 1, 2</test><result><assert-permutation>1, 2, 3</assert-permutation></result></test-case>
  <test-case name="no-permutation"><test>1, 1</test><result><assert-permutation>1, 2</assert-permutation></result></test-case>
  <test-case name="deep"><test>1, 2</test><result><assert-deep-eq>1, 2</assert-deep-eq></result></test-case>
  <test-case name="xml"><environment ref="shared"/><test>/r/*</test><result><assert-xml><![CDATA[<a y="2" x='1'></a><b>t</b>]]></assert-xml></result></test-case>
  <test-case name="other-xml"><environment ref="shared"/><test>/r/*</test><result><assert-xml><![CDATA[<a x='1'/><b>t</b>]]></assert-xml></result></test-case>
  <test-case name="typed"><environment ref="own"/><test>data(s:n) + $two</test><result><all-of><assert-type>xs:integer</assert-type><assert>$result = 5</assert></all-of></result></test-case>
  <test-case name="untyped"><environment ref="own"/><test>data(s:n)</test><result><assert-type>xs:string</assert-type></result></test-case>
  <test-case name="truth"><test>true()</test><result><assert-true/></result></test-case>
  <test-case name="no-truth"><test>1</test><result><assert-true/></result></test-case>
  <test-case name="reads"><test>doc('d.xml')</test><result><assert-empty/></result></test-case>
  <test-case name="dtd"><environment ref="refused"/><test>1</test><result><assert-eq>1</assert-eq></result></test-case>
  <test-case name="optional"><dependency type="feature" value="staticTyping"/><test>1</test><result><assert-eq>1</assert-eq></result></test-case>
</test-set>"#;

const FILES: &[(&str, &str)] = &[
    ("catalog.xml", CATALOGUE),
    ("set.xml", SET),
    ("d.xml", "<r><a x='1' y='2'/><b>t</b></r>"),
    ("dtd.xml", "<!DOCTYPE r><r/>"),
    ("typed.xml", "<n xmlns='urn:s'>3</n>"),
    (
        "s.xsd",
        "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:s'><xs:element name='n' type='xs:integer'/></xs:schema>",
    ),
];

struct Suite(PathBuf);

impl Suite {
    fn new(name: &str) -> Suite {
        let folder = std::env::temp_dir().join(format!("qt3-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in FILES {
            fs::write(folder.join(name), text).unwrap();
        }
        Suite(folder)
    }
}

impl Drop for Suite {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn word(ran: &Ran<'_>) -> &'static str {
    match ran.verdict {
        Verdict::Passed => "passed",
        Verdict::Failed(_) => "failed",
        Verdict::Skipped(_) => "skipped",
    }
}

#[test]
fn each_assertion_passes_and_fails_as_it_must() {
    let suite = Suite::new("assertions");
    let sets = catalogue::load(&suite.0).unwrap();
    let ran = runner::run(&sets, 2, "");
    let verdicts: Vec<(&str, &str)> = ran.iter().map(|ran| (ran.case.name.as_str(), word(ran))).collect();
    assert_eq!(
        verdicts,
        [
            ("equal", "passed"),
            ("not-equal", "failed"),
            ("error", "passed"),
            ("other-error", "failed"),
            ("no-error", "failed"),
            ("any", "passed"),
            ("all", "failed"),
            ("permutation", "passed"),
            ("no-permutation", "failed"),
            ("deep", "passed"),
            ("xml", "passed"),
            ("other-xml", "failed"),
            ("typed", "passed"),
            ("untyped", "failed"),
            ("truth", "passed"),
            ("no-truth", "failed"),
            ("reads", "skipped"),
            ("dtd", "skipped"),
            ("optional", "skipped"),
        ],
        "{ran:#?}"
    );
}

#[test]
fn the_list_of_known_failures_must_be_exact() {
    let suite = Suite::new("ratchet");
    let sets = catalogue::load(&suite.0).unwrap();
    let ran = runner::run(&sets, 1, "equal");
    let path = suite.0.join("known.tsv");
    let entries = ratchet::entries(&ran);
    write(&path, ratchet::HEADER, &entries, &Known::new()).unwrap();
    let mut known = read(&path, ratchet::COLUMNS).unwrap();
    let surprises = compare(&entries, &known);
    assert!(surprises.is_empty(), "{surprises:?}");
    known.insert("set\tequal".to_owned(), "it passes".to_owned());
    known.insert("set\tgone".to_owned(), "it is not there".to_owned());
    known.remove("set\tnot-equal");
    let surprises = compare(&entries, &known);
    assert_eq!(surprises.len(), 3, "{surprises:?}");
}
