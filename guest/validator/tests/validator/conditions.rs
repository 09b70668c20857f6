//! Assertions and type alternatives where they meet the rest.

use crate::support::{Checker, schema};

fn summed() -> Checker {
    schema(
        r#"<xs:element name="r"><xs:complexType><xs:sequence>
          <xs:element name="part" minOccurs="0" maxOccurs="9"><xs:complexType><xs:sequence>
            <xs:element name="n" type="xs:int" minOccurs="0" maxOccurs="9"/></xs:sequence>
            <xs:attribute name="sum" type="xs:int"/><xs:assert test="@sum = sum(n)"/></xs:complexType></xs:element>
        </xs:sequence><xs:attribute name="parts" type="xs:int" default="2"/>
        <xs:assert test="@parts = count(part)"/></xs:complexType></xs:element>"#,
    )
}

#[test]
fn assertions_within_assertions_are_each_evaluated_at_the_end_of_their_element() {
    let mut checker = summed();
    checker.expect_valid(&["<r><part sum='3'><n>1</n><n>2</n></part><part sum='0'/></r>"]);
    checker.expect(
        "<r><part sum='3'><n>1</n></part></r>",
        &["assert-failed cvc-assertion 1:4 /r[1]/part[1]", "assert-failed cvc-assertion 1:1 /r[1]"],
    );
}

#[test]
fn an_error_inside_an_invalid_element_is_reported_once() {
    summed().expect(
        "<r parts='1'><part sum='x'><n>1</n></part></r>",
        &["invalid-attribute cvc-datatype-valid.1.2.1 1:20 /r[1]/part[1]/@sum"],
    );
}

#[test]
fn a_nil_element_and_a_default_are_what_an_assertion_sees() {
    let mut checker = schema(
        r#"<xs:element name="r" nillable="true" default="7"><xs:complexType><xs:simpleContent><xs:extension base="xs:int">
        <xs:assert test="if (nilled(.)) then empty($value) else $value = (7, 8)"/>
        </xs:extension></xs:simpleContent></xs:complexType></xs:element>"#,
    );
    checker.expect_valid(&[
        "<r xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:nil='true'/>",
        "<r/>",
        "<r>8</r>",
    ]);
    checker.expect("<r>9</r>", &["assert-failed cvc-assertion 1:1 /r[1]"]);
    checker.expect("<r>nine</r>", &["value cvc-datatype-valid.1.2.1 1:4 /r[1]"]);
}

#[test]
fn an_assertion_facet_counts_among_the_facets_of_a_value() {
    let mut checker = schema(
        r#"<xs:simpleType name="odd"><xs:restriction base="xs:int"><xs:assertion test="$value mod 2 = 1"/></xs:restriction></xs:simpleType>
        <xs:simpleType name="smallOdd"><xs:restriction base="odd"><xs:maxInclusive value="9"/><xs:assertion test="$value gt 0"/></xs:restriction></xs:simpleType>
        <xs:simpleType name="list"><xs:list itemType="smallOdd"/></xs:simpleType>
        <xs:element name="r"><xs:complexType><xs:sequence>
          <xs:element name="one" type="smallOdd" minOccurs="0" maxOccurs="9"/><xs:element name="many" type="list" minOccurs="0"/>
        </xs:sequence></xs:complexType></xs:element>"#,
    );
    checker.expect_valid(&["<r><one>1</one><one>9</one><many>1 3 5</many></r>"]);
    checker.expect(
        "<r><one>2</one><one>11</one><one>-1</one><many>1 2</many></r>",
        &[
            "assert-failed cvc-assertions-valid 1:9 /r[1]/one[1]",
            "value cvc-maxInclusive-valid 1:21 /r[1]/one[2]",
            "assert-failed cvc-assertions-valid 1:34 /r[1]/one[3]",
            "assert-failed cvc-datatype-valid.1.2.2 1:48 /r[1]/many[1]",
        ],
    );
}

#[test]
fn the_chosen_type_governs_everything_about_the_element() {
    let mut checker = schema(
        r#"<xs:complexType name="t"><xs:attribute name="k"/><xs:anyAttribute processContents="skip"/></xs:complexType>
        <xs:complexType name="a"><xs:complexContent><xs:restriction base="t"><xs:attribute name="k"/>
          <xs:attribute name="need" use="required"/></xs:restriction></xs:complexContent></xs:complexType>
        <xs:element name="e" type="t"><xs:alternative test="@k = 'a'" type="a"/>
          <xs:alternative test="@k = 'no'" type="xs:error"/></xs:element>"#,
    );
    checker.expect_valid(&["<e/>", "<e k='b'/>", "<e k='a' need=''/>"]);
    checker.expect("<e k='a'/>", &["missing-attribute cvc-complex-type.4 1:1 /e[1]/@need container"]);
    checker.expect("<e k='no'/>", &["alternative-error cvc-type.3.1.3 1:1 /e[1]"]);
}

#[test]
fn deep_documents_under_assertions_need_no_stack() {
    let mut checker = schema(
        r#"<xs:element name="r"><xs:complexType><xs:sequence><xs:element ref="r" minOccurs="0"/></xs:sequence>
        <xs:assert test="count(*) le 1"/></xs:complexType></xs:element>"#,
    );
    let depth = 20_000;
    let text = format!("{}{}", "<r>".repeat(depth), "</r>".repeat(depth));
    let options = pyxsd_validator::ValidateOptions {
        parse: pyxsd_xml::ParseLimits { depth: 100_000, ..Default::default() },
        ..Default::default()
    };
    assert!(checker.report_with(&text, &options).is_valid());
}

#[test]
fn the_clock_of_conditions_stands_still_until_it_is_set() {
    let mut checker = schema(
        r#"<xs:element name="r"><xs:complexType><xs:attribute name="a"><xs:simpleType><xs:restriction base="xs:date">
          <xs:assertion test="$value le current-date()"/></xs:restriction></xs:simpleType></xs:attribute>
        <xs:attribute name="b" type="xs:date"/><xs:assert test="@b le current-date()"/></xs:complexType></xs:element>"#,
    );
    let document = "<r a='2026-06-01' b='2026-06-01'/>";
    checker.expect(
        document,
        &["assert-failed cvc-assertions-valid 1:4 /r[1]/@a", "assert-failed cvc-assertion 1:1 /r[1]"],
    );
    // 2026-06-02
    checker.set_clock(1_780_358_400);
    checker.expect_valid(&[document]);
}
