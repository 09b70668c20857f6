//! JSON Schemas and verdicts on JSON data, against the validator of the crate `jsonschema`: twenty declarations, a hundred generated values
//! each. What standard keywords cannot say does not occur among the values; so no verdict may differ.

use jsonschema::Validator;
use pyxsd_schema::{CompileOptions, Resolver, Schema, compile};
use pyxsd_tools::Ids;
use pyxsd_tools::model::{model, validate_data};
use serde_json::{Map, Value, json};

const SIMPLE: [(&str, &str); 11] = [
    ("text", r#"<xs:restriction base="xs:string"><xs:minLength value="2"/><xs:maxLength value="4"/></xs:restriction>"#),
    ("exact", r#"<xs:restriction base="xs:string"><xs:length value="3"/></xs:restriction>"#),
    ("sku", r#"<xs:restriction base="xs:string"><xs:pattern value="[A-Z]{2}[0-9]+"/></xs:restriction>"#),
    ("twice", r#"<xs:restriction base="sku"><xs:pattern value=".{3}"/></xs:restriction>"#),
    (
        "colour",
        r#"<xs:restriction base="xs:string"><xs:enumeration value="red"/><xs:enumeration value="blue"/></xs:restriction>"#,
    ),
    (
        "small",
        r#"<xs:restriction base="xs:int"><xs:minInclusive value="-3"/><xs:maxExclusive value="9"/></xs:restriction>"#,
    ),
    ("byte", r#"<xs:restriction base="xs:unsignedByte"/>"#),
    (
        "few",
        r#"<xs:restriction base="xs:integer"><xs:enumeration value="1"/><xs:enumeration value="+02"/></xs:restriction>"#,
    ),
    (
        "ratio",
        r#"<xs:restriction base="xs:double"><xs:minExclusive value="0"/><xs:maxInclusive value="1"/></xs:restriction>"#,
    ),
    ("flag", r#"<xs:restriction base="xs:boolean"/>"#),
    (
        "pair",
        r#"<xs:restriction><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType><xs:length value="2"/></xs:restriction>"#,
    ),
];
const COMPLEX: [(&str, &str); 9] = [
    (
        "plain",
        r#"<xs:sequence><xs:element name="a" type="small"/><xs:element name="b" type="text" minOccurs="0"/></xs:sequence>"#,
    ),
    ("many", r#"<xs:sequence><xs:element name="a" type="flag" minOccurs="2" maxOccurs="3"/></xs:sequence>"#),
    ("choice", r#"<xs:choice><xs:element name="a" type="flag"/><xs:element name="b" type="byte"/></xs:choice>"#),
    (
        "maybe",
        r#"<xs:choice minOccurs="0"><xs:element name="a" type="flag"/><xs:element name="b" type="byte"/></xs:choice>"#,
    ),
    ("all", r#"<xs:all><xs:element name="a" type="flag"/><xs:element name="b" type="byte" minOccurs="0"/></xs:all>"#),
    (
        "attributes",
        r#"<xs:attribute name="a" type="colour" use="required"/><xs:attribute name="b" type="small" fixed="3"/>"#,
    ),
    (
        "content",
        r#"<xs:simpleContent><xs:extension base="sku"><xs:attribute name="a" type="flag"/></xs:extension></xs:simpleContent>"#,
    ),
    ("nil", r#"<xs:sequence><xs:element name="a" type="small" nillable="true"/></xs:sequence>"#),
    (
        "deep",
        r#"<xs:sequence><xs:element name="a" type="T-plain"/><xs:element name="b" type="T-content" maxOccurs="2"/></xs:sequence>"#,
    ),
];
/// Values of each declaration.
const VALUES: usize = 100;

struct One(Vec<u8>);

impl Resolver for One {
    fn load(&mut self, path: &str) -> Option<Vec<u8>> {
        (path == "schema.xsd").then(|| self.0.clone())
    }
}

fn declarations() -> Schema {
    let simple = SIMPLE.iter().map(|(name, body)| {
        format!(r#"<xs:simpleType name="{name}">{body}</xs:simpleType><xs:element name="e-{name}" type="{name}"/>"#)
    });
    let complex = COMPLEX.iter().map(|(name, body)| {
        format!(
            r#"<xs:complexType name="T-{name}">{body}</xs:complexType><xs:element name="e-{name}" type="T-{name}"/>"#
        )
    });
    let body: String = simple.chain(complex).collect();
    let text = format!(r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">{body}</xs:schema>"#);
    let schema = compile(&["schema.xsd".to_owned()], &CompileOptions::default(), &mut One(text.into_bytes()));
    let schema = schema.unwrap_or_else(|error| panic!("{error:?}"));
    assert!(!schema.has_errors(), "{:?}", schema.issues);
    schema
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % bound
    }

    fn in_a_hundred(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    fn of<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())].clone()
    }

    /// Any data, often of the shapes that the declarations have.
    fn data(&mut self, depth: u32) -> Value {
        if depth > 2 || self.in_a_hundred(50) {
            return self.scalar();
        }
        if self.in_a_hundred(25) {
            return (0..self.below(4)).map(|_| self.data(depth + 1)).collect();
        }
        let names = ["a", "a", "b", "b", "@a", "@a", "@b", "$", "$", "c"];
        let members: Map<String, Value> =
            (0..=self.below(3)).map(|_| (self.of(&names).to_owned(), self.data(depth + 1))).collect();
        Value::Object(members)
    }

    fn scalar(&mut self) -> Value {
        let texts = ["", "x", "red", "blue", "green", "AB1", "AB12", "AB", "abc", "abcd", "abcde", "é😀x"];
        match self.below(7) {
            0 | 1 => json!(self.of(&texts)),
            2 | 3 => json!(self.of(&[0_i64, 1, 2, 3, -3, -4, 8, 9, 255, 256, i64::MAX])),
            4 => json!(self.of(&[1.0, 1.5, 0.5, 1e-9, -0.0, 1e30])),
            5 => self.of(&[json!(null), json!(true), json!(false), json!({})]),
            _ => self.of(&[json!([]), json!([1]), json!([1, 2]), json!([1, 2, 3]), json!(["a", "b"]), json!([true])]),
        }
    }

    /// Data that fits a schema in most places.
    fn instance(&mut self, schema: &Value, root: &Value) -> Value {
        if let Some(reference) = schema["$ref"].as_str() {
            return self.instance(&root["$defs"][reference.rsplit('/').next().unwrap_or_default()], root);
        }
        if let Some(branches) = schema["anyOf"].as_array() {
            let branch = self.of(branches);
            return self.instance(&branch, root);
        }
        if self.in_a_hundred(6) {
            return self.data(1);
        }
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        if let Some(values) = schema["enum"].as_array() {
            return self.of(values);
        }
        match schema["type"].as_str() {
            Some("object") => self.object(schema, root),
            Some("array") => {
                let bound = |name: &str, other: u64| schema[name].as_u64().unwrap_or(other);
                let (least, most) = (bound("minItems", 0), bound("maxItems", 3).min(4));
                let count = least as usize + self.below((most - least) as usize + 1);
                (0..count).map(|_| self.instance(&schema["items"], root)).collect()
            }
            Some("integer") => json!(self.of(&[1, 2, 3, -3, 8, 200])),
            Some("number") => json!(self.of(&[0.5, 1.0, 0.25])),
            Some("boolean") => json!(self.in_a_hundred(50)),
            Some("string") => json!(self.of(&["AB1", "AB12", "abc", "red"])),
            _ => Value::Null,
        }
    }

    fn object(&mut self, schema: &Value, root: &Value) -> Value {
        let is_required = |name: &String| schema["required"].as_array().is_some_and(|all| all.contains(&json!(name)));
        let mut members = Map::new();
        for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
            if name != "$nil" && (is_required(name) || self.in_a_hundred(50)) {
                members.insert(name.clone(), self.instance(inner, root));
            }
        }
        Value::Object(members)
    }
}

#[test]
fn a_standard_validator_agrees_on_every_value() {
    let schema = declarations();
    let ids = Ids::new(&schema);
    let mut dice = Dice(20);
    let (mut valid, mut invalid, mut different) = (0, 0, Vec::new());
    for name in SIMPLE.iter().chain(&COMPLEX).map(|(name, _)| format!("e-{name}")) {
        let model = model(&ids, &name, &[]).unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
        let json_schema: Value = serde_json::from_str(&model.schema).unwrap();
        assert!(jsonschema::meta::is_valid(&json_schema), "{name}: {json_schema:#}");
        let validator: Validator = jsonschema::draft202012::new(&json_schema).unwrap();
        for _ in 0..VALUES {
            let value = if dice.in_a_hundred(30) { dice.data(0) } else { dice.instance(&json_schema, &json_schema) };
            let verdict = validate_data(&ids, &name, &[], &value.to_string()).unwrap();
            if verdict.errors.is_empty() {
                valid += 1;
            } else {
                invalid += 1;
            }
            if verdict.errors.is_empty() != validator.is_valid(&value) {
                different.push(format!("{name} {value}: {:?}", verdict.errors.first()));
            }
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert!(valid > 500 && invalid > 500, "{valid} valid, {invalid} invalid");
}
