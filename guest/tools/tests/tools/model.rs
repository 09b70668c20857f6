//! JSON Schemas and JSON data.

use crate::support::{compile_bare, compile_body};
use pyxsd_schema::Schema;
use pyxsd_tools::Ids;
use pyxsd_tools::json::{Json, parse};
use pyxsd_tools::model::{ModelFailure, model, validate_data};

fn schema_of(schema: &Schema, element: &str) -> Json {
    assert!(!schema.has_errors(), "{:?}", schema.issues);
    let model = model(&Ids::new(schema), element, &[]).unwrap_or_else(|failure| panic!("{failure:?}"));
    parse(&model.schema).expect("JSON")
}

/// The value at a pointer, as JSON text.
fn at(json: &Json, pointer: &str) -> String {
    let mut value = json.clone();
    for step in pointer.split('/').skip(1) {
        let step = step.replace("~1", "/").replace("~0", "~");
        value = match value {
            Json::Object(members) => {
                members.into_iter().find(|(name, _)| *name == step).map_or(Json::Null, |found| found.1)
            }
            Json::Array(items) => items[step.parse::<usize>().expect("an index")].clone(),
            _ => Json::Null,
        };
    }
    value.to_string()
}

/// `pointer code` of every error.
fn errors(schema: &Schema, element: &str, data: &str) -> Vec<String> {
    let verdict = validate_data(&Ids::new(schema), element, &[], data).unwrap_or_else(|failure| panic!("{failure:?}"));
    verdict.errors.iter().map(|error| format!("{} {}", error.pointer, error.code.as_str())).collect()
}

const ORDER: &str = r#"
  <xs:element name="order"><xs:complexType>
    <xs:sequence>
      <xs:element name="code" type="Sku"/>
      <xs:element name="price" type="Price" nillable="true"/>
      <xs:element name="qty" type="xs:unsignedByte" minOccurs="0" maxOccurs="3"/>
      <xs:choice><xs:element name="day" type="xs:date"/><xs:element name="never" type="xs:boolean" fixed="true"/></xs:choice>
      <xs:sequence minOccurs="0"><xs:element name="from" type="xs:time"/><xs:element name="to" type="xs:time"/></xs:sequence>
      <xs:element name="gone" type="xs:decimal" nillable="true" minOccurs="0"/>
      <xs:element name="rate" type="xs:double" minOccurs="0"/>
      <xs:element name="bits" type="xs:base64Binary" minOccurs="0"/>
      <xs:element name="tags" type="Tags" minOccurs="0"/>
    </xs:sequence>
    <xs:attribute name="id" type="xs:ID" use="required"/>
    <xs:attribute name="ref" type="xs:IDREF"/>
    <xs:attribute name="kind" default="a"><xs:simpleType><xs:restriction base="xs:token"><xs:enumeration value="a"/><xs:enumeration value="b"/></xs:restriction></xs:simpleType></xs:attribute>
    <xs:attribute name="name" type="xs:QName"/>
  </xs:complexType></xs:element>
  <xs:complexType name="Price"><xs:simpleContent><xs:extension base="Amount"><xs:attribute name="cur" fixed="EUR"/></xs:extension></xs:simpleContent></xs:complexType>
  <xs:simpleType name="Amount"><xs:restriction base="xs:decimal"><xs:fractionDigits value="2"/><xs:maxExclusive value="1000"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="Sku"><xs:restriction base="xs:string"><xs:pattern value="[A-Z]{2}\d"/><xs:pattern value="[a-z]"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="Tags"><xs:restriction><xs:simpleType><xs:list itemType="xs:NCName"/></xs:simpleType><xs:maxLength value="2"/></xs:restriction></xs:simpleType>"#;

fn order() -> Schema {
    // xs:anySimpleType has no form, so the fixed attribute needs a type.
    compile_bare(&ORDER.replace("name=\"cur\"", "name=\"cur\" type=\"xs:string\""))
}

