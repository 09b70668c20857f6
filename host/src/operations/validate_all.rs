//! `pyxsd_validate_documents`: many documents in one call, each with a result of its own.

use super::arguments::Arguments;
use super::gather::{Gathering, is_of_the_operation};
use super::progress::Progress;
use super::validate::{Question, Verdict, decide};
use super::{references, report};
use crate::capture::{Capture, CapturedFile};
use crate::digest::Digest;
use crate::envelope::{Provenance, Reply, Warning};
use crate::fault::{DETAIL_ITEMS, Fault, FaultCode, Outcome};
use crate::host::Host;
use crate::store::{ArtifactRef, Draft};
use crate::worker::schema::SchemaOptions;
use crate::worker::{Allowance, Cache, Readings, SchemaSource, Times};
use crate::workspace::WorkspacePath;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Instant;

/// A document and the schema that is to decide it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Item {
    document: WorkspacePath,
    schema: SchemaSource,
}

/// What came of a document: its counts and the number of its report among those of the batch.
#[derive(Debug, Clone)]
struct Decided {
    valid: bool,
    counts: Value,
    report: Option<usize>,
}

/// Documents of one schema, by their places in the request; duplicates stand once.
#[derive(Debug)]
struct Group {
    entries: Vec<WorkspacePath>,
    options: SchemaOptions,
    items: Vec<usize>,
}

/// `pyxsd_validate_documents {workspace_id, documents: [{document, schema_ref?}]}`. What is wrong with one document, its schema or its
/// worker is its own result and ends no other; the reports on invalid documents are retained together.
pub async fn validate_documents(host: Arc<Host>, arguments: Map<String, Value>, progress: Progress) -> Outcome<Reply> {
    let limits = &host.settings.limits;
    let mut arguments = Arguments::new(arguments);
    let workspace_id = arguments.string("workspace_id")?;
    let documents = arguments.objects("documents")?;
    arguments.finish()?;
    let items = documents.into_iter().map(item).collect::<Outcome<Vec<_>>>()?;
    if items.len() as u64 > limits.corpus_max_files {
        return Err(limits.reached("corpus_max_files", items.len() as u64));
    }
    let mut batch = Batch::begin(&host, &workspace_id, items, progress).await?;
    let groups = batch.gather().await?;
    batch.decide(groups).await?;
    batch.reply().await
}

fn item(mut arguments: Arguments) -> Outcome<Item> {
    let document = references::document(&mut arguments)?;
    let schema = references::optional_schema(&mut arguments)?;
    arguments.finish()?;
    Ok(Item { document, schema })
}

/// A batch under way.
struct Batch<'a> {
    host: &'a Host,
    gathering: Gathering<'a>,
    began: Instant,
    items: Vec<Item>,
    /// Where each item stands first.
    first: Vec<usize>,
    /// By first places.
    results: HashMap<usize, Outcome<Decided>>,
    reports: Vec<(Draft, CapturedFile)>,
    inputs: BTreeMap<String, Digest>,
    /// Fingerprint and documents of each schema that decided something.
    schemas: BTreeMap<Digest, Vec<Value>>,
    warnings: Vec<Warning>,
    readings: Option<Readings>,
    progress: Progress,
}

