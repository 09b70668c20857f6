//! Texts that are set, mapped, cut and joined.

use super::{NOTHING, bound, each, edited, name, obstacle, outcome, place, set_text, step};
use crate::{Content, EditError, Operation, Unmapped};

const TYPED: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="r"><xs:complexType><xs:sequence maxOccurs="unbounded">
    <xs:element name="d" type="xs:decimal" minOccurs="0"/><xs:element name="t" type="xs:token" default="none" minOccurs="0"/>
  </xs:sequence><xs:attribute name="unit" default="kg"/></xs:complexType></xs:element>
</xs:schema>"#;

fn expression(text: &str) -> Operation {
    Operation::SetText { content: Content::Expression(name(text)) }
}

fn map(values: &[(&str, &str)], attribute: Option<&str>, otherwise: Unmapped) -> Operation {
    let values = values.iter().map(|(old, new)| (name(old), name(new))).collect();
    Operation::MapValues { values, attribute: attribute.map(name), otherwise }
}

fn split(separator: &str, into: &[&str]) -> Operation {
    Operation::Split { separator: name(separator), into: into.iter().map(|given| name(given)).collect() }
}

fn merge(separator: Option<&str>) -> Operation {
    Operation::Merge { separator: separator.map(name) }
}

#[test]
fn a_text_takes_the_place_of_the_first_and_comments_stay() {
    each(&[
        ("<a>1<!-- c -->2<?p?>3</a>", step(".", set_text("<x>")), "<a>&lt;x&gt;<!-- c --><?p?></a>"),
        ("<a><!-- c --></a>", step(".", set_text("x")), "<a>x<!-- c --></a>"),
        ("<r><a/><a></a></r>", step("a", set_text("x")), "<r><a>x</a><a>x</a></r>"),
        ("<r><a>x</a></r>", step("a", set_text("")), "<r><a></a></r>"),
        ("<r><a>x</a></r>", step("a", set_text("\r]]>")), "<r><a>&#13;]]&gt;</a></r>"),
        ("<r a='1'/>", step("@a", set_text("<\t\n'\"")), "<r a='&lt;&#9;&#10;&apos;\"'/>"),
    ]);
    let (message, at) = obstacle("<r><a/><a>x<b/></a></r>", &step("a", set_text("x")));
    assert!(message.contains("child elements"), "{message}");
    assert_eq!(at, "/r[1]/a[2]");
}

#[test]
fn expressions_see_typed_values() {
    let document = "<r><d>1.10</d><d> 2 </d></r>";
    let edited = outcome(TYPED, document.as_bytes(), &step("d", expression(". * 2.5"))).expect("a document");
    assert_eq!(String::from_utf8_lossy(&edited.document), "<r><d>2.75</d><d>5</d></r>");
    let edited = outcome(
        TYPED,
        document.as_bytes(),
        &step(".", {
            Operation::SetAttribute {
                name: name("total"),
                content: Content::Expression(name("sum(d), year-from-dateTime(current-dateTime())")),
            }
        }),
    );
    assert_eq!(
        String::from_utf8_lossy(&edited.expect("a document").document),
        "<r total=\"3.1 2024\"><d>1.10</d><d> 2 </d></r>"
    );
    // What is invalid under the schema is there, and untyped.
    let edited =
        outcome(TYPED, b"<r new='1'><d>x</d><e>2</e></r>", &step("e[. = 2], @new", set_text("3"))).expect("a document");
    assert_eq!(String::from_utf8_lossy(&edited.document), "<r new='3'><d>x</d><e>3</e></r>");
}

#[test]
fn the_empty_sequence_leaves_a_node_as_it_is() {
    let edited = edited("<r><a k='1'/><a/></r>", &step("a", expression("@k")));
    assert_eq!(String::from_utf8_lossy(&edited.document), "<r><a k='1'>1</a><a/></r>");
    assert_eq!((edited.selected, edited.changed, edited.warnings[0].count), (2, 1, 1));
    assert_eq!(place(edited.warnings[0].at.as_ref().expect("a place")), "/r[1]/a[2]");
}

#[test]
fn what_the_schema_supplies_is_refused_or_left_out() {
    let document = b"<r><t/><t>x</t></r>";
    let drop = step("@unit", Operation::Drop);
    match outcome(TYPED, document, &drop) {
        Err(EditError::Impossible { message, at }) => {
            assert!(message.contains("supplies"), "{message}");
            assert_eq!(place(&at), "/r[1]/@unit");
        }
        other => panic!("{other:?}"),
    }
    let skipped =
        outcome(TYPED, document, &crate::Step { supplied: crate::SuppliedNodes::Skip, ..drop }).expect("a document");
    assert_eq!((skipped.selected, skipped.changed, skipped.warnings[0].count), (1, 0, 1));
    assert_eq!(skipped.document, document);
    let mapped = outcome(TYPED, document, &step("t", map(&[("none", "0"), ("x", "1")], None, Unmapped::Fail)))
        .expect("a document");
    assert_eq!(String::from_utf8_lossy(&mapped.document), "<r><t/><t>1</t></r>");
    assert_eq!(mapped.warnings[0].count, 1);
    let renamed = outcome(TYPED, document, &step("t", super::rename("u"))).expect("a document");
    assert_eq!(String::from_utf8_lossy(&renamed.document), "<r><u/><u>x</u></r>");
}

