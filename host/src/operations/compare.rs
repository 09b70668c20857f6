//! `pyxsd_compare_schemas`: two schemas side by side, and what becomes of a corpus under each.

use super::arguments::Arguments;
use super::fingerprint::Print;
use super::gather::{Gathering, is_of_the_operation};
use super::inquiry::SchemaReference;
use super::progress::Progress;
use super::references;
use super::validate::{Question, decide};
use crate::envelope::{Provenance, Reply};
use crate::fault::{Fault, FaultCode, Outcome};
use crate::host::Host;
use crate::worker::report::{Issue, Report};
use crate::worker::{Allowance, CompareOutcome, SchemaSource, Times};
use crate::workspace::{Snapshot, WorkspacePath};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// Issues of one document that are told.
const MAX_EVIDENCE: usize = 10;
/// Every category of a corpus file.
const CATEGORIES: [&str; 7] = ["valid", "regressed", "resolved", "invalid", "malformed", "unbindable", "skipped"];

/// `pyxsd_compare_schemas {workspace_id, old_schema, new_schema, corpus?: [{path}]}`.
pub async fn compare_schemas(host: Arc<Host>, arguments: Map<String, Value>, progress: Progress) -> Outcome<Reply> {
    let limits = &host.settings.limits;
    let mut arguments = Arguments::new(arguments);
    let workspace_id = arguments.string("workspace_id")?;
    let old = references::schema(&mut arguments, "old_schema")?;
    let new = references::schema(&mut arguments, "new_schema")?;
    let corpus = references::paths(&mut arguments, "corpus")?;
    arguments.finish()?;
    if corpus.as_ref().is_some_and(|corpus| corpus.len() as u64 > limits.corpus_max_files) {
        return Err(limits.reached("corpus_max_files", corpus.map_or(0, |corpus| corpus.len() as u64)));
    }
    let mut gathering = Gathering::of_workspace(&host, &workspace_id)?;
    let (data, outcome, snapshot) = compared(&host, &mut gathering, (&old, &new), corpus.as_deref(), progress).await?;
    Ok(reply(data, &outcome, &snapshot, (&old, &new)))
}

/// Compares two schemas, and what they make of the documents of a corpus. `batch_seconds` is for all of them.
pub async fn compared(
    host: &Host,
    gathering: &mut Gathering<'_>,
    (old, new): (&SchemaReference, &SchemaReference),
    corpus: Option<&[WorkspacePath]>,
    progress: Progress,
) -> Outcome<(Value, CompareOutcome, Snapshot)> {
    let times = Times::of_document(&host.settings.limits);
    let named = |which: &'static str| move |fault: Fault| fault.with("schema", which);
    gathering.schema(&old.path, &old.options, times).await.map_err(named("old"))?;
    gathering.schema(&new.path, &new.options, times).await.map_err(named("new"))?;
    for path in corpus.unwrap_or_default() {
        gathering.document(path).await?;
        gathering.require(path, None)?;
    }
    let snapshot = gathering.finish().await?;
    let capture = Arc::clone(gathering.capture());
    let key = |schema: &SchemaReference| (schema.path.clone(), schema.options.clone());
    let outcome = gathering.lease().await?.compare(capture, key(old), key(new), times).await?;
    let mut data = outcome.data.clone();
    if let Some(corpus) = corpus {
        data["corpus"] =
            Corpus { host, gathering, began: Instant::now(), progress }.observe((old, new), corpus).await?;
    }
    Ok((data, outcome, snapshot))
}

fn reply(
    data: Value,
    outcome: &CompareOutcome,
    snapshot: &Snapshot,
    (old, new): (&SchemaReference, &SchemaReference),
) -> Reply {
    let before = Print::of(&snapshot.capture, &outcome.old, &old.options);
    let after = Print::of(&snapshot.capture, &outcome.new, &new.options);
    let inputs: BTreeMap<_, _> = before.inputs.into_iter().chain(after.inputs).collect();
    let inputs = inputs.iter().map(|(path, digest)| (path.as_str(), *digest));
    let provenance = Provenance::of(snapshot, inputs)
        .with_schema(after.fingerprint, after.documents)
        .with_worker(json!(outcome.readings));
    Reply { data, page: None, warnings: Vec::new(), artifacts: Vec::new(), provenance }
}

/// What one schema makes of a document.
enum Effect {
    Decided(Report),
    /// No governing declaration.
    Unbindable(Report),
    Malformed(Fault),
    Skipped(Fault),
}

