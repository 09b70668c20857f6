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

/// Puts a text node, as it is written, behind what was written before. Where that ends with another text, since what stood between has gone,
/// both keep their meaning: no `]]>` comes about, and of a carriage return and a line feed each is still a line break of its own.
pub(super) fn append_text(out: &mut String, raw: &str) {
    let greater = match raw.find('>') {
        Some(0) => out.ends_with("]]"),
        Some(1) => raw.starts_with(']') && out.ends_with(']'),
        _ => false,
    };
    if greater {
        out.push_str(&raw.replacen('>', "&gt;", 1));
        return;
    }
    if raw.starts_with('\n') && out.ends_with('\r') {
        out.pop();
        out.push('\n');
    }
    out.push_str(raw);
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
