//! What is known of a node beside its name and type.

/// A set of facts about one node.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct NodeFlags(u8);

impl NodeFlags {
    /// Nothing.
    pub const NONE: NodeFlags = NodeFlags(0);
    /// `xsi:nil` is true, and the declaration allows it.
    pub const NILLED: NodeFlags = NodeFlags(1);
    /// An attribute, or the content of an element, that the schema supplies.
    pub const DEFAULTED: NodeFlags = NodeFlags(2);
    /// The typed value is an `xs:ID`.
    pub const ID: NodeFlags = NodeFlags(4);
    /// The typed value has an `xs:IDREF`.
    pub const IDREF: NodeFlags = NodeFlags(8);
    /// Element-only content: there is no typed value.
    pub const NO_VALUE: NodeFlags = NodeFlags(16);
    /// Kept though it is invalid or nothing declares it; its value is untyped.
    pub const GENERIC: NodeFlags = NodeFlags(32);
    /// Empty content: the typed value is the empty sequence.
    pub const EMPTY: NodeFlags = NodeFlags(128);
    /// Some text inside does not stand between the rest of the text.
    pub(crate) const SCATTERED: NodeFlags = NodeFlags(64);

    /// Whether all facts of the other set are in this one.
    pub fn has(self, other: NodeFlags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both sets together.
    #[must_use]
    pub fn with(self, other: NodeFlags) -> NodeFlags {
        NodeFlags(self.0 | other.0)
    }

    pub(crate) fn insert(&mut self, other: NodeFlags) {
        self.0 |= other.0;
    }
}
