//! Component ids, there and back.

use crate::support::{compile_bare, compile_body, compile_files};
use pyxsd_schema::Schema;
use pyxsd_tools::{Ids, Kind, Lookup};

const ORDERS: &str = r#"
  <xs:element name="order">
    <xs:complexType>
      <xs:sequence>
        <xs:element name="item" maxOccurs="9">
          <xs:simpleType><xs:restriction base="xs:string"/></xs:simpleType>
        </xs:element>
        <xs:element name="note" type="xs:string"/>
        <xs:element name="item" type="xs:string"/>
      </xs:sequence>
      <xs:attribute name="id" type="xs:ID"/>
      <xs:attribute name="lang" form="qualified" type="xs:language"/>
    </xs:complexType>
    <xs:key name="items"><xs:selector xpath="item"/><xs:field xpath="@id"/></xs:key>
  </xs:element>
  <xs:complexType name="order"><xs:sequence><xs:group ref="g"/></xs:sequence><xs:attributeGroup ref="a"/></xs:complexType>
  <xs:simpleType name="either"><xs:union>
    <xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType>
    <xs:simpleType><xs:restriction base="xs:date"/></xs:simpleType>
  </xs:union></xs:simpleType>
  <xs:group name="g"><xs:sequence><xs:element name="inner" type="xs:int"/></xs:sequence></xs:group>
  <xs:attributeGroup name="a"><xs:attribute name="x"/></xs:attributeGroup>
  <xs:notation name="gif" public="image/gif"/>"#;

fn own_ids(schema: &Schema) -> Vec<String> {
    let ids = Ids::new(schema);
    ids.all()
        .into_iter()
        .filter(|component| ids.place(*component).is_some())
        .map(|component| ids.id(component))
        .collect()
}

fn found(ids: &Ids<'_>, text: &str) -> Vec<String> {
    match ids.find(text, &[]) {
        Lookup::Found(one) => vec![ids.id(one)],
        Lookup::Ambiguous(several) => several.into_iter().map(|component| ids.id(component)).collect(),
        Lookup::Unknown => Vec::new(),
    }
}

#[test]
fn every_component_has_the_id_that_its_place_says() {
    let expected = [
        "element:{urn:t}order",
        "element:{urn:t}order/type/element:{urn:t}item",
        "element:{urn:t}order/type/element:{urn:t}note",
        "element:{urn:t}order/type/element:{urn:t}item#2",
        "group:{urn:t}g/element:{urn:t}inner",
        "element:{urn:t}order/type/attribute:id",
        "element:{urn:t}order/type/attribute:{urn:t}lang",
        "attributeGroup:{urn:t}a/attribute:x",
        "element:{urn:t}order/type",
        "complexType:{urn:t}order",
        "element:{urn:t}order/type/element:{urn:t}item/type",
        "simpleType:{urn:t}either",
        "simpleType:{urn:t}either/type",
        "simpleType:{urn:t}either/type#2",
        "group:{urn:t}g",
        "attributeGroup:{urn:t}a",
        "notation:{urn:t}gif",
        "identityConstraint:{urn:t}items",
    ];
    let mut ids = own_ids(&compile_body(ORDERS));
    let mut expected = expected.map(str::to_owned);
    ids.sort();
    expected.sort();
    assert_eq!(ids, expected);
}

