//! Arguments that say which elements of a document are records and what of them is wanted.

use super::arguments::{Arguments, text};
use super::inspect::strings;
use crate::fault::{Fault, Outcome};
use crate::worker::rows::{Column, FieldSource, Projection, Scope, Selector};
use serde_json::{Map, Value};

/// Columns that one projection may have.
pub const MAX_COLUMNS: usize = 1_000;
/// Columns that data sets have beside those asked for.
const RESERVED: [&str; 2] = ["__pyxsd_source_id", "__pyxsd_row_index"];

#[derive(Debug, Clone, Copy)]
enum ScopeWord {
    Record,
    Ancestor,
    Root,
}

const SCOPES: &[(&str, ScopeWord)] =
    &[("record", ScopeWord::Record), ("ancestor", ScopeWord::Ancestor), ("root", ScopeWord::Root)];

/// Names of the scopes.
pub fn scopes() -> Vec<&'static str> {
    SCOPES.iter().map(|(name, _)| *name).collect()
}

/// `element` + `path?`, or `selector` + `namespaces?`; with either `columns?`: {name: FieldSource}.
pub fn projection(arguments: &mut Arguments) -> Outcome<Projection> {
    let has_path = arguments.has("path");
    let (element, path) = (arguments.optional_string("element")?, strings(arguments, "path")?);
    let selector = arguments.optional_string("selector")?;
    let namespaces = namespaces(arguments)?;
    let columns = arguments.optional_object("columns")?.map(columns).transpose()?;
    let needs = |given: &str, wanted: &str| {
        Err(Fault::argument(given, format!("`{given}` goes with `{wanted}`, which is not given.")))
    };
    match (&element, &selector) {
        (None, None) => {
            let message = "Give `element` (with `path` where records are below it), or `selector`: which elements are the records?";
            return Err(Fault::argument("element", message));
        }
        (Some(_), Some(_)) => {
            let message = "Give `element` (with `path`) or `selector` (with `namespaces`), not both: each says which elements are the records.";
            return Err(Fault::argument("selector", message));
        }
        (None, Some(_)) if has_path => return needs("path", "element"),
        (Some(_), None) if namespaces.is_some() => return needs("namespaces", "selector"),
        _ => {}
    }
    let selector = selector.map(|path| Selector { path, namespaces });
    Ok(Projection { element, path, selector, route: None, columns })
}

fn namespaces(arguments: &mut Arguments) -> Outcome<Option<Vec<(String, String)>>> {
    let Some(given) = arguments.optional_object("namespaces")? else { return Ok(None) };
    let entry = |(prefix, value): (String, Value)| {
        let uri = text(&format!("namespaces.{prefix}"), value)?;
        Ok::<_, Fault>((prefix, uri))
    };
    let mut namespaces = given.rest().into_iter().map(entry).collect::<Outcome<Vec<_>>>()?;
    // An object of JSON has no order that counts.
    namespaces.sort();
    Ok(Some(namespaces))
}

/// The columns, in the order of the members.
fn columns(given: Arguments) -> Outcome<Vec<Column>> {
    let place = given.place("");
    let members: Map<String, Value> = given.rest();
    let column = |(name, value): (String, Value)| {
        let source = field_source(Arguments::object_at(format!("{place}{name}"), value)?)?;
        Ok::<_, Fault>(Column { name, source })
    };
    let columns = members.into_iter().map(column).collect::<Outcome<Vec<_>>>()?;
    checked(&columns)?;
    Ok(columns)
}

/// What holds of columns whoever gives them.
pub fn checked(columns: &[Column]) -> Outcome<()> {
    if columns.is_empty() || columns.len() > MAX_COLUMNS {
        let message =
            format!("`columns` has from 1 to {MAX_COLUMNS} members; leave it out to have everything of a record.");
        return Err(Fault::argument("columns", message).with("maximum", MAX_COLUMNS as u64));
    }
    if let Some(index) = columns.iter().position(|column| column.name.is_empty()) {
        let message = format!("Column {} of `columns` has an empty name; give it one character at least.", index + 1);
        return Err(Fault::argument("columns", message));
    }
    if let Some(reserved) = RESERVED.into_iter().find(|name| columns.iter().any(|column| column.name == *name)) {
        let message = format!("`{reserved}` is the name of a column that data sets have anyway; choose another.");
        return Err(Fault::argument(&format!("columns.{reserved}"), message));
    }
    Ok(())
}

