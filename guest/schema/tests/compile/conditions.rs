//! Assertions, type tables, inheritable attributes, and the schema as XPath sees it.

use crate::support::{compile_body, compile_files, errors, found};
use pyxsd_datatypes::{Builtin, FacetKind};
use pyxsd_schema::XsdVersion::{V1_0, V1_1};
use pyxsd_schema::components::*;
use pyxsd_schema::{CompileOptions, NameMatching, Schema, SchemaTypes};
use pyxsd_xpath::{TypeRef, Types};

const NS: &str = "urn:t";

fn clean(body: &str) -> Schema {
    let schema = compile_body(body, V1_1);
    assert_eq!(errors(&schema), [""; 0], "{}", found(&schema));
    assert!(schema.unsupported.is_empty());
    schema
}

fn types(schema: &Schema) -> SchemaTypes<'_> {
    SchemaTypes { components: &schema.components, names: &schema.names }
}

fn type_ref(schema: &Schema, name: &str) -> TypeRef {
    types(schema).find_type(NS, name).unwrap_or_else(|| panic!("no type {name}"))
}

fn complex<'s>(schema: &'s Schema, name: &str) -> &'s ComplexType {
    match &schema.components.type_(TypeId(type_ref(schema, name).0)).detail {
        TypeDetail::Complex(complex) => complex,
        TypeDetail::Simple(_) => panic!("{name} is simple"),
    }
}

fn assertions(schema: &Schema, name: &str) -> Vec<String> {
    let all = complex(schema, name).assertions.as_ref().map(|all| all.in_order()).unwrap_or_default();
    all.iter().map(|assertion| assertion.text.to_string()).collect()
}

#[test]
fn assertions_are_those_of_the_base_and_then_the_own_ones() {
    let schema = clean(
        "<xs:complexType name='c'><xs:complexContent><xs:restriction base='t:b'><xs:assert test='4'/></xs:restriction></xs:complexContent></xs:complexType>
        <xs:complexType name='a'><xs:attribute name='x'/><xs:assert test='1'/><xs:assert test='2'/></xs:complexType>
        <xs:complexType name='b'><xs:complexContent><xs:extension base='t:a'><xs:assert test='3'/></xs:extension></xs:complexContent></xs:complexType>
        <xs:complexType name='d'><xs:complexContent><xs:extension base='t:c'/></xs:complexContent></xs:complexType>
        <xs:complexType name='none'/>",
    );
    assert_eq!(assertions(&schema, "a"), ["1", "2"]);
    assert_eq!(assertions(&schema, "c"), ["1", "2", "3", "4"]);
    assert_eq!(assertions(&schema, "d"), ["1", "2", "3", "4"]);
    assert!(complex(&schema, "none").assertions.is_none());
}

#[test]
fn assertion_facets_are_facets_of_their_type() {
    let schema = clean(
        "<xs:simpleType name='s'><xs:restriction base='xs:int'><xs:maxInclusive value='5'/><xs:assertion test='$value gt 1'/></xs:restriction></xs:simpleType>",
    );
    let datatype = types(&schema).datatype(type_ref(&schema, "s")).expect("a simple type");
    assert_eq!(datatype.facets().last(), Some(&(FacetKind::Assertion, "$value gt 1".to_owned())));
}

#[test]
fn a_type_table_keeps_its_alternatives_in_order() {
    let schema = clean(
        "<xs:element name='e' type='t:a'><xs:alternative test='@k = 1' type='t:b'/><xs:alternative type='xs:error'/></xs:element>
        <xs:complexType name='a'><xs:attribute name='k'/></xs:complexType>
        <xs:complexType name='b'><xs:complexContent><xs:extension base='t:a'/></xs:complexContent></xs:complexType>
        <xs:element name='plain' type='t:a'/>",
    );
    assert!(schema.components.has_type_tables);
    let element = |name: &str| {
        let found = types(&schema).find_element(NS, name).expect("an element");
        schema.components.element(ElementId(found.0))
    };
    let table = element("e").type_table.as_ref().expect("a type table");
    let tests: Vec<Option<&str>> =
        table.alternatives.iter().map(|one| one.test.as_ref().map(|test| &*test.text)).collect();
    assert_eq!(tests, [Some("@k = 1"), None]);
    assert_eq!(table.alternatives[0].type_id, TypeId(type_ref(&schema, "b").0));
    assert_eq!(table.alternatives[1].type_id, TypeId::builtin(Builtin::Error));
    assert!(element("plain").type_table.is_none());
}

