//! What is wrong with schemas, as code and rule.

use crate::support::{compile_body, compile_files, errors, found};
use pyxsd_schema::CompileOptions;
use pyxsd_schema::XsdVersion::{self, V1_0, V1_1};

/// Each body and the errors that it gives, in order.
fn check(version: XsdVersion, cases: &[(&str, &[&str])]) {
    for (body, expected) in cases {
        let schema = compile_body(body, version);
        assert_eq!(errors(&schema), *expected, "{body}\n{}", found(&schema));
    }
}

#[test]
fn dangling_references_are_told_by_kind() {
    check(
        V1_0,
        &[
            (r#"<xs:element name="e" type="X"/>"#, &["unknown-type src-resolve"]),
            (r#"<xs:element name="e" type="xs:strang"/>"#, &["unknown-type src-resolve"]),
            (r#"<xs:element name="e" substitutionGroup="X"/>"#, &["unknown-substitution-head src-resolve"]),
            (
                r#"<xs:complexType name="T"><xs:sequence><xs:element ref="X"/></xs:sequence></xs:complexType>"#,
                &["unknown-elementRef src-resolve"],
            ),
            (r#"<xs:complexType name="T"><xs:group ref="X"/></xs:complexType>"#, &["unknown-group src-resolve"]),
            (
                r#"<xs:complexType name="T"><xs:attribute ref="X"/></xs:complexType>"#,
                &["unknown-attributeRef src-resolve"],
            ),
            (
                r#"<xs:complexType name="T"><xs:attributeGroup ref="X"/></xs:complexType>"#,
                &["unknown-attributeGroup src-resolve"],
            ),
            (r#"<xs:element name="e" type="p:X"/>"#, &["unknown-namespace-prefix src-qname.1"]),
            (
                r#"<xs:complexType name="T"><xs:attribute ref="xml:lang"/></xs:complexType>"#,
                &["unknown-attributeRef src-resolve.4.2"],
            ),
        ],
    );
}

#[test]
fn cycles_are_told_by_kind() {
    check(
        V1_0,
        &[
            (
                r#"<xs:complexType name="A"><xs:complexContent><xs:extension base="B"/></xs:complexContent></xs:complexType>
                <xs:complexType name="B"><xs:complexContent><xs:extension base="A"/></xs:complexContent></xs:complexType>"#,
                &["circular-derivation ct-props-correct.3"],
            ),
            (
                r#"<xs:simpleType name="A"><xs:union memberTypes="B xs:int"/></xs:simpleType>
                <xs:simpleType name="B"><xs:restriction base="A"/></xs:simpleType>"#,
                &["circular-derivation st-props-correct.2"],
            ),
            (
                r#"<xs:group name="G"><xs:sequence><xs:group ref="H"/></xs:sequence></xs:group>
                <xs:group name="H"><xs:choice><xs:group ref="G"/><xs:element name="x"/></xs:choice></xs:group>"#,
                &["circular-group mg-props-correct.2"],
            ),
            (
                r#"<xs:attributeGroup name="A"><xs:attributeGroup ref="A"/></xs:attributeGroup>"#,
                &["circular-attributeGroup src-attribute_group.3"],
            ),
            (
                r#"<xs:element name="a" substitutionGroup="b"/><xs:element name="b" substitutionGroup="a"/>"#,
                &["circular-substitution-group e-props-correct.6"],
            ),
            (r#"<xs:element name="a" substitutionGroup="a"/>"#, &["circular-substitution-group e-props-correct.6"]),
        ],
    );
    check(V1_1, &[(r#"<xs:attributeGroup name="A"><xs:attributeGroup ref="A"/></xs:attributeGroup>"#, &[])]);
}

#[test]
fn a_group_that_refers_to_itself_inside_an_element_is_no_cycle() {
    check(
        V1_0,
        &[(
            r#"<xs:group name="G"><xs:sequence><xs:element name="x" minOccurs="0"><xs:complexType><xs:group ref="G"/></xs:complexType></xs:element></xs:sequence></xs:group>"#,
            &[],
        )],
    );
}

#[test]
fn names_are_unique_in_their_symbol_space() {
    check(
        V1_0,
        &[
            (r#"<xs:element name="a"/><xs:element name="a"/>"#, &["declaration-duplicate sch-props-correct.2"]),
            (
                r#"<xs:complexType name="a"/><xs:simpleType name="a"><xs:restriction base="xs:int"/></xs:simpleType><xs:element name="a"/>"#,
                &["declaration-duplicate sch-props-correct.2"],
            ),
            (
                r#"<xs:complexType name="T"><xs:attribute name="a"/><xs:attribute name="a"/></xs:complexType>"#,
                &["duplicate-attribute ct-props-correct.4"],
            ),
            (
                r#"<xs:attributeGroup name="A"><xs:attribute name="a"/></xs:attributeGroup>
                <xs:complexType name="T"><xs:attribute name="a"/><xs:attributeGroup ref="A"/></xs:complexType>"#,
                &["duplicate-attribute ct-props-correct.4"],
            ),
        ],
    );
}

#[test]
fn a_duplicate_tells_where_the_first_one_stands() {
    let schema = compile_body("<xs:element name=\"a\"/>\n<xs:element name=\"a\"/>", V1_0);
    let issue = &schema.issues[0];
    assert_eq!(issue.place.position.line, 2);
    assert_eq!(issue.declared_at.as_ref().map(|place| place.position.line), Some(1));
}

#[test]
fn simple_types_are_derived_from_what_allows_it() {
    check(
        V1_0,
        &[
            (
                r#"<xs:simpleType name="S"><xs:restriction base="xs:anySimpleType"/></xs:simpleType>"#,
                &["invalid-base cos-st-restricts.1.1"],
            ),
            (
                r#"<xs:complexType name="C"/><xs:simpleType name="S"><xs:restriction base="C"/></xs:simpleType>"#,
                &["invalid-base st-props-correct.1"],
            ),
            (
                r#"<xs:simpleType name="L"><xs:list itemType="xs:int"/></xs:simpleType><xs:simpleType name="S"><xs:list itemType="L"/></xs:simpleType>"#,
                &["atomic-required cos-st-restricts.2.1"],
            ),
            (
                r#"<xs:simpleType name="F" final="list union"><xs:restriction base="xs:int"/></xs:simpleType>
                <xs:simpleType name="R"><xs:restriction base="F"/></xs:simpleType><xs:simpleType name="L"><xs:list itemType="F"/></xs:simpleType>
                <xs:simpleType name="U"><xs:union memberTypes="F"/></xs:simpleType>"#,
                &["final cos-st-restricts.2.3.1.1", "final cos-st-restricts.3.3.1"],
            ),
            (
                r#"<xs:simpleType name="S"><xs:restriction base="xs:int"><xs:length value="1"/></xs:restriction></xs:simpleType>"#,
                &["facet cos-applicable-facets"],
            ),
            (
                r#"<xs:simpleType name="S"><xs:restriction base="xs:NOTATION"><xs:enumeration value="n"/></xs:restriction></xs:simpleType>"#,
                &["unknown-notation src-resolve"],
            ),
        ],
    );
}

#[test]
fn types_of_1_1_are_not_there_in_1_0() {
    let body = r#"<xs:element name="e" type="xs:dateTimeStamp"/>"#;
    check(V1_0, &[(body, &["xsd11-construct src-resolve.1"])]);
    check(V1_1, &[(body, &[])]);
}

#[test]
fn values_must_fit_their_types() {
    check(
        V1_0,
        &[
            (r#"<xs:element name="e" type="xs:int" default="x"/>"#, &["declaration-attribute cos-valid-default.1"]),
            (r#"<xs:attribute name="a" type="xs:int" fixed="x"/>"#, &["declaration-attribute a-props-correct.2"]),
            (r#"<xs:attribute name="a" type="xs:ID" fixed="x"/>"#, &["declaration-attribute a-props-correct.3"]),
            (
                r#"<xs:element name="e" default="x"><xs:complexType><xs:sequence><xs:element name="y"/></xs:sequence></xs:complexType></xs:element>"#,
                &["declaration-attribute cos-valid-default.2"],
            ),
            (
                r#"<xs:attribute name="g" type="xs:int" fixed="1"/><xs:complexType name="T"><xs:attribute ref="g" fixed="2"/></xs:complexType>"#,
                &["declaration-attribute au-props-correct.2"],
            ),
        ],
    );
    check(V1_1, &[(r#"<xs:attribute name="a" type="xs:ID" fixed="x"/>"#, &[])]);
}

#[test]
fn simple_content_needs_a_base_that_has_it() {
    check(
        V1_0,
        &[
            (
                r#"<xs:complexType name="E"/><xs:complexType name="T"><xs:simpleContent><xs:extension base="E"/></xs:simpleContent></xs:complexType>"#,
                &["invalid-base src-ct.2"],
            ),
            (
                r#"<xs:complexType name="T"><xs:complexContent><xs:extension base="xs:int"/></xs:complexContent></xs:complexType>"#,
                &["invalid-base src-ct.1"],
            ),
        ],
    );
}

#[test]
fn identity_paths_outside_the_subset_are_refused() {
    for (selector, field) in [
        ("a[1]", "b"),
        ("/a", "b"),
        ("a//b", "c"),
        ("..", "b"),
        ("@a", "b"),
        ("a", "@b/c"),
        ("q:a", "b"),
        ("a|", "b"),
        ("f()", "b"),
    ] {
        let body = format!(
            r#"<xs:element name="e"><xs:unique name="u"><xs:selector xpath="{selector}"/><xs:field xpath="{field}"/></xs:unique></xs:element>"#
        );
        let schema = compile_body(&body, V1_0);
        assert!(
            errors(&schema).iter().any(|error| error.starts_with("xpath-invalid")),
            "{selector} {field}: {}",
            found(&schema)
        );
    }
}

#[test]
fn keyrefs_refer_to_keys_of_as_many_fields() {
    let constraint = |kind: &str, rest: &str, fields: &str| {
        format!(r#"<xs:{kind} name="{kind}" {rest}><xs:selector xpath="a"/>{fields}</xs:{kind}>"#)
    };
    let (one, two) = (r#"<xs:field xpath="b"/>"#, r#"<xs:field xpath="b"/><xs:field xpath="c"/>"#);
    let body = |inner: String| format!(r#"<xs:element name="e">{inner}</xs:element>"#);
    let missing = body(constraint("keyref", r#"refer="key""#, one));
    let unequal = body(constraint("key", "", two) + &constraint("keyref", r#"refer="key""#, one));
    check(V1_0, &[(&missing, &["identity-refer src-resolve"]), (&unequal, &["identity-refer c-props-correct.2"])]);
}

#[test]
fn a_condition_nested_beyond_the_bound_is_unsupported_and_never_ignored() {
    let test = format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000));
    for body in [
        format!(r#"<xs:complexType name="T"><xs:assert test="{test}"/></xs:complexType>"#),
        format!(
            r#"<xs:simpleType name="S"><xs:restriction base="xs:int"><xs:assertion test="{test}"/></xs:restriction></xs:simpleType>"#
        ),
        format!(r#"<xs:element name="e"><xs:alternative test="{test}" type="xs:string"/></xs:element>"#),
    ] {
        let schema = compile_body(&body, V1_1);
        assert_eq!((schema.unsupported.len(), errors(&schema)), (1, Vec::new()), "{}", &body[..60]);
    }
}

#[test]
fn nesting_beyond_the_bound_is_unsupported_and_overflows_nothing() {
    let groups: String = (0..5_000)
        .map(|number| {
            format!(
                r#"<xs:group name="G{number}"><xs:sequence><xs:group ref="G{}"/></xs:sequence></xs:group>"#,
                number + 1
            )
        })
        .collect();
    let doubling: String = (0..40)
        .map(|number| format!(r#"<xs:group name="D{number}"><xs:sequence><xs:group ref="D{0}"/><xs:group ref="D{0}"/></xs:sequence></xs:group>"#, number + 1))
        .collect();
    let end =
        |name: &str| format!(r#"<xs:group name="{name}"><xs:sequence><xs:element name="x"/></xs:sequence></xs:group>"#);
    for body in [
        groups + &end("G5000"),
        doubling + &end("D40") + r#"<xs:complexType name="T"><xs:group ref="D0"/></xs:complexType>"#,
    ] {
        let schema = compile_body(&body, V1_0);
        assert!(!schema.unsupported.is_empty());
    }
    let mut options = CompileOptions::default();
    options.limits.parse.depth = 200_000;
    let nested = format!(
        "<xs:group name=\"G\">{}{}</xs:group>",
        "<xs:sequence>".repeat(20_000),
        "</xs:sequence>".repeat(20_000)
    );
    assert!(!compile_files(&[("a.xsd", "", &nested)], &options).unsupported.is_empty());
}

#[test]
fn an_issue_names_the_element_of_the_schema_document_that_it_is_about() {
    let body = r#"<xs:element name="ok"/><xs:complexType name="T"><xs:sequence><xs:element ref="ok"/><xs:element ref="gone"/></xs:sequence></xs:complexType>"#;
    for text in [body.to_owned(), body.replace("<xs:element name=\"ok\"/>", "<!-- é --><xs:element name=\"ok\"/>")] {
        let schema = compile_body(&text, V1_0);
        let path: Vec<String> = schema.issues[0]
            .location
            .path
            .iter()
            .map(|step| format!("{}[{}]", step.name.replace("{http://www.w3.org/2001/XMLSchema}", ""), step.index))
            .collect();
        assert_eq!(path, ["schema[1]", "complexType[1]", "sequence[1]", "element[2]"]);
    }
}

#[test]
fn messages_are_cut_at_their_bound() {
    let mut options = CompileOptions::default();
    options.limits.message_bytes = 40;
    let body = format!(r#"<xs:element name="e" type="{}"/>"#, "é".repeat(100));
    let schema = compile_files(&[("a.xsd", "", &body)], &options);
    assert!(schema.issues[0].message.len() <= 40 && schema.issues[0].message.ends_with('…'));
}

#[test]
fn built_in_types_have_the_lexical_space_of_the_version() {
    let defaults = [("xs:double", "+INF"), ("xs:dateTime", "0000-01-01T00:00:00"), ("xs:anyURI", ":a")];
    for (name, value) in defaults {
        let body = format!(r#"<xs:element name="e" type="{name}" default="{value}"/>"#);
        assert_eq!(errors(&compile_body(&body, V1_0)), ["declaration-attribute cos-valid-default.1"], "{value}");
        assert_eq!(errors(&compile_body(&body, V1_1)), [""; 0], "{value}");
    }
}

#[test]
fn attributes_of_schema_documents_that_are_uris_are_checked_in_1_0() {
    let source = r#"<xs:annotation><xs:documentation source="1http://example.org"/></xs:annotation>"#;
    let free = r#"<xs:annotation><xs:appinfo><xs:any namespace="1:a"/></xs:appinfo></xs:annotation>"#;
    let wildcard =
        r###"<xs:complexType name="T"><xs:sequence><xs:any namespace="##local :a"/></xs:sequence></xs:complexType>"###;
    check(V1_0, &[(source, &["declaration-attribute cvc-attribute.3"]), (free, &[])]);
    check(V1_0, &[(wildcard, &["declaration-attribute cvc-attribute.3"])]);
    check(V1_1, &[(source, &[]), (free, &[]), (wildcard, &[])]);
}
