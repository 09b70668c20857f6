//! Which elements are rows.

use super::{Request, at, column, extract, open, refusal, rows, schema, selected, whole};
use crate::{Construct, Route, RowsError, Scope};
use pyxsd_tools::model::ModelFailure;

const TREE: &str = "><xs:element name='top'><xs:complexType><xs:sequence><xs:element ref='part' maxOccurs='9'/>\
  <xs:any processContents='lax' namespace='##any' minOccurs='0'/></xs:sequence></xs:complexType></xs:element>\
  <xs:element name='part'><xs:complexType><xs:sequence><xs:element name='leaf' type='xs:int' minOccurs='0' maxOccurs='9'/>\
  <xs:element ref='part' minOccurs='0' maxOccurs='9'/><xs:element name='late' type='xs:int' minOccurs='0'/></xs:sequence></xs:complexType></xs:element>\
  <xs:element name='other'><xs:complexType><xs:sequence><xs:element name='k' type='xs:int' maxOccurs='9'/></xs:sequence></xs:complexType></xs:element>";

const DOCUMENT: &str = "<top><part><leaf>1</leaf><part><leaf>2</leaf><late>3</late></part><late>4</late></part><part><leaf>5</leaf></part>\
  <other><k>6</k></other></top>";

fn values(found: &(Vec<String>, Vec<String>)) -> String {
    let number = |row: &String| row.chars().filter(char::is_ascii_digit).collect::<String>();
    found.1.iter().map(number).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_route_leads_from_the_document_element_by_exact_names() {
    let mut schema = schema(TREE);
    for (element, path, expected) in [
        ("top", &["part", "leaf"] as &[&str], "1 5"),
        ("top", &["part", "part", "leaf"], "2"),
        ("element:top", &["{}part", "late"], "4"),
    ] {
        assert_eq!(values(&rows(&mut schema, DOCUMENT, &at(element, path))), expected, "{path:?}");
    }
}

#[test]
fn an_element_that_is_not_the_root_starts_routes_wherever_it_stands() {
    let mut schema = schema(TREE);
    assert_eq!(values(&rows(&mut schema, DOCUMENT, &at("part", &["leaf"]))), "1 2 5", "nested ones too");
    assert_eq!(values(&rows(&mut schema, DOCUMENT, &at("part", &["late"]))), "3 4", "in document order");
    assert_eq!(values(&rows(&mut schema, DOCUMENT, &at("other", &["k"]))), "6");
    assert_eq!(
        values(&rows(&mut schema, DOCUMENT, &at("element:other/type/element:k", &[]))),
        "6",
        "local ones by their id"
    );
}

#[test]
fn a_document_without_records_has_their_columns_and_no_rows() {
    let mut schema = schema(TREE);
    let leaves = (vec!["value: int32".to_owned()], Vec::new());
    for (document, request) in [
        ("<top><part/></top>", at("top", &["part", "leaf"])),
        ("<part/>", at("top", &["part", "leaf"])),
        ("<top><part/></top>", at("other", &["k"])),
        ("<other><k>1</k></other>", at("element:part/type/element:leaf", &[])),
    ] {
        assert_eq!(rows(&mut schema, document, &request), leaves, "{document}");
    }
}

#[test]
fn wrong_routes_are_refused_with_what_would_do() {
    let mut schema = schema(TREE);
    match refusal(&mut schema, DOCUMENT, &at("top", &["leaf"])) {
        RowsError::Selection(_, ModelFailure::Argument { message, candidates }) => {
            assert!(message.contains("top declares no child leaf"), "{message}");
            assert_eq!(candidates, ["part"]);
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(
        refusal(&mut schema, DOCUMENT, &at("nothing", &[])),
        RowsError::Selection(_, ModelFailure::NotFound { .. })
    ));
    let without = Request { path: vec!["part".to_owned()], ..whole() };
    assert!(matches!(refusal(&mut schema, DOCUMENT, &without), RowsError::Selection(_, ModelFailure::Argument { .. })));
}

#[test]
fn what_a_selector_finds_must_be_at_the_end_of_the_route() {
    let mut schema = schema(TREE);
    let both = |selector: &str, element: &str, path: &[&str]| Request {
        selector: selected(selector).selector,
        ..at(element, path)
    };
    assert_eq!(values(&rows(&mut schema, DOCUMENT, &both("part/leaf", "top", &["part", "leaf"]))), "1 5");
    assert_eq!(values(&rows(&mut schema, DOCUMENT, &both(".//leaf", "part", &["leaf"]))), "1 2 5");
    assert_eq!(values(&rows(&mut schema, DOCUMENT, &both("nothing", "top", &["part", "leaf"]))), "");
    for (selector, element, path) in
        [(".//leaf", "top", &["part", "leaf"] as &[&str]), ("part", "top", &["part", "leaf"]), (".", "part", &[])]
    {
        let found = refusal(&mut schema, DOCUMENT, &both(selector, element, path));
        assert!(matches!(found, RowsError::OffRoute(_) | RowsError::Selection(..)), "{found:?}");
    }
    assert!(matches!(refusal(&mut schema, DOCUMENT, &selected(".//leaf")), RowsError::OffRoute(_)), "two routes");
    assert_eq!(refusal(&mut schema, DOCUMENT, &selected("nothing")), RowsError::NothingSelected);
}

#[test]
fn a_route_that_was_found_gives_the_same_layout_when_it_is_asked_for() {
    let mut schema = schema(TREE);
    for (selector, route) in [
        ("part/leaf", Route { element: "element:top".to_owned(), path: vec!["part".to_owned(), "leaf".to_owned()] }),
        ("other/k", Route { element: "element:other".to_owned(), path: vec!["k".to_owned()] }),
    ] {
        let extraction = open(&mut schema, DOCUMENT, &selected(selector)).expect("rows");
        assert_eq!(extraction.route(), &route);
        let layout = extraction.layout().clone();
        extraction.release(&mut schema);
        let path: Vec<&str> = route.path.iter().map(String::as_str).collect();
        let again = Request { selector: selected(selector).selector, ..at(&route.element, &path) };
        let extraction = open(&mut schema, DOCUMENT, &again).expect("rows");
        assert_eq!(extraction.layout(), &layout);
        extraction.release(&mut schema);
    }
}

#[test]
fn the_root_is_a_scope_only_where_the_route_starts_there() {
    let mut schema = schema(TREE);
    let wanted = Some(vec![column("k", Scope::Root, &["k"], None)]);
    let request = Request { columns: wanted, ..at("other", &["k"]) };
    let document = "<top><part/><other><k>1</k></other></top>";
    // `k` may be repeated, so that it is no column; `other` itself has no value.
    assert!(matches!(refusal(&mut schema, document, &request), RowsError::Selection(..)));
    let mut schema = super::schema(
        "><xs:element name='a'><xs:complexType><xs:sequence><xs:element ref='b'/></xs:sequence></xs:complexType></xs:element>\
         <xs:element name='b'><xs:complexType><xs:attribute name='n' type='xs:string'/></xs:complexType></xs:element>",
    );
    let wanted = Some(vec![column("n", Scope::Root, &[], Some("n"))]);
    let request = Request { columns: wanted, ..at("b", &[]) };
    assert_eq!(rows(&mut schema, "<b n='1'/>", &request).1, ["{\"n\":\"1\"}"]);
    match refusal(&mut schema, "<a><b n='1'/></a>", &request) {
        RowsError::Selection(field, ModelFailure::Argument { message, .. }) => {
            assert_eq!(field, "columns.n.attribute");
            assert!(message.contains("a declares no attribute n"), "{message}")
        }
        other => panic!("{other:?}"),
    }
}

const BOXES: &str = "><xs:element name='r'><xs:complexType><xs:sequence><xs:element name='box' minOccurs='0' maxOccurs='9'><xs:complexType><xs:sequence>\
  <xs:element ref='i' minOccurs='0' maxOccurs='9'/></xs:sequence><xs:attribute name='b' type='xs:int'/></xs:complexType></xs:element>\
  <xs:element ref='i' minOccurs='0' maxOccurs='9'/></xs:sequence><xs:attribute name='g' type='xs:int'/></xs:complexType></xs:element>\
  <xs:element name='i'><xs:complexType><xs:attribute name='a' type='xs:string'/></xs:complexType></xs:element>\
  <xs:element name='s'><xs:complexType><xs:sequence><xs:element ref='i' maxOccurs='9'/></xs:sequence><xs:attribute name='g' type='xs:int'/>\
  </xs:complexType></xs:element>";

fn around(columns: Vec<crate::Column>) -> Request {
    Request { columns: Some(columns), ..at("i", &[]) }
}

#[test]
fn what_is_around_the_rows_of_an_element_is_found_in_the_document() {
    let mut schema = schema(BOXES);
    let a = column("a", Scope::Row, &[], Some("a"));
    let root = column("g", Scope::Root, &[], Some("g"));
    let up = |levels, name: &str| column("u", Scope::Ancestor(levels), &[], Some(name));
    let boxed = "<r g='5'><box b='1'><i a='x'/></box><box b='2'><i a='y'/></box></r>";
    let plain = "<r g='5'><i a='x'/><i a='y'/></r>";
    for (document, columns, expected) in [
        (plain, vec![a.clone(), root.clone()], ["{\"a\":\"x\",\"g\":5}", "{\"a\":\"y\",\"g\":5}"]),
        (plain, vec![a.clone(), up(1, "g")], ["{\"a\":\"x\",\"u\":5}", "{\"a\":\"y\",\"u\":5}"]),
        (boxed, vec![up(1, "b"), root.clone()], ["{\"u\":1,\"g\":5}", "{\"u\":2,\"g\":5}"]),
        (boxed, vec![a.clone(), up(2, "g")], ["{\"a\":\"x\",\"u\":5}", "{\"a\":\"y\",\"u\":5}"]),
    ] {
        assert_eq!(rows(&mut schema, document, &around(columns)).1, expected, "{document}");
    }
    let extraction = open(&mut schema, boxed, &around(vec![up(1, "b")])).expect("rows");
    let route = Route { element: "element:r".to_owned(), path: vec!["box".to_owned(), "i".to_owned()] };
    assert_eq!(extraction.route(), &route);
    extraction.release(&mut schema);
    let RowsError::Selection(field, _) = refusal(&mut schema, plain, &around(vec![up(2, "g")])) else { panic!("rows") };
    assert_eq!(field, "columns.u.levels");
    // Without such columns it does not count where they stand.
    let mixed = "<r g='5'><box><i a='x'/></box><i a='y'/></r>";
    assert_eq!(rows(&mut schema, mixed, &around(vec![a])).1.len(), 2);
    let RowsError::OffRoute(misfit) = refusal(&mut schema, mixed, &around(vec![root])) else { panic!("rows") };
    assert_eq!((misfit.construct, misfit.at.as_str()), (Some(Construct::Routes), "element:i"));
    assert!(misfit.message.contains("r / box / i"), "{}", misfit.message);
}

#[test]
fn a_route_of_another_document_tells_the_columns_and_binds_the_rows() {
    let mut schema = schema(BOXES);
    let wanted = || vec![column("g", Scope::Root, &[], Some("g")), column("u", Scope::Ancestor(1), &[], Some("g"))];
    let extraction = open(&mut schema, "<r g='5'><i a='x'/></r>", &around(wanted())).expect("rows");
    let (route, layout) = (extraction.route().clone(), extraction.layout().clone());
    extraction.release(&mut schema);
    for empty in ["<r/>", "<r><box/></r>"] {
        assert_eq!(refusal(&mut schema, empty, &around(vec![wanted().remove(1)])), RowsError::NothingSelected);
        let along = Request { route: Some(route.clone()), ..around(wanted()) };
        let extraction = open(&mut schema, empty, &along).expect("no rows");
        assert_eq!((extraction.total(), extraction.layout(), extraction.route()), (0, &layout, &route));
        extraction.release(&mut schema);
    }
    for elsewhere in ["<s g='1'><i a='x'/></s>", "<r><box><i a='x'/></box></r>", "<r><box><i a='x'/></box><i/></r>"] {
        let along = Request { route: Some(route.clone()), ..around(wanted()) };
        let found = extract(&mut schema, elsewhere, &along);
        assert!(matches!(found, Err(RowsError::OffRoute(_))), "{elsewhere}: {found:?}");
    }
}
