//! JSON whose objects have each member once. Of two members of one name a reader would have to guess which one counts.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt::{Formatter, Result as Written};

/// Reads a value; a member that is there twice is an error that names it.
pub fn read(text: &[u8]) -> serde_json::Result<Value> {
    serde_json::from_slice::<Distinct>(text).map(|distinct| distinct.0)
}

struct Distinct(Value);

impl<'de> Deserialize<'de> for Distinct {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Distinct, D::Error> {
        from.deserialize_any(Reading).map(Distinct)
    }
}

struct Reading;

impl<'de> Visitor<'de> for Reading {
    type Value = Value;

    fn expecting(&self, to: &mut Formatter<'_>) -> Written {
        to.write_str("a value of JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(Distinct(item)) = from.next_element()? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some(name) = from.next_key::<String>()? {
            if members.contains_key(&name) {
                return Err(A::Error::custom(format_args!("an object has the member `{name}` twice")));
            }
            let Distinct(value) = from.next_value()?;
            members.insert(name, value);
        }
        Ok(Value::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_read_as_any_other_unless_a_member_is_there_twice() {
        let text = r#"{"b": [1, -2, 2.50, 18446744073709551615, true, null, "x\n"], "a": {"b": {}, "a": []}}"#;
        assert_eq!(
            read(text.as_bytes()).unwrap().to_string(),
            serde_json::from_str::<Value>(text).unwrap().to_string()
        );
        for (text, said) in [
            (r#"{"a": 1, "b": 2, "a": 3}"#, "`a` twice at line 1 column 20"),
            (r#"[{"x": {"y": 1, "\u0079": 1}}]"#, "`y` twice"),
            (r#"{"a": 1} {"a": 1}"#, "trailing"),
            ("[1e400]", "out of range"),
            (&"[".repeat(200), "recursion"),
        ] {
            let cause = read(text.as_bytes()).unwrap_err().to_string();
            assert!(cause.contains(said), "{text}: {cause}");
        }
    }
}