#[test]
fn values_are_mapped_by_a_table() {
    let document = "<r><a s='x'>one</a><a s='y'>two</a><a>three</a></r>";
    let table = [("one", "1"), ("two", "2"), ("x", "X")];
    each(&[
        (document, step("a", map(&table, None, Unmapped::Keep)), "<r><a s='x'>1</a><a s='y'>2</a><a>three</a></r>"),
        (
            document,
            step("a", map(&table, Some("s"), Unmapped::Keep)),
            "<r><a s='X'>one</a><a s='y'>two</a><a>three</a></r>",
        ),
        (
            document,
            step("a/@s", map(&table, None, Unmapped::Keep)),
            "<r><a s='X'>one</a><a s='y'>two</a><a>three</a></r>",
        ),
    ]);
    let (message, at) = obstacle(document, &step("a", map(&table, Some("s"), Unmapped::Fail)));
    assert_eq!((message.as_str(), at.as_str()), ("the table does not have the value `y`", "/r[1]/a[2]/@s"));
    let typed = outcome(TYPED, b"<r><t>  a \n b</t></r>", &step("t", map(&[("a b", "c")], None, Unmapped::Fail)));
    assert_eq!(String::from_utf8_lossy(&typed.expect("a document").document), "<r><t>c</t></r>");
}

#[test]
fn a_text_is_split_into_children() {
    each(&[
        (
            "<r>\n  <a>Main St 1; 12345 ; Town</a>\n</r>",
            step("a", split(";", &["street", "zip", "city"])),
            "<r>\n  <a>\n    <street>Main St 1</street>\n    <zip>12345</zip>\n    <city>Town</city>\n  </a>\n</r>",
        ),
        ("<r><a> x  y\nz </a></r>", step("a", split("", &["p"])), "<r><a><p>x</p><p>y</p><p>z</p></a></r>"),
        ("<r><a>a&amp;b,c</a></r>", step("a", split(",", &["p"])), "<r><a><p>a&amp;b</p><p>c</p></a></r>"),
        ("<r><a/></r>", step("a", split("", &["p"])), "<r><a/></r>"),
        ("<r a='1' n='x y z' b='2'/>", step("@n", split(" ", &["f", "g"])), "<r a='1' f=\"x\" g=\"y z\" b='2'/>"),
    ]);
    let edited = edited("<r><a>x</a></r>", &step("a", split(";", &["p", "q"])));
    assert_eq!(String::from_utf8_lossy(&edited.document), "<r><a><p>x</p></a></r>");
    assert_eq!(edited.warnings[0].count, 1);
    assert!(obstacle("<r n='x y'/>", &step("@n", split(" ", &["f"]))).0.contains("cannot be one attribute"));
    assert!(obstacle("<r n='x y' f=''/>", &step("@n", split(" ", &["f", "g"]))).0.contains("`f` already"));
}

#[test]
fn siblings_are_merged_into_the_first() {
    each(&[
        (
            "<r>\n  <l>\n    <i>1</i>\n  </l>\n  <x/>\n  <l>\n    <!-- 2 -->\n    <i>2</i>\n  </l>\n</r>",
            step("l", merge(None)),
            "<r>\n  <l>\n    <i>1</i>\n    <!-- 2 -->\n    <i>2</i>\n  </l>\n  <x/>\n</r>",
        ),
        (
            "<r><f>Ada</f><m/><l>Love&amp;lace</l></r>",
            step("f | m | l", merge(None)),
            "<r><f>Ada Love&amp;lace</f></r>",
        ),
        ("<r><a x='1'>p</a><a x='1' y='2'>q</a></r>", step("a", merge(Some("; "))), "<r><a x='1' y='2'>p; q</a></r>"),
        ("<r><l/><l>\n <i/>\n</l></r>", step("l", merge(None)), "<r><l>\n <i/>\n</l></r>"),
        ("<r><l><i/></l></r>", step("l", merge(None)), "<r><l><i/></l></r>"),
    ]);
    let (message, at) = obstacle("<r><a x='1'/><a x='2'/></r>", &step("a", merge(None)));
    assert!(message.contains("`x` has another value"), "{message}");
    assert_eq!(at, "/r[1]/a[2]");
}

#[test]
fn prefixes_in_texts_that_join_keep_their_meaning() {
    let step = step("a", merge(None));
    each(&[("<r><a>x</a><a xmlns:v='urn:v'>v:t</a></r>", step.clone(), "<r><a xmlns:v=\"urn:v\">x v:t</a></r>")]);
    let (message, _) = obstacle("<r xmlns:v='urn:w'><a>x</a><a xmlns:v='urn:v'>v:t</a></r>", &step);
    assert!(message.contains("prefix `v`"), "{message}");
    let unbound = bound(&[("v", "urn:v")], "a", merge(None));
    assert_eq!(
        String::from_utf8_lossy(
            &outcome(NOTHING, b"<r><a>http://x</a><a>y:z</a></r>", &unbound).expect("a document").document
        ),
        "<r><a>http://x y:z</a></r>"
    );
}
