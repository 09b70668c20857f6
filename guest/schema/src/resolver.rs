//! Where schema documents come from, and how much of them is read.

use pyxsd_xml::ParseLimits;

/// Gives the bytes of files. The engine does no I/O itself.
pub trait Resolver {
    /// The file at a path (relative, `/`-separated, normalised), or `None` where there is none.
    fn load(&mut self, path: &str) -> Option<Vec<u8>>;
}

/// Bounds of compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaLimits {
    /// Bounds of each schema document (`bytes` is `xsd_bytes`).
    pub parse: ParseLimits,
    /// Documents of one schema.
    pub closure_files: u32,
    /// Bytes of all documents of one schema.
    pub closure_bytes: u64,
    /// Bytes of one message.
    pub message_bytes: usize,
}

impl Default for SchemaLimits {
    fn default() -> Self {
        Self {
            parse: ParseLimits { bytes: 16 << 20, ..ParseLimits::default() },
            closure_files: 128,
            closure_bytes: 64 << 20,
            message_bytes: 4096,
        }
    }
}
