use crate::{TableError, node_table};
use pyxsd_schema::{CompileOptions, Resolver, Schema};
use pyxsd_validator::{Binding, ValidateOptions};

const SCHEMA: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:o" targetNamespace="urn:o" elementFormDefault="qualified">
  <xs:element name="order"><xs:complexType><xs:sequence>
    <xs:element name="line" type="line" maxOccurs="unbounded"/>
    <xs:element name="note" type="xs:string" default="none" minOccurs="0"/>
    <xs:element name="any" minOccurs="0" type="either"/>
    <xs:element name="sizes" minOccurs="0" type="sizes"/>
    <xs:element name="mixes" minOccurs="0" type="mixes"/>
    <xs:element name="name" minOccurs="0" type="xs:QName" nillable="true"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:complexType name="line"><xs:simpleContent><xs:extension base="price">
    <xs:attribute name="quantity" type="xs:positiveInteger"/>
    <xs:attribute name="unit" type="xs:string" default="kg"/>
  </xs:extension></xs:simpleContent></xs:complexType>
  <xs:simpleType name="price"><xs:restriction base="xs:decimal"/></xs:simpleType>
  <xs:simpleType name="either"><xs:union memberTypes="xs:date xs:boolean xs:token"/></xs:simpleType>
  <xs:simpleType name="sizes"><xs:list itemType="xs:int"/></xs:simpleType>
  <xs:simpleType name="mixes"><xs:list itemType="either"/></xs:simpleType>
</xs:schema>"#;

/// The sections in the order of the directory.
#[derive(Clone, Copy)]
enum Section {
    Text,
    Heap,
    Strings,
    Declarations,
    Types,
    Scopes,
    Bindings,
    Parent,
    End,
    Start,
    OpenEnd,
    CloseStart,
    Stop,
    Scope,
    Name,
    Declaration,
    Type,
    Kind,
    ValueStart,
    ValueLength,
    FirstAttribute,
    AttributeName,
    AttributeDeclaration,
    AttributeType,
    AttributeKind,
    AttributeValueStart,
    AttributeValueLength,
}

struct Table {
    bytes: Vec<u8>,
    /// The document's text.
    text: String,
}

impl Table {
    fn of(document: &str, binding: Binding) -> Table {
        Table::of_bytes(document.as_bytes(), document, binding)
    }

    fn of_bytes(document: &[u8], text: &str, binding: Binding) -> Table {
        let bytes = node_table(&mut schema(), "d.xml", document, &ValidateOptions::default(), binding);
        Table { bytes: bytes.unwrap_or_else(|error| panic!("{error}")), text: text.to_owned() }
    }

    fn word(&self, at: usize) -> u32 {
        u32::from_le_bytes(self.bytes[at..at + 4].try_into().expect("a word"))
    }

    fn section(&self, section: Section) -> &[u8] {
        let at = 24 + 8 * section as usize;
        let (start, length) = (self.word(at) as usize, self.word(at + 4) as usize);
        &self.bytes[start..start + length]
    }

    fn words(&self, section: Section) -> Vec<u32> {
        let words = self.section(section).chunks_exact(4);
        words.map(|word| u32::from_le_bytes(word.try_into().expect("a word"))).collect()
    }

    fn heap(&self) -> &str {
        std::str::from_utf8(self.section(Section::Heap)).expect("UTF-8")
    }

    fn string(&self, number: u32) -> &str {
        let ranges = self.words(Section::Strings);
        let (start, length) = (ranges[2 * number as usize] as usize, ranges[2 * number as usize + 1] as usize);
        &self.heap()[start..start + length]
    }

    fn strings(&self, section: Section) -> Vec<&str> {
        self.words(section).into_iter().map(|number| self.string(number)).collect()
    }

    fn value(&self, start: u32, length: u32) -> Option<String> {
        let all = format!("{}{}", self.text, self.heap());
        (start != u32::MAX).then(|| all[start as usize..(start + length) as usize].to_owned())
    }

    /// Name, kind and lexical form of every element.
    fn values(&self) -> Vec<(String, u32, Option<String>)> {
        let (names, kinds) = (self.strings(Section::Name), self.words(Section::Kind));
        let (starts, lengths) = (self.words(Section::ValueStart), self.words(Section::ValueLength));
        let row = |at: usize| (names[at].to_owned(), kinds[at], self.value(starts[at], lengths[at]));
        (0..names.len()).map(row).collect()
    }

