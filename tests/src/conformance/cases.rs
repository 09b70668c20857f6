//! pyxsd's own cases: small schemas and instances with verdicts and the codes that must appear.

use pyxsd_schema::{CompileOptions, Issue, NameMatching, Resolver, Severity};
use pyxsd_validator::ValidateOptions;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::catch_unwind;

/// The file of cases.
#[derive(Deserialize)]
pub struct CaseFile {
    /// Its cases.
    #[serde(rename = "case")]
    pub cases: Vec<Case>,
}

/// One case; fields as the header of the file explains them.
#[derive(Deserialize)]
pub struct Case {
    /// `area/name`.
    pub id: String,
    schema: String,
    #[serde(default = "yes")]
    schema_valid: bool,
    instance: Option<String>,
    #[serde(default = "yes")]
    instance_valid: bool,
    #[serde(default)]
    expected_codes: Vec<String>,
    #[serde(default)]
    mode: String,
    #[serde(default)]
    files: BTreeMap<String, String>,
}

fn yes() -> bool {
    true
}

struct Files<'c>(&'c Case);

impl Resolver for Files<'_> {
    fn load(&mut self, path: &str) -> Option<Vec<u8>> {
        let text = if path == "schema.xsd" { Some(&self.0.schema) } else { self.0.files.get(path) };
        text.map(|text| text.clone().into_bytes())
    }
}

/// Runs a case; `Err` says how the engine differs from what is expected.
pub fn run(case: &Case) -> Result<(), String> {
    catch_unwind(|| judge(case)).unwrap_or_else(|_| Err("panic".into()))
}

fn judge(case: &Case) -> Result<(), String> {
    let matching = if case.mode.starts_with("namespaced") { NameMatching::Strict } else { NameMatching::Legacy };
    let options = CompileOptions { matching, ..CompileOptions::default() };
    let mut schema = pyxsd_schema::compile(&["schema.xsd".to_string()], &options, &mut Files(case))
        .map_err(|error| format!("{error:?}"))?;
    if let Some(unsupported) = schema.unsupported.first() {
        return Err(format!("unsupported: {}", unsupported.what));
    }
    expect("schema", case.schema_valid, &schema.issues)?;
    if !case.schema_valid {
        return expect_codes(case, &schema.issues);
    }
    let Some(instance) = &case.instance else { return Ok(()) };
    let report = match pyxsd_validator::validate(
        &mut schema,
        "instance.xml",
        instance.as_bytes(),
        &ValidateOptions::default(),
    ) {
        Ok(report) => report,
        Err(error) if case.instance_valid => return Err(format!("malformed: {error}")),
        Err(_) => return Ok(()),
    };
    expect("instance", case.instance_valid, &report.issues)?;
    if case.instance_valid { Ok(()) } else { expect_codes(case, &report.issues) }
}

fn expect(what: &str, valid: bool, issues: &[Issue]) -> Result<(), String> {
    let first = issues.iter().find(|issue| issue.severity == Severity::Error);
    match first {
        Some(issue) if valid => Err(format!("{what} rejected: [{}] {}", issue.code.as_str(), issue.message)),
        None if !valid => Err(format!("{what} accepted")),
        _ => Ok(()),
    }
}

fn expect_codes(case: &Case, issues: &[Issue]) -> Result<(), String> {
    let ours: BTreeSet<&str> = issues.iter().map(|issue| issue.code.as_str()).collect();
    let missing: Vec<&String> = case.expected_codes.iter().filter(|code| !ours.contains(code.as_str())).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("wants {missing:?}, has {ours:?}")) }
}
