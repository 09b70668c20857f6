//! Reading JSON (RFC 8259), without recursion.

use super::Json;
use hashbrown::HashSet;
use std::borrow::Cow;

/// Arrays and objects within each other.
const MAX_DEPTH: usize = 128;
/// Characters of a name that a message shows.
const MAX_SHOWN: usize = 100;

/// Why a text is not JSON that is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JsonError {
    /// Bytes before the place.
    pub offset: usize,
    /// What was expected there, or which bound was reached.
    pub message: Cow<'static, str>,
}

impl std::fmt::Display for JsonError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "at byte {}: {}", self.offset, self.message)
    }
}

impl std::error::Error for JsonError {}

/// An array or object that is not closed yet.
enum Open {
    Array(Vec<Json>),
    Object { members: Vec<(String, Json)>, names: HashSet<String>, name: String },
}

/// Reads one value and nothing behind it. Names of an object must be distinct, and nesting is at most 128 deep.
pub fn parse(text: &str) -> Result<Json, JsonError> {
    let mut reader = Reader { text, at: 0 };
    let mut open: Vec<Open> = Vec::new();
    loop {
        reader.skip_space();
        let mut value = match reader.peek() {
            Some(b'[') => {
                reader.at += 1;
                if !reader.takes(b']') {
                    reader.deepen(&mut open, Open::Array(Vec::new()))?;
                    continue;
                }
                Json::Array(Vec::new())
            }
            Some(b'{') => {
                reader.at += 1;
                if !reader.takes(b'}') {
                    let name = reader.name()?;
                    let names = HashSet::from_iter([name.clone()]);
                    reader.deepen(&mut open, Open::Object { members: Vec::new(), names, name })?;
                    continue;
                }
                Json::Object(Vec::new())
            }
            _ => reader.scalar()?,
        };
        loop {
            let Some(mut innermost) = open.pop() else {
                reader.skip_space();
                return if reader.at == text.len() { Ok(value) } else { reader.refuse("nothing more was expected") };
            };
            if reader.add(&mut innermost, value)? {
                open.push(innermost);
                break;
            }
            value = match innermost {
                Open::Array(items) => Json::Array(items),
                Open::Object { members, .. } => Json::Object(members),
            };
        }
    }
}

