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
mod engine;
mod epochs;
mod failure;
pub mod inquiry;
mod instance;
mod lease;
mod memory;
mod native_code;
mod output;
mod pool;
pub mod query;
pub mod report;
mod request;
mod roll;
mod sandbox;
pub mod schema;
mod slot;
mod stop;
#[cfg(test)]
mod tests;
mod thread;

pub use comparison::CompareOutcome;
pub use engine::Tier;
pub use lease::{Lease, hinted};
pub use request::{Allowance, Cache, Readings, SchemaOutcome, SchemaSource, Times, ValidateOutcome, ValidateRequest};

use crate::capture::Capture;
use crate::clock::Clock;
use crate::digest::Digest;
use crate::fault::{Fault, Outcome};
use crate::limits::Limits;
use crate::workspace::WorkspacePath;
use code::Code;
use code_cache::CodeCache;
use pool::Pool;
use schema::{Hint, Reference, SchemaOptions};
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

/// Name of the component, as capabilities list it.
pub const COMPONENT: &str = "worker";
/// The world that it implements.
pub const WORLD: &str = "pyxsd:worker/worker@0.1.0";

static WORKER: &[u8] = include_bytes!(env!("PYXSD_WORKER_WASM"));

/// The component that this binary carries.
pub fn component() -> &'static [u8] {
    WORKER
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
    code: Arc<Code>,
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
        Workers::assemble(limits, clock, Cow::Borrowed(WORKER), CompiledCode::UserCache)
    }

    /// Workers of another component of the same world, by the clock of the system.
    pub fn of_component(limits: &Limits, component: Cow<'static, [u8]>, kept: CompiledCode) -> Outcome<Workers> {
        Workers::assemble(limits, Clock::default(), component, kept)
    }

    fn assemble(limits: &Limits, clock: Clock, component: Cow<'static, [u8]>, kept: CompiledCode) -> Outcome<Workers> {
        let cache = match kept {
            CompiledCode::UserCache => CodeCache::of_user(),
            CompiledCode::Below(folder) => CodeCache::below(&folder),
            CompiledCode::InMemory => None,
        };
        let code = Code::new(component, cache).map_err(|cause| Fault::internal(format!("no engine: {cause:#}")))?;
        let code = Arc::new(code);
        let pool = Arc::new(Pool::new(Arc::clone(&code), Arc::new(limits.clone()), clock));
        Ok(Workers { code, pool })
    }

    /// Digest of the component.
    pub fn component_digest(&self) -> Digest {
        self.code.digest()
    }

    /// Starts compiling or loading the component in the background. Failure is told to the first call that needs it.
    pub fn prewarm(&self) {
        self.code.begin();
    }

    /// Compiles everything there is to compile, so that the next start of a server finds it. Blocks for seconds.
    pub fn warm(&self) -> Outcome<()> {
        self.code.best().map(drop)
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
