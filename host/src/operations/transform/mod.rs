//! `pyxsd_preview_transform`: a document is changed by code of the caller, and what came out is judged by others.

mod arguments;
mod byte_diff;
mod flow;
mod judge;
pub mod literal;
mod making;
mod report;
mod steps;

pub use arguments::{Asked, Transform, schema};
pub use flow::{Transformed, gathered, transformed};
pub use judge::Judged;
pub use report::document as report;

use super::arguments::Arguments;
use super::fingerprint::Print;
use super::gather::Gathering;
use super::progress::Progress;
use super::validate::Verdict;
use crate::capture::CapturedFile;
use crate::envelope::{Provenance, Reply};
use crate::fault::{Fault, FaultCode, Outcome};
use crate::host::Host;
use crate::settings::Execution;
use crate::store::{ArtifactRef, Draft, Kind};
use serde_json::{Map, Value, json};
use std::io::Cursor;
use std::sync::Arc;

/// Bytes of captured output that a reply repeats; the report has all that was kept.
const OUTPUT_BYTES: usize = 8 << 10;
/// Characters of a checkpoint's name in the name of its file.
const NAME_CHARS: usize = 40;

/// `pyxsd_preview_transform {workspace_id, document, source_schema, target_schema?, transform}`. Nothing of the workspace is changed.
pub async fn preview_transform(host: Arc<Host>, arguments: Map<String, Value>, progress: Progress) -> Outcome<Reply> {
    let limits = &host.settings.limits;
    let mut arguments = Arguments::new(arguments);
    let workspace_id = arguments.string("workspace_id")?;
    let asked = Asked::take(&mut arguments, limits)?;
    arguments.finish()?;
    if host.settings.execution == Execution::Disabled {
        let message =
            "Transforms are not enabled on this server; its operator enables them with `--execution-backend wasm`.";
        return Err(Fault::new(FaultCode::ExecutionDisabled, message).with("flag", "--execution-backend wasm"));
    }
    let mut gathering = Gathering::of_workspace(&host, &workspace_id)?;
    let transformed = transformed(&host, &mut gathering, &asked, progress).await?;
    drop(gathering);
    let retained = host.retain_each(drafts(&transformed, &asked)?, |contents| contents.read().map(Cursor::new)).await?;
    let retained = Retained::of(retained, &transformed)?;
    Ok(reply(&transformed, &retained))
}

/// What is to be retained.
enum Contents {
    /// It was made here.
    Made(Vec<u8>),
    /// It waits in scratch: all documents of a transform at one time would be too much for memory.
    Kept(CapturedFile),
}

impl Contents {
    fn read(self) -> Outcome<Vec<u8>> {
        match self {
            Contents::Made(bytes) => Ok(bytes),
            Contents::Kept(file) => file.read(),
        }
    }
}

/// What is retained, in this order: candidate, byte diff, structural diff where there is one, report, checkpoints.
fn drafts(transformed: &Transformed, asked: &Asked) -> Outcome<Vec<(Draft, Contents)>> {
    let xml = |kind, filename: String| Draft { kind, filename, media_type: "application/xml", membership: None };
    let mut drafts = vec![
        (xml(Kind::Candidate, "candidate.xml".to_owned()), Contents::Kept(transformed.candidate.file.clone())),
        (
            Draft {
                kind: Kind::ByteDiff,
                filename: "bytes.diff".to_owned(),
                media_type: "text/x-diff",
                membership: None,
            },
            Contents::Made(transformed.byte_diff.clone()),
        ),
    ];
    if let Some(diff) = &transformed.structural_diff {
        let bytes = serde_json::to_vec(diff).map_err(Fault::internal)?;
        drafts.push((Draft::json(Kind::StructuralDiff, "structure.json"), Contents::Made(bytes)));
    }
    let options = (&asked.source.options, asked.target.as_ref().map(|target| &target.options));
    let report = serde_json::to_vec(&report::document(transformed, options)).map_err(Fault::internal)?;
    drafts.push((Draft::json(Kind::Report, "report.json"), Contents::Made(report)));
    for (index, (name, judged)) in transformed.checkpoints.iter().enumerate() {
        let filename = format!("checkpoint-{}-{}.xml", index + 1, plain(name));
        drafts.push((xml(Kind::Checkpoint, filename), Contents::Kept(judged.file.clone())));
    }
    Ok(drafts)
}

