//! What a transform is asked for, checked as far as it can be before anything runs.

use super::literal;
use super::steps::{self, Step, Work, require_name};
use crate::digest::Digest;
use crate::fault::{Fault, Outcome};
use crate::limits::Limits;
use crate::operations::arguments::{Arguments, text};
use crate::operations::inquiry::SchemaReference;
use crate::operations::references;
use crate::workspace::WorkspacePath;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The document that is transformed.
    pub document: WorkspacePath,
    /// The schema that it is written for.
    pub source: SchemaReference,
    /// The schema that the candidate is meant for.
    pub target: Option<SchemaReference>,
    /// How it is transformed.
    pub transform: Transform,
}

/// A transform.
#[derive(Clone, Debug, PartialEq)]
pub enum Transform {
    /// Python source that defines `transform(document, context)`.
    Python(String),
    /// Steps, one after another.
    Pipeline(Pipeline),
    /// A WebAssembly component that implements the world `transform`.
    Component(WorkspacePath),
}

/// Steps, one after another.
#[derive(Clone, Debug, PartialEq)]
pub struct Pipeline {
    /// The steps.
    pub steps: Vec<Step>,
    /// The supplied definitions, by name: Python sources.
    pub definitions: Vec<(String, String)>,
    /// Digest of both, as they were given.
    pub digest: Digest,
}

impl Asked {
    /// Takes `document`, `source_schema`, `target_schema?` and `transform`.
    pub fn take(arguments: &mut Arguments, limits: &Limits) -> Outcome<Asked> {
        let document = references::document(arguments)?;
        let source = references::schema(arguments, "source_schema")?;
        let target = match arguments.has("target_schema") {
            true => Some(references::schema(arguments, "target_schema")?),
            // Taken as absent, so that it is known.
            false => arguments.take("target_schema").and(None),
        };
        let transform = Transform::take(exact(arguments)?, limits)?;
        Ok(Asked { document, source, target, transform })
    }
}

/// The argument `transform`, whose text counts where there is one.
fn exact(arguments: &mut Arguments) -> Outcome<Arguments> {
    let place = arguments.place("transform");
    match arguments.take("transform") {
        None => arguments.object("transform"),
        Some(Value::String(text)) => {
            let read = literal::read(&text);
            // A text that is no JSON is told as a string.
            let value = match read {
                Err(cause) if serde_json::from_str::<&RawValue>(&text).is_ok() => {
                    return Err(Fault::argument(&place, format!("`{place}`: {cause}.")));
                }
                read => read.unwrap_or(Value::String(text)),
            };
            Arguments::object_at(place, value)
        }
        Some(value) => Arguments::object_at(place, value),
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Python,
    Pipeline,
    Component,
}

const KINDS: &[(&str, Kind)] =
    &[("python", Kind::Python), ("pipeline", Kind::Pipeline), ("component", Kind::Component)];

impl Transform {
    /// Whether there is Python in it.
    pub fn needs_python(&self) -> bool {
        match self {
            Transform::Python(_) => true,
            Transform::Pipeline(pipeline) => !pipeline.definitions.is_empty(),
            Transform::Component(_) => false,
        }
    }

    /// Reads the argument `transform`.
    pub fn take(mut given: Arguments, limits: &Limits) -> Outcome<Transform> {
        let transform = match given.choice("kind", KINDS)? {
            Kind::Python => {
                let source = without_mark(given.string("source")?);
                require_source(&given.place("source"), source.len(), limits)?;
                Transform::Python(source)
            }
            Kind::Pipeline => Transform::Pipeline(pipeline(&mut given, limits)?),
            Kind::Component => Transform::Component(given.path("path")?),
        };
        given.finish()?;
        Ok(transform)
    }
}

fn pipeline(given: &mut Arguments, limits: &Limits) -> Outcome<Pipeline> {
    let place = given.place("steps");
    let items = given.objects("steps")?;
    if items.is_empty() {
        return Err(Fault::argument(&place, format!("`{place}` is empty; give at least one step.")));
    }
    if items.len() as u64 > limits.pipeline_steps {
        return Err(limits.reached("pipeline_steps", items.len() as u64));
    }
    let place = given.place("definitions");
    let definitions = definitions(given.optional_object("definitions")?)?;
    require_source(&place, definitions.iter().map(|(_, source)| source.len()).sum(), limits)?;
    let names: Vec<String> = definitions.iter().map(|(name, _)| name.clone()).collect();
    let steps = steps::steps(items, &names)?;
    let used: BTreeSet<&str> = steps.iter().filter_map(Step::definition).collect();
    if let Some(unused) = names.iter().find(|name| !used.contains(name.as_str())) {
        let message =
            format!("`{place}.{unused}` is used by no step; name it in a step with `op`: `python`, or leave it out.");
        return Err(Fault::argument(&format!("{place}.{unused}"), message));
    }
    let digest = Digest::of(format!("{steps:?} {definitions:?}").as_bytes());
    Ok(Pipeline { steps, definitions, digest })
}

fn definitions(given: Option<Arguments>) -> Outcome<Vec<(String, String)>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    let prefix = given.place("");
    let definition = |(name, source): (String, Value)| {
        let place = format!("{prefix}{name}");
        require_name(&place, &name)?;
        let source = without_mark(text(&place, source)?);
        Ok((name, source))
    };
    let mut definitions = given.rest().into_iter().map(definition).collect::<Outcome<Vec<_>>>()?;
    // An object of JSON has no order that counts.
    definitions.sort();
    Ok(definitions)
}

