//! The encoder: an instance of the `records` component, with a folder to write to and nothing else.

use super::bindings::exports::pyxsd::worker::columns as from;
use super::bindings::records::Records;
use super::bindings::records::exports::pyxsd::worker::columns as to;
use super::bindings::records::exports::pyxsd::worker::encoding::{EncodingFailure, FileFormat, Plan, Written};
use super::code::Code;
use super::instance::Instance;
use super::memory::MemoryMeter;
use super::outbox::{Outbox, OutputFile};
use super::rows::EncoderReadings;
use super::sandbox::{Folders, Sandbox};
use super::stop::Budget;
use super::world::RecordsWorld;
use crate::fault::{Fault, Outcome};
use crate::limits::Limits;
use std::sync::Arc;
use wasmtime::Store;
use wasmtime::component::ResourceAny;

/// Writes files of typed columns. After a fault it is of no more use, and what it wrote goes with it.
pub struct Encoder {
    code: Arc<Code<RecordsWorld>>,
    limits: Arc<Limits>,
    // Before `outbox`, so that the folder is no longer open when it is removed.
    instance: Instance<RecordsWorld>,
    outbox: Outbox,
}

impl Encoder {
    /// A fresh one.
    pub async fn start(code: &Arc<Code<RecordsWorld>>, limits: &Arc<Limits>, budget: &Budget) -> Outcome<Encoder> {
        let outbox = Outbox::create()?;
        let folders = Folders { capture: None, out: Some(outbox.path()) };
        let memory = MemoryMeter::new(limits.worker_memory_bytes, "worker_memory_bytes");
        let sandbox = Sandbox::new(folders, memory, limits, ())
            .map_err(|cause| Fault::state_io("Opening a folder for outputs", cause))?;
        let instance = outbox.watched(limits, Instance::start(code, sandbox, limits, budget)).await??;
        Ok(Encoder { code: Arc::clone(code), limits: Arc::clone(limits), instance, outbox })
    }

    /// Starts a file. Gives the fuel too, as every call.
    pub async fn create(
        &mut self,
        file: &str,
        source_id: Option<&str>,
        layout: to::Layout,
        budget: &Budget,
    ) -> Outcome<(ResourceAny, u64)> {
        let plan = Plan {
            file: file.to_owned(),
            format: FileFormat::Parquet,
            layout,
            source_id: source_id.map(str::to_owned),
            maximum_bytes: self.limits.artifact_bytes,
        };
        let call = async |store: &mut Store<Sandbox>, exports: &Records| {
            exports.pyxsd_worker_encoding().encoder().call_create(store, &plan).await
        };
        self.call(budget, call).await
    }

    /// Appends rows to a file.
    pub async fn write(&mut self, file: ResourceAny, chunk: to::Chunk, budget: &Budget) -> Outcome<u64> {
        let call = async |store: &mut Store<Sandbox>, exports: &Records| {
            exports.pyxsd_worker_encoding().encoder().call_write(store, file, &chunk).await
        };
        self.call(budget, call).await.map(|((), fuel)| fuel)
    }

    /// Completes a file.
    pub async fn finish(&mut self, file: ResourceAny, budget: &Budget) -> Outcome<(Written, u64)> {
        let call = async |store: &mut Store<Sandbox>, exports: &Records| {
            let written = exports.pyxsd_worker_encoding().encoder().call_finish(&mut *store, file).await?;
            file.resource_drop_async(store).await?;
            Ok(written)
        };
        self.call(budget, call).await
    }

    /// How it is now.
    pub fn readings(&self) -> EncoderReadings {
        EncoderReadings {
            component: self.code.digest(),
            tier: self.instance.tier(),
            memory_bytes: self.instance.memory_bytes(),
        }
    }

    /// Ends the instance and takes what it was to leave.
    pub fn collect(self, names: &[&str]) -> Outcome<Vec<OutputFile>> {
        drop(self.instance);
        self.outbox.collect(names, &self.limits)
    }

    async fn call<T>(
        &mut self,
        budget: &Budget,
        call: impl AsyncFnOnce(&mut Store<Sandbox>, &Records) -> wasmtime::Result<Result<T, EncodingFailure>>,
    ) -> Outcome<(T, u64)> {
        let called = self.outbox.watched(&self.limits, self.instance.call(budget, call)).await?;
        let output = self.instance.take_output();
        if !output.is_empty() {
            tracing::debug!("encoder wrote: {output:?}");
        }
        let (result, fuel) = called.map_err(|stop| stop.into_fault(budget, &self.limits))?;
        Ok((result.map_err(|failure| fault(failure, &self.limits))?, fuel))
    }
}

fn fault(failure: EncodingFailure, limits: &Limits) -> Fault {
    match failure {
        EncodingFailure::InvalidArgument(message) => Fault::internal(format!("the encoder refuses: {message}")),
        EncodingFailure::TooLarge(maximum) => limits.reached("artifact_bytes", maximum.saturating_add(1)),
        EncodingFailure::Unwritable(message) => Fault::state_io("Writing an output", message),
    }
}

/// The layout as the encoder's world has it.
pub fn layout(layout: &from::Layout) -> to::Layout {
    let entry = |entry: &from::MetadataEntry| to::MetadataEntry { key: entry.key.clone(), value: entry.value.clone() };
    let field = |field: &from::Field| to::Field {
        level: field.level,
        name: field.name.clone(),
        data_type: data_type(field.data_type),
        nullable: field.nullable,
        metadata: field.metadata.iter().map(entry).collect(),
    };
    to::Layout {
        fields: layout.fields.iter().map(field).collect(),
        metadata: layout.metadata.iter().map(entry).collect(),
    }
}

/// Rows as the encoder's world has them.
pub fn chunk(chunk: from::Chunk) -> to::Chunk {
    let buffers = |buffers: from::Buffers| to::Buffers {
        length: buffers.length,
        nulls: buffers.nulls,
        validity: buffers.validity,
        offsets: buffers.offsets,
        data: buffers.data,
    };
    to::Chunk { rows: chunk.rows, fields: chunk.fields.into_iter().map(buffers).collect() }
}

fn data_type(data_type: from::DataType) -> to::DataType {
    use from::DataType as From;
    use to::DataType as To;
    match data_type {
        From::Boolean => To::Boolean,
        From::Int8 => To::Int8,
        From::Int16 => To::Int16,
        From::Int32 => To::Int32,
        From::Int64 => To::Int64,
        From::Uint8 => To::Uint8,
        From::Uint16 => To::Uint16,
        From::Uint32 => To::Uint32,
        From::Uint64 => To::Uint64,
        From::Float64 => To::Float64,
        From::Utf8 => To::Utf8,
        From::Binary => To::Binary,
        From::Decimal128(digits) => To::Decimal128(digits),
        From::Decimal256(digits) => To::Decimal256(digits),
        From::List => To::List,
        From::Struct => To::Struct,
    }
}
