//! `transform`, and the process that compiles a component for it.

use super::flags::Format;
use super::inspect::print;
use super::meter::{Meter, steps_of};
use super::output_file::OutputFile;
use super::schema_flags::{CompileFlags, Gathered};
use super::source::{printable, shown};
use super::validate::{interruptible, settings};
use super::{Exit, refused, usage};
use crate::capture::folder::open_plain;
use crate::capture::tree::Tree;
use crate::fault::{Fault, FaultCode, Outcome};
use crate::host::Host;
use crate::limits::Limits;
use crate::operations::arguments::Arguments;
use crate::operations::gather::Gathering;
use crate::operations::inquiry::SchemaReference;
use crate::operations::progress::Progress;
use crate::operations::transform::{
    Asked, Judged, Transform, Transformed, data, gathered, literal, report, transformed,
};
use crate::server;
use crate::worker::transform::{CompileBounds, run_as_process};
use crate::workspace::WorkspacePath;
use clap::Args;
use serde_json::{Value, json};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Issues that a summary names.
const SHOWN_ISSUES: usize = 10;
/// Bytes of a file with a transform.
const TRANSFORM_BYTES: u64 = 16 << 20;

/// Arguments of `transform`.
#[derive(Debug, Args)]
pub struct TransformArguments {
    /// The document. It is never changed.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The schema that it is written for.
    #[arg(long, value_name = "XSD")]
    pub schema: PathBuf,
    /// The schema that the result is meant for.
    #[arg(long, value_name = "XSD")]
    pub target: Option<PathBuf>,
    /// How it is transformed.
    #[command(flatten)]
    pub transform: TransformFlags,
    /// Write the result to this file, valid or not; without it the difference is shown and nothing is kept.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// How both schemas are compiled.
    #[command(flatten)]
    pub compile: CompileFlags,
    /// How to say what came of it.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// How a document is transformed.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct TransformFlags {
    /// Python source that defines `transform(document, context)`.
    #[arg(long, value_name = "FILE")]
    pub python: Option<PathBuf>,
    /// Steps in JSON: `{"steps": [...], "definitions": {...}}`, or the steps alone.
    #[arg(long, value_name = "FILE")]
    pub pipeline: Option<PathBuf>,
    /// A WebAssembly component of the world `transform`.
    #[arg(long, value_name = "FILE")]
    pub component: Option<PathBuf>,
}

/// Transforms a document in the sandbox; shows the difference, or writes the result. Ends with 1 where the result is malformed, or
/// invalid under the target schema, or the source schema where there is no other.
pub fn run(arguments: &TransformArguments, limits: Limits) -> Exit {
    interruptible(transform(arguments, limits))
}

/// Compiles the component on standard input; its code goes to standard output.
pub fn compile_component(bounds: CompileBounds) -> Exit {
    match run_as_process(bounds) {
        0 => Exit::Valid,
        1 => Exit::Invalid,
        _ => Exit::Limit,
    }
}

async fn transform(arguments: &TransformArguments, limits: Limits) -> Exit {
    let host = Host::new(settings(limits), server::protocol_versions());
    let output = match arguments.output.as_deref().map(|path| output_at(path, arguments)).transpose() {
        Ok(output) => output,
        Err(fault) => return refused(&fault, arguments.format),
    };
    let (label, progress) = steps_of("transforming");
    let made = Meter::new().during(&label, ask(&host, arguments, output, progress)).await;
    let (asked, made) = match made {
        Ok(made) => made,
        Err(fault) => return refused(&fault, arguments.format),
    };
    if let Some(Err(fault)) = output.map(|output| output.write(&made.candidate.file.read()?)) {
        return refused(&fault, arguments.format);
    }
    let printed = match arguments.format {
        Format::Json => {
            let options = (&asked.source.options, asked.target.as_ref().map(|target| &target.options));
            let mut told = data(&made);
            told["structural_diff"] = json!(made.structural_diff);
            told["report"] = json!(report(&made, options));
            print(&format!("{:#}\n", json!({ "ok": true, "data": told })))
        }
        Format::Text => {
            let exit = if arguments.output.is_none() { print_bytes(&made.byte_diff) } else { Exit::Valid };
            summary(arguments, &made);
            exit
        }
    };
    printed.or(if made.candidate.is_valid() { Exit::Valid } else { Exit::Invalid })
}

/// The place of the result, which is none of the files named.
fn output_at<'a>(path: &'a Path, arguments: &TransformArguments) -> Outcome<OutputFile<'a>> {
    let TransformArguments { file, schema, target, transform, compile, .. } = arguments;
    let TransformFlags { python, pipeline, component } = transform;
    let output = OutputFile::new("--output", path)?;
    let named = [Some(file), Some(schema), target.as_ref(), python.as_ref(), pipeline.as_ref(), component.as_ref()];
    output.require_apart(named.into_iter().flatten().map(PathBuf::as_path).chain(compile.files()))?;
    Ok(output)
}

