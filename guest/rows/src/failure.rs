//! Why there are no rows.

use crate::Misfit;
use pyxsd_document::BuildError;
use pyxsd_schema::Unsupported;
use pyxsd_tools::model::ModelFailure;
use pyxsd_validator::Report;
use pyxsd_xml::XmlError;

/// Why there are no rows.
#[derive(Clone, PartialEq, Debug)]
pub enum RowsError {
    /// The document is not well-formed or beyond a limit.
    Document(XmlError),
    /// The document has more text than the tree can hold.
    TooLarge,
    /// The document uses what is not implemented.
    Unsupported(Vec<Unsupported>),
    /// The document is not valid.
    Invalid(Box<Report>),
    /// An argument of the request, which is named, leads nowhere, or to a declaration without a form in columns.
    Selection(String, ModelFailure),
    /// The selector finds nothing, and nothing else says what rows look like.
    NothingSelected,
    /// What was selected is not at the end of the route.
    OffRoute(Box<Misfit>),
    /// An element of a row is not what its declaration says.
    Row(Box<Misfit>),
    /// A row is larger than allowed.
    LargeRow {
        /// From 1.
        row: u64,
        /// Bytes at least.
        bytes: u64,
        /// Bytes at most.
        maximum: u64,
    },
}

impl RowsError {
    /// The argument `field` is wrong, and `candidates` would do.
    pub(crate) fn argument(field: &str, message: impl Into<String>, candidates: Vec<String>) -> RowsError {
        RowsError::Selection(field.to_owned(), ModelFailure::Argument { message: message.into(), candidates })
    }
}

impl From<BuildError> for RowsError {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Xml(error) => Self::Document(error),
            BuildError::TooLarge => Self::TooLarge,
        }
    }
}
