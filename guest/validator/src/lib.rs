//! An instance document against a compiled schema: one pass over the parser's events gives the report (XSD part 1, cvc-*).

use pyxsd_schema::{Issue, IssueCode, Schema};
use pyxsd_xml::{ParseLimits, XmlError};

/// Bounds of one validation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidateOptions {
    /// Bounds of the parser.
    pub parse: ParseLimits,
    /// Issues kept in the report; further ones are counted.
    pub issues_collected: usize,
    /// Bytes of one message; longer ones are cut at a character and end with an ellipsis.
    pub message_bytes: usize,
}

impl Default for ValidateOptions {
    fn default() -> Self {
        Self { parse: ParseLimits::default(), issues_collected: 10_000, message_bytes: 4096 }
    }
}

/// The verdict on a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Issues of severity error, kept or not.
    pub errors: u64,
    /// Issues of severity warning, kept or not.
    pub warnings: u64,
    /// Issues a code, in order of [`IssueCode::as_str`].
    pub by_code: Vec<(IssueCode, u64)>,
    /// Issues counted but not kept.
    pub suppressed: u64,
    /// Issues kept.
    pub issues: Vec<Issue>,
}

impl Report {
    /// Whether there is no error.
    pub fn is_valid(&self) -> bool {
        self.errors == 0
    }
}

/// A location hint of an instance (`xsi:schemaLocation`, `xsi:noNamespaceSchemaLocation`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Namespace name; empty for none.
    pub namespace: String,
    /// The location as written.
    pub location: String,
}

/// Validates a document. `path` names it in issues. The schema must be free of errors, unresolved references and unsupported
/// constructs. Its name table is extended during the call and cut back at the end.
pub fn validate(_schema: &mut Schema, _path: &str, _bytes: &[u8], _options: &ValidateOptions) -> Result<Report, XmlError> {
    todo!()
}

/// The location hints of a document, in document order, without repeats.
pub fn hints(_bytes: &[u8], _limits: &ParseLimits) -> Result<Vec<Hint>, XmlError> {
    todo!()
}
