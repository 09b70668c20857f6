//! How documents make up a schema.

use crate::support::{compile_files, errors, files, found};
use pyxsd_schema::components::*;
use pyxsd_schema::{CompileError, CompileOptions, ReferenceKind, Schema, XsdVersion, compile, references};

const T: &str = r#"targetNamespace="urn:t" xmlns="urn:t""#;

fn clean(list: &[(&str, &str, &str)]) -> Schema {
    let schema = compile_files(list, &CompileOptions::default());
    assert_eq!(errors(&schema), [""; 0], "{}", found(&schema));
    assert_eq!(schema.unresolved, [], "{}", found(&schema));
    schema
}

fn global(schema: &Schema, uri: &str, local: &str) -> bool {
    let name = schema.names.find_namespace(uri).and_then(|namespace| schema.names.find(namespace, local));
    name.is_some_and(|name| schema.components.element_by_key.contains_key(&name))
}

/// Local names of the elements in the content of a type of `urn:t`, in order.
fn members(schema: &Schema, name: &str) -> Vec<String> {
    let namespace = schema.names.find_namespace("urn:t").expect("the namespace");
    let id = schema.components.type_by_key[&schema.names.find(namespace, name).expect("the type")];
    let TypeDetail::Complex(complex) = &schema.components.type_(id).detail else { panic!("{name} is simple") };
    let Content::Elements { particle, .. } = &complex.content else { return Vec::new() };
    let mut found = Vec::new();
    let mut stack = vec![particle.clone()];
    while let Some(particle) = stack.pop() {
        match particle.term {
            Term::Element(id) => found.push(schema.names.local(schema.components.element(id).name).to_owned()),
            Term::Wildcard(_) => found.push("*".to_owned()),
            Term::Group(group) => stack.extend(group.particles.iter().rev().cloned()),
        }
    }
    found
}

