//! Queries of a document.

use super::{Wanted, Worker, budget};
use crate::capture::Capture;
use crate::fault::Outcome;
use crate::worker::bindings::Validation;
use crate::worker::query::{self, Query, QueryOutcome};
use crate::worker::sandbox::Sandbox;
use crate::worker::schema::lower_limits;
use crate::workspace::WorkspacePath;
use wasmtime::Store;

impl Worker {
    /// Evaluates an expression over a document, compiling the schema first unless it is held already. Leaves the slot empty.
    pub async fn query(
        &mut self,
        capture: &Capture,
        wanted: Wanted,
        document: &WorkspacePath,
        query: &Query,
    ) -> Outcome<QueryOutcome> {
        let outcome = self.query_in_slot(capture, wanted, document, query).await;
        self.finish(outcome)
    }

    async fn query_in_slot(
        &mut self,
        capture: &Capture,
        wanted: Wanted,
        document: &WorkspacePath,
        query: &Query,
    ) -> Outcome<QueryOutcome> {
        let (times, binding) = (wanted.times, wanted.key.options.binding);
        let held = self.hold_for(capture, wanted, document).await?;
        let bytes = capture.files().get(document).map_or(0, |file| file.size);
        let budget = budget(bytes, (self.limits.fuel_query, "fuel_query"), times.document);
        let (asked, limits) = (query::lower(query, binding, self.clock.timestamp()), lower_limits(&self.limits));
        let call = async |store: &mut Store<Sandbox>, exports: &Validation| {
            let queries = exports.pyxsd_worker_queries();
            queries.call_run(store, held.schema, document.as_str(), &asked, limits).await.map(Ok)
        };
        let (answer, fuel) = self.call(&budget, call).await?;
        let answer = answer.map_err(|cause| query::fault(cause, &self.limits))?;
        Ok(query::outcome(answer, held.summary, self.readings(fuel + held.fuel, held.cache)?))
    }
}
