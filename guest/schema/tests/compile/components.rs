//! What compiled components look like.

use crate::support::{compile_body, compile_files, errors, found};
use pyxsd_schema::XsdVersion::{self, V1_0, V1_1};
use pyxsd_schema::components::*;
use pyxsd_schema::{CompileOptions, NameMatching, Schema};

/// A schema without any error.
fn clean(body: &str, version: XsdVersion) -> Schema {
    let schema = compile_body(body, version);
    assert_eq!(errors(&schema), [""; 0], "{}", found(&schema));
    schema
}

fn symbol(schema: &Schema, name: &str) -> pyxsd_xml::Symbol {
    let namespace = schema.names.find_namespace("urn:t").expect("the target namespace");
    schema.names.find(namespace, name).unwrap_or_else(|| panic!("no name {name}"))
}

fn element<'s>(schema: &'s Schema, name: &str) -> &'s ElementDeclaration {
    schema.components.element(schema.components.element_by_key[&symbol(schema, name)])
}

fn complex<'s>(schema: &'s Schema, name: &str) -> &'s ComplexType {
    match &schema.components.type_(schema.components.type_by_key[&symbol(schema, name)]).detail {
        TypeDetail::Complex(complex) => complex,
        TypeDetail::Simple(_) => panic!("{name} is simple"),
    }
}

/// A particle in the notation of DTDs, with counts in braces.
fn shown(schema: &Schema, particle: &Particle) -> String {
    let components = &schema.components;
    let term = match &particle.term {
        Term::Element(id) => schema.names.local(components.element(*id).name).to_owned(),
        Term::Wildcard(_) => "*".to_owned(),
        Term::Group(group) => {
            let separator = match group.compositor {
                Compositor::Sequence => ",",
                Compositor::Choice => "|",
                Compositor::All => "&",
            };
            let inner: Vec<String> = group.particles.iter().map(|inner| shown(schema, inner)).collect();
            format!("({})", inner.join(separator))
        }
    };
    match (particle.occurs.min, particle.occurs.max) {
        (1, Some(1)) => term,
        (min, Some(max)) => format!("{term}{{{min},{max}}}"),
        (min, None) => format!("{term}{{{min},}}"),
    }
}

fn content(schema: &Schema, name: &str) -> String {
    match &complex(schema, name).content {
        Content::Empty => "EMPTY".to_owned(),
        Content::Simple { type_id, .. } => match schema.components.type_(*type_id).name {
            Some(name) => format!("TEXT {}", schema.names.local(name)),
            None => "TEXT".to_owned(),
        },
        Content::Elements { mixed, particle, open, .. } => {
            let mixed = if *mixed { "mixed " } else { "" };
            let open = if open.is_some() { " open" } else { "" };
            format!("{mixed}{}{open}", shown(schema, particle))
        }
    }
}

fn attributes(schema: &Schema, name: &str) -> Vec<String> {
    let uses = &complex(schema, name).attributes.uses;
    uses.iter().map(|own| schema.names.local(schema.components.attribute(own.attribute).name).to_owned()).collect()
}

#[test]
fn a_document_of_every_mainstream_construct_compiles() {
    let schema = clean(
        r###"<xs:element name="root" type="Root"/>
        <xs:complexType name="Root"><xs:sequence>
          <xs:element name="a" type="xs:int" minOccurs="0" maxOccurs="unbounded"/>
          <xs:choice><xs:element name="b"><xs:complexType><xs:attribute name="x" type="xs:date"/></xs:complexType></xs:element>
            <xs:element ref="root"/></xs:choice>
          <xs:any namespace="##other" processContents="lax" maxOccurs="3"/>
        </xs:sequence><xs:attribute name="id" type="xs:ID" use="required"/></xs:complexType>"###,
        V1_0,
    );
    assert_eq!(content(&schema, "Root"), "(a{0,},(b|root),*{1,3})");
    let root = element(&schema, "root");
    assert_eq!(root.type_id, schema.components.type_by_key[&symbol(&schema, "Root")]);
    let place = root.place.as_ref().expect("a place");
    assert_eq!((&*place.file, place.position.line), ("a.xsd", 1));
    assert!(complex(&schema, "Root").attributes.uses[0].required);
}

