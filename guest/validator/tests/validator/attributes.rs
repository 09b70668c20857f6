//! Attributes: uses, wildcards, values, ID and IDREF.

use crate::support::{schema, schema_1_0, schema_in_namespace, schema_with};
use pyxsd_schema::{NameMatching, XsdVersion};

#[test]
fn attributes_are_declared_required_valid_and_fixed() {
    let mut checker = schema(
        r#"<xs:complexType name="base"><xs:attribute name="p"/></xs:complexType>
<xs:element name="r"><xs:complexType><xs:complexContent><xs:restriction base="base"><xs:attribute name="p" use="prohibited"/></xs:restriction></xs:complexContent></xs:complexType></xs:element>"#,
    );
    checker.expect("<r p='1'/>", &["prohibited-attribute cvc-complex-type.3.2.1 1:4 /r[1]/@p"]);
    let mut checker = schema(
        r#"<xs:element name="r"><xs:complexType><xs:attribute name="n" type="xs:int" use="required"/><xs:attribute name="f" type="xs:decimal" fixed="1.0"/></xs:complexType></xs:element>"#,
    );
    checker.expect_valid(&[
        "<r n='1'/>",
        "<r f='1' n=' 2 '/>",
        "<r n='1' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation=''/>",
    ]);
    checker.expect("<r/>", &["missing-attribute cvc-complex-type.4 1:1 /r[1]/@n container"]);
    checker.expect("<r n='x'/>", &["invalid-attribute cvc-datatype-valid.1.2.1 1:4 /r[1]/@n"]);
    checker.expect("<r n='1' f='2'/>", &["fixed-attribute cvc-attribute.4 1:10 /r[1]/@f"]);
    checker.expect("<r n='1'\n q='2'/>", &["unexpected-attribute cvc-complex-type.3.2.1 2:2 /r[1]/@q"]);
    assert_eq!(checker.report("<r n='1' q='2'/>").issues[0].expected, ["n", "f"]);
}

