//! Layouts, field by field.

use crate::scalar::ScalarType;
use crate::value::Target;
use crate::{DataType, Field, Layout, Metadata};
use pyxsd_schema::Component;
use pyxsd_tools::model::{Scalar, Unsupported};

/// Fields of one layout. Objects that stand in several places have fields in each.
const MAX_FIELDS: usize = 10_000;

/// A layout that is being made.
#[derive(Default)]
pub(crate) struct Composer {
    layout: Layout,
}

impl Composer {
    /// The layout, with metadata of the whole.
    pub(crate) fn finish(self, metadata: Metadata) -> Layout {
        Layout { metadata, ..self.layout }
    }

    /// Adds a field; `at` is what has too many.
    pub(crate) fn add(&mut self, field: Field, at: Component) -> Result<usize, Unsupported> {
        if self.layout.fields.len() >= MAX_FIELDS {
            return Err(Unsupported::new(format!("more than {MAX_FIELDS} columns"), at));
        }
        self.layout.fields.push(field);
        Ok(self.layout.fields.len() - 1)
    }

    /// Adds a field for the values of a simple type; of a list with the field of its items.
    pub(crate) fn add_scalar(
        &mut self,
        mut field: Field,
        scalar: &Scalar,
        at: Component,
    ) -> Result<Target, Unsupported> {
        let stored = ScalarType::of(&scalar.datatype);
        let data_type = stored.encoding.data_type();
        let level = field.level;
        field.data_type = if stored.is_list { DataType::List } else { data_type };
        let column = self.add(field, at)?;
        if stored.is_list {
            self.add(item(level + 1, data_type, false), at)?;
        }
        Ok(Target { column, scalar: stored })
    }
}

/// The items of a list.
pub(crate) fn item(level: u32, data_type: DataType, nullable: bool) -> Field {
    Field { level, name: "item".to_owned(), data_type, nullable, metadata: Metadata::new() }
}
