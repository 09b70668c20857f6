//! Identity constraints (cvc-identity-constraint).

use crate::support::{schema, schema_1_0, schema_with};
use pyxsd_schema::{NameMatching, XsdVersion};

fn orders(constraints: &str) -> String {
    format!(
        r#"<xs:element name="r"><xs:complexType><xs:sequence maxOccurs="unbounded"><xs:choice>
<xs:element name="k"><xs:complexType><xs:sequence><xs:element name="v" type="xs:decimal" minOccurs="0" maxOccurs="2"/><xs:element name="c" minOccurs="0"><xs:complexType/></xs:element></xs:sequence>
<xs:attribute name="id" type="xs:decimal"/><xs:attribute name="d" type="xs:int" default="5"/></xs:complexType></xs:element>
<xs:element name="p"><xs:complexType><xs:attribute name="to" type="xs:decimal"/><xs:attribute name="s" type="xs:string"/></xs:complexType></xs:element>
</xs:choice></xs:sequence></xs:complexType>{constraints}</xs:element>"#
    )
}

const KEY: &str = r#"<xs:key name="key"><xs:selector xpath="k"/><xs:field xpath="@id"/></xs:key>"#;

#[test]
fn keys_are_present_and_unique_in_the_value_space() {
    let mut checker = schema(&orders(KEY));
    checker.expect_valid(&["<r><k id='1'/><k id='2'/><p/></r>"]);
    checker.expect("<r><k id='1'/><k/></r>", &["identity-key cvc-identity-constraint.4.2.1 1:15 /r[1]/k[2]"]);
    checker.expect("<r><k id='1'/><k id='01.0'/></r>", &["identity-key cvc-identity-constraint.4.2.2 1:15 /r[1]/k[2]"]);
    checker.expect("<r><k id='x'/></r>", &["invalid-attribute cvc-datatype-valid.1.2.1 1:7 /r[1]/k[1]/@id"]);
}

#[test]
fn unique_ignores_what_has_no_value() {
    let unique =
        r#"<xs:unique name="u"><xs:selector xpath="k"/><xs:field xpath="@id"/><xs:field xpath="v"/></xs:unique>"#;
    let mut checker = schema(&orders(unique));
    checker.expect_valid(&["<r><k id='1'/><k id='1'/><k id='1'><v>1</v></k><k id='1'><v>2</v></k></r>"]);
    checker.expect(
        "<r><k id='1'><v>1</v></k><k id='1'><v> 1.0 </v></k></r>",
        &["identity-unique cvc-identity-constraint.4.1 1:26 /r[1]/k[2]"],
    );
    let message = &checker.report("<r><k id='1'><v>1</v></k><k id='1'><v> 1.0 </v></k></r>").issues[0].message;
    assert!(message.contains("'1', '1.0'"), "{message}");
}