#[test]
fn a_use_is_inheritable_as_it_says_else_as_its_declaration() {
    let schema = clean(
        "<xs:attribute name='yes' inheritable='true'/><xs:attribute name='no'/>
        <xs:complexType name='c'><xs:attribute ref='t:yes'/><xs:attribute ref='t:no' inheritable='true'/>
        <xs:attribute name='local' inheritable='1'/><xs:attribute name='plain'/></xs:complexType>",
    );
    let uses: Vec<bool> = complex(&schema, "c").attributes.uses.iter().map(|used| used.inheritable).collect();
    assert_eq!(uses, [true, true, true, false]);
}

#[test]
fn version_1_0_has_no_conditions() {
    let schema = compile_body(
        "<xs:element name='e' type='xs:string'><xs:alternative test='(' type='xs:token'/></xs:element>",
        V1_0,
    );
    assert!(!schema.components.has_type_tables);
    assert_eq!(errors(&schema).len(), 1, "{}", found(&schema));
}

#[test]
fn names_derivation_and_substitution_are_answered_as_the_schema_says() {
    let schema = clean(
        "<xs:simpleType name='small'><xs:restriction base='xs:short'/></xs:simpleType>
        <xs:complexType name='a'/>
        <xs:complexType name='b'><xs:complexContent><xs:extension base='t:a'/></xs:complexContent></xs:complexType>
        <xs:element name='head' type='t:a' nillable='true'/><xs:element name='member' type='t:b' substitutionGroup='t:head'/>
        <xs:attribute name='size' type='t:small'/>",
    );
    let types = types(&schema);
    let (small, a, b) = (type_ref(&schema, "small"), type_ref(&schema, "a"), type_ref(&schema, "b"));
    assert_eq!(types.type_name(small), "{urn:t}small");
    assert_eq!(types.base(small), Some(TypeRef::builtin(Builtin::Short)));
    assert_eq!((types.base(b), types.base(a)), (Some(a), Some(TypeRef::ANY_TYPE)));
    assert_eq!(types.base(TypeRef::ANY_TYPE), None);
    assert_eq!(types.type_name(TypeRef::UNTYPED), "{http://www.w3.org/2001/XMLSchema}untyped");
    assert!(types.datatype(a).is_none() && types.datatype(small).is_some());
    let namespace = schema.names.find_namespace(NS).expect("a namespace");
    let name = |local| schema.names.find(namespace, local).expect("a name");
    let head = types.find_element(NS, "head").expect("an element");
    let member = types.find_element(NS, "member").expect("an element");
    for (declaration, local, type_ref, nilled, expected) in [
        (head, "head", a, false, true),
        (head, "head", b, true, true),
        (head, "member", b, false, true),
        (head, "size", b, false, false),
        (head, "head", small, false, false),
        (head, "head", TypeRef::UNTYPED, false, false),
        (member, "head", b, false, false),
        (member, "member", a, false, false),
        (member, "member", b, true, false),
    ] {
        let found = types.element_matches(declaration, name(local), type_ref, nilled);
        assert_eq!(found, expected, "{local} {type_ref:?} {nilled}");
    }
    let size = types.find_attribute(NS, "size").expect("an attribute");
    assert!(types.attribute_matches(size, name("size"), small));
    assert!(!types.attribute_matches(size, name("size"), TypeRef::builtin(Builtin::Short)));
    assert!(!types.attribute_matches(size, name("head"), small));
    assert_eq!((types.find_type(NS, "none"), types.find_element("urn:none", "head")), (None, None));
}

#[test]
fn legacy_matching_looks_names_up_by_their_local_part() {
    let options = CompileOptions { matching: NameMatching::Legacy, ..CompileOptions::default() };
    let body = "<xs:element name='e' type='xs:int'/>";
    let schema = compile_files(&[("a.xsd", "targetNamespace='urn:t'", body)], &options);
    assert!(types(&schema).find_element("urn:whatever", "e").is_some());
}
