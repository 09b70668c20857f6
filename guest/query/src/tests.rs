use crate::{Answer, Entry, Kind, Query, QueryError, Subtree, moment, query};
use pyxsd_schema::{CompileOptions, Schema};
use pyxsd_validator::{Binding, ValidateOptions};
use pyxsd_xpath::Budget;

const SCHEMA: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:o" targetNamespace="urn:o" elementFormDefault="qualified">
  <xs:element name="order"><xs:complexType><xs:sequence>
    <xs:element name="item" maxOccurs="unbounded"><xs:complexType><xs:simpleContent><xs:extension base="price">
      <xs:attribute name="min" type="xs:integer"/><xs:attribute name="max" type="xs:integer"/>
      <xs:attribute name="unit" type="xs:string" default="kg"/>
    </xs:extension></xs:simpleContent></xs:complexType></xs:element>
    <xs:element name="note" type="xs:string" default="none" minOccurs="0"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:simpleType name="price"><xs:restriction base="xs:decimal"/></xs:simpleType>
</xs:schema>"#;

const DOCUMENT: &str = "<?xml version='1.0'?>\n<order xmlns='urn:o'>\n <item min='9' max='10'>1.50</item>é\
                        <item min='3' max='2' >2</item\n><note/></order> ";

fn schema() -> Schema {
    let mut files = |path: &str| (path == "a.xsd").then(|| SCHEMA.as_bytes().to_vec());
    struct Files<'f>(&'f mut dyn FnMut(&str) -> Option<Vec<u8>>);
    impl pyxsd_schema::Resolver for Files<'_> {
        fn load(&mut self, path: &str) -> Option<Vec<u8>> {
            (self.0)(path)
        }
    }
    let schema = pyxsd_schema::compile(&["a.xsd".to_owned()], &CompileOptions::default(), &mut Files(&mut files));
    let schema = schema.expect("the schema compiles");
    assert!(!schema.has_errors(), "{:?}", schema.issues);
    schema
}

fn asked(expression: &str, bytes: &[u8], subtrees: bool, page: (u64, u64)) -> Result<Answer, QueryError> {
    let namespaces = [(String::new(), "urn:o".to_owned())];
    let asked = Query {
        expression,
        namespaces: &namespaces,
        binding: Binding::Lax,
        subtrees,
        first: page.0,
        count: page.1,
        now: moment("2024-02-29T12:00:00Z").expect("a time"),
        budget: Budget::default(),
    };
    query(&mut schema(), "d.xml", bytes, &ValidateOptions::default(), &asked)
}

fn answer(expression: &str) -> Answer {
    asked(expression, DOCUMENT.as_bytes(), false, (0, 50)).unwrap_or_else(|error| panic!("{expression}: {error:?}"))
}

fn atomics(expression: &str) -> Vec<(String, String)> {
    let atomic = |entry: Entry| match entry {
        Entry::Atomic { type_name, value } => (type_name, value),
        Entry::Node(node) => panic!("{node:?}"),
    };
    answer(expression).items.into_iter().map(atomic).collect()
}

fn xs(local: &str, value: &str) -> (String, String) {
    (format!("{{http://www.w3.org/2001/XMLSchema}}{local}"), value.to_owned())
}

#[test]
fn values_have_the_types_of_the_schema() {
    assert_eq!(atomics("data(item/@min)"), [xs("integer", "9"), xs("integer", "3")]);
    assert_eq!(atomics("data(item[1])"), [("{urn:o}price".to_owned(), "1.5".to_owned())]);
    assert_eq!(atomics("sum(item)"), [xs("decimal", "3.5")]);
    assert_eq!(atomics("year-from-dateTime(current-dateTime())"), [xs("integer", "2024")]);
    assert_eq!(answer("//item[@min le @max]").total, 1, "9 is less than 10 though \"9\" is not less than \"10\"");
    assert_eq!(answer("/order").total, 1, "the document node is there");
}

#[test]
fn nodes_come_with_kind_name_place_and_value() {
    let answer = answer("item[2], item[2]/@min, item/@unit, ., note/text()");
    assert_eq!((answer.kind, answer.total), (Kind::Nodes, 6));
    let told: Vec<String> = answer
        .items
        .iter()
        .map(|entry| match entry {
            Entry::Node(node) => {
                let path: Vec<String> =
                    node.location.path.iter().map(|step| format!("{}[{}]", step.name, step.index)).collect();
                let attribute = node.location.attribute.as_deref().unwrap_or("-");
                format!("{:?} {:?} {} {attribute} {:?}", node.kind, node.name, path.join("/"), node.value)
            }
            Entry::Atomic { value, .. } => value.clone(),
        })
        .collect();
    assert_eq!(
        told,
        [
            "Element Some(\"{urn:o}item\") {urn:o}order[1]/{urn:o}item[2] - Some(\"2\")",
            "Attribute Some(\"min\") {urn:o}order[1]/{urn:o}item[2] min Some(\"3\")",
            "Attribute Some(\"unit\") {urn:o}order[1]/{urn:o}item[1] unit Some(\"kg\")",
            "Attribute Some(\"unit\") {urn:o}order[1]/{urn:o}item[2] unit Some(\"kg\")",
            "Element Some(\"{urn:o}order\") {urn:o}order[1] - None",
            "Text None {urn:o}order[1]/{urn:o}note[1] - Some(\"none\")",
        ]
    );
}

