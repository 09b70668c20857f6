//! One message from the client: what it is, and how a bad one is answered.

use super::exact;
use super::lines::Line;
use super::scan::IdScan;
use super::skills;
use rmcp::model::{ClientRequest, ErrorCode, ErrorData};
use serde::Deserialize as _;
use serde_json::{Map, Value};

/// What a line turned out to be.
#[derive(Debug)]
pub enum Message {
    /// A request.
    Request(Value, Box<ClientRequest>),
    /// The client no longer wants the answer to the request with this id.
    Cancelled(Value),
    /// Something that needs no answer: another notification, an answer, an empty line.
    Ignored,
    /// Something that is answered with an error; the id is null where none could be found.
    Bad(Value, ErrorData),
}

/// Methods of the protocol that have parameters of a fixed shape. One that does not parse has wrong parameters; it is not unknown.
const METHODS: &[&str] = &[
    "completion/complete",
    "initialize",
    "logging/setLevel",
    "ping",
    "prompts/get",
    "prompts/list",
    "resources/list",
    "resources/read",
    "resources/subscribe",
    "resources/templates/list",
    "resources/unsubscribe",
    "server/discover",
    "skills/get",
    "skills/list",
    "subscriptions/listen",
    "tools/call",
    "tools/list",
];

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Whether a value can be the id of a request: a string or an integer.
pub fn is_id(value: &Value) -> bool {
    value.is_string() || value.is_i64() || value.is_u64()
}

impl Message {
    /// Reads a line.
    pub fn read(line: Line, bound: u64) -> Message {
        let bytes = match line {
            Line::Whole(bytes) => bytes,
            Line::TooLong(id) => {
                let message = format!("The message is longer than {bound} bytes (limit `request_bytes`).");
                return bad(id, ErrorCode::INVALID_REQUEST, message);
            }
        };
        let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes).trim_ascii();
        if text.is_empty() {
            return Message::Ignored;
        }
        match exact::read(text) {
            Ok(Value::Object(members)) => Message::of(members),
            Ok(Value::Array(_)) => {
                bad(None, ErrorCode::INVALID_REQUEST, "Batches are not part of the protocol.".into())
            }
            Ok(_) => bad(None, ErrorCode::INVALID_REQUEST, "A message is an object.".into()),
            Err(cause) => {
                let mut scan = IdScan::default();
                scan.feed(text);
                bad(scan.finish(), ErrorCode::PARSE_ERROR, format!("The message is not JSON: {cause}."))
            }
        }
    }

    fn of(mut members: Map<String, Value>) -> Message {
        let id = members.shift_remove("id");
        let known_id = id.clone().filter(is_id);
        if members.get("jsonrpc") != Some(&Value::from("2.0")) {
            return bad(known_id, ErrorCode::INVALID_REQUEST, "`jsonrpc` is \"2.0\" in every message.".into());
        }
        let method = match members.get("method") {
            Some(Value::String(method)) => method.clone(),
            // The server asks the client nothing, so there is nothing to answer.
            None if members.contains_key("result") || members.contains_key("error") => return Message::Ignored,
            _ => return bad(known_id, ErrorCode::INVALID_REQUEST, "`method` is missing or no string.".into()),
        };
        match (id, known_id) {
            (None, _) => Message::notification(&method, &members),
            (Some(_), None) => bad(None, ErrorCode::INVALID_REQUEST, "`id` is a string or an integer.".into()),
            (Some(_), Some(id)) => Message::request(id, &method, members),
        }
    }

    fn notification(method: &str, members: &Map<String, Value>) -> Message {
        let id = members.get("params").and_then(|params| params.get("requestId"));
        match (method, id) {
            ("notifications/cancelled", Some(id)) => Message::Cancelled(id.clone()),
            _ => Message::Ignored,
        }
    }

    fn request(id: Value, method: &str, members: Map<String, Value>) -> Message {
        let is_known = METHODS.contains(&method);
        match ClientRequest::deserialize(Value::Object(members)) {
            Ok(ClientRequest::CustomRequest(_)) | Err(_) if is_known => bad(
                Some(id),
                ErrorCode::INVALID_PARAMS,
                format!("The parameters of `{method}` have not the shape of the protocol."),
            ),
            // The library refuses an address that is of no entry without saying which it was.
            Ok(ClientRequest::GetSkillRequest(request)) => match skills::get(&request.params.uri) {
                Ok(_) => Message::Request(id, Box::new(ClientRequest::GetSkillRequest(request))),
                Err(error) => Message::Bad(id, error),
            },
            Ok(request) => Message::Request(id, Box::new(request)),
            Err(_) => bad(Some(id), ErrorCode::METHOD_NOT_FOUND, format!("There is no method `{method}`.")),
        }
    }
}

fn bad(id: Option<Value>, code: ErrorCode, message: String) -> Message {
    Message::Bad(id.unwrap_or(Value::Null), ErrorData::new(code, message, None))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(line: &str) -> Message {
        Message::read(Line::Whole(line.as_bytes().to_vec()), 100)
    }

    fn error(line: &[u8]) -> (Value, i32) {
        match Message::read(Line::Whole(line.to_vec()), 100) {
            Message::Bad(id, error) => (id, error.code.0),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_not_a_message_is_answered_with_its_id() {
        let deep = format!(r#"{{"jsonrpc":"2.0","id":5,"method":"x","params":{}"#, "[".repeat(200));
        for (line, id, code) in [
            (r#"{"jsonrpc":"2.0","id":1,"method":"#.as_bytes(), json!(1), -32700),
            (br#"{"jsonrpc":"2.0","id":2,"method":"\ud800"}"#, json!(2), -32700),
            (b"{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"\xff\"}", json!(3), -32700),
            (deep.as_bytes(), json!(5), -32700),
            (b"nonsense", Value::Null, -32700),
            (b"[]", Value::Null, -32600),
            (b"7", Value::Null, -32600),
            (br#"{"id":4,"method":"ping"}"#, json!(4), -32600),
            (br#"{"jsonrpc":"2.0","id":6}"#, json!(6), -32600),
            (br#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, Value::Null, -32600),
            (br#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, Value::Null, -32600),
            (br#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":7}}"#, json!("a"), -32602),
            (br#"{"jsonrpc":"2.0","id":8,"method":"tools/call"}"#, json!(8), -32602),
            (br#"{"jsonrpc":"2.0","id":9,"method":"resources/read","params":[]}"#, json!(9), -32602),
            (br#"{"jsonrpc":"2.0","id":10,"method":"nope","params":[]}"#, json!(10), -32601),
        ] {
            assert_eq!(error(line), (id, code), "{}", String::from_utf8_lossy(line));
        }
    }

    #[test]
    fn requests_notifications_and_answers_are_told_apart() {
        let method = |line| match read(line) {
            Message::Request(id, request) => (id, request.method().to_owned()),
            other => panic!("{other:?}"),
        };
        assert_eq!(method(r#"{"jsonrpc":"2.0","id":"x","method":"tools/list"}"#), (json!("x"), "tools/list".into()));
        assert_eq!(method("\u{feff}{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"nope\"}\r"), (json!(1), "nope".into()));
        let cancelled = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#;
        assert!(matches!(read(cancelled), Message::Cancelled(id) if id == json!(7)));
        for line in [
            "",
            "  \r",
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        ] {
            assert!(matches!(read(line), Message::Ignored), "{line}");
        }
    }
}
