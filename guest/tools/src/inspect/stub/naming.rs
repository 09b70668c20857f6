//! Python identifiers for names of a schema.

use hashbrown::HashMap;

/// Words that Python keeps for itself.
const KEYWORDS: [&str; 38] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield", "match", "case", "type",
];

/// An identifier as near to a name as may be: what may not stand in one becomes `_`, and a keyword gets a `_` behind it.
pub(super) fn identifier(name: &str) -> String {
    let allowed = |c: char| c.is_alphabetic() || c.is_ascii_digit() || c == '_';
    let mut identifier: String = name.chars().map(|c| if allowed(c) { c } else { '_' }).collect();
    if identifier.starts_with(|c: char| c.is_ascii_digit()) || identifier.is_empty() {
        identifier.insert(0, '_');
    }
    if KEYWORDS.contains(&identifier.as_str()) {
        identifier.push('_');
    }
    identifier
}

/// The name of the class of an anonymous type: that of its element or attribute with a capital.
pub(super) fn capitalised(name: &str) -> String {
    let mut characters = name.chars();
    let first = characters.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    first + characters.as_str()
}

/// Identifiers taken in one place.
#[derive(Default)]
pub(super) struct Taken(HashMap<String, u32>);

impl Taken {
    /// The identifier itself, or where it is taken the same with a number behind it.
    pub(super) fn take(&mut self, identifier: String) -> String {
        let Some(count) = self.0.get_mut(&identifier) else {
            self.0.insert(identifier.clone(), 1);
            return identifier;
        };
        let mut number = *count;
        loop {
            number += 1;
            let numbered = format!("{identifier}_{number}");
            if !self.0.contains_key(&numbered) {
                self.0.insert(identifier, number);
                self.0.insert(numbered.clone(), 1);
                return numbered;
            }
        }
    }

    pub(super) fn holds(&self, identifier: &str) -> bool {
        self.0.contains_key(identifier)
    }
}
