//! Schema locations to paths.

/// Resolves a location against the path of the document in which it stands. The result is relative to the root of all paths and
/// normalised. `None` for a remote location (any scheme), an absolute path, and one that leaves the root.
pub fn resolve_location(base: &str, location: &str) -> Option<String> {
    let location = location.trim();
    let location = location.split(['#', '?']).next().unwrap_or_default();
    if has_scheme(location) || location.starts_with('/') || location.contains('\\') {
        return None;
    }
    let decoded = percent_decode(location)?;
    let mut parts: Vec<&str> = base.split('/').collect();
    parts.pop();
    for part in decoded.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    (!parts.is_empty() && !decoded.is_empty()).then(|| parts.join("/"))
}

/// The base of the locations below an element with `xml:base`, as a path whose last segment does not count. What names another place than
/// a folder here, such as an address, changes nothing, since nothing is fetched from there. `None` where it leaves the root.
pub fn resolve_base(base: &str, xml_base: &str) -> Option<String> {
    let location = xml_base.trim().split(['#', '?']).next().unwrap_or_default();
    if location.is_empty() || has_scheme(location) || location.starts_with('/') || location.contains('\\') {
        return Some(base.to_owned());
    }
    // With a name at the end only what is before it counts.
    let folder = match location.rsplit_once('/') {
        _ if matches!(location.rsplit('/').next(), Some("." | "..")) => format!("{location}/-"),
        Some((folder, _)) => format!("{folder}/-"),
        None => "-".to_owned(),
    };
    resolve_location(base, &folder)
}

fn has_scheme(location: &str) -> bool {
    let Some(colon) = location.find(':') else { return false };
    let scheme = &location[..colon];
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

/// Undoes percent-encoding; `None` where the result is not UTF-8 or has a NUL.
fn percent_decode(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_string());
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escape = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        match escape.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(out).ok().filter(|decoded| !decoded.contains('\0'))
}

#[cfg(test)]
mod tests {
    use super::{resolve_base, resolve_location};

    #[test]
    fn a_base_moves_the_folder_that_locations_start_from() {
        for (base, xml_base, path) in [
            ("a/b.xsd", "c/", Some("a/c/x.xsd")),
            ("a/b.xsd", "c/d.xsd", Some("a/c/x.xsd")),
            ("a/b.xsd", "d.xsd", Some("a/x.xsd")),
            ("a/b.xsd", "..", Some("x.xsd")),
            ("a/b.xsd", "../", Some("x.xsd")),
            ("b.xsd", "./c%20d/", Some("c d/x.xsd")),
            ("b.xsd", "..", None),
            ("a/b.xsd", "http://example.org/c/", Some("a/x.xsd")),
            ("a/b.xsd", "", Some("a/x.xsd")),
        ] {
            let found = resolve_base(base, xml_base).and_then(|base| resolve_location(&base, "x.xsd"));
            assert_eq!(found.as_deref(), path, "{xml_base} in {base}");
        }
    }

    #[test]
    fn locations_resolve_against_the_folder_of_their_document() {
        for (base, location, path) in [
            ("a/b.xsd", "c.xsd", Some("a/c.xsd")),
            ("b.xsd", "./c.xsd", Some("c.xsd")),
            ("a/b.xsd", "../c.xsd#x", Some("c.xsd")),
            ("a/b.xsd", "d/../c%20d.xsd", Some("a/c d.xsd")),
            ("b.xsd", "../c.xsd", None),
            ("b.xsd", "http://example.org/c.xsd", None),
            ("b.xsd", "urn:x", None),
            ("b.xsd", "/etc/c.xsd", None),
            ("a/b.xsd", "", None),
        ] {
            assert_eq!(resolve_location(base, location).as_deref(), path, "{location} in {base}");
        }
    }
}
