//! Lines, columns and offsets.

use pyxsd_xml::{ParseLimits, Position, Source};

/// Counts from the start, character by character.
fn counted(text: &str, offset: usize, mark: usize) -> Position {
    let (mut line, mut column) = (1, 1);
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    for (index, (_, c)) in characters.iter().enumerate().take_while(|(_, (at, _))| *at < offset) {
        let pair = *c == '\r' && characters.get(index + 1).is_some_and(|(_, next)| *next == '\n');
        if matches!(c, '\n' | '\r') && !pair {
            (line, column) = (line + 1, 1);
        } else {
            column += 1;
        }
    }
    Position { line, column, offset: (offset + mark) as u64 }
}

#[test]
fn positions_agree_with_counting_from_the_start() {
    let pieces = ["a", "é", "\n", "\r\n", "\r", "𝄞", "bcd", "\r\r\n", "\n\r"];
    // Each piece lands on each side of a step of the index.
    let text: String = (0..2_500).map(|n| pieces[(n * 7 + n / 9) % pieces.len()]).collect();
    for (bytes, mark) in [(text.clone(), 0), (format!("\u{FEFF}{text}"), 3)] {
        let source = Source::decode(bytes.as_bytes(), &ParseLimits::default()).unwrap();
        assert_eq!(source.text(), text);
        for offset in (0..=text.len()).filter(|&offset| text.is_char_boundary(offset)) {
            assert_eq!(source.position(offset), counted(&text, offset, mark), "offset {offset}");
        }
    }
}

#[test]
fn an_offset_past_the_end_is_taken_for_the_end() {
    let source = Source::decode(b"<a>\n</a>", &ParseLimits::default()).unwrap();
    assert_eq!(source.position(8), Position { line: 2, column: 5, offset: 8 });
    assert_eq!(source.position(usize::MAX), source.position(8));
}

#[test]
fn a_byte_order_mark_counts_in_offsets_but_not_in_columns() {
    let source = Source::decode(b"\xEF\xBB\xBF<a/>", &ParseLimits::default()).unwrap();
    assert_eq!(source.position(0), Position { line: 1, column: 1, offset: 3 });
}
