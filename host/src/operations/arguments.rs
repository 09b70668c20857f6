//! Arguments of a call, checked by hand: every error names the argument and what is allowed.

use super::distinct;
use crate::fault::{Fault, Outcome};
use crate::workspace::WorkspacePath;
use serde_json::{Map, Value};

/// The members of one object of arguments. Each is taken once; what is left in the end is refused.
#[derive(Debug)]
pub struct Arguments {
    place: String,
    members: Map<String, Value>,
    known: Vec<&'static str>,
}

impl Arguments {
    /// The arguments of a call.
    pub fn new(members: Map<String, Value>) -> Arguments {
        Arguments { place: String::new(), members, known: Vec::new() }
    }

    /// The object at `place`, such as `files[2]`. A string with an object in JSON stands for it, since language models send that.
    pub fn object_at(place: String, value: Value) -> Outcome<Arguments> {
        match unquoted(&place, value, Value::is_object)? {
            Value::Object(members) => Ok(Arguments { place, members, known: Vec::new() }),
            other => Err(wrong_type(&place, "an object", &other)),
        }
    }

    /// The full name of a member.
    pub fn place(&self, name: &str) -> String {
        if self.place.is_empty() { name.to_owned() } else { format!("{}.{name}", self.place) }
    }

    /// Takes a member, if it is there.
    pub fn take(&mut self, name: &'static str) -> Option<Value> {
        self.known.push(name);
        // `shift_remove` keeps the order of the rest, in which unknown members are then named.
        self.members.shift_remove(name)
    }

    /// Whether a member is there.
    pub fn has(&self, name: &str) -> bool {
        self.members.contains_key(name)
    }

    fn required(&mut self, name: &'static str) -> Outcome<Value> {
        let place = self.place(name);
        self.take(name).ok_or_else(|| Fault::argument(&place, format!("`{place}` is missing.")))
    }

    /// A string.
    pub fn string(&mut self, name: &'static str) -> Outcome<String> {
        let value = self.required(name)?;
        text(&self.place(name), value)
    }

    /// A string that may be absent.
    pub fn optional_string(&mut self, name: &'static str) -> Outcome<Option<String>> {
        let value = self.take(name);
        value.map(|value| text(&self.place(name), value)).transpose()
    }

    /// A workspace path.
    pub fn path(&mut self, name: &'static str) -> Outcome<WorkspacePath> {
        let path = self.string(name)?;
        WorkspacePath::argument(&self.place(name), &path)
    }

