//! Every type and its values.

use super::{at, open, rows, schema, whole};
use crate::{DataType, Layout};

/// The type and value, in JSON, of an element `v` of a type.
fn single(type_text: &str, value: &str) -> (String, String) {
    let mut schema = schema(&format!("xmlns:t='urn:t'><xs:element name='v'>{type_text}</xs:element>"));
    let document = format!("<v xmlns:p='urn:p'>{value}</v>");
    let (columns, rows) = rows(&mut schema, &document, &whole());
    let [column] = columns.as_slice() else { panic!("{columns:?}") };
    let row = rows[0].strip_prefix("{\"value\":").and_then(|row| row.strip_suffix('}')).expect("one column");
    (column.strip_prefix("value: ").expect("the column is called value").to_owned(), row.to_owned())
}

fn restricted(base: &str, facets: &[(&str, &str)]) -> String {
    let facets: String = facets.iter().map(|(name, value)| format!("<xs:{name} value='{value}'/>")).collect();
    format!("<xs:simpleType><xs:restriction base='xs:{base}'>{facets}</xs:restriction></xs:simpleType>")
}

#[test]
fn built_in_types_have_the_narrowest_column_that_is_exact() {
    for (name, value, data_type, shown) in [
        ("boolean", " 1 ", "bool", "true"),
        ("boolean", "false", "bool", "false"),
        ("byte", "-128", "int8", "-128"),
        ("short", "-32768", "int16", "-32768"),
        ("int", "+007", "int32", "7"),
        ("long", "-9223372036854775808", "int64", "-9223372036854775808"),
        ("unsignedByte", "255", "uint8", "255"),
        ("unsignedShort", "65535", "uint16", "65535"),
        ("unsignedInt", "4294967295", "uint32", "4294967295"),
        ("unsignedLong", "18446744073709551615", "uint64", "18446744073709551615"),
        ("unsignedLong", "-0", "uint64", "0"),
        ("integer", "+00123456789012345678901234567890", "string", "\"123456789012345678901234567890\""),
        ("nonNegativeInteger", "0", "string", "\"0\""),
        ("decimal", "+01.50", "string", "\"1.50\""),
        ("float", "1.1", "double", "1.100000023841858"),
        ("double", "1.1e0", "double", "1.1"),
        ("double", "1E300", "double", "1e300"),
        ("double", "-INF", "double", "\"-INF\""),
        ("float", "+INF", "double", "\"INF\""),
        ("double", "NaN", "double", "\"NaN\""),
        ("hexBinary", "0aFF", "binary", "\"Cv8=\""),
        ("base64Binary", "C v 8 =", "binary", "\"Cv8=\""),
        ("string", "  a\tb ", "string", "\"  a\\tb \""),
        ("normalizedString", " a\tb", "string", "\" a b\""),
        ("token", " a  b ", "string", "\"a b\""),
        ("date", " 2024-02-29Z ", "string", "\"2024-02-29Z\""),
        ("dateTime", "2024-02-29T24:00:00", "string", "\"2024-02-29T24:00:00\""),
        ("duration", "P1Y", "string", "\"P1Y\""),
        ("anyURI", " http://e.org/ ", "string", "\"http://e.org/\""),
        ("QName", " p:x ", "string", "\"{urn:p}x\""),
        ("QName", "x", "string", "\"x\""),
        ("NMTOKENS", " a  b ", "list<item: string not null>", "[\"a\",\"b\"]"),
    ] {
        let mut schema = schema(&format!("><xs:element name='v' type='xs:{name}'/>"));
        let document = format!("<v xmlns:p='urn:p'>{value}</v>");
        let (columns, rows) = rows(&mut schema, &document, &whole());
        assert_eq!(columns, [format!("value: {data_type}")], "{name}");
        assert_eq!(rows, [format!("{{\"value\":{shown}}}")], "{name}");
    }
}

