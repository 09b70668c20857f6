//! The JSON Schema (draft 2020-12) of a shape. What standard keywords do not say exactly stands in `x-pyxsd-*` keys and in notes.

use super::ecma;
use super::parts::Part;
use super::scalar::{Form, Scalar, own_patterns};
use super::shape::{AttributeField, Field, Node, Object, Shapes};
use crate::ids::Ids;
use crate::json::Json;
use hashbrown::HashSet;
use pyxsd_datatypes::{Builtin, FacetKind, Primitive, SimpleType, Variety};
use pyxsd_schema::Component;
use pyxsd_schema::components::*;

type Members = Vec<(String, Json)>;

/// Values of an enumeration that go into the schema.
const MAX_VALUES: usize = 10_000;

/// The JSON Schema, and notes about what it leaves out.
pub(super) fn schema(ids: &Ids<'_>, shapes: &Shapes) -> (Json, Vec<String>) {
    let mut writer = Writer { ids, names: def_names(ids, shapes), notes: Vec::new(), noted: HashSet::new() };
    let mut members = vec![key("$schema", Json::text("https://json-schema.org/draft/2020-12/schema"))];
    members.push(key("title", Json::text(&shapes.root.name)));
    let root = match shapes.root.node {
        Node::Object(at) => Json::Object(writer.object(&shapes.objects[at])),
        Node::Scalar(_) => writer.single(&shapes.root),
    };
    let Json::Object(inside) = root else { return (root, writer.notes) };
    members.extend(inside);
    let mut defs = Vec::new();
    for (at, object) in shapes.objects.iter().enumerate() {
        if !matches!(shapes.root.node, Node::Object(root) if root == at) {
            let object = writer.object(object);
            defs.push((writer.names[at].clone(), Json::Object(object)));
        }
    }
    if !defs.is_empty() {
        members.push(key("$defs", Json::Object(defs)));
    }
    (Json::Object(members), writer.notes)
}

/// The facets of a type that say something beyond its built-in type, as members: the value as written, of enumerations and patterns, and where
/// there are several, an array.
pub fn facets(datatype: &SimpleType) -> Vec<(String, Json)> {
    let member = |facet: &crate::inspect::Facet| {
        let values: Vec<Json> = facet.values.iter().map(Json::text).collect();
        let value = match values.as_slice() {
            [one] if !matches!(facet.name, "enumeration" | "pattern") => one.clone(),
            _ => Json::Array(values),
        };
        key(facet.name, value)
    };
    crate::inspect::telling_facets(datatype).iter().map(member).collect()
}

fn key(name: &str, value: Json) -> (String, Json) {
    (name.to_owned(), value)
}

/// A name for each object: that of its element, with a number where several elements have it.
fn def_names(ids: &Ids<'_>, shapes: &Shapes) -> Vec<String> {
    let names = &ids.schema().names;
    let mut taken: HashSet<String> = HashSet::new();
    let mut found = Vec::new();
    for object in &shapes.objects {
        let local = names.local(ids.schema().components.element(object.element).name);
        let mut name = local.to_owned();
        let mut number = 1;
        while !taken.insert(name.clone()) {
            number += 1;
            name = format!("{local}_{number}");
        }
        found.push(name);
    }
    found
}

struct Writer<'w, 's> {
    ids: &'w Ids<'s>,
    names: Vec<String>,
    notes: Vec<String>,
    noted: HashSet<String>,
}

impl Writer<'_, '_> {
    fn note(&mut self, note: String) {
        if self.notes.len() < 200 && self.noted.insert(note.clone()) {
            self.notes.push(note);
        }
    }

    fn object(&mut self, object: &Object) -> Members {
        let mut properties = Vec::new();
        let mut required = Vec::new();
        if object.nillable {
            properties.push(key(
                "$nil",
                Json::Object(vec![key("type", Json::text("boolean")), key("default", Json::Bool(false))]),
            ));
        }
        for attribute in &object.attributes {
            properties.push((attribute.name.clone(), self.attribute(attribute)));
            if attribute.attribute_use.required {
                required.push(Json::text(&attribute.name));
            }
        }
        if let Some(text) = &object.text {
            let value = self.ids.schema().components.element(object.element).value.clone();
            let mut members = self.scalar(text);
            self.add_value(&mut members, value.as_ref(), text);
            properties.push(key("$", Json::Object(members)));
            if !object.nillable {
                required.push(Json::text("$"));
            }
        }
        for field in &object.fields {
            properties.push((field.name.clone(), self.field(field)));
        }
        let mut rules = Rules::default();
        if !object.nillable {
            object.parts.iter().for_each(|part| rules.add(object, part, false));
        }
        required.extend(rules.required.iter().map(Json::text));
        let mut members = vec![key("type", Json::text("object")), key("properties", Json::Object(properties))];
        if !required.is_empty() {
            members.push(key("required", Json::Array(required)));
        }
        members.push(key("additionalProperties", Json::Bool(false)));
        if !rules.all_of.is_empty() {
            members.push(key("allOf", Json::Array(rules.all_of)));
        }
        self.describe_object(object, &mut members);
        self.note_element(object.element);
        members
    }