#[test]
fn every_id_leads_back_to_its_component() {
    let redefining = [
        (
            "a.xsd",
            r#"xmlns="urn:t""#,
            r#"<xs:redefine schemaLocation="b.xsd">
            <xs:group name="g"><xs:sequence><xs:group ref="g"/><xs:element name="x"/></xs:sequence></xs:group>
            <xs:complexType name="c"><xs:complexContent><xs:extension base="c"/></xs:complexContent></xs:complexType>
            <xs:attributeGroup name="a"><xs:attributeGroup ref="a"/><xs:attribute name="y"/></xs:attributeGroup>
        </xs:redefine>"#,
        ),
        (
            "b.xsd",
            "",
            r#"<xs:group name="g"><xs:sequence><xs:element name="x"/></xs:sequence></xs:group>
            <xs:complexType name="c"><xs:sequence><xs:element name="x"/></xs:sequence></xs:complexType>
            <xs:attributeGroup name="a"><xs:attribute name="x"/></xs:attributeGroup>"#,
        ),
    ];
    for schema in [compile_body(ORDERS), compile_bare(ORDERS), compile_files(&redefining)] {
        let ids = Ids::new(&schema);
        for component in ids.all() {
            let id = ids.id(component);
            assert_eq!(ids.find(&id, &[]), Lookup::Found(component), "{id}");
        }
    }
}

#[test]
fn shorter_names_are_found_where_only_one_component_fits() {
    let schema = compile_body(ORDERS);
    let ids = Ids::new(&schema);
    for (text, expected) in [
        ("gif", &["notation:{urn:t}gif"] as &[&str]),
        ("{urn:t}gif", &["notation:{urn:t}gif"]),
        ("notation:gif", &["notation:{urn:t}gif"]),
        ("{}gif", &[]),
        ("notation:{}gif", &[]),
        ("order", &["element:{urn:t}order", "complexType:{urn:t}order"]),
        ("element:order", &["element:{urn:t}order"]),
        ("type:order", &["complexType:{urn:t}order"]),
        ("note", &["element:{urn:t}order/type/element:{urn:t}note"]),
        (
            "element:item",
            &["element:{urn:t}order/type/element:{urn:t}item", "element:{urn:t}order/type/element:{urn:t}item#2"],
        ),
        ("xs:string", &["simpleType:{http://www.w3.org/2001/XMLSchema}string"]),
        ("integer", &["simpleType:{http://www.w3.org/2001/XMLSchema}integer"]),
        ("element:order/type/attribute:id", &["element:{urn:t}order/type/attribute:id"]),
        ("element:order/type/attribute:lang", &[]),
        ("element:{urn:t}order/type/element:{urn:t}item#3", &[]),
        ("element:{urn:t}order/type/element:{urn:t}item#1", &[]),
        ("element:{urn:t}order/", &[]),
        ("", &[]),
        ("/", &[]),
        ("{", &[]),
        ("{}", &[]),
        ("element:", &[]),
    ] {
        assert_eq!(found(&ids, text), expected, "{text}");
    }
    assert!(matches!(ids.find("order", &[Kind::Element]), Lookup::Found(_)));
}

#[test]
fn a_namespace_name_may_hold_anything() {
    let schema = compile_files(&[(
        "a.xsd",
        r#"targetNamespace="urn:{a}/b#c" xmlns="urn:{a}/b#c" elementFormDefault="qualified""#,
        r#"<xs:element name="a"><xs:complexType><xs:sequence><xs:element name="b"/></xs:sequence></xs:complexType></xs:element>"#,
    )]);
    let ids = Ids::new(&schema);
    let inner = "element:{urn:{a}/b#c}a/type/element:{urn:{a}/b#c}b";
    assert_eq!(found(&ids, inner), [inner]);
}