#[test]
fn a_type_may_require_an_attribute_of_the_instance_namespace() {
    let body = r#"<xs:element name="r"><xs:complexType><xs:attribute ref="xsi:noNamespaceSchemaLocation" use="required"/></xs:complexType></xs:element>"#;
    let xsi = r#"xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance""#;
    let mut checker = schema_with(
        xsi,
        &format!(r#"<xs:import namespace="http://www.w3.org/2001/XMLSchema-instance"/>{body}"#),
        XsdVersion::V1_1,
        NameMatching::Strict,
    );
    checker.expect_valid(&[&format!("<r {xsi} xsi:noNamespaceSchemaLocation='a.xsd'/>")]);
    let missing = "missing-attribute cvc-complex-type.4 1:1 /r[1]/@{http://www.w3.org/2001/XMLSchema-instance}noNamespaceSchemaLocation container";
    checker.expect("<r/>", &[missing]);
}

#[test]
fn types_with_many_attributes_are_checked_alike() {
    let uses: String =
        (0..80).map(|number| format!(r#"<xs:attribute name="a{number}" type="xs:int" use="required"/>"#)).collect();
    let mut checker = schema(&format!(r#"<xs:element name="r"><xs:complexType>{uses}</xs:complexType></xs:element>"#));
    let written = |skip: usize| -> String { (0..80).filter(|n| *n != skip).map(|n| format!(" a{n}='{n}'")).collect() };
    checker.expect(&format!("<r{}/>", written(100)), &[]);
    checker.expect(&format!("<r{}/>", written(70)), &["missing-attribute cvc-complex-type.4 1:1 /r[1]/@a70 container"]);
}

#[test]
fn attribute_wildcards_look_at_namespace_and_global_declarations() {
    let mut checker = schema_in_namespace(
        r###"<xs:attribute name="g" type="xs:int"/><xs:element name="r"><xs:complexType><xs:sequence><xs:element name="s" minOccurs="0"><xs:complexType><xs:anyAttribute namespace="##targetNamespace" processContents="strict"/></xs:complexType></xs:element>
<xs:element name="l" minOccurs="0"><xs:complexType><xs:anyAttribute namespace="##targetNamespace" processContents="lax"/></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>"###,
    );
    let document = |content: &str| format!("<t:r xmlns:t='urn:t' xmlns:o='urn:o'>{content}</t:r>");
    checker.expect_valid(&[&document("<t:s t:g='1'/><t:l t:g='1' t:h='x'/>")]);
    let at = "/{urn:t}r[1]/{urn:t}";
    checker.expect(
        &document("<t:s o:g='1'/>"),
        &[&format!("wildcard-namespace cvc-complex-type.3.2.2 1:43 {at}s[1]/@{{urn:o}}g")],
    );
    checker.expect(
        &document("<t:s t:h='1'/>"),
        &[&format!("wildcard-no-declaration cvc-assess-attr.1 1:43 {at}s[1]/@{{urn:t}}h")],
    );
    checker.expect(
        &document("<t:l t:g='x'/>"),
        &[&format!("invalid-attribute cvc-datatype-valid.1.2.1 1:43 {at}l[1]/@{{urn:t}}g")],
    );
}

const IDS: &str = r#"<xs:element name="r"><xs:complexType><xs:choice maxOccurs="unbounded">
<xs:element name="a"><xs:complexType><xs:attribute name="id" type="xs:ID"/><xs:attribute name="ref" type="xs:IDREF"/><xs:attribute name="refs" type="xs:IDREFS"/></xs:complexType></xs:element>
<xs:element name="e" type="xs:ID"/><xs:element name="w"><xs:complexType><xs:sequence><xs:element name="e" type="xs:ID" maxOccurs="2"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="f" type="xs:IDREF"/><xs:element name="n" type="xs:ENTITY"/></xs:choice></xs:complexType></xs:element>"#;

#[test]
fn ids_are_unique_and_references_find_one() {
    let mut checker = schema(IDS);
    checker.expect_valid(&["<r><a ref='x' refs='y x'/><a id='x'/><a id=' y '/><f>z</f><w><e>z</e></w></r>"]);
    checker.expect("<r><a id='x'/><a id='x'/></r>", &["id-duplicate cvc-id.2 1:18 /r[1]/a[2]/@id"]);
    checker.expect(
        "<r><a ref='x'/>\n<f>y</f></r>",
        &["idref-unresolved cvc-id.1 1:7 /r[1]/a[1]/@ref", "idref-unresolved cvc-id.1 2:4 /r[1]/f[1]"],
    );
    checker.expect(
        "<r><a id='a' refs='a b c'/></r>",
        &["idref-unresolved cvc-id.1 1:14 /r[1]/a[1]/@refs", "idref-unresolved cvc-id.1 1:14 /r[1]/a[1]/@refs"],
    );
}

#[test]
fn an_id_in_text_is_bound_to_the_parent() {
    let mut checker = schema(IDS);
    checker.expect_valid(&["<r><w><e>x</e><e>x</e></w></r>"]);
    checker.expect("<r><w><e>x</e></w><w><e>x</e></w></r>", &["id-duplicate cvc-id.2 1:25 /r[1]/w[2]/e[1]"]);
    schema_1_0(IDS).expect("<r><w><e>x</e><e>x</e></w></r>", &["id-duplicate cvc-id.2 1:18 /r[1]/w[1]/e[2]"]);
    schema(r#"<xs:element name="r" type="xs:ID"/>"#).expect("<r>x</r>", &["idref-unresolved cvc-id.1 1:4 /r[1]"]);
}

#[test]
fn no_document_declares_an_entity() {
    schema(IDS).expect("<r><n>x</n></r>", &["value cvc-simple-type.3 1:7 /r[1]/n[1]"]);
    schema_1_0(IDS).expect("<r><n>x</n></r>", &["value cvc-simple-type.2.1 1:7 /r[1]/n[1]"]);
}

#[test]
fn a_default_that_names_an_entity_is_refused_where_it_is_taken() {
    let body = r#"<xs:element name="r"><xs:complexType><xs:attribute name="n" type="xs:ENTITY" default="x"/></xs:complexType></xs:element>"#;
    schema(body).expect("<r/>", &["invalid-attribute cvc-simple-type.3 1:1 /r[1]/@n"]);
}

#[test]
fn values_may_be_qualified_names_of_bound_prefixes() {
    let mut checker = schema(
        r#"<xs:element name="r"><xs:complexType><xs:attribute name="q" type="xs:QName"/></xs:complexType></xs:element>"#,
    );
    checker.expect_valid(&["<r q='a'/>", "<r xmlns:p='urn:p' q='p:a'/>"]);
    let report = checker.report("<r q='p:a'/>");
    assert_eq!(report.issues[0].code.as_str(), "invalid-attribute");
}
