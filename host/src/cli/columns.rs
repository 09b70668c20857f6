//! Names and columns as a person writes them: `{ns}name` or `prefix:name`, steps with `/` between.

use crate::worker::rows::{Column, FieldSource, Scope};

/// Prefixes and namespace names, as `--ns` gives them.
pub type Prefixes = [(String, String)];

/// `NAME=SOURCE`: the source is steps to a child element and at the end perhaps `@attribute`; it starts at the record, with `/` at the
/// root, with `../` one element above the record, and so on. `.` is the record itself.
pub fn column(text: &str, prefixes: &Prefixes) -> Result<Column, String> {
    let (name, source) = text.split_once('=').ok_or("a column is given as NAME=SOURCE")?;
    Ok(Column { name: name.to_owned(), source: source_of(source, prefixes)? })
}

fn source_of(text: &str, prefixes: &Prefixes) -> Result<FieldSource, String> {
    let (mut scope, rest) = match text.strip_prefix('/') {
        Some(rest) => (Scope::Root, rest),
        None => (Scope::Record, text),
    };
    let mut source = FieldSource { scope, path: Vec::new(), attribute: None };
    let mut steps = split(rest).into_iter().peekable();
    while steps.next_if(|step| *step == "..").is_some() {
        scope = match scope {
            Scope::Root => return Err("nothing is above the root".to_owned()),
            Scope::Record => Scope::Ancestor(1),
            Scope::Ancestor(levels) => Scope::Ancestor(levels.saturating_add(1)),
        };
    }
    source.scope = scope;
    let is_whole = |step: &&str| *step == "." || (step.is_empty() && scope == Scope::Root);
    while steps.next_if(is_whole).is_some() {}
    while let Some(step) = steps.next() {
        match step.strip_prefix('@') {
            Some(attribute) if steps.peek().is_none() => source.attribute = Some(expanded(attribute, prefixes, false)?),
            Some(_) => return Err(format!("nothing can follow the attribute `{step}`")),
            None => source.path.push(expanded(step, prefixes, true)?),
        }
    }
    Ok(source)
}

/// Names of child elements with `/` between.
pub fn steps(text: &str, prefixes: &Prefixes) -> Result<Vec<String>, String> {
    split(text).into_iter().map(|step| expanded(step, prefixes, true)).collect()
}

/// The parts between slashes, but for those in the braces of a namespace name.
fn split(text: &str) -> Vec<&str> {
    let mut inside = false;
    text.split(|character| {
        match character {
            '{' => inside = true,
            '}' => inside = false,
            _ => {}
        }
        character == '/' && !inside
    })
    .collect()
}

/// The name as `{ns}local`, or `local` without a namespace. The prefix that is empty is for elements without any.
fn expanded(name: &str, prefixes: &Prefixes, of_element: bool) -> Result<String, String> {
    if name.is_empty() {
        return Err("a step is empty".to_owned());
    }
    if name.starts_with('{') {
        return Ok(name.strip_prefix("{}").unwrap_or(name).to_owned());
    }
    let of = |wanted: &str| prefixes.iter().find(|(prefix, _)| prefix == wanted).map(|(_, uri)| uri.as_str());
    let in_namespace =
        |uri: &str, local: &str| if uri.is_empty() { local.to_owned() } else { format!("{{{uri}}}{local}") };
    match name.split_once(':') {
        Some((prefix, local)) => match of(prefix) {
            Some(uri) => Ok(in_namespace(uri, local)),
            None => Err(format!("the prefix of `{name}` is not given; say it with --ns {prefix}=URI")),
        },
        None => Ok(in_namespace(of("").filter(|_| of_element).unwrap_or_default(), name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prefixes() -> Vec<(String, String)> {
        [("o", "http://o/1"), ("", "urn:d")].map(|(prefix, uri)| (prefix.to_owned(), uri.to_owned())).to_vec()
    }

    #[test]
    fn a_source_says_where_it_starts_and_where_it_leads() {
        for (text, scope, path, attribute) in [
            ("{http://o/1}a/o:b", Scope::Record, &["{http://o/1}a", "{http://o/1}b"][..], None),
            ("@id", Scope::Record, &[], Some("id")),
            ("a/@o:id", Scope::Record, &["{urn:d}a"], Some("{http://o/1}id")),
            (".", Scope::Record, &[], None),
            ("./{}a", Scope::Record, &["a"], None),
            ("/@x", Scope::Root, &[], Some("x")),
            ("/", Scope::Root, &[], None),
            ("/o:a", Scope::Root, &["{http://o/1}a"], None),
            ("../..", Scope::Ancestor(2), &[], None),
            ("../o:a/@x", Scope::Ancestor(1), &["{http://o/1}a"], Some("x")),
        ] {
            let column = column(&format!("n={text}"), &prefixes()).unwrap();
            let path = path.iter().map(|name| (*name).to_owned()).collect();
            let source = FieldSource { scope, path, attribute: attribute.map(str::to_owned) };
            assert_eq!(column, Column { name: "n".to_owned(), source }, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        for text in ["n", "n=", "n=a//b", "n=@a/b", "n=p:a", "n=/../a", "n=a/"] {
            assert!(column(text, &prefixes()).is_err(), "{text}");
        }
        assert_eq!(steps("o:a/{u/v}b", &prefixes()).unwrap(), ["{http://o/1}a", "{u/v}b"]);
    }
}
