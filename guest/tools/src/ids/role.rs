//! What an anonymous type is to what it stands in.

use pyxsd_schema::components::*;
use pyxsd_schema::{Component, Schema};

/// The role of an anonymous type in its owner, as comparison identities say it: `type`, `alternative`, `base`, `item`, `member` or `content`.
pub(crate) fn role(schema: &Schema, owner: Component, anonymous: Component) -> &'static str {
    let Component::Type(id) = anonymous else { return "type" };
    let owner = match owner {
        Component::Type(owner) => owner,
        Component::Element(owner) if schema.components.element(owner).type_id != id => return "alternative",
        _ => return "type",
    };
    match &schema.components.type_(owner).detail {
        TypeDetail::Simple(simple) if simple.item == Some(id) => "item",
        TypeDetail::Simple(simple) if simple.members.contains(&id) => "member",
        TypeDetail::Complex(complex) if matches!(complex.content, Content::Simple { type_id, .. } if type_id == id) => {
            "content"
        }
        _ => "base",
    }
}
