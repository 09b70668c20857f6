//! White-space normalisation (part 2, 4.3.6).

use crate::WhiteSpace;
use std::borrow::Cow;

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// The text without the XML white space at its ends.
pub(crate) fn trim(text: &str) -> &str {
    match text.as_bytes() {
        // Most values have no white space at their ends.
        [first, .., last] if !is_space(*first) && !is_space(*last) => text,
        _ => text.trim_matches([' ', '\t', '\n', '\r']),
    }
}

/// The parts of a text between runs of XML white space.
pub(crate) fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '\t', '\n', '\r']).filter(|item| !item.is_empty())
}

/// Normalises; borrows where nothing inside changes.
pub(crate) fn normalize(text: &str, mode: WhiteSpace) -> Cow<'_, str> {
    match mode {
        WhiteSpace::Preserve => Cow::Borrowed(text),
        WhiteSpace::Replace => replace(text),
        WhiteSpace::Collapse => collapse(text),
    }
}

fn replace(text: &str) -> Cow<'_, str> {
    if !text.bytes().any(|byte| matches!(byte, b'\t' | b'\n' | b'\r')) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace(['\t', '\n', '\r'], " "))
}

fn collapse(text: &str) -> Cow<'_, str> {
    let text = trim(text);
    if is_collapsed(text.as_bytes()) {
        return Cow::Borrowed(text);
    }
    let mut collapsed = String::with_capacity(text.len());
    for item in split(text) {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(item);
    }
    Cow::Owned(collapsed)
}

/// Of a trimmed text: whether only single spaces stand inside.
fn is_collapsed(text: &[u8]) -> bool {
    let mut after_space = false;
    for &byte in text {
        let space = is_space(byte);
        if space && (after_space || byte != b' ') {
            return false;
        }
        after_space = space;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mode_changes_what_it_should_and_borrows_otherwise() {
        for (mode, text, expected, borrowed) in [
            (WhiteSpace::Preserve, " a\tb ", " a\tb ", true),
            (WhiteSpace::Replace, " a b ", " a b ", true),
            (WhiteSpace::Replace, " a\tb\r\n", " a b  ", false),
            (WhiteSpace::Collapse, "\n a b\t", "a b", true),
            (WhiteSpace::Collapse, "a  b", "a b", false),
            (WhiteSpace::Collapse, "a\u{A0}\u{A0}b", "a\u{A0}\u{A0}b", true),
            (WhiteSpace::Collapse, " \r\n\t", "", true),
        ] {
            let normalized = normalize(text, mode);
            assert_eq!(normalized, expected, "{text:?}");
            assert_eq!(matches!(normalized, Cow::Borrowed(_)), borrowed, "{text:?}");
        }
    }
}
