//! Values of a document into columns.

use crate::buffer::Columns;
use crate::misfit::Mismatch;
use crate::number;
use crate::scalar::{Encoding, ScalarType};
use pyxsd_datatypes::{Builtin, NoContext, SimpleType, Value};
use pyxsd_document::{NodeId, View};
use pyxsd_schema::Schema;
use pyxsd_xpath::Tree;
use std::sync::Arc;

/// Where scalar values go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    /// The column; that of the items of a list is the next.
    pub column: usize,
    pub scalar: ScalarType,
}

/// Reads values, with room that is used again.
pub(crate) struct Reader<'r> {
    pub schema: &'r Schema,
    pub view: View<'r>,
    text: String,
    number: String,
    hex: Arc<SimpleType>,
    base64: Arc<SimpleType>,
}

/// A value that its column cannot hold, which a valid document does not have.
struct Unreadable;

impl<'r> Reader<'r> {
    pub(crate) fn new(schema: &'r Schema, view: View<'r>) -> Reader<'r> {
        Reader {
            schema,
            view,
            text: String::new(),
            number: String::new(),
            hex: SimpleType::of_builtin(Builtin::HexBinary),
            base64: SimpleType::of_builtin(Builtin::Base64Binary),
        }
    }

    /// Pushes the value of an element or attribute.
    pub(crate) fn push(&mut self, node: NodeId, target: Target, columns: &mut Columns) -> Result<(), Mismatch> {
        let pushed = self.push_value(node, target, columns);
        pushed.map_err(|Unreadable| self.misfit(node, "has a value that its column cannot hold"))
    }

    fn push_value(&mut self, node: NodeId, target: Target, columns: &mut Columns) -> Result<(), Unreadable> {
        let Target { column, scalar } = target;
        if scalar.encoding == Encoding::Name {
            return self.push_name(node, column, columns);
        }
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        self.view.string_value(node, &mut text);
        let pushed = if scalar.is_list {
            let mut items = text.split([' ', '\t', '\n', '\r']).filter(|item| !item.is_empty());
            let pushed = items.try_for_each(|item| self.push_text(item, column + 1, scalar.encoding, columns));
            columns.push_list(column);
            pushed
        } else {
            self.push_text(&text, column, scalar.encoding, columns)
        };
        self.text = text;
        pushed
    }

    fn push_name(&mut self, node: NodeId, column: usize, columns: &mut Columns) -> Result<(), Unreadable> {
        let mut values = Vec::new();
        self.view.typed_value(node, &mut values);
        let name = match values.as_slice() {
            [only] => match &only.value {
                Value::QName(name) | Value::Notation(name) => name,
                _ => return Err(Unreadable),
            },
            _ => return Err(Unreadable),
        };
        let shown = match name.namespace.as_str() {
            "" => name.local.clone(),
            namespace => format!("{{{namespace}}}{}", name.local),
        };
        columns.push_bytes(column, shown.as_bytes());
        Ok(())
    }

    fn push_text(
        &mut self,
        text: &str,
        at: usize,
        encoding: Encoding,
        columns: &mut Columns,
    ) -> Result<(), Unreadable> {
        match encoding {
            Encoding::Text | Encoding::Name => columns.push_bytes(at, text.as_bytes()),
            Encoding::Boolean => columns.push_bool(at, matches!(text, "true" | "1")),
            Encoding::Int(bytes) | Encoding::UInt(bytes) => {
                let value = integer(text).ok_or(Unreadable)?;
                columns.push_fixed(at, &value.to_le_bytes()[..usize::from(bytes)]);
            }
            Encoding::Float => {
                let value: f32 = float(text).parse().map_err(|_| Unreadable)?;
                columns.push_fixed(at, &f64::from(value).to_le_bytes());
            }
            Encoding::Double => {
                let value: f64 = float(text).parse().map_err(|_| Unreadable)?;
                columns.push_fixed(at, &value.to_le_bytes());
            }
            Encoding::Decimal(_, scale) => {
                let bytes = number::scaled(text, scale).ok_or(Unreadable)?;
                let width = if matches!(encoding.data_type(), crate::DataType::Decimal128(..)) { 16 } else { 32 };
                columns.push_fixed(at, &bytes[..width]);
            }
            Encoding::IntegerText | Encoding::DecimalText => {
                self.number.clear();
                number::write_plain(text, &mut self.number);
                columns.push_bytes(at, self.number.as_bytes());
            }
            Encoding::Hex | Encoding::Base64 => {
                let datatype = if encoding == Encoding::Hex { &self.hex } else { &self.base64 };
                match datatype.parse(text, &NoContext) {
                    Ok(Value::HexBinary(octets) | Value::Base64Binary(octets)) => columns.push_bytes(at, &octets),
                    _ => return Err(Unreadable),
                }
            }
        }
        Ok(())
    }
}

/// Most integers are short.
fn integer(text: &str) -> Option<i128> {
    match text.parse::<i64>() {
        Ok(value) => Some(value.into()),
        Err(_) => text.parse().ok(),
    }
}

/// The forms of XML Schema are those of Rust but for infinity.
fn float(text: &str) -> &str {
    match text {
        "INF" | "+INF" => "inf",
        "-INF" => "-inf",
        other => other,
    }
}
