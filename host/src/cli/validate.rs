//! `validate`.

use super::flags::{Format, ReportFormat, ValidateArguments};
use super::meter::Meter;
use super::output::{self, Decided};
use super::output_file::OutputFile;
use super::report::Reports;
use super::source::shown;
use super::{Exit, refused, usage};
use crate::capture::Capture;
use crate::capture::folder::Folder;
use crate::capture::tree::Tree;
use crate::fault::{FaultCode, Outcome};
use crate::host::Host;
use crate::limits::Limits;
use crate::operations::gather::{Gathering, is_of_the_operation};
use crate::operations::validate::{Question, decide};
use crate::server;
use crate::settings::{Execution, GROUPS, Settings, StateSetting};
use crate::worker::schema::SchemaOptions;
use crate::worker::{SchemaSource, Times};
use crate::workspace::WorkspacePath;
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
    let format = if arguments.format == ReportFormat::Json { Format::Json } else { Format::Text };
    let report = match arguments.report.as_deref().map(|path| report_at(path, arguments)).transpose() {
        Ok(report) => report,
        Err(fault) => return refused(&fault, format),
    };
    let mut meter = Meter::new();
    let opening = Session::open(&host, arguments);
    let mut session = match meter.during(&"reading".to_owned().into(), opening).await {
        Ok(session) => session,
        Err(fault) => return refused(&fault, format),
    };
    if let Some(Err(fault)) = report.map(|report| report.require_apart(session.files.on_disk())) {
        return refused(&fault, format);
    }
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    let mut reports = report.map(|_| Reports::default());
    let mut form = output::of(arguments.format);
    let written = session.tell(form.as_mut(), &mut output, reports.as_mut(), &mut meter).await;
    let reported = match (reports, &report) {
        (Some(reports), Some(report)) => write(reports, report),
        _ => Exit::Valid,
    };
    match written.and_then(|exit| output.flush().map(|()| exit)) {
        Ok(exit) => exit.or(reported),
        // Whoever reads the output has seen enough.
        Err(cause) if cause.kind() == std::io::ErrorKind::BrokenPipe => Exit::Usage,
        Err(cause) => usage(&format!("standard output: {cause}")),
    }
}

/// The place of the report, which is none of the files named.
fn report_at<'a>(path: &'a Path, arguments: &ValidateArguments) -> Outcome<OutputFile<'a>> {
    let report = OutputFile::new("--report", path)?;
    let named = arguments.files.iter().chain(&arguments.schema).map(PathBuf::as_path);
    report.require_apart(named.chain(arguments.options.files()))?;
    Ok(report)
}

fn write(reports: Reports, report: &OutputFile<'_>) -> Exit {
    match reports.write(report) {
        Ok(true) => Exit::Valid,
        Ok(false) => {
            usage("no report is written: the document has no verdict");
            Exit::Valid
        }
        Err(fault) => refused(&fault, Format::Text),
    }
}

/// The files of one invocation.
pub struct Files {
    folder: Arc<Folder>,
    capture: Arc<Capture>,
    /// What was named on the command line, by its path in the capture.
    named: BTreeMap<WorkspacePath, PathBuf>,
    working_directory: PathBuf,
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
        let named = arguments.files.iter().chain(&arguments.schema).map(PathBuf::as_path);
        let named: Vec<&Path> = named.chain(arguments.options.files()).collect();
        let (folder, mut paths) = Folder::around(&named)?;
        let folder = Arc::new(folder);
        let named = paths.iter().zip(&named).filter_map(|(path, name)| Some((path.clone().ok()?, (*name).to_owned())));
        let named = named.collect();
        let of_options = paths.split_off(arguments.files.len() + usize::from(arguments.schema.is_some()));
        let options = arguments.options.resolved(of_options)?;
        let entry = paths.split_off(arguments.files.len()).pop().transpose();
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
        let working_directory = std::env::current_dir().unwrap_or_default();
        let files = Files { folder, capture: Arc::clone(gathering.capture()), named, working_directory };
        Ok(Session { gathering, times, documents, options, files })
    }

    /// Decides one document and notes it for the report.
    async fn decide(&mut self, place: usize, reports: &mut Option<&mut Reports>) -> Decided {
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

    /// Decides the documents one after another and tells of each.
    async fn tell(
        &mut self,
        form: &mut dyn output::Output,
        to: &mut impl Write,
        mut reports: Option<&mut Reports>,
        meter: &mut Meter,
    ) -> std::io::Result<Exit> {
        let mut worst = Exit::Valid;
        let total = self.documents.len();
        for place in 0..total {
            let label = format!("{} of {total}: {}", place + 1, self.documents[place].name).into();
            let decided = meter.during(&label, self.decide(place, &mut reports)).await;
            form.tell(&self.files, &self.documents[place].name, &decided, to)?;
            if meter.is_shown() {
                // What is known is not held back while the line says that work goes on.
                to.flush()?;
            }
            worst = worst.or(output::exit(&decided));
        }
        form.end(worst, to)?;
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
    /// Where the captured files stand.
    fn on_disk(&self) -> impl Iterator<Item = PathBuf> {
        self.capture.files().keys().map(|path| self.path(path.as_str()))
    }

    /// The captured files.
    pub fn capture(&self) -> &Capture {
        &self.capture
    }

    /// The folder outside which nothing is read, as it is shown.
    pub fn root(&self) -> String {
        shown(self.folder.root())
    }

    /// The folder that the command was started in.
    pub fn working_directory(&self) -> &Path {
        &self.working_directory
    }

    /// A captured file as given on the command line, or where it was found.
    pub fn path(&self, path: &str) -> PathBuf {
        match WorkspacePath::parse(path) {
            Ok(path) => self.named.get(&path).cloned().unwrap_or_else(|| self.folder.on_disk(&path)),
            Err(_) => PathBuf::from(path),
        }
    }

    /// The name of a captured file, for a person.
    pub fn name(&self, path: &str) -> String {
        shown(&self.path(path))
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