/// The start of a name, for a message.
fn clipped(name: &str) -> String {
    match name.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn refuse<T>(&self, message: impl Into<Cow<'static, str>>) -> Result<T, JsonError> {
        Err(JsonError { offset: self.at, message: message.into() })
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Skips white space and then this byte, if it is there.
    fn takes(&mut self, byte: u8) -> bool {
        self.skip_space();
        let is_there = self.peek() == Some(byte);
        self.at += usize::from(is_there);
        is_there
    }

    fn deepen(&self, open: &mut Vec<Open>, inner: Open) -> Result<(), JsonError> {
        if open.len() >= MAX_DEPTH {
            return self.refuse("arrays and objects are nested more than 128 deep");
        }
        open.push(inner);
        Ok(())
    }

    /// Adds a value to what it is inside of, and reads what follows. Whether another value does.
    fn add(&mut self, open: &mut Open, value: Json) -> Result<bool, JsonError> {
        match open {
            Open::Array(items) => {
                items.push(value);
                if self.takes(b',') {
                    return Ok(true);
                }
                if self.takes(b']') { Ok(false) } else { self.refuse("expected , or ]") }
            }
            Open::Object { members, names, name } => {
                members.push((std::mem::take(name), value));
                if self.takes(b',') {
                    *name = self.name()?;
                    if !names.insert(name.clone()) {
                        return self.refuse(format!("the object has two members with the name `{}`", clipped(name)));
                    }
                    return Ok(true);
                }
                if self.takes(b'}') { Ok(false) } else { self.refuse("expected , or }") }
            }
        }
    }

    fn name(&mut self) -> Result<String, JsonError> {
        self.skip_space();
        let name = self.string()?;
        if self.takes(b':') { Ok(name) } else { self.refuse("expected :") }
    }

    fn scalar(&mut self) -> Result<Json, JsonError> {
        for (word, value) in [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))] {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
        }
        match self.peek() {
            Some(b'"') => self.string().map(Json::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.refuse("expected a value"),
        }
    }

    fn number(&mut self) -> Result<Json, JsonError> {
        let start = self.at;
        self.at += usize::from(self.peek() == Some(b'-'));
        let integer = self.digits();
        if integer == 0 || (integer > 1 && self.text.as_bytes()[self.at - integer] == b'0') {
            return self.refuse("malformed number");
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            if self.digits() == 0 {
                return self.refuse("malformed number");
            }
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            if self.digits() == 0 {
                return self.refuse("malformed number");
            }
        }
        Ok(Json::Number(self.text[start..self.at].to_owned()))
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        self.at - start
    }

    fn string(&mut self) -> Result<String, JsonError> {
        if self.peek() != Some(b'"') {
            return self.refuse("expected a string");
        }
        self.at += 1;
        let mut string = String::new();
        loop {
            let rest = &self.text[self.at..];
            let end = rest.find(|c: char| c == '"' || c == '\\' || c < ' ').unwrap_or(rest.len());
            string.push_str(&rest[..end]);
            self.at += end;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(string);
                }
                Some(b'\\') => string.push(self.escape()?),
                _ => return self.refuse("unterminated string"),
            }
        }
    }

    fn escape(&mut self) -> Result<char, JsonError> {
        let letter = self.text.as_bytes().get(self.at + 1).copied();
        self.at += 2;
        Ok(match letter {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(),
            _ => {
                self.at = (self.at - 1).min(self.text.len());
                return self.refuse("unknown escape");
            }
        })
    }

    fn unicode(&mut self) -> Result<char, JsonError> {
        let first = self.hex()?;
        if !(0xD800..0xE000).contains(&first) {
            return char::from_u32(first).map_or_else(|| self.refuse("malformed escape"), Ok);
        }
        if first >= 0xDC00 || !self.text[self.at..].starts_with("\\u") {
            return self.refuse("half of a surrogate pair");
        }
        self.at += 2;
        let second = self.hex()?;
        let both = second.checked_sub(0xDC00).filter(|low| *low < 0x400);
        let character = both.and_then(|low| char::from_u32(0x1_0000 + ((first - 0xD800) << 10) + low));
        character.map_or_else(|| self.refuse("half of a surrogate pair"), Ok)
    }

    fn hex(&mut self) -> Result<u32, JsonError> {
        let digits = self.text.get(self.at..self.at + 4).filter(|digits| digits.bytes().all(|d| d.is_ascii_hexdigit()));
        let Some(value) = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) else {
            return self.refuse("malformed escape");
        };
        self.at += 4;
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Json;
    use super::parse;

    #[test]
    fn what_is_read_is_written_the_same() {
        for text in ["null", "[]", "{}", r#"{"a":[1,-2.50,1e+400,{"b":"\"\\\u0001é😀"}],"":true}"#, "[[[[]]],false]"]
        {
            assert_eq!(parse(text).map(|value| value.to_string()).as_deref(), Ok(text));
        }
        assert_eq!(parse(" [ 1 , 2 ] "), Ok(Json::Array(vec![Json::number(1), Json::number(2)])));
        assert_eq!(parse(r#""\ud83d\ude00\/""#), Ok(Json::text("😀/")));
    }

    #[test]
    fn what_is_not_json_is_refused_with_its_place() {
        for (text, offset) in [
            ("", 0),
            ("[1,]", 3),
            ("{\"a\" 1}", 5),
            ("{a:1}", 1),
            ("01", 2),
            ("1.", 2),
            ("+1", 0),
            ("nul", 0),
            ("\"a", 2),
            ("\"\n\"", 1),
            ("\"\\x\"", 2),
            ("\"\\ud800\"", 7),
            ("{\"a\":1,\"a\":2}", 11),
            ("1 2", 2),
            ("[1}", 2),
            ("NaN", 0),
            ("\"\\", 2),
        ] {
            assert_eq!(parse(text).map_err(|error| error.offset), Err(offset), "{text}");
        }
        let twice = parse(r#"{"a":{"one":1,"two":2,"one":3}}"#).map_err(|error| error.to_string());
        assert_eq!(twice, Err("at byte 28: the object has two members with the name `one`".to_owned()));
        let deep = "[".repeat(200_000);
        assert!(parse(&deep).is_err_and(|error| error.message.contains("128")));
    }
}
