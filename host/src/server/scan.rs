//! Finds the id of a message that cannot be parsed, in constant memory.

/// Longest id that is looked for, in bytes of JSON text.
const ID_BYTES: usize = 256;

/// Reads a line piece by piece and keeps the value of the member `id` of the outermost object, if it is a string or an integer.
/// It follows the structure only as far as that needs and accepts anything.
#[derive(Debug)]
pub struct IdScan {
    depth: u32,
    text: Text,
    key: Vec<u8>,
    value: Vec<u8>,
    expect: Expect,
    found: Option<serde_json::Value>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Text {
    Outside,
    Inside,
    Escaped,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expect {
    Key,
    Colon,
    Value,
    Nothing,
}

impl Default for IdScan {
    fn default() -> Self {
        IdScan {
            depth: 0,
            text: Text::Outside,
            key: Vec::new(),
            value: Vec::new(),
            expect: Expect::Nothing,
            found: None,
        }
    }
}

impl IdScan {
    /// Reads the next piece.
    pub fn feed(&mut self, piece: &[u8]) {
        for byte in piece {
            if self.found.is_some() {
                return;
            }
            self.step(*byte);
        }
    }

    /// The id, if one was found; ends the scan.
    pub fn finish(mut self) -> Option<serde_json::Value> {
        self.end_value();
        self.found
    }

    fn step(&mut self, byte: u8) {
        match self.text {
            Text::Escaped => {
                self.text = Text::Inside;
                self.keep(byte);
            }
            Text::Inside => {
                self.keep(byte);
                match byte {
                    b'\\' => self.text = Text::Escaped,
                    b'"' => self.end_text(),
                    _ => {}
                }
            }
            Text::Outside => self.structure(byte),
        }
    }

    fn structure(&mut self, byte: u8) {
        match byte {
            b'"' => {
                self.text = Text::Inside;
                if self.depth == 1 && self.expect == Expect::Key {
                    self.key.clear();
                }
                self.keep(byte);
            }
            b'{' | b'[' => {
                self.depth = self.depth.saturating_add(1);
                self.value.clear();
                self.expect = if self.depth == 1 && byte == b'{' { Expect::Key } else { Expect::Nothing };
            }
            b'}' | b']' => {
                self.end_value();
                self.depth = self.depth.saturating_sub(1);
            }
            b',' => {
                self.end_value();
                if self.depth == 1 {
                    self.expect = Expect::Key;
                }
            }
            b':' if self.depth == 1 && self.expect == Expect::Colon => {
                let is_id = self.key == b"\"id\"";
                self.value.clear();
                self.expect = if is_id { Expect::Value } else { Expect::Nothing };
            }
            b' ' | b'\t' | b'\r' | b'\n' => {}
            _ => self.keep(byte),
        }
    }

    fn end_text(&mut self) {
        self.text = Text::Outside;
        if self.depth == 1 && self.expect == Expect::Key {
            self.expect = Expect::Colon;
        }
    }

    fn end_value(&mut self) {
        if self.depth == 1 && self.expect == Expect::Value && self.found.is_none() {
            self.found = serde_json::from_slice(&self.value).ok().filter(super::message::is_id);
        }
        self.expect = Expect::Nothing;
    }

    fn keep(&mut self, byte: u8) {
        let kept = match (self.depth, self.expect) {
            (1, Expect::Key) => &mut self.key,
            (1, Expect::Value) => &mut self.value,
            _ => return,
        };
        if kept.len() < ID_BYTES {
            kept.push(byte);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn scan(line: &str) -> Option<Value> {
        let mut scan = IdScan::default();
        for byte in line.as_bytes() {
            scan.feed(&[*byte]);
        }
        scan.finish()
    }

    #[test]
    fn the_id_is_found_wherever_it_stands() {
        assert_eq!(scan(r#"{"id":7,"method":"x"#), Some(json!(7)));
        assert_eq!(scan(r#"{"params":{"id":1,"a":[{"id":2}]},"id" : "a\"b" ,"#), Some(json!("a\"b")));
        assert_eq!(scan(r#"{"text":"\"id\":3,{[","id":-4}"#), Some(json!(-4)));
        assert_eq!(scan(r#"{"params":[[[,"id":5"#), None);
        assert_eq!(scan(r#"{"id":9"#), Some(json!(9)));
    }

    #[test]
    fn what_is_not_an_id_is_not_taken_for_one() {
        for line in [
            r#"{"id":null}"#,
            r#"{"id":1.5}"#,
            r#"{"id":{"id":1}}"#,
            r#"["id",1]"#,
            r#"{"x":"id","y":1}"#,
            "",
            "{",
            r#"{"id":true,"#,
        ] {
            assert_eq!(scan(line), None, "{line}");
        }
        let long = format!(r#"{{"id":"{}","#, "x".repeat(1_000));
        assert_eq!(scan(&long), None);
    }
}
