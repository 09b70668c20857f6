//! What inspection gives, as text for a person.

use super::source::printable;
use serde_json::Value;
use std::fmt::Write as _;

/// Characters of documentation that are shown.
const SHOWN: usize = 300;

/// The overview of a schema.
pub fn overview(data: &Value) -> String {
    let mut text = String::new();
    let namespace = text_of(&data["target_namespace"]);
    let namespace = if namespace.is_empty() { "none".to_owned() } else { namespace };
    let _ = writeln!(text, "Target namespace: {namespace}");
    let _ = writeln!(text, "Documents:");
    for document in items(&data["documents"]) {
        let _ = writeln!(text, "  {}  {}", text_of(&document["path"]), text_of(&document["namespace"]));
    }
    let roots = items(&data["entry_roots"]);
    let _ = writeln!(text, "Global elements of the entry document: {}", roots.len());
    for root in roots {
        let _ = writeln!(text, "  {}", text_of(root));
    }
    let elsewhere = items(&data["roots"]).len().saturating_sub(roots.len());
    if elsewhere > 0 {
        let _ =
            writeln!(text, "Global elements of other documents: {elsewhere} (list them with --find or --format json)");
    }
    let counts = data["counts"].as_object().into_iter().flatten().filter(|(_, count)| **count != 0);
    let counts: Vec<String> = counts.map(|(name, count)| format!("{count} {}", name.replace('_', " "))).collect();
    let _ = writeln!(text, "Components: {}", if counts.is_empty() { "none".to_owned() } else { counts.join(", ") });
    for issue in items(&data["issues"]) {
        let (severity, code, message) =
            (text_of(&issue["severity"]), text_of(&issue["code"]), text_of(&issue["message"]));
        let (file, line, column) = (text_of(&issue["file"]), &issue["line"], &issue["column"]);
        let _ = writeln!(text, "{file}:{line}:{column}: {severity}[{code}]: {message}");
    }
    text
}

/// Descriptions of components, one paragraph each.
pub fn described(components: &[Value]) -> String {
    components.iter().map(description).collect::<Vec<_>>().join("\n")
}

fn description(component: &Value) -> String {
    let mut text = String::new();
    let place = &component["declared_at"];
    let place = match place["file"].as_str() {
        Some(file) => format!("  {}:{}", printable(file), place["line"]),
        None => String::new(),
    };
    let _ = writeln!(text, "{}{place}", text_of(&component["id"]));
    let mut line = |label: &str, value: String| {
        if !value.is_empty() {
            let _ = writeln!(text, "  {label}: {value}");
        }
    };
    line("says", short(&component["documentation"]));
    for name in ["type", "base", "derivation", "item", "default", "fixed", "category", "selector", "refer"] {
        line(name, text_of(&component[name]));
    }
    for name in ["members", "block", "final", "fields", "substitution_heads", "substitutes", "identity_constraints"] {
        line(&name.replace('_', " "), list(&component[name], ", "));
    }
    let flags = ["abstract", "nillable", "inheritable"].into_iter().filter(|flag| component[*flag] == true);
    line("is", flags.collect::<Vec<_>>().join(", "));
    for facet in items(&component["facets"]) {
        let value = if facet["value"].is_null() { list(&facet["values"], " | ") } else { text_of(&facet["value"]) };
        line(&text_of(&facet["name"]), value);
    }
    let content = &component["content"];
    line("content", text_of(&content["kind"]));
    line("model", text_of(&content["model"]));
    line("children", children(&content["particle"]));
    line("open content", text_of(&content["open_content"]["wildcard"]));
    line("attributes", items(&component["attributes"]).iter().map(attribute).collect());
    line("attribute wildcard", text_of(&component["attribute_wildcard"]));
    for test in items(&component["assertions"]) {
        line("assert", text_of(test));
    }
    for alternative in items(&component["alternatives"]) {
        let test = if alternative["test"].is_null() { "otherwise".to_owned() } else { text_of(&alternative["test"]) };
        line("alternative", format!("{test}: {}", text_of(&alternative["type"])));
    }
    text
}

/// The elements and wildcards of a content model, a line each, indented as the groups are.
fn children(particle: &Value) -> String {
    let mut text = String::new();
    let mut open = vec![(particle, 2_usize)];
    while let Some((particle, level)) = open.pop() {
        let Some(kind) = particle["kind"].as_str() else { continue };
        let occurs = match (&particle["min"], &particle["max"]) {
            (min, max) if *min == 1 && *max == 1 => String::new(),
            (min, max) => format!(" {min} to {}", text_of(max)),
        };
        let what = match kind {
            "element" => format!("{}: {}", text_of(&particle["name"]), text_of(&particle["type"])),
            "any" => text_of(&particle["wildcard"]),
            group => group.to_owned(),
        };
        let substitutes = match items(&particle["substitutes"]).len() {
            0 => String::new(),
            _ => format!(", or {}", list(&particle["substitutes"], ", ")),
        };
        let _ = write!(text, "\n{}{what}{occurs}{substitutes}", "  ".repeat(level));
        open.extend(items(&particle["particles"]).iter().rev().map(|inner| (inner, level + 1)));
    }
    text
}

fn attribute(attribute: &Value) -> String {
    let required = if attribute["required"] == true { " required" } else { "" };
    let value = ["default", "fixed"].into_iter().find(|name| !attribute[*name].is_null());
    let value = value.map(|name| format!(" {name} '{}'", text_of(&attribute[name]))).unwrap_or_default();
    format!("\n    @{}: {}{required}{value}", text_of(&attribute["name"]), text_of(&attribute["type"]))
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn list(value: &Value, separator: &str) -> String {
    items(value).iter().map(text_of).collect::<Vec<_>>().join(separator)
}

fn text_of(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => printable(text),
        other => other.to_string(),
    }
}

fn short(value: &Value) -> String {
    let text = text_of(value);
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