/// Two namespaces with a prefix for each, one that the documents disagree about, one without any, and no namespace.
fn many_namespaces() -> Schema {
    compile_files(&[
        (
            "a.xsd",
            r#"targetNamespace="urn:a" xmlns="urn:a" xmlns:b="urn:b" xmlns:c="urn:c" xmlns:element="urn:b" elementFormDefault="qualified""#,
            r#"<xs:import namespace="urn:b" schemaLocation="b.xsd"/><xs:import namespace="urn:c" schemaLocation="c.xsd"/>
            <xs:import namespace="urn:d" schemaLocation="d.xsd"/><xs:import schemaLocation="none.xsd"/>
            <xs:element name="order" type="Order"/>
            <xs:complexType name="Order"><xs:sequence><xs:element ref="b:item"/><xs:element name="item"><xs:complexType><xs:sequence><xs:element name="item" type="c:Item"/></xs:sequence></xs:complexType></xs:element></xs:sequence><xs:attribute name="id"/></xs:complexType>"#,
        ),
        (
            "b.xsd",
            r#"targetNamespace="urn:b" xmlns="urn:b" xmlns:c="urn:other" xmlns:b="urn:b""#,
            r#"<xs:element name="item" type="Item"/><xs:complexType name="Item"/><xs:group name="Item"><xs:sequence/></xs:group>"#,
        ),
        (
            "c.xsd",
            r#"targetNamespace="urn:c""#,
            r#"<xs:simpleType name="Item"><xs:restriction base="xs:int"/></xs:simpleType>"#,
        ),
        ("d.xsd", r#"targetNamespace="urn:d""#, r#"<xs:element name="order"/>"#),
        ("none.xsd", "", r#"<xs:element name="order"/><xs:element name="alone"/>"#),
    ])
}

#[test]
fn every_way_to_write_an_id_leads_back_to_its_component() {
    let schema = many_namespaces();
    let ids = Ids::new(&schema);
    let prefixes = ids.prefixes().listed(&schema);
    let listed: Vec<String> = prefixes.iter().map(|(prefix, uri)| format!("{prefix} {uri}")).collect();
    assert_eq!(listed, ["b urn:b", "c urn:c", "tns urn:a", "ns1 urn:d"]);
    for component in ids.all() {
        let id = ids.id(component);
        let mut prefixed = id.clone();
        for (prefix, uri) in &prefixes {
            prefixed = prefixed.replace(&format!("{{{uri}}}"), &format!("{prefix}:"));
        }
        for text in [&id, &prefixed, &ids.short(component)] {
            assert_eq!(found(&ids, text), [id.as_str()], "{text}");
        }
    }
    for (text, expected) in [
        ("tns:order", "element:{urn:a}order"),
        ("ns1:order", "element:{urn:d}order"),
        ("b:item", "element:{urn:b}item"),
        ("type:b:Item", "complexType:{urn:b}Item"),
        ("element:tns:order", "element:{urn:a}order"),
        (
            "complexType:tns:Order/element:tns:item/type/element:tns:item",
            "complexType:{urn:a}Order/element:{urn:a}item/type/element:{urn:a}item",
        ),
        ("alone", "element:alone"),
        ("xs:int", "simpleType:{http://www.w3.org/2001/XMLSchema}int"),
        ("xsd:int", "simpleType:{http://www.w3.org/2001/XMLSchema}int"),
    ] {
        assert_eq!(found(&ids, text), [expected], "{text}");
    }
    for unknown in ["z:order", "b:order", "element:z:item", ":item", "b:"] {
        assert_eq!(found(&ids, unknown), [""; 0], "{unknown}");
    }
    assert_eq!(found(&ids, "b:Item").len(), 2);
    assert_eq!(found(&ids, "order").len(), 3);
}

#[test]
fn names_that_are_like_the_one_meant_are_told_the_likest_first() {
    let schema = many_namespaces();
    let ids = Ids::new(&schema);
    let near =
        |text: &str| -> Vec<String> { ids.near(text, 3).into_iter().map(|component| ids.id(component)).collect() };
    assert_eq!(near("element:b:ITEM")[0], "element:{urn:b}item");
    assert_eq!(near("{urn:a}ordre")[0], "element:{urn:a}order");
    assert_eq!(near("complexType:Ordr")[0], "complexType:{urn:a}Order");
    assert_eq!(near("OrderType").len(), 3);
    assert_eq!(near("string")[0], "simpleType:{http://www.w3.org/2001/XMLSchema}string");
    for nothing in ["", "zzzzzz", "{", "element:", &"x".repeat(100)] {
        assert_eq!(near(nothing), [""; 0], "{nothing}");
    }
}
