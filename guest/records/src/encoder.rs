//! Files of record batches.

use crate::batch::{Origin, batch};
use crate::bindings::exports::pyxsd::worker::columns::Chunk;
use crate::bindings::exports::pyxsd::worker::encoding::{EncodingFailure, FileFormat, Plan, Written};
use crate::file::{BoundedFile, Tally};
use crate::schema::schema;
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};
use std::path::Path;
use std::sync::Arc;

/// Encoded bytes of a row group: what a Parquet writer holds until it may write.
const ROW_GROUP_BYTES: usize = 16 * 1024 * 1024;
/// Rows of a row group.
const ROW_GROUP_ROWS: usize = 1024 * 1024;

/// A file that is being written.
pub struct Encoder {
    writer: Writer,
    schema: SchemaRef,
    source_id: Option<String>,
    rows: u64,
    maximum: u64,
    tally: Arc<Tally>,
}

enum Writer {
    Parquet(Box<ArrowWriter<BoundedFile>>),
    Arrow(Box<FileWriter<BoundedFile>>),
}

/// An error of one of the two libraries.
enum LibraryError {
    Parquet(ParquetError),
    Arrow(ArrowError),
}

impl From<ParquetError> for LibraryError {
    fn from(error: ParquetError) -> Self {
        Self::Parquet(error)
    }
}

impl From<ArrowError> for LibraryError {
    fn from(error: ArrowError) -> Self {
        Self::Arrow(error)
    }
}

impl Encoder {
    /// Starts a file below a folder.
    pub fn create(root: &Path, plan: Plan) -> Result<Encoder, EncodingFailure> {
        let schema: SchemaRef = Arc::new(schema(&plan.layout, plan.source_id.is_some())?);
        let (file, tally) = BoundedFile::create(root, &plan.file, plan.maximum_bytes)?;
        let started = match plan.format {
            FileFormat::Parquet => parquet_writer(file, &schema, &plan),
            FileFormat::Arrow => arrow_writer(file, &schema),
        };
        let writer = started.map_err(|error| failure(error, &tally, plan.maximum_bytes))?;
        Ok(Encoder { writer, schema, source_id: plan.source_id, rows: 0, maximum: plan.maximum_bytes, tally })
    }

    /// Appends rows.
    pub fn write(&mut self, chunk: Chunk) -> Result<(), EncodingFailure> {
        let origin = self.source_id.as_deref().map(|source_id| Origin { source_id, before: self.rows });
        let rows = u64::from(chunk.rows);
        let batch = batch(&self.schema, chunk, origin)?;
        let written = match &mut self.writer {
            Writer::Parquet(writer) => writer.write(&batch).map_err(LibraryError::from),
            Writer::Arrow(writer) => writer.write(&batch).map_err(LibraryError::from),
        };
        written.map_err(|error| failure(error, &self.tally, self.maximum))?;
        self.rows += rows;
        Ok(())
    }

    /// Bytes that wait for their row group.
    #[cfg(test)]
    pub fn held_bytes(&self) -> usize {
        match &self.writer {
            Writer::Parquet(writer) => writer.memory_size(),
            Writer::Arrow(_) => 0,
        }
    }

    /// Completes the file.
    pub fn finish(self) -> Result<Written, EncodingFailure> {
        let finished = match self.writer {
            Writer::Parquet(writer) => writer.close().map(|_| ()).map_err(LibraryError::from),
            Writer::Arrow(mut writer) => writer.finish().map_err(LibraryError::from),
        };
        finished.map_err(|error| failure(error, &self.tally, self.maximum))?;
        Ok(Written { rows: self.rows, bytes: self.tally.bytes() })
    }
}

fn parquet_writer(file: BoundedFile, schema: &SchemaRef, plan: &Plan) -> Result<Writer, LibraryError> {
    // Readers that know nothing of Arrow find the metadata here; the stored Arrow schema has it too.
    let metadata = plan.layout.metadata.iter().map(|entry| KeyValue::new(entry.key.clone(), entry.value.clone()));
    let properties = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_2_0)
        .set_compression(Compression::SNAPPY)
        // The delta encodings of the second version are unknown to many readers.
        .set_encoding(Encoding::PLAIN)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .set_max_row_group_row_count(Some(ROW_GROUP_ROWS))
        .set_max_row_group_bytes(Some(ROW_GROUP_BYTES))
        .set_created_by(concat!("pyxsd-mcp ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(metadata.collect()))
        .build();
    let writer = ArrowWriter::try_new(file, Arc::clone(schema), Some(properties))?;
    Ok(Writer::Parquet(Box::new(writer)))
}

fn arrow_writer(file: BoundedFile, schema: &SchemaRef) -> Result<Writer, LibraryError> {
    Ok(Writer::Arrow(Box::new(FileWriter::try_new(file, schema)?)))
}

/// A file that is too large tells it in its tally: the libraries wrap errors of files in their own ways.
fn failure(error: LibraryError, tally: &Tally, maximum: u64) -> EncodingFailure {
    if tally.is_exceeded() {
        return EncodingFailure::TooLarge(maximum);
    }
    EncodingFailure::Unwritable(match error {
        LibraryError::Parquet(error) => error.to_string(),
        LibraryError::Arrow(error) => error.to_string(),
    })
}
