//! The sandbox: the only place that knows wasmtime.
//!
//! [`Workers`] runs the worker component. A *worker* is one instance of it in its own store, on its own thread; it sees a slot with
//! the files of the call and nothing else of the world. Each call has its own fuel and deadline; memory is capped over all
//! memories and tables. A worker that traps or reaches a limit is dropped, and the fault says which it was. Idle workers are kept
//! with the schema that they hold and are used again only where that schema depends on exactly the same files.
//!
//! **Cancellation:** every method returns a future. Dropping it ends the guest within an epoch (10 ms), wherever it is, gives up a
//! place in the queue, and drops the worker. There is no other way to cancel, and none is needed.

mod actor;
mod bindings;
mod closure;
mod code;
mod code_cache;
mod comparison;
mod compilations;
mod description;
mod encoder;
mod engine;
mod epochs;
mod failure;
pub mod inquiry;
mod instance;
mod lease;
mod memory;
mod native_code;
mod outbox;
mod output;
mod pool;
mod purse;
pub mod query;
pub mod report;
mod request;
mod roll;
pub mod rows;
mod sandbox;
pub mod schema;
mod slot;
mod stop;
#[cfg(test)]
mod tests;
mod thread;
pub mod transform;
mod world;

pub use comparison::CompareOutcome;
pub use engine::Tier;
pub use lease::{Lease, hinted};
pub use outbox::OutputFile;
pub use purse::Purse;
pub use request::{Allowance, Cache, Readings, SchemaOutcome, SchemaSource, Times, ValidateOutcome, ValidateRequest};

use crate::capture::Capture;
use crate::clock::Clock;
use crate::digest::Digest;
use crate::fault::{Fault, Outcome};
use crate::limits::Limits;
use crate::workspace::WorkspacePath;
use code::{Binary, Code};
use code_cache::CodeCache;
use engine::Engines;
use pool::Pool;
use schema::{Hint, Reference, SchemaOptions};
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use world::{RecordsWorld, WorkerWorld};

static WORKER: &[u8] = include_bytes!(env!("PYXSD_WORKER_WASM"));
static RECORDS: &[u8] = include_bytes!(env!("PYXSD_RECORDS_WASM"));

/// A component that this binary carries, as capabilities list it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ComponentSummary {
    /// Its name.
    pub name: &'static str,
    /// The world that it implements.
    pub world: &'static str,
    /// Digest of the component.
    pub digest: Digest,
}

/// The components that this binary carries.
pub fn components() -> &'static [ComponentSummary] {
    // Digests of many megabytes.
    static COMPONENTS: OnceLock<Vec<ComponentSummary>> = OnceLock::new();
    COMPONENTS.get_or_init(|| {
        let summary = |name, world, bytes| ComponentSummary { name, world, digest: Digest::of(bytes) };
        let mut components = vec![
            summary("worker", "pyxsd:worker/worker@0.1.0", WORKER),
            summary("records", "pyxsd:worker/records@0.1.0", RECORDS),
        ];
        let interpreter = transform::python_digest().ok();
        let world = "pyxsd:worker/transform@0.1.0";
        components.extend(interpreter.map(|digest| ComponentSummary { name: "transform", world, digest }));
        components
    })
}

/// Where compiled code is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CompiledCode {
    /// Below the user's cache directory.
    #[default]
    UserCache,
    /// Below this folder.
    Below(PathBuf),
    /// Nowhere.
    InMemory,
}

/// Runs workers. Cheap to clone; all clones share the workers.
#[derive(Clone)]
pub struct Workers {
    code: Arc<Code<WorkerWorld>>,
    /// Made when records are first exported.
    records: Arc<Code<RecordsWorld>>,
    transforms: Arc<transform::Transforms>,
    pool: Arc<Pool>,
}

impl std::fmt::Debug for Workers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workers").field("component", &self.code.digest()).finish_non_exhaustive()
    }
}

impl Workers {
    /// Workers of the component that this binary carries. Compiles and starts nothing. `clock` gives the time that queries and assertions see.
    pub fn new(limits: &Limits, clock: Clock) -> Outcome<Workers> {
        let components = (Cow::Borrowed(WORKER), Cow::Borrowed(RECORDS));
        Workers::assemble(limits, clock, components, CompiledCode::UserCache)
    }