/// `{scope?, path?, attribute?, levels?}`.
fn field_source(mut arguments: Arguments) -> Outcome<FieldSource> {
    let scope = arguments.optional_choice("scope", SCOPES)?.unwrap_or(ScopeWord::Record);
    let path = strings(&mut arguments, "path")?;
    // Null is the value that the member has where it is left out.
    let attribute = match arguments.take("attribute") {
        None | Some(Value::Null) => None,
        Some(value) => Some(text(&arguments.place("attribute"), value)?),
    };
    let levels = arguments.optional_number("levels", 0, u64::from(u32::MAX))?.unwrap_or(0);
    let levels_place = arguments.place("levels");
    arguments.finish()?;
    let levels = u32::try_from(levels).unwrap_or(u32::MAX);
    let scope = match (scope, levels) {
        (ScopeWord::Ancestor, 0) => {
            let message =
                format!("`{levels_place}` says how many elements above the record the ancestor is: at least 1.");
            return Err(Fault::argument(&levels_place, message).with("minimum", 1));
        }
        (ScopeWord::Ancestor, levels) => Scope::Ancestor(levels),
        (ScopeWord::Record, 0) => Scope::Record,
        (ScopeWord::Root, 0) => Scope::Root,
        (ScopeWord::Record | ScopeWord::Root, _) => {
            let message = format!("`{levels_place}` is for the scope `ancestor` only.");
            return Err(Fault::argument(&levels_place, message));
        }
    };
    Ok(FieldSource { scope, path, attribute })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parsed(value: Value) -> Outcome<Projection> {
        let mut arguments = Arguments::object_at(String::new(), value)?;
        let projection = projection(&mut arguments)?;
        arguments.finish()?;
        Ok(projection)
    }

    #[test]
    fn records_are_chosen_by_element_or_by_selector() {
        let by_element = parsed(json!({"element": "orders", "path": ["{u}order"]})).unwrap();
        assert_eq!((by_element.element.as_deref(), by_element.path), (Some("orders"), vec!["{u}order".to_owned()]));
        let by_selector = parsed(json!({"selector": "p:order", "namespaces": {"p": "u", "": "v"}})).unwrap();
        let namespaces = vec![(String::new(), "v".to_owned()), ("p".to_owned(), "u".to_owned())];
        let selector = Selector { path: "p:order".to_owned(), namespaces: Some(namespaces) };
        assert_eq!((by_selector.element, by_selector.selector), (None, Some(selector)));
    }

    #[test]
    fn a_field_source_has_the_defaults_that_are_promised() {
        let columns = json!({
            "b": {},
            "a": {"scope": "ancestor", "levels": 2, "path": ["x"], "attribute": null},
            "c": {"scope": "root", "attribute": "{u}id"},
        });
        let columns = parsed(json!({"element": "e", "columns": columns})).unwrap().columns.unwrap();
        let source = |scope, path: &[&str], attribute: Option<&str>| FieldSource {
            scope,
            path: path.iter().map(|name| (*name).to_owned()).collect(),
            attribute: attribute.map(str::to_owned),
        };
        let expected = [
            ("b", source(Scope::Record, &[], None)),
            ("a", source(Scope::Ancestor(2), &["x"], None)),
            ("c", source(Scope::Root, &[], Some("{u}id"))),
        ];
        let found: Vec<_> = columns.iter().map(|column| (column.name.as_str(), column.source.clone())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn every_wrong_projection_names_its_argument() {
        let source = |source: Value| json!({"element": "e", "columns": {"a": source}});
        for (given, field) in [
            (json!({}), "element"),
            (json!({"path": ["x"]}), "element"),
            (json!({"element": "e", "selector": "x"}), "selector"),
            (json!({"selector": "x", "path": []}), "path"),
            (json!({"element": "e", "namespaces": {}}), "namespaces"),
            (json!({"selector": "x", "namespaces": {"p": 1}}), "namespaces.p"),
            (json!({"element": 1}), "element"),
            (json!({"element": "e", "path": "x"}), "path"),
            (json!({"element": "e", "path": [1]}), "path[0]"),
            (json!({"element": "e", "columns": []}), "columns"),
            (json!({"element": "e", "columns": {}}), "columns"),
            (json!({"element": "e", "columns": {"": {}}}), "columns"),
            (json!({"element": "e", "columns": {"__pyxsd_row_index": {}}}), "columns.__pyxsd_row_index"),
            (source(json!("x")), "columns.a"),
            (source(json!({"scope": "parent"})), "columns.a.scope"),
            (source(json!({"scope": "ancestor"})), "columns.a.levels"),
            (source(json!({"levels": 1})), "columns.a.levels"),
            (source(json!({"scope": "root", "levels": 1})), "columns.a.levels"),
            (source(json!({"levels": -1})), "columns.a.levels"),
            (source(json!({"attribute": 1})), "columns.a.attribute"),
            (source(json!({"path": {}})), "columns.a.path"),
            (source(json!({"name": "x"})), "columns.a.name"),
        ] {
            assert_eq!(parsed(given.clone()).unwrap_err().details["field"], json!(field), "{given}");
        }
    }
}
