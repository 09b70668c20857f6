//! Layouts, field by field.

use crate::scalar::ScalarType;
use crate::value::Target;
use crate::{DataType, Field, Layout, Metadata};
use pyxsd_schema::Component;
use pyxsd_tools::Ids;
use pyxsd_tools::json::Json;
use pyxsd_tools::model::{Scalar, Unsupported, facets};

/// Fields of one layout. Objects that stand in several places have fields in each.
const MAX_FIELDS: usize = 10_000;

/// Bytes of the facets of a field: a long enumeration would stand at every field of its type. Instead its length is told.
const MAX_FACET_BYTES: usize = 4096;

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

/// What the schema says about a field; every field has the same keys.
pub(crate) fn metadata(ids: &Ids<'_>, name: &str, declaration: Component, scalar: Option<&Scalar>) -> Metadata {
    let (type_name, facets) = match scalar {
        Some(scalar) => (scalar.type_name.as_str(), Json::Object(facets(&scalar.datatype)).to_string()),
        None => ("complex", "{}".to_owned()),
    };
    let facets = match facets.len() {
        length if length > MAX_FACET_BYTES => {
            Json::Object(vec![("omitted".to_owned(), Json::number(length))]).to_string()
        }
        _ => facets,
    };
    let declaration = ids.id(declaration);
    let entries = [
        ("pyxsd:name", name),
        ("pyxsd:declaration", &declaration),
        ("pyxsd:type", type_name),
        ("pyxsd:facets", &facets),
    ];
    entries.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec()
}

/// What is to be said of the whole.
pub(crate) fn layout_metadata(projection: &str, mode: &str, declaration: String) -> Metadata {
    [
        ("pyxsd:projection", projection),
        ("pyxsd:mode", mode),
        ("pyxsd:declaration", &declaration),
        ("pyxsd:presence", "absent and nil values are null; absent repeated elements are empty lists"),
        ("pyxsd:exactness", "exact; numbers that no bounded type holds are text"),
    ]
    .map(|(key, value)| (key.to_owned(), value.to_owned()))
    .to_vec()
}
