//! Children against content models: one defect gives one issue, and what follows is still checked.

use crate::support::{schema, schema_1_0, schema_in_namespace, schema_with};
use pyxsd_schema::{NameMatching, XsdVersion};

const SEQUENCE: &str = r#"<xs:element name="r"><xs:complexType><xs:sequence>
  <xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int" minOccurs="0" maxOccurs="2"/><xs:element name="c" type="xs:int"/>
  <xs:element name="d" type="xs:int" minOccurs="0"/>
</xs:sequence></xs:complexType></xs:element>"#;

#[test]
fn sequences_report_what_is_missing_out_of_order_too_often_or_unknown() {
    let mut checker = schema(SEQUENCE);
    checker.expect_valid(&["<r><a>1</a><c>1</c></r>", "<r>\n<a>1</a><b>1</b><b>1</b>\n<c>1</c><!-- x --><d>1</d></r>"]);
    checker.expect("<r/>", &["occurrence-min cvc-complex-type.2.4 1:1 /r[1] container"]);
    checker.expect("<r><a>1</a></r>", &["occurrence-min cvc-complex-type.2.4 1:1 /r[1] container"]);
    checker.expect("<r><c>1</c></r>", &["order cvc-complex-type.2.4.a 1:4 /r[1]/c[1]"]);
    checker.expect(
        "<r><a>1</a><b>1</b><b>1</b><b>1</b><c>1</c></r>",
        &["occurrence-max cvc-complex-type.2.4.a 1:28 /r[1]/b[3]"],
    );
    checker.expect("<r><a>1</a><c>1</c><x/></r>", &["unexpected-element cvc-complex-type.2.4.a 1:20 /r[1]/x[1]"]);
    checker.expect("<r><a>1</a><c>1</c><d>1</d><x/></r>", &["unexpected-element cvc-complex-type.2.4 1:28 /r[1]/x[1]"]);
}

#[test]
fn expected_names_are_those_allowed_at_the_place() {
    let mut checker = schema(SEQUENCE);
    let report = checker.report("<r><a>1</a></r>");
    assert_eq!(report.issues[0].expected, ["b", "c"]);
    assert!(report.issues[0].message.contains("b or c"), "{}", report.issues[0].message);
    let declared = report.issues[0].declared_at.as_ref().expect("the type has a place");
    assert_eq!((&*declared.file, declared.position.line), ("s.xsd", 1));
    assert_eq!(checker.report("<r><a>1</a><x/></r>").issues[0].expected, ["b", "c"]);
}

#[test]
fn one_defect_gives_one_issue() {
    let mut checker = schema(SEQUENCE);
    // A misspelt required element stands for the one that is missing.
    checker.expect("<r><aa>1</aa><c>1</c></r>", &["unexpected-element cvc-complex-type.2.4.a 1:4 /r[1]/aa[1]"]);
    checker.expect("<r><a>1</a><cc>1</cc></r>", &["unexpected-element cvc-complex-type.2.4.a 1:12 /r[1]/cc[1]"]);
    // Two elements that changed places.
    checker.expect("<r><c>1</c><a>1</a></r>", &["order cvc-complex-type.2.4.a 1:4 /r[1]/c[1]"]);
    // Many too many.
    checker
        .expect("<r><a>1</a><a>1</a><a>1</a><c>1</c></r>", &["occurrence-max cvc-complex-type.2.4.a 1:12 /r[1]/a[2]"]);
}

#[test]
fn what_follows_a_misfit_is_still_checked() {
    let mut checker = schema(SEQUENCE);
    checker.expect(
        "<r><c>x</c><d>y</d></r>",
        &[
            "order cvc-complex-type.2.4.a 1:4 /r[1]/c[1]",
            "value cvc-datatype-valid.1.2.1 1:7 /r[1]/c[1]",
            "value cvc-datatype-valid.1.2.1 1:15 /r[1]/d[1]",
        ],
    );
    checker.expect(
        "<r><x><y/></x><a>1</a><c>1</c><c>z</c></r>",
        &[
            "unexpected-element cvc-complex-type.2.4.a 1:4 /r[1]/x[1]",
            "occurrence-max cvc-complex-type.2.4.a 1:31 /r[1]/c[2]",
            "value cvc-datatype-valid.1.2.1 1:34 /r[1]/c[2]",
        ],
    );
}

#[test]
fn choices_and_all_groups_report_in_the_same_way() {
    let mut checker = schema(
        r#"<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="h"><xs:complexType><xs:choice><xs:element name="a"/><xs:element name="b"/></xs:choice></xs:complexType></xs:element>
<xs:element name="l" minOccurs="0"><xs:complexType><xs:all><xs:element name="a"/><xs:element name="b" minOccurs="0"/></xs:all></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>"#,
    );
    checker.expect_valid(&["<r><h><b/></h><l><b/><a/></l></r>"]);
    checker.expect("<r><h/></r>", &["occurrence-min cvc-complex-type.2.4 1:4 /r[1]/h[1] container"]);
    checker.expect("<r><h><a/><b/></h></r>", &["occurrence-max cvc-complex-type.2.4 1:11 /r[1]/h[1]/b[1]"]);
    checker.expect("<r><h><a/></h><l><b/></l></r>", &["occurrence-min cvc-complex-type.2.4 1:15 /r[1]/l[1] container"]);
    checker
        .expect("<r><h><a/></h><l><a/><a/></l></r>", &["occurrence-max cvc-complex-type.2.4.a 1:22 /r[1]/l[1]/a[2]"]);
}

