//! A start tag in its parts.

use crate::plan::Parts;
use pyxsd_xml::{NamespaceId, Symbol};
use std::borrow::Cow;

/// An attribute or namespace declaration. Positions are of the source, and 0 for what is new.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// Where the white space before it begins.
    pub lead: u32,
    pub start: u32,
    pub name_end: u32,
    /// Between the quotes.
    pub value: (u32, u32),
    /// A name that is not as written.
    pub name: Option<Symbol>,
    /// The name as written, once it was asked for.
    pub resolved: Option<Symbol>,
    /// A value that is not as written.
    pub new_value: Option<String>,
    /// The value in its parts, where it has names that may need another prefix.
    pub parts: Option<Parts>,
    pub gone: bool,
}

impl Item {
    pub fn new(name: Symbol, value: String) -> Item {
        let (lead, start, name_end, value_at) = (0, 0, 0, (0, 0));
        let (name, new_value) = (Some(name), Some(value));
        Item { lead, start, name_end, value: value_at, name, resolved: None, new_value, parts: None, gone: false }
    }

    pub fn qname<'s>(&self, text: &'s str) -> &'s str {
        &text[self.start as usize..self.name_end as usize]
    }

    /// Whether its value stands in the source.
    pub fn is_written(&self) -> bool {
        self.name_end > 0
    }

    /// The value as it is written between quotes.
    pub fn raw<'s>(&self, text: &'s str) -> &'s str {
        &text[self.value.0 as usize..self.value.1 as usize]
    }

    /// The value.
    pub fn value<'i>(&'i self, text: &'i str) -> Cow<'i, str> {
        match &self.new_value {
            Some(value) => Cow::Borrowed(value),
            None => decode(self.raw(text), true),
        }
    }

    /// Of a namespace declaration the prefix.
    pub fn declared<'s>(&self, text: &'s str) -> Option<&'s str> {
        if self.name.is_some() {
            return None;
        }
        match self.qname(text).strip_prefix("xmlns")? {
            "" => Some(""),
            rest => rest.strip_prefix(':'),
        }
    }
}

/// A start tag.
#[derive(Clone, Debug)]
pub(crate) struct Tag {
    /// A name that is not as written.
    pub name: Option<Symbol>,
    /// In the order of the source; new ones behind.
    pub items: Vec<Item>,
    /// Namespace declarations that are added.
    pub declare: Vec<(Symbol, NamespaceId)>,
    /// White space before the end of the tag.
    pub tail: (u32, u32),
}

impl Tag {
    /// The tag of a new element.
    pub fn new(name: Symbol) -> Tag {
        Tag { name: Some(name), items: Vec::new(), declare: Vec::new(), tail: (0, 0) }
    }

    /// Takes a well-formed tag apart.
    pub fn lex(text: &str, start: usize, end: usize) -> Tag {
        let bytes = &text.as_bytes()[..end];
        let skip = |at: usize| at + bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let mut items = Vec::new();
        let mut at = qname_end(text, start + 1);
        loop {
            let lead = at;
            at = skip(at);
            if matches!(bytes.get(at), None | Some(b'>' | b'/')) {
                return Tag { name: None, items, declare: Vec::new(), tail: (lead as u32, at as u32) };
            }
            let name_end = qname_end(text, at);
            let quote = skip(skip(name_end) + 1);
            let value = quote + 1;
            let length = bytes.get(value..).and_then(|rest| rest.iter().position(|byte| *byte == bytes[quote]));
            let value_end = value + length.unwrap_or(0);
            items.push(Item {
                lead: lead as u32,
                start: at as u32,
                name_end: name_end as u32,
                value: (value as u32, value_end as u32),
                name: None,
                resolved: None,
                new_value: None,
                parts: None,
                gone: false,
            });
            at = value_end + 1;
        }
    }
}

/// Where the name that begins at a position of a tag ends.
pub(crate) fn qname_end(text: &str, start: usize) -> usize {
    let ends = |byte: &u8| matches!(byte, b'>' | b'/' | b'=' | b' ' | b'\t' | b'\n' | b'\r');
    start + text.as_bytes()[start..].iter().position(ends).unwrap_or(text.len() - start)
}

/// Text as the parser reads it: references resolved, line ends normalised, CDATA sections opened; in an attribute every white space is a space.
pub(crate) fn decode(raw: &str, in_attribute: bool) -> Cow<'_, str> {
    let special = |byte: u8| matches!(byte, b'&' | b'<' | b'\r') || (in_attribute && matches!(byte, b'\n' | b'\t'));
    if !raw.bytes().any(special) {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find(['&', '<', '\r', '\n', '\t']) {
        text.push_str(&rest[..at]);
        let special = &rest[at..];
        rest = match special.as_bytes()[0] {
            b'&' => {
                let end = special.find(';').unwrap_or(special.len() - 1);
                text.extend(reference(&special[1..end]));
                &special[end + 1..]
            }
            b'<' => {
                let section = special.strip_prefix("<![CDATA[").unwrap_or(&special[1..]);
                let end = section.find("]]>").unwrap_or(section.len());
                text.push_str(&section[..end].replace("\r\n", "\n").replace('\r', "\n"));
                section.get(end + 3..).unwrap_or_default()
            }
            b'\r' => {
                text.push(if in_attribute { ' ' } else { '\n' });
                let behind = &special[1..];
                behind.strip_prefix('\n').unwrap_or(behind)
            }
            byte => {
                text.push(if in_attribute { ' ' } else { char::from(byte) });
                &special[1..]
            }
        };
    }
    text.push_str(rest);
    Cow::Owned(text)
}

fn reference(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix('x') {
                Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
                None => digits.parse(),
            };
            code.ok().and_then(char::from_u32)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Tag, decode};

    #[test]
    fn a_tag_comes_apart_as_it_is_written() {
        let text = "<p:a  x = 'a>b' y=\"/\"\n\tz=\"\" />";
        let tag = Tag::lex(text, 0, text.len());
        let parts: Vec<_> = tag.items.iter().map(|item| (item.qname(text), item.raw(text))).collect();
        assert_eq!(parts, [("x", "a>b"), ("y", "/"), ("z", "")]);
        assert_eq!(&text[tag.tail.0 as usize..tag.tail.1 as usize], " ");
    }

    #[test]
    fn text_is_read_as_the_parser_does() {
        assert_eq!(decode("a&lt;&#65;&#x42;\r\nb\rc", false), "a<AB\nb\nc");
        assert_eq!(decode("a\r\nb\tc&#10;d", true), "a b c\nd");
        assert_eq!(decode("x<![CDATA[<&amp;\r\n]]>y", false), "x<&amp;\ny");
    }
}