#[test]
fn a_chameleon_takes_the_namespace_of_each_includer_and_so_do_its_references() {
    let schema = clean(&[
        (
            "a.xsd",
            r#"targetNamespace="urn:t" xmlns:o="urn:o""#,
            r#"<xs:include schemaLocation="sub/c.xsd"/><xs:import namespace="urn:o" schemaLocation="o.xsd"/>"#,
        ),
        ("o.xsd", r#"targetNamespace="urn:o""#, r#"<xs:include schemaLocation="sub/../sub/c.xsd"/>"#),
        (
            "sub/c.xsd",
            "",
            r#"<xs:element name="e" type="T"/><xs:complexType name="T"><xs:sequence><xs:element ref="e" minOccurs="0"/></xs:sequence></xs:complexType>"#,
        ),
    ]);
    assert!(global(&schema, "urn:t", "e") && global(&schema, "urn:o", "e") && !global(&schema, "", "e"));
    let documents: Vec<(&str, &str)> = schema
        .components
        .documents
        .iter()
        .map(|document| (&*document.path, schema.names.namespace_uri(document.namespace)))
        .collect();
    assert_eq!(documents, [("a.xsd", "urn:t"), ("sub/c.xsd", "urn:t"), ("o.xsd", "urn:o"), ("sub/c.xsd", "urn:o")]);
}

#[test]
fn cycles_diamonds_and_self_inclusion_load_each_document_once() {
    let schema = clean(&[
        (
            "a.xsd",
            T,
            r#"<xs:include schemaLocation="a.xsd"/><xs:include schemaLocation="b.xsd"/><xs:include schemaLocation="c.xsd"/>"#,
        ),
        ("b.xsd", T, r#"<xs:include schemaLocation="./d.xsd"/><xs:include schemaLocation="a.xsd"/>"#),
        ("c.xsd", T, r#"<xs:include schemaLocation="x/../d.xsd"/>"#),
        ("d.xsd", T, r#"<xs:element name="d"/>"#),
    ]);
    assert_eq!(schema.components.documents.len(), 4);
}

#[test]
fn an_include_of_another_namespace_is_refused() {
    let schema = compile_files(
        &[("a.xsd", T, r#"<xs:include schemaLocation="b.xsd"/>"#), ("b.xsd", r#"targetNamespace="urn:o""#, "")],
        &CompileOptions::default(),
    );
    assert_eq!(errors(&schema), ["compose-namespace src-include.2"]);
}

#[test]
fn imports_must_agree_with_what_they_find() {
    for (attributes, import, other, expected) in [
        (
            T,
            r#"namespace="urn:x" schemaLocation="b.xsd""#,
            r#"targetNamespace="urn:o""#,
            "compose-invalid src-import.3",
        ),
        (T, r#"namespace="urn:t""#, "", "compose-invalid src-import.1.1"),
        ("", r#"schemaLocation="b.xsd""#, "", "compose-invalid src-import.1.2"),
    ] {
        let import = format!("<xs:import {import}/>");
        let schema = compile_files(&[("a.xsd", attributes, &import), ("b.xsd", other, "")], &CompileOptions::default());
        assert!(errors(&schema).iter().any(|error| error == expected), "{expected}: {}", found(&schema));
    }
}

#[test]
fn what_is_not_there_is_unresolved_with_its_place() {
    let schema = compile_files(
        &[(
            "a.xsd",
            T,
            "<xs:include schemaLocation=\"sub/x.xsd\"/>\n<xs:import namespace=\"urn:o\" schemaLocation=\"http://example.org/o.xsd\"/>",
        )],
        &CompileOptions::default(),
    );
    let unresolved: Vec<_> = schema
        .unresolved
        .iter()
        .map(|one| (one.location.as_str(), one.target.as_str(), one.asked_by.position.line))
        .collect();
    assert_eq!(
        unresolved,
        [("sub/x.xsd", "sub/x.xsd", 1), ("http://example.org/o.xsd", "http://example.org/o.xsd", 2)]
    );
    assert_eq!(schema.absent, ["sub/x.xsd"]);
    assert!(!schema.has_errors() && schema.issues.len() == 2);
}

#[test]
fn a_namespace_without_any_document_is_missed_only_where_it_is_referred_to() {
    let import = r#"<xs:import namespace="urn:o"/>"#;
    assert_eq!(clean(&[("a.xsd", T, import)]).issues, []);
    let body = format!(r#"{import}<xs:element name="e" type="o:T" xmlns:o="urn:o"/>"#);
    let schema = compile_files(&[("a.xsd", T, &body)], &CompileOptions::default());
    assert_eq!(schema.unresolved.len(), 1);
    assert_eq!(schema.unresolved[0].target, "type:{urn:o}T");
}

#[test]
fn a_document_sees_only_the_namespaces_that_it_imports() {
    let list = [
        (
            "a.xsd",
            r#"targetNamespace="urn:t" xmlns:o="urn:o""#,
            r#"<xs:include schemaLocation="b.xsd"/><xs:element name="e" type="o:T"/>"#,
        ),
        ("b.xsd", r#"targetNamespace="urn:t""#, r#"<xs:import namespace="urn:o" schemaLocation="o.xsd"/>"#),
        ("o.xsd", r#"targetNamespace="urn:o""#, r#"<xs:complexType name="T"/>"#),
    ];
    assert_eq!(errors(&compile_files(&list, &CompileOptions::default())), ["unknown-type src-resolve.4.2"]);
}

#[test]
fn the_namespaces_of_xml_and_xlink_come_with_the_engine() {
    let schema = clean(&[(
        "a.xsd",
        r#"xmlns:l="http://www.w3.org/1999/xlink""#,
        r#"<xs:import namespace="http://www.w3.org/XML/1998/namespace" schemaLocation="http://www.w3.org/2001/xml.xsd"/>
        <xs:import namespace="http://www.w3.org/1999/xlink" schemaLocation="xlink.xsd"/>
        <xs:import namespace="http://www.w3.org/2001/XMLSchema"/>
        <xs:complexType name="T"><xs:attribute ref="xml:lang"/><xs:attributeGroup ref="l:simpleAttrs"/></xs:complexType>
        <xs:complexType name="S"><xs:attributeGroup ref="xml:specialAttrs"/></xs:complexType>"#,
    )]);
    assert_eq!(schema.components.documents.len(), 1);
    assert!(
        schema
            .components
            .attributes
            .iter()
            .filter(|attribute| attribute.owner == Owner::Global)
            .all(|attribute| attribute.place.is_none())
    );
}

#[test]
fn a_schema_given_for_a_namespace_satisfies_its_imports() {
    let list = [
        (
            "a.xsd",
            r#"targetNamespace="urn:t" xmlns:o="urn:o""#,
            r#"<xs:import namespace="urn:o" schemaLocation="gone.xsd"/><xs:element name="e" type="o:T"/>"#,
        ),
        ("o.xsd", r#"targetNamespace="urn:o""#, r#"<xs:complexType name="T"/>"#),
    ];
    let given = |path: &str| CompileOptions {
        namespace_schemas: vec![("urn:o".to_owned(), path.to_owned())],
        ..CompileOptions::default()
    };
    let schema = compile_files(&list, &given("o.xsd"));
    assert!(!schema.has_errors() && schema.unresolved.is_empty(), "{}", found(&schema));
    assert!(!compile_files(&list, &given("nowhere.xsd")).unresolved.is_empty());
    let wrong = compile(&["a.xsd".to_owned()], &given("a.xsd"), &mut files(&list));
    assert!(
        matches!(wrong, Err(CompileError::NamespaceSchema(message)) if message.contains("'urn:o'") && message.contains("target namespace"))
    );
}

#[test]
fn redefinitions_take_the_place_of_what_they_extend_also_twice_over() {
    let schema = clean(&[
        (
            "a.xsd",
            T,
            r#"<xs:redefine schemaLocation="b.xsd"><xs:complexType name="T"><xs:complexContent><xs:extension base="T"><xs:sequence><xs:element name="three"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType></xs:redefine>"#,
        ),
        (
            "b.xsd",
            T,
            r#"<xs:redefine schemaLocation="c.xsd"><xs:complexType name="T"><xs:complexContent><xs:extension base="T"><xs:sequence><xs:element name="two"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType></xs:redefine>"#,
        ),
        (
            "c.xsd",
            "",
            r#"<xs:complexType name="T"><xs:sequence><xs:element name="one"/></xs:sequence></xs:complexType><xs:element name="e" type="T"/>"#,
        ),
    ]);
    assert_eq!(members(&schema, "T"), ["one", "two", "three"]);
}

#[test]
fn a_redefined_group_may_hold_what_it_redefines() {
    let schema = clean(&[
        (
            "a.xsd",
            T,
            r#"<xs:redefine schemaLocation="b.xsd"><xs:group name="G"><xs:sequence><xs:group ref="G"/><xs:element name="more"/></xs:sequence></xs:group>
            <xs:attributeGroup name="A"><xs:attributeGroup ref="A"/><xs:attribute name="y"/></xs:attributeGroup>
            <xs:simpleType name="S"><xs:restriction base="S"><xs:maxLength value="2"/></xs:restriction></xs:simpleType></xs:redefine>"#,
        ),
        (
            "b.xsd",
            T,
            r#"<xs:group name="G"><xs:sequence><xs:element name="first"/></xs:sequence></xs:group>
            <xs:attributeGroup name="A"><xs:attribute name="x"/></xs:attributeGroup><xs:simpleType name="S"><xs:restriction base="xs:string"/></xs:simpleType>
            <xs:complexType name="T"><xs:group ref="G"/><xs:attributeGroup ref="A"/></xs:complexType>"#,
        ),
    ]);
    assert_eq!(members(&schema, "T"), ["first", "more"]);
    assert_eq!(schema.components.redefined_groups, []);
}

#[test]
fn redefinitions_that_restrict_are_listed_for_their_check() {
    let schema = compile_files(
        &[
            (
                "a.xsd",
                T,
                r#"<xs:redefine schemaLocation="b.xsd"><xs:group name="G"><xs:sequence><xs:element name="a"/></xs:sequence></xs:group></xs:redefine>"#,
            ),
            (
                "b.xsd",
                T,
                r#"<xs:group name="G"><xs:sequence><xs:element name="a"/><xs:element name="b" minOccurs="0"/></xs:sequence></xs:group>"#,
            ),
        ],
        &CompileOptions { version: XsdVersion::V1_0, ..CompileOptions::default() },
    );
    assert_eq!(schema.components.redefined_groups.len(), 1);
}

#[test]
fn a_redefinition_needs_itself_as_base_and_something_to_redefine() {
    let b = ("b.xsd", T, r#"<xs:complexType name="T"/><xs:complexType name="U"/>"#);
    for (body, expected) in [
        (
            r#"<xs:complexType name="T"><xs:complexContent><xs:extension base="U"/></xs:complexContent></xs:complexType>"#,
            "compose-invalid src-redefine.5",
        ),
        (
            r#"<xs:complexType name="V"><xs:complexContent><xs:extension base="V"/></xs:complexContent></xs:complexType>"#,
            "compose-invalid src-redefine",
        ),
    ] {
        let body = format!(r#"<xs:redefine schemaLocation="b.xsd">{body}</xs:redefine>"#);
        let schema = compile_files(&[("a.xsd", T, &body), b], &CompileOptions::default());
        assert!(errors(&schema).iter().any(|error| error == expected), "{expected}: {}", found(&schema));
    }
}

#[test]
fn an_override_replaces_also_in_what_its_target_includes() {
    let schema = clean(&[
        (
            "a.xsd",
            T,
            r#"<xs:override schemaLocation="b.xsd"><xs:complexType name="T"><xs:sequence><xs:element name="new"/></xs:sequence></xs:complexType>
            <xs:complexType name="Unmatched"/></xs:override>"#,
        ),
        ("b.xsd", T, r#"<xs:include schemaLocation="c.xsd"/>"#),
        (
            "c.xsd",
            "",
            r#"<xs:complexType name="T"><xs:sequence><xs:element name="old"/></xs:sequence></xs:complexType><xs:element name="e" type="T"/>"#,
        ),
    ]);
    assert_eq!(members(&schema, "T"), ["new"]);
    let namespace = schema.names.find_namespace("urn:t").unwrap();
    let unmatched = schema.names.find(namespace, "Unmatched");
    assert!(unmatched.is_none_or(|name| !schema.components.type_by_key.contains_key(&name)));
}

#[test]
fn the_outer_override_wins_and_cycles_of_overrides_end() {
    let schema = clean(&[
        (
            "a.xsd",
            T,
            r#"<xs:override schemaLocation="b.xsd"><xs:complexType name="T"><xs:sequence><xs:element name="outer"/></xs:sequence></xs:complexType></xs:override>"#,
        ),
        (
            "b.xsd",
            T,
            r#"<xs:override schemaLocation="c.xsd"><xs:complexType name="T"><xs:sequence><xs:element name="inner"/></xs:sequence></xs:complexType></xs:override>"#,
        ),
        ("c.xsd", T, r#"<xs:override schemaLocation="a.xsd"/><xs:complexType name="T"/>"#),
    ]);
    assert_eq!(members(&schema, "T"), ["outer"]);
}

#[test]
fn conditional_inclusion_decides_what_takes_part() {
    let vc = r#"xmlns:vc="http://www.w3.org/2007/XMLSchema-versioning""#;
    let body =
        r#"<xs:element name="e" vc:minVersion="1.1"/><xs:include schemaLocation="gone.xsd" vc:minVersion="3.0"/>"#;
    for (version, there) in [(XsdVersion::V1_1, true), (XsdVersion::V1_0, false)] {
        let schema = compile_files(&[("a.xsd", vc, body)], &CompileOptions { version, ..CompileOptions::default() });
        assert_eq!((global(&schema, "", "e"), schema.unresolved.len()), (there, 0));
    }
}

#[test]
fn the_closure_of_documents_is_bounded() {
    let list: Vec<(String, String)> = (0..5)
        .map(|number| {
            (
                format!("{}.xsd", ["a", "b", "c", "d", "e"][number]),
                format!(r#"<xs:include schemaLocation="{}.xsd"/>"#, ["b", "c", "d", "e", "a"][number]),
            )
        })
        .collect();
    let list: Vec<(&str, &str, &str)> = list.iter().map(|(path, body)| (path.as_str(), "", body.as_str())).collect();
    let mut options = CompileOptions::default();
    options.limits.closure_files = 5;
    assert!(compile(&["a.xsd".to_owned()], &options, &mut files(&list)).is_ok());
    options.limits.closure_files = 4;
    let refused = compile(&["a.xsd".to_owned()], &options, &mut files(&list));
    assert_eq!(refused.err(), Some(CompileError::Limit { limit: "schema_closure_files", value: 5, maximum: 4 }));
    options.limits.closure_files = 5;
    options.limits.closure_bytes = 100;
    let refused = compile(&["a.xsd".to_owned()], &options, &mut files(&list));
    assert!(matches!(refused, Err(CompileError::Limit { limit: "schema_closure_bytes", .. })));
    options.limits.parse.bytes = 10;
    let refused = compile(&["a.xsd".to_owned()], &options, &mut files(&list));
    assert!(matches!(refused, Err(CompileError::Limit { limit: "xsd_bytes", .. })));
}

#[test]
fn entries_that_are_missing_malformed_or_no_schema_are_told_apart() {
    let options = CompileOptions::default();
    let missing = compile(&["a.xsd".to_owned()], &options, &mut files(&[]));
    assert_eq!(missing.err(), Some(CompileError::NotFound("a.xsd".to_owned())));
    let mut set = files(&[]);
    set.0.insert("a.xsd".to_owned(), b"<!DOCTYPE a><a/>".to_vec());
    set.0.insert("b.xsd".to_owned(), b"<a/>".to_vec());
    assert!(matches!(compile(&["a.xsd".to_owned()], &options, &mut set), Err(CompileError::Xml { .. })));
    let other = compile(&["b.xsd".to_owned()], &options, &mut set).expect("a schema for inspection");
    assert_eq!(errors(&other), ["schema src-schema"]);
}

#[test]
fn references_are_listed_with_their_paths() {
    let body = r#"<xs:import namespace="urn:o"/><xs:include schemaLocation="../b.xsd"/><xs:redefine schemaLocation="urn:x"/>
            <xs:include xml:base="../c/index.html" schemaLocation="d.xsd"/>"#;
    let found =
        references("sub/a.xsd", &CompileOptions::default(), &mut files(&[("sub/a.xsd", T, body)])).expect("references");
    let shown: Vec<_> = found.iter().map(|one| (one.kind, one.namespace.as_str(), one.path.as_deref())).collect();
    assert_eq!(
        shown,
        [
            (ReferenceKind::Import, "urn:o", None),
            (ReferenceKind::Include, "", Some("b.xsd")),
            (ReferenceKind::Redefine, "", None),
            (ReferenceKind::Include, "", Some("c/d.xsd")),
        ]
    );
}

#[test]
fn a_chain_of_five_thousand_includes_needs_no_stack() {
    let list: Vec<(String, String)> = (0..5_000)
        .map(|number| {
            (
                if number == 0 { "a.xsd".to_owned() } else { format!("{number}.xsd") },
                format!(r#"<xs:include schemaLocation="{}.xsd"/>"#, number + 1),
            )
        })
        .collect();
    let mut list: Vec<(&str, &str, &str)> =
        list.iter().map(|(path, body)| (path.as_str(), "", body.as_str())).collect();
    list.push(("5000.xsd", "", ""));
    let mut options = CompileOptions::default();
    options.limits.closure_files = 10_000;
    assert_eq!(compile_files(&list, &options).components.documents.len(), 5_001);
}

#[test]
fn the_schema_for_schemas_comes_with_the_engine_in_both_versions() {
    let body = r#"<xs:import namespace="http://www.w3.org/2001/XMLSchema"/>
        <xs:complexType name="T"><xs:sequence><xs:element ref="xs:schema"/></xs:sequence></xs:complexType>"#;
    for version in [XsdVersion::V1_0, XsdVersion::V1_1] {
        let schema = compile_files(&[("a.xsd", T, body)], &CompileOptions { version, ..CompileOptions::default() });
        assert_eq!((errors(&schema), schema.unsupported.len()), (Vec::new(), 0), "{}", found(&schema));
        let assertions = global(&schema, "http://www.w3.org/2001/XMLSchema", "assertion");
        assert_eq!(assertions, version == XsdVersion::V1_1);
        assert_eq!(members(&schema, "T"), ["schema"]);
    }
    let unseen =
        r#"<xs:complexType name="T"><xs:sequence><xs:element ref="xs:schema"/></xs:sequence></xs:complexType>"#;
    let schema = compile_files(&[("a.xsd", T, unseen)], &CompileOptions::default());
    assert_eq!(errors(&schema), ["unknown-elementRef src-resolve"]);
}

#[test]
fn a_redefinition_of_what_is_not_there_is_an_error_beside_the_missing_document() {
    let body = r#"<xs:redefine schemaLocation="gone.xsd"><xs:complexType name="T"><xs:complexContent><xs:extension base="T"/></xs:complexContent></xs:complexType></xs:redefine>"#;
    let schema = compile_files(&[("a.xsd", T, body)], &CompileOptions::default());
    assert_eq!((errors(&schema), schema.unresolved.len()), (vec!["schema-compose src-redefine.1".to_owned()], 1));
}

#[test]
fn a_circle_of_redefinitions_ends_with_a_warning() {
    let redefine = |path: &str| {
        format!(
            r#"<xs:redefine schemaLocation="{path}"><xs:complexType name="T"><xs:complexContent><xs:extension base="T"/></xs:complexContent></xs:complexType></xs:redefine>"#
        )
    };
    let (a, b) = (redefine("b.xsd"), redefine("c.xsd"));
    let c = r#"<xs:include schemaLocation="a.xsd"/><xs:complexType name="T"/>"#;
    let schema = compile_files(&[("a.xsd", T, &a), ("b.xsd", T, &b), ("c.xsd", T, c)], &CompileOptions::default());
    assert!(schema.issues.iter().any(|issue| issue.code.as_str() == "compose-cycle"), "{}", found(&schema));
}

#[test]
fn an_entry_that_another_entry_overrides_takes_part_as_overridden() {
    let list = [
        (
            "a.xsd",
            T,
            r#"<xs:override schemaLocation="b.xsd"><xs:complexType name="T"><xs:sequence><xs:element name="new"/></xs:sequence></xs:complexType></xs:override>"#,
        ),
        ("b.xsd", T, r#"<xs:complexType name="T"/>"#),
    ];
    let entries = ["a.xsd".to_owned(), "b.xsd".to_owned()];
    let schema = compile(&entries, &CompileOptions::default(), &mut files(&list)).expect("a schema");
    assert_eq!(errors(&schema), [""; 0], "{}", found(&schema));
    assert_eq!(members(&schema, "T"), ["new"]);
}

#[test]
fn legacy_matching_finds_components_by_local_name_whatever_the_prefix_says() {
    let options = CompileOptions { matching: pyxsd_schema::NameMatching::Legacy, ..CompileOptions::default() };
    let list = [
        (
            "a.xsd",
            r#"targetNamespace="urn:t" xmlns:o="urn:o" xmlns:t="urn:t""#,
            r#"<xs:import namespace="urn:o" schemaLocation="o.xsd"/><xs:import namespace="urn:x"/>
            <xs:element name="e" type="t:T"/><xs:element name="f" type="unbound:T"/><xs:element name="g" type="U"/><xs:complexType name="U"/>"#,
        ),
        ("o.xsd", r#"targetNamespace="urn:o""#, r#"<xs:complexType name="T"/>"#),
    ];
    let schema = compile_files(&list, &options);
    assert_eq!((errors(&schema), schema.unresolved.len()), (Vec::new(), 0), "{}", found(&schema));
}
