//! Patterns of XML Schema as regular expressions of ECMA-262 (with the flag `u`, as JSON Schema has it), where they mean exactly the same.

/// The translation, anchored; nothing where a construct has no exact counterpart: name characters, blocks, class subtraction, and `\w`
/// or its kin inside a class.
pub(super) fn translate(pattern: &str) -> Option<String> {
    let mut out = String::from("^(?:");
    let mut characters = pattern.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '.' => out.push_str("[^\\n\\r]"),
            '^' | '$' => {
                out.push('\\');
                out.push(character);
            }
            '\\' => escape(&mut characters, &mut out, false)?,
            '[' => class(&mut characters, &mut out)?,
            '(' => out.push_str("(?:"),
            '{' => {
                out.push('{');
                let mut quantity = String::new();
                while let Some(digit) = characters.next_if(|next| *next != '}') {
                    quantity.push(digit);
                }
                // Engines bound their counters; what is larger than that is not exact everywhere.
                let small = |number: &str| number.is_empty() || number.parse::<u32>().is_ok_and(|count| count <= 1000);
                if !quantity.split(',').all(small) {
                    return None;
                }
                out.push_str(&quantity);
            }
            ']' => return None,
            other => out.push(other),
        }
    }
    out.push_str(")$");
    Some(out)
}

type Characters<'p> = std::iter::Peekable<std::str::Chars<'p>>;

fn escape(characters: &mut Characters<'_>, out: &mut String, in_class: bool) -> Option<()> {
    let letter = characters.next()?;
    match letter {
        'n' | 'r' | 't' => {
            out.push('\\');
            out.push(letter);
        }
        'd' => out.push_str("\\p{Nd}"),
        'D' => out.push_str("\\P{Nd}"),
        's' if in_class => out.push_str(" \\t\\n\\r"),
        's' => out.push_str("[ \\t\\n\\r]"),
        'S' if !in_class => out.push_str("[^ \\t\\n\\r]"),
        'w' if !in_class => out.push_str("[^\\p{P}\\p{Z}\\p{C}]"),
        'W' if !in_class => out.push_str("[\\p{P}\\p{Z}\\p{C}]"),
        'p' | 'P' => property(letter, characters, out)?,
        '-' if !in_class => out.push('-'),
        '\\' | '|' | '.' | '?' | '*' | '+' | '(' | ')' | '{' | '}' | '[' | ']' | '^' | '$' | '-' => {
            out.push('\\');
            out.push(letter);
        }
        _ => return None,
    }
    Some(())
}

fn property(letter: char, characters: &mut Characters<'_>, out: &mut String) -> Option<()> {
    characters.next_if_eq(&'{')?;
    let mut name = String::new();
    loop {
        match characters.next()? {
            '}' => break,
            other => name.push(other),
        }
    }
    // Blocks are named `IsBasicLatin`; categories have one letter or two.
    (name.len() <= 2).then(|| {
        out.push('\\');
        out.push(letter);
        out.push('{');
        out.push_str(&name);
        out.push('}');
    })
}

fn class(characters: &mut Characters<'_>, out: &mut String) -> Option<()> {
    out.push('[');
    if characters.next_if_eq(&'^').is_some() {
        out.push('^');
    }
    let mut is_first = true;
    loop {
        match characters.next()? {
            ']' if !is_first => break,
            '[' => return None,
            '-' if characters.peek() == Some(&'[') => return None,
            '-' if is_first || characters.peek() == Some(&']') => out.push_str("\\-"),
            '\\' => escape(characters, out, true)?,
            other => out.push(other),
        }
        is_first = false;
    }
    out.push(']');
    Some(())
}

#[cfg(test)]
mod tests {
    use super::translate;

    #[test]
    fn patterns_are_translated_where_they_mean_the_same() {
        for (pattern, expected) in [
            ("[A-Z]{2}", Some("^(?:[A-Z]{2})$")),
            ("a|b", Some("^(?:a|b)$")),
            (r"\d{3}-[A-Z]+", Some(r"^(?:\p{Nd}{3}-[A-Z]+)$")),
            (r"(a\-b)?^$", Some(r"^(?:(?:a-b)?\^\$)$")),
            (r"[\-_.]*", Some(r"^(?:[\-_.]*)$")),
            ("[-a]", Some(r"^(?:[\-a])$")),
            ("[a-]", Some(r"^(?:[a\-])$")),
            (r"[\s\d]", Some(r"^(?:[ \t\n\r\p{Nd}])$")),
            (r"\S+", Some(r"^(?:[^ \t\n\r]+)$")),
            (".", Some(r"^(?:[^\n\r])$")),
            (r"\p{Lu}\P{L}", Some(r"^(?:\p{Lu}\P{L})$")),
            (r"\p{IsBasicLatin}", None),
            (r"\i\c*", None),
            ("[a-z-[aeiou]]", None),
            (r"[\w]", None),
            ("a{5000}", None),
        ] {
            assert_eq!(translate(pattern).as_deref(), expected, "{pattern}");
        }
    }
}