/// A source without the byte-order mark that editors put before it.
fn without_mark(source: String) -> String {
    match source.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => source,
    }
}

fn require_source(place: &str, bytes: usize, limits: &Limits) -> Outcome<()> {
    if bytes as u64 > limits.transform_source_bytes {
        return Err(limits.reached("transform_source_bytes", bytes as u64).with("field", place));
    }
    Ok(())
}

impl Step {
    /// The supplied definition that it names.
    pub fn definition(&self) -> Option<&str> {
        match &self.work {
            Work::Python(name, _) => Some(name),
            Work::Edit(_) => None,
        }
    }
}

/// The argument `transform` as the tool's schema describes it.
pub fn schema() -> Value {
    let step = json!({
        "type": "object",
        "properties": {
            "op": {"type": "string", "enum": steps::words()},
            "select": {"type": "string", "description": "XPath 2.0 from the root element; or path"},
            "path": {"type": "array", "items": {"type": "string"}, "description": "Exact names from the root element down"},
            "namespaces": {"type": "object", "additionalProperties": {"type": "string"}},
            "checkpoint": {"type": "string", "description": "Keep what is there after this step under this name"},
        },
        "required": ["op"],
    });
    json!({
        "type": "object",
        "properties": {
            "kind": {"type": "string", "enum": KINDS.iter().map(|(word, _)| *word).collect::<Vec<_>>()},
            "source": {"type": "string", "description": "python: source that defines transform(document, context)"},
            "steps": {"type": "array", "items": step, "description": "pipeline: the steps; further members by op"},
            "definitions": {
                "type": "object",
                "additionalProperties": {"type": "string"},
                "description": "pipeline: Python sources by name, for steps with op python",
            },
            "path": {"type": "string", "description": "component: a WASI component of the world transform"},
        },
        "required": ["kind"],
        "additionalProperties": false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(transform: Value) -> Outcome<Transform> {
        let limits = Limits { transform_source_bytes: 100, pipeline_steps: 2, ..Limits::default() };
        Transform::take(Arguments::object_at("transform".to_owned(), transform)?, &limits)
    }

    #[test]
    fn every_kind_is_read() {
        assert_eq!(read(json!({"kind": "python", "source": "x"})), Ok(Transform::Python("x".to_owned())));
        let path = WorkspacePath::parse("a/t.wasm").unwrap();
        assert_eq!(read(json!({"kind": "component", "path": "a/t.wasm"})), Ok(Transform::Component(path)));
        let given =
            json!({"kind": "pipeline", "steps": [{"op": "python", "definition": "b"}], "definitions": {"b": "x"}});
        let Ok(Transform::Pipeline(pipeline)) = read(given) else { panic!("a pipeline") };
        assert_eq!(pipeline.definitions, [("b".to_owned(), "x".to_owned())]);
        assert_eq!(pipeline.steps[0].definition(), Some("b"));
    }

    #[test]
    fn every_wrong_transform_is_named() {
        let step = json!({"op": "drop", "select": "a"});
        for (given, field) in [
            (json!({"kind": "perl", "source": ""}), "transform.kind"),
            (json!({"kind": "python"}), "transform.source"),
            (json!({"kind": "python", "source": "", "steps": []}), "transform.steps"),
            (json!({"kind": "component", "path": "/etc/t.wasm"}), "transform.path"),
            (json!({"kind": "pipeline", "steps": []}), "transform.steps"),
            (json!({"kind": "pipeline", "steps": [step], "definitions": {"a": "x"}}), "transform.definitions.a"),
            (json!({"kind": "pipeline", "steps": [step], "definitions": {"a/b": "x"}}), "transform.definitions.a/b"),
            (json!({"kind": "pipeline", "steps": [{"op": "drop"}]}), "transform.steps[0].select"),
        ] {
            assert_eq!(read(given.clone()).unwrap_err().details["field"], field, "{given}");
        }
    }

    #[test]
    fn sources_and_steps_are_bounded() {
        let step = json!({"op": "drop", "select": "a"});
        let long = "x".repeat(101);
        for (given, limit) in [
            (json!({"kind": "python", "source": long}), "transform_source_bytes"),
            (json!({"kind": "pipeline", "steps": [step], "definitions": {"a": long}}), "transform_source_bytes"),
            (json!({"kind": "pipeline", "steps": [step, step, step]}), "pipeline_steps"),
        ] {
            assert_eq!(read(given).unwrap_err().details["limit"], limit);
        }
    }
}
