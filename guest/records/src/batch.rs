//! Chunks as record batches.

use crate::bindings::exports::pyxsd::worker::columns::{Buffers, Chunk};
use crate::bindings::exports::pyxsd::worker::encoding::EncodingFailure;
use crate::schema::invalid;
use arrow_array::{ArrayRef, Int64Array, RecordBatch, RecordBatchOptions, StringArray, make_array};
use arrow_buffer::Buffer;
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType, SchemaRef};
use std::sync::Arc;
use std::vec::IntoIter;

/// Where the rows of a part of a dataset are from.
#[derive(Clone, Copy)]
pub struct Origin<'o> {
    pub source_id: &'o str,
    /// Rows before this chunk.
    pub before: u64,
}

/// The rows of a chunk. The buffers are checked: positions, UTF-8, nulls.
pub fn batch(schema: &SchemaRef, chunk: Chunk, origin: Option<Origin<'_>>) -> Result<RecordBatch, EncodingFailure> {
    let rows = chunk.rows as usize;
    let mut buffers = chunk.fields.into_iter();
    let own = schema.fields().len() - if origin.is_some() { 2 } else { 0 };
    let mut columns: Vec<ArrayRef> = Vec::with_capacity(schema.fields().len());
    for field in &schema.fields()[..own] {
        columns.push(make_array(array(field.data_type(), &mut buffers)?));
    }
    if buffers.next().is_some() {
        return Err(invalid("the chunk has more fields than the layout"));
    }
    if let Some(origin) = origin {
        columns.push(Arc::new(StringArray::from_iter_values(std::iter::repeat_n(origin.source_id, rows))));
        let first = origin.before as i64 + 1;
        columns.push(Arc::new(Int64Array::from_iter_values(first..first + rows as i64)));
    }
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    RecordBatch::try_new_with_options(Arc::clone(schema), columns, &options).map_err(misfit)
}

/// One array. Recursive, as deep as the schema.
fn array(data_type: &DataType, buffers: &mut IntoIter<Buffers>) -> Result<ArrayData, EncodingFailure> {
    let own = buffers.next().ok_or_else(|| invalid("the chunk has fewer fields than the layout"))?;
    let children = match data_type {
        DataType::List(item) => vec![array(item.data_type(), buffers)?],
        DataType::Struct(fields) => {
            let mut children = Vec::with_capacity(fields.len());
            for field in fields {
                children.push(array(field.data_type(), buffers)?);
            }
            children
        }
        _ => Vec::new(),
    };
    if matches!(data_type, DataType::Struct(_)) && children.iter().any(|child| child.len() != own.length as usize) {
        return Err(invalid("a field of a struct is not as long as the struct"));
    }
    let mut builder = ArrayData::builder(data_type.clone())
        .len(own.length as usize)
        .null_bit_buffer(own.validity.map(Buffer::from_vec))
        .child_data(children)
        .align_buffers(true);
    let has_offsets = matches!(data_type, DataType::Utf8 | DataType::Binary | DataType::List(_));
    if has_offsets {
        builder = builder.add_buffer(Buffer::from_vec(own.offsets));
    }
    if !matches!(data_type, DataType::List(_) | DataType::Struct(_)) {
        builder = builder.add_buffer(Buffer::from_vec(own.data));
    }
    let array = builder.build().map_err(misfit)?;
    if array.null_count() != own.nulls as usize {
        return Err(invalid("a field has another number of nulls than it says"));
    }
    Ok(array)
}

fn misfit(error: ArrowError) -> EncodingFailure {
    invalid(format!("the chunk does not fit the layout: {error}"))
}