    /// One of a closed set of strings.
    pub fn choice<T: Copy>(&mut self, name: &'static str, choices: &[(&'static str, T)]) -> Outcome<T> {
        let value = self.string(name)?;
        self.chosen(name, &value, choices)
    }

    /// One of a closed set of strings, that may be absent.
    pub fn optional_choice<T: Copy>(
        &mut self,
        name: &'static str,
        choices: &[(&'static str, T)],
    ) -> Outcome<Option<T>> {
        let value = self.optional_string(name)?;
        value.map(|value| self.chosen(name, &value, choices)).transpose()
    }

    fn chosen<T: Copy>(&self, name: &str, value: &str, choices: &[(&'static str, T)]) -> Outcome<T> {
        if let Some((_, choice)) = choices.iter().find(|(word, _)| *word == value) {
            return Ok(*choice);
        }
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        let place = self.place(name);
        Err(Fault::argument(&place, format!("`{place}` is one of: {}.", words.join(", "))).with("allowed", words))
    }

    /// A whole number in a range, that may be absent.
    pub fn optional_number(&mut self, name: &'static str, min: u64, max: u64) -> Outcome<Option<u64>> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let place = self.place(name);
        match value.as_u64() {
            Some(number) if (min..=max).contains(&number) => Ok(Some(number)),
            _ => {
                let message = format!("`{place}` is a whole number from {min} to {max}.");
                Err(Fault::argument(&place, message).with("minimum", min).with("maximum", max))
            }
        }
    }

    /// A truth value, that may be absent.
    pub fn optional_bool(&mut self, name: &'static str) -> Outcome<Option<bool>> {
        let Some(value) = self.take(name) else { return Ok(None) };
        value.as_bool().map(Some).ok_or_else(|| wrong_type(&self.place(name), "true or false", &value))
    }

    /// An object.
    pub fn object(&mut self, name: &'static str) -> Outcome<Arguments> {
        let value = self.required(name)?;
        Arguments::object_at(self.place(name), value)
    }

    /// An object that may be absent.
    pub fn optional_object(&mut self, name: &'static str) -> Outcome<Option<Arguments>> {
        let value = self.take(name);
        value.map(|value| Arguments::object_at(self.place(name), value)).transpose()
    }

    /// An array of objects. A string with an array in JSON stands for it.
    pub fn objects(&mut self, name: &'static str) -> Outcome<Vec<Arguments>> {
        let value = self.required(name)?;
        let place = self.place(name);
        match unquoted(&place, value, Value::is_array)? {
            Value::Array(items) => {
                let item = |(index, value)| Arguments::object_at(format!("{place}[{index}]"), value);
                items.into_iter().enumerate().map(item).collect()
            }
            other => Err(wrong_type(&place, "an array of objects", &other)),
        }
    }

    /// Every member that is left, for objects whose names are data.
    pub fn rest(self) -> Map<String, Value> {
        self.members
    }

    /// Refuses what was not taken.
    pub fn finish(self) -> Outcome<()> {
        let Some(unknown) = self.members.keys().next() else { return Ok(()) };
        let place = self.place(unknown);
        let message = if self.known.is_empty() {
            format!("`{place}` is not known; no arguments are taken here.")
        } else {
            format!("`{place}` is not known; allowed here: {}.", self.known.join(", "))
        };
        Err(Fault::argument(&place, message).with("allowed", self.known))
    }
}

/// A text argument that stands alone, such as the value of an open object.
pub fn text(place: &str, value: Value) -> Outcome<String> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(wrong_type(place, "a string", &other)),
    }
}

fn unquoted(place: &str, value: Value, wanted: fn(&Value) -> bool) -> Outcome<Value> {
    if let Value::String(text) = &value
        && serde_json::from_str::<Value>(text).is_ok_and(|inner| wanted(&inner))
    {
        let inner = distinct::read(text.as_bytes());
        return inner.map_err(|cause| Fault::argument(place, format!("`{place}`: {cause}.")));
    }
    Ok(value)
}

fn wrong_type(place: &str, wanted: &str, found: &Value) -> Fault {
    let found = match found {
        Value::Null => "null; leave out what is not wanted",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    };
    Fault::argument(place, format!("`{place}` is {wanted}, not {found}."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn arguments(value: Value) -> Arguments {
        Arguments::object_at(String::new(), value).unwrap()
    }

    fn message<T: std::fmt::Debug>(outcome: Outcome<T>) -> String {
        outcome.unwrap_err().message
    }

    #[test]
    fn errors_name_the_argument_and_what_is_allowed() {
        let mut a = arguments(json!({"n": 0, "c": "x", "o": {"p": "/abs", "q": 1}, "s": null}));
        assert_eq!(message(a.string("missing")), "`missing` is missing.");
        assert_eq!(message(a.string("s")), "`s` is a string, not null; leave out what is not wanted.");
        assert_eq!(message(a.optional_number("n", 1, 9)), "`n` is a whole number from 1 to 9.");
        assert_eq!(message(a.choice("c", &[("a", 1), ("b", 2)])), "`c` is one of: a, b.");
        let mut o = a.object("o").unwrap();
        assert_eq!(message(o.path("p")), "`o.p`: the path starts with `/`; paths are relative to the workspace.");
        assert_eq!(message(o.finish()), "`o.q` is not known; allowed here: p.");
        assert!(a.finish().is_ok());
    }

    #[test]
    fn a_string_with_json_stands_for_an_object_or_array() {
        let mut a = arguments(json!({"o": "{\"p\": \"x\"}", "l": "[{}, {}]", "t": "[1", "s": "{}"}));
        assert_eq!(a.object("o").unwrap().string("p").unwrap(), "x");
        assert_eq!(a.objects("l").unwrap().len(), 2);
        assert_eq!(message(a.objects("t")), "`t` is an array of objects, not a string.");
        // Where a string is due, JSON in it stays text.
        assert_eq!(a.string("s").unwrap(), "{}");
    }

    #[test]
    fn whole_numbers_are_neither_fractions_nor_text() {
        for value in [json!(1.5), json!("1"), json!(-1), json!(true), json!(11)] {
            let mut a = arguments(json!({ "n": value }));
            assert!(a.optional_number("n", 1, 10).is_err());
        }
    }
}
