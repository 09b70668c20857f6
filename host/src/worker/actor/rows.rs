//! Rows of a document: a preview of them, or all of them on their way to a file.

use super::{Wanted, Worker, budget};
use crate::capture::Capture;
use crate::fault::{Fault, Outcome};
use crate::worker::bindings::Validation;
use crate::worker::bindings::exports::pyxsd::worker::columns::{Chunk, Layout};
use crate::worker::bindings::exports::pyxsd::worker::rows::RowsFailure;
use crate::worker::code::Code;
use crate::worker::encoder::{self, Encoder};
use crate::worker::purse::Purse;
use crate::worker::request::{Cache, Times};
use crate::worker::rows::{
    self, CHUNK_ROWS, EncoderReadings, Encoding, ExportOutcome, PreviewOutcome, Projection, Shape,
};
use crate::worker::sandbox::Sandbox;
use crate::worker::schema::lower_limits;
use crate::worker::stop::Budget;
use crate::worker::world::RecordsWorld;
use crate::worker::{OutputFile, schema::SchemaSummary};
use crate::workspace::WorkspacePath;
use std::sync::Arc;
use wasmtime::Store;
use wasmtime::component::ResourceAny;

/// A document that has been read, validated and searched for rows.
struct Opened {
    extraction: ResourceAny,
    shape: Shape,
    layout: Layout,
    total: u64,
}

/// A schema at hand, and what a document may use.
struct Ready {
    schema: ResourceAny,
    summary: Arc<SchemaSummary>,
    cache: Cache,
    compile_fuel: u64,
    purse: Purse,
}

impl Worker {
    /// Shows the first rows of a document, compiling the schema first unless it is held already; nothing where a selector finds nothing that
    /// would tell the columns. Leaves the slot empty.
    pub async fn preview(
        &mut self,
        capture: &Capture,
        wanted: Wanted,
        document: &WorkspacePath,
        (projection, count): (&Projection, u32),
    ) -> Outcome<Option<PreviewOutcome>> {
        let outcome = self.preview_in_slot(capture, wanted, document, (projection, count)).await;
        self.finish(outcome)
    }

    /// Writes the rows of a document to a file; nothing as for a preview. Leaves the slot empty.
    pub async fn export(
        &mut self,
        capture: &Capture,
        wanted: Wanted,
        document: &WorkspacePath,
        (projection, encoding): (&Projection, &Encoding),
        code: &Arc<Code<RecordsWorld>>,
    ) -> Outcome<Option<ExportOutcome>> {
        let outcome = self.export_in_slot(capture, wanted, document, (projection, encoding), code).await;
        self.finish(outcome)
    }

    async fn preview_in_slot(
        &mut self,
        capture: &Capture,
        wanted: Wanted,
        document: &WorkspacePath,
        (projection, count): (&Projection, u32),
    ) -> Outcome<Option<PreviewOutcome>> {
        let mut ready = self.rows_ready(capture, wanted, document).await?;
        let Some(opened) = self.open(&mut ready, document, projection).await? else { return Ok(None) };
        let sampled = self.sample(&mut ready.purse, document, opened.extraction, count).await;
        let rows = self.close(&mut ready.purse, opened.extraction, sampled).await?;
        Ok(Some(PreviewOutcome {
            shape: opened.shape,
            rows: rows::sampled(&rows)?,
            total: opened.total,
            schema: ready.summary,
            readings: self.readings(ready.purse.used() + ready.compile_fuel, ready.cache)?,
        }))
    }

    async fn export_in_slot(
        &mut self,
        capture: &Capture,
        wanted: Wanted,
        document: &WorkspacePath,
        (projection, encoding): (&Projection, &Encoding),
        code: &Arc<Code<RecordsWorld>>,
    ) -> Outcome<Option<ExportOutcome>> {
        // The time of a document does not cover compiling the encoder.
        code.ready().await?;
        let mut ready = self.rows_ready(capture, wanted, document).await?;
        let Some(opened) = self.open(&mut ready, document, projection).await? else { return Ok(None) };
        let encoded = self.encode(&mut ready.purse, document, &opened, (encoding, code)).await;
        let (rows, files, encoder) = self.close(&mut ready.purse, opened.extraction, encoded).await?;
        if rows != opened.total {
            return Err(Fault::internal(format!("{rows} rows were written of {}", opened.total)));
        }
        Ok(Some(ExportOutcome {
            shape: opened.shape,
            rows,
            files,
            schema: ready.summary,
            readings: self.readings(ready.purse.used() + ready.compile_fuel, ready.cache)?,
            encoder,
        }))
    }

    async fn rows_ready(&mut self, capture: &Capture, wanted: Wanted, document: &WorkspacePath) -> Outcome<Ready> {
        let Times { document: time, .. } = wanted.times;
        let held = self.hold_for(capture, wanted, document).await?;
        let bytes = capture.files().get(document).map_or(0, |file| file.size);
        let purse = Purse::new(budget(bytes, (self.limits.fuel_records, "fuel_records"), time));
        Ok(Ready { schema: held.schema, summary: held.summary, cache: held.cache, compile_fuel: held.fuel, purse })
    }