#[test]
fn local_names_are_qualified_as_the_document_or_the_declaration_says() {
    let body = r#"<xs:complexType name="T"><xs:sequence><xs:element name="q" form="qualified"/><xs:element name="u"/></xs:sequence>
        <xs:attribute name="a" form="qualified"/></xs:complexType>"#;
    let schema = clean(body, V1_0);
    assert!(schema.names.find(schema.names.find_namespace("urn:t").unwrap(), "q").is_some());
    assert!(schema.names.find(schema.names.find_namespace("urn:t").unwrap(), "u").is_none());
    assert!(schema.names.find(schema.names.find_namespace("urn:t").unwrap(), "a").is_some());
}

#[test]
fn extension_appends_content_and_attributes() {
    let schema = clean(
        r#"<xs:complexType name="A"><xs:sequence><xs:element name="a"/></xs:sequence><xs:attribute name="x"/></xs:complexType>
        <xs:complexType name="B"><xs:complexContent><xs:extension base="A"><xs:choice><xs:element name="b"/></xs:choice>
          <xs:attribute name="y"/></xs:extension></xs:complexContent></xs:complexType>
        <xs:complexType name="C"><xs:complexContent><xs:extension base="B"><xs:sequence><xs:element name="c"/></xs:sequence>
          </xs:extension></xs:complexContent></xs:complexType>
        <xs:complexType name="D"><xs:complexContent><xs:extension base="C"/></xs:complexContent></xs:complexType>"#,
        V1_0,
    );
    assert_eq!(content(&schema, "B"), "(a,(b))");
    assert_eq!(content(&schema, "C"), "(a,(b),(c))");
    assert_eq!(content(&schema, "D"), "(a,(b),(c))");
    assert_eq!(attributes(&schema, "C"), ["x", "y"]);
}

#[test]
fn what_is_empty_adds_nothing_to_an_extension() {
    let schema = clean(
        r#"<xs:complexType name="M" mixed="true"/>
        <xs:complexType name="A" mixed="true"><xs:all><xs:element name="a"/></xs:all></xs:complexType>
        <xs:complexType name="B"><xs:complexContent mixed="true"><xs:extension base="A"/></xs:complexContent></xs:complexType>
        <xs:complexType name="C"><xs:complexContent mixed="true"><xs:extension base="M"><xs:choice><xs:element name="c"/></xs:choice></xs:extension></xs:complexContent></xs:complexType>"#,
        V1_0,
    );
    assert_eq!(content(&schema, "B"), "mixed (a)");
    assert_eq!(content(&schema, "C"), "mixed (c)");
}

#[test]
fn all_groups_are_extended_by_all_groups_in_1_1() {
    let body = r#"<xs:complexType name="A"><xs:all><xs:element name="a"/></xs:all></xs:complexType>
        <xs:complexType name="B"><xs:complexContent><xs:extension base="A"><xs:all><xs:element name="b" minOccurs="0"/></xs:all></xs:extension></xs:complexContent></xs:complexType>"#;
    assert_eq!(content(&clean(body, V1_1), "B"), "(a&b{0,1})");
}

#[test]
fn restriction_repeats_content_and_keeps_attributes_that_it_does_not_prohibit() {
    let schema = clean(
        r#"<xs:complexType name="A"><xs:sequence><xs:element name="a" minOccurs="0"/></xs:sequence>
          <xs:attribute name="x"/><xs:attribute name="y"/><xs:attribute name="z" type="xs:int"/></xs:complexType>
        <xs:complexType name="B"><xs:complexContent><xs:restriction base="A"><xs:sequence/>
          <xs:attribute name="y" use="prohibited"/><xs:attribute name="z" type="xs:int" use="required"/></xs:restriction></xs:complexContent></xs:complexType>"#,
        V1_0,
    );
    assert_eq!(content(&schema, "B"), "EMPTY");
    assert_eq!(attributes(&schema, "B"), ["x", "z"]);
    assert_eq!(complex(&schema, "B").attributes.prohibited.len(), 1);
}

