//! Encodings: what is read, what contradicts itself, and the way back to the bytes of the file.

use crate::transcript::read;
use pyxsd_xml::{Encoding, ErrorKind, ParseLimits, Position, Source, Span, XmlError};

fn limits() -> ParseLimits {
    ParseLimits::default()
}

/// The text in an encoding, after a byte-order mark if wanted.
fn encode(text: &str, encoding: Encoding, mark: bool) -> Vec<u8> {
    let marked = if mark { format!("\u{FEFF}{text}") } else { text.to_owned() };
    match encoding {
        Encoding::Utf8 => marked.into_bytes(),
        Encoding::Utf16Le => marked.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        Encoding::Utf16Be => marked.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        Encoding::Latin1 | Encoding::Ascii => text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect(),
        Encoding::Windows1252 => {
            let byte = |c| if c == '€' { 0x80 } else { u8::try_from(u32::from(c)).unwrap() };
            text.chars().map(byte).collect()
        }
    }
}

fn refused(bytes: &[u8]) -> XmlError {
    let error = read(bytes, &limits()).unwrap_err();
    assert!(!error.to_string().contains("is not well-formed ("), "{error}");
    error
}

const MARKS: [(Encoding, bool); 9] = [
    (Encoding::Utf8, false),
    (Encoding::Utf8, true),
    (Encoding::Utf16Le, false),
    (Encoding::Utf16Le, true),
    (Encoding::Utf16Be, false),
    (Encoding::Utf16Be, true),
    (Encoding::Latin1, false),
    (Encoding::Ascii, false),
    (Encoding::Windows1252, false),
];

fn declared(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Utf16Le | Encoding::Utf16Be => "UTF-16",
        other => other.name(),
    }
}

#[test]
fn every_span_leads_back_to_the_bytes_that_it_was_decoded_from() {
    for (encoding, mark) in MARKS {
        let content = match encoding {
            Encoding::Ascii => "abc ~",
            Encoding::Latin1 => "é\u{80}ÿ ¼",
            Encoding::Windows1252 => "é€ÿ ¼",
            _ => "é€ÿ 𝄞 \u{10FFFD}中",
        };
        // Long enough for several steps of the index.
        let lines: String = (0..900).map(|n| format!("<l>{content} {n}</l>\n")).collect();
        let text = format!("<?xml version='1.0' encoding='{}'?><a>{lines}</a>", declared(encoding));
        let bytes = encode(&text, encoding, mark);
        let source = Source::decode(&bytes, &limits()).unwrap();
        assert_eq!(source.encoding(), encoding);
        assert_eq!(source.text(), text);
        read(&bytes, &limits()).unwrap();
        let boundaries: Vec<usize> = (0..=text.len()).filter(|&at| text.is_char_boundary(at)).step_by(7).collect();
        for pair in boundaries.windows(2) {
            let span = Span { start: pair[0], end: pair[1] };
            let original = source.original_span(span);
            let range = usize::try_from(original.start).unwrap()..usize::try_from(original.end).unwrap();
            assert_eq!(bytes[range], encode(&text[span.range()], encoding, false), "{encoding:?} {span:?}");
            assert_eq!(source.position(span.start).offset, original.start);
        }
    }
}

#[test]
fn names_of_encodings_are_matched_without_regard_to_case_and_by_their_aliases() {
    let cases = [
        ("utf-8", Encoding::Utf8),
        ("UTF8", Encoding::Utf8),
        ("iso-8859-1", Encoding::Latin1),
        ("Latin1", Encoding::Latin1),
        ("us-ascii", Encoding::Ascii),
        ("ASCII", Encoding::Ascii),
        ("WINDOWS-1252", Encoding::Windows1252),
        ("cp1252", Encoding::Windows1252),
    ];
    for (name, encoding) in cases {
        let text = format!("<?xml version=\"1.0\"\n encoding = \"{name}\" standalone='no' ?><a/>");
        assert_eq!(Source::decode(text.as_bytes(), &limits()).unwrap().encoding(), encoding, "{name}");
    }
    for (name, encoding) in [("utf-16LE", Encoding::Utf16Le), ("UTF-16be", Encoding::Utf16Be)] {
        let text = format!("<?xml version='1.0' encoding='{name}'?><a/>");
        for mark in [false, true] {
            let bytes = encode(&text, encoding, mark);
            assert_eq!(Source::decode(&bytes, &limits()).unwrap().encoding(), encoding, "{name}");
        }
    }
}

#[test]
fn other_versions_of_xml_1_are_read_as_1_0() {
    for version in ["1.0", "1.2", "1.10", "1.00"] {
        read(format!("<?xml version='{version}'?><a/>").as_bytes(), &limits()).unwrap();
    }
}

