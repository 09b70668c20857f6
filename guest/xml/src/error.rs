//! Why a document could not be read.

use crate::LimitKind;
use std::fmt;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Position {
    /// Line from 1; a line ends with LF, CR or CRLF.
    pub line: u32,
    /// Column from 1, in characters (Unicode scalar values), byte-order mark not counted.
    pub column: u32,
    /// Offset from 0 in bytes of the file, in its own encoding, byte-order mark counted.
    pub offset: u64,
}

/// A document that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XmlError {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Where.
    pub position: Position,
}

/// Why a document was refused. The parser's helper replaces `Malformed` by one variant a rule, each documented with the input that triggers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// A bound was reached: `value` is what was found (at least), `maximum` the bound.
    Limit {
        /// Which bound.
        kind: LimitKind,
        /// What was found, at least.
        value: u64,
        /// The bound.
        maximum: u64,
    },
    /// A document type declaration; DTDs are refused whole.
    Doctype,
    /// Not well-formed or not namespace-well-formed.
    Malformed(String),
}

impl fmt::Display for XmlError {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        todo!()
    }
}

impl std::error::Error for XmlError {}

/// How a parse ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError<S> {
    /// The document was refused.
    Xml(XmlError),
    /// The sink stopped.
    Stopped(S),
}
