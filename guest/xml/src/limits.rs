//! The bounds that the parser enforces while it reads.

/// Bounds of one document. Reaching one is [`crate::ErrorKind::Limit`], never a well-formedness error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseLimits {
    /// Bytes of the document in its own encoding.
    pub bytes: u64,
    /// Open elements at one time; the root is at depth 1.
    pub depth: u32,
    /// Elements of the document.
    pub elements: u64,
    /// Attributes of one element, namespace declarations included.
    pub attributes: u32,
    /// Namespace declarations in scope at one time.
    pub namespaces: u32,
    /// Bytes of one name (UTF-8).
    pub name_bytes: u32,
    /// Bytes of one attribute value (UTF-8, after normalisation).
    pub attribute_bytes: u64,
}

impl Default for ParseLimits {
    fn default() -> Self {
        Self {
            bytes: 64 << 20,
            depth: 256,
            elements: 1_000_000,
            attributes: 10_000,
            namespaces: 4_096,
            name_bytes: 4_096,
            attribute_bytes: 8 << 20,
        }
    }
}

/// Which bound of [`ParseLimits`] was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    /// [`ParseLimits::bytes`].
    Bytes,
    /// [`ParseLimits::depth`].
    Depth,
    /// [`ParseLimits::elements`].
    Elements,
    /// [`ParseLimits::attributes`].
    Attributes,
    /// [`ParseLimits::namespaces`].
    Namespaces,
    /// [`ParseLimits::name_bytes`].
    NameBytes,
    /// [`ParseLimits::attribute_bytes`].
    AttributeBytes,
}
