//! Columns that are being filled.

use crate::{Buffers, Chunk, DataType, Layout};

/// The columns of a layout, by position.
pub(crate) struct Columns {
    columns: Vec<Column>,
    bytes: u64,
}

struct Column {
    kind: Kind,
    nullable: bool,
    /// Where the column ends in the layout, with all that is inside.
    end: usize,
    buffers: Buffers,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Bits,
    /// Bytes of one value.
    Fixed(u8),
    Bytes,
    List,
    Struct,
}

impl Columns {
    /// Empty columns.
    pub(crate) fn new(layout: &Layout) -> Columns {
        let column = |at: usize| {
            let field = &layout.fields[at];
            let kind = kind(field.data_type);
            let mut buffers = Buffers::default();
            if matches!(kind, Kind::Bytes | Kind::List) {
                buffers.offsets.push(0);
            }
            Column { kind, nullable: field.nullable, end: layout.end(at), buffers }
        };
        Columns { columns: (0..layout.fields.len()).map(column).collect(), bytes: 0 }
    }

    /// Bytes of all buffers, about.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// What was filled in.
    pub(crate) fn finish(self, rows: u32) -> Chunk {
        let complete = |mut column: Column| {
            column.buffers.validity = column.buffers.validity.filter(|_| column.buffers.nulls > 0);
            column.buffers
        };
        Chunk { rows, fields: self.columns.into_iter().map(complete).collect() }
    }

    pub(crate) fn is_nullable(&self, at: usize) -> bool {
        self.columns[at].nullable
    }

    pub(crate) fn push_bool(&mut self, at: usize, value: bool) {
        self.bytes += 1;
        self.columns[at].push_bit(value);
        self.columns[at].buffers.push_validity(true);
    }

    /// A value of the width of the type, little-endian.
    pub(crate) fn push_fixed(&mut self, at: usize, value: &[u8]) {
        self.bytes += value.len() as u64;
        self.columns[at].buffers.data.extend_from_slice(value);
        self.columns[at].buffers.push_validity(true);
    }

    pub(crate) fn push_bytes(&mut self, at: usize, value: &[u8]) {
        self.bytes += value.len() as u64 + 4;
        let buffers = &mut self.columns[at].buffers;
        buffers.data.extend_from_slice(value);
        buffers.offsets.push(buffers.data.len() as i32);
        buffers.push_validity(true);
    }

    /// A struct; its fields follow.
    pub(crate) fn push_struct(&mut self, at: usize) {
        self.bytes += 1;
        self.columns[at].buffers.push_validity(true);
    }

    /// A list of the items that were pushed since the last one.
    pub(crate) fn push_list(&mut self, at: usize) {
        self.bytes += 4;
        let end = self.columns[at + 1].buffers.length as i32;
        let buffers = &mut self.columns[at].buffers;
        buffers.offsets.push(end);
        buffers.push_validity(true);
    }

    /// Null, or what stands for it where there is no null: in a field of a null struct, and an empty list.
    pub(crate) fn push_missing(&mut self, at: usize) {
        let end = self.columns[at].end;
        let mut next = at;
        while next < end {
            let column = &mut self.columns[next];
            self.bytes += column.push_placeholder();
            // A list of nothing has no items; the fields of a struct are as long as the struct.
            next = if column.kind == Kind::List { column.end } else { next + 1 };
        }
    }
}

impl Column {
    fn push_bit(&mut self, value: bool) {
        let buffers = &mut self.buffers;
        if buffers.length.is_multiple_of(8) {
            buffers.data.push(0);
        }
        if let Some(last) = buffers.data.last_mut() {
            *last |= u8::from(value) << (buffers.length % 8);
        }
    }

    fn push_placeholder(&mut self) -> u64 {
        let width = match self.kind {
            Kind::Bits => {
                self.push_bit(false);
                1
            }
            Kind::Fixed(width) => {
                self.buffers.data.resize(self.buffers.data.len() + usize::from(width), 0);
                u64::from(width)
            }
            Kind::Bytes | Kind::List => {
                let last = self.buffers.offsets.last().copied().unwrap_or(0);
                self.buffers.offsets.push(last);
                4
            }
            Kind::Struct => 1,
        };
        self.buffers.push_validity(!self.nullable);
        width
    }
}

impl Buffers {
    /// Counts one more value. The bits are kept from the first null on.
    fn push_validity(&mut self, valid: bool) {
        let length = self.length as usize;
        self.length += 1;
        if valid && self.nulls == 0 {
            return;
        }
        let bits = self.validity.get_or_insert_with(Vec::new);
        if self.nulls == 0 {
            bits.resize(length / 8, 0xff);
            bits.push((1u8 << (length % 8)) - 1);
        } else if length.is_multiple_of(8) {
            bits.push(0);
        }
        if let Some(last) = bits.last_mut() {
            *last |= u8::from(valid) << (length % 8);
        }
        self.nulls += u32::from(!valid);
    }
}

fn kind(data_type: DataType) -> Kind {
    match data_type {
        DataType::Boolean => Kind::Bits,
        DataType::Int(bytes) | DataType::UInt(bytes) => Kind::Fixed(bytes),
        DataType::Float64 => Kind::Fixed(8),
        DataType::Decimal128(..) => Kind::Fixed(16),
        DataType::Decimal256(..) => Kind::Fixed(32),
        DataType::Utf8 | DataType::Binary => Kind::Bytes,
        DataType::List => Kind::List,
        DataType::Struct => Kind::Struct,
    }
}
