//! Whole elements: structs, lists, nil, defaults, and what is absent.

use super::{at, open, rows, schema, whole};
use crate::{Buffers, Chunk, RowsError};
use pyxsd_tools::model::ModelFailure;

const ORDERS: &str = "><xs:element name='orders'><xs:complexType><xs:sequence>\
  <xs:element name='order' maxOccurs='unbounded' minOccurs='0'><xs:complexType><xs:sequence>\
    <xs:element name='note' type='xs:string' minOccurs='0' default='none'/>\
    <xs:element name='ship' minOccurs='0'><xs:complexType><xs:sequence>\
      <xs:element name='to' type='xs:string'/><xs:element name='day' type='xs:date' minOccurs='0' maxOccurs='2'/>\
    </xs:sequence><xs:attribute name='fast' type='xs:boolean' use='required'/></xs:complexType></xs:element>\
    <xs:element name='line' maxOccurs='unbounded' minOccurs='0' nillable='true'><xs:complexType><xs:simpleContent>\
      <xs:extension base='xs:short'><xs:attribute name='unit' type='xs:string' default='kg'/><xs:attribute name='sku' type='xs:NMTOKENS'/></xs:extension>\
    </xs:simpleContent></xs:complexType></xs:element>\
  </xs:sequence><xs:attribute name='id' type='xs:int' use='required'/><xs:attribute name='v' type='xs:string' fixed='1'/></xs:complexType></xs:element>\
</xs:sequence></xs:complexType></xs:element>";

const DOCUMENT: &str = "<orders xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>\
  <order id='1'><note/><ship fast='1'><to/><day>2024-01-01</day><day>2024-01-02</day></ship><line sku='a b'>5</line>\
    <line xsi:nil='true' unit='g'/></order>\
  <order id='2'/>\
  <order id='3'><ship fast='0'><to>x</to></ship></order></orders>";

#[test]
fn structs_lists_nil_and_defaults_come_as_declared() {
    let mut schema = schema(ORDERS);
    let (columns, rows) = rows(&mut schema, DOCUMENT, &at("orders", &["order"]));
    assert_eq!(
        columns,
        [
            "@id: int32",
            "@v: string?",
            "note: string?",
            "ship: struct<@fast: bool not null, to: string, day: list<item: string not null> not null>?",
            "line: list<item: struct<$nil: bool not null, @unit: string, @sku: list<item: string not null>, $: int16> not null>",
        ]
    );
    assert_eq!(
        rows,
        [
            "{\"@id\":1,\"@v\":\"1\",\"note\":\"none\",\"ship\":{\"@fast\":true,\"to\":\"\",\"day\":[\"2024-01-01\",\"2024-01-02\"]},\
         \"line\":[{\"$nil\":false,\"@unit\":\"kg\",\"@sku\":[\"a\",\"b\"],\"$\":5},{\"$nil\":true,\"@unit\":\"g\",\"@sku\":null,\"$\":null}]}",
            "{\"@id\":2,\"@v\":\"1\",\"note\":null,\"ship\":null,\"line\":[]}",
            "{\"@id\":3,\"@v\":\"1\",\"note\":null,\"ship\":{\"@fast\":false,\"to\":\"x\",\"day\":[]},\"line\":[]}",
        ]
    );
}

#[test]
fn the_document_element_is_the_row_where_nothing_is_asked_for() {
    let mut schema = schema(ORDERS);
    let (columns, rows) = rows(&mut schema, DOCUMENT, &whole());
    assert_eq!(columns.len(), 1);
    assert_eq!(rows.len(), 1);
    assert!(rows[0].starts_with("{\"order\":[{\"@id\":1,"), "{}", rows[0]);
}

#[test]
fn nil_elements_are_null_and_nil_rows_say_so() {
    let mut schema = schema(
        "><xs:element name='r' nillable='true'><xs:complexType><xs:sequence>\
         <xs:element name='a' type='xs:int' nillable='true'/><xs:element name='b' type='xs:int' nillable='true' maxOccurs='3'/></xs:sequence>\
         <xs:attribute name='k' type='xs:int' use='required'/></xs:complexType></xs:element>\
         <xs:element name='s' type='xs:int' nillable='true'/>",
    );
    let xsi = "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'";
    let document = format!("<r {xsi} k='1'><a xsi:nil='true'/><b>1</b><b xsi:nil='1'/></r>");
    let (columns, found) = rows(&mut schema, &document, &whole());
    assert_eq!(columns, ["$nil: bool", "@k: int32", "a: int32?", "b: list<item: int32>"]);
    assert_eq!(found, ["{\"$nil\":false,\"@k\":1,\"a\":null,\"b\":[1,null]}"]);
    let document = format!("<r {xsi} k='1' xsi:nil='true'/>");
    assert_eq!(rows(&mut schema, &document, &whole()).1, ["{\"$nil\":true,\"@k\":1,\"a\":null,\"b\":[]}"]);
    let document = format!("<s {xsi} xsi:nil='true'/>");
    assert_eq!(
        rows(&mut schema, &document, &whole()),
        (vec!["value: int32?".to_owned()], vec!["{\"value\":null}".to_owned()])
    );
}

#[test]
fn repeated_children_may_be_mixed_up_in_an_all_group() {
    let mut schema = schema(
        "><xs:element name='r'><xs:complexType><xs:all><xs:element name='a' type='xs:int' maxOccurs='5'/>\
         <xs:element name='b' type='xs:int' maxOccurs='5'/></xs:all></xs:complexType></xs:element>",
    );
    let (_, rows) = rows(&mut schema, "<r><b>1</b><a>2</a><b>3</b><a>4</a></r>", &whole());
    assert_eq!(rows, ["{\"a\":[2,4],\"b\":[1,3]}"]);
}

