//! The report as a whole: bounds, counts, hints, documents that are no XML.

use crate::support::schema;
use pyxsd_validator::{Hint, ValidateOptions, hints};
use pyxsd_xml::ParseLimits;

const INTS: &str = r#"<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>"#;

#[test]
fn issues_beyond_the_bound_are_counted_only() {
    let mut checker = schema(INTS);
    let document = format!("<r>{}<b/></r>", "<a>x</a>".repeat(5));
    let options = ValidateOptions { issues_collected: 2, ..ValidateOptions::default() };
    let report = checker.report_with(&document, &options);
    assert_eq!((report.errors, report.warnings, report.suppressed, report.issues.len()), (6, 0, 4, 2));
    let by_code: Vec<(&str, u64)> = report.by_code.iter().map(|(code, count)| (code.as_str(), *count)).collect();
    assert_eq!(by_code, [("unexpected-element", 1), ("value", 5)]);
    assert!(!report.is_valid());
}

#[test]
fn messages_are_cut_to_their_bound() {
    let mut checker = schema(INTS);
    let options = ValidateOptions { message_bytes: 30, ..ValidateOptions::default() };
    let report = checker.report_with("<r><a>éééééééééééééééééééééééééééééé</a></r>", &options);
    let message = &report.issues[0].message;
    assert!(message.len() <= 30 && message.ends_with('…'), "{message}");
}

#[test]
fn a_report_is_the_same_every_time_and_leaves_no_names_behind() {
    let mut checker = schema(INTS);
    let document = "<r><z/><a>x</a><y q='1'/><a>2</a></r>";
    let first = checker.report(document);
    checker.report("<other><names/></other>");
    assert_eq!(checker.report(document), first);
}

#[test]
fn hints_come_in_document_order_without_repeats() {
    let document =
        "<r xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:schemaLocation=' urn:a a.xsd urn:b b.xsd '>
<s i:noNamespaceSchemaLocation='n.xsd' i:schemaLocation='urn:a a.xsd urn:a c.xsd urn:d'/></r>";
    let found = hints("in/d.xml", document.as_bytes(), &ParseLimits::default()).expect("well-formed");
    let hint = |namespace: &str, location: &str| Hint {
        namespace: namespace.into(),
        location: location.into(),
        path: Some(format!("in/{location}")),
    };
    assert_eq!(found, [hint("urn:a", "a.xsd"), hint("urn:b", "b.xsd"), hint("", "n.xsd"), hint("urn:a", "c.xsd")]);
    assert!(hints("d.xml", b"<r>", &ParseLimits::default()).is_err());
}

#[test]
fn a_hint_starts_from_the_base_of_its_element() {
    let document = "<r xmlns:i='http://www.w3.org/2001/XMLSchema-instance' xml:base='sub/x.xml'>
<s xml:base='../up/' i:noNamespaceSchemaLocation='a.xsd'/><s i:noNamespaceSchemaLocation='a.xsd'/>
<s xml:base='http://example.org/' i:noNamespaceSchemaLocation='b.xsd'/><s xml:base='../..' i:noNamespaceSchemaLocation='c.xsd'/></r>";
    let found = hints("d.xml", document.as_bytes(), &ParseLimits::default()).expect("well-formed");
    let paths: Vec<Option<&str>> = found.iter().map(|hint| hint.path.as_deref()).collect();
    assert_eq!(paths, [Some("up/a.xsd"), Some("sub/a.xsd"), Some("sub/b.xsd"), None]);
}
