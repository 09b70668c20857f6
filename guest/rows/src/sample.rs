//! Rows as JSON.

use crate::{Buffers, Chunk, DataType, Layout, number};
use pyxsd_datatypes::Value;
use pyxsd_tools::json::Json;

/// A row of a chunk as an object of its columns.
pub(crate) fn row(layout: &Layout, chunk: &Chunk, row: usize) -> Json {
    members(layout, chunk, 0, layout.fields.len(), row)
}

/// The fields of one level as an object.
fn members(layout: &Layout, chunk: &Chunk, start: usize, end: usize, slot: usize) -> Json {
    let mut members = Vec::new();
    let mut at = start;
    while at < end {
        members.push((layout.fields[at].name.clone(), value(layout, chunk, at, slot)));
        at = layout.end(at);
    }
    Json::Object(members)
}

/// Recursive: the nesting of layouts is bounded.
fn value(layout: &Layout, chunk: &Chunk, at: usize, slot: usize) -> Json {
    let buffers = &chunk.fields[at];
    if buffers.is_null(slot) {
        return Json::Null;
    }
    let text = |bytes: &[u8]| Json::String(String::from_utf8_lossy(bytes).into_owned());
    match layout.fields[at].data_type {
        DataType::Boolean => Json::Bool(bit(&buffers.data, slot)),
        DataType::Int(bytes) => Json::number(integer(buffers.fixed(slot, bytes), true)),
        DataType::UInt(bytes) => Json::number(integer(buffers.fixed(slot, bytes), false)),
        DataType::Float64 => float(f64::from_bits(integer(buffers.fixed(slot, 8), false) as u64)),
        DataType::Utf8 => text(buffers.slice(slot)),
        DataType::Binary => Json::String(Value::Base64Binary(buffers.slice(slot).to_vec()).canonical()),
        DataType::Decimal128(_, scale) => Json::String(number::unscaled(buffers.fixed(slot, 16), scale)),
        DataType::Decimal256(_, scale) => Json::String(number::unscaled(buffers.fixed(slot, 32), scale)),
        DataType::List => {
            let (start, end) = buffers.range(slot);
            Json::Array((start..end).map(|slot| value(layout, chunk, at + 1, slot)).collect())
        }
        DataType::Struct => members(layout, chunk, at + 1, layout.end(at), slot),
    }
}

fn bit(bits: &[u8], at: usize) -> bool {
    bits[at / 8] >> (at % 8) & 1 == 1
}

fn integer(bytes: &[u8], signed: bool) -> i128 {
    let negative = signed && bytes.last().is_some_and(|byte| *byte >= 0x80);
    let mut wide = [if negative { 0xff } else { 0 }; 16];
    wide[..bytes.len()].copy_from_slice(bytes);
    i128::from_le_bytes(wide)
}

fn float(value: f64) -> Json {
    match value {
        _ if value.is_nan() => Json::text("NaN"),
        f64::INFINITY => Json::text("INF"),
        f64::NEG_INFINITY => Json::text("-INF"),
        finite => Json::Number(format!("{finite:?}")),
    }
}

impl Buffers {
    fn is_null(&self, slot: usize) -> bool {
        self.validity.as_ref().is_some_and(|bits| !bit(bits, slot))
    }

    fn range(&self, slot: usize) -> (usize, usize) {
        (self.offsets[slot] as usize, self.offsets[slot + 1] as usize)
    }

    fn slice(&self, slot: usize) -> &[u8] {
        let (start, end) = self.range(slot);
        &self.data[start..end]
    }

    fn fixed(&self, slot: usize, width: u8) -> &[u8] {
        let width = usize::from(width);
        &self.data[slot * width..(slot + 1) * width]
    }
}