/// A base type, facets, the column.
type Case = (&'static str, &'static [(&'static str, &'static str)], &'static str);

#[test]
fn facets_narrow_integers() {
    let cases: &[Case] = &[
        ("integer", &[("minInclusive", "0"), ("maxInclusive", "255")], "uint8"),
        ("integer", &[("minInclusive", "0"), ("maxExclusive", "257")], "uint16"),
        ("integer", &[("minExclusive", "-129"), ("maxInclusive", "127")], "int8"),
        ("integer", &[("minInclusive", "-1"), ("maxInclusive", "128")], "int16"),
        ("integer", &[("minInclusive", "5")], "string"),
        ("int", &[("minInclusive", "0")], "uint32"),
        ("long", &[("totalDigits", "4")], "int16"),
        ("positiveInteger", &[("totalDigits", "3")], "uint16"),
        ("integer", &[("totalDigits", "18")], "int64"),
        ("integer", &[("totalDigits", "19")], "string"),
        ("nonNegativeInteger", &[("totalDigits", "19")], "uint64"),
        ("integer", &[("totalDigits", "50")], "string"),
        ("integer", &[("minInclusive", "0"), ("maxInclusive", "99999999999999999999")], "string"),
    ];
    for (base, facets, expected) in cases {
        let value = if *base == "integer" && facets[0].1 == "5" { "6" } else { "1" };
        let (data_type, shown) = single(&restricted(base, facets), value);
        assert_eq!(data_type, *expected, "{base} {facets:?}");
        assert!(shown == value || shown == format!("\"{value}\""), "{shown}");
    }
}

#[test]
fn decimals_with_both_digit_facets_are_exact_numbers_up_to_76_digits() {
    let digits =
        |total: &str, fraction: &str| restricted("decimal", &[("totalDigits", total), ("fractionDigits", fraction)]);
    for (type_text, value, data_type, shown) in [
        (digits("5", "2"), "-123.4", "decimal128(7, 2)", "\"-123.40\""),
        (digits("30", "8"), "0", "decimal128(38, 8)", "\"0.00000000\""),
        (digits("5", "0"), "12345", "decimal128(5, 0)", "\"12345\""),
        (
            digits("30", "9"),
            "-999999999999999999999.999999999",
            "decimal256(39, 9)",
            "\"-999999999999999999999.999999999\"",
        ),
        (digits("70", "6"), "1.500000", "decimal256(76, 6)", "\"1.500000\""),
        (digits("70", "7"), "+1.50", "string", "\"1.50\""),
        (restricted("decimal", &[("totalDigits", "5")]), "1.5", "string", "\"1.5\""),
        (restricted("decimal", &[("fractionDigits", "2")]), "1.5", "string", "\"1.5\""),
    ] {
        assert_eq!(single(&type_text, value), (data_type.to_owned(), shown.to_owned()), "{type_text}");
    }
}

#[test]
fn lists_and_patterns_are_columns_too() {
    let list = "<xs:simpleType><xs:list itemType='xs:unsignedByte'/></xs:simpleType>";
    assert_eq!(single(list, " 1  2 "), ("list<item: uint8 not null>".to_owned(), "[1,2]".to_owned()));
    assert_eq!(single(list, ""), ("list<item: uint8 not null>".to_owned(), "[]".to_owned()));
    let booleans = "<xs:simpleType><xs:list itemType='xs:boolean'/></xs:simpleType>";
    let bits = ["true"; 9].join(" ");
    assert_eq!(single(booleans, &bits).1, format!("[{}]", ["true"; 9].join(",")));
    let pattern = restricted("int", &[("pattern", "[0-9]{3}")]);
    assert_eq!(single(&pattern, "007"), ("int32".to_owned(), "7".to_owned()));
}

#[test]
fn names_of_default_values_have_the_namespaces_of_the_schema() {
    let mut schema = schema(
        "xmlns:s='urn:s'><xs:element name='r'><xs:complexType><xs:sequence><xs:element name='n' type='xs:QName' default='s:y'/></xs:sequence>\
         <xs:attribute name='q' type='xs:QName' default='s:x'/></xs:complexType></xs:element>",
    );
    let (_, rows) = rows(&mut schema, "<r xmlns:s='urn:other'><n/></r>", &whole());
    assert_eq!(rows, ["{\"@q\":\"{urn:s}x\",\"n\":\"{urn:s}y\"}"]);
}

#[test]
fn metadata_says_what_the_schema_says() {
    let mut schema = schema(
        "><xs:element name='r'><xs:complexType><xs:sequence><xs:element name='v' maxOccurs='9'><xs:simpleType>\
         <xs:restriction base='xs:string'><xs:maxLength value='3'/><xs:enumeration value='a'/></xs:restriction></xs:simpleType></xs:element>\
         </xs:sequence></xs:complexType></xs:element>",
    );
    let extraction = open(&mut schema, "<r><v>a</v></r>", &at("r", &[])).expect("rows");
    let Layout { fields, metadata } = extraction.layout();
    let value = |metadata: &[(String, String)], wanted: &str| {
        metadata.iter().find(|(key, _)| key == wanted).map(|(_, value)| value.clone()).unwrap_or_default()
    };
    assert_eq!(value(metadata, "pyxsd:projection"), "1");
    assert_eq!(value(metadata, "pyxsd:declaration"), "[\"r\"]");
    assert_eq!(
        fields.iter().map(|field| (field.level, field.data_type)).collect::<Vec<_>>(),
        [(0, DataType::List), (1, DataType::Utf8)]
    );
    assert_eq!(value(&fields[0].metadata, "pyxsd:name"), "v");
    assert_eq!(value(&fields[0].metadata, "pyxsd:declaration"), "[\"r\", \"v\"]");
    assert_eq!(value(&fields[0].metadata, "pyxsd:type"), "v|simpleType");
    let facets = value(&fields[0].metadata, "pyxsd:facets");
    let start = "{\"length\": null, \"min_length\": null, \"max_length\": 3, \"patterns\": [], \"enumerations\": [\"a\"], \
                 \"enumeration_values\": [\"a\"], \"white_space\": \"preserve\", ";
    assert!(facets.starts_with(start) && facets.ends_with(", \"fixed\": []}"), "{facets}");
}

#[test]
fn facets_tell_numbers_as_numbers_and_nothing_that_a_built_in_type_says() {
    let told = |base: &str, facets: &[(&str, &str)], member: &str| {
        let mut schema = schema(&format!("><xs:element name='v'>{}</xs:element>", restricted(base, facets)));
        let request = at("v", &[]);
        let given = super::open(&mut schema, "<v>7</v>", &request);
        let extraction = given.expect("rows");
        let (_, facets) = extraction.layout().fields[0].metadata[3].clone();
        let start = facets.find(&format!("\"{member}\": ")).expect("the member") + member.len() + 4;
        let rest = &facets[start..];
        rest[..rest.find(", \"").unwrap_or(rest.len() - 1)].to_owned()
    };
    assert_eq!(told("integer", &[("minInclusive", "+07"), ("maxExclusive", "300")], "min_inclusive"), "7");
    assert_eq!(told("integer", &[("minInclusive", "-007")], "min_inclusive"), "-7");
    assert_eq!(told("unsignedByte", &[("minExclusive", "1")], "max_inclusive"), "null");
    assert_eq!(told("decimal", &[("minInclusive", "1.50")], "min_inclusive"), "\"1.50\"");
    assert_eq!(told("double", &[("minInclusive", "-INF")], "min_inclusive"), "\"-INF\"");
    assert_eq!(told("double", &[("maxInclusive", "1e3")], "max_inclusive"), "1000.0");
    assert_eq!(told("string", &[("length", "1")], "max_length"), "1");
    assert_eq!(told("string", &[("pattern", "[ä7]")], "patterns"), "[[\"[\\u00e47]\"]]");
    assert_eq!(told("int", &[], "white_space"), "\"collapse\"");
}

#[test]
fn long_enumerations_are_not_repeated_in_the_metadata() {
    let values: String = (0..2000).map(|number| format!("<xs:enumeration value='value{number}'/>")).collect();
    let type_text =
        format!("<xs:simpleType><xs:restriction base='xs:string'>{values}</xs:restriction></xs:simpleType>");
    let mut schema = schema(&format!("><xs:element name='v'>{type_text}</xs:element>"));
    let extraction = open(&mut schema, "<v>value7</v>", &whole()).expect("rows");
    let metadata = &extraction.layout().fields[0].metadata;
    let (_, facets) = metadata.iter().find(|(key, _)| key == "pyxsd:facets").expect("facets");
    assert!(facets.starts_with("{\"omitted\":"), "{facets}");
}

#[test]
fn what_has_no_type_is_text_as_it_is_written() {
    let mut schema = schema(
        "><xs:element name='r'><xs:complexType><xs:sequence><xs:element name='s' type='xs:anySimpleType'/></xs:sequence>\
         <xs:attribute name='a'/></xs:complexType></xs:element>",
    );
    let (columns, found) = rows(&mut schema, "<r a=' 1  2 '><s> x </s></r>", &whole());
    assert_eq!(columns, ["@a: string?", "s: string?"]);
    assert_eq!(found, ["{\"@a\":\" 1  2 \",\"s\":\" x \"}"]);
}
