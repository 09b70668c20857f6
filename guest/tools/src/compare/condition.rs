//! Conditions as a comparison sees them: names by their namespaces, for prefixes say nothing.

use pyxsd_schema::conditions::Test;

/// The text of a test with `{namespace}` in the place of each prefix, and behind it the default namespace for elements, where there is one.
/// Literals and comments stay as they are.
pub(super) fn condition(test: &Test) -> String {
    let text = test.text.trim();
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '"' | '\'' => rest[1..].find(first).map_or(rest.len(), |end| end + 2),
            '(' if rest.starts_with("(:") => rest.find(":)").map_or(rest.len(), |end| end + 2),
            _ if is_name(first) => rest.find(|c| !is_name(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, behind) = rest.split_at(end);
        rest = behind;
        let local = behind.strip_prefix(':').filter(|local| local.starts_with(|c| is_name(c) || c == '*'));
        match (local, test.namespaces.iter().find(|(prefix, _)| prefix == token)) {
            (Some(local), Some((_, namespace))) => {
                out.push_str(&format!("{{{namespace}}}"));
                rest = local;
            }
            _ => out.push_str(token),
        }
    }
    if let Some((_, namespace)) = test.namespaces.iter().find(|(prefix, _)| prefix.is_empty()) {
        out.push_str(&format!(" (elements in {{{namespace}}})"));
    }
    out
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '\u{b7}')
}
