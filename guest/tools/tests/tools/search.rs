//! Finding components and their relations.

use crate::support::compile_body;
use pyxsd_schema::Schema;
use pyxsd_tools::search::{Search, search};
use pyxsd_tools::{Component, Ids, Kind, Lookup};

fn schema() -> Schema {
    compile_body(
        r#"
  <xs:element name="order" type="Order"/>
  <xs:complexType name="Base"><xs:sequence><xs:element ref="note"/></xs:sequence><xs:attributeGroup ref="a"/></xs:complexType>
  <xs:complexType name="Order"><xs:complexContent><xs:extension base="Base">
    <xs:sequence>
      <xs:group ref="g"/>
      <xs:element name="total"><xs:simpleType><xs:restriction base="Money"/></xs:simpleType></xs:element>
      <xs:element name="paid" type="Money"/>
    </xs:sequence>
    <xs:attribute name="limit" type="Money"/>
  </xs:extension></xs:complexContent></xs:complexType>
  <xs:element name="note" type="xs:string"><xs:annotation><xs:documentation>Free TEXT</xs:documentation></xs:annotation></xs:element>
  <xs:element name="remark" substitutionGroup="note"/>
  <xs:simpleType name="Money"><xs:restriction base="xs:decimal"/></xs:simpleType>
  <xs:simpleType name="Monies"><xs:list itemType="Money"/></xs:simpleType>
  <xs:group name="g"><xs:sequence><xs:element ref="note"/></xs:sequence></xs:group>
  <xs:attributeGroup name="a"><xs:attribute ref="lang"/></xs:attributeGroup>
  <xs:attribute name="lang" type="xs:language"/>"#,
    )
}

fn component(ids: &Ids<'_>, id: &str) -> Option<Component> {
    match ids.find(id, &[]) {
        Lookup::Found(component) => Some(component),
        other => panic!("{id}: {other:?}"),
    }
}

fn found(ids: &Ids<'_>, wanted: &Search) -> Vec<String> {
    search(ids, wanted).into_iter().map(|component| ids.id(component).replace("{urn:t}", "")).collect()
}

#[test]
fn who_uses_a_type_is_answered_with_the_declarations_themselves() {
    let schema = schema();
    let ids = Ids::new(&schema);
    for (id, users) in [
        (
            "simpleType:Money",
            &["element:paid", "attribute:limit", "simpleType:Monies", "element:total/type"] as &[&str],
        ),
        ("element:note", &["element:remark", "complexType:Base", "group:g"]),
        ("complexType:Base", &["complexType:Order"]),
        ("complexType:Order", &["element:order"]),
        ("group:g", &["complexType:Order"]),
        ("attributeGroup:a", &["complexType:Base"]),
        ("attribute:lang", &["attributeGroup:a"]),
        ("xs:language", &["attribute:lang"]),
    ] {
        let by = found(&ids, &Search { used_by: component(&ids, id), ..Search::default() });
        let by: Vec<&str> = by.iter().map(|id| id.strip_prefix("complexType:Order/").unwrap_or(id)).collect();
        assert_eq!(by, users, "{id}");
    }
}

#[test]
fn what_a_component_uses_includes_what_its_local_declarations_use() {
    let schema = schema();
    let ids = Ids::new(&schema);
    let uses = found(&ids, &Search { uses: component(&ids, "complexType:Order"), ..Search::default() });
    assert_eq!(uses, ["complexType:Base", "simpleType:Money", "group:g"]);
    let uses = found(&ids, &Search { uses: component(&ids, "attributeGroup:a"), ..Search::default() });
    assert_eq!(uses, ["attribute:lang"]);
    let uses = found(&ids, &Search { uses: component(&ids, "element:note"), ..Search::default() });
    assert_eq!(uses, ["simpleType:{http://www.w3.org/2001/XMLSchema}string"]);
}

#[test]
fn conditions_are_taken_together() {
    let schema = schema();
    let ids = Ids::new(&schema);
    let text = |text: &str| Some(text.to_owned());
    for (wanted, expected) in [
        (Search { text: text("mon"), ..Search::default() }, &["simpleType:Money", "simpleType:Monies"] as &[&str]),
        (Search { text: text("free text"), ..Search::default() }, &["element:note"]),
        (Search { kind: Some(Kind::Group), ..Search::default() }, &["group:g"]),
        (Search { name: text("note"), ..Search::default() }, &["element:note"]),
        (Search { name: text("{urn:t}note"), ..Search::default() }, &["element:note"]),
        (Search { name: text("{}note"), ..Search::default() }, &[]),
        (Search { name: text("{}limit"), ..Search::default() }, &["complexType:Order/attribute:limit"]),
        (Search { namespace: text(""), ..Search::default() }, &["complexType:Order/attribute:limit"]),
        (Search { namespace: text("urn:none"), ..Search::default() }, &[]),
        (Search { name: text("order"), kind: Some(Kind::ComplexType), ..Search::default() }, &[]),
        (
            Search { used_by: component(&ids, "simpleType:Money"), kind: Some(Kind::Attribute), ..Search::default() },
            &["complexType:Order/attribute:limit"],
        ),
    ] {
        assert_eq!(found(&ids, &wanted), expected, "{wanted:?}");
    }
}
