//! Simple types as single values.

use crate::ids::Ids;
use pyxsd_datatypes::{Builtin, FacetKind, Primitive, SimpleType, Variety};
use pyxsd_schema::Component;
use pyxsd_schema::components::TypeId;
use std::sync::Arc;

/// What a shape is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Projection {
    /// JSON data, which is checked against the types.
    Json,
    /// Columns of valid documents.
    Columns,
}

/// A simple type with its form.
pub struct Scalar {
    /// Expanded name of the type, or the id of an anonymous one.
    pub type_name: String,
    /// The type.
    pub datatype: Arc<SimpleType>,
    pub(super) form: Form,
}

/// Which JSON values stand for the values of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Text,
    /// A name: `{ns}local` or `local`.
    Name,
    Boolean,
    Integer,
    /// A number, or a string where a number might lose digits.
    Decimal,
    Number,
    Binary(&'static str),
    /// An array of values of the item type.
    List(Box<Form>),
}

/// The form of a simple type, or the construct that has none.
pub fn scalar(ids: &Ids<'_>, id: TypeId, datatype: &Arc<SimpleType>, projection: Projection) -> Result<Scalar, String> {
    let form = match &datatype.variety {
        Variety::List(item) => match form_of_atomic(item, projection)? {
            Form::Name => return Err("a list of names with prefixes".to_owned()),
            item => Form::List(Box::new(item)),
        },
        _ => form_of_atomic(datatype, projection)?,
    };
    let component = Component::Type(id);
    let type_name = match ids.name(component) {
        Some(_) => ids.shown_name(component),
        None => ids.id(component),
    };
    Ok(Scalar { type_name, datatype: Arc::clone(datatype), form })
}

fn form_of_atomic(datatype: &SimpleType, projection: Projection) -> Result<Form, String> {
    let primitive = match &datatype.variety {
        Variety::Atomic(primitive) => *primitive,
        // What has no type is text as it is written.
        Variety::Ur if projection == Projection::Columns && datatype.builtin == Builtin::AnySimpleType => {
            return Ok(Form::Text);
        }
        Variety::Ur => return Err(format!("xs:{}", datatype.builtin.name())),
        Variety::Union(_) => return Err("a union".to_owned()),
        Variety::List(_) => return Err("a list of lists".to_owned()),
    };
    let form = match primitive {
        Primitive::Boolean => Form::Boolean,
        Primitive::Decimal if datatype.builtin == Builtin::Decimal => Form::Decimal,
        Primitive::Decimal => Form::Integer,
        Primitive::Float | Primitive::Double => Form::Number,
        Primitive::HexBinary => Form::Binary("base16"),
        Primitive::Base64Binary => Form::Binary("base64"),
        Primitive::QName | Primitive::Notation => Form::Name,
        _ => Form::Text,
    };
    // Values of other types than text have no lexical form in JSON that a pattern could be tried on.
    if projection == Projection::Json && form != Form::Text && !own_patterns(datatype).is_empty() {
        return Err(format!("a pattern on xs:{}", datatype.builtin.name()));
    }
    Ok(form)
}

/// The patterns that a schema adds to a built-in type, one a derivation step.
pub(super) fn own_patterns(datatype: &SimpleType) -> Vec<String> {
    let patterns = |datatype: &SimpleType| -> Vec<String> {
        datatype.facets().into_iter().filter(|(kind, _)| *kind == FacetKind::Pattern).map(|(_, text)| text).collect()
    };
    let built_in = patterns(&SimpleType::of_builtin_in(datatype.builtin, datatype.version())).len();
    patterns(datatype).split_off(built_in)
}
