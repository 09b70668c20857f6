//! Names in values: they mean what they meant, whatever they are written with.

use super::{bound, name, outcome, place, rename, set_attribute, step};
use crate::{Content, EditError, Edited, Operation, Position, Selection, Step};

/// Elements `q` and `n` and attributes `t` are names, `l` is a list of them; `i` and `r` have whatever they like.
const SCHEMA: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:a" targetNamespace="urn:a" elementFormDefault="qualified">
    <xs:element name="r" type="any"/>
    <xs:complexType name="any"><xs:sequence>
      <xs:element maxOccurs="99" minOccurs="0" ref="r"/><xs:any maxOccurs="99" minOccurs="0" processContents="lax"/></xs:sequence>
      <xs:attribute name="t" type="xs:QName"/><xs:anyAttribute processContents="lax"/></xs:complexType>
    <xs:element name="i" type="xs:string"/><xs:element name="q" type="xs:QName"/>
    <xs:element name="l"><xs:simpleType><xs:list itemType="xs:QName"/></xs:simpleType></xs:element>
    <xs:element name="k"><xs:complexType><xs:simpleContent><xs:extension base="xs:QName">
      <xs:attribute name="t" type="xs:QName"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
</xs:schema>"#;
const A: (&str, &str) = ("a", "urn:a");

fn of(document: &str, step: &Step) -> Edited {
    outcome(SCHEMA, document.as_bytes(), step).unwrap_or_else(|error| panic!("{step:?} of {document}: {error:?}"))
}

fn each(cases: &[(&str, Step, &str)]) {
    for (document, step, expected) in cases {
        assert_eq!(String::from_utf8_lossy(&of(document, step).document), *expected, "{step:?} of {document}");
    }
}

fn insert(new: &str, expression: &str, position: Position) -> Operation {
    Operation::Insert { name: name(new), content: Some(Content::Expression(name(expression))), position }
}

fn text_from(expression: &str) -> Operation {
    Operation::SetText { content: Content::Expression(name(expression)) }
}

#[test]
fn a_name_from_an_expression_gets_a_prefix_of_its_namespace() {
    each(&[
        // Its own prefix means something else: another one, new or in scope.
        (
            r#"<r xmlns="urn:a" xmlns:z="urn:1"><i>1</i><q xmlns:z="urn:2">z:foo</q></r>"#,
            bound(&[A], "a:q", insert("a:q", ".", Position::Before)),
            r#"<r xmlns:ns1="urn:2" xmlns="urn:a" xmlns:z="urn:1"><i>1</i><q>ns1:foo</q><q xmlns:z="urn:2">z:foo</q></r>"#,
        ),
        (
            r#"<r xmlns="urn:a" xmlns:y="urn:2" xmlns:z="urn:1"><i>1</i><q xmlns:z="urn:2">z:foo</q></r>"#,
            bound(&[A], "a:i", set_attribute("k", "../a:q")),
            r#"<r xmlns="urn:a" xmlns:y="urn:2" xmlns:z="urn:1"><i k="y:foo">1</i><q xmlns:z="urn:2">z:foo</q></r>"#,
        ),
        // Nothing declares it: the prefix that it has, if that is free, once for all.
        (
            r#"<r xmlns="urn:a"><i>1</i><i>2</i></r>"#,
            bound(&[A], "a:i", text_from("QName('urn:new', 'y:b'), 'and', QName('urn:o', 'y:c')")),
            r#"<r xmlns:y="urn:new" xmlns:ns1="urn:o" xmlns="urn:a"><i>y:b and ns1:c</i><i>y:b and ns1:c</i></r>"#,
        ),
        // Lists, and the default namespace, which is one for values too.
        (
            r#"<r xmlns="urn:a"><l xmlns:z="urn:2">z:b c</l><i/></r>"#,
            bound(&[A], "a:i", text_from("../a:l")),
            r#"<r xmlns:ns1="urn:2" xmlns="urn:a"><l xmlns:z="urn:2">z:b c</l><i>ns1:b c</i></r>"#,
        ),
        // Where the new element is in no namespace there is no default one.
        (
            r#"<r xmlns="urn:a"><q>foo</q></r>"#,
            bound(&[A], "a:q", insert("x", ".", Position::After)),
            r#"<r xmlns:a="urn:a" xmlns="urn:a"><q>foo</q><x xmlns="">a:foo</x></r>"#,
        ),
        (
            r#"<r xmlns="urn:a" xmlns:p="urn:a"><q>foo</q></r>"#,
            bound(&[A], "a:q", insert("a:x", "QName('', 'foo')", Position::After)),
            r#"<r xmlns="urn:a" xmlns:p="urn:a"><q>foo</q><p:x xmlns="">foo</p:x></r>"#,
        ),
        // The same text with another meaning is a change, with the same meaning none.
        (
            r#"<r xmlns="urn:a" xmlns:z="urn:1"><q>z:b</q></r>"#,
            bound(&[A], "a:q", text_from("QName('urn:2', 'z:b')")),
            r#"<r xmlns:ns1="urn:2" xmlns="urn:a" xmlns:z="urn:1"><q>ns1:b</q></r>"#,
        ),
        (
            r#"<r xmlns="urn:a"><q>b<!----></q></r>"#,
            bound(&[A], "a:q", text_from(".")),
            r#"<r xmlns="urn:a"><q>b<!----></q></r>"#,
        ),
    ]);
}

