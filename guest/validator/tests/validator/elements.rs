//! Elements: declarations, types, nil, defaults, the issues of each rule of cvc-elt and cvc-type.

use crate::support::{document, schema, schema_in_namespace, schema_set, schema_with};
use pyxsd_schema::{NameMatching, XsdVersion};

#[test]
fn a_root_without_declaration_is_unknown_unless_it_names_its_type() {
    let mut checker =
        schema(r#"<xs:element name="r" type="xs:int"/><xs:complexType name="t"><xs:sequence/></xs:complexType>"#);
    checker.expect("<r>1</r>", &[]);
    checker.expect("\n <x/>", &["unknown-root cvc-elt.1 2:2 /x[1]"]);
    let report = checker.report("<x/>");
    assert_eq!(report.issues[0].expected, ["r"]);
    let xsi = r#"xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance""#;
    checker.expect(&format!(r#"<x {xsi} xsi:type="t"/>"#), &[]);
    checker
        .expect(&format!(r#"<x {xsi} xsi:type="t">1</x>"#), &["unexpected-character cvc-complex-type.2.1 1:71 /x[1]"]);
}

#[test]
fn legacy_matching_goes_by_local_name_and_refuses_an_ambiguous_root() {
    let body = r#"<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType></xs:element>"#;
    let mut checker = schema_with(r#"targetNamespace="urn:t""#, body, XsdVersion::V1_1, NameMatching::Legacy);
    checker.expect_valid(&["<r><a>1</a></r>", r#"<r xmlns="urn:other"><a>1</a></r>"#]);
    checker.expect(
        r#"<r xmlns="urn:other"><a>x</a></r>"#,
        &["value cvc-datatype-valid.1.2.1 1:25 /{urn:other}r[1]/{urn:other}a[1]"],
    );
}

#[test]
fn a_local_name_of_two_namespaces_is_no_root_unless_its_namespace_decides() {
    let element = |value: &str| format!(r#"<xs:element name="r" type="xs:{value}"/>"#);
    let import = r#"<xs:import namespace="urn:b" schemaLocation="b.xsd"/>"#;
    let files = vec![
        ("s.xsd", document(r#"targetNamespace="urn:a""#, &format!("{import}{}", element("int")))),
        ("b.xsd", document(r#"targetNamespace="urn:b""#, &element("string"))),
    ];
    let mut checker = schema_set(files, XsdVersion::V1_1, NameMatching::Legacy);
    checker.expect("<r>x</r>", &["multiple-roots cvc-elt.1 1:1 /r[1]"]);
    assert_eq!(checker.report("<r/>").issues[0].expected, ["{urn:a}r", "{urn:b}r"]);
    checker.expect_valid(&["<r xmlns='urn:b'>x</r>"]);
    checker.expect("<r xmlns='urn:a'>x</r>", &["value cvc-datatype-valid.1.2.1 1:18 /{urn:a}r[1]"]);
}

#[test]
fn simple_types_take_neither_attributes_nor_children() {
    let mut checker = schema(r#"<xs:element name="r" type="xs:int"/>"#);
    checker.expect(r#"<r a="1">1</r>"#, &["unexpected-attribute cvc-type.3.1.1 1:4 /r[1]/@a"]);
    checker.expect("<r>1<b/><c/></r>", &["unexpected-element cvc-type.3.1.2 1:5 /r[1]/b[1]"]);
    checker.expect("<r>\n  x1\n</r>", &["value cvc-datatype-valid.1.2.1 1:4 /r[1]"]);
    checker.expect("<r/>", &["value cvc-datatype-valid.1.2.1 1:1 /r[1]"]);
    checker.expect_valid(&["<r>1<!-- c -->2</r>", "<r> <![CDATA[4]]>2 </r>", "<r>&#x31;</r>"]);
}

const NIL: &str = r#"
<xs:element name="r"><xs:complexType><xs:sequence maxOccurs="unbounded"><xs:choice>
  <xs:element name="n" type="xs:int" nillable="true"/>
  <xs:element name="o" type="xs:int"/>
  <xs:element name="f" type="xs:int" nillable="true" fixed="1"/>
  <xs:element name="c" nillable="true"><xs:complexType><xs:sequence><xs:element name="d"/></xs:sequence></xs:complexType></xs:element>
</xs:choice></xs:sequence></xs:complexType></xs:element>"#;

fn nil(content: &str) -> String {
    format!("<r xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>\n{content}</r>")
}

#[test]
fn nil_elements_are_empty_and_declared_nillable() {
    let mut checker = schema(NIL);
    checker
        .expect_valid(&[&nil("<n xsi:nil='true'/><n xsi:nil=' 1 '></n><c xsi:nil='true'/><n xsi:nil='false'>1</n>")]);
    checker.expect(
        &nil("<n/><o xsi:nil='true'/>"),
        &[
            "value cvc-datatype-valid.1.2.1 2:1 /r[1]/n[1]",
            "nil cvc-elt.3.1 2:8 /r[1]/o[1]/@{http://www.w3.org/2001/XMLSchema-instance}nil",
        ],
    );
    checker.expect(&nil("<n xsi:nil='true'>1</n>"), &["nil cvc-elt.3.2.1 2:19 /r[1]/n[1]"]);
    checker.expect(&nil("<c xsi:nil='true'><d/><d/></c>"), &["nil cvc-elt.3.2.1 2:19 /r[1]/c[1]/d[1]"]);
    checker.expect(
        &nil("<f xsi:nil='true'/>"),
        &["nil cvc-elt.3.2.2 2:4 /r[1]/f[1]/@{http://www.w3.org/2001/XMLSchema-instance}nil"],
    );
    checker.expect(
        &nil("<n xsi:nil='maybe'>1</n>"),
        &["nil cvc-datatype-valid.1.2.1 2:4 /r[1]/n[1]/@{http://www.w3.org/2001/XMLSchema-instance}nil"],
    );
}

#[test]
fn fixed_and_default_values_of_elements_are_compared_in_the_value_space() {
    let mut checker = schema(
        r#"<xs:element name="r"><xs:complexType><xs:choice maxOccurs="unbounded">
  <xs:element name="f" type="xs:decimal" fixed="1.0"/><xs:element name="d" type="xs:int" default="7"/>
  <xs:element name="m" fixed="a b"><xs:complexType mixed="true"><xs:sequence><xs:element name="x" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
</xs:choice></xs:complexType></xs:element>"#,
    );
    checker.expect_valid(&["<r><f>1</f><f>01.00</f><f/><d/><d>8</d><m>a b</m><m/></r>"]);
    checker.expect("<r><f>2</f></r>", &["fixed-element cvc-elt.5.2.2.2.2 1:7 /r[1]/f[1]"]);
    checker.expect("<r><f> </f></r>", &["value cvc-datatype-valid.1.2.1 1:7 /r[1]/f[1]"]);
    checker.expect("<r><m>a</m></r>", &["fixed-element cvc-elt.5.2.2.2.1 1:7 /r[1]/m[1]"]);
    checker.expect("<r><m>a b<x/></m></r>", &["fixed-element cvc-elt.5.2.2.1 1:4 /r[1]/m[1]"]);
}

const TYPES: &str = r#"
<xs:complexType name="base"><xs:sequence><xs:element name="a" type="xs:string"/></xs:sequence></xs:complexType>
<xs:complexType name="more"><xs:complexContent><xs:extension base="t:base"><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="other"><xs:sequence/></xs:complexType>
<xs:complexType name="idea" abstract="true"><xs:sequence/></xs:complexType>
<xs:complexType name="real"><xs:complexContent><xs:extension base="t:idea"/></xs:complexContent></xs:complexType>
<xs:element name="r"><xs:complexType><xs:choice maxOccurs="unbounded">
  <xs:element name="e" type="t:base"/><xs:element name="closed" type="t:base" block="extension"/>
  <xs:element name="i" type="t:idea"/><xs:element name="d" type="xs:int" default="100"/>
</xs:choice></xs:complexType></xs:element>
<xs:simpleType name="small"><xs:restriction base="xs:int"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleType>"#;

fn typed(content: &str) -> String {
    format!(
        "<r xmlns='urn:t' xmlns:t='urn:t' xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>\n{content}</r>"
    )
}

#[test]
fn instance_types_must_resolve_and_be_derived_from_the_declared_type() {
    let mut checker = schema_in_namespace(TYPES);
    let at = |name: &str| format!("/{{urn:t}}r[1]/{{urn:t}}{name}[1]");
    let attribute = |name: &str| format!("{}/@{{http://www.w3.org/2001/XMLSchema-instance}}type", at(name));
    checker.expect_valid(&[&typed(
        "<e xsi:type='more'><a/><b>1</b></e><e xsi:type=' t:base '><a/></e><i xsi:type='real'/>",
    )]);
    for (content, code, rule, name) in [
        ("<e xsi:type='none'><a/></e>", "xsi-type", "cvc-elt.4.2", "e"),
        ("<e xsi:type='u:none'><a/></e>", "unknown-namespace-prefix", "cvc-elt.4.1", "e"),
        ("<e xsi:type='1'><a/></e>", "xsi-type", "cvc-elt.4.1", "e"),
        ("<e xsi:type='other'><a/></e>", "xsi-type", "cvc-elt.4.3", "e"),
        ("<closed xsi:type='more'><a/></closed>", "xsi-type", "cvc-elt.4.3", "closed"),
    ] {
        let column = content.find("xsi:type").unwrap_or(0) + 1;
        checker.expect(&typed(content), &[&format!("{code} {rule} 2:{column} {}", attribute(name))]);
    }
    checker.expect(&typed("<i/>"), &[&format!("abstract-type cvc-type.2 2:1 {}", at("i"))]);
    checker.expect(&typed("<d xsi:type='small'/>"), &[&format!("default cvc-elt.5.1.1 2:1 {}", at("d"))]);
}

#[test]
fn abstract_and_blocked_elements_do_not_stand_in_documents() {
    let mut checker = schema(
        r#"<xs:element name="head" abstract="true" type="xs:string"/><xs:element name="member" substitutionGroup="head"/>
<xs:element name="shut" block="substitution" type="xs:string"/><xs:element name="sub" substitutionGroup="shut"/>
<xs:element name="r"><xs:complexType><xs:choice maxOccurs="unbounded"><xs:element ref="head"/><xs:element ref="shut"/></xs:choice></xs:complexType></xs:element>"#,
    );
    checker.expect_valid(&["<r><member/><shut/></r>"]);
    checker.expect("<r><head/></r>", &["abstract-element cvc-elt.2 1:4 /r[1]/head[1]"]);
    assert_eq!(checker.report("<r><head/></r>").issues[0].expected, ["member"]);
    checker.expect("<r><member/><sub/></r>", &["blocked cvc-complex-type.2.4.a 1:13 /r[1]/sub[1]"]);
}

#[test]
fn malformed_location_hints_are_warnings() {
    let mut checker = schema(r#"<xs:element name="r" type="xs:int"/>"#);
    let document =
        "<r xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='urn:a a.xsd urn:b'>1</r>";
    checker.expect(
        document,
        &["schema-hint schema-location 1:58 /r[1]/@{http://www.w3.org/2001/XMLSchema-instance}schemaLocation"],
    );
    assert!(checker.report(document).is_valid());
}
