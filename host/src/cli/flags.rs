//! Flags of the process.

use super::completions::CompletionsArguments;
use super::schema_flags::{CompareArguments, ExportArguments, InspectArguments, OptionFlags, QueryArguments};
use super::skills::SkillsArguments;
use super::transform::TransformArguments;
use crate::audit::Audit;
use crate::capture::folder::open_plain;
use crate::capture::source_root::SourceRoot;
use crate::limits::Limits;
use crate::settings::{Execution, GROUPS, Settings, StateSetting};
use crate::store::{KINDS, Kind};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// XML and XML Schema for agents and people, in a sandbox. Without a command: the MCP server on standard input and output.
#[derive(Debug, Parser)]
#[command(name = "pyxsd-mcp", version, max_term_width = 100)]
pub struct CommandLine {
    /// What to do instead of serving.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Flags of the server.
    #[command(flatten)]
    pub server: ServerFlags,
    /// Limits.
    #[command(flatten)]
    pub limits: LimitFlags,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  every document is valid
  1  a document is invalid or malformed, or the schema is invalid or incomplete
  2  usage, an input that cannot be read, or no schema
  3  a limit was reached, a construct is not supported, or the worker failed
Of several documents the most severe counts: 2 before 3 before 1 before 0.";

const TRANSFORM_EXIT_CODES: &str = "\
Exit codes:
  0  the result is valid under the target schema, or the schema where there is no other
  1  the result is invalid or malformed, the transform failed, or the document or a schema is wrong
  2  usage, or an input that cannot be read
  3  a limit was reached, a construct is not supported, or the worker failed";

/// What to do instead of serving.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Validate XML documents.
    #[command(after_help = EXIT_CODES)]
    Validate(ValidateArguments),
    /// Evaluate XPath 2.0 over a document that its schema types.
    Query(QueryArguments),
    /// Show what a schema has.
    Inspect(InspectArguments),
    /// Compare two schemas.
    Compare(CompareArguments),
    /// Write the records of valid documents to a data set of Parquet files.
    Export(ExportArguments),
    /// Transform a document in the sandbox, and judge what comes out.
    #[command(after_help = TRANSFORM_EXIT_CODES)]
    Transform(TransformArguments),
    /// List, show or delete what servers have retained.
    Artifacts(ArtifactsArguments),
    /// List or export the skills that the server offers to agents.
    Skills(SkillsArguments),
    /// Show every limit with its value in force.
    Limits(LimitsArguments),
    /// Print the completions of a shell.
    Completions(CompletionsArguments),
    /// Compile the sandboxed component now, so that the next start finds it.
    Warm,
    /// Compile a user's component from standard input to standard output; for this program's own use.
    #[command(hide = true)]
    CompileComponent {
        /// Address space.
        memory_bytes: u64,
        /// Time.
        seconds: u64,
        /// Of an instance in the host.
        instance_bytes: u64,
        /// Of the code.
        code_bytes: u64,
    },
}