    /// What standard keywords do not say: the declaration and its type, and the rules that only validation knows.
    fn describe_object(&mut self, object: &Object, members: &mut Members) {
        let component = Component::Type(object.type_id);
        let type_name =
            self.ids.name(component).map_or_else(|| self.ids.id(component), |_| self.ids.shown_name(component));
        members.push(key("x-pyxsd-type", Json::String(type_name)));
        let element = Component::Element(object.element);
        members.push(key("x-pyxsd-element", Json::text(self.ids.shown_name(element))));
        members.push(key("x-pyxsd-declaration-path", Json::text(self.ids.id(element))));
        let mut validation = Vec::new();
        object.parts.iter().for_each(|part| describe(object, part, &mut validation));
        if object.nillable {
            validation.push(
                "with $nil true there are attributes only; otherwise the children are required as declared".to_owned(),
            );
            self.note(format!(
                "{}: with $nil, which children are required is not in standard keywords",
                self.ids.shown_name(element)
            ));
        }
        validation.extend(object.assertions.iter().map(|test| format!("assert: {test}")));
        if !validation.is_empty() {
            members.push(key("x-pyxsd-validation", Json::Array(validation.into_iter().map(Json::String).collect())));
        }
    }

    fn note_element(&mut self, id: ElementId) {
        let element = self.ids.schema().components.element(id);
        let name = self.ids.shown_name(Component::Element(id));
        if !element.identity_constraints.is_empty() {
            self.note(format!("{name}: its identity constraints are checked on documents only"));
        }
        if !element.substitutes.is_empty() {
            self.note(format!("{name}: members of its substitution group have no place here"));
        }
    }

    fn field(&mut self, field: &Field) -> Json {
        let single = match field.occurs.max {
            Some(0 | 1) => return self.single(field),
            _ => self.single(field),
        };
        let mut members = vec![key("type", Json::text("array")), key("items", single)];
        if field.occurs.min > 0 {
            members.push(key("minItems", Json::number(field.occurs.min)));
        }
        if let Some(max) = field.occurs.max {
            members.push(key("maxItems", Json::number(max)));
        }
        Json::Object(members)
    }

    fn single(&mut self, field: &Field) -> Json {
        match &field.node {
            Node::Object(at) => {
                Json::Object(vec![key("$ref", Json::String(format!("#/$defs/{}", pointer(&self.names[*at]))))])
            }
            Node::Scalar(scalar) => {
                let mut members = self.scalar(scalar);
                let value = self.ids.schema().components.element(field.element).value.clone();
                self.add_value(&mut members, value.as_ref(), scalar);
                self.note_element(field.element);
                if !field.nillable {
                    return Json::Object(members);
                }
                let null = Json::Object(vec![key("type", Json::text("null"))]);
                Json::Object(vec![key("anyOf", Json::Array(vec![Json::Object(members), null]))])
            }
        }
    }

    fn attribute(&mut self, attribute: &AttributeField) -> Json {
        let mut members = self.scalar(&attribute.scalar);
        self.add_value(&mut members, attribute.attribute_use.value.as_ref(), &attribute.scalar);
        Json::Object(members)
    }

    /// A default or fixed value; a fixed one is also the only value where equal values look equal in JSON.
    fn add_value(&mut self, members: &mut Members, value: Option<&ValueConstraint>, scalar: &Scalar) {
        let Some(value) = value else { return };
        let Some(json) = in_json(&scalar.form, &scalar.datatype, &value.lexical) else { return };
        if value.fixed
            && matches!(scalar.form, Form::Text | Form::Boolean | Form::Integer)
            && is_exact(&scalar.datatype)
        {
            members.push(key("const", json.clone()));
        } else if value.fixed {
            self.note(format!("a fixed value of {} is compared as a value, which const does not", scalar.type_name));
        }
        members.push(key("default", json));
    }

