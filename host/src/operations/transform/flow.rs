//! A transform from its arguments to the judged candidate: capture, run, judge, compare.

use super::arguments::{Asked, Transform};
use super::byte_diff;
use super::judge::{Judge, Judged};
use super::making::{Made, Making};
use crate::capture::CapturedFile;
use crate::capture::tree::Bound;
use crate::digest::Digest;
use crate::fault::{Fault, Outcome};
use crate::host::Host;
use crate::limits::Limits;
use crate::operations::fingerprint::Print;
use crate::operations::gather::{Gathering, is_of_the_operation};
use crate::operations::inquiry::SchemaReference;
use crate::operations::progress::Progress;
use crate::worker::report::Severity;
use crate::worker::transform::{Against, StructuralDiff};
use crate::worker::{Lease, Readings, Times};
use crate::workspace::{Snapshot, WorkspacePath};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Differences that a structural difference lists.
const LISTED: u32 = 10_000;
/// Longest difference of bytes.
const DIFF_BYTES: usize = 16 << 20;

/// What a transform has made, judged.
#[derive(Clone, Debug)]
pub struct Transformed {
    /// What it was made from.
    pub snapshot: Snapshot,
    /// Digest of the document.
    pub input: Digest,
    /// Digest of the code.
    pub code: Digest,
    /// The source schema.
    pub source: Print,
    /// The target schema.
    pub target: Option<Print>,
    /// Every file that was read, the document first.
    pub inputs: Vec<(String, Digest)>,
    /// What came out.
    pub candidate: Judged,
    /// What was there on the way, by name.
    pub checkpoints: Vec<(String, Judged)>,
    /// A unified diff.
    pub byte_diff: Vec<u8>,
    /// The difference as trees; nothing where the candidate is malformed, or where comparing reached a limit, of which a warning tells.
    pub structural_diff: Option<StructuralDiff>,
    /// What the code printed.
    pub output: String,
    /// What may surprise.
    pub warnings: Vec<String>,
    /// What it cost.
    pub readings: Readings,
}

/// Transforms a document of the files that are gathered.
pub async fn transformed(
    host: &Host,
    gathering: &mut Gathering<'_>,
    asked: &Asked,
    progress: Progress,
) -> Outcome<Transformed> {
    let limits = Arc::clone(&host.settings.limits);
    let times = Times::of_document(&limits);
    let workers = host.workers().await?;
    if asked.transform.needs_python() {
        workers.transforms().prewarm_python();
    }
    gathered(gathering, asked, &limits).await?;
    let snapshot = gathering.finish().await?;
    let capture = Arc::clone(gathering.capture());
    let input = capture.files().get(&asked.document).cloned();
    let input = input.ok_or_else(|| Fault::missing_file(asked.document.as_str(), "document"))?;
    let against = Against {
        capture: Arc::clone(&capture),
        document: asked.document.clone(),
        schema: asked.source.path.clone(),
        options: asked.source.options.clone(),
        scratch: host.workspaces.scratch()?,
        times,
    };
    let document = blocking(move || input.read()).await?;
    let lease = gathering.lease().await?;
    let judge = Judge { capture, schemas: (&asked.source, asked.target.as_ref()), limits: &limits, times };
    let (source, target) = prints(lease, &judge, &asked.document).await?;
    let making =
        Making { workers: &workers, lease: &mut *lease, against: &against, limits: &limits, progress: &progress };
    let (code, made) = making.make(asked, document.clone()).await?;
    let Made { document: candidate, checkpoints, output, mut warnings, readings } = made;
    let scratch = Arc::clone(&against.scratch);
    let candidate = blocking(move || Ok(CapturedFile::new(scratch.store(&candidate)?))).await?;
    let (candidate, checkpoints) = judged(lease, &judge, candidate, checkpoints).await?;
    let compared = compared(lease, &judge, (&asked.document, &document), &candidate).await?;
    warnings.extend(compared.warning);
    let units = units(asked);
    progress.tell(units, units, || "judged".to_owned());
    Ok(Transformed {
        input: Digest::of(&document),
        code,
        inputs: inputs(asked, &snapshot, &source, target.as_ref()),
        source,
        target,
        candidate,
        checkpoints,
        byte_diff: compared.byte_diff,
        structural_diff: compared.structural_diff,
        output,
        warnings,
        readings,
        snapshot,
    })
}

/// What both schemas are made of. A schema that cannot decide is found here, before anything runs.
async fn prints(lease: &mut Lease, judge: &Judge<'_>, document: &WorkspacePath) -> Outcome<(Print, Option<Print>)> {
    let (source, target) = judge.schemas;
    let target = match target {
        Some(target) => Some(print(lease, judge, document, (target, "target")).await?),
        None => None,
    };
    Ok((print(lease, judge, document, (source, "source")).await?, target))
}

