//! Arguments that are data: their very text counts, for a number read and written again may have lost digits, or cannot be read at all.

use crate::operations::distinct;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// The tools that have such an argument, and its name.
const TOOLS: &[(&str, &str)] = &[("pyxsd_validate_data", "data"), ("pyxsd_preview_transform", "transform")];

#[derive(Deserialize)]
struct Call<'t> {
    method: String,
    #[serde(borrow)]
    params: Params<'t>,
}

#[derive(Deserialize)]
struct Params<'t> {
    name: String,
    #[serde(borrow)]
    arguments: Given<'t>,
}

#[derive(Deserialize)]
struct Given<'t> {
    #[serde(borrow, alias = "transform")]
    data: &'t RawValue,
}

/// Reads a message. Where it calls a tool that takes data, that argument is a string with the very text of the value, whatever numbers are in
/// it: JSON does not bound them. Everywhere else a number is one that 64 bits hold, and an object has each member once.
pub fn read(text: &[u8]) -> serde_json::Result<Value> {
    // What cannot be read so is another message, or the argument stands twice, which is refused here.
    let Ok(call) = serde_json::from_slice::<Call<'_>>(text) else { return distinct::read(text) };
    let Some(argument) = argument(&call.method, &call.params.name) else { return distinct::read(text) };
    let data = call.params.arguments.data.get();
    // Numbers are taken out, the rest is read as any message: depth, escapes and encoding have the same rules.
    let (start, end) = span(text, data);
    // Members of the data itself are the engine's to judge.
    distinct::read(&[&text[..start], b"0", &text[end..]].concat())?;
    let readable = [&text[..start], &without_numbers(data), &text[end..]].concat();
    let mut message: Value = serde_json::from_slice(&readable)?;
    if let Some(place) = message["params"]["arguments"].get_mut(argument) {
        *place = Value::from(data);
    }
    Ok(message)
}

fn argument(method: &str, tool: &str) -> Option<&'static str> {
    let known = TOOLS.iter().find(|(known, _)| method == "tools/call" && *known == tool);
    known.map(|(_, argument)| *argument)
}

/// Where a part of a text stands in it.
fn span(text: &[u8], part: &str) -> (usize, usize) {
    let start = part.as_ptr().addr() - text.as_ptr().addr();
    (start, start + part.len())
}

/// JSON with each number replaced by 0.
fn without_numbers(json: &str) -> Vec<u8> {
    let mut plain = Vec::with_capacity(json.len());
    let (mut in_string, mut escaped, mut in_number) = (false, false, false);
    for byte in json.bytes() {
        let was_in_number = std::mem::take(&mut in_number);
        if in_string {
            in_string = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
        } else if byte == b'"' {
            in_string = true;
        } else if byte == b'-' || byte.is_ascii_digit() || (was_in_number && matches!(byte, b'.' | b'e' | b'E' | b'+'))
        {
            in_number = true;
            if !was_in_number {
                plain.push(b'0');
            }
            continue;
        }
        plain.push(byte);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(tool: &str, data: &str) -> String {
        format!(r#"{{"method":"tools/call","params":{{"name":"{tool}","arguments":{{"data":{data}, "b":1.0}}}}}}"#)
    }

    fn kept(line: &str) -> Value {
        read(line.as_bytes()).unwrap()["params"]["arguments"]["data"].clone()
    }

    #[test]
    fn data_keeps_its_very_text_and_other_arguments_are_left() {
        let large = format!("[1{}, -2.5E+999999, 1e400]", "0".repeat(100_000));
        for data in [r#"{"a": 0.10000000000000000001, "b\"1": "\\"}"#, "\"x\"", "1e400", "null", &large] {
            assert_eq!(kept(&call(TOOLS[0].0, data)), data);
        }
        assert_eq!(kept(&call("other", r#"{"a": 0.10000000000000000001}"#))["a"], 0.1);
        let transform = r#"{"method":"tools/call","params":{"arguments":{"transform": {"n": 1e400}},"name":"pyxsd_preview_transform"}}"#;
        assert_eq!(read(transform.as_bytes()).unwrap()["params"]["arguments"]["transform"], r#"{"n": 1e400}"#);
        let message = read(call(TOOLS[0].0, "1").as_bytes()).unwrap();
        assert_eq!(message["params"]["arguments"]["b"], 1.0);
    }

    #[test]
    fn what_is_not_json_is_refused_in_data_as_elsewhere() {
        let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
        for data in ["01", "1.", "1e", "-", "--1", "NaN", r#""\ud800""#, &deep] {
            assert!(read(call(TOOLS[0].0, data).as_bytes()).is_err(), "{data}");
        }
        assert!(read(call("other", "1e400").as_bytes()).is_err());
        for tool in [TOOLS[0].0, "other"] {
            let twice = call(tool, "1, \"b\": 2");
            assert!(
                read(twice.as_bytes()).is_err_and(|cause| cause.to_string().contains("member `b` twice")),
                "{tool}"
            );
        }
        let twice = call(TOOLS[0].0, "1, \"data\": 2");
        assert!(read(twice.as_bytes()).is_err_and(|cause| cause.to_string().contains("`data`")));
    }

    #[test]
    fn numbers_are_replaced_outside_strings_only() {
        let plain = without_numbers(r#"{"1":[12,-3.5e-7,"4\"5\\",true],"e":1E+2}"#);
        assert_eq!(String::from_utf8(plain).unwrap(), r#"{"1":[0,0,"4\"5\\",true],"e":0}"#);
    }
}
