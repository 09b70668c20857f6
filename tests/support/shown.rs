//! Answers as a page shows them, in part and with `$name` for what differs from run to run.

use serde_json::{Map, Value};

/// Puts what was learnt in place of `$name`.
pub fn fill(line: &str, bindings: &Map<String, Value>) -> String {
    bindings.iter().fold(line.to_owned(), |line, (name, value)| line.replace(name, value.as_str().unwrap_or_default()))
}

/// Every member shown must be there; a `$name` that is not known yet takes what it meets. Behind `…` an array has more. `line` is told where they differ.
pub fn compare(shown: &Value, answer: &Value, bindings: &mut Map<String, Value>, line: &str) {
    match (shown, answer) {
        (Value::Object(members), _) => {
            for (name, member) in members {
                compare(member, &answer[name], bindings, line);
            }
        }
        (Value::Array(items), Value::Array(answers)) => {
            let (items, is_whole) = match items.split_last() {
                Some((last, first)) if last == "…" => (first, false),
                _ => (items.as_slice(), true),
            };
            assert!(
                if is_whole { items.len() == answers.len() } else { items.len() <= answers.len() },
                "{line}\n{answer}"
            );
            for (item, answer) in items.iter().zip(answers) {
                compare(item, answer, bindings, line);
            }
        }
        (Value::String(name), Value::String(_)) if name.starts_with('$') => {
            bindings.insert(name.clone(), answer.clone());
        }
        _ => assert_eq!(shown, answer, "{line}"),
    }
}