/// The corpus under both schemas.
struct Corpus<'c, 'g> {
    host: &'c Host,
    gathering: &'c mut Gathering<'g>,
    began: Instant,
    progress: Progress,
}

impl Corpus<'_, '_> {
    async fn observe(
        mut self,
        (old, new): (&SchemaReference, &SchemaReference),
        corpus: &[WorkspacePath],
    ) -> Outcome<Value> {
        let mut before = Vec::new();
        for path in corpus {
            before.push(self.effect(old, path).await?);
            self.progress.tell(before.len() as u64, 2 * corpus.len() as u64, || path.to_string());
        }
        let mut totals: BTreeMap<&str, u64> = BTreeMap::new();
        let mut files = Vec::new();
        for (path, before) in corpus.iter().zip(before) {
            let after = self.effect(new, path).await?;
            let category = category(&before, &after);
            *totals.entry(category).or_insert(0) += 1;
            let evidence = evidence(category, &before, &after);
            files.push(json!({
                "path": path,
                "category": category,
                "old": verdict(&before),
                "new": verdict(&after),
                "evidence": evidence,
            }));
            self.progress.tell((corpus.len() + files.len()) as u64, 2 * corpus.len() as u64, || path.to_string());
        }
        let mut all = Map::new();
        all.insert("files".to_owned(), json!(corpus.len()));
        all.extend(CATEGORIES.iter().map(|name| ((*name).to_owned(), json!(totals.get(name).unwrap_or(&0)))));
        Ok(json!({"totals": all, "files": files}))
    }

    async fn effect(&mut self, schema: &SchemaReference, path: &WorkspacePath) -> Outcome<Effect> {
        let limits = Arc::clone(&self.host.settings.limits);
        let left = Allowance::new("batch_seconds", limits.batch_seconds).since(self.began);
        if left.time.is_zero() {
            return Ok(Effect::Skipped(left.passed()));
        }
        let times = Times::of_batch(&limits, left);
        let capture = Arc::clone(self.gathering.capture());
        let source = SchemaSource::Reference { path: schema.path.clone(), options: schema.options.clone() };
        let question = Question { capture, document: path.clone(), schema: source };
        match decide(self.gathering.lease().await?, question, times).await {
            Ok(verdict) => {
                let report = verdict.outcome.report;
                let unbindable = report.issues.iter().any(|issue| issue.code == "unknown-root");
                Ok(if unbindable { Effect::Unbindable(report) } else { Effect::Decided(report) })
            }
            Err(fault) if is_of_the_operation(&fault) => Err(fault),
            Err(fault) if fault.code == FaultCode::InvalidXml => Ok(Effect::Malformed(fault)),
            Err(fault) => Ok(Effect::Skipped(fault)),
        }
    }
}

fn category(before: &Effect, after: &Effect) -> &'static str {
    match (before, after) {
        (Effect::Malformed(_), _) | (_, Effect::Malformed(_)) => "malformed",
        (Effect::Skipped(_), _) | (_, Effect::Skipped(_)) => "skipped",
        (Effect::Unbindable(_), _) | (_, Effect::Unbindable(_)) => "unbindable",
        (Effect::Decided(before), Effect::Decided(after)) => match (before.valid, after.valid) {
            (true, true) => "valid",
            (true, false) => "regressed",
            (false, true) => "resolved",
            (false, false) => "invalid",
        },
    }
}

/// What one schema says of a document: the verdict and how many errors there are, or the fault.
fn verdict(effect: &Effect) -> Value {
    match effect {
        Effect::Decided(report) => json!({"valid": report.valid, "errors": report.counts.errors}),
        Effect::Unbindable(report) => json!({"valid": false, "bound": false, "errors": report.counts.errors}),
        Effect::Malformed(fault) | Effect::Skipped(fault) => json!({"error": fault.to_json()}),
    }
}

/// From the old schema for what it no longer minds, from the new one for everything else.
fn evidence(category: &str, before: &Effect, after: &Effect) -> Vec<Value> {
    let issues = |effect: &Effect| match effect {
        Effect::Decided(report) | Effect::Unbindable(report) => report.issues.clone(),
        Effect::Malformed(_) | Effect::Skipped(_) => Vec::new(),
    };
    let told = match (category, before) {
        ("resolved", _) | ("unbindable", Effect::Unbindable(_)) => issues(before),
        _ => issues(after),
    };
    let item = |issue: Issue| json!({"code": issue.code, "message": issue.message, "location": issue.location});
    told.into_iter().take(MAX_EVIDENCE).map(item).collect()
}
