//! Layouts as Arrow schemas.

use crate::bindings::exports::pyxsd::worker::columns::{DataType as Wit, Field as WitField, Layout, MetadataEntry};
use crate::bindings::exports::pyxsd::worker::encoding::EncodingFailure;
use arrow_schema::{DataType, Field, Fields, Schema};
use std::collections::HashMap;
use std::sync::Arc;

/// The column with the name of the source.
pub const SOURCE_ID: &str = "__pyxsd_source_id";
/// The column that numbers the rows of a source.
pub const ROW_INDEX: &str = "__pyxsd_row_index";
/// Fields within each other: more than any layout of the worker has.
const MAX_LEVEL: u32 = 200;

/// The Arrow schema of a layout; for a part of a dataset with the two columns that tell where a row is from.
pub fn schema(layout: &Layout, dataset: bool) -> Result<Schema, EncodingFailure> {
    let mut position = 0;
    let mut columns = fields(&layout.fields, &mut position, 0)?;
    if position < layout.fields.len() {
        return Err(invalid("a field is more than one level deeper than the one before it"));
    }
    if dataset {
        columns.push(Field::new(SOURCE_ID, DataType::Utf8, false));
        columns.push(Field::new(ROW_INDEX, DataType::Int64, false));
    }
    if columns.is_empty() {
        return Err(invalid("the layout has no column"));
    }
    Ok(Schema::new_with_metadata(columns, metadata(&layout.metadata)))
}

/// The fields of one level, from a position on. Recursive, at most [`MAX_LEVEL`] deep.
fn fields(layout: &[WitField], position: &mut usize, level: u32) -> Result<Vec<Field>, EncodingFailure> {
    if level > MAX_LEVEL {
        return Err(invalid("the layout is too deep"));
    }
    let mut fields = Vec::new();
    while let Some(next) = layout.get(*position).filter(|next| next.level == level) {
        *position += 1;
        let mut inside = self::fields(layout, position, level + 1)?;
        let data_type = match (next.data_type, inside.len()) {
            (Wit::List, 1) => DataType::List(Arc::new(inside.remove(0))),
            (Wit::Struct, 1..) => DataType::Struct(Fields::from(inside)),
            (Wit::List, _) => return Err(invalid("a list has other than one field")),
            (Wit::Struct, _) => return Err(invalid("a struct has no fields")),
            (scalar, 0) => self::scalar(scalar)?,
            _ => return Err(invalid("a scalar has fields")),
        };
        fields.push(Field::new(&next.name, data_type, next.nullable).with_metadata(metadata(&next.metadata)));
    }
    Ok(fields)
}

fn scalar(data_type: Wit) -> Result<DataType, EncodingFailure> {
    Ok(match data_type {
        Wit::Boolean => DataType::Boolean,
        Wit::Int8 => DataType::Int8,
        Wit::Int16 => DataType::Int16,
        Wit::Int32 => DataType::Int32,
        Wit::Int64 => DataType::Int64,
        Wit::Uint8 => DataType::UInt8,
        Wit::Uint16 => DataType::UInt16,
        Wit::Uint32 => DataType::UInt32,
        Wit::Uint64 => DataType::UInt64,
        Wit::Float64 => DataType::Float64,
        Wit::Utf8 => DataType::Utf8,
        Wit::Binary => DataType::Binary,
        Wit::Decimal128((precision @ 1..=38, scale)) if scale <= precision => {
            DataType::Decimal128(precision, scale as i8)
        }
        Wit::Decimal256((precision @ 1..=76, scale)) if scale <= precision => {
            DataType::Decimal256(precision, scale as i8)
        }
        Wit::Decimal128(_) | Wit::Decimal256(_) => return Err(invalid("a decimal type has impossible digits")),
        Wit::List | Wit::Struct => return Err(invalid("a list or struct has no fields")),
    })
}

fn metadata(entries: &[MetadataEntry]) -> HashMap<String, String> {
    entries.iter().map(|entry| (entry.key.clone(), entry.value.clone())).collect()
}

/// An argument that makes no sense.
pub fn invalid(message: impl Into<String>) -> EncodingFailure {
    EncodingFailure::InvalidArgument(message.into())
}
