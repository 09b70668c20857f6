//! Regular expressions (F&O 7.6): flags, patterns and replacement strings.

use super::kind::quoted;
use crate::{ErrorCode, XPathError};
use pyxsd_datatypes::pattern::{Exhausted, Flags, Search};
use std::rc::Rc;

/// Steps that the back-references of one call may take. In the sandbox its fuel bounds them.
const BACKTRACKING: u64 = if cfg!(target_family = "wasm") { u64::MAX } else { 20_000_000 };
/// Patterns that are kept compiled.
const KEPT: usize = 8;

/// Compiled patterns, the one used last at the end: an expression that is evaluated for each node compiles its pattern once.
#[derive(Default)]
pub(crate) struct PatternCache {
    entries: Vec<(String, String, Rc<Search>)>,
}

impl PatternCache {
    /// The compiled pattern. `FORX0001` for flags and `FORX0002` for a pattern that are not of the dialect.
    pub fn get(&mut self, pattern: &str, flags: &str) -> Result<Rc<Search>, XPathError> {
        if let Some(at) = self.entries.iter().position(|entry| entry.0 == pattern && entry.1 == flags) {
            let entry = self.entries.remove(at);
            let search = Rc::clone(&entry.2);
            self.entries.push(entry);
            return Ok(search);
        }
        let search = Rc::new(compile(pattern, flags)?);
        if self.entries.len() >= KEPT {
            self.entries.remove(0);
        }
        self.entries.push((pattern.to_owned(), flags.to_owned(), Rc::clone(&search)));
        Ok(search)
    }
}

fn compile(pattern: &str, flags: &str) -> Result<Search, XPathError> {
    let flags = Flags::parse(flags)
        .map_err(|letter| XPathError::new(ErrorCode::FORX0001, format!("'{letter}' is no flag; s, m, i and x are")))?;
    Search::new(pattern, flags).map_err(|error| {
        let code = if error.is_too_large { ErrorCode::Budget } else { ErrorCode::FORX0002 };
        XPathError::new(code, format!("the regular expression {}: {error}", quoted(pattern)))
    })
}

fn exhausted(_: Exhausted) -> XPathError {
    let message = "the back-references of the regular expression need too many steps on this text";
    XPathError::new(ErrorCode::Budget, message)
}

/// `fn:matches`
pub(crate) fn matches(search: &Search, text: &str) -> Result<bool, XPathError> {
    search.is_match(text, &mut BACKTRACKING.clone()).map_err(exhausted)
}

/// `FORX0003` for a pattern that matches the empty string.
pub(crate) fn refuse_empty_matches(search: &Search) -> Result<(), XPathError> {
    if !search.matches_empty() {
        return Ok(());
    }
    Err(XPathError::new(
        ErrorCode::FORX0003,
        "the regular expression matches the empty string, which is not allowed here",
    ))
}

/// Tells each part of the text between matches, the first and the last one included.
pub(crate) fn tokenize<'t>(
    search: &Search,
    text: &'t str,
    token: &mut dyn FnMut(&'t str) -> Result<(), XPathError>,
) -> Result<(), XPathError> {
    let (mut start, mut fuel) = (0, BACKTRACKING);
    while let Some(found) = search.find(text, start, &mut fuel).map_err(exhausted)? {
        token(&text[start..found.start])?;
        if found.is_empty() {
            break;
        }
        start = found.end;
    }
    token(&text[start..])
}

/// A part of a replacement string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Text(String),
    /// `$N`
    Group(usize),
}

/// Reads a replacement string for a pattern with so many groups (F&O 7.6.3). `FORX0004` for a `$` without digit and a `\` that escapes neither
/// `\` nor `$`.
pub(crate) fn replacement(text: &str, groups: u32) -> Result<Vec<Part>, XPathError> {
    let (mut parts, mut literal) = (Vec::new(), String::new());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek().copied()) {
            ('\\', Some(escaped @ ('\\' | '$'))) => {
                characters.next();
                literal.push(escaped);
            }
            ('$', Some('0'..='9')) => {
                let mut number = None;
                while let Some(digit) = characters.peek().and_then(|next| next.to_digit(10)) {
                    let longer = number.unwrap_or(0) * 10 + digit;
                    if number.is_some() && longer > groups {
                        break;
                    }
                    number = Some(longer);
                    characters.next();
                }
                parts.push(Part::Text(std::mem::take(&mut literal)));
                parts.push(Part::Group(number.unwrap_or(0) as usize));
            }
            ('\\', _) => return Err(invalid_replacement(text, "'\\' must be followed by '\\' or '$'")),
            ('$', _) => {
                return Err(invalid_replacement(
                    text,
                    "'$' must be followed by the number of a group, or written '\\$'",
                ));
            }
            (other, _) => literal.push(other),
        }
    }
    parts.push(Part::Text(literal));
    parts.retain(|part| !matches!(part, Part::Text(text) if text.is_empty()));
    Ok(parts)
}

