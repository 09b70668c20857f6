//! Text as it is written.

/// Text for the content of an element. `>` is escaped too, so that no text makes `]]>`.
pub(crate) fn escape_text(text: &str) -> String {
    escape(text, |c| match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '\r' => Some("&#13;"),
        _ => None,
    })
}

/// Text for an attribute value in quotes of either kind.
pub(crate) fn escape_value(text: &str, quote: char) -> String {
    escape(text, |c| match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '"' if quote == '"' => Some("&quot;"),
        '\'' if quote == '\'' => Some("&apos;"),
        '\t' => Some("&#9;"),
        '\n' => Some("&#10;"),
        '\r' => Some("&#13;"),
        _ => None,
    })
}

fn escape(text: &str, reference: impl Fn(char) -> Option<&'static str>) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match reference(c) {
            Some(reference) => escaped.push_str(reference),
            None => escaped.push(c),
        }
    }
    escaped
}
