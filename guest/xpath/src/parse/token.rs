//! Text to tokens. Whether a name or `*` is an operator is for the grammar to say: it knows where it stands.

use pyxsd_datatypes::{is_ncname_char, is_ncname_start};

/// A token and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub kind: TokenKind<'a>,
    /// Byte offset of its first byte.
    pub start: usize,
    /// Byte offset just past it.
    pub end: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TokenKind<'a> {
    /// A QName; the prefix is empty for none.
    Name {
        prefix: &'a str,
        local: &'a str,
    },
    /// `p:*`
    AnyLocal(&'a str),
    /// `*:local`
    AnyNamespace(&'a str),
    /// Digits.
    Integer,
    /// Digits with a point.
    Decimal,
    /// With an exponent.
    Double,
    /// The value of a literal in quotes.
    String(String),
    Symbol(&'static str),
    /// What no token of the language begins with.
    Unknown(char),
    /// What ends beyond the end of the text: a literal or a comment.
    Unterminated(&'static str),
    /// A number that runs into a name or another number.
    Glued,
    End,
}

/// Symbols, those first that begin with others. The last row is not of this version of the language: they are named in messages.
const SYMBOLS: &[&str] = &[
    "::", "//", "..", "!=", "<=", ">=", "<<", ">>", ":=", "=>", "||", "(", ")", "[", "]", ",", ".", "/", "@", "$", "?",
    "*", "+", "-", "=", "<", ">", "|", //
    "!", "#", "{", "}", "%", ":", ";",
];

/// All tokens of the text, the last of which is [`TokenKind::End`] or what could not be read.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let Some((start, foreign)) = text.char_indices().find(|(_, c)| !is_xml_char(*c)) else {
        return tokens_of(text);
    };
    let mut tokens = tokens_of(&text[..start]);
    // What ends before the character, or is cut off by it, is no news beside it.
    if tokens.last().is_some_and(|token| matches!(token.kind, TokenKind::End | TokenKind::Unterminated(_))) {
        tokens.pop();
        tokens.push(Token { kind: TokenKind::Unknown(foreign), start, end: start + foreign.len_utf8() });
    }
    tokens
}

/// Whether it may stand in a document, and so in an expression (XML 1.0, production 2).
fn is_xml_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{FFFD}' | '\u{10000}'..)
}

fn tokens_of(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        let start = match skip_space(text, at) {
            Ok(start) => start,
            Err(start) => {
                tokens.push(Token { kind: TokenKind::Unterminated("comment"), start, end: text.len() });
                return tokens;
            }
        };
        let (kind, end) = token(text, start);
        let last =
            matches!(kind, TokenKind::End | TokenKind::Unknown(_) | TokenKind::Unterminated(_) | TokenKind::Glued);
        tokens.push(Token { kind, start, end });
        if last {
            return tokens;
        }
        at = end;
    }
}

/// Past white space and comments; the beginning of a comment that does not end is the error.
fn skip_space(text: &str, mut at: usize) -> Result<usize, usize> {
    loop {
        let rest = &text[at..];
        at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
        if !text[at..].starts_with("(:") {
            return Ok(at);
        }
        at = skip_comment(text, at).ok_or(at)?;
    }
}

