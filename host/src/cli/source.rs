//! A source line with a caret under the place.

use crate::capture::CapturedFile;
use std::path::Path;

/// Characters of a source line that are shown.
const SHOWN: usize = 160;

/// The lines of a file, where it is UTF-8. Other encodings are not shown: reading them is the sandbox's.
#[derive(Debug)]
pub struct Source {
    text: Option<String>,
    /// Where the lines start; a line ends with LF, CR or CRLF, as in positions.
    starts: Vec<usize>,
}

impl Source {
    /// The source of a captured file.
    pub fn of(file: &CapturedFile) -> Source {
        Source::new(file.read().ok().and_then(|bytes| String::from_utf8(bytes).ok()))
    }

    fn new(text: Option<String>) -> Source {
        let mut starts = vec![0];
        let bytes = text.as_deref().unwrap_or_default().as_bytes();
        for (at, byte) in bytes.iter().enumerate() {
            if *byte == b'\n' || (*byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')) {
                starts.push(at + 1);
            }
        }
        Source { text, starts }
    }

    /// The line with a caret below the column, both counted from 1, the column in characters; each with an end of line.
    pub fn excerpt(&self, line: u32, column: u32) -> Option<String> {
        let text = self.text.as_deref()?;
        let line = usize::try_from(line.checked_sub(1)?).ok()?;
        let (start, end) = (*self.starts.get(line)?, self.starts.get(line + 1).copied().unwrap_or(text.len()));
        let line = text[start..end].trim_end_matches(['\r', '\n']);
        let line = if start == 0 { line.strip_prefix('\u{feff}').unwrap_or(line) } else { line };
        let column = usize::try_from(column.checked_sub(1)?).ok()?;
        let start = column.saturating_sub(SHOWN / 2);
        let shown: String = line.chars().skip(start).take(SHOWN).map(plain).collect();
        let indent: String =
            line.chars().skip(start).take(column - start).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        Some(format!("  {shown}\n  {indent}^\n"))
    }
}

/// Control characters would act on the terminal.
fn plain(character: char) -> char {
    if (character.is_control() && character != '\t') || is_bidirectional(character) { '\u{fffd}' } else { character }
}

/// Characters that turn the direction of what follows them on a line.
fn is_bidirectional(character: char) -> bool {
    matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A path as it is printed, without control characters.
pub fn shown(path: &Path) -> String {
    printable(&path.display().to_string())
}

/// A value on one line: what would break the line or deceive the eye is escaped as in Rust, such as `\n` and `\u{202e}`.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character.is_control() || is_bidirectional(character) {
            true => out.extend(character.escape_default()),
            false => out.push(character),
        }
    }
    out
}

/// A text from an input as it is printed on one line.
pub fn printable(text: &str) -> String {
    text.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_keeps_every_character_in_one_form_or_another() {
        assert_eq!(escaped("a\n b\t\u{202e}é"), "a\\n b\\t\\u{202e}é");
    }

    fn excerpt(text: &str, line: u32, column: u32) -> Option<String> {
        Source::new(Some(text.to_owned())).excerpt(line, column)
    }

    #[test]
    fn the_caret_stands_under_the_character() {
        assert_eq!(excerpt("a\n\t<ä/>\r\nb", 2, 3).as_deref(), Some("  \t<ä/>\n  \t ^\n"));
        assert_eq!(excerpt("abc", 1, 4).as_deref(), Some("  abc\n     ^\n"));
        assert_eq!(excerpt("a\rb\rc", 2, 1).as_deref(), Some("  b\n  ^\n"));
        assert_eq!(excerpt("a\u{202e}b", 1, 1).as_deref(), Some("  a\u{fffd}b\n  ^\n"));
        assert_eq!(excerpt("abc", 2, 1), None);
        assert_eq!(excerpt("abc", 0, 0), None);
    }

    #[test]
    fn a_long_line_is_shown_around_the_place_and_controls_are_replaced() {
        let line = format!("{}X{}", "a".repeat(1_000), "b".repeat(1_000));
        let shown = excerpt(&line, 1, 1_001).unwrap();
        let (text, caret) = shown.split_once('\n').unwrap();
        assert_eq!(text.chars().count(), SHOWN + 2);
        assert_eq!(text.chars().position(|c| c == 'X'), caret.chars().position(|c| c == '^'));
        assert_eq!(excerpt("a\u{1b}[2Jb", 1, 1).as_deref(), Some("  a\u{fffd}[2Jb\n  ^\n"));
    }
}
