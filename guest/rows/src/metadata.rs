//! What files say about their columns, in a form that other readers of such files know: JSON with a space behind each comma and colon, in ASCII.

use crate::chain::Chain;
use crate::facets::facets;
use crate::{Metadata, Scope, Source};
use pyxsd_schema::Component;
use pyxsd_tools::Ids;
use pyxsd_tools::json::Json;
use pyxsd_tools::model::Scalar;
use std::fmt::Write;

/// Bytes of the facets of a field: a long enumeration would stand at every field of its type. Instead its length is told.
const MAX_FACET_BYTES: usize = 4096;

/// Names of built-in types start so.
const BUILT_IN: &str = "{http://www.w3.org/2001/XMLSchema}";

/// Names of the elements on the way to the rows.
pub(crate) fn route(ids: &Ids<'_>, chain: &Chain) -> Vec<String> {
    chain.levels.iter().map(|level| ids.shown_name(Component::Element(level[0]))).collect()
}

/// What the schema says about a field. `way` leads to its declaration; `owner` is the local name of that. Every field has the same keys.
pub(crate) fn field(name: &str, way: &[String], owner: &str, scalar: Option<&Scalar>) -> Metadata {
    let mut type_name = "complex".to_owned();
    let mut told = "{}".to_owned();
    if let Some(scalar) = scalar {
        type_name = local_type(&scalar.type_name).map_or_else(|| format!("{owner}|simpleType"), str::to_owned);
        if !scalar.type_name.starts_with(BUILT_IN) {
            told = spaced(&facets(&scalar.datatype));
        }
    }
    if told.len() > MAX_FACET_BYTES {
        told = spaced(&Json::Object(vec![("omitted".to_owned(), Json::number(told.len()))]));
    }
    let entries = [
        ("pyxsd:name", name.to_owned()),
        ("pyxsd:declaration", names(way)),
        ("pyxsd:type", type_name),
        ("pyxsd:facets", told),
    ];
    entries.map(|(key, value)| (key.to_owned(), value)).to_vec()
}

/// What is to be said of whole elements as rows.
pub(crate) fn of_records(route: &[String]) -> Metadata {
    let presence = "absent and nil scalars are null; attributes have their effective defaults";
    of_all(&[("pyxsd:projection", "1")], route, presence)
}

/// What is to be said of rows of columns of their own.
pub(crate) fn of_columns(route: &[String]) -> Metadata {
    let presence = "absent and nil values of columns are null; attributes have their effective defaults";
    of_all(&[("pyxsd:projection", "2"), ("pyxsd:mode", "columns")], route, presence)
}

fn of_all(kind: &[(&str, &str)], route: &[String], presence: &str) -> Metadata {
    let declaration = names(route);
    let exactness = "numbers by value; dates and times as text; the original spelling is not kept";
    let rest =
        [("pyxsd:declaration", declaration.as_str()), ("pyxsd:presence", presence), ("pyxsd:exactness", exactness)];
    kind.iter().chain(&rest).map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

/// Where a column comes from.
pub(crate) fn source(source: &Source) -> String {
    let (scope, levels) = match source.scope {
        Scope::Row => ("record", 0),
        Scope::Ancestor(levels) => ("ancestor", levels),
        Scope::Root => ("root", 0),
    };
    let member = |name: &str, value: Json| (name.to_owned(), value);
    spaced(&Json::Object(vec![
        member("scope", Json::text(scope)),
        member("path", Json::Array(source.path.iter().map(Json::text).collect())),
        member("attribute", source.attribute.as_ref().map_or(Json::Null, Json::text)),
        member("levels", Json::number(levels)),
    ]))
}

/// A list of names.
pub(crate) fn names(names: &[String]) -> String {
    spaced(&Json::Array(names.iter().map(Json::text).collect()))
}

/// A name without its namespace.
pub(crate) fn local(name: &str) -> &str {
    name.rsplit('}').next().unwrap_or(name)
}

/// The local name of a type; an anonymous one has an id in place of a name.
fn local_type(type_name: &str) -> Option<&str> {
    Some(local(type_name)).filter(|local| !local.contains(['/', ':']))
}

/// Recursive: what is written here is a few levels deep.
fn spaced(json: &Json) -> String {
    match json {
        Json::Array(items) => format!("[{}]", items.iter().map(spaced).collect::<Vec<_>>().join(", ")),
        Json::Object(members) => {
            let member = |(name, value): &(String, Json)| format!("{}: {}", text(name), spaced(value));
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(", "))
        }
        Json::String(string) => text(string),
        Json::Null | Json::Bool(_) | Json::Number(_) => json.to_string(),
    }
}

/// A JSON string with everything but printable ASCII escaped.
fn text(string: &str) -> String {
    let mut escaped = String::new();
    for character in Json::text(string).to_string().chars() {
        if (' '..='~').contains(&character) {
            escaped.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            // Writing to a string does not fail.
            let _ = write!(escaped, "\\u{unit:04x}");
        }
    }
    escaped
}
