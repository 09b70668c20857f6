//! Which version of the Recommendation decides.

/// Version of XML Schema. It selects the rules and the vocabulary.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum XsdVersion {
    /// XML Schema 1.0, second edition.
    V1_0,
    /// XML Schema 1.1.
    #[default]
    V1_1,
}
