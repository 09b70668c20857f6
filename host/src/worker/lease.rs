//! A lease: the right of one operation to run guests, one after another, with the worker that it used last.
//!
//! The steps of an operation (gathering files, compiling, documents of a batch) wait in the queue once, at its begin, and the
//! schema that one step compiled is at hand for the next.

use super::Workers;
use super::actor::{Wanted, Worker};
use super::closure::SchemaKey;
use super::comparison::CompareOutcome;
use super::compilations::{Begin, Compilation};
use super::inquiry::{Inquiry, InquiryOutcome};
use super::pool::{Idle, Pool};
use super::query::{QueryOutcome, QueryRequest};
use super::request::{SchemaOutcome, SchemaSource, Times, ValidateOutcome, ValidateRequest};
use super::rows::{Encoding, ExportOutcome, PreviewOutcome, RowsRequest};
use super::schema::{Hint, Reference, SchemaOptions};
use super::thread::Permit;
use crate::capture::Capture;
use crate::fault::{Fault, FaultCode, Outcome};
use crate::workspace::WorkspacePath;
use serde_json::{Value, json};
use std::sync::Arc;

/// The right to run guests. Dropping it gives it up and leaves the worker to others; dropping a call of it drops the worker too.
pub struct Lease {
    pub(super) pool: Arc<Pool>,
    pub(super) permit: Permit,
    in_hand: Option<Idle>,
}

impl std::fmt::Debug for Lease {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lease").field("in_hand", &self.in_hand.is_some()).finish_non_exhaustive()
    }
}

impl Lease {
    pub(super) fn new(pool: Arc<Pool>, permit: Permit) -> Lease {
        Lease { pool, permit, in_hand: None }
    }

    /// Validates one document within these times.
    pub async fn validate(&mut self, request: ValidateRequest, times: Times) -> Outcome<ValidateOutcome> {
        let ValidateRequest { capture, schema, document } = request;
        let key = self.key(schema, &capture, &document, times).await?;
        let (worker, compilation) = self.with_schema(&key, &capture).await?;
        let work = async move |worker: &mut Worker| {
            worker.validate(&capture, Wanted { key, compilation, times }, &document).await
        };
        self.run(worker, work).await
    }

    /// Evaluates an expression over a document within these times.
    pub async fn query(&mut self, request: QueryRequest, times: Times) -> Outcome<QueryOutcome> {
        let QueryRequest { capture, schema, document, query } = request;
        let key = self.key(schema, &capture, &document, times).await?;
        let (worker, compilation) = self.with_schema(&key, &capture).await?;
        let work = async move |worker: &mut Worker| {
            worker.query(&capture, Wanted { key, compilation, times }, &document, &query).await
        };
        self.run(worker, work).await
    }

    /// Shows at most `count` rows of a document within these times; nothing where a selector finds nothing that would tell the columns.
    pub async fn preview(&mut self, request: RowsRequest, count: u32, times: Times) -> Outcome<Option<PreviewOutcome>> {
        let RowsRequest { capture, schema, document, projection } = request;
        let key = self.key(schema, &capture, &document, times).await?;
        let (worker, compilation) = self.with_schema(&key, &capture).await?;
        let work = async move |worker: &mut Worker| {
            worker.preview(&capture, Wanted { key, compilation, times }, &document, (&projection, count)).await
        };
        self.run(worker, work).await
    }

    /// Writes the rows of a document to files within these times, by the encoder of these workers; nothing as for a preview.
    pub async fn export(
        &mut self,
        request: RowsRequest,
        encoding: Encoding,
        workers: &Workers,
        times: Times,
    ) -> Outcome<Option<ExportOutcome>> {
        let RowsRequest { capture, schema, document, projection } = request;
        let key = self.key(schema, &capture, &document, times).await?;
        let (worker, compilation) = self.with_schema(&key, &capture).await?;
        let code = Arc::clone(&workers.records);
        let work = async move |worker: &mut Worker| {
            let wanted = Wanted { key, compilation, times };
            worker.export(&capture, wanted, &document, (&projection, &encoding), &code).await
        };
        self.run(worker, work).await
    }

    /// What the schema of a document is asked for by.
    async fn key(
        &mut self,
        schema: SchemaSource,
        capture: &Arc<Capture>,
        document: &WorkspacePath,
        times: Times,
    ) -> Outcome<SchemaKey> {
        Ok(match schema {
            SchemaSource::Reference { path, options } => SchemaKey { entries: vec![path], options },
            SchemaSource::Documents { entries, options } => SchemaKey { entries, options },
            SchemaSource::Hints { options } => {
                let hints = self.hints(Arc::clone(capture), document.clone(), times).await?;
                SchemaKey { entries: hinted(&hints, capture, document)?, options }
            }
        })
    }

    /// Compiles a schema, unless it is at hand.
    pub async fn schema(
        &mut self,
        capture: Arc<Capture>,
        entries: Vec<WorkspacePath>,
        options: SchemaOptions,
        times: Times,
    ) -> Outcome<SchemaOutcome> {
        let key = SchemaKey { entries, options };
        let (worker, compilation) = self.with_schema(&key, &capture).await?;
        let work = async move |worker: &mut Worker| worker.schema(&capture, Wanted { key, compilation, times }).await;
        self.run(worker, work).await
    }

