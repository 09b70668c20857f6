//! What rows look like: columns with their types.

use std::fmt;

/// The type of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataType {
    /// Bits.
    Boolean,
    /// A signed integer of so many bytes: 1, 2, 4 or 8.
    Int(u8),
    /// An unsigned integer of so many bytes: 1, 2, 4 or 8.
    UInt(u8),
    /// A double.
    Float64,
    /// Text in UTF-8.
    Utf8,
    /// Octets.
    Binary,
    /// An exact number of 16 bytes: digits in all, at most 38, and digits of the fraction.
    Decimal128(u8, u8),
    /// An exact number of 32 bytes: digits in all, at most 76, and digits of the fraction.
    Decimal256(u8, u8),
    /// A list; its items are the one field below.
    List,
    /// Fields side by side: those below.
    Struct,
}

/// Metadata, as readers of Arrow show it.
pub type Metadata = Vec<(String, String)>;

/// A column, or a field inside one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// From 0 for a column; what follows with a higher level is inside.
    pub level: u32,
    /// Its name.
    pub name: String,
    /// Its type.
    pub data_type: DataType,
    /// Whether it may be null.
    pub nullable: bool,
    /// What the schema says about it.
    pub metadata: Metadata,
}

/// The fields in pre-order, and what is to be said of the whole.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layout {
    /// In pre-order.
    pub fields: Vec<Field>,
    /// Metadata of the whole.
    pub metadata: Metadata,
}

/// A column at a glance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColumnSummary {
    /// Its name.
    pub name: String,
    /// Its type as Arrow writes it, such as `list<item: string not null>`.
    pub type_name: String,
    /// Whether it may be null.
    pub nullable: bool,
}

impl Layout {
    /// The columns.
    pub fn columns(&self) -> Vec<ColumnSummary> {
        let summary = |at: usize| {
            let field = &self.fields[at];
            ColumnSummary { name: field.name.clone(), type_name: self.type_name(at), nullable: field.nullable }
        };
        (0..self.fields.len()).filter(|at| self.fields[*at].level == 0).map(summary).collect()
    }

    /// Where the field at a position ends, with all that is inside.
    pub(crate) fn end(&self, at: usize) -> usize {
        let level = self.fields[at].level;
        let inside = self.fields[at + 1..].iter().take_while(|field| field.level > level).count();
        at + 1 + inside
    }

    /// The type of the field at a position. Recursive: the nesting of layouts is bounded.
    fn type_name(&self, at: usize) -> String {
        let data_type = self.fields[at].data_type.to_string();
        if !matches!(self.fields[at].data_type, DataType::List | DataType::Struct) {
            return data_type;
        }
        let mut inside = Vec::new();
        let (mut next, end) = (at + 1, self.end(at));
        while next < end {
            let field = &self.fields[next];
            let nullable = if field.nullable { "" } else { " not null" };
            inside.push(format!("{}: {}{nullable}", field.name, self.type_name(next)));
            next = self.end(next);
        }
        format!("{data_type}<{}>", inside.join(", "))
    }
}

impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boolean => f.write_str("bool"),
            Self::Int(bytes) => write!(f, "int{}", bytes * 8),
            Self::UInt(bytes) => write!(f, "uint{}", bytes * 8),
            Self::Float64 => f.write_str("double"),
            Self::Utf8 => f.write_str("string"),
            Self::Binary => f.write_str("binary"),
            Self::Decimal128(precision, scale) => write!(f, "decimal128({precision}, {scale})"),
            Self::Decimal256(precision, scale) => write!(f, "decimal256({precision}, {scale})"),
            Self::List => f.write_str("list"),
            Self::Struct => f.write_str("struct"),
        }
    }
}
