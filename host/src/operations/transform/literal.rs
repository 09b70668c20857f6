//! A transform as JSON whose steps keep the very text of their `arguments`: a number that is read and written again may have lost digits.

use crate::operations::distinct;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::fmt::{Formatter, Result as Written};

/// Reads a transform, or an array of steps. `arguments` of a step is then a string with the text of the value; everything else is as it
/// would be. A string with an object or array in JSON stands for that, here and in `steps`.
pub fn read(text: &str) -> serde_json::Result<Value> {
    let text = unquoted(text);
    match text.as_bytes().first() {
        Some(b'{') => object(&text, |name, value| if name == "steps" { steps(value) } else { plain(value) }),
        _ => steps(&text),
    }
}

/// The text of an object of JSON, from what [`read`] or a caller without text gives for `arguments`. Nothing where it is none.
pub fn arguments(value: Value) -> Option<String> {
    let text = match value {
        Value::String(text) => unquoted(&text),
        other => other.to_string(),
    };
    let is_object = text.starts_with('{') && serde_json::from_str::<&RawValue>(&text).is_ok();
    is_object.then_some(text)
}

fn steps(text: &str) -> serde_json::Result<Value> {
    let text = unquoted(text);
    if !text.starts_with('[') {
        return plain(&text);
    }
    let items: Vec<&RawValue> = serde_json::from_str(&text)?;
    items.into_iter().map(|item| step(item.get())).collect()
}

fn step(text: &str) -> serde_json::Result<Value> {
    let text = unquoted(text);
    if !text.starts_with('{') {
        return plain(&text);
    }
    object(&text, |name, value| if name == "arguments" { Ok(Value::from(value)) } else { plain(value) })
}

fn plain(text: &str) -> serde_json::Result<Value> {
    distinct::read(text.as_bytes())
}

/// What a string of JSON has inside, where that is an object or an array.
fn unquoted(text: &str) -> String {
    let text = text.trim();
    let inner = serde_json::from_str::<String>(text).ok().map(|inner| inner.trim().to_owned());
    inner.filter(|inner| inner.starts_with(['{', '['])).unwrap_or_else(|| text.to_owned())
}

fn object(text: &str, read: impl Fn(&str, &str) -> serde_json::Result<Value>) -> serde_json::Result<Value> {
    let mut members = Map::new();
    for (name, value) in serde_json::from_str::<Members<'_>>(text)?.0 {
        let value = read(&name, value.get())?;
        members.insert(name, value);
    }
    Ok(Value::Object(members))
}

/// The members of an object, each once.
struct Members<'t>(Vec<(String, &'t RawValue)>);

impl<'t> Deserialize<'t> for Members<'t> {
    fn deserialize<D: Deserializer<'t>>(from: D) -> Result<Members<'t>, D::Error> {
        from.deserialize_map(Reading)
    }
}

struct Reading;

impl<'t> Visitor<'t> for Reading {
    type Value = Members<'t>;

    fn expecting(&self, to: &mut Formatter<'_>) -> Written {
        to.write_str("an object of JSON")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut from: A) -> Result<Members<'t>, A::Error> {
        let mut members: Vec<(String, &'t RawValue)> = Vec::new();
        let mut known = HashSet::new();
        while let Some(name) = from.next_key::<String>()? {
            if !known.insert(name.clone()) {
                return Err(A::Error::custom(format_args!("an object has the member `{name}` twice")));
            }
            members.push((name, from.next_value()?));
        }
        Ok(Members(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const GIVEN: &str = r#"{"id": 12345678901234567890123, "rate": 0.10, "far": 1e400, "a": [1.0]}"#;

    #[test]
    fn arguments_of_steps_keep_their_text_and_everything_else_is_read() {
        let steps = format!(r#"[{{"op": "python", "arguments": {GIVEN}}}, {{"op": "drop", "n": 1.50}}]"#);
        let expected = json!([{"op": "python", "arguments": GIVEN}, {"op": "drop", "n": 1.5}]);
        assert_eq!(read(&steps).unwrap(), expected);
        let quoted = Value::from(steps.as_str()).to_string();
        for steps in [&steps, &quoted] {
            let whole = format!(r#" {{"kind": "pipeline", "steps": {steps}}}"#);
            let expected = json!({"kind": "pipeline", "steps": expected});
            assert_eq!(read(&whole).unwrap(), expected);
            assert_eq!(read(&Value::from(whole).to_string()).unwrap(), expected);
        }
        assert_eq!(arguments(json!(GIVEN)).as_deref(), Some(GIVEN));
        assert_eq!(arguments(json!(Value::from(GIVEN).to_string())).as_deref(), Some(GIVEN));
        assert_eq!(arguments(json!({"a": 1.5})).as_deref(), Some(r#"{"a":1.5}"#));
    }

    #[test]
    fn what_is_no_transform_is_left_for_others_to_tell() {
        for text in ["1", "null", r#""x""#, r#"{"steps": 1}"#, r#"{"steps": [1, null]}"#, "{}"] {
            assert_eq!(read(text).unwrap(), serde_json::from_str::<Value>(text).unwrap());
        }
        for value in [json!("1"), json!(null), json!([1]), json!("{"), json!("{} {}")] {
            assert_eq!(arguments(value), None);
        }
        for text in [r#"{"a": 1, "a": 2}"#, r#"[{"op": "x", "op": "y"}]"#, r#"[{"n": 1e400}]"#, "[", "{} x"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
