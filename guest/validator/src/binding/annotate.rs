//! What the schema says about a node, in the terms of the tree.

use crate::frame::{Flags, Frame, FrameContent};
use crate::value::Bindings;
use pyxsd_datatypes::{IdKind, SimpleType};
use pyxsd_document::{Annotation, NodeFlags};
use pyxsd_schema::components::TypeId;
use pyxsd_xpath::TypeRef;

/// An element by what governs it.
pub(super) fn element(frame: &Frame<'_>, declaration: Option<u32>) -> Annotation {
    if declaration.is_none() && frame.type_id == TypeId::ANY_TYPE {
        return Annotation { flags: NodeFlags::GENERIC, ..Annotation::UNTYPED };
    }
    let (value_type, mut flags) = match &frame.content {
        FrameContent::Simple(datatype) => (TypeRef(datatype.tag), NodeFlags::NONE),
        FrameContent::Empty => (TypeRef::UNTYPED_ATOMIC, NodeFlags::EMPTY),
        FrameContent::Model { mixed: false, .. } => (TypeRef::UNTYPED_ATOMIC, NodeFlags::NO_VALUE),
        FrameContent::Model { mixed: true, .. } | FrameContent::Lax => (TypeRef::UNTYPED_ATOMIC, NodeFlags::NONE),
    };
    if frame.flags.has(Flags::NIL) {
        flags = flags.with(NodeFlags::NILLED);
    }
    Annotation { type_ref: TypeRef(frame.type_id.0), value_type, declaration, flags }
}

/// An attribute with a valid value.
pub(super) fn attribute(
    datatype: &SimpleType,
    raw: &str,
    declaration: Option<u32>,
    bindings: &Bindings<'_>,
) -> Annotation {
    let type_ref = TypeRef(datatype.tag);
    Annotation { type_ref, value_type: type_ref, declaration, flags: id_flags(datatype, raw, bindings) }
}

/// Whether a valid value is an ID, or has an IDREF.
pub(super) fn id_flags(datatype: &SimpleType, raw: &str, bindings: &Bindings<'_>) -> NodeFlags {
    let mut flags = NodeFlags::NONE;
    if datatype.involves_ids() {
        datatype.visit_ids(raw, bindings, &mut |kind, _| {
            flags = flags.with(match kind {
                IdKind::Id => NodeFlags::ID,
                IdKind::IdRef => NodeFlags::IDREF,
            });
        });
    }
    flags
}