    fn value_of(&self, name: &str) -> (u32, Option<String>) {
        let values = self.values().into_iter();
        let mut found = values.filter(|(found, ..)| found == &format!("{{urn:o}}{name}"));
        found.next().map(|(_, kind, value)| (kind, value)).expect("the element")
    }
}

fn schema() -> Schema {
    struct File;
    impl Resolver for File {
        fn load(&mut self, path: &str) -> Option<Vec<u8>> {
            (path == "a.xsd").then(|| SCHEMA.as_bytes().to_vec())
        }
    }
    let schema = pyxsd_schema::compile(&["a.xsd".to_owned()], &CompileOptions::default(), &mut File);
    let schema = schema.expect("the schema compiles");
    assert!(!schema.has_errors(), "{:?}", schema.issues);
    schema
}

fn order(content: &str) -> Table {
    Table::of(&format!("<order xmlns='urn:o' xmlns:p='urn:p'><line>1</line>{content}</order>"), Binding::Lax)
}

fn value(name: &str, content: &str) -> (u32, Option<String>) {
    order(content).value_of(name)
}

#[test]
fn elements_stand_where_their_tags_do() {
    let document = "<?xml version='1.0'?><order xmlns='urn:o'>\n <line a='>' >1</line ><!-- <x/> --><note/></order> ";
    let table = Table::of(document, Binding::Lax);
    let cut = |from: Section, to: Section| -> Vec<&str> {
        let ranges = table.words(from).into_iter().zip(table.words(to));
        ranges.map(|(start, end)| &document[start as usize..end as usize]).collect()
    };
    assert_eq!(cut(Section::Start, Section::OpenEnd), ["<order xmlns='urn:o'>", "<line a='>' >", "<note/>"]);
    assert_eq!(cut(Section::CloseStart, Section::Stop), ["</order>", "</line >", ""]);
    assert_eq!(table.words(Section::Parent), [u32::MAX, 0, 0]);
    assert_eq!(table.words(Section::End), [3, 2, 3]);
    assert_eq!(table.strings(Section::Name), ["{urn:o}order", "{urn:o}line", "{urn:o}note"]);
    assert_eq!(table.word(4), 1, "the version");
}

#[test]
fn values_that_stand_literally_in_the_document_are_not_copied() {
    let table = order("<sizes> 1 2 </sizes>");
    assert_eq!(table.value_of("sizes"), (0x100 | 21, Some("1 2".to_owned())));
    assert!(!table.heap().contains("1 2"));
    let table = order("<sizes>1\n  2</sizes>");
    assert_eq!(table.value_of("sizes"), (0x100 | 21, Some("1 2".to_owned())));
    assert!(table.heap().contains("1 2"));
}

#[test]
fn a_value_of_a_union_has_the_kind_of_the_member_that_matches() {
    assert_eq!(value("any", "<any>2024-02-29</any>"), (10, Some("2024-02-29".to_owned())));
    assert_eq!(value("any", "<any> true </any>"), (3, Some("true".to_owned())));
    assert_eq!(value("any", "<any> a  b </any>"), (2, Some("a b".to_owned())));
    let mixed = "10:10:2024-02-293:4:true2:1:x";
    assert_eq!(value("mixes", "<mixes>2024-02-29 true x</mixes>"), (22, Some(mixed.to_owned())));
    assert_eq!(value("mixes", "<mixes>x</mixes>"), (22, Some("2:1:x".to_owned())), "a list of one item is a list");
}

#[test]
fn names_are_expanded_and_nilled_elements_have_no_value() {
    assert_eq!(value("name", "<name>p:x</name>"), (19, Some("{urn:p}x".to_owned())));
    let nilled = "<name xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:nil='true'/>";
    assert_eq!(value("name", nilled), (0x200, None));
}

#[test]
fn what_the_schema_supplies_is_marked() {
    let table = Table::of("<order xmlns='urn:o'><line quantity=' 07 '>1.50</line><note/></order>", Binding::Lax);
    assert_eq!(table.value_of("note"), (0x400 | 2, Some("none".to_owned())));
    assert_eq!(table.words(Section::FirstAttribute), [0, 0, 2, 2]);
    assert_eq!(table.strings(Section::AttributeName), ["quantity", "unit"]);
    assert_eq!(table.words(Section::AttributeKind), [21, 0x400 | 2]);
    let (starts, lengths) = (table.words(Section::AttributeValueStart), table.words(Section::AttributeValueLength));
    let values: Vec<_> = starts.into_iter().zip(lengths).map(|(start, length)| table.value(start, length)).collect();
    assert_eq!(values, [Some("07".to_owned()), Some("kg".to_owned())]);
    assert_eq!(table.words(Section::AttributeType).len(), 2);
    assert_eq!(table.words(Section::AttributeDeclaration).len(), 2);
}

