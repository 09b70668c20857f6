//! The bound document: types, values, what the schema supplies, and what is left out.

use crate::support::{schema, schema_in_namespace, schema_with};
use pyxsd_schema::{NameMatching, XsdVersion};
use pyxsd_validator::Binding::{Lax, Strict};

const ITEM: &str = r#"
    <xs:simpleType name="size"><xs:union memberTypes="xs:int word"/></xs:simpleType>
    <xs:simpleType name="word"><xs:restriction base="xs:NCName"><xs:enumeration value="small"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="sizes"><xs:list itemType="size"/></xs:simpleType>
    <xs:element name="r"><xs:complexType>
      <xs:sequence>
        <xs:element name="i" type="xs:integer" minOccurs="0" maxOccurs="9"/>
        <xs:element name="s" type="sizes" minOccurs="0"/>
      </xs:sequence>
      <xs:attribute name="n" type="xs:short"/>
      <xs:attribute name="d" type="xs:date" default="2020-01-01"/>
    </xs:complexType></xs:element>"#;

#[test]
fn values_are_typed_lists_by_item_and_unions_by_the_member_that_matched() {
    schema(ITEM).expect_bound(
        "<r n=' 7 '><i> 01 </i><s>small  12</s></r>",
        Lax,
        &[
            "r: anonymous type = no value",
            "@n: xs:short = xs:short \"7\"",
            "@d: xs:date = xs:date \"2020-01-01\" [defaulted] [no span]",
            "i: xs:integer = xs:integer \"1\"",
            "s: sizes = word \"small\" | xs:int \"12\"",
        ],
    );
}

#[test]
fn a_value_that_is_not_valid_is_raw_or_absent_and_an_attribute_always_raw() {
    let document = "<r n='x' d='1999-12-31'><i> one </i><i>2</i></r>";
    let mut checker = schema(ITEM);
    let head = ["r: anonymous type = no value", "@n: xs:untypedAtomic = xs:untypedAtomic \"x\" [generic]"];
    let date = "@d: xs:date = xs:date \"1999-12-31\"";
    let two = "i: xs:integer = xs:integer \"2\"";
    let raw = "i: xs:untyped = xs:untypedAtomic \" one \" [generic]";
    checker.expect_bound(document, Lax, &[head[0], head[1], date, raw, two]);
    checker.expect_bound(document, Strict, &[head[0], head[1], date, two]);
}

#[test]
fn what_nothing_declares_is_generic_or_absent_and_such_an_attribute_is_left_out() {
    let document = "<r z='1'><q a='1'>t<i>3</i></q><i>2</i></r>";
    let mut checker = schema(ITEM);
    let root = "r: anonymous type = no value";
    let date = "@d: xs:date = xs:date \"2020-01-01\" [defaulted] [no span]";
    let generic =
        ["q: xs:untyped = xs:untypedAtomic \"t3\" [generic]", "@a: xs:anySimpleType = xs:untypedAtomic \"1\""];
    let inner = "i: xs:untyped = xs:untypedAtomic \"3\" [generic]";
    let two = "i: xs:integer = xs:integer \"2\"";
    checker.expect_bound(document, Lax, &[root, date, generic[0], generic[1], inner, two]);
    checker.expect_bound(document, Strict, &[root, date, two]);
}

#[test]
fn an_unknown_root_is_generic_or_leaves_nothing() {
    let mut checker = schema(ITEM);
    checker.expect_bound("<x><r/></x>", Strict, &[]);
    let date = "@d: xs:date = xs:date \"2020-01-01\" [defaulted] [no span]";
    checker.expect_bound(
        "<x><r/></x>",
        Lax,
        &["x: xs:untyped = xs:untypedAtomic \"\" [generic]", "r: anonymous type = no value", date],
    );
}

