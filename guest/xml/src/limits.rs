//! The bounds that the parser enforces while it reads.

/// Bounds of one document. Exceeding one is [`crate::ErrorKind::Limit`], never a well-formedness error; a document that just fits is read. Any
/// value is allowed. They do not bound text nodes, comments and processing instructions, which are bounded by the bytes of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseLimits {
    /// Bytes of the document in its own encoding, byte-order mark included; checked before anything is read. Default 64 MiB.
    pub bytes: u64,
    /// Open elements at one time; the root is at depth 1. Reported at the `<` of the element. Default 256.
    pub depth: u32,
    /// Elements of the document. Reported at the `<` of the element. Default 1,000,000.
    pub elements: u64,
    /// Attributes of one element, namespace declarations included. Reported at the name of the attribute. Default 10,000.
    pub attributes: u32,
    /// Namespace declarations in scope at one time, hidden ones included. Reported at the name of the declaration. Default 4,096.
    pub namespaces: u32,
    /// Bytes of one name (UTF-8), prefix included: of elements, attributes, targets and entities. Reported at the name. Default 4,096.
    pub name_bytes: u32,
    /// Bytes of one attribute value (UTF-8, after normalisation). Reported at its opening quote. Default 8 MiB.
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
