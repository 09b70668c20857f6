//! Columns of their own.

use super::{Request, at, column, compile, extract, refusal, rows, schema, selected};
use crate::{Column, RowsError, Scope};
use pyxsd_schema::NameMatching;
use pyxsd_tools::model::ModelFailure;

const SHOP: &str = "xmlns='urn:s' targetNamespace='urn:s' elementFormDefault='qualified'>\
<xs:element name='shop'><xs:complexType><xs:sequence>\
  <xs:element name='head'><xs:complexType><xs:sequence><xs:element name='city' type='xs:string'/></xs:sequence>\
    <xs:attribute name='code' type='xs:int'/></xs:complexType></xs:element>\
  <xs:element name='day' maxOccurs='unbounded'><xs:complexType><xs:sequence>\
    <xs:element name='weather' type='xs:string' minOccurs='0'/>\
    <xs:element name='sale' maxOccurs='unbounded'><xs:complexType mixed='true'><xs:sequence>\
      <xs:choice><xs:element name='cash' type='xs:decimal'/><xs:element name='card'><xs:complexType><xs:simpleContent>\
        <xs:extension base='xs:decimal'><xs:attribute name='bank' type='xs:string' default='B'/></xs:extension>\
      </xs:simpleContent></xs:complexType></xs:element></xs:choice>\
      <xs:element name='tag' type='xs:string' minOccurs='0' maxOccurs='3'/>\
      <xs:any minOccurs='0' processContents='lax'/>\
    </xs:sequence><xs:attribute name='n' type='xs:unsignedByte' use='required'/></xs:complexType></xs:element>\
  </xs:sequence><xs:attribute name='date' type='xs:date' use='required'/></xs:complexType></xs:element>\
</xs:sequence><xs:attribute name='owner' type='xs:string'/></xs:complexType></xs:element>\
<xs:element name='extra' type='xs:int'/>";

const DOCUMENT: &str = "<shop xmlns='urn:s' owner='o'><head code='7'><city>C</city></head>\
<day date='2024-01-01'><weather>sun</weather><sale n='1'>text<cash>1.50</cash></sale><sale n='2'><card>2</card></sale></day>\
<day date='2024-01-02'><sale n='3'><card bank='Z'>3</card><tag>t</tag><extra>1</extra></sale></day></shop>";

fn sales(columns: Vec<Column>) -> Request {
    Request { columns: Some(columns), ..at("shop", &["{urn:s}day", "{urn:s}sale"]) }
}

#[test]
fn each_scope_and_endpoint_gives_a_column() {
    let mut schema = schema(SHOP);
    let request = sales(vec![
        column("n", Scope::Row, &[], Some("n")),
        column("cash", Scope::Row, &["{urn:s}cash"], None),
        column("card", Scope::Row, &["{urn:s}card"], None),
        column("bank", Scope::Row, &["{urn:s}card"], Some("bank")),
        column("date", Scope::Ancestor(1), &[], Some("date")),
        column("weather", Scope::Ancestor(1), &["{urn:s}weather"], None),
        column("owner", Scope::Ancestor(2), &[], Some("owner")),
        column("city", Scope::Root, &["{urn:s}head", "{urn:s}city"], None),
        column("code", Scope::Root, &["{urn:s}head"], Some("code")),
        column("date again", Scope::Ancestor(1), &[], Some("date")),
    ]);
    let (columns, rows) = rows(&mut schema, DOCUMENT, &request);
    assert_eq!(
        columns,
        [
            "n: uint8",
            "cash: string?",
            "card: string?",
            "bank: string?",
            "date: string",
            "weather: string?",
            "owner: string?",
            "city: string",
            "code: int32?",
            "date again: string",
        ]
    );
    let row = |start: &str, date: &str, weather: &str| {
        format!(
            "{{{start},\"date\":\"{date}\",\"weather\":{weather},\"owner\":\"o\",\"city\":\"C\",\"code\":7,\"date again\":\"{date}\"}}"
        )
    };
    assert_eq!(
        rows,
        [
            row("\"n\":1,\"cash\":\"1.50\",\"card\":null,\"bank\":null", "2024-01-01", "\"sun\""),
            row("\"n\":2,\"cash\":null,\"card\":\"2\",\"bank\":\"B\"", "2024-01-01", "\"sun\""),
            row("\"n\":3,\"cash\":null,\"card\":\"3\",\"bank\":\"Z\"", "2024-01-02", "null"),
        ]
    );
}

#[test]
fn a_selector_without_element_gives_the_same_columns() {
    let mut schema = schema(SHOP);
    let columns = vec![column("n", Scope::Row, &[], Some("n")), column("date", Scope::Ancestor(1), &[], Some("date"))];
    let given = rows(&mut schema, DOCUMENT, &sales(columns.clone()));
    let found = rows(&mut schema, DOCUMENT, &Request { columns: Some(columns), ..selected(".//{urn:s}sale") });
    assert_eq!(given, found);
}

#[test]
fn metadata_names_the_source_and_the_route() {
    let mut schema = schema(SHOP);
    let request = sales(vec![column("city", Scope::Root, &["{urn:s}head", "{urn:s}city"], None)]);
    let extraction = super::open(&mut schema, DOCUMENT, &request).expect("rows");
    let metadata = &extraction.layout().fields[0].metadata;
    let value = |wanted: &str| metadata.iter().find(|(key, _)| key == wanted).map(|(_, value)| value.as_str());
    assert_eq!(
        value("pyxsd:source"),
        Some("{\"scope\": \"root\", \"path\": [\"{urn:s}head\", \"{urn:s}city\"], \"attribute\": null, \"levels\": 0}")
    );
    assert_eq!(value("pyxsd:row"), Some("[\"{urn:s}shop\", \"{urn:s}day\", \"{urn:s}sale\"]"));
    assert_eq!(value("pyxsd:name"), Some("city"));
    assert_eq!(value("pyxsd:declaration"), Some("[\"{urn:s}shop\", \"{urn:s}head\", \"{urn:s}city\"]"));
    assert!(extraction.layout().metadata.contains(&("pyxsd:mode".to_owned(), "columns".to_owned())));
}