/// Flags of the server.
#[derive(Debug, Args)]
pub struct ServerFlags {
    /// The project's folder [default: the working directory].
    #[arg(long, value_name = "DIR")]
    project_root: Option<PathBuf>,
    /// Where retained outputs go [default: <project-root>/.pyxsd/mcp].
    #[arg(long, value_name = "DIR", conflicts_with = "no_persist")]
    state_dir: Option<PathBuf>,
    /// Retain outputs in a temporary store only, removed on orderly shutdown.
    #[arg(long)]
    no_persist: bool,
    /// A tree of files that clients may read through empty workspaces. Links in it are not followed.
    #[arg(long, value_name = "DIR")]
    source_root: Option<PathBuf>,
    /// Whether transforms may run: in the sandbox, or not at all [default: disabled].
    #[arg(long, value_name = "BACKEND")]
    execution_backend: Option<Backend>,
    /// Groups of tools besides `core`: query, models, records, compare, transform [default: all].
    #[arg(long, value_name = "GROUP", value_delimiter = ',')]
    tools: Option<Vec<String>>,
    /// A file that one event an operation is appended to, as lines of JSON.
    #[arg(long, value_name = "FILE")]
    audit_file: Option<PathBuf>,
    /// What to tell on standard error: error, warn, info, debug or trace.
    #[arg(long, value_name = "LEVEL", default_value = "warn", global = true)]
    pub log: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Backend {
    Disabled,
    Wasm,
    TrustedLocal,
}

/// Limits, from a file and from flags; flags win.
#[derive(Debug, Args)]
pub struct LimitFlags {
    /// A TOML file with a table [limits].
    #[arg(long, value_name = "FILE", global = true)]
    config: Option<PathBuf>,
    /// Set a limit; see `pyxsd-mcp limits`. Repeatable.
    #[arg(long = "limit", value_name = "KEY=VALUE", global = true)]
    limit: Vec<String>,
}

/// Arguments of `validate`.
#[derive(Debug, Args)]
pub struct ValidateArguments {
    /// The documents.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The schema [default: the schemas that each document names].
    #[arg(long, value_name = "XSD")]
    pub schema: Option<PathBuf>,
    /// What the schema is compiled with.
    #[command(flatten)]
    pub options: OptionFlags,
    /// How to report: for a person, for a program, as annotations of GitHub Actions, or as SARIF 2.1.0.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ReportFormat,
    /// Write the whole report to a file; of several documents, all reports.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}

/// Arguments of `artifacts`.
#[derive(Debug, Args)]
pub struct ArtifactsArguments {
    /// What to do.
    #[command(subcommand)]
    pub command: ArtifactsCommand,
    /// The project's folder [default: the working directory].
    // Global flags are known by their field's name, which the server's flags of the same spelling have already.
    #[arg(long = "project-root", value_name = "DIR", global = true)]
    of_project: Option<PathBuf>,
    /// The folder of the store [default: <project-root>/.pyxsd/mcp].
    #[arg(long = "state-dir", value_name = "DIR", global = true, conflicts_with = "of_project")]
    in_folder: Option<PathBuf>,
}

/// What to do with artifacts.
#[derive(Debug, Subcommand)]
pub enum ArtifactsCommand {
    /// List them in order of creation.
    List {
        /// Only this kind.
        #[arg(long, value_name = "KIND", default_value = "all")]
        kind: KindFilter,
        /// How to show them.
        #[arg(long, value_name = "FORMAT", default_value = "text")]
        format: Format,
    },
    /// Verify one and describe it.
    Show {
        /// Its handle.
        artifact_id: String,
        /// Write its contents instead.
        #[arg(long, conflicts_with = "format")]
        content: bool,
        /// How to describe it.
        #[arg(long, value_name = "FORMAT", default_value = "text")]
        format: Format,
    },
    /// Delete some for good.
    Rm {
        /// Their handles.
        #[arg(required = true)]
        artifact_ids: Vec<String>,
    },
}

/// One kind of artifact, or all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindFilter(pub Option<Kind>);

impl std::str::FromStr for KindFilter {
    type Err = String;

    fn from_str(name: &str) -> Result<KindFilter, String> {
        if name == "all" {
            return Ok(KindFilter(None));
        }
        let names: Vec<&str> = KINDS.iter().map(|(known, _)| *known).collect();
        let found = KINDS.iter().find(|(known, _)| *known == name);
        found.map(|(_, kind)| KindFilter(Some(*kind))).ok_or_else(|| format!("one of: all, {}", names.join(", ")))
    }
}

impl ArtifactsArguments {
    /// Where the store is, and the project's folder. The error is a message for the operator.
    pub fn store(&self) -> Result<(StateSetting, PathBuf), String> {
        let launch = std::env::current_dir().map_err(|cause| format!("the working directory: {cause}"))?;
        match &self.in_folder {
            Some(folder) => Ok((StateSetting::Folder(possible_folder("--state-dir", &launch.join(folder))?), launch)),
            None => {
                let root = launch.join(self.of_project.as_deref().unwrap_or(Path::new("")));
                Ok((StateSetting::Project, readable_folder("--project-root", &root)?))
            }
        }
    }
}

/// Arguments of `limits`.
#[derive(Debug, Args)]
pub struct LimitsArguments {
    /// How to show them.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// Version of XML Schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs)]
pub enum Version {
    #[value(name = "1.0")]
    V1_0,
    #[value(name = "1.1")]
    V1_1,
}

/// How names are matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs)]
pub enum Namespaces {
    Strict,
    Legacy,
}

/// How results are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs)]
pub enum Format {
    Text,
    Json,
}

/// How the results of validation are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs)]
pub enum ReportFormat {
    Text,
    Json,
    Github,
    Sarif,
}

impl LimitFlags {
    /// The limits in force.
    pub fn resolve(&self) -> Result<Limits, String> {
        let mut limits = Limits::default();
        if let Some(file) = &self.config {
            let text = read_configuration(file).map_err(|cause| format!("--config {}: {cause}", file.display()))?;
            limits.apply_configuration(&text).map_err(|cause| format!("--config {}: {cause}", file.display()))?;
        }
        for pair in &self.limit {
            limits.apply_flag(pair).map_err(|cause| format!("--limit {pair}: {cause}"))?;
        }
        Ok(limits)
    }
}

/// Bytes that a configuration may have.
const CONFIGURATION_BYTES: u64 = 1 << 20;

/// A configuration is a plain file of moderate size: a pipe would be waited for, a device never ends.
fn read_configuration(file: &Path) -> Result<String, String> {
    let opened = open_plain(file).map_err(|cause| cause.to_string())?.ok_or("it is not a plain file")?;
    let mut text = String::new();
    opened.take(CONFIGURATION_BYTES + 1).read_to_string(&mut text).map_err(|cause| cause.to_string())?;
    if text.len() as u64 > CONFIGURATION_BYTES {
        return Err(format!("it has more than {CONFIGURATION_BYTES} bytes"));
    }
    Ok(text)
}

impl ServerFlags {
    /// A flag that was given although it says nothing to a command.
    pub fn refused_with_a_command(&self) -> Option<&'static str> {
        let given = [
            (self.project_root.is_some(), "--project-root"),
            (self.state_dir.is_some(), "--state-dir"),
            (self.no_persist, "--no-persist"),
            (self.source_root.is_some(), "--source-root"),
            (self.execution_backend.is_some(), "--execution-backend"),
            (self.tools.is_some(), "--tools"),
            (self.audit_file.is_some(), "--audit-file"),
        ];
        given.into_iter().find_map(|(given, flag)| given.then_some(flag))
    }

