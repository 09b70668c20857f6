//! Which encoding a document is in, and its decoding.

use crate::line_index::Widths;
use encoding_rs::{DecoderResult, UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::borrow::Cow;

/// The encodings that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, with or without byte-order mark.
    Utf8,
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
    /// ISO-8859-1.
    Latin1,
    /// US-ASCII.
    Ascii,
    /// windows-1252.
    Windows1252,
}

/// What a declaration may call each encoding, in lower case: its name and the aliases registered with IANA, and `utf8`.
const LABELS: [(Encoding, &[&str]); 4] = [
    (Encoding::Utf8, &["utf-8", "utf8", "csutf8"]),
    (
        Encoding::Latin1,
        &[
            "iso-8859-1",
            "iso_8859-1",
            "iso_8859-1:1987",
            "iso-ir-100",
            "latin1",
            "l1",
            "ibm819",
            "cp819",
            "csisolatin1",
        ],
    ),
    (
        Encoding::Ascii,
        &["us-ascii", "ascii", "ansi_x3.4-1968", "iso646-us", "iso-ir-6", "us", "ibm367", "cp367", "csascii"],
    ),
    (Encoding::Windows1252, &["windows-1252", "cp1252", "cswindows1252"]),
];

/// The labels of UTF-16: without and with the order of its bytes.
const UTF_16: &str = "utf-16";
const UTF_16_LE: &str = "utf-16le";
const UTF_16_BE: &str = "utf-16be";

/// What the first bytes of a document show.
pub(crate) enum Detected {
    /// A byte-order mark of this length.
    Mark(Encoding, usize),
    /// No mark, but `<` in two bytes.
    Utf16(Encoding),
    /// An encoding of one byte for each ASCII character: UTF-8, unless declared otherwise.
    AsciiCompatible,
    /// An encoding that is not read.
    Unsupported(&'static str),
}

pub(crate) fn detect(bytes: &[u8]) -> Detected {
    match bytes {
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] | [b'<', 0, 0, 0, ..] | [0, 0, 0, b'<', ..] => {
            Detected::Unsupported("UTF-32")
        }
        [0x4C, 0x6F, 0xA7, 0x94, ..] => Detected::Unsupported("EBCDIC"),
        [0xEF, 0xBB, 0xBF, ..] => Detected::Mark(Encoding::Utf8, 3),
        [0xFF, 0xFE, ..] => Detected::Mark(Encoding::Utf16Le, 2),
        [0xFE, 0xFF, ..] => Detected::Mark(Encoding::Utf16Be, 2),
        [b'<', 0, ..] => Detected::Utf16(Encoding::Utf16Le),
        [0, b'<', ..] => Detected::Utf16(Encoding::Utf16Be),
        _ => Detected::AsciiCompatible,
    }
}

/// What a declared name means.
pub(crate) enum Label {
    /// An encoding of one byte for each ASCII character.
    AsciiCompatible(Encoding),
    /// UTF-16 in this order of bytes, or in either.
    Utf16(Option<Encoding>),
    /// Not read.
    Unsupported,
}

pub(crate) fn label(name: &str) -> Label {
    let name = name.to_ascii_lowercase();
    match name.as_str() {
        UTF_16 => return Label::Utf16(None),
        UTF_16_LE => return Label::Utf16(Some(Encoding::Utf16Le)),
        UTF_16_BE => return Label::Utf16(Some(Encoding::Utf16Be)),
        _ => {}
    }
    let found = LABELS.iter().find(|(_, labels)| labels.contains(&name.as_str()));
    found.map_or(Label::Unsupported, |(encoding, _)| Label::AsciiCompatible(*encoding))
}

impl Encoding {
    /// The name that a declaration calls it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Latin1 => "ISO-8859-1",
            Self::Ascii => "US-ASCII",
            Self::Windows1252 => "windows-1252",
        }
    }

    pub(crate) fn widths(self) -> Widths {
        match self {
            Self::Utf8 => Widths::Utf8,
            Self::Utf16Le | Self::Utf16Be => Widths::Utf16,
            Self::Latin1 | Self::Ascii | Self::Windows1252 => Widths::Single,
        }
    }

    /// Decodes; where the bytes are not of the encoding, the error is the text before the first that is not.
    pub(crate) fn decode(self, bytes: &[u8]) -> Result<Cow<'_, str>, Cow<'_, str>> {
        match self {
            Self::Utf8 => decode_utf8(bytes),
            Self::Utf16Le => decode_utf16(UTF_16LE, bytes),
            Self::Utf16Be => decode_utf16(UTF_16BE, bytes),
            Self::Latin1 => Ok(encoding_rs::mem::decode_latin1(bytes)),
            Self::Ascii => {
                let end = encoding_rs::Encoding::ascii_valid_up_to(bytes);
                let text = encoding_rs::mem::decode_latin1(&bytes[..end]);
                if end == bytes.len() { Ok(text) } else { Err(text) }
            }
            Self::Windows1252 => decode_windows1252(bytes),
        }
    }
}

fn decode_utf8(bytes: &[u8]) -> Result<Cow<'_, str>, Cow<'_, str>> {
    std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|error| {
        let valid = &bytes[..error.valid_up_to()];
        String::from_utf8_lossy(valid)
    })
}

/// The decoder maps the five bytes that windows-1252 leaves undefined to control characters; here they are errors.
fn decode_windows1252(bytes: &[u8]) -> Result<Cow<'_, str>, Cow<'_, str>> {
    let undefined = |byte: &u8| matches!(byte, 0x81 | 0x8D | 0x8F | 0x90 | 0x9D);
    let end = bytes.iter().position(undefined);
    let (text, _) = WINDOWS_1252.decode_without_bom_handling(&bytes[..end.unwrap_or(bytes.len())]);
    if end.is_none() { Ok(text) } else { Err(text) }
}

fn decode_utf16<'a>(encoding: &'static encoding_rs::Encoding, bytes: &[u8]) -> Result<Cow<'a, str>, Cow<'a, str>> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(bytes.len() / 2 + 16);
    let mut rest = bytes;
    loop {
        let (result, read) = decoder.decode_to_string_without_replacement(rest, &mut text, true);
        rest = &rest[read..];
        match result {
            DecoderResult::InputEmpty => return Ok(Cow::Owned(text)),
            DecoderResult::OutputFull => text.reserve(rest.len() / 2 + 16),
            DecoderResult::Malformed(..) => return Err(Cow::Owned(text)),
        }
    }
}
