//! Steps of a pipeline, and differences of documents.

use super::{Wanted, Worker, budget};
use crate::capture::Capture;
use crate::fault::Outcome;
use crate::worker::bindings::Validation;
use crate::worker::bindings::exports::pyxsd::worker::diffs::DiffFailure;
use crate::worker::failure;
use crate::worker::request::Times;
use crate::worker::sandbox::Sandbox;
use crate::worker::schema::lower_limits;
use crate::worker::stop::Budget;
use crate::worker::transform::step::Edit;
use crate::worker::transform::{self, EditFailure, Edited, StructuralOutcome, WrongStep};
use crate::workspace::WorkspacePath;
use wasmtime::Store;

impl Worker {
    /// Finds the first step that is wrong in itself.
    pub async fn check_edits(
        &mut self,
        capture: &Capture,
        wanted: Wanted,
        edits: &[Edit],
    ) -> Outcome<Result<(), WrongStep>> {
        let outcome = self.check_edits_in_slot(capture, wanted, edits).await;
        self.finish(outcome)
    }

    async fn check_edits_in_slot(
        &mut self,
        capture: &Capture,
        wanted: Wanted,
        edits: &[Edit],
    ) -> Outcome<Result<(), WrongStep>> {
        let times = wanted.times;
        let held = self.hold(capture, wanted).await?;
        for (index, edit) in edits.iter().enumerate() {
            let budget = budget(0, (self.limits.fuel_query, "fuel_query"), times.document);
            let step = edit.lower();
            let call = async |store: &mut Store<Sandbox>, exports: &Validation| {
                exports.pyxsd_worker_edits().call_check(store, held.schema, &step).await.map(Ok)
            };
            if let (Err(wrong), _) = self.call(&budget, call).await? {
                return Ok(Err(WrongStep { index, failure: transform::edit_failure(wrong, &self.limits) }));
            }
        }
        Ok(Ok(()))
    }

    /// Does one step to a document within a budget.
    pub async fn edit(
        &mut self,
        capture: &Capture,
        wanted: Wanted,
        document: &WorkspacePath,
        edit: &Edit,
        budget: &Budget,
    ) -> Outcome<Result<Edited, EditFailure>> {
        let outcome = self.edit_in_slot(capture, wanted, document, edit, budget).await;
        self.finish(outcome)
    }

    async fn edit_in_slot(
        &mut self,
        capture: &Capture,
        wanted: Wanted,
        document: &WorkspacePath,
        edit: &Edit,
        budget: &Budget,
    ) -> Outcome<Result<Edited, EditFailure>> {
        let held = self.hold_for(capture, wanted, document).await?;
        let (step, now, limits) = (edit.lower(), self.clock.timestamp(), lower_limits(&self.limits));
        let call = async |store: &mut Store<Sandbox>, exports: &Validation| {
            let edits = exports.pyxsd_worker_edits();
            edits.call_apply(store, held.schema, document.as_str(), &step, &now, limits).await.map(Ok)
        };
        let (answer, fuel) = self.call(budget, call).await?;
        Ok(match answer {
            Ok(edited) => Ok(transform::edited(edited, self.readings(fuel, held.cache)?)),
            Err(cause) => Err(transform::edit_failure(cause, &self.limits)),
        })
    }

    /// The bound document as a table of nodes, and the fuel that it took.
    pub async fn node_table(
        &mut self,
        capture: &Capture,
        wanted: Wanted,
        document: &WorkspacePath,
        budget: &Budget,
    ) -> Outcome<(Vec<u8>, u64)> {
        let outcome = self.node_table_in_slot(capture, wanted, document, budget).await;
        self.finish(outcome)
    }

    async fn node_table_in_slot(
        &mut self,
        capture: &Capture,
        wanted: Wanted,
        document: &WorkspacePath,
        budget: &Budget,
    ) -> Outcome<(Vec<u8>, u64)> {
        let binding = wanted.key.options.binding.lower();
        let held = self.hold_for(capture, wanted, document).await?;
        let (now, limits) = (self.clock.timestamp(), lower_limits(&self.limits));
        let call = async |store: &mut Store<Sandbox>, exports: &Validation| {
            let handover = exports.pyxsd_worker_handover();
            handover.call_node_table(store, held.schema, document.as_str(), binding, &now, limits).await
        };
        self.call(budget, call).await
    }

    /// Compares two documents as trees.
    pub async fn structural(
        &mut self,
        capture: &Capture,
        documents: (&WorkspacePath, &WorkspacePath),
        entries: u32,
        times: Times,
    ) -> Outcome<StructuralOutcome> {
        let outcome = self.structural_in_slot(capture, documents, entries, times).await;
        self.finish(outcome)
    }

    async fn structural_in_slot(
        &mut self,
        capture: &Capture,
        (old, new): (&WorkspacePath, &WorkspacePath),
        entries: u32,
        times: Times,
    ) -> Outcome<StructuralOutcome> {
        self.slot.fill(capture)?;
        let budget = budget(capture.bytes(), (self.limits.fuel_query, "fuel_query"), times.document);
        let limits = lower_limits(&self.limits);
        let call = async |store: &mut Store<Sandbox>, exports: &Validation| {
            let diffs = exports.pyxsd_worker_diffs();
            diffs.call_structural(store, old.as_str(), new.as_str(), entries, limits).await.map(Ok)
        };
        let (answer, _) = self.call(&budget, call).await?;
        answer.map(transform::structural_outcome).map_err(|cause| match cause {
            DiffFailure::Old(cause) | DiffFailure::New(cause) => failure::fault(cause, &self.limits),
        })
    }
}
