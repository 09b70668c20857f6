//! The manifest of a data set: what is in it and how it was made, in the format that readers of such data sets know.

use crate::worker::rows::{Metadata, Projection, Shape};
use crate::worker::schema::{Binding, NameMatching, SchemaOptions, XsdVersion};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// Version of the format.
const FORMAT: u32 = 1;
/// Where the manifest is in a data set.
pub const MANIFEST_FILE: &str = "manifest.json";
/// Where a file with the columns and no rows is.
pub const SCHEMA_FILE: &str = "_schema.parquet";
/// The folder of the parts.
pub const PARTS: &str = "parts";

/// One document of a data set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its path, which is also the value of `__pyxsd_source_id`.
    pub source_id: String,
    /// Records of it.
    pub rows: u64,
}

/// Name of the part of the document at `place`, counted from 0.
pub fn part_file(place: usize) -> String {
    format!("part-{:06}.parquet", place + 1)
}

/// The manifest of a complete data set: JSON in ASCII, indented by two, with an end of line.
pub fn manifest(options: &SchemaOptions, projection: &Projection, shape: &Shape, entries: &[Entry]) -> Vec<u8> {
    let rows: u64 = entries.iter().map(|entry| entry.rows).sum();
    let namespaces = projection.selector.as_ref().and_then(|selector| selector.namespaces.as_ref());
    let namespaces = namespaces
        .map(|given| given.iter().map(|(prefix, uri)| (prefix.clone(), json!(uri))).collect::<Map<String, Value>>());
    let manifest = json!({
        "format_version": FORMAT,
        "status": "complete",
        // The second is a library that took no part.
        "versions": {"pyxsd": format!("pyxsd-mcp {}", env!("CARGO_PKG_VERSION")), "pyarrow": null},
        "xsd_version": match options.version {
            XsdVersion::V1_0 => "1.0",
            XsdVersion::V1_1 => "1.1",
        },
        "parse_policy": parse_policy(options),
        "projection": {
            "row_route": row_route(shape),
            "schema_metadata": metadata(&shape.metadata),
            "fields": shape.columns.iter().zip(&shape.fields).map(|(column, entries)| {
                json!({"name": column.name, "metadata": metadata(entries)})
            }).collect::<Vec<Value>>(),
        },
        "selector": projection.selector.as_ref().map(|selector| &selector.path),
        "namespaces": namespaces,
        "schema_file": SCHEMA_FILE,
        "counts": {"inputs": entries.len(), "succeeded": entries.len(), "failed": 0, "rows": rows},
        "entries": entries.iter().enumerate().map(|(place, entry)| entry.to_json(place)).collect::<Vec<Value>>(),
    });
    let mut text = ascii(&format!("{manifest:#}"));
    text.push('\n');
    text.into_bytes()
}

impl Entry {
    fn to_json(&self, place: usize) -> Value {
        json!({
            "source_id": self.source_id,
            "ordinal": place + 1,
            "status": if self.rows == 0 { "empty" } else { "written" },
            "rows": self.rows,
            "part": format!("{PARTS}/{}", part_file(place)),
            "issues": [],
            "failure": null,
        })
    }
}

/// How a document was bound, in the words of the format.
fn parse_policy(options: &SchemaOptions) -> Value {
    let (invalid, unresolved, undeclared) = match options.binding {
        Binding::Lax => ("raw", "generic", "generic"),
        Binding::Strict => ("drop", "error", "error"),
    };
    json!({
        "invalid_value": invalid,
        "unresolved_type": unresolved,
        "undeclared_content": undeclared,
        "whitespace": "xsd",
        "namespaces": match options.matching {
            NameMatching::Strict => "strict",
            NameMatching::Legacy => "legacy",
        },
        "facets": "strict",
    })
}

