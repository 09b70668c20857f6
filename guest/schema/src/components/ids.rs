//! Typed indexes into the arenas of a schema.

use pyxsd_datatypes::Builtin;

macro_rules! ids {
    ($($(#[doc = $doc:literal])+ $name:ident;)+) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);
        impl $name {
            /// Position in its arena.
            pub fn index(self) -> usize { self.0 as usize }
        }
    )+};
}

ids! {
    /// A type definition in [`Components::types`].
    TypeId;
    /// An element declaration in [`Components::elements`].
    ElementId;
    /// An attribute declaration in [`Components::attributes`].
    AttributeId;
    /// A wildcard in [`Components::wildcards`].
    WildcardId;
    /// A named model group in [`Components::groups`].
    GroupId;
    /// A named attribute group in [`Components::attribute_groups`].
    AttributeGroupId;
    /// An identity constraint in [`Components::identity_constraints`].
    IdentityId;
    /// A notation in [`Components::notations`].
    NotationId;
    /// A schema document in [`Components::documents`].
    DocumentId;
}

impl TypeId {
    /// `xs:anyType`. The built-in simple types come before it, numbered as [`Builtin::ALL`].
    pub const ANY_TYPE: TypeId = TypeId(Builtin::Error as u32 + 1);

    /// A built-in simple type.
    pub fn builtin(builtin: Builtin) -> TypeId {
        TypeId(builtin as u32)
    }
}