#[test]
fn declarations_and_types_are_told_once_with_their_bases() {
    let table = order("<line>2</line>");
    let rows = |section| -> Vec<Vec<u32>> { table.words(section).chunks(6).map(<[u32]>::to_vec).collect() };
    let (declarations, types) = (rows(Section::Declarations), rows(Section::Types));
    let ids = |rows: &[Vec<u32>]| -> Vec<String> { rows.iter().map(|row| table.string(row[0]).to_owned()).collect() };
    let line = table.words(Section::Declaration)[1] as usize;
    assert_eq!(ids(&declarations)[line], "element:{urn:o}order/type/element:{urn:o}line");
    let of_line = table.words(Section::Type)[1] as usize;
    assert_eq!(table.words(Section::Type)[2] as usize, of_line);
    assert_eq!(declarations[line][4] as usize, of_line);
    let mut chain = Vec::new();
    let mut next = of_line as u32;
    while next != u32::MAX {
        chain.push(table.string(types[next as usize][1]));
        next = types[next as usize][4];
    }
    let xs = |local: &str| format!("{{http://www.w3.org/2001/XMLSchema}}{local}");
    assert_eq!(chain[..3], ["{urn:o}line", "{urn:o}price", &xs("decimal")]);
    assert_eq!(chain.last(), Some(&xs("anyType").as_str()));
    assert_eq!((types[of_line][5], table.string(types[of_line][2]), types[of_line][3]), (1, "a.xsd", 10));
}

#[test]
fn strict_binding_marks_what_it_leaves_out() {
    let document =
        "<order xmlns='urn:o'><line b='' quantity='1'>1</line><line>x</line><stray><line>1</line></stray></order>";
    let table = Table::of(document, Binding::Strict);
    let kinds: Vec<u32> = table.words(Section::Kind).iter().map(|kind| kind & 0x2000).collect();
    assert_eq!(kinds, [0, 0, 0x2000, 0x2000, 0x2000]);
    assert_eq!(table.words(Section::AttributeKind)[0] & 0x2000, 0x2000);
    assert_eq!(table.word(8) & 2, 2);
    let lax = Table::of(document, Binding::Lax);
    assert_eq!(lax.value_of("stray"), (0x800 | 1, None));
}

#[test]
fn the_table_brings_the_text_of_a_document_that_is_not_utf_8() {
    let text = "<?xml version='1.0' encoding='UTF-16'?><order xmlns='urn:o'><line>1</line><note>é</note></order>";
    let mut bytes = vec![0xff, 0xfe];
    text.encode_utf16().for_each(|unit| bytes.extend_from_slice(&unit.to_le_bytes()));
    let table = Table::of_bytes(&bytes, text, Binding::Lax);
    assert_eq!((table.word(8) & 4, table.word(12)), (4, 0));
    assert_eq!(table.section(Section::Text), text.as_bytes());
    assert_eq!(table.value_of("note"), (2, Some("é".to_owned())));
    let marked = format!("\u{feff}{}", &text[39..]);
    let table = Table::of_bytes(marked.as_bytes(), &text[39..], Binding::Lax);
    assert_eq!((table.word(8) & 4, table.word(12)), (0, 3));
    assert_eq!(table.value_of("note"), (2, Some("é".to_owned())));
}

#[test]
fn scopes_hold_the_declarations_of_each_element() {
    let table =
        Table::of("<order xmlns='urn:o' xmlns:p='urn:p'><line xmlns:p='urn:q'>1</line><note/></order>", Binding::Lax);
    assert_eq!(table.words(Section::Scopes), [u32::MAX, 0, 2, 0, 2, 1]);
    assert_eq!(table.words(Section::Scope), [0, 1, 0]);
    assert_eq!(table.strings(Section::Bindings), ["", "urn:o", "p", "urn:p", "p", "urn:q"]);
}

#[test]
fn documents_that_cannot_be_read_have_no_table() {
    let mut schema = schema();
    let before = schema.names.len();
    let refused = node_table(&mut schema, "d.xml", b"<order>", &ValidateOptions::default(), Binding::Lax);
    assert!(matches!(refused, Err(TableError::Document(_))));
    node_table(&mut schema, "d.xml", b"<unheard/>", &ValidateOptions::default(), Binding::Lax).expect("a table");
    assert_eq!(schema.names.len(), before, "names are forgotten");
}