#[test]
fn attributes_of_an_element_of_simple_type_are_kept() {
    let mut checker = schema(r#"<xs:element name="r" type="xs:int"/>"#);
    for binding in [Lax, Strict] {
        checker.expect_bound(
            "<r a='x'>1</r>",
            binding,
            &["r: xs:int = xs:int \"1\"", "@a: xs:untypedAtomic = xs:untypedAtomic \"x\""],
        );
    }
}

#[test]
fn what_a_wildcard_admits_is_there_typed_where_it_is_assessed() {
    let mut checker = schema(
        r#"<xs:element name="n" type="xs:int"/>
        <xs:element name="r"><xs:complexType><xs:sequence>
          <xs:any processContents="lax"/><xs:any processContents="lax"/><xs:any processContents="skip"/>
        </xs:sequence><xs:anyAttribute processContents="lax"/></xs:complexType></xs:element>"#,
    );
    for binding in [Lax, Strict] {
        checker.expect_bound(
            "<r a='1'><n>1</n><o><n>2</n></o><n>3</n></r>",
            binding,
            &[
                "r: anonymous type = no value",
                "@a: xs:anySimpleType = xs:untypedAtomic \"1\"",
                "n: xs:int = xs:int \"1\"",
                "o: xs:untyped = xs:untypedAtomic \"2\" [generic]",
                "n: xs:int = xs:int \"2\"",
                "n: xs:untyped = xs:untypedAtomic \"3\" [generic]",
            ],
        );
    }
}

#[test]
fn an_empty_element_takes_the_default_of_its_declaration() {
    let mut checker = schema(
        r#"<xs:element name="r"><xs:complexType><xs:sequence>
          <xs:element name="i" type="xs:int" default="7" maxOccurs="3"/>
          <xs:element name="m" default="text"><xs:complexType mixed="true"/></xs:element>
        </xs:sequence></xs:complexType></xs:element>"#,
    );
    checker.expect_bound(
        "<r><i/><i>8</i><i></i><m/></r>",
        Lax,
        &[
            "r: anonymous type = no value",
            "i: xs:int = xs:int \"7\" [defaulted] [no span]",
            "i: xs:int = xs:int \"8\"",
            "i: xs:int = xs:int \"7\" [defaulted] [no span]",
            "m: anonymous type = xs:untypedAtomic \"text\" [defaulted] [no span]",
        ],
    );
}

#[test]
fn a_nil_element_has_no_value() {
    let mut checker = schema(r#"<xs:element name="r" type="xs:int" nillable="true"/>"#);
    checker.expect_bound(
        "<r xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:nil='1'/>",
        Strict,
        &["r: xs:int =  [nilled]", "@xsi:nil: xs:boolean = xs:boolean \"true\""],
    );
}

#[test]
fn a_type_that_the_instance_names_annotates_the_element() {
    let mut checker = schema(
        r#"<xs:complexType name="base"><xs:simpleContent><xs:extension base="xs:decimal"/></xs:simpleContent></xs:complexType>
        <xs:complexType name="more"><xs:simpleContent><xs:extension base="base"><xs:attribute name="u" type="xs:ID"/>
        </xs:extension></xs:simpleContent></xs:complexType><xs:element name="r" type="base"/>"#,
    );
    checker.expect_bound(
        "<r xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:type='more' u='a'>1.50</r>",
        Lax,
        &["r: more = xs:decimal \"1.5\"", "@xsi:type: xs:QName = xs:QName \"{}more\"", "@u: xs:ID = xs:ID \"a\" [id]"],
    );
}

#[test]
fn names_that_the_schema_supplies_keep_the_namespaces_of_the_schema() {
    let mut checker = schema_with(
        r#"xmlns:s="urn:schema""#,
        r#"<xs:element name="r" default="s:e"><xs:complexType><xs:simpleContent><xs:extension base="xs:QName">
        <xs:attribute name="q" type="xs:QName" default="s:a"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>"#,
        XsdVersion::V1_1,
        NameMatching::Strict,
    );
    checker.expect_bound(
        "<r xmlns:s='urn:other'/>",
        Lax,
        &[
            "r: anonymous type = xs:QName \"{urn:schema}e\" [defaulted] [no span]",
            "@q: xs:QName = xs:QName \"{urn:schema}a\" [defaulted] [no span]",
        ],
    );
}

#[test]
fn names_are_those_of_the_document_in_legacy_matching_too() {
    let mut checker = schema_with(
        r#"targetNamespace="urn:t" elementFormDefault="qualified""#,
        r#"<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="i" type="xs:int"/>
        <xs:any minOccurs="0"/></xs:sequence></xs:complexType></xs:element>"#,
        XsdVersion::V1_1,
        NameMatching::Legacy,
    );
    checker.expect_bound(
        "<r><i xmlns='urn:wrong'>1</i><free><i>2</i></free></r>",
        Strict,
        &[
            "r: anonymous type = no value",
            "{urn:wrong}i: xs:int = xs:int \"1\"",
            "free: xs:untyped = xs:untypedAtomic \"2\" [generic]",
            "i: xs:untyped = xs:untypedAtomic \"2\" [generic]",
        ],
    );
}

#[test]
fn white_space_between_children_is_kept_and_other_text_there_only_in_lax_binding() {
    let mut checker = schema_in_namespace(
        r#"<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="i" type="xs:int" maxOccurs="2"/>
        </xs:sequence></xs:complexType></xs:element>"#,
    );
    let text = |checker: &mut crate::support::Checker, binding| {
        checker.bound_text("<r xmlns='urn:t'>\n<i>1</i> x <i>2</i>\n</r>", binding)
    };
    assert_eq!(text(&mut checker, Lax), "\n1 x 2\n");
    assert_eq!(text(&mut checker, Strict), "\n12\n");
}