#[test]
fn text_stands_only_where_the_content_is_mixed() {
    let mut checker = schema(
        r#"<xs:element name="r"><xs:complexType><xs:choice maxOccurs="unbounded">
<xs:element name="m"><xs:complexType mixed="true"><xs:sequence><xs:element name="x" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="e"><xs:complexType/></xs:element><xs:element name="s" type="xs:string"/></xs:choice></xs:complexType></xs:element>"#,
    );
    checker.expect_valid(&["<r> <m>text <x/> more</m> <e/><e><!-- c --></e><s/></r>"]);
    checker.expect("<r>\n  t<m/>u\n</r>", &["unexpected-character cvc-complex-type.2.3 2:3 /r[1]"]);
    checker.expect("<r><e> </e></r>", &["unexpected-character cvc-complex-type.2.1 1:7 /r[1]/e[1]"]);
    checker.expect("<r><e><x/><y/></e></r>", &["unexpected-element cvc-complex-type.2.1 1:7 /r[1]/e[1]/x[1]"]);
}

#[test]
fn wildcards_assess_strictly_laxly_or_not_at_all() {
    let body = |process: &str| {
        format!(
            r###"<xs:element name="g" type="xs:int"/><xs:element name="r"><xs:complexType><xs:sequence><xs:any namespace="##any" processContents="{process}" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>"###
        )
    };
    let bad = "<r><g>x</g></r>";
    let issue = "value cvc-datatype-valid.1.2.1 1:7 /r[1]/g[1]";
    let mut strict = schema(&body("strict"));
    strict.expect_valid(&["<r><g>1</g></r>"]);
    strict.expect(bad, &[issue]);
    strict.expect(
        "<r><u><g>x</g></u></r>",
        &[
            "wildcard-no-declaration cvc-assess-elt 1:4 /r[1]/u[1]",
            "value cvc-datatype-valid.1.2.1 1:10 /r[1]/u[1]/g[1]",
        ],
    );
    let typed = "<r xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:xs='http://www.w3.org/2001/XMLSchema'><u xsi:type='xs:int'>1</u></r>";
    strict.expect(typed, &[]);
    let mut lax = schema(&body("lax"));
    lax.expect(bad, &[issue]);
    lax.expect("<r><u a='1'><g>x</g></u></r>", &["value cvc-datatype-valid.1.2.1 1:16 /r[1]/u[1]/g[1]"]);
    let mut skip = schema(&body("skip"));
    skip.expect_valid(&[bad, "<r><u><g>x</g></u></r>"]);
}

#[test]
fn an_element_that_a_wildcard_admits_agrees_with_the_declaration_of_its_name_beside_it() {
    let body = r###"<xs:element name="a" type="xs:string"/><xs:element name="r"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int"/><xs:any processContents="lax" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>"###;
    schema(body).expect("<r><a>1</a><a>x</a></r>", &["element-consistent cvc-complex-type.5 1:12 /r[1]/a[2]"]);
    schema_1_0(r###"<xs:element name="a" type="xs:string"/><xs:element name="r"><xs:complexType><xs:sequence><xs:any namespace="##other" processContents="lax" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>"###)
        .expect("<r><a/></r>", &["unexpected-element cvc-complex-type.2.4.a 1:4 /r[1]/a[1]"]);
}

#[test]
fn undeclared_content_of_any_type_is_assessed_laxly() {
    let mut checker = schema(r#"<xs:element name="g" type="xs:int"/><xs:element name="r"/>"#);
    checker.expect_valid(&["<r a='1'>text<x/><g>1</g></r>"]);
    checker.expect("<r><x><g>y</g></x></r>", &["value cvc-datatype-valid.1.2.1 1:10 /r[1]/x[1]/g[1]"]);
}

#[test]
fn legacy_wildcards_admit_anything_unseen() {
    let body = r###"<xs:element name="g" type="xs:int"/><xs:element name="r"><xs:complexType><xs:sequence><xs:any namespace="urn:x"/></xs:sequence></xs:complexType></xs:element>"###;
    let mut checker = schema_with("", body, XsdVersion::V1_1, NameMatching::Legacy);
    checker.expect_valid(&["<r><g>y</g></r>", "<r><u/></r>"]);
}

#[test]
fn indexes_count_siblings_of_the_same_name_from_one() {
    let mut checker = schema_in_namespace(
        r#"<xs:element name="r"><xs:complexType><xs:choice maxOccurs="unbounded"><xs:element name="a" type="xs:int"/><xs:element name="b"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int" maxOccurs="9"/></xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType></xs:element>"#,
    );
    checker.expect(
        "<r xmlns='urn:t'><a>1</a>\n<b><a>1</a></b><a>x</a>\n<b><a>1</a><a>2</a><a/></b><a>y</a></r>",
        &[
            "value cvc-datatype-valid.1.2.1 2:19 /{urn:t}r[1]/{urn:t}a[2]",
            "value cvc-datatype-valid.1.2.1 3:20 /{urn:t}r[1]/{urn:t}b[2]/{urn:t}a[3]",
            "value cvc-datatype-valid.1.2.1 3:31 /{urn:t}r[1]/{urn:t}a[3]",
        ],
    );
}

#[test]
fn columns_count_characters_and_offsets_bytes() {
    let mut checker = schema(SEQUENCE);
    let report = checker.report("<r><!-- é --><x/></r>");
    let position = report.issues[0].place.position;
    assert_eq!((position.line, position.column, position.offset), (1, 14, 14));
}