async fn ask(
    host: &Host,
    arguments: &TransformArguments,
    output: Option<OutputFile<'_>>,
    progress: Progress,
) -> Outcome<(Asked, Transformed)> {
    let limits = &host.settings.limits;
    let named = [Some(&arguments.file), Some(&arguments.schema), arguments.target.as_ref()];
    let named = named.into_iter().chain([arguments.transform.component.as_ref()]).flatten();
    let named: Vec<&Path> = named.map(PathBuf::as_path).collect();
    let Gathered { folder, paths, options } = arguments.compile.gather(&named)?;
    let mut paths = paths.into_iter();
    let mut next = || paths.next().unwrap_or_else(|| Err(Fault::internal("a file has no path")));
    let document = next()?;
    let reference = |path: WorkspacePath| SchemaReference { path, options: options.clone() };
    let source = reference(next().map_err(|fault| fault.with("role", "schema"))?);
    let target = match &arguments.target {
        Some(_) => Some(reference(next().map_err(|fault| fault.with("role", "target"))?)),
        None => None,
    };
    let transform = match &arguments.transform {
        TransformFlags { component: Some(_), .. } => json!({"kind": "component", "path": next()?}),
        TransformFlags { python: Some(file), .. } => json!({"kind": "python", "source": text(file)?}),
        TransformFlags { pipeline: Some(file), .. } => pipeline(file)?,
        _ => return Err(Fault::internal("a transform of no kind")),
    };
    let transform = Transform::take(Arguments::object_at("transform".to_owned(), transform)?, limits)?;
    let asked = Asked { document, source, target, transform };
    let folder = Arc::new(folder);
    let mut gathering = Gathering::of_tree(host, Arc::clone(&folder) as Arc<dyn Tree>);
    if let Some(output) = output {
        gathered(&mut gathering, &asked, limits).await?;
        output.require_apart(gathering.capture().files().keys().map(|path| folder.on_disk(path)))?;
    }
    let made = transformed(host, &mut gathering, &asked, progress).await?;
    Ok((asked, made))
}

/// The argument that a file has in JSON.
fn pipeline(file: &Path) -> Outcome<Value> {
    let wrong = |why: &str| {
        let message = format!("{}: {why}; it has an object with `steps`, or an array of them.", file.display());
        Fault::new(FaultCode::InvalidArgument, message)
    };
    let value: Value = literal::read(&text(file)?).map_err(|cause| wrong(&format!("not JSON: {cause}")))?;
    match value {
        Value::Array(_) => Ok(json!({"kind": "pipeline", "steps": value})),
        Value::Object(mut members) => {
            members.entry("kind").or_insert_with(|| json!("pipeline"));
            Ok(Value::Object(members))
        }
        _ => Err(wrong("it is neither")),
    }
}

fn text(file: &Path) -> Outcome<String> {
    let failed = |why: String| {
        let message = format!("{} cannot be read: {why}", file.display());
        Fault::new(FaultCode::NotFound, message).with("file", file.display().to_string())
    };
    let opened = open_plain(file).map_err(|cause| failed(cause.to_string()))?;
    let opened = opened.ok_or_else(|| failed("it is not a plain file".to_owned()))?;
    let mut text = String::new();
    opened.take(TRANSFORM_BYTES + 1).read_to_string(&mut text).map_err(|cause| failed(cause.to_string()))?;
    if text.len() as u64 > TRANSFORM_BYTES {
        return Err(failed(format!("it has more than {TRANSFORM_BYTES} bytes")));
    }
    // Editors put a byte-order mark before a text.
    Ok(text.strip_prefix('\u{feff}').map_or_else(|| text.clone(), str::to_owned))
}

/// Prints bytes. A reader that has seen enough is no error of ours.
fn print_bytes(bytes: &[u8]) -> Exit {
    let mut output = std::io::stdout().lock();
    match output.write_all(bytes).and_then(|()| output.flush()) {
        Ok(()) => Exit::Valid,
        Err(cause) if cause.kind() == std::io::ErrorKind::BrokenPipe => Exit::Usage,
        Err(cause) => usage(&format!("standard output: {cause}")),
    }
}

/// Says on standard error what came of it.
fn summary(arguments: &TransformArguments, made: &Transformed) {
    let mut errors = std::io::stderr();
    // Nobody is there to be told where standard error is closed.
    let mut say = |line: String| _ = writeln!(errors, "{line}");
    for line in made.output.lines() {
        say(format!("  | {}", printable(line)));
    }
    for warning in &made.warnings {
        say(format!("warning: {}", printable(warning)));
    }
    for (name, judged) in &made.checkpoints {
        say(format!("checkpoint {}: {}", printable(name), verdict(judged)));
    }
    say(format!("result: {}", verdict(&made.candidate)));
    let issues = made.candidate.decisive().map_or(&[] as &[_], |verdict| &verdict.outcome.report.issues);
    for issue in issues.iter().take(SHOWN_ISSUES) {
        say(format!("  {}:{}: {}: {}", issue.line, issue.column, issue.code, printable(&issue.message)));
    }
    if let Some(output) = &arguments.output {
        say(format!("written to {}", shown(output)));
    }
}

fn verdict(judged: &Judged) -> String {
    let word = |valid: bool| if valid { "valid" } else { "invalid" };
    match &judged.verdicts {
        Err(fault) => format!("malformed: {}", printable(&fault.message)),
        Ok(verdicts) => {
            let source = word(verdicts.source.outcome.report.valid);
            match &verdicts.target {
                Some(target) => {
                    format!(
                        "{} under the target schema, {source} under the source schema",
                        word(target.outcome.report.valid)
                    )
                }
                None => format!("{source} under the schema"),
            }
        }
    }
}