#[test]
fn a_schema_says_what_standard_keywords_can_say() {
    let json = schema_of(&order(), "order");
    for (pointer, expected) in [
        ("/$schema", r#""https://json-schema.org/draft/2020-12/schema""#),
        ("/type", r#""object""#),
        ("/additionalProperties", "false"),
        ("/required", r#"["@id","code","price"]"#),
        ("/properties/code/pattern", r#""^(?:[A-Z]{2}\\p{Nd}|[a-z])$""#),
        ("/properties/code/x-pyxsd-type", r#""Sku""#),
        ("/properties/code/x-pyxsd-facets", r#"{"pattern":["[A-Z]{2}\\d|[a-z]"]}"#),
        ("/properties/price/$ref", r##""#/$defs/price""##),
        ("/$defs/price/properties/$nil", r#"{"type":"boolean","default":false}"#),
        ("/$defs/price/properties/@cur/const", r#""EUR""#),
        ("/$defs/price/properties/$/anyOf/0", r#"{"type":"number","exclusiveMaximum":1000}"#),
        ("/$defs/price/properties/$/anyOf/1", r#"{"type":"string"}"#),
        ("/$defs/price/required", "null"),
        (
            "/properties/qty/items",
            r#"{"type":"integer","maximum":255,"minimum":0,"x-pyxsd-type":"{http://www.w3.org/2001/XMLSchema}unsignedByte"}"#,
        ),
        ("/properties/qty/maxItems", "3"),
        ("/properties/qty/minItems", "null"),
        ("/properties/gone/anyOf/1", r#"{"type":"null"}"#),
        ("/properties/rate/type", r#""number""#),
        ("/properties/bits/format", r#""binary""#),
        ("/properties/tags/maxItems", "2"),
        ("/properties/@kind/enum", r#"["a","b"]"#),
        ("/properties/@kind/default", r#""a""#),
        ("/properties/never/const", "true"),
        ("/allOf/0/oneOf", r#"[{"required":["day"]},{"required":["never"]}]"#),
        ("/x-pyxsd-element", r#""order""#),
        ("/x-pyxsd-declaration-path", r#""element:order""#),
        ("/x-pyxsd-validation", r#"["exactly one of: day, never","all or none of: from, to"]"#),
    ] {
        assert_eq!(at(&json, pointer), expected, "{pointer}");
    }
}

#[test]
fn data_is_judged_by_the_declarations() {
    let schema = order();
    let good = r#"{"@id":"i","@kind":"b","@name":"{urn:n}x","code":"AB1","price":{"@cur":"EUR","$":999.99},"qty":[1,255],
        "day":"2024-02-29Z","from":"10:00:00","to":"11:00:00","gone":null,"rate":1e300,"bits":"YWI=","tags":["a","b"]}"#;
    assert_eq!(errors(&schema, "order", good), [""; 0]);
    let edits: &[(&str, &str, &[&str])] = &[
        (r#""@id":"i","#, "", &[" missing-attribute"]),
        (r#""@id":"i""#, r#""@id":"1""#, &["/@id invalid-attribute"]),
        (r#""@id":"i""#, r#""@id":"i","@ref":"j""#, &["/@ref idref-unresolved"]),
        (r#""@id":"i""#, r#""@id":"i","@ref":"i""#, &[]),
        (r#""@id":"i""#, r#""@id":"i","@x":"i""#, &["/@x unexpected-attribute"]),
        (r#""@kind":"b""#, r#""@kind":"c""#, &["/@kind invalid-attribute"]),
        (r#""@kind":"b""#, r#""@kind":" b ""#, &[]),
        (r#""@kind":"b""#, r#""@kind":null"#, &["/@kind invalid-attribute"]),
        (r#"{urn:n}x"#, r#"p:x"#, &["/@name invalid-attribute"]),
        (r#""AB1""#, r#""AB12""#, &["/code value"]),
        (r#""AB1""#, r#""AB٣""#, &[]),
        (r#""AB1""#, "12", &["/code value"]),
        (r#""AB1""#, "null", &["/code nil"]),
        (r#""code":"AB1","#, "", &[" occurrence-min"]),
        (r#""code":"AB1""#, r#""code":["AB1"]"#, &["/code value"]),
        ("999.99", "999.990", &[]),
        ("999.99", "\"999.99\"", &[]),
        ("999.99", "999.999", &["/price/$ value"]),
        ("999.99", "1000.00", &["/price/$ value"]),
        ("999.99", "9.9999e2", &[]),
        ("999.99", "true", &["/price/$ value"]),
        ("\"EUR\"", "\"USD\"", &["/price/@cur fixed-attribute"]),
        (r#""$":999.99"#, r#""$nil":true"#, &[]),
        (r#""$":999.99"#, r#""$nil":true,"$":1"#, &["/price/$ nil"]),
        (r#","$":999.99"#, "", &["/price value"]),
        ("[1,255]", "[1,256]", &["/qty/1 value"]),
        ("[1,255]", "[1.0,1.5]", &["/qty/1 value"]),
        ("[1,255]", "[1,2,3,4]", &["/qty occurrence-max"]),
        ("[1,255]", "[]", &[]),
        ("[1,255]", "1", &["/qty value"]),
        (r#""day":"2024-02-29Z""#, r#""day":"2023-02-29""#, &["/day value"]),
        (r#""day":"2024-02-29Z","#, "", &[" occurrence-min"]),
        (r#""day":"2024-02-29Z""#, r#""never":true"#, &[]),
        (r#""day":"2024-02-29Z""#, r#""never":false"#, &["/never fixed-element"]),
        (r#""day":"2024-02-29Z""#, r#""day":"2024-02-29Z","never":true"#, &["/never occurrence-max"]),
        (r#","to":"11:00:00""#, "", &[" occurrence-min"]),
        (r#""from":"10:00:00","to":"11:00:00","#, "", &[]),
        ("\"YWI=\"", "\"YWI\"", &["/bits value"]),
        (r#"["a","b"]"#, r#"["a","b","c"]"#, &["/tags value"]),
        (r#"["a","b"]"#, r#"["a","b c"]"#, &["/tags/1 value"]),
        (r#"["a","b"]"#, r#"["a","1"]"#, &["/tags/1 value"]),
        (r#""rate":1e300"#, r#""rate":"INF""#, &["/rate value"]),
        (r#""rate":1e300"#, r#""rate":1,"a/b~":2"#, &["/a~1b~0 unexpected-element"]),
        (r#""rate":1e300"#, r#""$":"x""#, &["/$ unexpected-character"]),
        (r#""rate":1e300"#, r#""$nil":false"#, &["/$nil nil"]),
    ];
    let mut failures = Vec::new();
    for (from, to, expected) in edits {
        assert!(good.contains(from), "{from}");
        let found = errors(&schema, "order", &good.replacen(from, to, 1));
        if found != *expected {
            failures.push(format!("{from} → {to}: expected {expected:?}, found {found:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(errors(&schema, "order", "[]"), [" value"]);
}

#[test]
fn what_json_cannot_say_is_named_with_a_descendant_that_works() {
    let one = |content: &str| {
        compile_body(&format!(
            r#"<xs:element name="root">{content}</xs:element>
            <xs:complexType name="Good"><xs:sequence><xs:element name="v" type="xs:int"/></xs:sequence></xs:complexType>
            <xs:complexType name="Node"><xs:sequence><xs:element name="node" type="Node" minOccurs="0"/><xs:element name="leaf" type="Good"/></xs:sequence></xs:complexType>"#
        ))
    };
    let good = r#"<xs:element name="good" type="Good"/>"#;
    for (content, construct, descendant) in [
        (format!(r#"<xs:complexType mixed="true"><xs:sequence>{good}</xs:sequence></xs:complexType>"#), "mixed content", &["{urn:t}good"] as &[&str]),
        (format!(r#"<xs:complexType><xs:sequence>{good}<xs:any/></xs:sequence></xs:complexType>"#), "an element wildcard", &["{urn:t}good"]),
        (format!(r#"<xs:complexType><xs:sequence>{good}</xs:sequence><xs:anyAttribute/></xs:complexType>"#), "an attribute wildcard", &["{urn:t}good"]),
        (format!(r#"<xs:complexType><xs:openContent><xs:any/></xs:openContent><xs:sequence>{good}</xs:sequence></xs:complexType>"#), "open content", &["{urn:t}good"]),
        (format!(r#"<xs:complexType><xs:sequence maxOccurs="2">{good}<xs:element name="x"/></xs:sequence></xs:complexType>"#), "a repeated group of several elements", &["{urn:t}good"]),
        (format!(r#"<xs:complexType><xs:choice>{good}<xs:sequence><xs:element name="x"/><xs:element name="y"/></xs:sequence></xs:choice></xs:complexType>"#), "a choice with a branch that is not an element", &["{urn:t}good"]),
        (format!(r#"<xs:complexType><xs:sequence>{good}<xs:element name="x" type="xs:int"/>{good}</xs:sequence></xs:complexType>"#), "two places for the element {urn:t}good", &["{urn:t}good"]),
        (r#"<xs:complexType><xs:sequence><xs:element name="a" type="Node"/></xs:sequence></xs:complexType>"#.to_owned(), "a recursive type", &["{urn:t}a", "{urn:t}leaf"]),
        (r#"<xs:simpleType><xs:union memberTypes="xs:int xs:date"/></xs:simpleType>"#.to_owned(), "a union", &[]),
        (r#"<xs:simpleType><xs:list itemType="xs:QName"/></xs:simpleType>"#.to_owned(), "a list of names with prefixes", &[]),
        (r#"<xs:simpleType><xs:restriction base="xs:int"><xs:pattern value="\d\d"/></xs:restriction></xs:simpleType>"#.to_owned(), "a pattern on xs:int", &[]),
        (String::new(), "xs:anyType", &[]),
    ] {
        let schema = one(&content);
        assert!(!schema.has_errors() || construct.starts_with("two"), "{construct}: {:?}", schema.issues);
        let failure = model(&Ids::new(&schema), "root", &[]).expect_err(construct);
        let ModelFailure::Unsupported { construct: found, descendant: path, .. } = failure else { panic!("{failure:?}") };
        assert_eq!((found.as_str(), path.as_slice()), (construct, descendant.iter().map(|step| step.to_string()).collect::<Vec<_>>().as_slice()));
        if !path.is_empty() {
            assert!(model(&Ids::new(&schema), "root", &path).is_ok(), "{construct}");
        }
    }
}

#[test]
fn elements_and_steps_that_are_not_there_are_told_with_what_is() {
    let schema = compile_body(
        r#"<xs:element name="a"><xs:complexType><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
        <xs:element name="c"><xs:complexType><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType></xs:element>"#,
    );
    let ids = Ids::new(&schema);
    let step = |step: &str| model(&ids, "a", &[step.to_owned()]);
    assert!(step("{urn:t}b").is_ok());
    assert!(matches!(step("b"), Err(ModelFailure::Argument { candidates, .. }) if candidates == ["{urn:t}b"]));
    assert!(matches!(model(&ids, "nothing", &[]), Err(ModelFailure::NotFound { .. })));
    assert!(matches!(model(&ids, "b", &[]), Err(ModelFailure::Argument { candidates, .. }) if candidates.len() == 2));
    assert!(matches!(validate_data(&ids, "a", &[], "{"), Err(ModelFailure::Argument { .. })));
}

#[test]
fn a_string_with_an_object_stands_for_the_object_where_one_is_due() {
    let schema = compile_body(
        r#"<xs:element name="o"><xs:complexType><xs:attribute name="n" type="xs:int"/></xs:complexType></xs:element>
        <xs:element name="s" type="xs:string"/>"#,
    );
    assert_eq!(errors(&schema, "o", r#"" {\"@n\": 1}""#), [""; 0]);
    assert_eq!(errors(&schema, "o", r#""{\"@n\": \"x\"}""#), ["/@n invalid-attribute"]);
    assert_eq!(errors(&schema, "o", r#""some text""#), [" value"]);
    assert_eq!(errors(&schema, "s", r#""{\"@n\": 1}""#), [""; 0], "where a string is due it is one");
    for twice in [r#"{"@n":1,"@n":2}"#, r#""{\"@n\":1,\"@n\":2}""#] {
        let failure = validate_data(&Ids::new(&schema), "o", &[], twice).expect_err("two members");
        assert!(matches!(failure, ModelFailure::Argument { message, .. } if message.contains("`@n`")), "{twice}");
    }
}

#[test]
fn a_long_chain_of_types_does_not_exhaust_the_stack() {
    let types: String = (0..3_000)
        .map(|number| {
            let next = number + 1;
            format!(r#"<xs:complexType name="T{number}"><xs:sequence><xs:element name="e" type="T{next}"/></xs:sequence></xs:complexType>"#)
        })
        .collect();
    let body = format!(r#"<xs:element name="root" type="T0"/>{types}<xs:complexType name="T3000"/>"#);
    let schema = compile_body(&body);
    let on_small_stack = std::thread::Builder::new().stack_size(1 << 20).spawn(move || {
        let failure = model(&Ids::new(&schema), "root", &[]).expect_err("too deep");
        assert!(matches!(failure, ModelFailure::Unsupported { construct, .. } if construct.contains("deep")));
    });
    on_small_stack.expect("a thread").join().expect("no overflow");
}

#[test]
fn a_character_that_no_document_can_have_is_refused() {
    let schema = compile_bare(r#"<xs:element name="s" type="xs:string"/>"#);
    for (data, expected) in [
        (r#""a\tb""#, &[] as &[&str]),
        (r#""\u0000""#, &[" value"]),
        (r#""\u001F""#, &[" value"]),
        (r#""\uFFFE""#, &[" value"]),
    ] {
        assert_eq!(errors(&schema, "s", data), expected, "{data}");
    }
}

#[test]
fn assertions_on_values_are_decided_and_those_on_elements_are_told() {
    let schema = compile_bare(
        r#"<xs:element name="even"><xs:simpleType><xs:restriction base="xs:int"><xs:assertion test="$value mod 2 = 0"/></xs:restriction></xs:simpleType></xs:element>
        <xs:element name="span"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="inner"><xs:complexType><xs:attribute name="x" type="xs:int"/></xs:complexType></xs:element></xs:sequence><xs:assert test="a gt 1"/></xs:complexType></xs:element>
        <xs:element name="choosy" type="xs:int"><xs:alternative test="@x" type="xs:byte"/></xs:element>"#,
    );
    assert_eq!(errors(&schema, "even", "2"), [""; 0]);
    assert_eq!(errors(&schema, "even", "3"), [" value"]);
    assert_eq!(at(&schema_of(&schema, "span"), "/x-pyxsd-validation/0"), r#""assert: a gt 1""#);
    let ids = Ids::new(&schema);
    let failure = validate_data(&ids, "span", &[], "{}").expect_err("an assertion");
    assert!(matches!(failure, ModelFailure::Unsupported { descendant, .. } if descendant == ["inner"]));
    let failure = model(&ids, "choosy", &[]).expect_err("alternatives");
    assert!(matches!(failure, ModelFailure::Unsupported { construct, .. } if construct == "type alternatives"));
}
