//! A worker as its thread has it: an instance, its slot, and the schema that it holds.

mod edit;
mod inquire;
mod query;
mod rows;

use super::bindings::Validation;
use super::bindings::exports::pyxsd::worker::schemas::Summary;
use super::bindings::exports::pyxsd::worker::types::Failure;
use super::closure::{HeldSchema, SchemaKey};
use super::code::Code;
use super::compilations::Compilation;
use super::failure;
use super::instance::Instance;
use super::memory::MemoryMeter;
use super::request::{Allowance, Cache, Readings, SchemaOutcome, Times, ValidateOutcome};
use super::sandbox::{Folders, Sandbox};
use super::schema::{Hint, Reference, SchemaOptions, SchemaSummary, lower_limits};
use super::slot::Slot;
use super::stop::Budget;
use super::thread::Resident;
use super::world::WorkerWorld;
use crate::capture::Capture;
use crate::clock::Clock;
use crate::fault::{Fault, Outcome};
use crate::limits::{FuelBudget, Limits};
use crate::workspace::WorkspacePath;
use std::sync::Arc;
use wasmtime::Store;
use wasmtime::component::ResourceAny;

/// Memory beyond which an idle worker is not worth keeping: it never shrinks.
const KEPT_MEMORY_BYTES: u64 = 128 << 20;

/// The schema that a call wants.
pub struct Wanted {
    /// What it is asked for by.
    pub key: SchemaKey,
    /// Told when it is compiled, for others who wait for it.
    pub compilation: Option<Compilation>,
    /// How long the steps of the call may take.
    pub times: Times,
}

/// A schema at hand, and what it cost to have it.
struct Held {
    schema: ResourceAny,
    summary: Arc<SchemaSummary>,
    cache: Cache,
    fuel: u64,
}

/// A worker, on its own thread.
pub struct Worker {
    code: Arc<Code<WorkerWorld>>,
    limits: Arc<Limits>,
    clock: Clock,
    // Before `slot`, so that the folder is no longer open when it is removed.
    instance: Option<Instance<WorkerWorld>>,
    slot: Slot,
    schema: Option<(ResourceAny, Arc<HeldSchema>)>,
    operations: u64,
    retired: bool,
}

/// What the pool must know of a worker between two calls.
#[derive(Clone, Debug)]
pub struct Condition {
    /// It must not be used again.
    pub retired: bool,
    /// It may serve the operation that has it to its end, and is not kept.
    pub worn: bool,
    /// The schema that it holds.
    pub held: Option<Arc<HeldSchema>>,
}

impl Resident for Worker {
    type Condition = Condition;

    fn retire(&mut self) {
        self.retired = true;
        self.schema = None;
        self.instance = None;
    }

    fn condition(&self) -> Condition {
        let memory = self.instance.as_ref().map_or(0, Instance::memory_bytes);
        Condition {
            retired: self.retired,
            worn: self.operations >= self.limits.worker_operations || memory > KEPT_MEMORY_BYTES,
            held: self.schema.as_ref().map(|(_, held)| Arc::clone(held)),
        }
    }
}

impl Worker {
    /// A worker without an instance, which is made by its first call.
    pub fn new(code: Arc<Code<WorkerWorld>>, limits: Arc<Limits>, clock: Clock) -> Outcome<Worker> {
        let slot = Slot::create()?;
        Ok(Worker { code, limits, clock, instance: None, slot, schema: None, operations: 0, retired: false })
    }

    /// Validates a document, compiling the schema first unless it is held already. Leaves the slot empty.
    pub async fn validate(
        &mut self,
        capture: &Capture,
        wanted: Wanted,
        document: &WorkspacePath,
    ) -> Outcome<ValidateOutcome> {
        let outcome = self.validate_in_slot(capture, wanted, document).await;
        self.finish(outcome)
    }

    /// Compiles a schema unless it is held already, and tells what is known of it. Leaves the slot empty.
    pub async fn schema(&mut self, capture: &Capture, wanted: Wanted) -> Outcome<SchemaOutcome> {
        let outcome = self.schema_in_slot(capture, wanted).await;
        self.finish(outcome)
    }

    /// The references of one schema document, with nothing else in the slot.
    pub async fn references(
        &mut self,
        capture: &Capture,
        document: &WorkspacePath,
        options: &SchemaOptions,
        times: Times,
    ) -> Outcome<Vec<Reference>> {
        let outcome = self.references_in_slot(&capture.only(document), document, options, times).await;
        self.finish(outcome)
    }

