//! The page `docs/tools.md`: the table of tools, read aloud.

use super::{schemas, tools};
use crate::limits::Limits;
use crate::settings::GROUPS;
use rmcp::model::Tool;
use serde_json::Value;
use std::fmt::Write as _;

/// What each tool gives as `data`, in the notation of the page.
const GIVES: &[(&str, &str)] = &[
    (
        "pyxsd_capabilities",
        "`{version, protocol_versions, groups, execution: {backend, enabled}, limits, source_root, adapters, components: [{name, world, digest}]}`",
    ),
    (
        "pyxsd_manage_workspace",
        "`{workspace}`, `{workspaces: […]}` or `{released}`, a workspace being `{workspace_id, generation, files, bytes, created_at}`",
    ),
    (
        "pyxsd_put_files",
        "`{workspace_id, generation, files: [{path, size, digest}], bytes}`; `generation` rises by 1 where something changed",
    ),
    (
        "pyxsd_validate_document",
        "`{valid, counts: {errors, warnings, by_code}, collected, suppressed, issues: [Issue], report, fingerprints: {document, schema}}`; `report` \
         is an artifact, null for a valid document",
    ),
    (
        "pyxsd_validate_documents",
        "`{results: [{document, ok, valid?, counts?, report?, error?}], totals}`, in the order of the request",
    ),
    ("pyxsd_explain_issue", "`{code, rule, meaning, usual_causes, fixes, example, issue?}`"),
    (
        "pyxsd_inspect_schema",
        "overview: `{target_namespace, documents, roots, entry_roots, counts, issues, issues_total}`; compact and full: `{text}`; components: \
         `{components: [Description]}`. See [schemas](schemas.md)",
    ),
    ("pyxsd_find_schema_components", "`{total, components: [{id, kind, name, path, line}]}`"),
    ("pyxsd_inspect_model", "`{schema, element, notes}`; `schema` is JSON Schema 2020-12"),
    ("pyxsd_validate_data", "`{valid, errors: [{pointer, code, message}], suppressed}`"),
    (
        "pyxsd_compare_schemas",
        "`{namespace_changed, totals: {added, removed, changed}, added, removed, changed, changed_details: [{id, changes: [{field, old, new}]}], \
         potential_impact, corpus?: {totals, files: [{path, category, old, new, evidence}]}}`",
    ),
    (
        "pyxsd_query_document",
        "`{kind: \"empty\" | \"nodes\" | \"atomics\" | \"mixed\", total, items}`. See [queries](queries.md)",
    ),
    (
        "pyxsd_preview_records",
        "`{columns: [{name, type, nullable}], rows, row_count, count_complete}`. See [records](records.md)",
    ),
    ("pyxsd_export_records", "`{files: [ArtifactRef], rows}`"),
    (
        "pyxsd_preview_transform",
        "`{workspace_id, generation, digests, candidate, report, byte_diff, structural_diff, checkpoints: [{name, artifact, valid}], well_formed, \
         source_valid, target_valid?, output}`. See [transforms](transforms.md) and [their results](transform-results.md)",
    ),
    ("pyxsd_list_artifacts", "`{artifacts: [ArtifactRef]}`, in order of creation"),
    ("pyxsd_read_artifact", "the ArtifactRef with `data` (base64), `offset`, `length`"),
    ("pyxsd_delete_artifact", "`{deleted}`"),
];

const HEAD: &str = "\
# Tools

Generated from `host/src/server/tools.rs`; `UPDATE_EXPECT=1 cargo test -p pyxsd-mcp --test docs` rewrites it.

Every answer is an envelope: `{ok: true, data, page?, warnings, artifacts, provenance}`, or `{ok: false, error}` with a code of
[faults](faults.md). It comes as structured content and as the same JSON in a text. What is larger than a reply may be is retained as an artifact,
and `data` is then `{spilled: true, bytes, artifact, summary}`. Paged tools give `page: {returned, next_cursor, truncated}`: go on with `cursor`
and otherwise equal arguments until it is null. Members that are not listed here are refused; what is not wanted is left out, not null. Where an
object or an array is due, a string with it as JSON is accepted.

## What several tools take

| argument | meaning |
| --- | --- |
| a document | `{\"path\": …}`, a path in the workspace |
| a schema | `{\"source\": {\"path\": …}, \"options\"?: {…}}`. Where it may be left out, the location hints of the document count |
| `options.binding` | `lax` (default) or `strict`: whether queries see what is invalid |
| `options.namespaces` | `strict` (default): names are expanded names; `legacy`: local names alone |
| `options.xsd_version` | `1.1` (default) or `1.0` |
| `options.namespace_schemas` | namespace to path: schemas as if they were imported |

