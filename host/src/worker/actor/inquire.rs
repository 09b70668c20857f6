//! Questions about a schema, and comparisons of two.

use super::{Wanted, Worker, budget};
use crate::capture::Capture;
use crate::fault::{Fault, Outcome};
use crate::worker::bindings::Validation;
use crate::worker::bindings::exports::pyxsd::worker::comparison::ComparisonFailure;
use crate::worker::closure::SchemaKey;
use crate::worker::comparison::{CompareOutcome, differences};
use crate::worker::failure;
use crate::worker::inquiry::{self, Inquiry, InquiryOutcome};
use crate::worker::request::{Cache, Times};
use crate::worker::sandbox::Sandbox;
use crate::worker::schema::SchemaSummary;
use crate::worker::thread::Resident;
use std::sync::Arc;
use wasmtime::Store;
use wasmtime::component::ResourceAny;

impl Worker {
    /// Asks something about a schema, compiling it first unless it is held already. Leaves the slot empty.
    pub async fn inquire(&mut self, capture: &Capture, wanted: Wanted, inquiry: &Inquiry) -> Outcome<InquiryOutcome> {
        let outcome = self.inquire_in_slot(capture, wanted, inquiry).await;
        self.finish(outcome)
    }

    async fn inquire_in_slot(
        &mut self,
        capture: &Capture,
        wanted: Wanted,
        inquiry: &Inquiry,
    ) -> Outcome<InquiryOutcome> {
        let times = wanted.times;
        let held = self.hold(capture, wanted).await?;
        self.slot.empty()?;
        let budget = budget(capture.bytes(), (self.limits.fuel_query, "fuel_query"), times.document);
        let (schema, now, limits) = (held.schema, self.clock.timestamp(), Arc::clone(&self.limits));
        let call = async |store: &mut Store<Sandbox>, exports: &Validation| {
            inquiry::ask(store, exports, schema, inquiry, &now, &limits).await.map(Ok)
        };
        let (answer, fuel) = self.call(&budget, call).await?;
        let readings = self.readings(fuel + held.fuel, held.cache)?;
        Ok(InquiryOutcome { data: answer?, schema: held.summary, readings })
    }

    /// Compiles two schemas side by side and compares them. The worker is not used again. Leaves the slot empty.
    pub async fn compare(
        &mut self,
        capture: &Capture,
        (old, new): (&SchemaKey, &SchemaKey),
        times: Times,
    ) -> Outcome<CompareOutcome> {
        let outcome = self.compare_in_slot(capture, (old, new), times).await;
        let outcome = self.finish(outcome);
        self.retire();
        outcome
    }

    async fn compare_in_slot(
        &mut self,
        capture: &Capture,
        (old, new): (&SchemaKey, &SchemaKey),
        times: Times,
    ) -> Outcome<CompareOutcome> {
        self.slot.fill(capture)?;
        let named = |which: &'static str| move |fault: Fault| fault.with("schema", which);
        let (old, old_summary, old_fuel) = self.compile_apart(capture, old, times).await.map_err(named("old"))?;
        let (new, new_summary, new_fuel) = self.compile_apart(capture, new, times).await.map_err(named("new"))?;
        let budget = budget(capture.bytes(), (self.limits.fuel_query, "fuel_query"), times.document);
        let call = async |store: &mut Store<Sandbox>, exports: &Validation| {
            exports.pyxsd_worker_comparison().call_compare(store, old, new).await.map(Ok)
        };
        let (compared, fuel) = self.call(&budget, call).await?;
        let data = compared.map(differences).map_err(|cause| match cause {
            ComparisonFailure::Old(cause) => failure::fault(cause, &self.limits).with("schema", "old"),
            ComparisonFailure::New(cause) => failure::fault(cause, &self.limits).with("schema", "new"),
        })?;
        let readings = self.readings(fuel + old_fuel + new_fuel, Cache::Miss)?;
        Ok(CompareOutcome { data, old: old_summary, new: new_summary, readings })
    }

    async fn compile_apart(
        &mut self,
        capture: &Capture,
        key: &SchemaKey,
        times: Times,
    ) -> Outcome<(ResourceAny, SchemaSummary, u64)> {
        let budget = self.compilation_budget(capture, times);
        let ((schema, summary), fuel) = self.compiled(&budget, key).await?;
        Ok((schema, summary.into(), fuel))
    }
}