#[test]
fn pages_are_cut_out_of_the_whole_value() {
    let page = asked("1 to 7, 'a', .", DOCUMENT.as_bytes(), false, (6, 2)).unwrap();
    assert_eq!((page.kind, page.total), (Kind::Mixed, 9));
    let values: Vec<_> = page
        .items
        .into_iter()
        .map(|entry| if let Entry::Atomic { value, .. } = entry { value } else { String::new() })
        .collect();
    assert_eq!(values, ["7", "a"]);
    assert_eq!(answer("()").kind, Kind::Empty);
    assert_eq!(answer("1").kind, Kind::Atomics);
    assert!(asked("1", DOCUMENT.as_bytes(), false, (9, 9)).unwrap().items.is_empty());
}

fn slices(bytes: &[u8]) -> Vec<Option<Vec<u8>>> {
    let found = asked("//*", bytes, true, (0, 50)).unwrap();
    let slice = |entry: Entry| match entry {
        Entry::Node(node) => match node.subtree.expect("elements have one") {
            Subtree::Source(slice) => {
                assert_eq!(&bytes[slice.start as usize..slice.end as usize], slice.data.as_slice());
                Some(slice.data)
            }
            Subtree::Unavailable => None,
        },
        Entry::Atomic { .. } => panic!("no node"),
    };
    found.items.into_iter().map(slice).collect()
}

#[test]
fn subtrees_are_the_bytes_of_the_file_in_its_encoding() {
    let from_order = DOCUMENT.find("<order").unwrap();
    let whole = DOCUMENT[from_order..].trim_end();
    let expected =
        [Some(whole), Some("<item min='9' max='10'>1.50</item>"), Some("<item min='3' max='2' >2</item\n>"), None];
    let utf_8 = |text: Option<&str>| text.map(|text| text.as_bytes().to_vec());
    assert_eq!(slices(DOCUMENT.as_bytes()), expected.map(utf_8));
    let with_mark = [b"\xEF\xBB\xBF", DOCUMENT.as_bytes()].concat();
    assert_eq!(slices(&with_mark), expected.map(utf_8));
    let wide = |text: &str, big: bool| -> Vec<u8> {
        text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
    };
    for big in [false, true] {
        let bytes = wide(&format!("\u{FEFF}{DOCUMENT}"), big);
        assert_eq!(slices(&bytes), expected.map(|text| text.map(|text| wide(text, big))));
    }
    let latin = |text: &str| text.chars().map(|c| c as u8).collect::<Vec<u8>>();
    let bytes = latin(&DOCUMENT.replacen("'?>", "' encoding='ISO-8859-1'?>", 1));
    assert_eq!(slices(&bytes), expected.map(|text| text.map(latin)));
}

#[test]
fn errors_are_told_apart() {
    let code = |expression: &str| match asked(expression, DOCUMENT.as_bytes(), false, (0, 1)) {
        Err(QueryError::Expression(error)) => (error.code.as_str(), error.position),
        other => panic!("{expression}: {other:?}"),
    };
    assert_eq!(code("item["), ("XPST0003", Some(5)));
    assert_eq!(code("q:item"), ("XPST0081", Some(0)));
    assert_eq!(code("1 + note").0, "XPTY0004");
    let malformed = asked("1", b"<order", false, (0, 1));
    assert!(matches!(malformed, Err(QueryError::Document(_))), "{malformed:?}");
    // The expression is looked at first.
    assert!(matches!(asked("1 +", b"<order", false, (0, 1)), Err(QueryError::Expression(_))));
}

#[test]
fn the_schema_is_the_same_after_a_query() {
    let mut schema = schema();
    let length = schema.names.mark();
    let namespaces = [(String::new(), "urn:o".to_owned())];
    for bytes in [DOCUMENT.as_bytes(), b"<other xmlns='urn:x'/>", b"<broken"] {
        let asked = Query {
            expression: "count(//*)",
            namespaces: &namespaces,
            binding: Binding::Strict,
            subtrees: false,
            first: 0,
            count: 1,
            now: moment("2024-02-29T12:00:00Z").expect("a time"),
            budget: Budget::default(),
        };
        let _ = query(&mut schema, "d.xml", bytes, &ValidateOptions::default(), &asked);
        assert_eq!(format!("{:?}", schema.names.mark()), format!("{length:?}"));
    }
}

#[test]
fn white_space_around_a_value_is_no_part_of_it() {
    let document = "<order xmlns='urn:o'><item> 1.50\n</item></order>";
    let answer = asked("string(item)", document.as_bytes(), false, (0, 1)).expect("an answer");
    assert!(matches!(&answer.items[..], [Entry::Atomic { value, .. }] if value == "1.50"), "{answer:?}");
}

#[test]
fn prefixes_must_be_names() {
    for (prefix, uri, accepted) in [
        ("p", "urn:p", true),
        ("xml", "http://www.w3.org/XML/1998/namespace", true),
        ("xml", "urn:x", false),
        ("xmlns", "urn:x", false),
        ("1p", "urn:x", false),
        ("a:b", "urn:x", false),
        (" p", "urn:x", false),
    ] {
        let namespaces = [(prefix.to_owned(), uri.to_owned())];
        let asked = Query {
            expression: "1",
            namespaces: &namespaces,
            binding: Binding::Strict,
            subtrees: false,
            first: 0,
            count: 1,
            now: moment("2024-02-29T12:00:00Z").expect("a time"),
            budget: Budget::default(),
        };
        let answer = query(&mut schema(), "d.xml", DOCUMENT.as_bytes(), &ValidateOptions::default(), &asked);
        match answer {
            Ok(_) => assert!(accepted, "{prefix}"),
            Err(QueryError::Expression(error)) => {
                assert!(!accepted, "{prefix}: {error:?}");
                assert!(error.message.contains(&format!("{prefix:?}")), "{error:?}");
            }
            Err(error) => panic!("{error:?}"),
        }
    }
}
