//! `validate`.

use super::flags::{Format, Namespaces, ValidateArguments, Version};
use super::report::Reports;
use super::source::{printable, shown};
use super::text::Printer;
use super::{Exit, usage};
use crate::capture::Capture;
use crate::capture::folder::Folder;
use crate::fault::{FaultCode, Outcome};
use crate::host::Host;
use crate::limits::Limits;
use crate::operations::gather::Gathering;
use crate::operations::validate::{Question, Verdict, decide};
use crate::server;
use crate::settings::{Execution, GROUPS, Settings, StateSetting};
use crate::worker::SchemaSource;
use crate::worker::schema::{NameMatching, SchemaOptions, XsdVersion};
use crate::workspace::WorkspacePath;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Validates the files named and says what is wrong with them. Ctrl-C ends it in order: workers stop, scratch is removed.
pub fn run(arguments: &ValidateArguments, limits: Limits) -> Exit {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(cause) => return usage(&cause.to_string()),
    };
    runtime.block_on(async {
        tokio::select! {
            exit = validate(arguments, limits) => exit,
            _ = tokio::signal::ctrl_c() => {
                usage(FaultCode::Cancelled.name());
                Exit::of(FaultCode::Cancelled)
            }
        }
    })
}

async fn validate(arguments: &ValidateArguments, limits: Limits) -> Exit {
    let session = match Session::open(arguments, limits).await {
        Ok(session) => session,
        Err(fault) => {
            usage(&printable(&fault.message));
            return Exit::of(fault.code);
        }
    };
    if let Some(input) = arguments.report.as_deref().and_then(|report| session.input_at(report)) {
        return usage(&format!("--report would overwrite {input}, which is one of the inputs"));
    }
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    let mut reports = arguments.report.is_some().then(Reports::default);
    let written = match arguments.format {
        Format::Text => session.text(&mut output, reports.as_mut()).await,
        Format::Json => session.json(&mut output, reports.as_mut()).await,
    };
    let reported = match (reports, &arguments.report) {
        (Some(reports), Some(path)) => report(reports, path),
        _ => Exit::Valid,
    };
    match written.and_then(|exit| output.flush().map(|()| exit)) {
        Ok(exit) => exit.max(reported),
        // Whoever reads the output has seen enough.
        Err(cause) if cause.kind() == std::io::ErrorKind::BrokenPipe => Exit::Usage,
        Err(cause) => usage(&format!("standard output: {cause}")),
    }
}

fn report(reports: Reports, path: &Path) -> Exit {
    match reports.write(path) {
        Ok(true) => Exit::Valid,
        Ok(false) => {
            usage("no report is written: the document has no verdict");
            Exit::Valid
        }
        Err(cause) => usage(&format!("--report {}: {cause}", shown(path))),
    }
}

/// The documents of one invocation, captured with their schemas.
pub struct Session {
    host: Host,
    capture: Arc<Capture>,
    documents: Vec<WorkspacePath>,
    schema: SchemaSource,
    /// What a captured path is called in the output.
    names: BTreeMap<WorkspacePath, String>,
    folder: Folder,
}

impl Session {
    async fn open(arguments: &ValidateArguments, limits: Limits) -> Outcome<Session> {
        let named: Vec<&Path> = arguments.files.iter().chain(&arguments.schema).map(PathBuf::as_path).collect();
        let (folder, mut paths) = Folder::around(&named)?;
        let names = paths.iter().cloned().zip(named.iter().map(|path| shown(path))).collect();
        let entry = paths.split_off(arguments.files.len()).pop();
        let options = SchemaOptions {
            version: match arguments.xsd_version {
                Version::V1_0 => XsdVersion::V1_0,
                Version::V1_1 => XsdVersion::V1_1,
            },
            matching: match arguments.namespaces {
                Namespaces::Strict => NameMatching::Strict,
                Namespaces::Legacy => NameMatching::Legacy,
            },
            ..SchemaOptions::default()
        };
        let host = Host::new(settings(limits), server::protocol_versions());
        let mut gathering = Gathering::new(&host, &folder, &options);
        for document in &paths {
            gathering.document(document)?;
        }
        match &entry {
            Some(entry) => gathering.schemas(vec![entry.clone()]).await?,
            None => {
                for document in &paths {
                    gathering.hinted_schemas(document).await?;
                }
            }
        }
        let capture = Arc::new(gathering.finish());
        let schema = match entry {
            Some(path) => SchemaSource::Reference { path, options },
            None => SchemaSource::Hints { options },
        };
        Ok(Session { host, capture, documents: paths, schema, names, folder })
    }

