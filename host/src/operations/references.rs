//! Arguments that several tools share: documents and schemas.

use super::arguments::{Arguments, text};
use super::inquiry::SchemaReference;
use crate::fault::{Fault, Outcome};
use crate::worker::SchemaSource;
use crate::worker::schema::{Binding, NameMatching, SchemaOptions, XsdVersion};
use crate::workspace::WorkspacePath;
use serde_json::{Map, Value, json};

const BINDINGS: &[(&str, Binding)] = &[("lax", Binding::Lax), ("strict", Binding::Strict)];
const NAMESPACES: &[(&str, NameMatching)] = &[("strict", NameMatching::Strict), ("legacy", NameMatching::Legacy)];
const VERSIONS: &[(&str, XsdVersion)] = &[("1.1", XsdVersion::V1_1), ("1.0", XsdVersion::V1_0)];

/// `document: {path}`.
pub fn document(arguments: &mut Arguments) -> Outcome<WorkspacePath> {
    source(arguments.object("document")?)
}

/// `schema_ref?: {source: {path}, options?}`; without it the document's own hints are used.
pub fn optional_schema(arguments: &mut Arguments) -> Outcome<SchemaSource> {
    let Some(mut reference) = arguments.optional_object("schema_ref")? else {
        return Ok(SchemaSource::Hints { options: SchemaOptions::default() });
    };
    let path = source(reference.object("source")?)?;
    let options = reference.optional_object("options")?;
    reference.finish()?;
    let options = options.map_or_else(|| Ok(SchemaOptions::default()), schema_options)?;
    Ok(SchemaSource::Reference { path, options })
}

/// A schema that must be named: `{source: {path}, options?}`.
pub fn schema(arguments: &mut Arguments, name: &'static str) -> Outcome<SchemaReference> {
    let mut reference = arguments.object(name)?;
    let path = source(reference.object("source")?)?;
    let options = reference.optional_object("options")?;
    reference.finish()?;
    let options = options.map_or_else(|| Ok(SchemaOptions::default()), schema_options)?;
    Ok(SchemaReference { path, options })
}

/// `name?: [{path}]`.
pub fn paths(arguments: &mut Arguments, name: &'static str) -> Outcome<Option<Vec<WorkspacePath>>> {
    match arguments.has(name) {
        // Taken as absent, so that it is known.
        false => Ok(arguments.take(name).and(None)),
        true => arguments.objects(name)?.into_iter().map(source).collect::<Outcome<Vec<_>>>().map(Some),
    }
}

/// The options that a schema is compiled with.
pub fn options(schema: &SchemaSource) -> &SchemaOptions {
    match schema {
        SchemaSource::Reference { options, .. }
        | SchemaSource::Documents { options, .. }
        | SchemaSource::Hints { options } => options,
    }
}

/// Options as clients give them, all of them.
pub fn options_json(options: &SchemaOptions) -> Value {
    fn word<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
        words.iter().find(|(_, known)| known == value).map_or("", |(word, _)| word)
    }
    let schemas: Map<String, Value> =
        options.namespace_schemas.iter().map(|(namespace, path)| (namespace.clone(), json!(path))).collect();
    json!({
        "binding": word(BINDINGS, &options.binding),
        "namespaces": word(NAMESPACES, &options.matching),
        "xsd_version": word(VERSIONS, &options.version),
        "namespace_schemas": schemas,
    })
}

fn source(mut arguments: Arguments) -> Outcome<WorkspacePath> {
    let path = arguments.path("path")?;
    arguments.finish()?;
    Ok(path)
}

fn schema_options(mut arguments: Arguments) -> Outcome<SchemaOptions> {
    let binding = arguments.optional_choice("binding", BINDINGS)?.unwrap_or_default();
    let matching = arguments.optional_choice("namespaces", NAMESPACES)?.unwrap_or_default();
    let version = arguments.optional_choice("xsd_version", VERSIONS)?.unwrap_or_default();
    let schemas = arguments.optional_object("namespace_schemas")?;
    arguments.finish()?;
    let namespace_schemas = schemas.map_or_else(|| Ok(Vec::new()), namespace_schemas)?;
    Ok(SchemaOptions { version, matching, binding, namespace_schemas })
}

fn namespace_schemas(arguments: Arguments) -> Outcome<Vec<(String, WorkspacePath)>> {
    let place = arguments.place("");
    let entry = |(namespace, value)| {
        let place = format!("{place}{namespace}");
        let path = WorkspacePath::argument(&place, &text(&place, value)?)?;
        Ok::<_, Fault>((namespace, path))
    };
    let mut schemas = arguments.rest().into_iter().map(entry).collect::<Outcome<Vec<_>>>()?;
    // An object of JSON has no order that counts.
    schemas.sort();
    Ok(schemas)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema(value: Value) -> Outcome<SchemaSource> {
        let mut arguments = Arguments::object_at(String::new(), json!({ "schema_ref": value }))?;
        optional_schema(&mut arguments)
    }

    #[test]
    fn options_have_the_defaults_and_values_that_are_promised() {
        let path = WorkspacePath::parse("a.xsd").unwrap();
        let options = SchemaOptions::default();
        assert_eq!(
            schema(json!({"source": {"path": "a.xsd"}})),
            Ok(SchemaSource::Reference { path: path.clone(), options })
        );
        let options = SchemaOptions {
            version: XsdVersion::V1_0,
            matching: NameMatching::Legacy,
            binding: Binding::Strict,
            namespace_schemas: vec![(String::new(), path.clone()), ("urn:b".into(), path.clone())],
        };
        let given = json!({
            "source": {"path": "a.xsd"},
            "options": {"binding": "strict", "namespaces": "legacy", "xsd_version": "1.0", "namespace_schemas": {"urn:b": "a.xsd", "": "a.xsd"}},
        });
        assert_eq!(schema(given), Ok(SchemaSource::Reference { path, options }));
    }

    #[test]
    fn every_wrong_option_is_named() {
        for (given, field) in [
            (json!({"path": "a.xsd"}), "schema_ref.source"),
            (json!({"source": {}}), "schema_ref.source.path"),
            (json!({"source": {"path": "a", "revision": 1}}), "schema_ref.source.revision"),
            (json!({"source": {"path": "a"}, "options": {"xsd_version": "1.2"}}), "schema_ref.options.xsd_version"),
            (json!({"source": {"path": "a"}, "options": {"strict": "1"}}), "schema_ref.options.strict"),
            (
                json!({"source": {"path": "a"}, "options": {"namespace_schemas": {"urn:x": "/a"}}}),
                "schema_ref.options.namespace_schemas.urn:x",
            ),
            (
                json!({"source": {"path": "a"}, "options": {"namespace_schemas": {"urn:x": 1}}}),
                "schema_ref.options.namespace_schemas.urn:x",
            ),
        ] {
            assert_eq!(schema(given).unwrap_err().details["field"], json!(field));
        }
    }
}