An *ArtifactRef* is `{artifact_id, kind, filename, media_type, size, digest, path, created_at, dataset_id?, relative_path?}`. An *Issue* is `{severity,
code, rule, message, phase, file, line, column, location, location_precision, expected?, declared_at?}`; [issue codes](issue-codes.md) explains each.
";

/// The page.
pub fn documentation() -> String {
    let mut page = HEAD.to_owned();
    let limits = Limits::default();
    for group in GROUPS {
        let listed: Vec<Tool> = tools::enabled(&[group]).map(|entry| entry.to_tool(&limits)).collect();
        if listed.is_empty() {
            continue;
        }
        let always = if *group == "core" { ", always on" } else { "" };
        let _ = write!(page, "\n## Group `{group}`{always}\n");
        listed.iter().for_each(|tool| describe(&mut page, tool));
    }
    page
}

fn describe(page: &mut String, tool: &Tool) {
    let hints = tool.annotations.as_ref();
    let is = |hint: Option<bool>| hint.unwrap_or(false);
    let effect = match hints {
        Some(hints) if is(hints.read_only_hint) => "reads only",
        Some(hints) if is(hints.destructive_hint) => "may remove something",
        _ => "adds something",
    };
    let again =
        if is(hints.and_then(|hints| hints.idempotent_hint)) { "; repeating it changes nothing more" } else { "" };
    let _ = write!(page, "\n### `{}`\n\n", tool.name);
    let _ = writeln!(page, "{} ({effect}{again}).\n", tool.title.as_deref().unwrap_or_default());
    let _ = writeln!(page, "{}\n", tool.description.as_deref().unwrap_or_default());
    let schema = Value::Object(tool.input_schema.as_ref().clone());
    let mut rows = Vec::new();
    members("", &schema, &mut rows);
    match rows.is_empty() {
        true => page.push_str("It takes no arguments.\n\n"),
        false => {
            let _ = writeln!(page, "| argument | | meaning |\n| --- | --- | --- |\n{}", rows.concat());
        }
    }
    let gives = GIVES.iter().find(|(name, _)| *name == tool.name).map_or("", |(_, gives)| gives);
    let _ = writeln!(page, "Gives {gives}.");
}

/// A row for each member of an object. Schemas are not nested deep.
fn members(place: &str, schema: &Value, rows: &mut Vec<String>) {
    let required =
        |name: &str| schema["required"].as_array().is_some_and(|names| names.iter().any(|known| known == name));
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        let place = format!("{place}{name}");
        let needed = if required(name) { "required" } else { "" };
        rows.push(format!("| `{place}` | {needed} | {} |\n", meaning(member).replace('|', "\\|")));
        if shared(member).is_none() {
            match member["type"].as_str() {
                Some("object") => members(&format!("{place}."), member, rows),
                Some("array") if shared(&member["items"]).is_none() => {
                    members(&format!("{place}[]."), &member["items"], rows)
                }
                _ => {}
            }
        }
    }
}

/// What a schema is called that several tools share.
fn shared(schema: &Value) -> Option<&'static str> {
    let (_, _, document) = schemas::document();
    let (_, _, reference) = schemas::schema_ref(true);
    if schema["properties"] == reference["properties"] {
        return Some("a schema");
    }
    (schema["properties"] == document["properties"]).then_some("a document")
}

fn meaning(schema: &Value) -> String {
    let kind = match (shared(schema), schema["type"].as_str().unwrap_or_default()) {
        (Some(shared), _) => shared.to_owned(),
        (None, "array") => match (shared(&schema["items"]), schema["items"]["type"].as_str()) {
            (Some(shared), _) => format!("array, each {shared}"),
            (None, kind) => format!("array, each {}", kind.unwrap_or("a value")),
        },
        (None, kind) => kind.to_owned(),
    };
    let words: Vec<String> = schema["enum"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(|word| format!("`{word}`"))
        .collect();
    let words = if words.is_empty() { String::new() } else { format!(": {}", words.join(", ")) };
    let bounds = match (schema["minimum"].as_u64(), schema["maximum"].as_u64()) {
        (Some(low), Some(high)) => format!(" from {low} to {high}"),
        (Some(low), None) => format!(" from {low}"),
        _ => String::new(),
    };
    let description = schema["description"].as_str().map_or_else(String::new, |text| format!(". {text}"));
    format!("{kind}{bounds}{words}{description}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_every_tool_gives_is_told() {
        let named: Vec<&str> = GIVES.iter().map(|(name, _)| *name).collect();
        for tool in tools::TOOLS {
            assert!(named.contains(&tool.name), "{}", tool.name);
        }
    }
}