/// Names of the elements on the way to a record, as the metadata of the columns has them too.
fn row_route(shape: &Shape) -> Vec<String> {
    let declared = shape.metadata.iter().find(|(key, _)| key == "pyxsd:declaration");
    let declared = declared.and_then(|(_, value)| serde_json::from_str::<Vec<String>>(value).ok());
    declared.unwrap_or_else(|| {
        let first = shape.route.element.rsplit("element:").next().unwrap_or_default();
        std::iter::once(first.to_owned()).chain(shape.route.path.iter().cloned()).collect()
    })
}

fn metadata(entries: &Metadata) -> Vec<Value> {
    let entry = |(key, value): &(String, String)| json!({"key_base64": STANDARD.encode(key), "value_base64": STANDARD.encode(value)});
    entries.iter().map(entry).collect()
}

/// JSON with everything but printable ASCII escaped.
fn ascii(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        if character == '\n' || (' '..='~').contains(&character) {
            text.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            // Writing to a string does not fail.
            let _ = write!(text, "\\u{unit:04x}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::rows::{ColumnSummary, Route, Selector};

    const EXPECTED: &str = r#"{
  "format_version": 1,
  "status": "complete",
  "versions": {
    "pyxsd": "pyxsd-mcp VERSION",
    "pyarrow": null
  },
  "xsd_version": "1.1",
  "parse_policy": {
    "invalid_value": "drop",
    "unresolved_type": "error",
    "undeclared_content": "error",
    "whitespace": "xsd",
    "namespaces": "strict",
    "facets": "strict"
  },
  "projection": {
    "row_route": [
      "{urn:o}orders",
      "{urn:o}order"
    ],
    "schema_metadata": [
      {
        "key_base64": "cHl4c2Q6ZGVjbGFyYXRpb24=",
        "value_base64": "WyJ7dXJuOm99b3JkZXJzIiwgInt1cm46b31vcmRlciJd"
      }
    ],
    "fields": [
      {
        "name": "@id",
        "metadata": []
      }
    ]
  },
  "selector": "o:order",
  "namespaces": {
    "o": "urn:o"
  },
  "schema_file": "_schema.parquet",
  "counts": {
    "inputs": 2,
    "succeeded": 2,
    "failed": 0,
    "rows": 2
  },
  "entries": [
    {
      "source_id": "\u00e4\ud83d\ude00\u007f.xml",
      "ordinal": 1,
      "status": "written",
      "rows": 2,
      "part": "parts/part-000001.parquet",
      "issues": [],
      "failure": null
    },
    {
      "source_id": "b.xml",
      "ordinal": 2,
      "status": "empty",
      "rows": 0,
      "part": "parts/part-000002.parquet",
      "issues": [],
      "failure": null
    }
  ]
}
"#;

    #[test]
    fn a_manifest_has_the_keys_of_the_format_in_their_order_and_nothing_but_ascii() {
        let namespaces = Some(vec![("o".to_owned(), "urn:o".to_owned())]);
        let selector = Some(Selector { path: "o:order".to_owned(), namespaces });
        let projection = Projection { selector, ..Projection::default() };
        let declaration = r#"["{urn:o}orders", "{urn:o}order"]"#.to_owned();
        let column = ColumnSummary { name: "@id".to_owned(), type_name: "int32".to_owned(), nullable: false };
        let shape = Shape {
            route: Route { element: "element:{urn:o}orders".to_owned(), path: vec!["{urn:o}order".to_owned()] },
            columns: vec![column],
            metadata: vec![("pyxsd:declaration".to_owned(), declaration)],
            fields: vec![Vec::new()],
        };
        let options = SchemaOptions { binding: Binding::Strict, ..SchemaOptions::default() };
        let entry = |source_id: &str, rows| Entry { source_id: source_id.to_owned(), rows };
        let entries = [entry("ä😀\u{7f}.xml", 2), entry("b.xml", 0)];
        let written = String::from_utf8(manifest(&options, &projection, &shape, &entries)).unwrap();
        assert_eq!(written, EXPECTED.replace("VERSION", env!("CARGO_PKG_VERSION")));
        let unknown = Shape { metadata: Vec::new(), ..shape };
        assert_eq!(row_route(&unknown), ["{urn:o}orders", "{urn:o}order"]);
    }
}