    /// The settings of a server. The error is a message for the operator.
    pub fn resolve(&self, limits: Limits) -> Result<Settings, String> {
        let launch = std::env::current_dir().map_err(|cause| format!("the working directory: {cause}"))?;
        let project_root =
            readable_folder("--project-root", &launch.join(self.project_root.as_deref().unwrap_or(Path::new(""))))?;
        let state = match &self.state_dir {
            Some(folder) => StateSetting::Folder(possible_folder("--state-dir", &launch.join(folder))?),
            None if self.no_persist => StateSetting::Temporary,
            None => StateSetting::Project,
        };
        let source_root =
            self.source_root.as_deref().map(|given| source_root(&launch.join(given), &state, &project_root));
        Ok(Settings {
            source_root: source_root.transpose()?.map(Arc::new),
            project_root,
            state,
            execution: self.execution(),
            groups: self.groups()?,
            limits: Arc::new(limits),
        })
    }

    /// Who is told of operations. The error is a message for the operator.
    pub fn audit(&self) -> Result<Audit, String> {
        match &self.audit_file {
            Some(file) => {
                Audit::default().and_file(file).map_err(|cause| format!("--audit-file {}: {cause}", file.display()))
            }
            None => Ok(Audit::default()),
        }
    }

    fn execution(&self) -> Execution {
        match self.execution_backend {
            None | Some(Backend::Disabled) => Execution::Disabled,
            Some(Backend::Wasm) => Execution::Wasm,
            Some(Backend::TrustedLocal) => {
                use std::io::Write as _;
                let _ = writeln!(
                    std::io::stderr(),
                    "pyxsd-mcp: transforms are sandboxed here: `trusted-local` means `wasm`"
                );
                Execution::Wasm
            }
        }
    }

    fn groups(&self) -> Result<Vec<&'static str>, String> {
        let Some(chosen) = &self.tools else { return Ok(GROUPS.to_vec()) };
        if let Some(unknown) = chosen.iter().find(|group| !GROUPS.contains(&group.as_str())) {
            return Err(format!("--tools: there is no group `{unknown}`; there are: {}", GROUPS.join(", ")));
        }
        let on = |group: &&'static str| *group == "core" || chosen.iter().any(|name| name == group);
        Ok(GROUPS.iter().copied().filter(on).collect())
    }
}

fn source_root(path: &Path, state: &StateSetting, project_root: &Path) -> Result<SourceRoot, String> {
    let state = state.folder(project_root);
    SourceRoot::open(path, state.as_deref()).map_err(|cause| format!("--source-root {}: {cause}", path.display()))
}

fn readable_folder(flag: &str, path: &Path) -> Result<PathBuf, String> {
    let failed = |cause| format!("{flag} {}: {cause}", path.display());
    let path = path.canonicalize().map_err(failed)?;
    std::fs::read_dir(&path).map_err(failed)?;
    Ok(path)
}

/// A folder, or a path where one can be made later.
fn possible_folder(flag: &str, path: &Path) -> Result<PathBuf, String> {
    match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Ok(path.to_owned()),
        Ok(_) => Err(format!("{flag} {}: not a folder", path.display())),
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => Ok(path.to_owned()),
        Err(cause) => Err(format!("{flag} {}: {cause}", path.display())),
    }
}
