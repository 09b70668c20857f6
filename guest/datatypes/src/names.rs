//! The names of XML and Namespaces, and language tags.

/// `NameStartChar` of XML 1.0, fifth edition, with the colon.
fn is_start(c: char) -> bool {
    matches!(c, ':' | '_' | 'A'..='Z' | 'a'..='z'
        | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}' | '\u{370}'..='\u{37D}'
        | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}' | '\u{2C00}'..='\u{2FEF}'
        | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}')
}

/// `NameChar` of XML 1.0, fifth edition, with the colon.
fn is_part(c: char) -> bool {
    is_start(c) || matches!(c, '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}

/// Of the ASCII characters: 1 for those that continue a name, 3 for those that also start one.
static ASCII: [u8; 128] = {
    let mut table = [0; 128];
    let mut byte = 0;
    while byte < 128 {
        let c = byte as u8;
        if c.is_ascii_alphabetic() || c == b'_' || c == b':' {
            table[byte] = 3;
        } else if c.is_ascii_digit() || c == b'-' || c == b'.' {
            table[byte] = 1;
        }
        byte += 1;
    }
    table
};

fn all_parts(text: &str) -> bool {
    let part = |byte: &u8| ASCII.get(usize::from(*byte)).is_some_and(|&class| class > 0);
    let ascii = text.bytes().take_while(|byte| part(byte)).count();
    // What stopped is a character boundary: every byte before is ASCII.
    ascii == text.len() || text[ascii..].chars().all(is_part)
}

pub(crate) fn is_nmtoken(text: &str) -> bool {
    !text.is_empty() && all_parts(text)
}

pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(is_start) && all_parts(text)
}

/// Whether the text is an `NCName` of Namespaces in XML 1.0.
pub fn is_ncname(text: &str) -> bool {
    is_name(text) && !text.as_bytes().contains(&b':')
}

/// Whether the character may begin an `NCName`.
pub fn is_ncname_start(c: char) -> bool {
    c != ':' && is_start(c)
}

/// Whether the character may stand in an `NCName`.
pub fn is_ncname_char(c: char) -> bool {
    c != ':' && is_part(c)
}

/// Prefix (empty for none) and local name of a lexical QName.
pub fn split_qname(text: &str) -> Option<(&str, &str)> {
    let Some((prefix, local)) = text.split_once(':') else {
        return is_ncname(text).then_some(("", text));
    };
    (is_ncname(prefix) && is_ncname(local)).then_some((prefix, local))
}

/// The lexical space of `xs:language`.
pub(crate) fn is_language(text: &str) -> bool {
    text.split('-').enumerate().all(|(index, part)| {
        let allowed = |byte: u8| byte.is_ascii_alphabetic() || (index > 0 && byte.is_ascii_digit());
        (1..=8).contains(&part.len()) && part.bytes().all(allowed)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_from_what_only_looks_like_them() {
        for (text, nmtoken, name, ncname) in [
            ("a", true, true, true),
            ("é.1-b", true, true, true),
            ("a:b", true, true, false),
            (":a", true, true, false),
            ("1a", true, false, false),
            ("-", true, false, false),
            ("", false, false, false),
            ("a b", false, false, false),
            ("\u{D7}", false, false, false),
            ("a\u{D7}", false, false, false),
            ("ab\u{E9}c", true, true, true),
            ("a\u{E9}:", true, true, false),
        ] {
            assert_eq!((is_nmtoken(text), is_name(text), is_ncname(text)), (nmtoken, name, ncname), "{text:?}");
        }
    }

    #[test]
    fn qnames_have_at_most_one_prefix() {
        assert_eq!(split_qname("a"), Some(("", "a")));
        assert_eq!(split_qname("p:a"), Some(("p", "a")));
        for bad in ["", ":a", "a:", "a:b:c", "p:1", "a b"] {
            assert_eq!(split_qname(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn language_tags_have_subtags_of_at_most_eight_characters() {
        for good in ["en", "de-CH", "x-klingon", "i-12345678"] {
            assert!(is_language(good), "{good:?}");
        }
        for bad in ["", "e1", "en-", "-en", "abcdefghi", "en-123456789", "en_GB"] {
            assert!(!is_language(bad), "{bad:?}");
        }
    }
}