/// Past a comment, which may hold others.
fn skip_comment(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (start, 0usize);
    loop {
        match bytes.get(at..at + 2)? {
            b"(:" => (depth, at) = (depth + 1, at + 2),
            b":)" => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

fn token(text: &str, start: usize) -> (TokenKind<'_>, usize) {
    let rest = &text[start..];
    let mut chars = rest.chars();
    let Some(first) = chars.next() else { return (TokenKind::End, start) };
    let second = chars.next();
    if first == '"' || first == '\'' {
        return string(text, start, first);
    }
    if first.is_ascii_digit() || (first == '.' && second.is_some_and(|c| c.is_ascii_digit())) {
        return number(text, start);
    }
    if is_ncname_start(first) {
        return name(text, start);
    }
    if let Some(local) = rest.strip_prefix("*:")
        && local.starts_with(is_ncname_start)
    {
        let end = ncname_end(text, start + 2);
        return (TokenKind::AnyNamespace(&text[start + 2..end]), end);
    }
    match SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
        Some(symbol) => (TokenKind::Symbol(symbol), start + symbol.len()),
        None => (TokenKind::Unknown(first), start + first.len_utf8()),
    }
}

fn string(text: &str, start: usize, quote: char) -> (TokenKind<'_>, usize) {
    let mut value = String::new();
    let mut at = start + 1;
    loop {
        let Some(length) = text[at..].find(quote) else {
            return (TokenKind::Unterminated("string literal"), text.len());
        };
        value.push_str(&text[at..at + length]);
        at += length + 1;
        if !text[at..].starts_with(quote) {
            return (TokenKind::String(value), at);
        }
        value.push(quote);
        at += 1;
    }
}

fn digits_end(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count()
}

fn number(text: &str, start: usize) -> (TokenKind<'_>, usize) {
    let bytes = text.as_bytes();
    let mut kind = TokenKind::Integer;
    let mut end = digits_end(bytes, start);
    if bytes.get(end) == Some(&b'.') {
        kind = TokenKind::Decimal;
        end = digits_end(bytes, end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let signed = matches!(bytes.get(end + 1), Some(b'+' | b'-'));
        let exponent = end + 1 + usize::from(signed);
        if bytes.get(exponent).is_some_and(u8::is_ascii_digit) {
            kind = TokenKind::Double;
            end = digits_end(bytes, exponent);
        }
    }
    // Two terminals that do not delimit each other need white space between them (A.2.2).
    let mut next = text[end..].chars();
    match (next.next(), next.next()) {
        (Some(c), _) if is_ncname_start(c) => (TokenKind::Glued, end),
        (Some('.'), Some(c)) if c.is_ascii_digit() => (TokenKind::Glued, end),
        _ => (kind, end),
    }
}

fn ncname_end(text: &str, start: usize) -> usize {
    let rest = &text[start..];
    start + rest.len() - rest.trim_start_matches(is_ncname_char).len()
}

fn name(text: &str, start: usize) -> (TokenKind<'_>, usize) {
    let end = ncname_end(text, start);
    let first = &text[start..end];
    let Some(after) = text[end..].strip_prefix(':') else {
        return (TokenKind::Name { prefix: "", local: first }, end);
    };
    if after.starts_with('*') {
        return (TokenKind::AnyLocal(first), end + 2);
    }
    if after.starts_with(is_ncname_start) {
        let local_end = ncname_end(text, end + 1);
        return (TokenKind::Name { prefix: first, local: &text[end + 1..local_end] }, local_end);
    }
    (TokenKind::Name { prefix: "", local: first }, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<TokenKind<'_>> {
        tokens(text).into_iter().map(|token| token.kind).collect()
    }

    fn plain(local: &str) -> TokenKind<'_> {
        TokenKind::Name { prefix: "", local }
    }

    #[test]
    fn names_take_their_prefix_only_without_space() {
        assert_eq!(kinds("a:b"), [TokenKind::Name { prefix: "a", local: "b" }, TokenKind::End]);
        assert_eq!(kinds("a::b"), [plain("a"), TokenKind::Symbol("::"), plain("b"), TokenKind::End]);
        assert_eq!(kinds("a:*"), [TokenKind::AnyLocal("a"), TokenKind::End]);
        assert_eq!(kinds("*:b.c-d"), [TokenKind::AnyNamespace("b.c-d"), TokenKind::End]);
        assert_eq!(kinds("a :b")[1], TokenKind::Symbol(":"));
    }

    #[test]
    fn numbers_end_where_their_form_ends() {
        let (integer, decimal, double) = (TokenKind::Integer, TokenKind::Decimal, TokenKind::Double);
        for (text, kind) in [
            ("12", integer),
            ("1.", decimal.clone()),
            (".5", decimal.clone()),
            ("1.5", decimal),
            ("1e5", double.clone()),
            ("1.E-5", double.clone()),
            (".5e+1", double),
        ] {
            assert_eq!(kinds(text), [kind, TokenKind::End], "{text}");
        }
        for text in ["10div 3", "1.2.3", "1e", "1..2"] {
            assert_eq!(kinds(text), [TokenKind::Glued], "{text}");
        }
    }

    #[test]
    fn quotes_are_doubled_in_literals() {
        assert_eq!(kinds("\"a\"\"b'\""), [TokenKind::String("a\"b'".into()), TokenKind::End]);
        assert_eq!(kinds("''''"), [TokenKind::String("'".into()), TokenKind::End]);
        assert_eq!(kinds("'a"), [TokenKind::Unterminated("string literal")]);
    }

    #[test]
    fn comments_nest_and_are_no_tokens() {
        assert_eq!(kinds("(: a (: b :) :)(:(:):):)"), [TokenKind::End]);
        assert_eq!(kinds("a(:é:)b"), [plain("a"), plain("b"), TokenKind::End]);
        assert_eq!(kinds("(: (: :)"), [TokenKind::Unterminated("comment")]);
    }

    #[test]
    fn characters_that_no_document_has_are_found_inside_literals_and_comments() {
        for text in ["'a\u{0}'", "(: \u{B} :) 1", "1 + \u{FFFE}", "\u{FFFF}"] {
            let tokens = tokens(text);
            let last = tokens.last().map(|token| (token.kind.clone(), token.start));
            let at = text.find(|c| !is_xml_char(c)).unwrap();
            assert_eq!(last, Some((TokenKind::Unknown(text[at..].chars().next().unwrap()), at)), "{text:?}");
        }
    }
}
