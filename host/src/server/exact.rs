//! Arguments that are data: their very text counts, for a number read and written again may have lost digits.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// The tool that has such an argument, `data`.
const TOOL: &str = "pyxsd_validate_data";

#[derive(Deserialize)]
struct Call<'t> {
    #[serde(borrow)]
    params: Params<'t>,
}

#[derive(Deserialize)]
struct Params<'t> {
    #[serde(borrow)]
    arguments: Given<'t>,
}

#[derive(Deserialize)]
struct Given<'t> {
    #[serde(borrow)]
    data: &'t RawValue,
}

/// Puts the text of `data` in the place of its value, where a message calls the tool that takes data.
pub fn keep_text(message: &mut Map<String, Value>, text: &[u8]) {
    if message.get("method").and_then(Value::as_str) != Some("tools/call") {
        return;
    }
    let Some(params) = message.get_mut("params").filter(|params| params["name"] == TOOL) else { return };
    let Some(data) = params.get_mut("arguments").and_then(|arguments| arguments.get_mut("data")) else { return };
    if let Ok(call) = serde_json::from_slice::<Call<'_>>(text) {
        *data = Value::from(call.params.arguments.data.get());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(line: &str) -> Value {
        let mut message = serde_json::from_str(line).unwrap();
        keep_text(&mut message, line.as_bytes());
        message["params"]["arguments"]["data"].clone()
    }

    #[test]
    fn data_keeps_its_very_text_and_other_arguments_are_left() {
        let call = r#"{"method":"tools/call","params":{"name":"pyxsd_validate_data","arguments":{"data":{"a": 0.10000000000000000001}, "b":1.0}}}"#;
        assert_eq!(kept(call), r#"{"a": 0.10000000000000000001}"#);
        assert_eq!(kept(&call.replace("validate_data", "other"))["a"], 0.1);
        let text = r#"{"method":"tools/call","params":{"name":"pyxsd_validate_data","arguments":{"data":"x"}}}"#;
        assert_eq!(kept(text), "\"x\"");
    }
}
