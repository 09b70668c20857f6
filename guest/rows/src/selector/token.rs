//! Words of a selector.

/// One word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Slash,
    DoubleSlash,
    Dot,
    DoubleDot,
    Star,
    Open,
    Close,
    At,
    Equals,
    Differs,
    /// In quotes.
    Literal(String),
    /// `{ns}local`, `prefix:local`, `local`, a number, `last()` with what follows it.
    Name(String),
}

/// The words of a selector, or what cannot be read.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, length) = match first {
            '/' if rest.starts_with("//") => (Token::DoubleSlash, 2),
            '/' => (Token::Slash, 1),
            '.' if rest.starts_with("..") => (Token::DoubleDot, 2),
            '.' => (Token::Dot, 1),
            '*' => (Token::Star, 1),
            '[' => (Token::Open, 1),
            ']' => (Token::Close, 1),
            '@' => (Token::At, 1),
            '=' => (Token::Equals, 1),
            '!' if rest.starts_with("!=") => (Token::Differs, 2),
            '\'' | '"' => {
                let inside = &rest[1..];
                let end = inside.find(first).ok_or_else(|| format!("the quote {first} is not closed"))?;
                (Token::Literal(inside[..end].to_owned()), end + 2)
            }
            _ => {
                let length = name(rest)?;
                (Token::Name(rest[..length].to_owned()), length)
            }
        };
        tokens.push(token);
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

/// The length of the name at the start. Braces hold anything.
fn name(text: &str) -> Result<usize, String> {
    let braced = match text.starts_with('{') {
        true => text.find('}').ok_or("the brace { is not closed")? + 1,
        false => 0,
    };
    let is_end = |c: char| matches!(c, '/' | '[' | ']' | '@' | '=' | '!' | '\'' | '"') || c.is_whitespace();
    let length = text[braced..].find(is_end).unwrap_or(text.len() - braced);
    match length {
        0 => Err(format!("unexpected {:?}", &text[braced..].chars().next().map_or(String::new(), String::from))),
        length => Ok(braced + length),
    }
}
