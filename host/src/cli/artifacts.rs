//! `artifacts list`, `show` and `rm`.

use super::flags::{ArtifactsArguments, ArtifactsCommand, Format};
use super::source::printable;
use super::{Exit, usage};
use crate::clock::Clock;
use crate::fault::{Fault, Outcome};
use crate::limits::Limits;
use crate::store::{ArtifactId, ArtifactRef, Deletion, Kind, Store};
use serde_json::json;
use std::io::Write;
use std::sync::Arc;

/// Rows that are read at a time, so that no transaction lasts.
const ROWS: u64 = 500;

/// Works on the artifacts of a project or of a state directory.
pub fn run(arguments: &ArtifactsArguments, limits: Limits) -> Exit {
    let (state, project_root) = match arguments.store() {
        Ok(place) => place,
        Err(message) => return usage(&message),
    };
    let store = Store::new(&state, &project_root, Arc::new(limits), Clock::default());
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    let done = match &arguments.command {
        ArtifactsCommand::List { kind, format } => list(&store, kind.0, *format, &mut output),
        ArtifactsCommand::Show { artifact_id, content, format } => {
            show(&store, artifact_id, *content, *format, &mut output)
        }
        ArtifactsCommand::Rm { artifact_ids } => remove(&store, artifact_ids, &mut output),
    };
    match done.and_then(|exit| output.flush().map(|()| exit).map_err(Stop::from)) {
        Ok(exit) => exit,
        Err(Stop::Fault(fault)) => {
            usage(&printable(&fault.message));
            Exit::of(fault.code)
        }
        // Whoever reads the output has seen enough.
        Err(Stop::Output(cause)) if cause.kind() == std::io::ErrorKind::BrokenPipe => Exit::Usage,
        Err(Stop::Output(cause)) => usage(&format!("standard output: {cause}")),
    }
}

/// Why a command did not come to its end.
enum Stop {
    Fault(Fault),
    Output(std::io::Error),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

impl From<std::io::Error> for Stop {
    fn from(cause: std::io::Error) -> Stop {
        Stop::Output(cause)
    }
}

fn list(store: &Store, kind: Option<Kind>, format: Format, output: &mut impl Write) -> Result<Exit, Stop> {
    let artifacts = all(store, kind)?;
    match format {
        Format::Json => writeln!(output, "{:#}", json!({ "artifacts": artifacts }))?,
        Format::Text => {
            for artifact in &artifacts {
                let ArtifactRef { artifact_id, kind, size, created_at, .. } = artifact;
                let name = printable(artifact.relative_path.as_deref().unwrap_or(&artifact.filename));
                writeln!(output, "{artifact_id}  {created_at}  {:<15} {size:>12}  {name}", kind.name())?;
            }
        }
    }
    Ok(Exit::Valid)
}

fn all(store: &Store, kind: Option<Kind>) -> Outcome<Vec<ArtifactRef>> {
    let (mut artifacts, mut after) = (Vec::new(), 0);
    loop {
        let entries = store.list(after, kind, ROWS)?.entries;
        let Some(last) = entries.last() else { return Ok(artifacts) };
        after = last.position;
        artifacts.extend(entries.into_iter().map(|entry| entry.artifact));
    }
}

fn show(store: &Store, id: &str, content: bool, format: Format, output: &mut impl Write) -> Result<Exit, Stop> {
    let reading = store.open(&parse(id)?)?;
    let artifact = &reading.artifact;
    if content {
        let mut offset = 0;
        while offset < artifact.size {
            let bytes = reading.range(offset, 1 << 20)?;
            offset += bytes.len() as u64;
            output.write_all(&bytes)?;
        }
        return Ok(Exit::Valid);
    }
    let described = json!(artifact);
    if format == Format::Json {
        writeln!(output, "{described:#}")?;
        return Ok(Exit::Valid);
    }
    for (name, value) in described.as_object().into_iter().flatten() {
        let value = value.as_str().map_or_else(|| value.to_string(), printable);
        writeln!(output, "{name:<13} {value}")?;
    }
    Ok(Exit::Valid)
}

fn remove(store: &Store, ids: &[String], output: &mut impl Write) -> Result<Exit, Stop> {
    let mut exit = Exit::Valid;
    for id in ids {
        let said = match store.delete(&parse(id)?)? {
            Deletion::Done => "deleted",
            Deletion::FileLeft => "no longer listed; its file could not be removed",
            Deletion::Absent => {
                exit = Exit::Usage;
                "not there"
            }
        };
        writeln!(output, "{id}  {said}")?;
    }
    Ok(exit)
}

fn parse(id: &str) -> Outcome<ArtifactId> {
    ArtifactId::parse(id).ok_or_else(|| ArtifactId::not_found(id))
}