async fn print(
    lease: &mut Lease,
    judge: &Judge<'_>,
    document: &WorkspacePath,
    (schema, role): (&SchemaReference, &str),
) -> Outcome<Print> {
    let (capture, entries) = (Arc::clone(&judge.capture), vec![schema.path.clone()]);
    let compiled = lease.schema(capture, entries, schema.options.clone(), judge.times).await;
    let summary = compiled.map_err(|fault| fault.with("schema", role))?.schema;
    let errors = summary.issues.iter().any(|issue| issue.severity == Severity::Error);
    if errors || summary.unresolved > 0 || !summary.unsupported.is_empty() {
        // Which fault it is, and its particulars, are validation's to say.
        judge.decide(lease, &judge.capture, document, schema).await.map_err(|fault| fault.with("schema", role))?;
    }
    Ok(Print::of(&judge.capture, &summary, &schema.options))
}

fn inputs(asked: &Asked, snapshot: &Snapshot, source: &Print, target: Option<&Print>) -> Vec<(String, Digest)> {
    let files = snapshot.capture.files();
    let component = match &asked.transform {
        Transform::Component(path) => Some(path),
        Transform::Python(_) | Transform::Pipeline(_) => None,
    };
    let own = [Some(&asked.document), component].into_iter().flatten();
    let own = own.filter_map(|path| files.get(path).map(|file| (path.to_string(), file.digest)));
    let schemas = source.inputs.iter().chain(target.into_iter().flat_map(|target| &target.inputs));
    let mut known = BTreeSet::new();
    own.chain(schemas.cloned()).filter(|(path, _)| known.insert(path.clone())).collect()
}

/// Units of progress: each step, and judging.
fn units(asked: &Asked) -> u64 {
    match &asked.transform {
        Transform::Pipeline(pipeline) => pipeline.steps.len() as u64 + 1,
        _ => 2,
    }
}

/// Gathers every file that a transform reads.
pub async fn gathered(gathering: &mut Gathering<'_>, asked: &Asked, limits: &Limits) -> Outcome<()> {
    let times = Times::of_document(limits);
    let named = |which: &'static str| move |fault: Fault| fault.with("schema", which);
    gathering.schema(&asked.source.path, &asked.source.options, times).await.map_err(named("source"))?;
    if let Some(target) = &asked.target {
        gathering.schema(&target.path, &target.options, times).await.map_err(named("target"))?;
    }
    gathering.document(&asked.document).await?;
    gathering.require(&asked.document, None)?;
    if let Transform::Component(path) = &asked.transform {
        let bound = Bound { key: "component_bytes", bytes: limits.component_bytes };
        gathering.file(path, bound, "component").await?;
    }
    Ok(())
}

/// Judges the candidate and what was there on the way.
async fn judged(
    lease: &mut Lease,
    judge: &Judge<'_>,
    candidate: CapturedFile,
    checkpoints: Vec<(String, CapturedFile)>,
) -> Outcome<(Judged, Vec<(String, Judged)>)> {
    let candidate = judge.judge(lease, candidate, "candidate", "candidate").await?;
    let mut reported = candidate.report_bytes();
    let mut known = Vec::with_capacity(checkpoints.len());
    for (name, file) in checkpoints {
        let checkpoint = judge.judge(lease, file, "checkpoint", "checkpoint").await?;
        reported += checkpoint.report_bytes();
        // All issues of all checkpoints would fill the memory before the report is found to be too large.
        if reported > judge.limits.artifact_bytes {
            return Err(judge.limits.reached("artifact_bytes", reported).with("role", "report"));
        }
        known.push((name, checkpoint));
    }
    Ok((candidate, known))
}

struct Compared {
    byte_diff: Vec<u8>,
    structural_diff: Option<StructuralDiff>,
    warning: Option<String>,
}

/// Compares the candidate with the document. The verdicts stand without a structural difference.
async fn compared(
    lease: &mut Lease,
    judge: &Judge<'_>,
    (path, document): (&WorkspacePath, &[u8]),
    candidate: &Judged,
) -> Outcome<Compared> {
    let (mut structural, mut warning) = (None, None);
    if candidate.is_well_formed() {
        match structural_diff(lease, judge, path, &candidate.file).await {
            Ok(diff) => structural = Some(diff),
            Err(fault) if is_of_the_operation(&fault) => return Err(fault),
            Err(fault) => warning = Some(format!("There is no structural difference: {}", fault.message)),
        }
    }
    let (old, new, name) = (document.to_vec(), candidate.file.clone(), path.to_string());
    let diff = move || Ok(byte_diff::unified((&name, &old), ("candidate.xml", &new.read()?), DIFF_BYTES));
    Ok(Compared { byte_diff: blocking(diff).await?, structural_diff: structural, warning })
}

/// Compares the candidate with the document, as trees.
async fn structural_diff(
    lease: &mut Lease,
    judge: &Judge<'_>,
    document: &WorkspacePath,
    candidate: &CapturedFile,
) -> Outcome<StructuralDiff> {
    let (capture, new) = judge.beside("candidate", candidate)?;
    let mut both = capture.only(&new);
    if let Some(old) = capture.files().get(document) {
        both.insert(document.clone(), old.clone());
    }
    let compared = lease.structural_diff(Arc::new(both), (document.clone(), new), LISTED, judge.times).await?;
    Ok(compared.diff)
}

/// Runs something that reads files or computes for long.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Outcome<T> + Send + 'static) -> Outcome<T> {
    tokio::task::spawn_blocking(work).await.map_err(Fault::internal)?
}
