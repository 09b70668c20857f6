//! `validate`.

use super::flags::{Format, Namespaces, ValidateArguments, Version};
use super::report::Reports;
use super::source::{printable, shown};
use super::text::{Printer, Told};
use super::{Exit, usage};
use crate::capture::Capture;
use crate::capture::folder::Folder;
use crate::capture::tree::Tree;
use crate::fault::{FaultCode, Outcome};
use crate::host::Host;
use crate::limits::Limits;
use crate::operations::gather::{Gathering, is_of_the_operation};
use crate::operations::validate::{Question, Verdict, decide};
use crate::server;
use crate::settings::{Execution, GROUPS, Settings, StateSetting};
use crate::worker::schema::{NameMatching, SchemaOptions, XsdVersion};
use crate::worker::{SchemaSource, Times};
use crate::workspace::WorkspacePath;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Validates the files named and says what is wrong with them. Ctrl-C ends it in order: workers stop, scratch is removed.
pub fn run(arguments: &ValidateArguments, limits: Limits) -> Exit {
    interruptible(validate(arguments, limits))
}

/// Runs a command until it ends or Ctrl-C ends it in order.
pub(super) fn interruptible(command: impl Future<Output = Exit>) -> Exit {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(cause) => return usage(&cause.to_string()),
    };
    runtime.block_on(async {
        tokio::select! {
            exit = command => exit,
            _ = tokio::signal::ctrl_c() => {
                usage(FaultCode::Cancelled.name());
                Exit::of(FaultCode::Cancelled)
            }
        }
    })
}

