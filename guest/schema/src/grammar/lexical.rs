//! The lexical types of attributes of schema documents.

use super::table::Kind;
use pyxsd_datatypes::XsdVersion;
use std::fmt::Write;

const SPACE: &[char] = &[' ', '\t', '\n', '\r'];

/// The value with the white space of a collapsed type trimmed. Inner white space only matters in lists, which are split.
pub(super) fn trimmed(value: &str) -> &str {
    value.trim_matches(SPACE)
}

/// The items of a list.
pub(super) fn items(value: &str) -> impl Iterator<Item = &str> {
    value.split(SPACE).filter(|item| !item.is_empty())
}

impl Kind {
    /// Whether the value is one of this type.
    pub(super) fn admits(self, value: &str, version: XsdVersion) -> bool {
        let value = trimmed(value);
        match self {
            Kind::Text => true,
            Kind::Filled => !value.is_empty(),
            Kind::NcName | Kind::Id => is_ncname(value),
            Kind::QName => is_qname(value),
            Kind::Heads if version == XsdVersion::V1_0 => is_qname(value),
            Kind::Heads => !value.is_empty() && items(value).all(is_qname),
            Kind::QNames => items(value).all(is_qname),
            Kind::Boolean => boolean(value).is_some(),
            Kind::MinOccurs => is_count(value),
            Kind::MaxOccurs => value == "unbounded" || is_count(value),
            Kind::OneOf(words) => words.contains(&value),
            Kind::Set(words) => {
                // `extension` came to the set of simple types in 1.1.
                let known = |item: &str| {
                    words.contains(&item) && (version == XsdVersion::V1_1 || item != "extension" || words[0] != "list")
                };
                value == "#all" || items(value).all(known)
            }
            Kind::Namespaces => matches!(value, "##any" | "##other") || items(value).all(is_namespace_item),
            Kind::NotNamespaces => !value.is_empty() && items(value).all(is_namespace_item),
            Kind::NotQNames(words) => items(value).all(|item| words.contains(&item) || is_qname(item)),
            Kind::XPathDefaultNamespace => {
                !value.starts_with("##") || matches!(value, "##defaultNamespace" | "##targetNamespace" | "##local")
            }
        }
    }

    /// The type in words, after "expected".
    pub(super) fn expected(self) -> String {
        let mut text = String::new();
        let (before, words) = match self {
            Kind::Text => return "a string".into(),
            Kind::Filled => return "a path".into(),
            Kind::NcName | Kind::Id => return "a name without a colon".into(),
            Kind::QName => return "a qualified name".into(),
            Kind::QNames | Kind::Heads => return "qualified names".into(),
            Kind::Boolean => return "'true' or 'false'".into(),
            Kind::MinOccurs => return "a non-negative integer".into(),
            Kind::MaxOccurs => return "a non-negative integer or 'unbounded'".into(),
            Kind::Namespaces => {
                return "'##any', '##other', or a list of namespace names, '##targetNamespace' and '##local'".into();
            }
            Kind::NotNamespaces => return "a list of namespace names, '##targetNamespace' and '##local'".into(),
            Kind::XPathDefaultNamespace => {
                return "a namespace name, '##defaultNamespace', '##targetNamespace' or '##local'".into();
            }
            Kind::OneOf(words) => ("one of", words),
            Kind::Set(words) => ("'#all' or a list of", words),
            Kind::NotQNames(words) => ("a list of qualified names and", words),
        };
        text.push_str(before);
        for (index, word) in words.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = write!(text, "{} '{word}'", if index == 0 { "" } else { "," });
        }
        text
    }
}

/// The value of an `xs:boolean`.
pub(super) fn boolean(value: &str) -> Option<bool> {
    match trimmed(value) {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

fn is_count(value: &str) -> bool {
    count(value).is_some()
}

/// The significant digits of an `xs:nonNegativeInteger`; zero has none. Longer is greater, equally long compare as text.
pub(super) fn count(value: &str) -> Option<&str> {
    let value = trimmed(value);
    let (digits, negative) = match value.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (value.strip_prefix('+').unwrap_or(value), false),
    };
    let significant = digits.trim_start_matches('0');
    let wellformed = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    (wellformed && (!negative || significant.is_empty())).then_some(significant)
}

fn is_namespace_item(item: &str) -> bool {
    !item.starts_with("##") || matches!(item, "##targetNamespace" | "##local")
}

/// Whether it is a language tag (`xs:language`).
pub(super) fn is_language(value: &str) -> bool {
    let mut parts = trimmed(value).split('-');
    let short = |part: &str| (1..=8).contains(&part.len());
    parts.next().is_some_and(|part| short(part) && part.bytes().all(|byte| byte.is_ascii_alphabetic()))
        && parts.all(|part| short(part) && part.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Whether it is a QName by its form. Whether its prefix is bound is another matter.
pub(super) fn is_qname(value: &str) -> bool {
    match value.split_once(':') {
        Some((prefix, local)) => is_ncname(prefix) && is_ncname(local),
        None => is_ncname(value),
    }
}

/// Whether it is a name without a colon (Namespaces in XML 1.0, with the characters of the fifth edition of XML).
pub(super) fn is_ncname(value: &str) -> bool {
    let mut characters = value.chars();
    characters.next().is_some_and(starts_name)
        && characters.all(|character| starts_name(character) || continues_name(character))
}

fn starts_name(character: char) -> bool {
    matches!(character,
        'A'..='Z' | '_' | 'a'..='z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}' | '\u{370}'..='\u{37D}'
        | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}' | '\u{2C00}'..='\u{2FEF}'
        | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}')
}

fn continues_name(character: char) -> bool {
    matches!(character, '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}