    async fn open(
        &mut self,
        ready: &mut Ready,
        document: &WorkspacePath,
        projection: &Projection,
    ) -> Outcome<Option<Opened>> {
        let (schema, now) = (ready.schema, self.clock.timestamp());
        let (request, limits) = (projection.lower(rows::row_bytes(&self.limits)), lower_limits(&self.limits));
        let call = async |store: &mut Store<Sandbox>, exports: &Validation| {
            let rows = exports.pyxsd_worker_rows().extraction();
            let opened = rows.call_open(&mut *store, schema, document.as_str(), &request, &now, limits).await?;
            let extraction = match opened {
                Ok(extraction) => extraction,
                Err(failure) => return Ok(Ok(Err(failure))),
            };
            let route = rows.call_route(&mut *store, extraction).await?;
            let columns = rows.call_columns(&mut *store, extraction).await?;
            let layout = rows.call_layout(&mut *store, extraction).await?;
            let total = rows.call_total(&mut *store, extraction).await?;
            Ok(Ok(Ok(Opened { extraction, shape: Shape::new(route, columns, &layout), layout, total })))
        };
        let called = self.call(&ready.purse.left(), call).await?;
        match ready.purse.take(called) {
            Ok(opened) => Ok(Some(opened)),
            Err(RowsFailure::NothingSelected) => Ok(None),
            Err(cause) => {
                let is_off_route = matches!(cause, RowsFailure::OffRoute(_));
                let fault = rows::fault(cause, document, &self.limits);
                Err(if is_off_route { fault.with("field", projection.chooser()) } else { fault })
            }
        }
    }

    async fn sample(
        &mut self,
        purse: &mut Purse,
        document: &WorkspacePath,
        extraction: ResourceAny,
        count: u32,
    ) -> Outcome<Vec<String>> {
        let call = async |store: &mut Store<Sandbox>, exports: &Validation| {
            exports.pyxsd_worker_rows().extraction().call_sample(store, extraction, 0, count).await.map(Ok)
        };
        let called = self.call(&purse.left(), call).await?;
        purse.take(called).map_err(|cause| rows::fault(cause, document, &self.limits))
    }

    async fn next(
        &mut self,
        purse: &mut Purse,
        document: &WorkspacePath,
        extraction: ResourceAny,
    ) -> Outcome<Option<Chunk>> {
        let chunk_bytes = rows::chunk_bytes(&self.limits);
        let call = async |store: &mut Store<Sandbox>, exports: &Validation| {
            let rows = exports.pyxsd_worker_rows().extraction();
            rows.call_next(store, extraction, CHUNK_ROWS, chunk_bytes).await.map(Ok)
        };
        let called = self.call(&purse.left(), call).await?;
        purse.take(called).map_err(|cause| rows::fault(cause, document, &self.limits))
    }

    /// Takes the rows from the worker to the encoder, chunk by chunk; gives their number and the files.
    async fn encode(
        &mut self,
        purse: &mut Purse,
        document: &WorkspacePath,
        opened: &Opened,
        (encoding, code): (&Encoding, &Arc<Code<RecordsWorld>>),
    ) -> Outcome<(u64, Vec<OutputFile>, EncoderReadings)> {
        let Encoding { file: name, source_id, schema_file } = encoding;
        let mut encoder = Encoder::start(code, &self.limits, &purse.left()).await?;
        let layout = encoder::layout(&opened.layout);
        let source_id = source_id.as_deref();
        if let Some(schema_file) = schema_file {
            let created = encoder.create(schema_file, source_id, layout.clone(), &purse.left()).await?;
            let empty = purse.take(created);
            let finished = encoder.finish(empty, &purse.left()).await?;
            purse.take(finished);
        }
        let created = encoder.create(name, source_id, layout, &purse.left()).await?;
        let file = purse.take(created);
        while let Some(chunk) = self.next(purse, document, opened.extraction).await? {
            let fuel = encoder.write(file, encoder::chunk(chunk), &purse.left()).await?;
            purse.take(((), fuel));
        }
        let finished = encoder.finish(file, &purse.left()).await?;
        let written = purse.take(finished);
        let readings = encoder.readings();
        let names: Vec<&str> = std::iter::once(name).chain(schema_file).map(String::as_str).collect();
        Ok((written.rows, encoder.collect(&names)?, readings))
    }

    /// Gives up the document: the schema serves the next one only without it. The outcome of the work counts before that of giving up.
    async fn close<T>(&mut self, purse: &mut Purse, extraction: ResourceAny, done: Outcome<T>) -> Outcome<T> {
        // A worker that was stopped has no document any more.
        if self.instance.is_none() {
            return done;
        }
        // Work may have used everything up; giving up may not fail for that.
        let grace = Budget { fuel: purse.whole().granted, ..purse.whole() };
        let drop =
            async |store: &mut Store<Sandbox>, _: &Validation| extraction.resource_drop_async(store).await.map(Ok);
        let dropped = self.call(&grace, drop).await;
        let done = done?;
        purse.take(dropped?);
        Ok(done)
    }
}
