//! Schemas made to exhaust a stack or a memory.

use crate::support::compile_body;
use pyxsd_schema::Schema;
use pyxsd_tools::compare::compare;
use pyxsd_tools::inspect::{StubForm, describe, overview, stub};
use pyxsd_tools::model::model;
use pyxsd_tools::search::{Search, search};
use pyxsd_tools::{Component, Ids, Lookup};

/// Does everything there is to do with a schema, on the stack of a component.
fn exercise(schema: Schema) {
    let work = move || {
        let ids = Ids::new(&schema);
        overview(&ids, &["a.xsd".to_owned()]);
        for form in [StubForm::Full, StubForm::Compact] {
            assert!(stub(&ids, &[], 8, form, 4 << 20).len() < 5 << 20);
        }
        let own: Vec<Component> = ids.all().into_iter().filter(|component| ids.place(*component).is_some()).collect();
        assert!(describe(&ids, &own[..own.len().min(50)], 8).components.len() <= 1_000);
        let last = own.last().copied();
        for wanted in [Search { used_by: last, ..Search::default() }, Search { uses: last, ..Search::default() }] {
            search(&ids, &wanted);
        }
        assert!(compare(&ids, &ids).changed.is_empty());
        let deepest = own.iter().copied().max_by_key(|component| ids.id(*component).len()).expect("a component");
        assert_eq!(ids.find(&ids.id(deepest), &[]), Lookup::Found(deepest));
        let _ = model(&ids, "root", &[]);
    };
    std::thread::Builder::new().stack_size(1 << 20).spawn(work).expect("a thread").join().expect("no panic");
}

fn nested(levels: usize, open: &str, close: &str) -> String {
    format!("{}{}", open.repeat(levels), close.repeat(levels))
}

#[test]
fn declarations_and_groups_nested_deep_are_no_trouble() {
    let element = r#"<xs:element name="root"><xs:complexType><xs:sequence>"#;
    exercise(compile_body(&nested(80, element, "</xs:sequence></xs:complexType></xs:element>")));
    let groups = nested(120, "<xs:sequence><xs:choice minOccurs=\"0\">", "</xs:choice></xs:sequence>");
    exercise(compile_body(&format!(
        r#"<xs:element name="root"><xs:complexType>{groups}</xs:complexType></xs:element>"#
    )));
}

#[test]
fn a_content_model_is_described_only_as_deep_as_readers_of_json_go() {
    let groups = nested(120, "<xs:sequence><xs:choice minOccurs=\"0\">", "</xs:choice></xs:sequence>");
    let body = format!(
        r#"<xs:element name="root"><xs:complexType>{}</xs:complexType></xs:element>"#,
        groups.replace("\"0\"></xs:choice>", "\"0\"><xs:element name=\"leaf\"/></xs:choice>")
    );
    let schema = compile_body(&body);
    let ids = Ids::new(&schema);
    let Lookup::Found(root) = ids.find("root", &[]) else { panic!() };
    let content = describe(&ids, &[root], 1).components[0].content.clone().expect("content");
    assert!(content.particles.iter().all(|particle| particle.level < 48) && content.particles.len() == 48);
    assert!(!content.complete);
}

#[test]
fn long_lines_of_types_are_no_trouble() {
    let mut body = String::from(
        r#"<xs:element name="root" type="T800"/><xs:simpleType name="S0"><xs:restriction base="xs:string"/></xs:simpleType><xs:complexType name="T0"/>"#,
    );
    for number in 0..800 {
        let next = number + 1;
        body.push_str(&format!(
            r#"<xs:complexType name="T{next}"><xs:complexContent><xs:extension base="T{number}"><xs:attribute name="a{number}" type="S{number}"/></xs:extension></xs:complexContent></xs:complexType>
            <xs:simpleType name="S{next}"><xs:restriction base="S{number}"/></xs:simpleType>"#
        ));
    }
    exercise(compile_body(&body));
}

#[test]
fn groups_that_double_and_large_lists_are_bounded() {
    let mut body = String::from(r#"<xs:group name="g0"><xs:sequence><xs:element name="e"/></xs:sequence></xs:group>"#);
    for number in 0..13 {
        let next = number + 1;
        body.push_str(&format!(
            r#"<xs:group name="g{next}"><xs:sequence><xs:group ref="g{number}"/><xs:group ref="g{number}"/></xs:sequence></xs:group>"#
        ));
    }
    body.push_str(r#"<xs:element name="root"><xs:complexType><xs:group ref="g13"/></xs:complexType></xs:element>"#);
    exercise(compile_body(&body));
    let values: String = (0..50_000).map(|number| format!(r#"<xs:enumeration value="{number}"/>"#)).collect();
    let members: String =
        (0..2_000).map(|number| format!(r#"<xs:element name="m{number}" substitutionGroup="root"/>"#)).collect();
    exercise(compile_body(&format!(
        r#"<xs:element name="root" type="Codes"/>{members}<xs:simpleType name="Codes"><xs:restriction base="xs:string">{values}</xs:restriction></xs:simpleType>"#
    )));
}