    fn scalar(&mut self, scalar: &Scalar) -> Members {
        let mut members = self.form(&scalar.form, &scalar.datatype);
        members.push(key("x-pyxsd-type", Json::text(&scalar.type_name)));
        let facets = facets(&scalar.datatype);
        if facets.iter().any(|(name, _)| name == FacetKind::Assertion.name()) {
            self.note("assertions are in x-pyxsd-facets only".to_owned());
        }
        if !facets.is_empty() {
            members.push(key("x-pyxsd-facets", Json::Object(facets)));
        }
        members
    }

    fn form(&mut self, form: &Form, datatype: &SimpleType) -> Members {
        let typed = |name: &str| vec![key("type", Json::text(name))];
        match form {
            Form::Boolean => typed("boolean"),
            Form::Integer => [typed("integer"), self.bounds(datatype, true)].concat(),
            Form::Number => [typed("number"), self.bounds(datatype, false)].concat(),
            Form::Decimal => {
                let number = Json::Object([typed("number"), self.bounds(datatype, false)].concat());
                vec![key("anyOf", Json::Array(vec![number, Json::Object(typed("string"))]))]
            }
            Form::Binary(encoding) => {
                let mut members = typed("string");
                members.push(key("format", Json::text("binary")));
                members.push(key("contentEncoding", Json::text(*encoding)));
                members
            }
            Form::Name => typed("string"),
            Form::Text => [typed("string"), self.text(datatype)].concat(),
            Form::List(item) => {
                let mut members = typed("array");
                if let Variety::List(item_type) = &datatype.variety {
                    members.push(key("items", Json::Object(self.form(item, item_type))));
                }
                members.extend(lengths(datatype, "minItems", "maxItems"));
                let facets = datatype.facets();
                if facets.iter().any(|(kind, _)| matches!(kind, FacetKind::Enumeration | FacetKind::Pattern)) {
                    self.note("enumerations and patterns of a list are in x-pyxsd-facets only".to_owned());
                }
                members
            }
        }
    }

    /// Bounds as standard keywords, and an enumeration of integers.
    fn bounds(&mut self, datatype: &SimpleType, integers: bool) -> Members {
        let mut members = Vec::new();
        let mut values = Vec::new();
        for (kind, text) in datatype.facets() {
            let name = match kind {
                FacetKind::MinInclusive => "minimum",
                FacetKind::MaxInclusive => "maximum",
                FacetKind::MinExclusive => "exclusiveMinimum",
                FacetKind::MaxExclusive => "exclusiveMaximum",
                FacetKind::Enumeration if integers => {
                    values.extend(number(&text));
                    continue;
                }
                FacetKind::TotalDigits | FacetKind::Enumeration => {
                    self.note(format!("{} of numbers is in x-pyxsd-facets only", kind.name()));
                    continue;
                }
                FacetKind::FractionDigits if !integers => {
                    self.note("fractionDigits of numbers is in x-pyxsd-facets only".to_owned());
                    continue;
                }
                _ => continue,
            };
            members.extend(number(&text).map(|number| key(name, number)));
        }
        if !values.is_empty() {
            values.truncate(MAX_VALUES);
            members.push(key("enum", Json::Array(values)));
        }
        members
    }

    /// Lengths, patterns and enumeration of what is a string in JSON.
    fn text(&mut self, datatype: &SimpleType) -> Members {
        let mut members = Vec::new();
        if is_string(datatype) {
            members.extend(lengths(datatype, "minLength", "maxLength"));
        }
        let mut patterns = Vec::new();
        for pattern in own_patterns(datatype) {
            match ecma::translate(&pattern) {
                Some(translated) => patterns.push(translated),
                None => self
                    .note(format!("the pattern {pattern} has no exact form in ECMA-262 and is in x-pyxsd-facets only")),
            }
        }
        match patterns.as_slice() {
            [] => {}
            [one] => members.push(key("pattern", Json::text(one))),
            several => {
                let all = several.iter().map(|pattern| Json::Object(vec![key("pattern", Json::text(pattern))]));
                members.push(key("allOf", Json::Array(all.collect())));
            }
        }
        let facets = datatype.facets();
        let values: Vec<Json> = facets
            .into_iter()
            .filter(|(kind, _)| *kind == FacetKind::Enumeration)
            .map(|(_, text)| Json::text(datatype.normalize(&text).into_owned()))
            .collect();
        if values.is_empty() {
            return members;
        }
        if is_exact(datatype) && values.len() <= MAX_VALUES {
            members.push(key("enum", Json::Array(values)));
        } else {
            self.note(format!(
                "an enumeration of xs:{} is compared as values and is in x-pyxsd-facets only",
                datatype.builtin.name()
            ));
        }
        members
    }
}

