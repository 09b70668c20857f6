//! Steps of a pipeline, from the arguments of a call.

use super::literal;
use crate::fault::{Fault, Outcome};
use crate::operations::arguments::{Arguments, text};
use crate::operations::inspect::strings;
use crate::worker::transform::step::{Content, Edit, Keys, Operation, Otherwise, Position, Selection};
use serde_json::Value;
use std::collections::BTreeSet;

/// Longest name of a checkpoint or definition, in characters.
const NAME_CHARS: usize = 64;

/// One step.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What is done.
    pub work: Work,
    /// Keeps what is there after it under this name.
    pub checkpoint: Option<String>,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq)]
pub enum Work {
    /// A registered definition.
    Edit(Edit),
    /// A supplied one: its name, and what it is given as `context.arguments`, the text of an object of JSON.
    Python(String, String),
}

/// Whether a definition needs to be told what it is done to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Addressing {
    Needed,
    /// It is the root element where nothing is said.
    Possible,
}

type Read = fn(&mut Arguments) -> Outcome<Operation>;

/// The registered definitions: what reads their members.
const DEFINITIONS: &[(&str, Addressing, Read)] = &[
    ("rename", Addressing::Needed, |step| Ok(Operation::Rename { name: name(step, "name")? })),
    ("move", Addressing::Needed, |step| {
        Ok(Operation::Move { to: selection(step, "to", "to_path")?, position: step.choice("position", POSITIONS)? })
    }),
    ("wrap", Addressing::Needed, |step| {
        Ok(Operation::Wrap { name: name(step, "name")?, together: flag(step, "together")? })
    }),
    ("unwrap", Addressing::Needed, |_| Ok(Operation::Unwrap)),
    ("drop", Addressing::Needed, |_| Ok(Operation::Drop)),
    ("insert", Addressing::Needed, |step| {
        Ok(Operation::Insert {
            name: name(step, "name")?,
            content: optional_content(step, "text")?,
            position: step.optional_choice("position", POSITIONS)?.unwrap_or(Position::Last),
        })
    }),
    ("set_attribute", Addressing::Needed, |step| {
        Ok(Operation::SetAttribute { name: name(step, "name")?, content: content(step)? })
    }),
    ("remove_attribute", Addressing::Needed, |step| Ok(Operation::RemoveAttribute { name: name(step, "name")? })),
    ("set_text", Addressing::Needed, |step| Ok(Operation::SetText { content: content(step)? })),
    ("map_values", Addressing::Needed, map_values),
    ("change_namespace", Addressing::Possible, |step| {
        Ok(Operation::ChangeNamespace { from: step.string("from")?, to: step.string("to")? })
    }),
    ("sort", Addressing::Needed, |step| {
        Ok(Operation::Sort {
            by: step.string("by")?,
            descending: step.optional_choice("order", ORDERS)?.unwrap_or(false),
            keys: step.optional_choice("as", KEYS)?.unwrap_or(Keys::Text),
        })
    }),
    ("split", Addressing::Needed, split),
    ("merge", Addressing::Needed, |step| Ok(Operation::Merge { separator: step.optional_string("separator")? })),
];
const POSITIONS: &[(&str, Position)] =
    &[("first", Position::First), ("last", Position::Last), ("before", Position::Before), ("after", Position::After)];
const ORDERS: &[(&str, bool)] = &[("ascending", false), ("descending", true)];
const KEYS: &[(&str, Keys)] = &[("text", Keys::Text), ("number", Keys::Number)];
const SUPPLIED: &[(&str, bool)] = &[("refuse", false), ("skip", true)];
const OTHERWISE: &[(&str, Otherwise)] = &[("keep", Otherwise::Keep), ("fail", Otherwise::Fail)];
/// The step of a supplied definition.
const PYTHON: &str = "python";

/// The words that `op` can be.
pub fn words() -> Vec<&'static str> {
    DEFINITIONS.iter().map(|(word, ..)| *word).chain([PYTHON]).collect()
}