#[test]
fn simple_content_is_extended_and_restricted() {
    let schema = clean(
        r#"<xs:complexType name="A"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="u"/></xs:extension></xs:simpleContent></xs:complexType>
        <xs:complexType name="B"><xs:simpleContent><xs:restriction base="A"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleContent></xs:complexType>
        <xs:complexType name="M" mixed="true"/>
        <xs:complexType name="C"><xs:simpleContent><xs:restriction base="M"><xs:simpleType><xs:restriction base="xs:string"/></xs:simpleType>
          <xs:maxLength value="3"/></xs:restriction></xs:simpleContent></xs:complexType>"#,
        V1_0,
    );
    assert_eq!(content(&schema, "A"), "TEXT int");
    assert_eq!(attributes(&schema, "B"), ["u"]);
    for (name, good, bad) in [("B", "9", "10"), ("C", "abc", "abcd")] {
        let Content::Simple { datatype, .. } = &complex(&schema, name).content else { panic!("{name}") };
        assert!(datatype.validate(good, &pyxsd_datatypes::NoContext).is_ok());
        assert!(datatype.validate(bad, &pyxsd_datatypes::NoContext).is_err());
    }
}

#[test]
fn groups_are_put_where_they_are_referred_to() {
    let schema = clean(
        r###"<xs:group name="G"><xs:sequence><xs:element name="a"/><xs:group ref="H" minOccurs="0"/></xs:sequence></xs:group>
        <xs:group name="H"><xs:choice><xs:element name="b"/><xs:element name="c"/></xs:choice></xs:group>
        <xs:attributeGroup name="P"><xs:attribute name="p"/><xs:attributeGroup ref="Q"/></xs:attributeGroup>
        <xs:attributeGroup name="Q"><xs:attribute name="q"/><xs:anyAttribute namespace="##local"/></xs:attributeGroup>
        <xs:complexType name="T"><xs:group ref="G" maxOccurs="2"/><xs:attributeGroup ref="P"/></xs:complexType>"###,
        V1_0,
    );
    assert_eq!(content(&schema, "T"), "(a,(b|c){0,1}){1,2}");
    assert_eq!(attributes(&schema, "T"), ["p", "q"]);
    assert!(complex(&schema, "T").attributes.wildcard.is_some());
}

#[test]
fn content_that_can_hold_nothing_is_empty() {
    let schema = clean(
        r#"<xs:complexType name="A"><xs:sequence/></xs:complexType>
        <xs:complexType name="B"><xs:sequence maxOccurs="0" minOccurs="0"><xs:element name="x"/></xs:sequence></xs:complexType>
        <xs:complexType name="C"><xs:choice minOccurs="0"/></xs:complexType>
        <xs:complexType name="D"><xs:choice/></xs:complexType>
        <xs:complexType name="E" mixed="true"/>"#,
        V1_0,
    );
    let contents = ["A", "B", "C", "D", "E"].map(|name| content(&schema, name));
    assert_eq!(contents, ["EMPTY", "EMPTY", "EMPTY", "()", "mixed ()"]);
}

#[test]
fn substitution_groups_are_transitive_and_respect_block() {
    let schema = clean(
        r#"<xs:element name="head" type="xs:decimal"/>
        <xs:element name="one" substitutionGroup="head" type="xs:integer"/>
        <xs:element name="two" substitutionGroup="one"/>
        <xs:element name="shut" block="substitution"/><xs:element name="never" substitutionGroup="shut"/>
        <xs:element name="picky" type="xs:decimal" block="restriction"/>
        <xs:element name="same" substitutionGroup="picky"/><xs:element name="narrow" type="xs:int" substitutionGroup="picky"/>"#,
        V1_0,
    );
    let members = |name: &str| -> Vec<&str> {
        let substitutes = element(&schema, name).substitutes.iter();
        substitutes.map(|id| schema.names.local(schema.components.element(*id).name)).collect()
    };
    assert_eq!(members("head"), ["one", "two"]);
    assert_eq!(members("one"), ["two"]);
    assert_eq!(members("shut"), [""; 0]);
    assert_eq!(members("picky"), ["same"]);
    assert_eq!(element(&schema, "two").type_id, element(&schema, "one").type_id);
}

#[test]
fn an_element_may_have_several_heads_in_1_1() {
    let body = r#"<xs:element name="h1"/><xs:element name="h2"/><xs:element name="m" substitutionGroup="h1 h2"/>"#;
    let schema = clean(body, V1_1);
    assert_eq!(element(&schema, "h2").substitutes.len(), 1);
}

