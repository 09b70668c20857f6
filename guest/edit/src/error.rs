//! Why there is no document.

use pyxsd_document::BuildError;
use pyxsd_schema::{Location, Unsupported};
use pyxsd_xml::XmlError;
use pyxsd_xpath::XPathError;

/// Which expression of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepPart {
    /// Of [`crate::Step::select`].
    Select,
    /// Where something moves.
    To,
    /// A new value.
    Content,
    /// The key of an order.
    By,
}

/// Why a step was not done. Nothing was changed.
#[derive(Clone, PartialEq, Debug)]
pub enum EditError {
    /// An argument of the step makes no sense: one line.
    Argument(String),
    /// An expression is wrong, in itself or for one node.
    Expression {
        /// Which one.
        part: StepPart,
        /// What is wrong.
        error: Box<XPathError>,
        /// The selected node for which it has no value.
        at: Option<Location>,
    },
    /// The document is not well-formed or beyond a limit.
    Document(XmlError),
    /// The document has more text than the tree can hold.
    TooLarge,
    /// The document uses what is not implemented.
    Unsupported(Vec<Unsupported>),
    /// The step cannot be done to a node.
    Impossible {
        /// One line: what was found and how to go on.
        message: String,
        /// The selected node.
        at: Location,
    },
}

impl From<XmlError> for EditError {
    fn from(error: XmlError) -> Self {
        Self::Document(error)
    }
}

impl From<BuildError> for EditError {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Xml(error) => Self::Document(error),
            BuildError::TooLarge => Self::TooLarge,
        }
    }
}

/// Something that a person should know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// One line.
    pub message: String,
    /// How many nodes.
    pub count: u64,
    /// The first of them.
    pub at: Option<Location>,
}
