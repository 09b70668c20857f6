//! One case: a folder, what it is run with, and what comes of it.

use pyxsd_schema::{CompileOptions, Issue, NameMatching, Phase, Resolver, Severity, XsdVersion};
use pyxsd_validator::{ValidateOptions, validate};
use serde_json::{Map, Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// What a case gives.
pub struct Case {
    /// Of the schema, then of the instance.
    pub issues: Vec<Issue>,
    /// References that no document resolves.
    unresolved: Vec<String>,
    /// Constructs that are not implemented.
    unsupported: Vec<String>,
}

struct Folder(PathBuf);

impl Resolver for Folder {
    fn load(&mut self, path: &str) -> Option<Vec<u8>> {
        fs::read(self.0.join(path)).ok()
    }
}

impl Case {
    /// Compiles `schema.xsd`; where it has no error, validates `instance.xml`.
    pub fn run(folder: &Path) -> Self {
        let mut schema =
            pyxsd_schema::compile(&["schema.xsd".to_owned()], &options(folder), &mut Folder(folder.to_owned()))
                .unwrap_or_else(|error| panic!("{}: {error:?}", folder.display()));
        let mut issues = schema.issues.clone();
        if let (false, Ok(bytes)) = (schema.has_errors(), fs::read(folder.join("instance.xml"))) {
            let report = validate(&mut schema, "instance.xml", &bytes, &ValidateOptions::default())
                .unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
            issues.extend(report.issues);
        }
        let unresolved = schema.unresolved.iter().map(|reference| reference.target.clone()).collect();
        let unsupported = schema.unsupported.iter().map(|construct| construct.what.clone()).collect();
        Self { issues, unresolved, unsupported }
    }

    /// What `expected.json` holds.
    pub fn to_json(&self) -> String {
        let mut value = json!({ "issues": self.issues.iter().map(issue).collect::<Vec<_>>() });
        for (key, list) in [("unresolved", &self.unresolved), ("unsupported", &self.unsupported)] {
            if !list.is_empty() {
                value[key] = json!(list);
            }
        }
        format!("{value:#}\n")
    }
}

fn options(folder: &Path) -> CompileOptions {
    let text = fs::read_to_string(folder.join("options.json")).unwrap_or_else(|_| "{}".to_owned());
    let given: Map<String, Value> = serde_json::from_str(&text).expect("an object of options");
    let mut options = CompileOptions::default();
    for (key, value) in &given {
        match (key.as_str(), value.as_str()) {
            ("xsd_version", Some("1.0")) => options.version = XsdVersion::V1_0,
            ("namespaces", Some("legacy")) => options.matching = NameMatching::Legacy,
            _ => panic!("{}: {key} is {value}", folder.display()),
        }
    }
    options
}

fn issue(issue: &Issue) -> Value {
    let severity = if issue.severity == Severity::Error { "error" } else { "warning" };
    let phase = if issue.phase == Phase::Schema { "schema" } else { "instance" };
    let mut value = json!({
        "code": issue.code.as_str(),
        "severity": severity,
        "phase": phase,
        "rule": issue.rule,
        "message": issue.message,
        "file": *issue.place.file,
        "line": issue.place.position.line,
        "column": issue.place.position.column,
        "path": path(issue),
        "precision": format!("{:?}", issue.precision).to_lowercase(),
    });
    if !issue.expected.is_empty() {
        value["expected"] = json!(issue.expected);
    }
    if let Some(place) = &issue.declared_at {
        value["declared_at"] = json!(format!("{}:{}", place.file, place.position.line));
    }
    value
}

/// The location as one string; names of XML Schema as with its usual prefix.
fn path(issue: &Issue) -> String {
    let short = |name: &str| name.replace("{http://www.w3.org/2001/XMLSchema}", "xs:");
    let steps = issue.location.path.iter().map(|step| format!("/{}[{}]", short(&step.name), step.index));
    let attribute = issue.location.attribute.iter().map(|name| format!("/@{}", short(name)));
    steps.chain(attribute).collect()
}
