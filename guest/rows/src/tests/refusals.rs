//! What has no form in columns, statically and in a document.

use super::{Request, at, column, refusal, rows, schema, whole};
use crate::{Construct, RowsError, Scope};
use pyxsd_tools::model::ModelFailure;

fn unsupported(content: &str, rest: &str) -> (String, String, Vec<String>) {
    let mut schema = schema(&format!("><xs:element name='r'>{content}</xs:element>{rest}"));
    match refusal(&mut schema, "<r/>", &at("r", &[])) {
        RowsError::Selection(_, ModelFailure::Unsupported { construct, at, descendant }) => (construct, at, descendant),
        other => panic!("{content}: {other:?}"),
    }
}

#[test]
fn constructs_without_a_form_are_named_before_the_document_is_read() {
    let a = "<xs:element name='a' type='xs:int'/>";
    let b = "<xs:element name='b' type='xs:int'/>";
    let complex = |inside: &str| format!("<xs:complexType>{inside}</xs:complexType>");
    for (content, construct) in [
        (format!("<xs:complexType mixed='true'><xs:sequence>{a}</xs:sequence></xs:complexType>"), "mixed content"),
        (complex(&format!("<xs:sequence>{a}<xs:any processContents='lax'/></xs:sequence>")), "an element wildcard"),
        (complex(&format!("<xs:sequence>{a}</xs:sequence><xs:anyAttribute/>")), "an attribute wildcard"),
        (complex(&format!("<xs:openContent><xs:any/></xs:openContent><xs:sequence>{a}</xs:sequence>")), "open content"),
        (complex(&format!("<xs:sequence maxOccurs='2'>{a}{b}</xs:sequence>")), "a repeated group"),
        (complex(&format!("<xs:choice>{a}<xs:sequence>{b}{b}</xs:sequence></xs:choice>")), "a choice with a branch"),
        (complex(&format!("<xs:sequence>{a}{b}{a}</xs:sequence>")), "two places for the element a"),
        (complex("<xs:sequence><xs:element ref='r' minOccurs='0'/></xs:sequence>"), "a recursive type"),
        (complex("<xs:sequence><xs:element name='u' type='u'/></xs:sequence>"), "a union"),
        (complex("<xs:sequence><xs:element name='u'/></xs:sequence>"), "xs:anyType"),
        (complex("<xs:sequence><xs:element name='u' type='xs:anyAtomicType'/></xs:sequence>"), "xs:anyAtomicType"),
        (complex("<xs:sequence><xs:element name='u' type='q'/></xs:sequence>"), "a list of names"),
        (
            complex("<xs:sequence><xs:element name='u'><xs:complexType/></xs:element></xs:sequence>"),
            "an element without",
        ),
        (complex("<xs:sequence><xs:element ref='h'/></xs:sequence>"), "an abstract element"),
        (complex("<xs:attribute name='u' type='u'/>"), "a union"),
    ] {
        let rest = "<xs:simpleType name='u'><xs:union memberTypes='xs:int xs:date'/></xs:simpleType>\
                    <xs:simpleType name='q'><xs:list itemType='xs:QName'/></xs:simpleType><xs:element name='h' abstract='true'/>";
        let (found, at, _) = unsupported(&content, rest);
        assert!(found.starts_with(construct), "{content}: {found}");
        assert!(at.contains(':'), "{at}");
    }
}

#[test]
fn a_refusal_names_a_descendant_that_has_a_form() {
    let content = "<xs:complexType mixed='true'><xs:sequence><xs:element name='day'><xs:complexType><xs:sequence>\
                   <xs:any minOccurs='0' processContents='lax'/><xs:element name='n' type='xs:int'/>\
                   <xs:element name='sale'><xs:complexType><xs:attribute name='n' type='xs:string'/></xs:complexType></xs:element></xs:sequence></xs:complexType>\
                   </xs:element></xs:sequence></xs:complexType>";
    let content = content
        .replace("<xs:any minOccurs='0' processContents='lax'/>", "")
        .replace("name='sale'>", "name='sale' maxOccurs='9'>");
    assert_eq!(unsupported(&content, "").2, ["day"]);
    let wild = content.replace(
        "</xs:element></xs:sequence></xs:complexType></xs:element>",
        "</xs:element></xs:sequence><xs:anyAttribute/></xs:complexType></xs:element>",
    );
    assert_eq!(unsupported(&wild, "").2, ["day", "sale"]);
}

