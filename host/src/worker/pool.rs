//! Who runs, who waits, and who is kept.

use super::actor::Worker;
use super::closure::{HeldSchema, SchemaKey};
use super::code::Code;
use super::request::{SchemaOutcome, SchemaSource, ValidateOutcome, ValidateRequest};
use super::roll::Roll;
use super::schema::{Hint, Reference, SchemaOptions};
use super::thread::{Condition, Permit, WorkerThread};
use crate::capture::Capture;
use crate::fault::{Fault, FaultCode, Outcome};
use crate::limits::Limits;
use crate::workspace::WorkspacePath;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Semaphore;

/// Workers: at most `workers` run, `queue_slots` calls wait, and `schema_cache_entries` idle ones are kept with their schemas.
pub struct Pool {
    code: Arc<Code>,
    limits: Arc<Limits>,
    running: Arc<Semaphore>,
    waiting: AtomicU64,
    /// The longest unused one first.
    idle: Mutex<VecDeque<Idle>>,
    roll: Roll,
}

struct Idle {
    thread: WorkerThread,
    held: Option<Arc<HeldSchema>>,
}

impl Idle {
    fn holds_schema(&self) -> bool {
        self.held.is_some()
    }

    fn is_blank(&self) -> bool {
        self.held.is_none()
    }
}

impl Pool {
    /// A pool without workers.
    pub fn new(code: Arc<Code>, limits: Arc<Limits>) -> Pool {
        let running = usize::try_from(limits.workers).unwrap_or(usize::MAX).min(Semaphore::MAX_PERMITS);
        Pool {
            code,
            limits,
            running: Arc::new(Semaphore::new(running)),
            waiting: AtomicU64::new(0),
            idle: Mutex::default(),
            roll: Roll::default(),
        }
    }

    /// Validates one document.
    pub async fn validate(&self, request: ValidateRequest) -> Outcome<ValidateOutcome> {
        let permit = self.admit().await?;
        let ValidateRequest { capture, schema, document } = request;
        let (key, thread) = match schema {
            SchemaSource::Reference { path, options } => (SchemaKey { entries: vec![path], options }, None),
            SchemaSource::Documents { entries, options } => (SchemaKey { entries, options }, None),
            SchemaSource::Hints { options } => {
                let (entries, thread) = self.hinted(&permit, &capture, &document).await?;
                (SchemaKey { entries, options }, Some(thread))
            }
        };
        let thread = self.with_schema(&key, &capture, thread)?;
        let work = async move |worker: &mut Worker| worker.validate(&capture, &key, &document).await;
        self.run(thread, &permit, work).await
    }

    /// Compiles a schema, unless a worker holds it already.
    pub async fn schema(&self, capture: Arc<Capture>, key: SchemaKey) -> Outcome<SchemaOutcome> {
        let permit = self.admit().await?;
        let thread = self.with_schema(&key, &capture, None)?;
        let work = async move |worker: &mut Worker| worker.schema(&capture, &key).await;
        self.run(thread, &permit, work).await
    }

    /// The references of one schema document.
    pub async fn references(
        &self,
        capture: Arc<Capture>,
        document: WorkspacePath,
        options: SchemaOptions,
    ) -> Outcome<Vec<Reference>> {
        let permit = self.admit().await?;
        let thread = self.blank()?;
        let work = async move |worker: &mut Worker| worker.references(&capture, &document, &options).await;
        self.run(thread, &permit, work).await
    }

    /// The location hints of one document.
    pub async fn hints(&self, capture: Arc<Capture>, document: WorkspacePath) -> Outcome<Vec<Hint>> {
        let permit = self.admit().await?;
        let thread = self.blank()?;
        let work = async move |worker: &mut Worker| worker.hints(&capture, &document).await;
        self.run(thread, &permit, work).await
    }

    /// Entry documents from the hints of a document, and the worker that read them.
    async fn hinted(
        &self,
        permit: &Permit,
        capture: &Arc<Capture>,
        document: &WorkspacePath,
    ) -> Outcome<(Vec<WorkspacePath>, Idle)> {
        let thread = self.blank()?;
        let (files, path) = (Arc::clone(capture), document.clone());
        let work = async move |worker: &mut Worker| worker.hints(&files, &path).await;
        let (hints, condition) = thread.run(permit, work).await;
        let hints = match hints {
            Ok(hints) => hints,
            Err(fault) => {
                self.put_back(thread, condition);
                return Err(fault);
            }
        };
        let mut entries: Vec<WorkspacePath> = Vec::new();
        for path in hints.into_iter().filter_map(|hint| hint.path) {
            if capture.files().contains_key(&path) && !entries.contains(&path) {
                entries.push(path);
            }
        }
        if entries.is_empty() {
            self.put_back(thread, condition);
            return Err(no_schema(document));
        }
        Ok((entries, Idle { thread, held: condition.held }))
    }