    /// The input that stands at a place on disk, links followed.
    fn input_at(&self, place: &Path) -> Option<String> {
        let place = place.canonicalize().ok()?;
        let is_there = |path: &&WorkspacePath| self.folder.on_disk(path).canonicalize().is_ok_and(|file| file == place);
        self.capture.files().keys().find(is_there).map(|path| self.name(path.as_str()))
    }

    /// The captured files.
    pub fn capture(&self) -> &Capture {
        &self.capture
    }

    async fn decide(&self, document: &WorkspacePath, reports: &mut Option<&mut Reports>) -> Outcome<Verdict> {
        let question =
            Question { capture: Arc::clone(&self.capture), document: document.clone(), schema: self.schema.clone() };
        let outcome = decide(&self.host, question).await;
        if let Some(reports) = reports {
            reports.note(&self.name(document.as_str()), &self.schema, &outcome);
        }
        outcome
    }

    /// The name of a captured file: as given on the command line, or where it was found.
    pub fn name(&self, path: &str) -> String {
        match WorkspacePath::parse(path) {
            Ok(path) => self.names.get(&path).cloned().unwrap_or_else(|| shown(&self.folder.on_disk(&path))),
            Err(_) => printable(path),
        }
    }

    async fn text(&self, output: &mut impl Write, mut reports: Option<&mut Reports>) -> std::io::Result<Exit> {
        let mut printer = Printer::new(self, output);
        let (mut worst, mut invalid, mut errors, mut warnings) = (Exit::Valid, 0_u64, 0, 0);
        for document in &self.documents {
            let exit = match self.decide(document, &mut reports).await {
                Ok(verdict) => {
                    errors += verdict.outcome.report.counts.errors;
                    warnings += verdict.outcome.report.counts.warnings;
                    printer.verdict(document, &verdict)?
                }
                Err(fault) => {
                    errors += 1;
                    printer.fault(document, &fault)?
                }
            };
            invalid += u64::from(exit != Exit::Valid);
            worst = worst.max(exit);
        }
        let count = |number: u64, thing: &str| format!("{number} {thing}{}", if number == 1 { "" } else { "s" });
        let documents = count(self.documents.len() as u64, "document");
        let summary = match invalid {
            0 => format!("{documents}: all valid"),
            invalid => format!("{documents}: {invalid} not valid, {}", count(errors, "error")),
        };
        let warned = if warnings == 0 { String::new() } else { format!(", {}", count(warnings, "warning")) };
        printer.say(&format!("{summary}{warned}"))?;
        Ok(worst)
    }

    async fn json(&self, output: &mut impl Write, mut reports: Option<&mut Reports>) -> std::io::Result<Exit> {
        let mut worst = Exit::Valid;
        let mut results = Vec::new();
        for document in &self.documents {
            let name = self.name(document.as_str());
            let (exit, result) = match self.decide(document, &mut reports).await {
                Ok(verdict) => {
                    let exit = if verdict.outcome.report.valid { Exit::Valid } else { Exit::Invalid };
                    let mut data = verdict.to_json();
                    data["issues"] = json!(verdict.outcome.report.issues);
                    (exit, json!({"file": name, "ok": true, "data": data, "warnings": verdict.warnings()}))
                }
                Err(fault) => (Exit::of(fault.code), json!({"file": name, "ok": false, "error": fault.to_json()})),
            };
            worst = worst.max(exit);
            results.push(result);
        }
        writeln!(output, "{:#}", json!({ "results": results }))?;
        Ok(worst)
    }
}

fn settings(limits: Limits) -> Settings {
    Settings {
        project_root: PathBuf::new(),
        state: StateSetting::Temporary,
        execution: Execution::Disabled,
        groups: GROUPS.to_vec(),
        limits: Arc::new(limits),
    }
}