    /// Asks something about a schema, compiling it unless it is at hand.
    pub async fn inquire(
        &mut self,
        capture: Arc<Capture>,
        entries: Vec<WorkspacePath>,
        options: SchemaOptions,
        inquiry: Inquiry,
        times: Times,
    ) -> Outcome<InquiryOutcome> {
        let key = SchemaKey { entries, options };
        let (worker, compilation) = self.with_schema(&key, &capture).await?;
        let work = async move |worker: &mut Worker| {
            worker.inquire(&capture, Wanted { key, compilation, times }, &inquiry).await
        };
        self.run(worker, work).await
    }

    /// Compares two schemas, each given by its entry document and options.
    pub async fn compare(
        &mut self,
        capture: Arc<Capture>,
        old: (WorkspacePath, SchemaOptions),
        new: (WorkspacePath, SchemaOptions),
        times: Times,
    ) -> Outcome<CompareOutcome> {
        let key = |(path, options)| SchemaKey { entries: vec![path], options };
        let (old, new) = (key(old), key(new));
        let blank = self.blank()?;
        let work = async move |worker: &mut Worker| worker.compare(&capture, (&old, &new), times).await;
        self.run(blank, work).await
    }

    /// The references of one schema document, which is all of the capture that the guest sees.
    pub async fn references(
        &mut self,
        capture: Arc<Capture>,
        document: WorkspacePath,
        options: SchemaOptions,
        times: Times,
    ) -> Outcome<Vec<Reference>> {
        let blank = self.blank()?;
        let work = async move |worker: &mut Worker| worker.references(&capture, &document, &options, times).await;
        self.run(blank, work).await
    }

    /// The location hints of one document, which is all of the capture that the guest sees.
    pub async fn hints(&mut self, capture: Arc<Capture>, document: WorkspacePath, times: Times) -> Outcome<Vec<Hint>> {
        let blank = self.blank()?;
        let work = async move |worker: &mut Worker| worker.hints(&capture, &document, times).await;
        self.run(blank, work).await
    }

    /// A worker that holds a schema, or one without any that is to compile it. Where another call is compiling the same, its worker is
    /// waited for as long as compiling takes.
    pub(super) async fn with_schema(
        &mut self,
        key: &SchemaKey,
        capture: &Arc<Capture>,
    ) -> Outcome<(Idle, Option<Compilation>)> {
        if let Some(holder) = self.holder(key, capture) {
            return Ok((holder, None));
        }
        let compilation = match self.pool.compilations.begin(key, capture) {
            Begin::Own(compilation) => Some(compilation),
            Begin::Others(underway) => {
                underway.wait(&self.pool.returned, || self.pool.has_holder(key, capture)).await;
                if let Some(holder) = self.holder(key, capture) {
                    return Ok((holder, None));
                }
                None
            }
        };
        Ok((self.blank()?, compilation))
    }

    /// A worker that holds this schema already.
    fn holder(&mut self, key: &SchemaKey, capture: &Capture) -> Option<Idle> {
        if let Some(in_hand) = self.in_hand.take_if(|idle| idle.serves(key, capture)) {
            return Some(in_hand);
        }
        self.pool.take_holder(key, capture)
    }

    /// A worker without a schema. Calls that need none must not put a compiled one at risk.
    pub(super) fn blank(&mut self) -> Outcome<Idle> {
        if let Some(in_hand) = self.in_hand.take_if(|idle| idle.is_blank()) {
            return Ok(in_hand);
        }
        self.put_back();
        self.pool.blank()
    }

    pub(super) async fn run<T, W>(&mut self, worker: Idle, work: W) -> Outcome<T>
    where
        T: Send + 'static,
        W: AsyncFnOnce(&mut Worker) -> Outcome<T> + Send + 'static,
    {
        self.put_back();
        let thread = worker.into_thread();
        let (result, condition) = thread.run(&self.permit, work).await;
        self.in_hand = Idle::of(thread, condition);
        result
    }

    fn put_back(&mut self) {
        if let Some(idle) = self.in_hand.take() {
            self.pool.put_back(idle);
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.put_back();
    }
}

/// The entry documents that the hints of a document name; `not_found` with role `schema` where none of them is there.
pub fn hinted(hints: &[Hint], capture: &Capture, document: &WorkspacePath) -> Outcome<Vec<WorkspacePath>> {
    let mut entries: Vec<WorkspacePath> = Vec::new();
    for path in hints.iter().filter_map(|hint| hint.path.as_ref()) {
        if capture.files().contains_key(path) && !entries.contains(path) {
            entries.push(path.clone());
        }
    }
    if entries.is_empty() { Err(no_schema(document, hints)) } else { Ok(entries) }
}

/// Hints that a message repeats.
const SHOWN_HINTS: usize = 3;

fn no_schema(document: &WorkspacePath, hints: &[Hint]) -> Fault {
    let why = |hint: &Hint| match &hint.path {
        Some(_) => "is not there",
        None if hint.location.contains("://") => "is remote and never fetched",
        None => "lies outside what may be read",
    };
    let shown: Vec<String> =
        hints.iter().take(SHOWN_HINTS).map(|hint| format!("`{}` {}", hint.location, why(hint))).collect();
    let message = if hints.is_empty() {
        format!("No schema was given, and `{document}` has no location hint.")
    } else {
        format!("No schema was given, and no location hint of `{document}` names a file at hand: {}.", shown.join("; "))
    };
    let listed: Vec<Value> = hints
        .iter()
        .map(|hint| json!({"namespace": hint.namespace, "location": hint.location, "path": hint.path}))
        .collect();
    Fault::new(FaultCode::NotFound, message)
        .with("path", document.as_str())
        .with("role", "schema")
        .with("hints", listed)
}