async fn validate(arguments: &ValidateArguments, limits: Limits) -> Exit {
    let host = Host::new(settings(limits), server::protocol_versions());
    let mut session = match Session::open(&host, arguments).await {
        Ok(session) => session,
        Err(fault) => {
            usage(&printable(&fault.message));
            return Exit::of(fault.code);
        }
    };
    if let Some(input) = arguments.report.as_deref().and_then(|report| session.files.input_at(report)) {
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
        Ok(exit) => exit.or(reported),
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

/// The files of one invocation.
pub struct Files {
    folder: Arc<Folder>,
    capture: Arc<Capture>,
    /// What a captured path is called in the output.
    names: BTreeMap<WorkspacePath, String>,
}

/// A document as it was named, and what is to be asked of it, or why nothing can be.
struct Named {
    name: String,
    question: Outcome<(WorkspacePath, SchemaSource)>,
}

/// The documents of one invocation, captured with their schemas.
struct Session<'a> {
    gathering: Gathering<'a>,
    times: Times,
    documents: Vec<Named>,
    options: SchemaOptions,
    files: Files,
}

impl<'a> Session<'a> {
    /// Captures what can be. What is wrong with one document is told in its place; a fault here is one of the whole invocation.
    async fn open(host: &'a Host, arguments: &ValidateArguments) -> Outcome<Session<'a>> {
        let named: Vec<&Path> = arguments.files.iter().chain(&arguments.schema).map(PathBuf::as_path).collect();
        let (folder, mut paths) = Folder::around(&named)?;
        let folder = Arc::new(folder);
        let named_paths = paths.iter().zip(&named).filter_map(|(path, name)| Some((path.clone().ok()?, shown(name))));
        let names = named_paths.collect();
        let entry = paths.split_off(arguments.files.len()).pop().transpose();
        let options = schema_options(arguments);
        let schema = match entry {
            Ok(Some(path)) => Ok(SchemaSource::Reference { path, options: options.clone() }),
            Ok(None) => Ok(SchemaSource::Hints { options: options.clone() }),
            Err(fault) => Err(fault.with("role", "schema")),
        };
        let times = Times::of_document(&host.settings.limits);
        let mut gathering = Gathering::of_tree(host, Arc::clone(&folder) as Arc<dyn Tree>);
        let mut documents = Vec::new();
        for (file, path) in arguments.files.iter().zip(paths) {
            let question = match (path, &schema) {
                (Ok(path), Ok(schema)) => gather(&mut gathering, path, schema, times).await?,
                (Err(fault), _) => Err(fault),
                (Ok(_), Err(fault)) => Err(fault.clone()),
            };
            documents.push(Named { name: shown(file), question });
        }
        let files = Files { folder, capture: Arc::clone(gathering.capture()), names };
        Ok(Session { gathering, times, documents, options, files })
    }

    /// Decides one document and notes it for the report.
    async fn decide(&mut self, place: usize, reports: &mut Option<&mut Reports>) -> Outcome<(WorkspacePath, Verdict)> {
        let Named { name, question } = &self.documents[place];
        let decided = match question.clone() {
            Ok((document, schema)) => {
                let capture = Arc::clone(&self.files.capture);
                let question = Question { capture, document: document.clone(), schema };
                match self.gathering.lease().await {
                    Ok(lease) => decide(lease, question, self.times).await.map(|verdict| (document, verdict)),
                    Err(fault) => Err(fault),
                }
            }
            Err(fault) => Err(fault),
        };
        if let Some(reports) = reports {
            reports.note(name, &self.options, decided.as_ref().map(|(_, verdict)| verdict));
        }
        decided
    }

    async fn text(&mut self, output: &mut impl Write, mut reports: Option<&mut Reports>) -> std::io::Result<Exit> {
        let mut progress = Told::default();
        let (mut worst, mut invalid, mut errors, mut warnings) = (Exit::Valid, 0_u64, 0, 0);
        for place in 0..self.documents.len() {
            let decided = self.decide(place, &mut reports).await;
            let mut printer = Printer::new(&self.files, &mut progress, output);
            let exit = match decided {
                Ok((document, verdict)) => {
                    errors += verdict.outcome.report.counts.errors;
                    warnings += verdict.outcome.report.counts.warnings;
                    printer.verdict(&document, &verdict)?
                }
                Err(fault) => {
                    errors += 1;
                    printer.fault(&self.documents[place].name, &fault)?
                }
            };
            invalid += u64::from(exit != Exit::Valid);
            worst = worst.or(exit);
        }
        let count = |number: u64, thing: &str| format!("{number} {thing}{}", if number == 1 { "" } else { "s" });
        let documents = count(self.documents.len() as u64, "document");
        let summary = match invalid {
            0 => format!("{documents}: all valid"),
            invalid => format!("{documents}: {invalid} not valid, {}", count(errors, "error")),
        };
        let warned = if warnings == 0 { String::new() } else { format!(", {}", count(warnings, "warning")) };
        writeln!(output, "{summary}{warned}")?;
        Ok(worst)
    }

    async fn json(&mut self, output: &mut impl Write, mut reports: Option<&mut Reports>) -> std::io::Result<Exit> {
        let mut worst = Exit::Valid;
        let mut results = Vec::new();
        for place in 0..self.documents.len() {
            let decided = self.decide(place, &mut reports).await;
            let name = &self.documents[place].name;
            let (exit, result) = match decided {
                Ok((_, verdict)) => {
                    let exit = if verdict.outcome.report.valid { Exit::Valid } else { Exit::Invalid };
                    let mut data = verdict.to_json();
                    data["issues"] = json!(verdict.outcome.report.issues);
                    (exit, json!({"file": name, "ok": true, "data": data, "warnings": verdict.warnings()}))
                }
                Err(fault) => (Exit::of(fault.code), json!({"file": name, "ok": false, "error": fault.to_json()})),
            };
            worst = worst.or(exit);
            results.push(result);
        }
        writeln!(output, "{:#}", json!({ "results": results }))?;
        Ok(worst)
    }
}

/// Adds a document with its schema. The inner fault is the document's own.
async fn gather(
    gathering: &mut Gathering<'_>,
    document: WorkspacePath,
    schema: &SchemaSource,
    times: Times,
) -> Outcome<Outcome<(WorkspacePath, SchemaSource)>> {
    let gathered = match gathering.question(&document, schema, times).await {
        Ok(()) => gathering.resolved(&document, schema, times).await,
        Err(fault) => Err(fault),
    };
    match gathered {
        Err(fault) if is_of_the_operation(&fault) => Err(fault),
        gathered => Ok(gathered.map(|schema| (document, schema))),
    }
}

impl Files {
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

    /// The folder outside which nothing is read, as it is shown.
    pub fn root(&self) -> String {
        shown(self.folder.root())
    }

    /// The name of a captured file: as given on the command line, or where it was found.
    pub fn name(&self, path: &str) -> String {
        match WorkspacePath::parse(path) {
            Ok(path) => self.names.get(&path).cloned().unwrap_or_else(|| shown(&self.folder.on_disk(&path))),
            Err(_) => printable(path),
        }
    }
}

fn schema_options(arguments: &ValidateArguments) -> SchemaOptions {
    SchemaOptions {
        version: match arguments.xsd_version {
            Version::V1_0 => XsdVersion::V1_0,
            Version::V1_1 => XsdVersion::V1_1,
        },
        matching: match arguments.namespaces {
            Namespaces::Strict => NameMatching::Strict,
            Namespaces::Legacy => NameMatching::Legacy,
        },
        ..SchemaOptions::default()
    }
}

/// Settings of a command that retains nothing.
pub(super) fn settings(limits: Limits) -> Settings {
    Settings {
        project_root: PathBuf::new(),
        state: StateSetting::Temporary,
        source_root: None,
        execution: Execution::Disabled,
        groups: GROUPS.to_vec(),
        limits: Arc::new(limits),
    }
}
