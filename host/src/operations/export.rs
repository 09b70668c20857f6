//! An export under way: document by document to files that nobody has yet.

use super::export_records::{Asked, Exported, Layout, Member};
use super::fingerprint::Fingerprints;
use super::gather::{Gathering, is_of_the_operation};
use super::manifest::{Entry, SCHEMA_FILE, manifest, part_file};
use super::progress::Progress;
use super::references;
use super::validate::{Question, decide};
use crate::audit;
use crate::digest::Digest;
use crate::envelope::Provenance;
use crate::fault::{Fault, FaultCode, Outcome};
use crate::host::Host;
use crate::worker::rows::{EncoderReadings, Encoding, ExportOutcome, RowsRequest, Shape, invalid_document};
use crate::worker::{Allowance, Cache, OutputFile, Readings, SchemaSource, Times, Workers};
use crate::workspace::{Snapshot, WorkspacePath};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Instant;

/// Longest stem of a document's name that its file takes over.
const STEM_BYTES: usize = 200;

/// Writes the records of the documents to files that nobody has yet.
pub async fn exported(
    host: &Host,
    gathering: &mut Gathering<'_>,
    asked: &Asked,
    progress: Progress,
) -> Outcome<Exported> {
    checked(host, asked)?;
    // The time of an export does not cover waiting in the queue.
    gathering.lease().await?;
    let workers = host.workers().await?;
    workers.prewarm_encoder();
    let mut export = Export {
        host,
        gathering,
        asked,
        workers,
        progress,
        began: Instant::now(),
        done: 0,
        parts: BTreeMap::new(),
        schema_file: None,
        shape: None,
        invalid: Vec::new(),
        inputs: BTreeMap::new(),
        schemas: BTreeMap::new(),
        readings: None,
    };
    let snapshot = export.gather().await?;
    let mut waiting = Vec::new();
    for place in 0..asked.documents.len() {
        if !export.one(place).await? {
            waiting.push(place);
        }
    }
    // What records look like the other documents have told.
    for place in waiting {
        if !export.one(place).await? {
            let chooser = export.asked.projection.chooser();
            let message =
                format!("`{chooser}` finds no element in any of the documents, so that the columns are not known.");
            return Err(Fault::argument(chooser, message));
        }
    }
    export.complete(&snapshot)
}

fn checked(host: &Host, asked: &Asked) -> Outcome<()> {
    let limits = &host.settings.limits;
    let count = asked.documents.len() as u64;
    if count == 0 {
        return Err(Fault::argument("documents", "`documents` has at least one document."));
    }
    if count > limits.corpus_max_files {
        return Err(limits.reached("corpus_max_files", count));
    }
    if asked.layout == Layout::File && count > 1 {
        let message = format!("The layout `file` is for one document, and there are {count}; `dataset` takes several.");
        return Err(Fault::argument("layout", message));
    }
    let mut known = HashSet::new();
    match asked.documents.iter().position(|document| !known.insert(document)) {
        None => Ok(()),
        Some(place) => {
            let message = format!("`{}` is there twice; each document is one part.", asked.documents[place]);
            Err(Fault::argument(&format!("documents[{place}]"), message))
        }
    }
}

/// An export under way.
struct Export<'e, 'g> {
    host: &'e Host,
    gathering: &'e mut Gathering<'g>,
    asked: &'e Asked,
    workers: Workers,
    progress: Progress,
    began: Instant,
    done: u64,
    /// By place of the document.
    parts: BTreeMap<usize, (Entry, OutputFile)>,
    schema_file: Option<OutputFile>,
    /// That of the first document; all others have the same.
    shape: Option<Shape>,
    /// Documents that are not valid, and what their faults are.
    invalid: Vec<(WorkspacePath, Fault)>,
    inputs: BTreeMap<String, Digest>,
    /// Fingerprint and documents of each schema.
    schemas: BTreeMap<Digest, Vec<Value>>,
    readings: Option<(Readings, EncoderReadings)>,
}

