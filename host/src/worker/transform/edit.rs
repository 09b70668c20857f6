//! What came of a step.

use crate::fault::Fault;
use crate::limits::Limits;
use crate::worker::bindings::exports::pyxsd::worker::edits as wit;
use crate::worker::failure::fault;
use crate::worker::report::Location;
use crate::worker::request::Readings;

/// A document after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edited {
    /// The document, in UTF-8.
    pub document: Vec<u8>,
    /// Nodes that the step changed.
    pub changed: u64,
    /// What a person should know, one line each.
    pub warnings: Vec<String>,
    /// What it cost.
    pub readings: Readings,
}

/// A part of a step, named as in the arguments.
pub type Part = &'static str;

/// Why a step has no document.
#[derive(Clone, Debug, PartialEq)]
pub enum EditFailure {
    /// The schema decides nothing, or the document cannot be read.
    Undecidable(Fault),
    /// An argument makes no sense: one line.
    Argument(String),
    /// An expression is wrong.
    Expression {
        /// Which.
        part: Part,
        /// W3C code, such as `XPST0003`.
        code: String,
        /// One line.
        message: String,
        /// Byte offset in the expression.
        position: Option<u64>,
        /// The node for which it has no value.
        at: Option<Location>,
    },
    /// The step cannot be done to a node.
    Impossible {
        /// One line.
        message: String,
        /// The node, in the document before the step.
        at: Location,
    },
}

/// The first step that is wrong in itself.
#[derive(Clone, Debug, PartialEq)]
pub struct WrongStep {
    /// Which, from 0 among those that were checked.
    pub index: usize,
    /// What is wrong.
    pub failure: EditFailure,
}

pub(in crate::worker) fn edited(edited: wit::Edited, readings: Readings) -> Edited {
    let warning = |warning: wit::Warning| {
        let place = warning.at.map(|at| format!(", first at {}", shown(&at.into()))).unwrap_or_default();
        format!("{} ({}{place})", warning.message.trim_end_matches('.'), warning.count)
    };
    Edited {
        document: edited.document,
        changed: edited.changed,
        warnings: edited.warnings.into_iter().map(warning).collect(),
        readings,
    }
}

pub(in crate::worker) fn failure(failure: wit::EditFailure, limits: &Limits) -> EditFailure {
    match failure {
        wit::EditFailure::Undecidable(cause) => EditFailure::Undecidable(fault(cause, limits)),
        wit::EditFailure::Argument(message) => EditFailure::Argument(message),
        wit::EditFailure::Expression(wrong) => EditFailure::Expression {
            part: match wrong.part {
                wit::StepPart::Select => "select",
                wit::StepPart::To => "to",
                wit::StepPart::Content => "expression",
                wit::StepPart::By => "by",
            },
            code: wrong.error.code,
            message: match wrong.error.suggestion {
                Some(suggestion) => format!("{} (was `{suggestion}` meant?)", wrong.error.message),
                None => wrong.error.message,
            },
            position: wrong.error.position,
            at: wrong.at.map(Location::from),
        },
        wit::EditFailure::Impossible(obstacle) => {
            EditFailure::Impossible { message: obstacle.message, at: obstacle.at.into() }
        }
    }
}

/// A location as a path of names, for a sentence.
pub fn shown(location: &Location) -> String {
    let mut text: String = location.path.iter().map(|step| format!("/{}[{}]", step.name, step.index)).collect();
    if let Some(attribute) = &location.attribute {
        text.push_str(&format!("/@{attribute}"));
    }
    if text.is_empty() { "/".to_owned() } else { text }
}
