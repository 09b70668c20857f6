//! The command line.

mod artifacts;
mod columns;
mod compare;
mod completions;
mod dataset;
mod described;
mod export;
mod flags;
mod inspect;
mod listing;
mod meter;
mod output;
mod output_file;
mod query;
mod report;
mod schema_flags;
mod short_names;
mod skills;
mod source;
mod text;
mod transform;
mod validate;

pub use flags::{Command, CommandLine};

use crate::envelope::fault_envelope;
use crate::fault::{Fault, FaultCode};
use crate::server;
use crate::worker::transform::CompileBounds;
use flags::Format;
use serde_json::Value;
use std::io::Write as _;
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

/// How the process ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Everything is valid, or done.
    Valid = 0,
    /// Something is invalid or malformed.
    Invalid = 1,
    /// Usage, or an input that cannot be read.
    Usage = 2,
    /// A limit, or a failure of the server.
    Limit = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

impl Exit {
    /// The more severe of the two: what could not be looked at weighs more than what reached a limit, and that more than what is wrong.
    #[must_use]
    pub fn or(self, other: Exit) -> Exit {
        const BY_SEVERITY: [Exit; 4] = [Exit::Valid, Exit::Invalid, Exit::Limit, Exit::Usage];
        BY_SEVERITY.into_iter().rfind(|exit| [self, other].contains(exit)).unwrap_or(self)
    }

    /// How a fault ends the process.
    pub fn of(code: FaultCode) -> Exit {
        match code {
            FaultCode::InvalidXml
            | FaultCode::InvalidSchema
            | FaultCode::InvalidDocument
            | FaultCode::SchemaIncomplete
            | FaultCode::TransformFailed => Exit::Invalid,
            FaultCode::InvalidArgument
            | FaultCode::NotFound
            | FaultCode::InvalidCursor
            | FaultCode::ExecutionDisabled => Exit::Usage,
            _ => Exit::Limit,
        }
    }
}

/// Runs the process: the command given, or the server.
pub fn run(line: CommandLine) -> Exit {
    if let Err(message) = start_log(&line.server.log) {
        return usage(&message);
    }
    let limits = match line.limits.resolve() {
        Ok(limits) => limits,
        Err(message) => return usage(&message),
    };
    match line.command {
        None => match line.server.resolve(limits) {
            Ok(settings) => match line.server.audit() {
                Ok(audit) => serve(settings, audit),
                Err(message) => usage(&message),
            },
            Err(message) => usage(&message),
        },
        Some(command) => match (line.server.refused_with_a_command(), command) {
            (Some(flag), _) => usage(&format!("{flag} is a flag of the server, not of this command")),
            (None, Command::Artifacts(arguments)) => artifacts::run(&arguments, limits),
            (None, Command::Completions(arguments)) => completions::run(&arguments),
            (None, Command::Skills(arguments)) => skills::run(&arguments),
            (None, Command::Limits(arguments)) => listing::limits(&arguments, &limits),
            (None, Command::Compare(arguments)) => compare::run(&arguments, limits),
            (None, Command::Export(arguments)) => export::run(&arguments, limits),
            (None, Command::Inspect(arguments)) => inspect::run(&arguments, limits),
            (None, Command::Query(arguments)) => query::run(&arguments, limits),
            (None, Command::Transform(arguments)) => transform::run(&arguments, limits),
            (None, Command::CompileComponent { memory_bytes, seconds, instance_bytes, code_bytes }) => {
                transform::compile_component(CompileBounds { memory_bytes, seconds, instance_bytes, code_bytes })
            }
            (None, Command::Validate(arguments)) => validate::run(&arguments, limits),
            (None, Command::Warm) => listing::warm(&limits),
        },
    }
}

fn serve(settings: crate::settings::Settings, audit: crate::audit::Audit) -> Exit {
    match server::serve(settings, audit) {
        Ok(()) => Exit::Valid,
        Err(cause) => usage(&format!("the server cannot start: {cause}")),
    }
}

/// Ends a command that a fault has ended: in JSON the envelope on standard output, else the message on standard error.
fn refused(fault: &Fault, format: Format) -> Exit {
    match format {
        Format::Json => _ = inspect::print(&format!("{:#}\n", fault_envelope(fault))),
        Format::Text => {
            usage(&source::printable(&fault.message));
            text::raised_by(fault).iter().for_each(|raised| _ = usage(raised));
            let candidates = fault.details.get("candidates").and_then(Value::as_array).into_iter().flatten();
            candidates
                .filter_map(Value::as_str)
                .for_each(|candidate| _ = usage(&format!("  {}", source::printable(candidate))));
        }
    }
    Exit::of(fault.code)
}

/// Says on standard error why the process does not start.
fn usage(message: &str) -> Exit {
    let _ = writeln!(std::io::stderr(), "pyxsd-mcp: {message}");
    Exit::Usage
}

/// Everything for people goes to standard error: standard output carries protocol messages.
fn start_log(level: &str) -> Result<(), String> {
    const LEVELS: [&str; 5] = ["error", "warn", "info", "debug", "trace"];
    if !LEVELS.contains(&level) {
        return Err(format!("--log is one of: {}", LEVELS.join(", ")));
    }
    // The protocol library logs message bodies from `debug` on; they are shown with `trace` only.
    let filter =
        if level == "trace" { "trace".to_owned() } else { format!("{level},rmcp=error,wasmtime=warn,cranelift=warn") };
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .with_env_filter(EnvFilter::new(filter))
        .try_init()
        .map_err(|cause| cause.to_string())
}
