//! Input and output schemas of the tools: flat, and within the part of JSON Schema that every client reads.

use crate::operations::projection;
use rmcp::model::JsonObject;
use serde_json::{Value, json};

/// An argument of a tool: name, whether it is required, its schema.
pub type Parameter = (&'static str, bool, Value);

/// The object that a tool takes.
pub fn object(parameters: Vec<Parameter>) -> JsonObject {
    let required: Vec<&str> =
        parameters.iter().filter(|(_, required, _)| *required).map(|(name, _, _)| *name).collect();
    let mut schema = JsonObject::new();
    schema.insert("type".into(), json!("object"));
    let properties: JsonObject = parameters.into_iter().map(|(name, _, schema)| (name.to_owned(), schema)).collect();
    schema.insert("properties".into(), Value::Object(properties));
    if !required.is_empty() {
        schema.insert("required".into(), json!(required));
    }
    schema.insert("additionalProperties".into(), json!(false));
    schema
}

/// What every tool gives: the envelope, with room for its error and spilled forms.
pub fn envelope() -> JsonObject {
    let schema = json!({
        "type": "object",
        "properties": {"ok": {"type": "boolean"}, "data": {"type": "object"}, "error": {"type": "object"}},
        "required": ["ok"],
    });
    match schema {
        Value::Object(schema) => schema,
        _ => JsonObject::new(),
    }
}

/// A string.
pub fn string(description: &str) -> Value {
    json!({"type": "string", "description": description})
}

/// An array of strings.
pub fn strings(description: &str) -> Value {
    json!({"type": "array", "items": {"type": "string"}, "description": description})
}

/// An element declaration.
pub fn element() -> Parameter {
    ("element", true, string("Element: component id, {ns}name, or name if only one fits"))
}

/// The way from an element to one below it.
pub fn path() -> Parameter {
    ("path", false, strings("Exact names of child elements, from the element down"))
}

/// Which elements are records, and what of them is wanted.
pub fn records() -> [Parameter; 5] {
    let source = json!({
        "type": "object",
        "properties": {
            "scope": {"type": "string", "enum": projection::scopes()},
            "path": {"type": "array", "items": {"type": "string"}, "description": "Exact names of children from there"},
            "attribute": {"type": "string", "description": "Attribute instead of content"},
            "levels": {"type": "integer", "minimum": 0, "description": "With ancestor: how far up"},
        },
        "additionalProperties": false,
    });
    let columns = json!({
        "type": "object",
        "additionalProperties": source,
        "description": "Column name to where its value is; without it everything of a record",
    });
    let namespaces = json!({
        "type": "object",
        "additionalProperties": {"type": "string"},
        "description": "Prefix to namespace URI, for selector",
    });
    [
        ("element", false, string("Root element, or the record itself: id or name. This or selector")),
        ("path", false, strings("Exact names of child elements from element down to the record")),
        ("selector", false, string("ElementTree path from the root that finds the records, such as .//{ns}item")),
        ("namespaces", false, namespaces),
        ("columns", false, columns),
    ]
}

/// One of some words.
pub fn choice(words: &[&str], description: &str) -> Value {
    json!({"type": "string", "enum": words, "description": description})
}

/// The handle of a workspace.
pub fn workspace_id() -> Parameter {
    ("workspace_id", true, string("Handle from pyxsd_manage_workspace"))
}

/// A document of the workspace.
pub fn document() -> Parameter {
    ("document", true, described(source(), "The XML document"))
}

/// A file of the workspace.
pub fn source() -> Value {
    json!({
        "type": "object",
        "properties": {"path": {"type": "string"}},
        "required": ["path"],
        "additionalProperties": false,
    })
}

fn described(mut schema: Value, description: &str) -> Value {
    schema["description"] = json!(description);
    schema
}

/// A schema of the workspace with its options, and what it is for.
pub fn schema(description: &str) -> Value {
    let (_, _, schema) = schema_ref(true);
    described(schema, description)
}

/// A schema of the workspace with its options.
pub fn schema_ref(required: bool) -> Parameter {
    let schema = json!({
        "type": "object",
        "properties": {
            "source": {
                "type": "object",
                "properties": {"path": {"type": "string"}},
                "required": ["path"],
                "additionalProperties": false,
            },
            "options": {
                "type": "object",
                "properties": {
                    "binding": {"type": "string", "enum": ["lax", "strict"]},
                    "namespaces": {"type": "string", "enum": ["strict", "legacy"]},
                    "xsd_version": {"type": "string", "enum": ["1.1", "1.0"]},
                    "namespace_schemas": {"type": "object", "additionalProperties": {"type": "string"}},
                },
                "additionalProperties": false,
            },
        },
        "required": ["source"],
        "additionalProperties": false,
    });
    ("schema_ref", required, schema)
}

/// The handle of an artifact.
pub fn artifact_id() -> Parameter {
    ("artifact_id", true, string("Handle of the artifact, from the reply that retained it or pyxsd_list_artifacts"))
}

/// A whole number.
pub fn number(minimum: u64, description: &str) -> Value {
    json!({"type": "integer", "minimum": minimum, "description": description})
}

/// What paged tools take.
pub fn paging(page_items: u64) -> [Parameter; 2] {
    [
        ("cursor", false, string("next_cursor of the page before; other arguments as there")),
        (
            "page_size",
            false,
            json!({"type": "integer", "minimum": 1, "maximum": page_items, "description": "Items of a page"}),
        ),
    ]
}
