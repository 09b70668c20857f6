//! The pages of issue codes, from their table and cases.

use crate::case::Case;
use pyxsd_schema::{Issue, IssueCode, Phase, Severity};
use serde_json::json;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// A code with the case that triggers it.
pub struct Example {
    code: IssueCode,
    /// None where it comes with constructs that are not implemented yet.
    shown: Option<Shown>,
}

struct Shown {
    /// Name and text of each document, the schema first.
    documents: Vec<(String, String)>,
    /// `1.0` where it is so in 1.0 only.
    options: Option<String>,
    issue: Issue,
}

/// All codes in table order.
pub fn examples(area: &Path) -> Vec<Example> {
    let example = |&code: &IssueCode| Example { code, shown: shown(&area.join(code.as_str())) };
    IssueCode::ALL.iter().map(example).collect()
}

fn shown(folder: &Path) -> Option<Shown> {
    let mut documents: Vec<(String, String)> = Vec::new();
    for entry in fs::read_dir(folder).ok()? {
        let path = entry.ok()?.path();
        let name = path.file_name()?.to_str()?.to_owned();
        if !name.ends_with(".json") {
            documents.push((name, fs::read_to_string(&path).ok()?));
        }
    }
    let rank = |name: &str| (name != "schema.xsd", name == "instance.xml");
    documents.sort_by(|(one, _), (other, _)| (rank(one), one).cmp(&(rank(other), other)));
    let options = fs::read_to_string(folder.join("options.json")).ok().map(|text| text.trim().to_owned());
    Some(Shown { documents, options, issue: Case::run(folder).issues.into_iter().next()? })
}

fn severity(severity: Severity) -> &'static str {
    if severity == Severity::Error { "error" } else { "warning" }
}

fn phase(phase: Phase) -> &'static str {
    if phase == Phase::Schema { "schema" } else { "instance" }
}

/// For people.
pub fn markdown(examples: &[Example]) -> String {
    let mut text = String::from(
        "# Issue codes\n\nGenerated from `guest/schema/src/issue/code.rs` and `tests/cases/issues`; \
         `UPDATE_EXPECT=1 cargo test -p pyxsd-validator --test cases` rewrites it.\n\n\
         An issue is what validation finds wrong with a schema or an instance. The set of codes is closed. Errors decide the verdict, \
         warnings do not. Beside its code an issue names the rule of the Recommendation that is broken; the rule given here is the \
         usual one.\n\n| code | severity | phase | meaning |\n| --- | --- | --- | --- |\n",
    );
    for Example { code, .. } in examples {
        let (name, severity, phase) = (code.as_str(), severity(code.severity()), phase(code.phase()));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| [`{name}`](#{}) | {severity} | {phase} | {} |", name.to_lowercase(), code.meaning());
    }
    examples.iter().for_each(|example| section(&mut text, example));
    text
}

fn section(text: &mut String, Example { code, shown }: &Example) {
    let list = |items: &[&str]| items.iter().map(|item| format!("- {item}\n")).collect::<String>();
    let _ = write!(
        text,
        "\n## {}\n\n{} Rule: `{}`.\n\nUsual causes:\n{}\nFixes:\n{}",
        code.as_str(),
        code.meaning(),
        code.rule(),
        list(code.causes()),
        list(code.fixes())
    );
    let Some(shown) = shown else {
        let _ = writeln!(
            text,
            "\nNo example yet: it comes with constructs that need XPath 2.0, which are not supported so far."
        );
        return;
    };
    let options = shown.options.as_ref().map(|options| format!(" with the options `{options}`")).unwrap_or_default();
    let _ = writeln!(text, "\nExample{options}:");
    for (name, document) in &shown.documents {
        let _ = writeln!(text, "\n```xml\n<!-- {name} -->\n{}\n```", document.trim_end());
    }
    let Issue { place, message, .. } = &shown.issue;
    let line = format!("{}:{}:{}", place.file, place.position.line, place.position.column);
    let _ = writeln!(text, "\n`{line}` `{}` {message}", shown.issue.rule);
}

/// For programs: what the explanation of a code holds.
pub fn json(examples: &[Example]) -> String {
    let entries = examples.iter().map(|Example { code, shown }| {
        let example = shown.as_ref().map(|shown| {
            json!({
                "documents": shown.documents.iter().map(|(path, text)| json!({ "path": path, "text": text })).collect::<Vec<_>>(),
                "options": shown.options.as_ref().map(|text| serde_json::from_str::<serde_json::Value>(text).expect("an object")),
                "issue": {
                    "file": *shown.issue.place.file,
                    "line": shown.issue.place.position.line,
                    "column": shown.issue.place.position.column,
                    "rule": shown.issue.rule,
                    "message": shown.issue.message,
                },
            })
        });
        json!({
            "code": code.as_str(),
            "severity": severity(code.severity()),
            "phase": phase(code.phase()),
            "rule": code.rule(),
            "meaning": code.meaning(),
            "usual_causes": code.causes(),
            "fixes": code.fixes(),
            "example": example,
        })
    });
    format!("{:#}\n", json!(entries.collect::<Vec<_>>()))
}