#[test]
fn more_columns_than_a_reader_would_like_are_refused() {
    let mut types =
        String::from("<xs:complexType name='t0'><xs:attribute name='a' type='xs:string'/></xs:complexType>");
    for level in 1..=20 {
        let children: String = (0..2).map(|at| format!("<xs:element name='e{at}' type='t{}'/>", level - 1)).collect();
        types.push_str(&format!(
            "<xs:complexType name='t{level}'><xs:sequence>{children}</xs:sequence></xs:complexType>"
        ));
    }
    let mut schema = schema(&format!("><xs:element name='r' type='t20'/>{types}"));
    let RowsError::Selection(_, ModelFailure::Unsupported { construct, .. }) =
        refusal(&mut schema, "<r/>", &at("r", &[]))
    else {
        panic!("it has a form");
    };
    assert!(construct.starts_with("more than"), "{construct}");
}

const FIGURES: &str = "><xs:element name='l'><xs:complexType><xs:sequence><xs:element ref='figure' maxOccurs='9'/></xs:sequence></xs:complexType>\
  </xs:element><xs:element name='figure' type='f'/><xs:complexType name='f'><xs:sequence><xs:element name='x' type='xs:int'/></xs:sequence>\
  </xs:complexType><xs:element name='round' type='f' substitutionGroup='figure'/>\
  <xs:complexType name='g'><xs:complexContent><xs:extension base='f'><xs:attribute name='y' type='xs:string'/></xs:extension></xs:complexContent></xs:complexType>";

#[test]
fn other_types_and_other_elements_than_declared_are_told_by_their_place() {
    let mut schema = schema(FIGURES);
    let typed = "<l xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><figure><x>1</x></figure><figure i:type='g'><x>1</x></figure></l>";
    for (request, way_out) in [(at("l", &["figure"]), &["x"] as &[&str]), (at("l", &[]), &["figure", "x"])] {
        let RowsError::Row(misfit) = refusal(&mut schema, typed, &request) else { panic!("{request:?}") };
        let last = misfit.location.path.last().expect("a place");
        assert_eq!((last.name.as_str(), last.index), ("figure", 2));
        assert!(misfit.message.contains("type {") || misfit.message.contains("type g"), "{}", misfit.message);
        assert_eq!((misfit.construct, misfit.at.as_str()), (Some(Construct::OtherType), "element:figure"));
        assert_eq!(misfit.descendant, way_out);
        assert_eq!(rows(&mut schema, typed, &at("l", &["figure", "x"])).1.len(), 2, "the way out is one");
    }
    let replaced = "<l><figure><x>1</x></figure><round><x>1</x></round></l>";
    for request in [at("l", &[]), at("l", &["figure"])] {
        let found = refusal(&mut schema, replaced, &request);
        let (RowsError::Row(misfit) | RowsError::OffRoute(misfit)) = found else { panic!("{found:?}") };
        assert_eq!((misfit.construct, misfit.at.as_str()), (Some(Construct::Substitution), "element:round"));
        assert!(misfit.descendant.is_empty(), "every way leads through the head: {:?}", misfit.descendant);
    }
    let (_, found) = rows(&mut schema, replaced, &at("round", &[]));
    assert_eq!(found, ["{\"x\":1}"]);
}

