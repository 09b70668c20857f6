//! Comparison: identities, single edits, impact.

use crate::support::{compile_bare, compile_files};
use pyxsd_schema::Schema;
use pyxsd_tools::compare::{Comparison, compare};
use pyxsd_tools::{Ids, Lookup};

const SHOP: &str = r###"
  <xs:element name="order" type="Order"/>
  <xs:element name="note" type="xs:string" nillable="true"/>
  <xs:element name="remark" type="xs:string" substitutionGroup="note"/>
  <xs:element name="list"><xs:complexType><xs:sequence>
    <xs:element name="entry" type="Sku" maxOccurs="5"/>
    <xs:element name="count"><xs:simpleType><xs:restriction base="xs:int"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleType></xs:element>
  </xs:sequence></xs:complexType>
    <xs:unique name="entries"><xs:selector xpath="entry"/><xs:field xpath="."/></xs:unique>
  </xs:element>
  <xs:complexType name="Base"><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence><xs:attribute name="lang" type="xs:language"/></xs:complexType>
  <xs:complexType name="Order"><xs:complexContent><xs:extension base="Base">
    <xs:sequence>
      <xs:group ref="g"/>
      <xs:element ref="note" minOccurs="0"/>
      <xs:choice><xs:element name="a" type="xs:int" default="1"/><xs:element name="b" type="Sku"/></xs:choice>
      <xs:any namespace="##other" processContents="lax" minOccurs="0"/>
    </xs:sequence>
    <xs:attribute name="x" type="xs:int" use="required"/>
    <xs:attribute ref="shared"/>
    <xs:attributeGroup ref="ag"/>
    <xs:anyAttribute namespace="urn:x"/>
  </xs:extension></xs:complexContent></xs:complexType>
  <xs:simpleType name="Sku"><xs:restriction base="xs:string"><xs:pattern value="\d+"/><xs:maxLength value="8"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="Short"><xs:restriction base="Sku"><xs:maxLength value="4"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="Colour"><xs:restriction base="xs:token"><xs:enumeration value="red"/><xs:enumeration value="blue"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="Many"><xs:list itemType="Sku"/></xs:simpleType>
  <xs:simpleType name="Either"><xs:union memberTypes="xs:int Sku"><xs:simpleType><xs:restriction base="xs:date"/></xs:simpleType></xs:union></xs:simpleType>
  <xs:group name="g"><xs:sequence><xs:element name="inner" type="xs:int"/></xs:sequence></xs:group>
  <xs:attributeGroup name="ag"><xs:attribute name="y" type="xs:int"/></xs:attributeGroup>
  <xs:attribute name="shared" type="xs:int"/>
  <xs:notation name="gif" public="image/gif"/>"###;

fn compared(old: &Schema, new: &Schema) -> Comparison {
    compare(&Ids::new(old), &Ids::new(new))
}

/// `+added`, `-removed`, `id field: old → new`.
fn lines(comparison: &Comparison) -> Vec<String> {
    let mut lines: Vec<String> = comparison.added.iter().map(|id| format!("+{id}")).collect();
    lines.extend(comparison.removed.iter().map(|id| format!("-{id}")));
    for change in &comparison.changed {
        for field in &change.changes {
            let shown = |value: &Option<String>| value.clone().unwrap_or("none".to_owned());
            let (old, new) = (shown(&field.old), shown(&field.new));
            let line = format!("{} {}: {old} → {new}", change.id, field.field);
            lines.push(line.replace("{http://www.w3.org/2001/XMLSchema}", "xs:"));
        }
    }
    lines
}

