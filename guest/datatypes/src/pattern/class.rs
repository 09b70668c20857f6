//! Sets of characters: the escapes of the dialect as `regex_syntax` classes.

use super::blocks::block;
use crate::XsdVersion;
use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange, Hir, HirKind};
use std::collections::BTreeMap;

/// General categories that `\p{…}` may name. Surrogates (`Cs`) are not characters of XML.
const CATEGORIES: &[&str] = &[
    "L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Ps", "Pe", "Pi",
    "Pf", "Po", "Z", "Zs", "Zl", "Zp", "S", "Sm", "Sc", "Sk", "So", "C", "Cc", "Cf", "Co", "Cn",
];

/// `NameStartChar` of XML 1.0, fifth edition: what `\i` matches.
const NAME_START: &[(char, char)] = &[
    (':', ':'),
    ('A', 'Z'),
    ('_', '_'),
    ('a', 'z'),
    ('\u{C0}', '\u{D6}'),
    ('\u{D8}', '\u{F6}'),
    ('\u{F8}', '\u{2FF}'),
    ('\u{370}', '\u{37D}'),
    ('\u{37F}', '\u{1FFF}'),
    ('\u{200C}', '\u{200D}'),
    ('\u{2070}', '\u{218F}'),
    ('\u{2C00}', '\u{2FEF}'),
    ('\u{3001}', '\u{D7FF}'),
    ('\u{F900}', '\u{FDCF}'),
    ('\u{FDF0}', '\u{FFFD}'),
    ('\u{10000}', '\u{EFFFF}'),
];

/// What `NameChar` adds to it: with it, what `\c` matches.
const NAME_REST: &[(char, char)] =
    &[('-', '-'), ('.', '.'), ('0', '9'), ('\u{B7}', '\u{B7}'), ('\u{300}', '\u{36F}'), ('\u{203F}', '\u{2040}')];

/// The classes of one pattern; each category and escape is made once.
pub(super) struct Classes {
    version: XsdVersion,
    categories: BTreeMap<&'static str, ClassUnicode>,
    multi: BTreeMap<char, ClassUnicode>,
}

impl Classes {
    pub(super) fn new(version: XsdVersion) -> Self {
        Self { version, categories: BTreeMap::new(), multi: BTreeMap::new() }
    }

    /// The set of a multi-character escape (`s`, `i`, `c`, `d`, `w` and their complements), or nothing for another letter.
    pub(super) fn multi(&mut self, letter: char) -> Option<ClassUnicode> {
        if let Some(class) = self.multi.get(&letter) {
            return Some(class.clone());
        }
        let mut class = match letter.to_ascii_lowercase() {
            's' => from_ranges(&[(' ', ' '), ('\t', '\n'), ('\r', '\r')]),
            'i' => from_ranges(NAME_START),
            'c' => {
                let mut class = from_ranges(NAME_START);
                class.union(&from_ranges(NAME_REST));
                class
            }
            'd' => self.category("Nd")?,
            'w' => {
                let mut excluded = self.category("P")?;
                excluded.union(&self.category("Z")?);
                excluded.union(&self.category("C")?);
                excluded.negate();
                excluded
            }
            _ => return None,
        };
        if letter.is_ascii_uppercase() {
            class.negate();
        }
        self.multi.insert(letter, class.clone());
        Some(class)
    }

    /// The set of `\p{name}`, or why there is none.
    pub(super) fn property(&mut self, name: &str) -> Result<ClassUnicode, String> {
        if let Some(class) = self.category(name) {
            return Ok(class);
        }
        let Some(name) = name.strip_prefix("Is") else {
            return Err(format!("'{name}' is neither a general category nor a block name, which starts with 'Is'"));
        };
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            return Err(format!("'Is{name}' is not a block name"));
        }
        match (block(name), self.version) {
            (Some(class), _) => Ok(class),
            (None, XsdVersion::V1_0) => Err(format!("'{name}' is not the name of a Unicode block")),
            // G.4.2.3: a block that the processor does not know makes no pattern erroneous, it stands for every character.
            (None, XsdVersion::V1_1) => Ok(any()),
        }
    }

    /// Whether the name denotes a block this processor does not know.
    pub(super) fn is_unknown_block(&self, name: &str) -> bool {
        name.strip_prefix("Is").is_some_and(|name| block(name).is_none())
    }

    fn category(&mut self, name: &str) -> Option<ClassUnicode> {
        let name = CATEGORIES.iter().find(|category| **category == name)?;
        if let Some(class) = self.categories.get(name) {
            return Some(class.clone());
        }
        let class = class_of(&regex_syntax::parse(&format!(r"\p{{{name}}}")).ok()?)?;
        self.categories.insert(name, class.clone());
        Some(class)
    }
}

/// Every character.
pub(super) fn any() -> ClassUnicode {
    from_ranges(&[('\0', char::MAX)])
}

/// What `.` matches: every character but the line ends.
pub(super) fn dot() -> ClassUnicode {
    let mut class = from_ranges(&[('\n', '\n'), ('\r', '\r')]);
    class.negate();
    class
}

/// The set of one range of characters.
pub(super) fn range(first: char, last: char) -> ClassUnicode {
    from_ranges(&[(first, last)])
}

fn from_ranges(ranges: &[(char, char)]) -> ClassUnicode {
    ClassUnicode::new(ranges.iter().map(|&(first, last)| ClassUnicodeRange::new(first, last)))
}

fn class_of(hir: &Hir) -> Option<ClassUnicode> {
    match hir.kind() {
        HirKind::Class(regex_syntax::hir::Class::Unicode(class)) => Some(class.clone()),
        // A category of one character, such as `Zl`.
        HirKind::Literal(literal) => {
            let character = std::str::from_utf8(&literal.0).ok()?.chars().next()?;
            Some(range(character, character))
        }
        _ => None,
    }
}