/// What `required` and `allOf` say about the fields of an object.
#[derive(Default)]
struct Rules {
    required: Vec<String>,
    all_of: Vec<Json>,
}

impl Rules {
    /// Recursive: the nesting of parts is bounded.
    fn add(&mut self, object: &Object, part: &Part, optional: bool) {
        let name = |at: &usize| object.fields[*at].name.clone();
        match part {
            Part::Field(at) => {
                if !optional && object.fields[*at].occurs.min > 0 {
                    self.required.push(name(at));
                }
            }
            Part::Together { optional: own, parts } => {
                parts.iter().for_each(|inner| self.add(object, inner, optional || *own));
            }
            Part::OneOf { optional: own, fields } => {
                let requires =
                    |at: &usize| Json::Object(vec![key("required", Json::Array(vec![Json::String(name(at))]))]);
                let mut branches: Vec<Json> = fields.iter().map(requires).collect();
                if *own || optional {
                    let none = Json::Object(vec![key("anyOf", Json::Array(branches.clone()))]);
                    branches.push(Json::Object(vec![key("not", none)]));
                }
                self.all_of.push(Json::Object(vec![key("oneOf", Json::Array(branches))]));
            }
        }
    }
}

/// What an object must obey beyond the standard keywords, in words. Recursive: the nesting of parts is bounded.
fn describe(object: &Object, part: &Part, rules: &mut Vec<String>) {
    match part {
        Part::Field(_) => {}
        Part::Together { optional, parts } => {
            if *optional && parts.len() > 1 {
                rules.push(format!("all or none of: {}", names(object, part).join(", ")));
            }
            parts.iter().for_each(|inner| describe(object, inner, rules));
        }
        Part::OneOf { optional, .. } => {
            let word = if *optional { "at most" } else { "exactly" };
            rules.push(format!("{word} one of: {}", names(object, part).join(", ")));
        }
    }
}

fn names(object: &Object, part: &Part) -> Vec<String> {
    match part {
        Part::Field(at) => vec![object.fields[*at].name.clone()],
        Part::Together { parts, .. } => parts.iter().flat_map(|part| names(object, part)).collect(),
        Part::OneOf { fields, .. } => fields.iter().map(|at| object.fields[*at].name.clone()).collect(),
    }
}

fn lengths(datatype: &SimpleType, least: &str, most: &str) -> Members {
    let mut members = Vec::new();
    for (kind, text) in datatype.facets() {
        let names: &[&str] = match kind {
            FacetKind::Length => &[least, most],
            FacetKind::MinLength => &[least],
            FacetKind::MaxLength => &[most],
            _ => continue,
        };
        members.extend(names.iter().filter_map(|name| Some(key(name, number(&text)?))));
    }
    members
}

/// A decimal as a JSON number: no sign before positive ones, no leading zeros. Nothing for what is not a number in JSON.
fn number(text: &str) -> Option<Json> {
    let parsed = SimpleType::of_builtin(Builtin::Decimal).parse(text, &pyxsd_datatypes::NoContext).ok();
    let canonical = parsed.map(|value| value.canonical());
    let text = canonical.unwrap_or_else(|| text.trim().to_owned());
    let json = crate::json::parse(&text).ok()?;
    matches!(json, Json::Number(_)).then_some(json)
}

fn is_string(datatype: &SimpleType) -> bool {
    matches!(datatype.variety, Variety::Atomic(Primitive::String | Primitive::AnyUri))
}

/// Whether equal values have the same text.
fn is_exact(datatype: &SimpleType) -> bool {
    is_string(datatype) || matches!(datatype.variety, Variety::Atomic(Primitive::Decimal | Primitive::Boolean))
}

/// A lexical form as JSON.
fn in_json(form: &Form, datatype: &SimpleType, lexical: &str) -> Option<Json> {
    let text = datatype.normalize(lexical);
    match form {
        Form::Text | Form::Name | Form::Binary(_) => Some(Json::text(text.into_owned())),
        Form::Boolean => match text.trim() {
            "true" | "1" => Some(Json::Bool(true)),
            "false" | "0" => Some(Json::Bool(false)),
            _ => None,
        },
        Form::Integer | Form::Decimal | Form::Number => number(&text),
        Form::List(item) => {
            let Variety::List(item_type) = &datatype.variety else { return None };
            let items = text.split_whitespace().map(|text| in_json(item, item_type, text));
            items.collect::<Option<Vec<Json>>>().map(Json::Array)
        }
    }
}

/// A name in a JSON pointer inside a URI fragment.
fn pointer(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