    /// Workers of another component of the same world, by the clock of the system.
    pub fn of_component(limits: &Limits, component: Cow<'static, [u8]>, kept: CompiledCode) -> Outcome<Workers> {
        Workers::assemble(limits, Clock::default(), (component, Cow::Borrowed(RECORDS)), kept)
    }

    /// The same workers with another encoder.
    pub fn of_encoder(limits: &Limits, encoder: Cow<'static, [u8]>, kept: CompiledCode) -> Outcome<Workers> {
        Workers::assemble(limits, Clock::default(), (Cow::Borrowed(WORKER), encoder), kept)
    }

    fn assemble(
        limits: &Limits,
        clock: Clock,
        (worker, records): (Cow<'static, [u8]>, Cow<'static, [u8]>),
        kept: CompiledCode,
    ) -> Outcome<Workers> {
        let cache = match kept {
            CompiledCode::UserCache => CodeCache::of_user(),
            CompiledCode::Below(folder) => CodeCache::below(&folder),
            CompiledCode::InMemory => None,
        };
        let engines = Engines::start().map_err(|cause| Fault::internal(format!("no engine: {cause:#}")))?;
        let (engines, cache) = (Arc::new(engines), cache.map(Arc::new));
        let code = Arc::new(Code::new(Binary::new(worker), Arc::clone(&engines), cache.clone()));
        let records = Arc::new(Code::new(Binary::new(records), Arc::clone(&engines), cache.clone()));
        let transforms = Arc::new(transform::Transforms::new(engines, cache)?);
        let pool = Arc::new(Pool::new(Arc::clone(&code), Arc::new(limits.clone()), clock));
        Ok(Workers { code, records, transforms, pool })
    }

    /// Digest of the component.
    pub fn component_digest(&self) -> Digest {
        self.code.digest()
    }

    /// Starts compiling or loading the worker's component in the background. Failure is told to the first call that needs it.
    pub fn prewarm(&self) {
        self.code.begin();
    }

    /// Compiles everything there is to compile, so that the next start of a server finds it. Blocks for seconds.
    pub fn warm(&self) -> Outcome<()> {
        self.code.best().map(drop)?;
        self.records.best().map(drop)?;
        self.transforms.warm()
    }

    /// Starts compiling or loading the encoder in the background, where an export is under way.
    pub fn prewarm_encoder(&self) {
        self.records.begin();
    }

    /// Where user code comes from.
    pub fn transforms(&self) -> &transform::Transforms {
        &self.transforms
    }

    /// The right to run guests for one operation that has several steps. `server_busy` where the queue is full.
    pub async fn lease(&self) -> Outcome<Lease> {
        self.pool.lease().await
    }

    /// The times of an operation on one document.
    fn times(&self) -> Times {
        Times::of_document(self.pool.limits())
    }

    /// Validates one document. Faults: what the WIT package's `failure` has for compiling and validating, the worker's own
    /// (`worker_fuel`, `worker_memory`, `worker_timeout`, `worker_failed`), `server_busy`, and `state_io` for scratch.
    pub async fn validate(&self, request: ValidateRequest) -> Outcome<ValidateOutcome> {
        self.lease().await?.validate(request, self.times()).await
    }

    /// Evaluates an expression over a document. Faults are those of [`Workers::validate`], and `invalid_argument` for errors of the expression.
    pub async fn query(&self, request: query::QueryRequest) -> Outcome<query::QueryOutcome> {
        self.lease().await?.query(request, self.times()).await
    }

    /// What is known of the schema with these entry documents; schemas with errors, gaps and unsupported constructs too.
    pub async fn schema(
        &self,
        capture: Arc<Capture>,
        entries: Vec<WorkspacePath>,
        options: SchemaOptions,
    ) -> Outcome<SchemaOutcome> {
        self.lease().await?.schema(capture, entries, options, self.times()).await
    }

    /// The references of one schema document, for gathering the files of a schema step by step.
    pub async fn references(
        &self,
        capture: Arc<Capture>,
        document: WorkspacePath,
        options: SchemaOptions,
    ) -> Outcome<Vec<Reference>> {
        self.lease().await?.references(capture, document, options, self.times()).await
    }

    /// The location hints of one document, in document order, without repeats.
    pub async fn hints(&self, capture: Arc<Capture>, document: WorkspacePath) -> Outcome<Vec<Hint>> {
        self.lease().await?.hints(capture, document, self.times()).await
    }
}