impl Export<'_, '_> {
    /// Of one document those of an operation on one, whatever the layout.
    fn times(&self) -> Outcome<Times> {
        let limits = &self.host.settings.limits;
        if self.asked.documents.len() == 1 {
            return Ok(Times::of_document(limits));
        }
        let left = Allowance::new("batch_seconds", limits.batch_seconds).since(self.began);
        if left.time.is_zero() { Err(left.passed()) } else { Ok(Times::of_batch(limits, left)) }
    }

    async fn gather(&mut self) -> Outcome<Snapshot> {
        for document in &self.asked.documents {
            let times = self.times()?;
            self.gathering.question(document, &self.asked.schema, times).await?;
        }
        self.gathering.finish().await
    }

    /// Writes the records of one document; not where there is nothing that would tell the columns. Once a document was not valid the
    /// others are only validated: nothing will be left, but all that is wrong can be told.
    async fn one(&mut self, place: usize) -> Outcome<bool> {
        let document = &self.asked.documents[place];
        let schema = self.gathering.resolved(document, &self.asked.schema, self.times()?).await?;
        let done = if self.invalid.is_empty() {
            self.written(place, schema).await
        } else {
            self.validated(document, schema).await.map(|()| true)
        };
        match done {
            Ok(true) => {}
            Ok(false) => return Ok(false),
            Err(fault) if fault.code == FaultCode::InvalidDocument => self.invalid.push((document.clone(), fault)),
            Err(fault) if is_of_the_operation(&fault) => return Err(fault),
            Err(fault) => return Err(fault.with("document", document.as_str())),
        }
        self.done += 1;
        self.progress.tell(self.done, self.asked.documents.len() as u64, || document.to_string());
        Ok(true)
    }

    async fn written(&mut self, place: usize, schema: SchemaSource) -> Outcome<bool> {
        let document = &self.asked.documents[place];
        let capture = Arc::clone(self.gathering.capture());
        let digest = capture
            .files()
            .get(document)
            .map(|file| file.digest)
            .ok_or_else(|| Fault::missing_file(document.as_str(), "document"))?;
        audit::note(|known| known.inputs.push(digest));
        let projection = match &self.shape {
            Some(shape) => self.asked.projection.along(&shape.route),
            None => self.asked.projection.clone(),
        };
        let request = RowsRequest {
            capture: Arc::clone(&capture),
            schema: schema.clone(),
            document: document.clone(),
            projection,
        };
        let (encoding, times) = (self.encoding(place), self.times()?);
        let outcome = self.gathering.lease().await?.export(request, encoding, &self.workers, times).await?;
        let Some(outcome) = outcome else { return Ok(false) };
        let prints = Fingerprints::new(&capture, (document, digest), &schema, &outcome.schema);
        self.inputs.extend(prints.inputs);
        self.schemas.insert(prints.schema, prints.schema_documents);
        self.keep(place, outcome)?;
        Ok(true)
    }

    fn encoding(&self, place: usize) -> Encoding {
        let document = &self.asked.documents[place];
        match self.asked.layout {
            Layout::File => Encoding { file: file_name(document), source_id: None, schema_file: None },
            Layout::Dataset => Encoding {
                file: part_file(place),
                source_id: Some(document.as_str().to_owned()),
                schema_file: self.shape.is_none().then(|| SCHEMA_FILE.to_owned()),
            },
        }
    }

    fn keep(&mut self, place: usize, outcome: ExportOutcome) -> Outcome<()> {
        let document = &self.asked.documents[place];
        match &self.shape {
            None => self.shape = Some(outcome.shape),
            Some(shape) if *shape == outcome.shape => {}
            Some(_) => {
                let message = format!(
                    "The records of `{document}` have other columns than those of the documents before it: its schema is another one. Export it apart."
                );
                return Err(Fault::argument(&format!("documents[{place}]"), message));
            }
        }
        self.read(outcome.readings, outcome.encoder);
        let mut files = outcome.files.into_iter();
        let file = files.next().ok_or_else(|| Fault::internal("an export left no file"))?;
        self.schema_file = files.next().or(self.schema_file.take());
        self.parts.insert(place, (Entry { source_id: document.as_str().to_owned(), rows: outcome.rows }, file));
        Ok(())
    }

