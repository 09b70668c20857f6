//! Stubs of schemas that are larger than the room for them.

use crate::support::compile_files;
use pyxsd_schema::Schema;
use pyxsd_tools::inspect::{StubForm, stub};
use pyxsd_tools::{Ids, Lookup};

/// Orders with forty parts, each with a part of its own, in another namespace; the entry document has two roots.
fn orders() -> Schema {
    let part = |number: usize| {
        format!(
            r#"<xs:element name="part{number}" type="Part{number}"/><xs:element name="inner{number}" type="Inner{number}"/>
            <xs:complexType name="Part{number}"><xs:sequence><xs:element ref="inner{number}"/><xs:element name="note" type="Note"/></xs:sequence><xs:attributeGroup ref="ids"/></xs:complexType>
            <xs:complexType name="Inner{number}"><xs:sequence><xs:element name="value" type="xs:decimal" maxOccurs="3"/><xs:element name="deeper"><xs:complexType><xs:sequence><xs:element ref="part0"/></xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType>"#
        )
    };
    let parts: String = (0..40).map(part).collect();
    let note = r#"<xs:complexType name="Note"><xs:complexContent><xs:extension base="Text"/></xs:complexContent></xs:complexType>
        <xs:complexType name="Text"><xs:sequence><xs:element name="line" type="xs:string"/></xs:sequence></xs:complexType>
        <xs:attributeGroup name="ids"><xs:attribute name="id" type="xs:int"/><xs:attribute name="old" type="xs:int"/></xs:attributeGroup>"#;
    let references: String = (0..40).map(|number| format!(r#"<xs:element ref="p:part{number}"/>"#)).collect();
    let entry = format!(
        r#"<xs:import namespace="urn:p" schemaLocation="p.xsd"/><xs:element name="order" type="Order"/><xs:element name="note" type="p:Note"/>
        <xs:complexType name="Order"><xs:sequence>{references}</xs:sequence></xs:complexType>"#
    );
    compile_files(&[
        ("o.xsd", r#"targetNamespace="urn:o" xmlns="urn:o" xmlns:p="urn:p""#, &entry),
        ("p.xsd", r#"targetNamespace="urn:p" xmlns="urn:p""#, &format!("{parts}{note}")),
    ])
}

fn json_bytes(text: &str) -> usize {
    text.len() + text.matches(['"', '\\', '\n']).count()
}

#[test]
fn a_stub_never_takes_more_room_than_it_has_and_tells_what_is_missing() {
    let schema = orders();
    assert!(!schema.has_errors(), "{:?}", schema.issues);
    let ids = Ids::new(&schema);
    for form in [StubForm::Compact, StubForm::Full] {
        let whole = stub(&ids, &[], 2, form, usize::MAX);
        assert!(!whole.contains("# shown:"), "{whole}");
        for bytes in [3_000, 4_000, 6_000, 8_000, json_bytes(&whole) - 1] {
            let text = stub(&ids, &[], 2, form, bytes);
            assert!(json_bytes(&text) <= bytes, "{bytes}: {}", json_bytes(&text));
            assert!(text.contains("# shown: ") && text.contains("# to see more, "), "{bytes}: {text}");
            assert!(text.contains("class Order:"), "{bytes}: {text}");
        }
        assert_eq!(stub(&ids, &[], 2, form, json_bytes(&whole)), whole);
    }
}

#[test]
fn what_a_short_stub_names_can_be_asked_for() {
    let schema = orders();
    let ids = Ids::new(&schema);
    for (form, bytes) in [(StubForm::Compact, 4_000), (StubForm::Compact, 7_000), (StubForm::Full, 9_000)] {
        let text = stub(&ids, &[], 2, form, bytes);
        let names: Vec<&str> = text
            .split(|c: char| !(c.is_alphanumeric() || matches!(c, ':' | '_' | '-' | '.' | '{' | '}' | '/')))
            .filter(|word| word.contains("p:") && !word.ends_with(':'))
            .collect();
        assert!(names.len() > 5, "{text}");
        for name in names {
            assert!(matches!(ids.find(name, &[]), Lookup::Found(_)), "{name}: {text}");
        }
    }
    let text = stub(&ids, &[], 2, StubForm::Compact, 3_000);
    assert!(text.contains("class Part0:  # attributes of p:ids\n  inner0: p:Inner0\n  note: Text\n"), "{text}");
    assert!(text.contains("# left out for their size: p:Part"), "{text}");
    let Lookup::Found(inner) = ids.find("p:Inner0", &[]) else { panic!() };
    let text = stub(&ids, &[inner], 1, StubForm::Compact, 4_000);
    assert!(text.contains("deeper than shown: complexType:{urn:p}Inner0/element:deeper"), "{text}");
}