#[test]
fn latin1_is_not_windows_1252() {
    let text = |name: &str| [format!("<?xml version='1.0' encoding='{name}'?><a>").as_bytes(), b"\x80</a>"].concat();
    assert_eq!(read(&text("ISO-8859-1"), &limits()).unwrap()[1], "text \"\\u{80}\"");
    assert_eq!(read(&text("windows-1252"), &limits()).unwrap()[1], "text \"€\"");
}

#[test]
fn an_encoding_that_contradicts_the_bytes_is_refused() {
    let cases = [
        (Encoding::Utf8, true, "ISO-8859-1"),
        (Encoding::Utf8, true, "UTF-16"),
        (Encoding::Utf8, false, "UTF-16LE"),
        (Encoding::Utf16Le, true, "UTF-8"),
        (Encoding::Utf16Le, false, "UTF-8"),
        (Encoding::Utf16Le, true, "UTF-16BE"),
        (Encoding::Utf16Be, true, "UTF-16LE"),
        (Encoding::Utf16Be, false, "windows-1252"),
    ];
    for (found, mark, name) in cases {
        let bytes = encode(&format!("<?xml version='1.0' encoding='{name}'?><a/>"), found, mark);
        let error = refused(&bytes);
        assert_eq!(error.kind, ErrorKind::ContradictedEncoding { declared: name.to_owned(), found });
        assert_eq!((error.position.line, error.position.column), (1, 31));
    }
}

#[test]
fn utf_16_without_mark_needs_a_declaration() {
    for encoding in [Encoding::Utf16Le, Encoding::Utf16Be] {
        assert_eq!(refused(&encode("<a/>", encoding, false)).kind, ErrorKind::UndeclaredUtf16);
        assert_eq!(refused(&encode("<?xml version='1.0'?><a/>", encoding, false)).kind, ErrorKind::UndeclaredUtf16);
        read(&encode("<a/>", encoding, true), &limits()).unwrap();
    }
}

#[test]
fn encodings_that_are_not_read_are_named() {
    let cases: [(&[u8], &str); 7] = [
        (b"\xFF\xFE\0\0<\0\0\0", "UTF-32"),
        (b"\0\0\xFE\xFF\0\0\0<", "UTF-32"),
        (b"<\0\0\0a\0\0\0", "UTF-32"),
        (b"\0\0\0<\0\0\0a", "UTF-32"),
        (b"\x4C\x6F\xA7\x94\x93", "EBCDIC"),
        (b"<?xml version='1.0' encoding='Shift_JIS'?><a/>", "Shift_JIS"),
        (b"\xEF\xBB\xBF<?xml version='1.0' encoding='UTF-7'?><a/>", "UTF-7"),
    ];
    for (bytes, name) in cases {
        assert_eq!(refused(bytes).kind, ErrorKind::UnsupportedEncoding(name.to_owned()));
    }
}

#[test]
fn bytes_that_are_not_of_the_encoding_are_refused_where_they_stand() {
    let with = |declaration: &str, rest: &[u8]| [declaration.as_bytes(), rest].concat();
    let le =
        |units: &[u16]| [&[0xFF, 0xFE][..], &units.iter().flat_map(|u| u.to_le_bytes()).collect::<Vec<_>>()].concat();
    let ascii = "<?xml version='1.0' encoding='US-ASCII'?>\n";
    let ansi = "<?xml version='1.0' encoding='windows-1252'?>\n";
    let at = |line, column, offset| Position { line, column, offset };
    let cases = [
        (b"<a>\n\xC3\xA9\xFF</a>".to_vec(), Encoding::Utf8, at(2, 2, 6)),
        (b"<a>\xED\xA0\x80</a>".to_vec(), Encoding::Utf8, at(1, 4, 3)),
        (b"<a>\xC0\x80</a>".to_vec(), Encoding::Utf8, at(1, 4, 3)),
        (b"\xEF\xBB\xBF<a>\xC3".to_vec(), Encoding::Utf8, at(1, 4, 6)),
        (with(ascii, b"<a>\xE9</a>"), Encoding::Ascii, at(2, 4, 45)),
        (with(ansi, b"<a>\x80\x81</a>"), Encoding::Windows1252, at(2, 5, 50)),
        (le(&[0x3C, 0x61, 0x3E, 0xD800, 0x3C]), Encoding::Utf16Le, at(1, 4, 8)),
        (le(&[0x3C, 0x61, 0x3E, 0xDC00, 0x3C]), Encoding::Utf16Le, at(1, 4, 8)),
        (le(&[0x3C, 0x61, 0x3E, 0xD800]), Encoding::Utf16Le, at(1, 4, 8)),
        (with("", b"\xFE\xFF\0<\0a\0"), Encoding::Utf16Be, at(1, 3, 6)),
    ];
    for (bytes, encoding, position) in cases {
        let error = refused(&bytes);
        assert_eq!(error, XmlError { kind: ErrorKind::InvalidBytes(encoding), position }, "{bytes:?}");
    }
}