impl<'a> Batch<'a> {
    async fn begin(host: &'a Host, workspace_id: &str, items: Vec<Item>, progress: Progress) -> Outcome<Batch<'a>> {
        let mut places = HashMap::new();
        let first = items.iter().enumerate().map(|(place, item)| *places.entry(item).or_insert(place)).collect();
        let mut gathering = Gathering::of_workspace(host, workspace_id)?;
        // The time of a batch does not cover waiting in the queue.
        if !items.is_empty() {
            gathering.lease().await?;
        }
        Ok(Batch {
            host,
            gathering,
            began: Instant::now(),
            first,
            items,
            results: HashMap::new(),
            reports: Vec::new(),
            inputs: BTreeMap::new(),
            schemas: BTreeMap::new(),
            warnings: Vec::new(),
            readings: None,
            progress,
        })
    }

    /// What is left of `batch_seconds`; the fault of items for which nothing is.
    fn left(&self) -> Outcome<Allowance> {
        let left = Allowance::new("batch_seconds", self.host.settings.limits.batch_seconds).since(self.began);
        if left.time.is_zero() { Err(left.passed()) } else { Ok(left) }
    }

    fn times(&self) -> Outcome<Times> {
        self.left().map(|left| Times::of_batch(&self.host.settings.limits, left))
    }

    /// Notes what came of an item. A fault that is not the item's own ends the batch.
    fn settle(&mut self, place: usize, result: Outcome<Decided>) -> Outcome<()> {
        if let Err(fault) = &result
            && is_of_the_operation(fault)
        {
            return Err(fault.clone());
        }
        self.results.insert(place, result);
        let (done, total) = (self.settled(), self.items.len() as u64);
        self.progress.tell(done, total, || self.items[place].document.to_string());
        Ok(())
    }

    /// Items with a result, duplicates among them.
    fn settled(&self) -> u64 {
        self.first.iter().filter(|place| self.results.contains_key(place)).count() as u64
    }

    /// Captures everything and groups the items by schema. Items for which that is impossible have their results then.
    async fn gather(&mut self) -> Outcome<Vec<Group>> {
        let mut failed = Vec::new();
        for place in self.places() {
            let Item { document, schema } = self.items[place].clone();
            let gathered = match self.times() {
                Ok(times) => self.gathering.question(&document, &schema, times).await,
                Err(passed) => Err(passed),
            };
            if let Err(fault) = gathered {
                self.settle(place, Err(fault))?;
                failed.push(place);
            }
        }
        self.gathering.finish().await?;
        let mut groups: Vec<Group> = Vec::new();
        let mut known = HashMap::new();
        for place in self.places().into_iter().filter(|place| !failed.contains(place)) {
            let Item { document, schema } = self.items[place].clone();
            let entries = match self.times() {
                Ok(times) => self.gathering.entries(&document, &schema, times).await,
                Err(passed) => Err(passed),
            };
            match entries {
                Ok(entries) => {
                    let options = references::options(&schema).clone();
                    let group = *known.entry((entries.clone(), options.clone())).or_insert_with(|| {
                        groups.push(Group { entries, options, items: Vec::new() });
                        groups.len() - 1
                    });
                    groups[group].items.push(place);
                }
                Err(fault) => self.settle(place, Err(fault))?,
            }
        }
        Ok(groups)
    }

    /// The places of the items, duplicates left out.
    fn places(&self) -> Vec<usize> {
        self.first.iter().enumerate().filter(|(place, first)| place == *first).map(|(place, _)| place).collect()
    }

    async fn decide(&mut self, groups: Vec<Group>) -> Outcome<()> {
        let capture = Arc::clone(self.gathering.capture());
        for Group { entries, options, items } in groups {
            let compiled = self.compile(&capture, &entries, &options).await;
            for place in items {
                let result = match &compiled {
                    Ok(()) => self.decide_item(&capture, place, &entries, &options).await,
                    Err(fault) => Err(fault.clone()),
                };
                self.settle(place, result)?;
            }
        }
        Ok(())
    }

    /// Once for the whole group, so that a schema that cannot be compiled is not tried for each document.
    async fn compile(
        &mut self,
        capture: &Arc<Capture>,
        entries: &[WorkspacePath],
        options: &SchemaOptions,
    ) -> Outcome<()> {
        let times = self.times()?;
        let lease = self.gathering.lease().await?;
        let outcome = lease.schema(Arc::clone(capture), entries.to_vec(), options.clone(), times).await?;
        self.read(outcome.readings);
        Ok(())
    }

    async fn decide_item(
        &mut self,
        capture: &Arc<Capture>,
        place: usize,
        entries: &[WorkspacePath],
        options: &SchemaOptions,
    ) -> Outcome<Decided> {
        let times = self.times()?;
        let schema = SchemaSource::Documents { entries: entries.to_vec(), options: options.clone() };
        let document = self.items[place].document.clone();
        let question = Question { capture: Arc::clone(capture), document, schema };
        let verdict = decide(self.gathering.lease().await?, question, times).await?;
        self.note(&verdict);
        let report = if verdict.outcome.report.valid {
            None
        } else {
            let (draft, bytes) = report::draft(&verdict, &self.items[place].schema)?;
            // In scratch until the end: the issues of all documents are too much for memory.
            self.reports.push((draft, CapturedFile::new(self.host.workspaces.scratch()?.store(&bytes)?)));
            Some(self.reports.len() - 1)
        };
        Ok(Decided { valid: verdict.outcome.report.valid, counts: json!(verdict.outcome.report.counts), report })
    }

    fn note(&mut self, verdict: &Verdict) {
        self.inputs.extend(verdict.inputs.iter().cloned());
        let new = self.schemas.insert(verdict.schema, verdict.schema_documents.clone()).is_none();
        if new {
            self.warnings.extend(verdict.warnings());
            self.warnings.truncate(DETAIL_ITEMS);
        }
        self.read(verdict.outcome.readings);
    }

    /// Adds up the fuel and keeps the largest memory.
    fn read(&mut self, new: Readings) {
        self.readings = Some(match self.readings {
            None => new,
            Some(old) => Readings {
                fuel: old.fuel.saturating_add(new.fuel),
                memory_bytes: old.memory_bytes.max(new.memory_bytes),
                cache: if old.cache == Cache::Miss { Cache::Miss } else { new.cache },
                ..new
            },
        });
    }

    async fn reply(mut self) -> Outcome<Reply> {
        self.gathering.release();
        let reports = self.host.retain_copies(std::mem::take(&mut self.reports)).await?;
        let results: Vec<Value> = self
            .items
            .iter()
            .zip(&self.first)
            .map(|(item, first)| result(&item.document, self.results.get(first), &reports))
            .collect();
        let count = |wanted: fn(&Decided) -> bool| {
            let decided = self.first.iter().filter_map(|first| self.results.get(first)?.as_ref().ok());
            decided.filter(|decided| wanted(decided)).count()
        };
        let (valid, invalid) = (count(|decided| decided.valid), count(|decided| !decided.valid));
        let totals = json!({
            "documents": results.len(),
            "valid": valid,
            "invalid": invalid,
            "failed": results.len() - valid - invalid,
        });
        let snapshot = self.gathering.snapshot();
        let inputs = self.inputs.iter().map(|(path, digest)| (path.as_str(), *digest));
        let mut provenance = Provenance::of(&snapshot, inputs);
        // Several schemas are told in the reports only.
        if self.schemas.len() == 1
            && let Some((fingerprint, documents)) = self.schemas.pop_first()
        {
            provenance = provenance.with_schema(fingerprint, documents);
        }
        if let Some(readings) = self.readings {
            provenance = provenance.with_worker(json!(readings));
        }
        Ok(Reply {
            data: json!({"results": results, "totals": totals}),
            page: None,
            warnings: self.warnings,
            artifacts: reports,
            provenance,
        })
    }
}

fn result(document: &WorkspacePath, result: Option<&Outcome<Decided>>, reports: &[ArtifactRef]) -> Value {
    let document = json!({"path": document});
    match result {
        Some(Ok(decided)) => {
            let report = decided.report.and_then(|report| reports.get(report));
            json!({"document": document, "ok": true, "valid": decided.valid, "counts": decided.counts, "report": report})
        }
        Some(Err(fault)) => json!({"document": document, "ok": false, "error": fault.to_json()}),
        None => {
            let fault = Fault::new(FaultCode::Internal, "The document was left out.");
            json!({"document": document, "ok": false, "error": fault.to_json()})
        }
    }
}