#[test]
fn each_single_edit_is_reported_as_exactly_that_change() {
    let order = "(group g, note?, (a | b), any(not ##local, lax)?)";
    let edited_order = |content: &str| format!("complexType:Order content: {order} → {content}");
    let old = compile_bare(SHOP);
    assert!(!old.has_errors(), "{:?}", old.issues);
    let edits: Vec<(&str, &str, Vec<String>)> = vec![
        (
            "name=\"order\" type=\"Order\"",
            "name=\"order\" type=\"Base\"",
            vec!["element:order type: Order → Base".into()],
        ),
        (" nillable=\"true\"", "", vec!["element:note nillable: true → none".into()]),
        (" substitutionGroup=\"note\"", "", vec!["element:remark substitutionGroup: note → none".into()]),
        (
            "name=\"remark\" type=\"xs:string\"",
            "name=\"remark\" type=\"xs:token\"",
            vec!["element:remark type: xs:string → xs:token".into()],
        ),
        ("name=\"remark\"", "name=\"remark\" abstract=\"true\"", vec!["element:remark abstract: none → true".into()]),
        (
            "name=\"remark\"",
            "name=\"remark\" final=\"extension\"",
            vec!["element:remark final: none → extension".into()],
        ),
        (
            "name=\"remark\"",
            "name=\"remark\" block=\"substitution\"",
            vec!["element:remark block: none → substitution".into()],
        ),
        ("name=\"remark\"", "name=\"remark\" fixed=\"\"", vec!["element:remark fixed: none → ''".into()]),
        (
            "maxOccurs=\"5\"",
            "maxOccurs=\"6\"",
            vec!["element:list/type content: (entry{1,5}, count) → (entry{1,6}, count)".into()],
        ),
        (
            "xs:maxInclusive value=\"9\"",
            "xs:maxInclusive value=\"8\"",
            vec!["element:list/type/element:count/type facet.maxInclusive: 9 → 8".into()],
        ),
        ("xs:field xpath=\".\"", "xs:field xpath=\"@x\"", vec!["identityConstraint:entries fields: . → @x".into()]),
        ("xs:unique", "xs:key", vec!["identityConstraint:entries category: unique → key".into()]),
        (
            "name=\"id\" type=\"xs:int\"",
            "name=\"id\" type=\"xs:long\"",
            vec!["complexType:Base/element:id type: xs:int → xs:long".into()],
        ),
        ("xs:language", "xs:token", vec!["complexType:Base/attribute:lang type: xs:language → xs:token".into()]),
        ("default=\"1\"", "default=\"2\"", vec!["complexType:Order/element:a default: '1' → '2'".into()]),
        (
            "ref=\"note\" minOccurs=\"0\"",
            "ref=\"note\"",
            vec![edited_order("(group g, note, (a | b), any(not ##local, lax)?)")],
        ),
        (
            "<xs:choice>",
            "<xs:choice minOccurs=\"0\">",
            vec![edited_order("(group g, note?, (a | b)?, any(not ##local, lax)?)")],
        ),
        (
            "\"##other\" processContents=\"lax\"",
            "\"##other\" processContents=\"skip\"",
            vec![edited_order("(group g, note?, (a | b), any(not ##local, skip)?)")],
        ),
        ("use=\"required\"", "use=\"optional\"", vec!["complexType:Order/attribute:x required: true → none".into()]),
        (
            "<xs:attribute ref=\"shared\"/>",
            "<xs:attribute ref=\"shared\" use=\"required\"/>",
            vec!["complexType:Order attribute shared: optional → required".into()],
        ),
        ("<xs:attribute ref=\"shared\"/>", "", vec!["complexType:Order attribute shared: optional → none".into()]),
        ("<xs:attributeGroup ref=\"ag\"/>", "", vec!["complexType:Order attributeGroups: ag → none".into()]),
        (
            "<xs:anyAttribute namespace=\"urn:x\"/>",
            "",
            vec!["complexType:Order attributeWildcard: any(urn:x, strict) → none".into()],
        ),
        (
            "<xs:complexType name=\"Base\">",
            "<xs:complexType name=\"Base\" final=\"restriction\">",
            vec!["complexType:Base final: none → restriction".into()],
        ),
        (
            "<xs:complexType name=\"Base\">",
            "<xs:complexType name=\"Base\" abstract=\"true\">",
            vec!["complexType:Base abstract: none → true".into()],
        ),
        ("\\d+", "\\d*", vec!["simpleType:Sku facet.pattern: \\d+ → \\d*".into()]),
        ("xs:maxLength value=\"8\"", "xs:maxLength value=\"7\"", vec!["simpleType:Sku facet.maxLength: 8 → 7".into()]),
        (
            "<xs:enumeration value=\"blue\"/>",
            "<xs:enumeration value=\"green\"/>",
            vec!["simpleType:Colour facet.enumeration: blue | red → green | red".into()],
        ),
        ("itemType=\"Sku\"", "itemType=\"Colour\"", vec!["simpleType:Many item: Sku → Colour".into()]),
        (
            "memberTypes=\"xs:int Sku\"",
            "memberTypes=\"Sku xs:int\"",
            vec!["simpleType:Either members: xs:int, Sku, (anonymous) → Sku, xs:int, (anonymous)".into()],
        ),
        (
            "<xs:restriction base=\"xs:date\"/>",
            "<xs:restriction base=\"xs:time\"/>",
            vec!["simpleType:Either/member base: xs:date → xs:time".into()],
        ),
        (
            "name=\"inner\" type=\"xs:int\"",
            "name=\"inner\" type=\"xs:byte\"",
            vec!["group:g/element:inner type: xs:int → xs:byte".into()],
        ),
        (
            "name=\"y\" type=\"xs:int\"",
            "name=\"y\" type=\"xs:int\" default=\"3\"",
            vec!["attributeGroup:ag/attribute:y default: none → '3'".into()],
        ),
        (
            "name=\"shared\" type=\"xs:int\"",
            "name=\"shared\" type=\"xs:long\"",
            vec!["attribute:shared type: xs:int → xs:long".into()],
        ),
        ("name=\"gif\"", "name=\"png\"", vec!["+notation:png".into(), "-notation:gif".into()]),
        (
            "<xs:attribute name=\"x\" type=\"xs:int\" use=\"required\"/>",
            "",
            vec!["-complexType:Order/attribute:x".into()],
        ),
        (
            "<xs:element name=\"id\" type=\"xs:int\"/>",
            "<xs:element name=\"id\" type=\"xs:int\"/><xs:element name=\"more\" type=\"xs:int\"/>",
            vec!["+complexType:Base/element:more".into(), "complexType:Base content: (id) → (id, more)".into()],
        ),
        (
            "<xs:simpleType name=\"Short\">",
            "<xs:simpleType name=\"Long\">",
            vec!["+simpleType:Long".into(), "-simpleType:Short".into()],
        ),
    ];
    assert!(edits.len() >= 30);
    let mut failures = Vec::new();
    for (from, to, expected) in edits {
        assert!(SHOP.contains(from), "{from}");
        let new = compile_bare(&SHOP.replace(from, to));
        let found = lines(&compared(&old, &new));
        if found != expected {
            failures.push(format!("{from} → {to}\n  expected {expected:#?}\n  found {found:#?}"));
        }
        let back = compared(&new, &old);
        assert_eq!(lines(&back).len(), expected.len(), "{from} back");
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn identical_schemas_in_other_files_give_nothing() {
    let one = compile_files(&[("a.xsd", "", SHOP)]);
    let other = compile_files(&[
        ("deep/er/b.xsd", "", r#"<xs:include schemaLocation="../c.xsd"/><!-- elsewhere -->"#),
        ("deep/c.xsd", "", &format!("\n\n{SHOP}")),
    ]);
    assert_eq!(compared(&one, &other), Comparison::default());
}

#[test]
fn another_target_namespace_identifies_everything_anew() {
    let one = compile_files(&[("a.xsd", r#"targetNamespace="urn:1" xmlns="urn:1""#, SHOP)]);
    let two = compile_files(&[("a.xsd", r#"targetNamespace="urn:2" xmlns="urn:2""#, SHOP)]);
    let comparison = compared(&one, &two);
    assert!(comparison.namespace_changed && comparison.changed.is_empty());
    assert_eq!(comparison.added.len(), comparison.removed.len());
    assert!(comparison.added.contains(&"element:{urn:2}order".to_owned()));
}

#[test]
fn what_refers_to_a_change_may_be_touched_by_it() {
    let old = compile_bare(SHOP);
    let new = compile_bare(&SHOP.replace("xs:maxLength value=\"8\"", "xs:maxLength value=\"7\""));
    let impact = compared(&old, &new).potential_impact;
    let touched: Vec<&str> = impact.iter().map(|impact| impact.id.as_str()).collect();
    assert_eq!(
        touched,
        [
            "complexType:Order",
            "element:list",
            "element:order",
            "simpleType:Either",
            "simpleType:Many",
            "simpleType:Short"
        ]
    );
    assert!(impact.iter().all(|impact| impact.because == "simpleType:Sku"), "{impact:?}");
}

#[test]
fn long_values_show_where_they_differ() {
    let values: String = (0..2_000).map(|number| format!(r#"<xs:enumeration value="value {number:05}"/>"#)).collect();
    let body = format!(
        r#"<xs:simpleType name="S"><xs:restriction base="xs:string">{values}</xs:restriction></xs:simpleType>"#
    );
    let comparison = compared(&compile_bare(&body), &compile_bare(&body.replace("value 00900", "value 00900x")));
    let change = &comparison.changed[0].changes[0];
    let (old, new) = (change.old.as_deref().unwrap(), change.new.as_deref().unwrap());
    for (value, changed) in [(old, "value 00900 "), (new, "value 00900x ")] {
        assert!(value.contains(changed) && value.starts_with("… ") && value.ends_with(" …"), "{change:?}");
        assert!(value.contains(" | value 00899 | ") && value.len() < 400, "{change:?}");
    }
    let comparison = compared(&compile_bare(&body), &compile_bare(&body.replace("value ", "Value ")));
    let change = &comparison.changed[0].changes[0];
    assert!(change.new.as_ref().is_some_and(|new| new.starts_with("Value 00000") && new.chars().count() == 2_001));
}

#[test]
fn conditions_are_part_of_what_a_component_says() {
    let body = r#"<xs:element name="e" type="B"><xs:alternative test="@x = 1" type="D"/><xs:alternative><xs:complexType><xs:complexContent><xs:extension base="B"><xs:attribute name="own" type="xs:int"/></xs:extension></xs:complexContent></xs:complexType></xs:alternative></xs:element>
        <xs:complexType name="B"><xs:attribute name="x" type="xs:int"/><xs:assert test="@x gt 0"/></xs:complexType>
        <xs:complexType name="D"><xs:complexContent><xs:extension base="B"><xs:assert test="@x lt 9"/></xs:extension></xs:complexContent></xs:complexType>"#;
    let old = compile_bare(body);
    assert!(!old.has_errors(), "{:?}", old.issues);
    for (from, to, expected) in [
        ("@x gt 0", "@x gt 1", "complexType:B assertions: @x gt 0 → @x gt 1"),
        ("@x lt 9", "@x lt 8", "complexType:D assertions: @x lt 9 → @x lt 8"),
        (
            "@x = 1",
            "@x = 2",
            "element:e alternatives: @x = 1 → D; otherwise → (anonymous) → @x = 2 → D; otherwise → (anonymous)",
        ),
        (
            "name=\"own\" type=\"xs:int\"",
            "name=\"own\" type=\"xs:byte\"",
            "element:e/alternative/attribute:own type: xs:int → xs:byte",
        ),
    ] {
        assert!(body.contains(from), "{from}");
        assert_eq!(lines(&compared(&old, &compile_bare(&body.replace(from, to)))), [expected]);
    }
}

#[test]
fn every_identity_of_a_comparison_leads_to_its_component() {
    let body = format!(
        r#"{SHOP}<xs:complexType name="Text"><xs:simpleContent><xs:extension base="Sku"/></xs:simpleContent></xs:complexType>
        <xs:complexType name="Less"><xs:simpleContent><xs:restriction base="Text"><xs:maxLength value="2"/></xs:restriction></xs:simpleContent></xs:complexType>
        <xs:simpleType name="Two"><xs:union><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType><xs:simpleType><xs:list><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:list></xs:simpleType></xs:union></xs:simpleType>
        <xs:simpleType name="On"><xs:restriction><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:restriction></xs:simpleType>
        <xs:element name="either" type="Base"><xs:alternative test="@lang = 'a'"><xs:complexType><xs:complexContent><xs:extension base="Base"/></xs:complexContent></xs:complexType></xs:alternative><xs:alternative><xs:complexType><xs:complexContent><xs:extension base="Base"/></xs:complexContent></xs:complexType></xs:alternative></xs:element>"#
    );
    let (empty, full) = (compile_bare(""), compile_bare(&body));
    assert!(!full.has_errors(), "{:?}", full.issues);
    let ids = Ids::new(&full);
    let added = compared(&empty, &full).added;
    for role in
        ["/content", "/member", "/member#2", "/member#2/item", "/base", "/alternative", "/alternative#2", "/type"]
    {
        assert!(added.iter().any(|id| id.ends_with(role)), "{role}: {added:#?}");
    }
    let mut found = std::collections::BTreeSet::new();
    for id in &added {
        let Lookup::Found(component) = ids.find(id, &[]) else { panic!("{id}") };
        assert!(found.insert(component), "{id} leads to the component of another identity");
    }
    for unknown in ["simpleType:Two/member#3", "simpleType:Two/item", "simpleType:Two/member#0", "simpleType:Two/base"]
    {
        assert_eq!(ids.find(unknown, &[]), Lookup::Unknown, "{unknown}");
    }
}