    /// The location hints of one document, with nothing else in the slot.
    pub async fn hints(&mut self, capture: &Capture, document: &WorkspacePath, times: Times) -> Outcome<Vec<Hint>> {
        let budget = self.validation_budget(capture, document, times);
        self.slot.fill(&capture.only(document))?;
        let outcome = self.hints_in_slot(&budget, document).await;
        self.finish(outcome)
    }

    /// Where its slot is.
    #[cfg(test)]
    pub fn folder(&self) -> &std::path::Path {
        self.slot.path()
    }

    /// Whether the guest can read a document of the slot as that is.
    #[cfg(test)]
    pub async fn can_read(&mut self, document: &WorkspacePath) -> bool {
        let budget = self.validation_budget(&Capture::default(), document, Times::of_document(&self.limits));
        self.hints_in_slot(&budget, document).await.is_ok()
    }

    async fn validate_in_slot(
        &mut self,
        capture: &Capture,
        wanted: Wanted,
        document: &WorkspacePath,
    ) -> Outcome<ValidateOutcome> {
        let times = wanted.times;
        let Held { schema, summary, cache, fuel: compile_fuel } = self.hold_for(capture, wanted, document).await?;
        let budget = self.validation_budget(capture, document, times);
        let (now, limits) = (self.clock.timestamp(), lower_limits(&self.limits));
        let call = async |store: &mut Store<Sandbox>, exports: &Validation| {
            exports.pyxsd_worker_documents().call_validate(store, schema, document.as_str(), &now, limits).await
        };
        let (report, fuel) = self.call(&budget, call).await?;
        Ok(ValidateOutcome {
            report: report.into(),
            schema: summary,
            readings: self.readings(fuel + compile_fuel, cache)?,
        })
    }

    async fn schema_in_slot(&mut self, capture: &Capture, wanted: Wanted) -> Outcome<SchemaOutcome> {
        let held = self.hold(capture, wanted).await?;
        Ok(SchemaOutcome { schema: held.summary, readings: self.readings(held.fuel, held.cache)? })
    }

    /// Makes sure that this schema is held and that the document is in the slot.
    async fn hold_for(&mut self, capture: &Capture, wanted: Wanted, document: &WorkspacePath) -> Outcome<Held> {
        let held = self.hold(capture, wanted).await?;
        if held.cache == Cache::Hit {
            // A compiled schema owns nothing of the slot: the document is all that is needed, however many files there are.
            self.slot.fill(&capture.only(document))?;
        }
        Ok(held)
    }

    /// Makes sure that this schema is held.
    async fn hold(&mut self, capture: &Capture, wanted: Wanted) -> Outcome<Held> {
        let at_hand = self.schema.as_ref().is_some_and(|(_, held)| held.serves(&wanted.key, capture));
        let (cache, fuel) = if at_hand {
            (Cache::Hit, 0)
        } else {
            self.slot.fill(capture)?;
            (Cache::Miss, self.compile(capture, &wanted.key, wanted.times).await?)
        };
        if let Some(compilation) = wanted.compilation {
            compilation.done();
        }
        let Some((schema, held)) = &self.schema else {
            return Err(Fault::internal("a compiled schema is not held"));
        };
        Ok(Held { schema: *schema, summary: Arc::clone(&held.summary), cache, fuel })
    }

    async fn references_in_slot(
        &mut self,
        capture: &Capture,
        document: &WorkspacePath,
        options: &SchemaOptions,
        times: Times,
    ) -> Outcome<Vec<Reference>> {
        let budget = self.compilation_budget(capture, times);
        let (options, limits) = (options.lower(), lower_limits(&self.limits));
        self.slot.fill(capture)?;
        let call = async |store: &mut Store<Sandbox>, exports: &Validation| {
            exports.pyxsd_worker_schemas().call_references(store, document.as_str(), &options, limits).await
        };
        let (references, _) = self.call(&budget, call).await?;
        Ok(references.into_iter().map(Reference::from).collect())
    }

    async fn hints_in_slot(&mut self, budget: &Budget, document: &WorkspacePath) -> Outcome<Vec<Hint>> {
        let limits = lower_limits(&self.limits);
        let call = async |store: &mut Store<Sandbox>, exports: &Validation| {
            exports.pyxsd_worker_schemas().call_hints(store, document.as_str(), limits).await
        };
        let (hints, _) = self.call(budget, call).await?;
        Ok(hints.into_iter().map(Hint::from).collect())
    }