    /// A worker for a schema: one that holds it, else one that holds none, else a new one. One that is already in hand is used
    /// if it is of that sort, and put back otherwise.
    fn with_schema(&self, key: &SchemaKey, capture: &Capture, in_hand: Option<Idle>) -> Outcome<WorkerThread> {
        let serves = |idle: &Idle| idle.held.as_ref().is_some_and(|held| held.serves(key, capture));
        let mut idle = self.idle();
        if let Some(in_hand) = in_hand {
            idle.push_back(in_hand);
        }
        let position = idle.iter().rposition(serves).or_else(|| idle.iter().rposition(Idle::is_blank));
        match position.and_then(|position| idle.remove(position)) {
            Some(found) => Ok(found.thread),
            None => {
                self.trim(&mut idle);
                drop(idle);
                self.fresh()
            }
        }
    }

    /// A worker without a schema. Calls that need none must not put a compiled one at risk.
    fn blank(&self) -> Outcome<WorkerThread> {
        let mut idle = self.idle();
        let position = idle.iter().rposition(Idle::is_blank);
        match position.and_then(|position| idle.remove(position)) {
            Some(found) => Ok(found.thread),
            None => {
                drop(idle);
                self.fresh()
            }
        }
    }

    fn fresh(&self) -> Outcome<WorkerThread> {
        WorkerThread::start(Arc::clone(&self.code), Arc::clone(&self.limits), &self.roll)
    }

    async fn run<T, W>(&self, thread: WorkerThread, permit: &Permit, work: W) -> Outcome<T>
    where
        T: Send + 'static,
        W: AsyncFnOnce(&mut Worker) -> Outcome<T> + Send + 'static,
    {
        let (result, condition) = thread.run(permit, work).await;
        self.put_back(thread, condition);
        result
    }

    fn put_back(&self, thread: WorkerThread, condition: Condition) {
        if condition.retired {
            return;
        }
        let mut idle = self.idle();
        idle.push_back(Idle { thread, held: condition.held });
        self.trim(&mut idle);
    }

    /// Keeps as many schemas as the limit says, and one worker without any for calls that need none.
    fn trim(&self, idle: &mut VecDeque<Idle>) {
        let schemas = usize::try_from(self.limits.schema_cache_entries).unwrap_or(usize::MAX);
        for (kept, is_kind) in [(schemas, Idle::holds_schema as fn(&Idle) -> bool), (1, Idle::is_blank)] {
            let surplus = idle.iter().filter(|idle| is_kind(idle)).count().saturating_sub(kept);
            for _ in 0..surplus {
                let oldest = idle.iter().position(is_kind);
                oldest.and_then(|position| idle.remove(position));
            }
        }
    }

    /// Waits for the right to run a guest, in the queue if there is room.
    async fn admit(&self) -> Outcome<Permit> {
        if let Ok(permit) = Arc::clone(&self.running).try_acquire_owned() {
            return Ok(Arc::new(permit));
        }
        let _place = self.queue()?;
        let permit = Arc::clone(&self.running).acquire_owned().await;
        permit.map(Arc::new).map_err(|_| Fault::internal("the pool is closed"))
    }

    fn queue(&self) -> Outcome<Place<'_>> {
        let place = Place { waiting: &self.waiting };
        if self.waiting.fetch_add(1, Ordering::Relaxed) < self.limits.queue_slots {
            return Ok(place);
        }
        Err(Fault::new(
            FaultCode::ServerBusy,
            format!("All {} workers are busy and {} calls wait.", self.limits.workers, self.limits.queue_slots),
        ))
    }

    fn idle(&self) -> MutexGuard<'_, VecDeque<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.idle().clear();
        self.roll.wait();
    }
}

/// A place in the queue, given up when dropped.
struct Place<'a> {
    waiting: &'a AtomicU64,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

fn no_schema(document: &WorkspacePath) -> Fault {
    Fault::new(
        FaultCode::NotFound,
        format!("No schema was given, and no location hint of `{document}` names a file of the workspace."),
    )
    .with("path", document.as_str())
    .with("role", "schema")
}