fn invalid_replacement(text: &str, why: &str) -> XPathError {
    XPathError::new(ErrorCode::FORX0004, format!("the replacement {}: {why}", quoted(text)))
}

/// `fn:replace`; the pattern matches no empty string. `check` is asked about the length of the result as it grows.
pub(crate) fn replace(
    search: &Search,
    text: &str,
    parts: &[Part],
    check: &dyn Fn(usize) -> Result<(), XPathError>,
) -> Result<String, XPathError> {
    let (mut start, mut fuel, mut replaced) = (0, BACKTRACKING, String::new());
    let needs_groups = parts.iter().any(|part| matches!(part, Part::Group(1..)));
    loop {
        let groups = match needs_groups {
            true => search.captures(text, start, &mut fuel),
            false => search.find(text, start, &mut fuel).map(|found| found.map(|whole| vec![Some(whole)])),
        };
        let Some(groups) = groups.map_err(exhausted)? else { break };
        let Some(whole) = groups.first().cloned().flatten().filter(|whole| !whole.is_empty()) else { break };
        replaced.push_str(&text[start..whole.start]);
        for part in parts {
            match part {
                Part::Text(text) => replaced.push_str(text),
                Part::Group(number) => {
                    let range = groups.get(*number).cloned().flatten();
                    replaced.push_str(range.and_then(|range| text.get(range)).unwrap_or_default());
                }
            }
        }
        check(replaced.len())?;
        start = whole.end;
    }
    replaced.push_str(&text[start..]);
    check(replaced.len())?;
    Ok(replaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(text: &str, pattern: &str, with: &str) -> Result<String, ErrorCode> {
        let search = PatternCache::default().get(pattern, "").map_err(|error| error.code)?;
        refuse_empty_matches(&search).map_err(|error| error.code)?;
        let parts = replacement(with, search.groups()).map_err(|error| error.code)?;
        replace(&search, text, &parts, &|_| Ok(())).map_err(|error| error.code)
    }

    #[test]
    fn replacements_refer_to_groups() {
        for (text, pattern, with, expected) in [
            ("abracadabra", "bra", "*", Ok("a*cada*")),
            ("abracadabra", "a.*a", "*", Ok("*")),
            ("abracadabra", "a.*?a", "*", Ok("*c*bra")),
            ("abracadabra", "a(.)", "a$1$1", Ok("abbraccaddabbra")),
            ("AAAA", "A+?", "b", Ok("bbbb")),
            ("darted", "^(.*?)d(.*)$", "$1c$2", Ok("carted")),
            ("abc", "(b)", "[$1$2$12$0]", Ok("a[bb2b]c")),
            ("abc", "b", "\\$\\\\", Ok("a$\\c")),
            ("abc", "(b)\\1", "x", Ok("abc")),
            ("abbc", "(b)\\1", "<$1>", Ok("a<b>c")),
            ("abc", "b", "$", Err(ErrorCode::FORX0004)),
            ("abc", "b", "\\n", Err(ErrorCode::FORX0004)),
            ("abc", "b*", "x", Err(ErrorCode::FORX0003)),
            ("abc", "(", "x", Err(ErrorCode::FORX0002)),
        ] {
            assert_eq!(
                replaced(text, pattern, with).as_deref(),
                expected.as_ref().map(|text| *text),
                "{text} {pattern} {with}"
            );
        }
    }

    #[test]
    fn tokens_are_what_stands_between_matches() {
        for (text, pattern, expected) in [
            ("The cat", "\\s+", &["The", "cat"][..]),
            ("1,15,,24,", ",", &["1", "15", "", "24", ""]),
            ("abc", "x", &["abc"]),
            (",", ",", &["", ""]),
        ] {
            let mut tokens = Vec::new();
            let search = PatternCache::default().get(pattern, "").unwrap_or_else(|error| panic!("{error}"));
            let result = tokenize(&search, text, &mut |token| {
                tokens.push(token);
                Ok(())
            });
            assert_eq!((result, tokens.as_slice()), (Ok(()), expected));
        }
    }

    #[test]
    fn flags_and_sizes_have_their_codes() {
        let code =
            |pattern: &str, flags| PatternCache::default().get(pattern, flags).map(drop).map_err(|error| error.code);
        assert_eq!(code("a", "ii"), Ok(()));
        assert_eq!(code("a", "q"), Err(ErrorCode::FORX0001));
        assert_eq!(code(&format!("{}a{}", "(".repeat(1000), ")".repeat(1000)), ""), Err(ErrorCode::Budget));
        let search = PatternCache::default().get("(a*)*(a*)*(a*)*\\1c", "").unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(matches(&search, &"a".repeat(200)).map_err(|error| error.code), Err(ErrorCode::Budget));
    }
}