#[test]
fn columns_take_what_the_declaration_promises_from_extended_types() {
    let mut schema = schema(
        "><xs:element name='l'><xs:complexType><xs:sequence><xs:element name='f' type='f' maxOccurs='9'/></xs:sequence></xs:complexType></xs:element>\
         <xs:complexType name='f'><xs:sequence><xs:element name='x' type='n'/></xs:sequence><xs:attribute name='y' type='xs:int'/></xs:complexType>\
         <xs:complexType name='n'><xs:simpleContent><xs:extension base='xs:int'/></xs:simpleContent></xs:complexType>\
         <xs:complexType name='m'><xs:simpleContent><xs:extension base='n'><xs:attribute name='u' type='xs:int'/></xs:extension></xs:simpleContent></xs:complexType>\
         <xs:complexType name='more'><xs:complexContent><xs:extension base='f'><xs:sequence><xs:element name='z' type='xs:int'/></xs:sequence>\
           </xs:extension></xs:complexContent></xs:complexType>\
         <xs:complexType name='twice'><xs:complexContent><xs:extension base='f'><xs:sequence><xs:element name='x' type='n' minOccurs='0'/></xs:sequence>\
           </xs:extension></xs:complexContent></xs:complexType>\
         <xs:complexType name='less'><xs:complexContent><xs:restriction base='f'><xs:sequence><xs:element name='x' type='n'/></xs:sequence>\
           </xs:restriction></xs:complexContent></xs:complexType>",
    );
    let columns = vec![column("x", Scope::Row, &["x"], None), column("y", Scope::Row, &[], Some("y"))];
    let request = Request { columns: Some(columns), ..at("l", &["f"]) };
    let document = |fields: &str| format!("<l xmlns:i='http://www.w3.org/2001/XMLSchema-instance'>{fields}</l>");
    let fields = "<f y='1'><x>1</x></f><f i:type='more' y='2'><x>2</x><z>9</z></f><f i:type='twice'><x i:type='m' u='7'>3</x></f>";
    let expected = ["{\"x\":1,\"y\":1}", "{\"x\":2,\"y\":2}", "{\"x\":3,\"y\":null}"];
    assert_eq!(rows(&mut schema, &document(fields), &request).1, expected);
    for (fields, construct, expected) in [
        ("<f i:type='less'><x>1</x></f>", Some(Construct::OtherType), "of the type less"),
        ("<f i:type='twice'><x>1</x><x>2</x></f>", None, "once more"),
    ] {
        let RowsError::Row(misfit) = refusal(&mut schema, &document(fields), &request) else { panic!("{fields}") };
        assert_eq!(misfit.construct, construct);
        assert!(misfit.message.contains(expected), "{}", misfit.message);
    }
}

#[test]
fn invalid_and_malformed_documents_have_no_rows() {
    let mut schema = schema(FIGURES);
    let RowsError::Invalid(report) = refusal(&mut schema, "<l><figure><x>one</x></figure></l>", &whole()) else {
        panic!("it is not valid");
    };
    assert_eq!(report.errors, 1);
    assert!(matches!(refusal(&mut schema, "<l><figure>", &whole()), RowsError::Document(_)));
}

#[test]
fn a_row_beyond_its_bound_is_refused_by_number() {
    let mut schema = schema(
        "><xs:element name='l'><xs:complexType><xs:sequence><xs:element name='t' type='xs:string' maxOccurs='9'/></xs:sequence></xs:complexType></xs:element>",
    );
    let request = Request { row_bytes: 100, ..at("l", &["t"]) };
    let document = format!("<l><t>short</t><t>{}</t></l>", "x".repeat(200));
    match refusal(&mut schema, &document, &request) {
        RowsError::LargeRow { row: 2, bytes, maximum: 100 } => assert!(bytes > 200),
        other => panic!("{other:?}"),
    }
    let whole = Request { row_bytes: 100, ..at("l", &[]) };
    assert!(matches!(refusal(&mut schema, &document, &whole), RowsError::LargeRow { row: 1, .. }));
}

#[test]
fn the_names_of_a_document_are_forgotten_with_it() {
    let mut schema = schema(FIGURES);
    let before = schema.names.len();
    rows(&mut schema, "<l xmlns:unheard='urn:unheard'><figure><x>1</x></figure></l>", &whole());
    refusal(&mut schema, "<l><unheard/></l>", &whole());
    refusal(&mut schema, "<unheard", &whole());
    refusal(&mut schema, "<l><figure><x>1</x></figure></l>", &super::selected("unheard"));
    assert_eq!(schema.names.len(), before);
}

#[test]
fn groups_that_multiply_each_other_are_refused() {
    let mut groups = String::from(
        "<xs:group name='g0'><xs:sequence><xs:element name='a' type='xs:int' minOccurs='0'/></xs:sequence></xs:group>",
    );
    for level in 1..=20 {
        let twice = format!("<xs:group ref='g{}'/>", level - 1).repeat(2);
        groups.push_str(&format!("<xs:group name='g{level}'><xs:choice>{twice}</xs:choice></xs:group>"));
    }
    // Not a deterministic model, so that the schema has errors; the declarations are there all the same.
    let text = format!(
        "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>{groups}<xs:element name='r'><xs:complexType><xs:group ref='g20'/></xs:complexType></xs:element></xs:schema>"
    );
    let compiled = pyxsd_schema::compile(&["a.xsd".to_owned()], &Default::default(), &mut super::One(&text));
    let mut schema = compiled.expect("the schema compiles");
    let found = refusal(&mut schema, "<r/>", &at("r", &["a"]));
    let RowsError::Selection(_, ModelFailure::Unsupported { construct, .. }) = found else { panic!("{found:?}") };
    assert!(construct.contains("particles"), "{construct}");
}