#[test]
fn a_name_that_no_prefix_can_stand_for_is_refused() {
    for (expression, said) in [
        ("QName('', 'foo')", "the name `foo` in no namespace"),
        ("QName('http://www.w3.org/2000/xmlns/', 'p:foo')", "no prefix can be declared"),
    ] {
        for operation in [text_from(expression), set_attribute("k", expression)] {
            match outcome(SCHEMA, br#"<r xmlns="urn:a"><i/></r>"#, &bound(&[A], "a:i", operation)) {
                Err(EditError::Impossible { message, at }) => {
                    assert!(message.contains(said), "{message}");
                    assert_eq!(place(&at), "/{urn:a}r[1]/{urn:a}i[1]");
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn values_keep_the_default_namespace_that_their_element_leaves() {
    let xsi = "http://www.w3.org/2001/XMLSchema-instance";
    each(&[
        (
            &format!(r#"<r xmlns="urn:a" xmlns:xsi="{xsi}"><x xsi:type="T"/></r>"#),
            step("*[1]", rename("x")),
            &format!(r#"<r xmlns:ns1="urn:a" xmlns="urn:a" xmlns:xsi="{xsi}"><x xmlns="" xsi:type="ns1:T"/></r>"#),
        ),
        (
            r#"<r xmlns="urn:a" xmlns:p="urn:a"><k t='c'>b<!----></k></r>"#,
            bound(&[A], "a:k", rename("x")),
            r#"<r xmlns="urn:a" xmlns:p="urn:a"><x xmlns="" t='p:c'>p:b<!----></x></r>"#,
        ),
        (
            r#"<p:r xmlns:p="urn:a"><p:k t='c'><![CDATA[b]]></p:k></p:r>"#,
            bound(&[A], "a:k", rename("x")),
            r#"<p:r xmlns:p="urn:a"><x t='c'><![CDATA[b]]></x></p:r>"#,
        ),
        (
            r#"<p:r xmlns="urn:b" xmlns:p="urn:a" t="c"><p:k>b</p:k></p:r>"#,
            step(".", Operation::ChangeNamespace { from: name("urn:a"), to: name("") }),
            r#"<r xmlns:ns1="urn:b" xmlns:p="urn:a" t="ns1:c"><k>ns1:b</k></r>"#,
        ),
        (
            r#"<r xmlns="urn:a"><k t="c">b</k><p:k xmlns:p="urn:a" xmlns="urn:c">p:b</p:k></r>"#,
            bound(
                &[A],
                "a:k[1]/@t",
                Operation::Move { to: Selection::Expression(name("/*/a:k[2]")), position: Position::Last },
            ),
            r#"<r xmlns="urn:a"><k>b</k><p:k xmlns:p="urn:a" xmlns="urn:c" t="p:c">p:b</p:k></r>"#,
        ),
        (
            r#"<p:r xmlns:p="urn:a"><p:q xmlns="urn:c">b</p:q><p:q xmlns="urn:b">c</p:q></p:r>"#,
            bound(&[A], "a:q", Operation::Merge { separator: None }),
            r#"<p:r xmlns:ns1="urn:b" xmlns:p="urn:a"><p:q xmlns="urn:c">b ns1:c</p:q></p:r>"#,
        ),
        (
            r#"<r xmlns="urn:a" xmlns:z="urn:1"><l>b z:c  d</l></r>"#,
            bound(&[A], "a:l", Operation::Split { separator: name(""), into: vec![name("x"), name("a:y")] }),
            r#"<r xmlns:a="urn:a" xmlns="urn:a" xmlns:z="urn:1"><l><x xmlns="">a:b</x><y>z:c d</y></l></r>"#,
        ),
    ]);
}

#[test]
fn values_that_cannot_follow_out_of_a_namespace_are_warned_of() {
    let xsi = "http://www.w3.org/2001/XMLSchema-instance";
    let change = step(".", Operation::ChangeNamespace { from: name("urn:a"), to: name("") });
    for (document, at) in [
        (r#"<p:r xmlns:p="urn:a"><p:q>p:b</p:q></p:r>"#.to_owned(), "/{urn:a}r[1]/{urn:a}q[1]"),
        (r#"<p:r xmlns:p="urn:a" t="p:b"/>"#.to_owned(), "/{urn:a}r[1]/@t"),
        (
            format!(r#"<p:r xmlns:p="urn:a" xmlns:xsi="{xsi}"><x xsi:type="p:T"/></p:r>"#),
            "/{urn:a}r[1]/x[1]/@{http://www.w3.org/2001/XMLSchema-instance}type",
        ),
    ] {
        let warnings = of(&document, &change).warnings;
        let [warning] = &warnings[..] else { panic!("{warnings:?} of {document}") };
        assert!(warning.message.contains("a prefix of the old namespace"), "{warning:?}");
        assert_eq!((warning.count, place(warning.at.as_ref().unwrap()).as_str()), (1, at));
    }
    assert_eq!(of(r#"<r xmlns="urn:a"><q>b</q></r>"#, &change).warnings, []);
    let untyped = format!(r#"<p:s xmlns:p="urn:a" xmlns:xsi="{xsi}" xsi:type="p:T"/>"#);
    let warnings = super::edited(&untyped, &change).warnings;
    assert!(warnings.len() == 1 && warnings[0].count == 1, "{warnings:?}");
    let untyped = format!(r#"<s xmlns="urn:a" xmlns:xsi="{xsi}" xsi:type=" T "/>"#);
    let expected = format!(r#"<x xmlns:ns1="urn:a" xmlns:xsi="{xsi}" xsi:type="ns1:T"/>"#);
    assert_eq!(super::written(&untyped, &step(".", rename("x"))), expected);
}

#[test]
fn reserved_namespaces_do_not_change() {
    for reserved in [
        "http://www.w3.org/2001/XMLSchema-instance",
        "http://www.w3.org/XML/1998/namespace",
        "http://www.w3.org/2000/xmlns/",
    ] {
        for (from, to) in [(reserved, "urn:b"), ("urn:b", reserved)] {
            let change = step(".", Operation::ChangeNamespace { from: name(from), to: name(to) });
            match outcome(SCHEMA, b"<r/>", &change) {
                Err(EditError::Argument(message)) => assert!(message.contains("fixed meaning"), "{message}"),
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn a_value_that_an_expression_does_not_have_is_told_with_the_node() {
    let by = Operation::Sort { by: name("a:i + 'x'"), descending: false, order: crate::KeyOrder::Text };
    for operation in [by, text_from("if (true()) then 1 + string(.) else 2"), set_attribute("k", "xs:date(a:i)")] {
        let document = br#"<r xmlns="urn:a"><r><i>1</i></r></r>"#;
        match outcome(SCHEMA, document, &bound(&[A], "a:r", operation.clone())) {
            Err(EditError::Expression { at: Some(at), .. }) => assert_eq!(place(&at), "/{urn:a}r[1]/{urn:a}r[1]"),
            other => panic!("{operation:?}: {other:?}"),
        }
    }
}