/// The steps of a pipeline, checked with the names of the definitions that come with it: their members, the names that they give, the
/// definitions that they name. Expressions are read by a worker.
pub fn steps(given: Vec<Arguments>, definitions: &[String]) -> Outcome<Vec<Step>> {
    let mut names = BTreeSet::new();
    let mut steps = Vec::with_capacity(given.len());
    for arguments in given {
        let place = arguments.place("checkpoint");
        let step = step(arguments, definitions)?;
        if let Some(name) = &step.checkpoint
            && !names.insert(name.clone())
        {
            return Err(Fault::argument(&place, format!("`{place}`: a step before has the checkpoint `{name}`.")));
        }
        steps.push(step);
    }
    Ok(steps)
}

fn step(mut step: Arguments, definitions: &[String]) -> Outcome<Step> {
    let word = step.string("op")?;
    let work = match DEFINITIONS.iter().find(|(known, ..)| *known == word) {
        Some((_, addressing, read)) => {
            let select = match addressing {
                Addressing::Possible if !is_addressed(&step) => Selection::Expression(".".to_owned()),
                _ => selection(&mut step, "select", "path")?,
            };
            let namespaces = namespaces(&mut step)?;
            let skips_supplied = step.optional_choice("supplied", SUPPLIED)?.unwrap_or(false);
            Work::Edit(Edit { select, namespaces, skips_supplied, operation: read(&mut step)? })
        }
        None if word == PYTHON => python(&mut step, definitions)?,
        None => {
            let place = step.place("op");
            let message = format!("`{place}`: there is no definition `{word}`; there are: {}.", words().join(", "));
            return Err(Fault::argument(&place, message).with("allowed", words()));
        }
    };
    let checkpoint = step.optional_string("checkpoint")?;
    if let Some(name) = &checkpoint {
        require_name(&step.place("checkpoint"), name)?;
    }
    step.finish()?;
    Ok(Step { work, checkpoint })
}

fn python(step: &mut Arguments, definitions: &[String]) -> Outcome<Work> {
    if is_addressed(step) {
        let place = step.place("select");
        let message = "a Python definition sees the whole document; let it select what it changes.";
        return Err(Fault::argument(&place, format!("`{place}`: {message}")));
    }
    let name = step.string("definition")?;
    if !definitions.contains(&name) {
        let place = step.place("definition");
        let message = match definitions {
            [] => format!("`{place}`: the pipeline has no `definitions`; give `{name}` there, as Python source."),
            known => format!("`{place}`: there is no definition `{name}`; there are: {}.", known.join(", ")),
        };
        return Err(Fault::argument(&place, message).with("allowed", definitions.to_vec()));
    }
    let place = step.place("arguments");
    let arguments = match step.take("arguments") {
        None => "{}".to_owned(),
        Some(given) => literal::arguments(given)
            .ok_or_else(|| Fault::argument(&place, format!("`{place}` is an object, with names of your own.")))?,
    };
    Ok(Work::Python(name, arguments))
}

fn is_addressed(step: &Arguments) -> bool {
    step.has("select") || step.has("path")
}

/// An expression or a path, under these names.
fn selection(step: &mut Arguments, select: &'static str, path: &'static str) -> Outcome<Selection> {
    let place = step.place(select);
    let names = strings(step, path)?;
    match (step.optional_string(select)?, names.is_empty()) {
        (Some(_), false) => {
            Err(Fault::argument(&place, format!("`{place}`: give either `{select}` or `{path}`, not both.")))
        }
        (Some(expression), true) => Ok(Selection::Expression(expression)),
        (None, false) => Ok(Selection::Path(names)),
        (None, true) => {
            let message = format!(
                "`{place}` is missing: `{select}` is an XPath expression, `{path}` exact names from the root element down."
            );
            Err(Fault::argument(&place, message))
        }
    }
}

fn namespaces(step: &mut Arguments) -> Outcome<Vec<(String, String)>> {
    let Some(given) = step.optional_object("namespaces")? else { return Ok(Vec::new()) };
    let mut namespaces = pairs(given)?;
    // An object of JSON has no order that counts.
    namespaces.sort();
    Ok(namespaces)
}

fn map_values(step: &mut Arguments) -> Outcome<Operation> {
    let place = step.place("values");
    let values = pairs(step.object("values")?)?;
    if values.is_empty() {
        return Err(Fault::argument(&place, format!("`{place}` is empty; it maps old values to new ones.")));
    }
    let attribute = step.optional_string("attribute")?;
    let otherwise = step.optional_choice("otherwise", OTHERWISE)?.unwrap_or(Otherwise::Keep);
    Ok(Operation::MapValues { values, attribute, otherwise })
}