    /// Compiles a schema and holds it in place of another. Gives the fuel.
    async fn compile(&mut self, capture: &Capture, key: &SchemaKey, times: Times) -> Outcome<u64> {
        let budget = self.compilation_budget(capture, times);
        self.drop_schema(&budget).await?;
        let ((schema, summary), fuel) = self.compiled(&budget, key).await?;
        let summary = Arc::new(SchemaSummary::from(summary));
        let held = HeldSchema::new(key.clone(), summary, capture)
            .ok_or_else(|| Fault::internal("a schema names a document that was not captured"))?;
        self.schema = Some((schema, Arc::new(held)));
        Ok(fuel)
    }

    /// Compiles the schema of the files in the slot.
    async fn compiled(&mut self, budget: &Budget, key: &SchemaKey) -> Outcome<((ResourceAny, Summary), u64)> {
        let entries: Vec<String> = key.entries.iter().map(|path| path.as_str().to_owned()).collect();
        let (options, limits) = (key.options.lower(), lower_limits(&self.limits));
        let call = async |store: &mut Store<Sandbox>, exports: &Validation| {
            let schemas = exports.pyxsd_worker_schemas().schema();
            let schema = match schemas.call_compile(&mut *store, &entries, &options, limits).await? {
                Ok(schema) => schema,
                Err(failure) => return Ok(Err(failure)),
            };
            let summary = schemas.call_summary(&mut *store, schema).await?;
            Ok(Ok((schema, summary)))
        };
        self.call(budget, call).await
    }

    async fn drop_schema(&mut self, budget: &Budget) -> Outcome<()> {
        let Some((schema, _)) = self.schema.take() else {
            return Ok(());
        };
        let drop = async |store: &mut Store<Sandbox>, _: &Validation| schema.resource_drop_async(store).await.map(Ok);
        self.call(budget, drop).await.map(|_| ())
    }

    /// Makes one call of the guest, in a fresh instance if there is none. A call that stops retires the worker.
    async fn call<T>(
        &mut self,
        budget: &Budget,
        call: impl AsyncFnOnce(&mut Store<Sandbox>, &Validation) -> wasmtime::Result<Result<T, Failure>>,
    ) -> Outcome<(T, u64)> {
        let mut instance = match self.instance.take() {
            Some(instance) => instance,
            None => self.start(budget).await.inspect_err(|_| self.retired = true)?,
        };
        let result = instance.call(budget, call).await;
        let output = instance.take_output();
        if !output.is_empty() {
            tracing::debug!("worker wrote: {output:?}");
        }
        match result {
            Ok((result, fuel)) => {
                self.instance = Some(instance);
                result.map(|value| (value, fuel)).map_err(|failure| failure::fault(failure, &self.limits))
            }
            Err(stop) => {
                self.retire();
                Err(stop.into_fault(budget, &self.limits))
            }
        }
    }

    /// Makes an instance that sees the slot.
    async fn start(&self, budget: &Budget) -> Outcome<Instance<WorkerWorld>> {
        let folders = Folders { capture: Some(self.slot.path()), out: None };
        let memory = MemoryMeter::new(self.limits.worker_memory_bytes, "worker_memory_bytes");
        let sandbox = Sandbox::new(folders, memory, &self.limits, ())
            .map_err(|cause| Fault::state_io("Opening a worker's folder", cause))?;
        Instance::start(&self.code, sandbox, &self.limits, budget).await
    }

    fn finish<T>(&mut self, outcome: Outcome<T>) -> Outcome<T> {
        self.operations += 1;
        if let Err(fault) = self.slot.empty() {
            self.retire();
            return outcome.and(Err(fault));
        }
        outcome
    }

    fn readings(&self, fuel: u64, cache: Cache) -> Outcome<Readings> {
        let Some(instance) = &self.instance else {
            return Err(Fault::internal("a worker lost its instance"));
        };
        Ok(Readings {
            component: self.code.digest(),
            tier: instance.tier(),
            fuel,
            memory_bytes: instance.memory_bytes(),
            cache,
        })
    }

    /// For the files of a schema, which are not known before it is compiled: all captured ones count.
    fn compilation_budget(&self, capture: &Capture, times: Times) -> Budget {
        budget(capture.bytes(), (self.limits.fuel_compile, "fuel_compile"), times.compile)
    }

    fn validation_budget(&self, capture: &Capture, document: &WorkspacePath, times: Times) -> Budget {
        let bytes = capture.files().get(document).map_or(0, |file| file.size);
        budget(bytes, (self.limits.fuel_validate, "fuel_validate"), times.document)
    }
}

fn budget(bytes: u64, fuel: (FuelBudget, &'static str), time: Allowance) -> Budget {
    Budget::new(fuel.0.for_bytes(bytes), fuel.1, time)
}