/// A name that code has given, as a part of the name of a file.
fn plain(name: &str) -> String {
    let usable = |character: char| if character.is_ascii_alphanumeric() { character } else { '-' };
    name.chars().take(NAME_CHARS).map(usable).collect()
}

struct Retained {
    candidate: ArtifactRef,
    byte_diff: ArtifactRef,
    structural_diff: Option<ArtifactRef>,
    report: ArtifactRef,
    checkpoints: Vec<ArtifactRef>,
}

impl Retained {
    fn of(artifacts: Vec<ArtifactRef>, transformed: &Transformed) -> Outcome<Retained> {
        let mut artifacts = artifacts.into_iter();
        let mut next =
            || artifacts.next().ok_or_else(|| Fault::internal("an artifact of a transform was not retained"));
        Ok(Retained {
            candidate: next()?,
            byte_diff: next()?,
            structural_diff: transformed.structural_diff.as_ref().map(|_| next()).transpose()?,
            report: next()?,
            checkpoints: transformed.checkpoints.iter().map(|_| next()).collect::<Outcome<Vec<_>>>()?,
        })
    }

    fn all(&self) -> Vec<ArtifactRef> {
        let Retained { candidate, byte_diff, structural_diff, report, checkpoints } = self;
        let whole = [Some(candidate), Some(byte_diff), structural_diff.as_ref(), Some(report)];
        whole.into_iter().flatten().chain(checkpoints).cloned().collect()
    }
}

fn reply(transformed: &Transformed, retained: &Retained) -> Reply {
    let mut data = data(transformed);
    data["candidate"] = json!(retained.candidate);
    data["report"] = json!(retained.report);
    data["byte_diff"] = json!(retained.byte_diff);
    data["structural_diff"] = json!(retained.structural_diff);
    let checkpoints = transformed.checkpoints.iter().zip(&retained.checkpoints);
    let checkpoints = checkpoints
        .map(|((name, judged), artifact)| json!({"name": name, "artifact": artifact, "valid": judged.is_valid()}));
    data["checkpoints"] = checkpoints.collect();
    let snapshot = &transformed.snapshot;
    let inputs = transformed.inputs.iter().map(|(path, digest)| (path.as_str(), *digest));
    let Print { fingerprint, documents, .. } = transformed.source.clone();
    let provenance =
        Provenance::of(snapshot, inputs).with_schema(fingerprint, documents).with_worker(json!(transformed.readings));
    Reply {
        data,
        page: None,
        warnings: report::shown_warnings(&transformed.warnings),
        artifacts: retained.all(),
        provenance,
    }
}

/// The `data` of a reply without what is retained.
pub fn data(transformed: &Transformed) -> Value {
    let valid = |verdict: &Verdict| verdict.outcome.report.valid;
    let verdicts = transformed.candidate.verdicts.as_ref().ok();
    let mut digests = json!({"input": transformed.input, "source_schema": transformed.source.fingerprint});
    if let Some(target) = &transformed.target {
        digests["target_schema"] = json!(target.fingerprint);
    }
    digests["code"] = json!(transformed.code);
    let mut data = json!({
        "workspace_id": transformed.snapshot.workspace_id,
        "generation": transformed.snapshot.generation,
        "digests": digests,
        "candidate": null,
        "report": null,
        "byte_diff": null,
        "structural_diff": null,
        "checkpoints": [],
        "well_formed": transformed.candidate.is_well_formed(),
        "source_valid": verdicts.is_some_and(|verdicts| valid(&verdicts.source)),
    });
    if transformed.target.is_some() {
        let target = verdicts.and_then(|verdicts| verdicts.target.as_ref());
        data["target_valid"] = json!(target.is_some_and(valid));
    }
    data["output"] = json!(shortened(&transformed.output));
    data
}

fn shortened(output: &str) -> String {
    if output.len() <= OUTPUT_BYTES {
        return output.to_owned();
    }
    let kept = &output[..output.floor_char_boundary(OUTPUT_BYTES)];
    format!("{kept}\n[the report has the rest of the output]\n")
}