fn split(step: &mut Arguments) -> Outcome<Operation> {
    let separator = step.string("separator")?;
    let into = strings(step, "into")?;
    let place = step.place("into");
    if into.is_empty() {
        return Err(Fault::argument(&place, format!("`{place}` names the elements for the parts, at least one.")));
    }
    Ok(Operation::Split { separator, into })
}

fn content(step: &mut Arguments) -> Outcome<Content> {
    let place = step.place("value");
    let message = "give `value`, a text, or `expression`, an XPath expression that gives it.";
    optional_content(step, "value")?.ok_or_else(|| Fault::argument(&place, format!("`{place}` is missing: {message}")))
}

fn optional_content(step: &mut Arguments, text: &'static str) -> Outcome<Option<Content>> {
    let place = step.place(text);
    match (step.optional_string(text)?, step.optional_string("expression")?) {
        (None, None) => Ok(None),
        (Some(value), None) => Ok(Some(Content::Value(value))),
        (None, Some(expression)) => Ok(Some(Content::Expression(expression))),
        (Some(_), Some(_)) => {
            Err(Fault::argument(&place, format!("`{place}`: give either `{text}` or `expression`, not both.")))
        }
    }
}

fn name(step: &mut Arguments, member: &'static str) -> Outcome<String> {
    let name = step.string(member)?;
    if !name.is_empty() {
        return Ok(name);
    }
    let place = step.place(member);
    Err(Fault::argument(&place, format!("`{place}` is empty; it is a name, `local` or `{{ns}}local`.")))
}

fn flag(step: &mut Arguments, member: &'static str) -> Outcome<bool> {
    match step.take(member) {
        None => Ok(false),
        Some(Value::Bool(value)) => Ok(value),
        Some(_) => {
            let place = step.place(member);
            Err(Fault::argument(&place, format!("`{place}` is true or false.")))
        }
    }
}

fn pairs(object: Arguments) -> Outcome<Vec<(String, String)>> {
    let place = object.place("");
    let pair = |(name, value): (String, Value)| {
        let value = text(&format!("{place}{name}"), value)?;
        Ok((name, value))
    };
    object.rest().into_iter().map(pair).collect()
}