#[test]
fn chunks_end_at_their_bounds_and_add_up_to_all_rows() {
    let mut schema = schema(ORDERS);
    let many: String = (0..1000).map(|id| format!("<order id='{id}'><note>{id}</note></order>")).collect();
    let document = format!("<orders>{many}</orders>");
    let mut extraction = open(&mut schema, &document, &at("orders", &["order"])).expect("rows");
    let mut ids = Vec::new();
    let mut sizes = Vec::new();
    while let Some(chunk) = extraction.next(&schema, 300, 5_000).expect("a chunk") {
        sizes.push(chunk.rows);
        assert_eq!(chunk.fields[0].length, chunk.rows);
        ids.extend(chunk.fields[0].data.as_chunks::<4>().0.iter().map(|id| i32::from_le_bytes(*id)));
    }
    assert_eq!(ids, (0..1000).collect::<Vec<_>>());
    assert!(sizes.len() > 4 && sizes.iter().all(|size| *size <= 300), "{sizes:?}");
    let mut extraction = {
        extraction.release(&mut schema);
        open(&mut schema, &document, &at("orders", &["order"])).expect("rows")
    };
    let chunk = extraction.next(&schema, 10, 0).expect("a chunk").expect("rows");
    assert_eq!(chunk.rows, 1, "a chunk has a row whatever its bound");
}

/// Whether the buffers of a chunk are as long as they say.
fn check(chunk: &Chunk, lengths: &[(u32, u32)]) {
    for (field, (length, nulls)) in chunk.fields.iter().zip(lengths) {
        assert_eq!((field.length, field.nulls), (*length, *nulls), "{field:?}");
        assert_eq!(field.validity.is_some(), *nulls > 0);
        if let Some(bits) = &field.validity {
            assert_eq!(bits.len(), field.length.div_ceil(8) as usize);
            let set: u32 = bits.iter().map(|byte| byte.count_ones()).sum();
            assert_eq!(set, length - nulls);
        }
        assert!(field.offsets.is_empty() || field.offsets.len() == field.length as usize + 1);
    }
}

#[test]
fn fields_of_a_null_struct_are_as_long_as_the_struct() {
    let mut schema = schema(ORDERS);
    let mut extraction = open(&mut schema, DOCUMENT, &at("orders", &["order"])).expect("rows");
    let chunk = extraction.next(&schema, 10, 1 << 20).expect("a chunk").expect("rows");
    check(
        &chunk,
        &[
            (3, 0),
            (3, 0),
            (3, 2),
            (3, 1), // ship
            (3, 0), // @fast, a placeholder below the null
            (3, 1), // to
            (3, 0),
            (2, 0), // items of day
            (3, 0), // line
            (2, 0),
            (2, 0),
            (2, 0),
            (2, 1),
            (2, 0), // items of @sku
            (2, 1),
        ],
    );
    assert_eq!(chunk.fields[6], Buffers { length: 3, offsets: vec![0, 2, 2, 2], ..Buffers::default() });
    extraction.release(&mut schema);
}

#[test]
fn shapes_that_stand_in_many_places_are_refused_with_little_work() {
    let doubling: String = (0..40)
        .map(|level| {
            let next = level + 1;
            format!(
                "<xs:complexType name='T{level}'><xs:sequence><xs:element name='a' type='T{next}'/><xs:element name='b' type='T{next}'/>\
                 </xs:sequence></xs:complexType>"
            )
        })
        .collect();
    let types = format!("<xs:complexType name='T40'><xs:attribute name='x' type='xs:int'/></xs:complexType>{doubling}");
    let mut schema = schema(&format!("><xs:element name='r' type='T0'/>{types}"));
    let RowsError::Selection(field, ModelFailure::Unsupported { construct, descendant, .. }) =
        super::open(&mut schema, "<r/>", &at("r", &[])).expect_err("too many columns")
    else {
        panic!("another failure");
    };
    assert_eq!((field.as_str(), construct.as_str()), ("element", "more than 10000 columns"));
    assert_eq!(descendant.len(), 29, "{descendant:?}");
}

#[test]
fn shapes_that_nest_deeper_where_they_stand_again_are_refused() {
    // Each group of 50 types ends in the first type of the group before, which is known by then.
    let mut types = "<xs:complexType name='T0'><xs:attribute name='x' type='xs:int'/></xs:complexType>".to_owned();
    let mut tops = String::new();
    for number in 1..=2_000 {
        types.push_str(&format!(
            "<xs:complexType name='T{number}'><xs:sequence><xs:element name='t' type='T{}'/></xs:sequence></xs:complexType>",
            number - 1
        ));
        if number % 50 == 0 {
            tops.push_str(&format!("<xs:element name='g{number}' type='T{number}'/>"));
        }
    }
    let root =
        format!("<xs:element name='r'><xs:complexType><xs:sequence>{tops}</xs:sequence></xs:complexType></xs:element>");
    let mut schema = schema(&format!(">{root}{types}"));
    let Err(RowsError::Selection(_, ModelFailure::Unsupported { construct, .. })) =
        super::open(&mut schema, "<r/>", &at("r", &[]))
    else {
        panic!("another outcome");
    };
    assert_eq!(construct, "elements nested more than 64 deep");
}