#[test]
fn fields_select_one_simple_value() {
    let key = |field: &str| {
        orders(&format!(r#"<xs:key name="key"><xs:selector xpath=".//k"/><xs:field xpath="{field}"/></xs:key>"#))
    };
    let mut checker = schema(&key("v"));
    checker.expect("<r><k><v>1</v><v>2</v></k></r>", &["identity-key cvc-identity-constraint.3 1:4 /r[1]/k[1]"]);
    checker.expect("<r><k><v>x</v></k></r>", &["value cvc-datatype-valid.1.2.1 1:10 /r[1]/k[1]/v[1]"]);
    schema(&key("c")).expect("<r><k><c/></k></r>", &["identity-key cvc-identity-constraint.3 1:4 /r[1]/k[1]"]);
    schema(&key(".")).expect("<r><k/></r>", &["identity-key cvc-identity-constraint.3 1:4 /r[1]/k[1]"]);
    // Two ways to the same node are one node.
    schema(&key("v|*")).expect("<r><k><v>1</v></k></r>", &[]);
}

#[test]
fn defaulted_attributes_are_fields_too() {
    let key = r#"<xs:key name="key"><xs:selector xpath="k"/><xs:field xpath="@d"/></xs:key>"#;
    let mut checker = schema(&orders(key));
    checker.expect_valid(&["<r><k/><k d='6'/></r>"]);
    checker.expect("<r><k/><k d='5'/></r>", &["identity-key cvc-identity-constraint.4.2.2 1:8 /r[1]/k[2]"]);
}

#[test]
fn defaults_that_are_qualified_names_are_read_with_the_namespaces_of_the_schema() {
    let mut checker = schema_with(
        r#"xmlns:p="urn:p""#,
        r#"<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="k" maxOccurs="9"><xs:complexType><xs:sequence><xs:element name="q" type="xs:QName" default="p:a"/></xs:sequence><xs:attribute name="i" type="xs:QName" default="p:a"/></xs:complexType></xs:element></xs:sequence></xs:complexType>
<xs:unique name="u"><xs:selector xpath="k"/><xs:field xpath="@i"/><xs:field xpath="q"/></xs:unique></xs:element>"#,
        XsdVersion::V1_1,
        NameMatching::Strict,
    );
    let document = |value: &str| format!("<r xmlns:o='urn:{value}'>\n<k><q/></k><k i='o:a'><q>o:a</q></k></r>");
    checker.expect(&document("o"), &[]);
    checker.expect(&document("p"), &["identity-unique cvc-identity-constraint.4.1 2:12 /r[1]/k[2]"]);
}

#[test]
fn a_nil_field_is_absent_and_a_key_has_no_nillable_fields() {
    let constraint = |kind: &str| {
        let constraint = format!(r#"<xs:{kind} name="c"><xs:selector xpath="k"/><xs:field xpath="v"/></xs:{kind}>"#);
        orders(&constraint).replace(r#"maxOccurs="2""#, r#"maxOccurs="2" nillable="true""#)
    };
    let nil = "<r xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><k><v xsi:nil='true'/></k></r>";
    let (key, unique) = (constraint("key"), constraint("unique"));
    let refused = ["identity-key cvc-identity-constraint.4.2.3 1:4 /r[1]/k[1]"];
    schema(&key).expect("<r><k><v>1</v></k></r>", &refused);
    schema_1_0(&key).expect("<r><k><v>1</v></k></r>", &refused);
    schema(&key).expect(nil, &["identity-key cvc-identity-constraint.4.2.1 1:58 /r[1]/k[1]"]);
    schema(&unique).expect_valid(&["<r><k><v>1</v></k></r>", nil]);
}

#[test]
fn keyrefs_find_keys_that_come_later() {
    let keyref = r#"<xs:keyref name="ref" refer="key"><xs:selector xpath="p"/><xs:field xpath="@to"/></xs:keyref>"#;
    let mut checker = schema(&orders(&format!("{KEY}{keyref}")));
    checker.expect_valid(&["<r><p to='1.0'/><k id='1'/><p/></r>"]);
    checker.expect(
        "<r><p to='2'/>\n<k id='1'/><p to='1'/><p to='3'/></r>",
        &[
            "identity-keyref cvc-identity-constraint.4.3 1:4 /r[1]/p[1]",
            "identity-keyref cvc-identity-constraint.4.3 2:23 /r[1]/p[3]",
        ],
    );
    let message = &checker.report("<r><p to='2'/><k id='1'/></r>").issues[0].message;
    assert!(message.contains("'2'") && message.contains("ref"), "{message}");
}

#[test]
fn values_of_different_types_are_different_keys() {
    let keyref = r#"<xs:keyref name="ref" refer="key"><xs:selector xpath="p"/><xs:field xpath="@s"/></xs:keyref>"#;
    schema(&orders(&format!("{KEY}{keyref}")))
        .expect("<r><k id='1'/><p s='1'/></r>", &["identity-keyref cvc-identity-constraint.4.3 1:15 /r[1]/p[1]"]);
}

/// Groups with a key each, and references across them from the root.
const NESTED: &str = r#"<xs:element name="r"><xs:complexType><xs:sequence><xs:element ref="g" minOccurs="0" maxOccurs="9"/><xs:element name="p" minOccurs="0" maxOccurs="9"><xs:complexType><xs:attribute name="to" type="xs:int"/></xs:complexType></xs:element></xs:sequence></xs:complexType>
<xs:keyref name="ref" refer="key"><xs:selector xpath="p"/><xs:field xpath="@to"/></xs:keyref></xs:element>
<xs:element name="g"><xs:complexType><xs:sequence><xs:element name="k" minOccurs="0" maxOccurs="9"><xs:complexType><xs:attribute name="id" type="xs:int"/></xs:complexType></xs:element><xs:element ref="g" minOccurs="0" maxOccurs="9"/></xs:sequence></xs:complexType>
<xs:key name="key"><xs:selector xpath="k"/><xs:field xpath="@id"/></xs:key></xs:element>"#;

#[test]
fn node_tables_go_up_the_tree_without_what_two_children_share() {
    let mut checker = schema(NESTED);
    checker.expect_valid(&[
        "<r><g><k id='1'/></g><g><k id='2'/></g><p to='1'/><p to='2'/></r>",
        "<r><g><k id='1'/><g><k id='3'/></g></g><p to='3'/><p to='1'/></r>",
        // The outer group's own entry wins over the inner one's.
        "<r><g><k id='1'/><g><k id='1'/></g></g><p to='1'/></r>",
    ]);
    checker.expect(
        "<r><g><k id='1'/></g><g><k id='1'/><k id='2'/></g><p to='1'/><p to='2'/></r>",
        &["identity-keyref cvc-identity-constraint.4.3 1:51 /r[1]/p[1]"],
    );
    checker.expect("<r><g><g><k id='1'/></g><g><k id='1'/></g></g><g><k id='1'/></g><p to='1'/></r>", &[]);
    checker.expect(
        "<r><g><k id='1'/><k id='1'/></g></r>",
        &["identity-key cvc-identity-constraint.4.2.2 1:18 /r[1]/g[1]/k[2]"],
    );
}

#[test]
fn selectors_have_alternatives_wildcards_and_descendant_steps() {
    let unique = |selector: &str| {
        format!(
            r#"<xs:attribute name="i" type="xs:int"/>
<xs:element name="r"><xs:complexType><xs:sequence><xs:any processContents="lax" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
<xs:unique name="u"><xs:selector xpath="{selector}"/><xs:field xpath="@i"/></xs:unique></xs:element>"#
        )
    };
    let document = "<r><a i='1'><b i='1'/></a><b i='1'/></r>";
    for (selector, places) in [
        ("a|b", &["1:27 /r[1]/b[1]"][..]),
        ("*", &["1:27 /r[1]/b[1]"]),
        ("a/b", &[]),
        (".//b", &["1:27 /r[1]/b[1]"]),
        (".//*", &["1:13 /r[1]/a[1]/b[1]", "1:27 /r[1]/b[1]"]),
        (".//a/b", &[]),
        ("a|.//b", &["1:13 /r[1]/a[1]/b[1]", "1:27 /r[1]/b[1]"]),
    ] {
        let found = schema(&unique(selector)).report(document);
        let found: Vec<String> = found.issues.iter().map(crate::support::line).collect();
        let expected: Vec<String> =
            places.iter().map(|place| format!("identity-unique cvc-identity-constraint.4.1 {place}")).collect();
        assert_eq!(found, expected, "{selector}");
    }
}
