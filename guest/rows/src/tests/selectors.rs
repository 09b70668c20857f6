//! The path language of ElementTree: the paths that Python reads too find what its `findall` finds. Spaces in predicates, and positions beside a
//! namespace for names without prefix, work here only.

use super::{Request, at, extract, refusal, schema};
use crate::{RowsError, Selector};
use proptest::prelude::*;
use pyxsd_tools::model::ModelFailure;

const SCHEMA: &str = "xmlns:p='urn:p' targetNamespace='urn:p'><xs:element name='r'><xs:complexType><xs:sequence>\
  <xs:element ref='p:e' minOccurs='0' maxOccurs='99'/></xs:sequence></xs:complexType></xs:element>\
  <xs:element name='e'><xs:complexType><xs:sequence><xs:element name='n' type='xs:token' minOccurs='0' maxOccurs='9'/>\
  <xs:element ref='p:e' minOccurs='0' maxOccurs='9'/></xs:sequence>\
  <xs:attribute name='i' type='xs:int' use='required'/><xs:attribute name='k' type='xs:string'/></xs:complexType></xs:element>";

const DOCUMENT: &str = "<p:r xmlns:p='urn:p'><p:e i='1' k='a'><n>x</n><n>y</n></p:e>\
  <p:e i='2'><n>z</n><p:e i='3' k='b'><n>x</n></p:e><p:e i='4'/></p:e><p:e i='5' k='a'/></p:r>";

const WORDS: &[&str] = &[
    "p:e", "n", "{urn:p}", "{*}", "e", "*", ".", "..", "/", "//", "[", "]", "[@k]", "[n='x']", "='x'", "!=", "'", "\"",
    "[1]", "[last()]", "last()", "-1", " ", "@", "é", "{",
];

/// The attributes `i` of the rows that a selector finds among the elements `e`.
fn found(path: &str, namespaces: &[(&str, &str)]) -> Result<String, RowsError> {
    let mut schema = schema(SCHEMA);
    let namespaces = namespaces.iter().map(|(prefix, uri)| ((*prefix).to_owned(), (*uri).to_owned())).collect();
    let columns = Some(vec![super::column("i", crate::Scope::Row, &[], Some("i"))]);
    let selector = Some(Selector { path: path.to_owned(), namespaces });
    let (_, rows) = extract(&mut schema, DOCUMENT, &Request { selector, columns, ..at("e", &[]) })?;
    let number = |row: &String| row.chars().filter(char::is_ascii_digit).collect::<String>();
    Ok(rows.iter().map(number).collect::<Vec<_>>().join(" "))
}

#[test]
fn selectors_find_what_elementtree_finds() {
    for (path, expected) in [
        ("{urn:p}e", "1 2 5"),
        ("*", "1 2 5"),
        ("p:e", "1 2 5"),
        ("./p:e/p:e", "3 4"),
        (".//p:e", "1 2 3 4 5"),
        ("p:e//p:e", "3 4"),
        ("*/{urn:p}*", "3 4"),
        (".//{*}e", "1 2 3 4 5"),
        ("e", ""),
        ("{}e", ""),
        ("p:e[1]", "1"),
        ("p:e[last()]", "5"),
        ("p:e[last()-1]", "2"),
        ("p:e[last() - 2]", "1"),
        (".//p:e[2]", "2 4"),
        ("p:e[9]", ""),
        ("p:e[@k]", "1 5"),
        (".//p:e[@k='a']", "1 5"),
        (".//p:e[@k!=\"a\"]", "3"),
        (".//p:e[@k='a'][2]", ""),
        ("p:e[@k='a'][3]", "5"),
        (".//p:e[n]", "1 2 3"),
        (".//p:e[n='x']", "1 3"),
        (".//p:e[n!='x']", "1 2"),
        ("p:e[p:e]", "2"),
        (".//p:e[.='x']", "3"),
        (".//p:e[.!='']", "1 2 3"),
        (".//n/..", "1 2 3"),
        ("p:e/p:e/..", "2"),
        ("p:e/../p:e[2]", "2"),
        (" p:e [ @k = 'a' ] ", "1 5"),
        ("p:e/", ""),
    ] {
        let result = found(path, &[("p", "urn:p")]);
        match path {
            "p:e/" => assert!(matches!(result, Err(RowsError::OffRoute(_))), "all children, {result:?}"),
            _ => assert_eq!(result.expect(path), expected, "{path}"),
        }
    }
    assert_eq!(found("e[2]", &[("", "urn:p")]).expect("rows"), "2", "names without prefix");
    assert_eq!(found("e[@i='2']", &[("", "urn:p")]).expect("rows"), "2", "attributes without prefix have no namespace");
}

#[test]
fn what_is_not_in_the_language_is_refused() {
    let mut schema = schema(SCHEMA);
    let long = format!("p:e{}", "/p:e".repeat(300));
    for path in [
        "",
        "/p:r",
        "//p:e",
        "p:e[",
        "p:e[]",
        "p:e[0]",
        "p:e[last()-0]",
        "p:e[last()+1]",
        "p:e[@]",
        "p:e['x']",
        "p:e[n=x]",
        "q:e",
        "p:e]",
        "p:e p:e",
        "p:e//..",
        "a//",
        "count(p:e)",
        "child::e",
        "p:e[position()=1]",
        "p:e[@k='a' and @i='1']",
        "{urn:p",
        "p:e[.]",
        "@k",
        &long,
    ] {
        let selector = Some(Selector { path: path.to_owned(), namespaces: vec![("p".to_owned(), "urn:p".to_owned())] });
        let found = refusal(&mut schema, DOCUMENT, &Request { selector, ..at("e", &[]) });
        match found {
            RowsError::Selection(_, ModelFailure::Argument { message, .. }) => {
                assert!(message.contains("`selector`"), "{message}")
            }
            other => panic!("{path}: {other:?}"),
        }
    }
}

proptest! {
    /// Words of the language in any order: what is refused is refused with a reason, what is read can be looked for.
    #[test]
    fn any_words_are_understood_or_refused(words in proptest::collection::vec(proptest::sample::select(WORDS), 0..12)) {
        match found(&words.concat(), &[("p", "urn:p")]) {
            Ok(_) | Err(RowsError::OffRoute(_)) => {}
            Err(RowsError::Selection(_, ModelFailure::Argument { message, .. })) => prop_assert!(message.contains("`selector`")),
            Err(other) => prop_assert!(false, "{other:?}"),
        }
    }
}