/// A name that a file's name and a message can have in them.
pub fn require_name(place: &str, name: &str) -> Outcome<()> {
    let usable = |character: char| character.is_alphanumeric() || "_-. ".contains(character);
    if !name.trim().is_empty() && name.chars().count() <= NAME_CHARS && name.chars().all(usable) {
        return Ok(());
    }
    let message = format!("`{place}` has 1 to {NAME_CHARS} letters, digits, `_`, `-`, `.` or spaces.");
    Err(Fault::argument(place, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(value: Value) -> Outcome<Vec<Step>> {
        let mut arguments = Arguments::object_at(String::new(), json!({ "steps": value }))?;
        steps(arguments.objects("steps")?, &["rates".to_owned()])
    }

    #[test]
    fn every_definition_is_read() {
        let given = json!([
            {"op": "rename", "select": "//a", "name": "{urn:n}b", "checkpoint": "renamed"},
            {"op": "move", "path": ["a", "{urn:n}b"], "to_path": ["c"], "position": "before"},
            {"op": "wrap", "select": "a", "name": "b", "together": true},
            {"op": "unwrap", "select": "a"},
            {"op": "drop", "select": "@a", "supplied": "skip"},
            {"op": "insert", "select": "a", "name": "b", "text": "x"},
            {"op": "set_attribute", "select": "a", "name": "b", "value": ""},
            {"op": "remove_attribute", "select": "a", "name": "b"},
            {"op": "set_text", "select": "a", "expression": "upper-case(.)"},
            {"op": "map_values", "select": "a", "values": {"x": "1", "y": "2"}, "attribute": "b", "otherwise": "fail"},
            {"op": "change_namespace", "from": "", "to": "urn:n"},
            {"op": "sort", "select": "a", "by": "@b", "order": "descending", "as": "number"},
            {"op": "split", "select": "a", "separator": ",", "into": ["b", "c"]},
            {"op": "merge", "select": "a", "separator": " ", "namespaces": {"n": "urn:n", "": "urn:m"}},
            {"op": "python", "definition": "rates", "arguments": {"rate": 1.5}},
        ]);
        let steps = read(given).unwrap();
        assert_eq!(steps.len(), words().len(), "each definition once");
        assert_eq!(steps[0].checkpoint.as_deref(), Some("renamed"));
        let edit = |index: usize| match &steps[index].work {
            Work::Edit(edit) => edit.clone(),
            Work::Python(..) => panic!("an edit"),
        };
        let path = |names: &[&str]| Selection::Path(names.iter().map(|name| (*name).to_owned()).collect());
        assert_eq!(edit(1).select, path(&["a", "{urn:n}b"]));
        assert_eq!(edit(1).operation, Operation::Move { to: path(&["c"]), position: Position::Before });
        assert!(edit(4).skips_supplied && !edit(5).skips_supplied);
        assert_eq!(edit(10).select, Selection::Expression(".".to_owned()));
        assert_eq!(edit(8).operation, Operation::SetText { content: Content::Expression("upper-case(.)".to_owned()) });
        let values = vec![("x".to_owned(), "1".to_owned()), ("y".to_owned(), "2".to_owned())];
        let expected = Operation::MapValues { values, attribute: Some("b".to_owned()), otherwise: Otherwise::Fail };
        assert_eq!(edit(9).operation, expected);
        let namespaces = [("", "urn:m"), ("n", "urn:n")].map(|(prefix, uri)| (prefix.to_owned(), uri.to_owned()));
        assert_eq!(edit(13).namespaces, namespaces);
        let Work::Python(name, arguments) = &steps[14].work else { panic!("a definition") };
        assert_eq!((name.as_str(), arguments.as_str()), ("rates", r#"{"rate":1.5}"#));
    }

    #[test]
    fn every_wrong_step_is_named() {
        for (given, field, said) in [
            (json!([{"op": "explode"}]), "steps[0].op", "there is no definition `explode`"),
            (json!([{"op": "drop"}]), "steps[0].select", "is missing"),
            (json!([{"op": "drop", "select": "a", "path": ["a"]}]), "steps[0].select", "not both"),
            (
                json!([{"op": "drop", "select": "a", "name": "b"}]),
                "steps[0].name",
                "allowed here: op, path, select, namespaces, supplied, checkpoint",
            ),
            (json!([{"op": "unwrap", "select": "a"}, {"op": "rename", "select": "a"}]), "steps[1].name", "is missing"),
            (json!([{"op": "rename", "select": "a", "name": ""}]), "steps[0].name", "is empty"),
            (json!([{"op": "move", "select": "a", "to": "b", "position": "near"}]), "steps[0].position", "one of"),
            (json!([{"op": "set_text", "select": "a", "value": "x", "expression": "y"}]), "steps[0].value", "either"),
            (json!([{"op": "set_text", "select": "a", "value": 1}]), "steps[0].value", "is a string"),
            (json!([{"op": "map_values", "select": "a", "values": {}}]), "steps[0].values", "is empty"),
            (
                json!([{"op": "insert", "select": "a", "name": "b", "text": "", "expression": "1"}]),
                "steps[0].text",
                "either",
            ),
            (json!([{"op": "set_text", "select": "a"}]), "steps[0].value", "is missing"),
            (json!([{"op": "split", "select": "a", "separator": ",", "into": []}]), "steps[0].into", "at least one"),
            (json!([{"op": "wrap", "select": "a", "name": "b", "together": 1}]), "steps[0].together", "true or false"),
            (json!([{"op": "python", "definition": "x"}]), "steps[0].definition", "there are: rates"),
            (json!([{"op": "python", "select": "a", "definition": "rates"}]), "steps[0].select", "whole document"),
            (json!([{"op": "drop", "select": "a", "checkpoint": "a/b"}]), "steps[0].checkpoint", "letters"),
            (
                json!([
                    {"op": "drop", "select": "a", "checkpoint": "one"},
                    {"op": "drop", "select": "a", "checkpoint": "one"},
                ]),
                "steps[1].checkpoint",
                "a step before",
            ),
        ] {
            let fault = read(given.clone()).expect_err("it is refused");
            assert_eq!(fault.details["field"], field, "{given}");
            assert!(fault.message.contains(said), "{given}: {}", fault.message);
        }
    }
}