    /// Adds up the fuel and keeps the largest memory.
    fn read(&mut self, new: Readings, encoder: EncoderReadings) {
        self.readings = Some(match self.readings {
            None => (new, encoder),
            Some((old, before)) => {
                let cache = if old.cache == Cache::Miss { Cache::Miss } else { new.cache };
                let memory_bytes = old.memory_bytes.max(new.memory_bytes);
                let fuel = old.fuel.saturating_add(new.fuel);
                let encoder =
                    EncoderReadings { memory_bytes: before.memory_bytes.max(encoder.memory_bytes), ..encoder };
                (Readings { fuel, memory_bytes, cache, ..new }, encoder)
            }
        });
    }

    async fn validated(&mut self, document: &WorkspacePath, schema: SchemaSource) -> Outcome<()> {
        let capture = Arc::clone(self.gathering.capture());
        let question = Question { capture, document: document.clone(), schema };
        let times = self.times()?;
        let verdict = decide(self.gathering.lease().await?, question, times).await?;
        let report = verdict.outcome.report;
        if report.valid { Ok(()) } else { Err(invalid_document(document, &report)) }
    }

    /// The members, or the fault that tells every document that is not valid.
    fn complete(mut self, snapshot: &Snapshot) -> Outcome<Exported> {
        if !self.invalid.is_empty() {
            return Err(all_invalid(std::mem::take(&mut self.invalid)));
        }
        let rows = self.parts.values().map(|(entry, _)| entry.rows).sum();
        let (options, projection) = (references::options(&self.asked.schema), &self.asked.projection);
        let shape = self.shape.ok_or_else(|| Fault::internal("an export without columns"))?;
        let (entries, files): (Vec<Entry>, Vec<OutputFile>) = self.parts.into_values().unzip();
        let members = match self.asked.layout {
            Layout::File => files.into_iter().map(Member::file).collect(),
            Layout::Dataset => {
                let manifest = manifest(options, projection, &shape, &entries);
                let schema = self.schema_file.ok_or_else(|| Fault::internal("a data set without a schema file"))?;
                let first = [Member::manifest(manifest), Member::file(schema)];
                first.into_iter().chain(files.into_iter().map(Member::part)).collect()
            }
        };
        let inputs = self.inputs.iter().map(|(path, digest)| (path.as_str(), *digest));
        let mut provenance = Provenance::of(snapshot, inputs);
        // Several schemas that give the same columns are told by their files only.
        if self.schemas.len() == 1
            && let Some((fingerprint, documents)) = self.schemas.pop_first()
        {
            provenance = provenance.with_schema(fingerprint, documents);
        }
        if let Some((readings, encoder)) = self.readings {
            let mut worker = json!(readings);
            worker["encoder"] = json!(encoder);
            provenance = provenance.with_worker(worker);
        }
        Ok(Exported { members, rows, provenance })
    }
}

/// The fault of the first, with all others.
fn all_invalid(invalid: Vec<(WorkspacePath, Fault)>) -> Fault {
    let errors = |fault: &Fault| fault.details["report"]["counts"]["errors"].clone();
    let listed: Vec<Value> =
        invalid.iter().map(|(document, fault)| json!({"path": document, "errors": errors(fault)})).collect();
    let many = invalid.len();
    let Some((_, mut fault)) = invalid.into_iter().next() else { return Fault::internal("nothing is invalid") };
    if many > 1 {
        fault.message = format!("{many} documents are not valid, of which this is the first. {}", fault.message);
    }
    fault.with("documents", listed)
}

/// The name of a document with the ending of its file; a plain one where the name would not do.
fn file_name(document: &WorkspacePath) -> String {
    let name = document.as_str().rsplit('/').next().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let usable = !stem.is_empty() && stem.len() <= STEM_BYTES && !stem.chars().any(char::is_control);
    format!("{}.parquet", if usable { stem } else { "records" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_name_of_its_document_where_that_will_do() {
        let long = "x".repeat(STEM_BYTES + 1);
        for (document, name) in [
            ("orders/a.b.xml", "a.b.parquet"),
            ("plain", "plain.parquet"),
            (".xml", "records.parquet"),
            ("a\nb.xml", "records.parquet"),
            (long.as_str(), "records.parquet"),
        ] {
            assert_eq!(file_name(&WorkspacePath::parse(document).unwrap()), name);
        }
    }
}
