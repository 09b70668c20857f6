//! The W3C XML Schema Test Suite and pyxsd's cases, run against the engine natively and in the sandbox.

pub mod cases;
pub mod catalogue;
pub mod driver;
pub mod judge;
pub mod native;
pub mod ratchet;
pub mod runner;
pub mod sandbox;

/// What an engine says of one schema and, where one is given, one instance. `None` means that it could not tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the schema is valid.
    pub schema: Option<bool>,
    /// Whether the instance is valid.
    pub instance: Option<bool>,
    /// Why it could not tell, or the first error found; for reading only.
    pub note: String,
}

/// What decides schemas and instances. One engine serves one thread; it keeps the last schema compiled.
pub trait Engine {
    /// Decides a schema (its entry documents, absolute paths; none: by the hints of the instance) and one instance.
    fn decide(&mut self, question: &Question<'_>) -> Verdict;
}

/// One question to an [`Engine`].
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// `1.0` or `1.1`.
    pub version: &'q str,
    /// Absolute paths of the entry documents.
    pub schemas: &'q [String],
    /// Absolute path of the instance.
    pub instance: Option<&'q str>,
}