#[test]
fn values_are_parsed_under_their_types() {
    let schema = clean(
        r#"<xs:attribute name="g" type="xs:int" fixed="07"/>
        <xs:element name="e" type="xs:int" default=" 5 "/>
        <xs:complexType name="T"><xs:attribute ref="g"/><xs:attribute name="l" type="xs:boolean" default="true"/></xs:complexType>"#,
        V1_0,
    );
    assert!(element(&schema, "e").value.as_ref().is_some_and(|value| !value.fixed && value.value.is_some()));
    let uses = &complex(&schema, "T").attributes.uses;
    assert!(
        uses[0].value.as_ref().is_some_and(|value| value.fixed && &*value.lexical == "07" && value.value.is_some())
    );
    assert!(uses[1].value.as_ref().is_some_and(|value| !value.fixed && value.value.is_some()));
}

#[test]
fn identity_constraints_have_parsed_paths() {
    let schema = clean(
        r#"<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="x"/></xs:sequence></xs:complexType>
        <xs:key name="k"><xs:selector xpath=".//t:a/b | child::t:*/."/><xs:field xpath="@id"/><xs:field xpath="c/@t:d"/></xs:key>
        <xs:keyref name="kr" refer="k"><xs:selector xpath="*"/><xs:field xpath="."/><xs:field xpath="attribute::e"/></xs:keyref></xs:element>"#,
        V1_0,
    );
    let constraints: Vec<_> =
        element(&schema, "r").identity_constraints.iter().map(|id| schema.components.identity(*id)).collect();
    assert_eq!((constraints[0].kind, constraints[1].kind), (IdentityKind::Key, IdentityKind::Keyref));
    assert_eq!(constraints[1].refer, Some(element(&schema, "r").identity_constraints[0]));
    assert!(constraints[0].selector[0].descendant);
    assert_eq!(constraints[0].selector[0].steps.len(), 2);
    assert!(matches!(constraints[0].selector[1].steps[0], NameTest::Namespace(_)));
    assert!(constraints[0].fields[1][0].attribute.is_some());
    assert_eq!(constraints[1].selector[0].steps, [NameTest::Any]);
    assert_eq!(constraints[1].fields[0][0], IdentityPath { descendant: false, steps: Vec::new(), attribute: None });
}

#[test]
fn legacy_matching_keys_are_local_names() {
    let options = CompileOptions { matching: NameMatching::Legacy, ..CompileOptions::default() };
    let schema = compile_files(
        &[("a.xsd", r#"targetNamespace="urn:t""#, r#"<xs:element name="e" type="T"/><xs:complexType name="T"/>"#)],
        &options,
    );
    assert_eq!(errors(&schema), [""; 0], "{}", found(&schema));
    let bare = schema.names.find(pyxsd_xml::NamespaceId::NONE, "e").expect("the local name");
    assert!(schema.components.element_by_key.contains_key(&bare));
}

#[test]
fn open_content_and_default_attributes_reach_the_types() {
    let list = [(
        "a.xsd",
        r#"targetNamespace="urn:t" xmlns="urn:t" defaultAttributes="D""#,
        r#"<xs:defaultOpenContent mode="suffix"><xs:any/></xs:defaultOpenContent>
        <xs:attributeGroup name="D"><xs:attribute name="d"/></xs:attributeGroup>
        <xs:complexType name="T"><xs:sequence><xs:element name="a"/></xs:sequence></xs:complexType>
        <xs:complexType name="E" defaultAttributesApply="false"/>
        <xs:complexType name="N"><xs:openContent mode="none"/><xs:sequence><xs:element name="a"/></xs:sequence></xs:complexType>"#,
    )];
    let schema = compile_files(&list, &CompileOptions::default());
    assert_eq!(errors(&schema), [""; 0], "{}", found(&schema));
    assert_eq!(["T", "E", "N"].map(|name| content(&schema, name)), ["(a) open", "EMPTY", "(a)"]);
    assert_eq!(attributes(&schema, "T"), ["d"]);
    assert_eq!(attributes(&schema, "E"), [""; 0]);
}

#[test]
fn a_chain_of_ten_thousand_derivations_compiles() {
    let mut body = String::from(r#"<xs:complexType name="T0"/>"#);
    for number in 1..10_000 {
        body += &format!(
            r#"<xs:complexType name="T{number}"><xs:complexContent><xs:extension base="T{}"/></xs:complexContent></xs:complexType>"#,
            number - 1
        );
    }
    let schema = clean(&body, V1_1);
    assert_eq!(content(&schema, "T9999"), "EMPTY");
}