#[test]
fn attributes_that_the_schema_supplies_are_never_null() {
    let mut schema = schema(
        "><xs:element name='r'><xs:complexType><xs:sequence><xs:element name='a' type='xs:string'/></xs:sequence><xs:attribute name='d' type='xs:string' default='x'/>\
         <xs:attribute name='f' type='xs:string' fixed='y'/></xs:complexType></xs:element>",
    );
    let request = Request {
        columns: Some(vec![column("d", Scope::Row, &[], Some("d")), column("f", Scope::Root, &[], Some("f"))]),
        ..at("r", &[])
    };
    let (columns, rows) = rows(&mut schema, "<r><a/></r>", &request);
    assert_eq!(columns, ["d: string", "f: string"]);
    assert_eq!(rows, ["{\"d\":\"x\",\"f\":\"y\"}"]);
}

#[test]
fn nil_elements_give_null() {
    let mut schema = schema(
        "><xs:element name='l'><xs:complexType><xs:sequence><xs:element name='r' nillable='true' maxOccurs='9'><xs:complexType><xs:sequence>\
         <xs:element name='a' type='xs:int' nillable='true'/></xs:sequence><xs:attribute name='k' type='xs:string' use='required'/></xs:complexType></xs:element>\
         </xs:sequence></xs:complexType></xs:element>",
    );
    let request = Request {
        columns: Some(vec![column("a", Scope::Row, &["a"], None), column("k", Scope::Row, &[], Some("k"))]),
        ..at("l", &["r"])
    };
    let document = "<l xmlns:x='http://www.w3.org/2001/XMLSchema-instance'><r k='1'><a>1</a></r><r k='2'><a x:nil='1'/></r><r k='3' x:nil='1'/></l>";
    let (columns, rows) = rows(&mut schema, document, &request);
    assert_eq!(columns, ["a: int32?", "k: string"]);
    assert_eq!(rows, ["{\"a\":1,\"k\":\"1\"}", "{\"a\":null,\"k\":\"2\"}", "{\"a\":null,\"k\":\"3\"}"]);
}

#[test]
fn wrong_sources_are_refused_with_what_would_do() {
    let mut schema = schema(SHOP);
    let mut message = |column: Column| match refusal(&mut schema, DOCUMENT, &sales(vec![column])) {
        RowsError::Selection(_, ModelFailure::Argument { message, candidates }) => (message, candidates.join(" ")),
        RowsError::Selection(_, ModelFailure::Unsupported { construct, .. }) => (construct, String::new()),
        other => panic!("{other:?}"),
    };
    for (wanted, expected, candidates) in [
        (column("x", Scope::Row, &["{urn:s}tag"], None), "may stand several times", ""),
        (column("x", Scope::Row, &["tag"], None), "declares no child tag", "{urn:s}cash {urn:s}card {urn:s}tag"),
        (column("x", Scope::Row, &["{urn:s}cash", "y"], None), "declares no child elements", ""),
        (column("x", Scope::Row, &[], None), "mixed content", ""),
        (column("x", Scope::Root, &["{urn:s}head"], None), "child elements", ""),
        (column("x", Scope::Row, &[], Some("m")), "declares no attribute m", "n"),
        (column("x", Scope::Ancestor(3), &[], Some("n")), "admits 1 to 2", ""),
        (column("x", Scope::Ancestor(0), &[], Some("n")), "admits 1 to 2", ""),
    ] {
        let (message, found) = message(wanted.clone());
        assert!(message.contains(expected), "{wanted:?}: {message}");
        assert_eq!(found, candidates, "{wanted:?}");
    }
    let twice = vec![column("x", Scope::Row, &[], Some("n")), column("x", Scope::Row, &[], Some("n"))];
    for columns in [Vec::new(), twice] {
        assert!(matches!(
            extract(&mut schema, DOCUMENT, &sales(columns)),
            Err(RowsError::Selection(_, ModelFailure::Argument { .. }))
        ));
    }
}

#[test]
fn one_name_in_two_branches_of_a_choice_is_one_column() {
    let mut schema = schema(
        "><xs:element name='r'><xs:complexType><xs:choice><xs:sequence><xs:element name='k' type='xs:int'/><xs:element name='a' type='xs:int'/>\
         </xs:sequence><xs:sequence><xs:element name='b' type='xs:int'/><xs:element name='k' type='xs:int'/></xs:sequence></xs:choice>\
         </xs:complexType></xs:element>",
    );
    let request = Request { columns: Some(vec![column("k", Scope::Row, &["k"], None)]), ..at("r", &[]) };
    for document in ["<r><k>1</k><a>2</a></r>", "<r><b>2</b><k>1</k></r>"] {
        assert_eq!(rows(&mut schema, document, &request), (vec!["k: int32".to_owned()], vec!["{\"k\":1}".to_owned()]));
    }
}

#[test]
fn legacy_matching_finds_columns_in_documents_of_another_namespace() {
    let mut schema = compile(SHOP, NameMatching::Legacy);
    let request = sales(vec![column("city", Scope::Root, &["{urn:s}head", "{urn:s}city"], None)]);
    let (_, rows) = rows(&mut schema, &DOCUMENT.replace("urn:s", "urn:other"), &request);
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0], "{\"city\":\"C\"}");
}
