//! Some rows, column by column, in the buffers of the Arrow columnar format.

/// Some rows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chunk {
    /// How many.
    pub rows: u32,
    /// One for each field of the layout, in the same order.
    pub fields: Vec<Buffers>,
}

/// The values of one field.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Buffers {
    /// Values, nulls included.
    pub length: u32,
    /// How many are null.
    pub nulls: u32,
    /// A bit for each value, set where it is not null, the lowest bit of a byte first; `None` where none is null.
    pub validity: Option<Vec<u8>>,
    /// Of text, octets and lists: `length + 1` positions in `data` or among the items. Empty for other types.
    pub offsets: Vec<i32>,
    /// The values, little-endian; bits for booleans. Empty for lists and structs.
    pub data: Vec<u8>,
}
