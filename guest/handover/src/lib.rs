//! Bound documents for components without an engine: one table of bytes with the place, the declaration, the type and the typed value of
//! every element and attribute. `docs/node-table.md` describes the bytes.
//!
//! Two passes make it: validation binds the document, and a second parse, which cannot fail any more, notes where each tag stands. Both give
//! elements in document order, so that they are joined by where start tags begin.

mod kind;
mod nodes;
mod sections;
mod skeleton;
mod strings;
#[cfg(test)]
mod tests;
mod values;

use nodes::Nodes;
use pyxsd_document::BuildError;
use pyxsd_schema::{NameMatching, Schema, Unsupported};
use pyxsd_validator::{Binding, Bound, ValidateOptions, validate_and_bind};
use pyxsd_xml::{Encoding, Source, XmlError};
use sections::Header;
use skeleton::Skeleton;
use std::fmt;

/// Why there is no table.
#[derive(Clone, PartialEq, Debug)]
pub enum TableError {
    /// The document is not well-formed or beyond a limit.
    Document(XmlError),
    /// Positions of 32 bits do not reach as far as the table would.
    TooLarge,
    /// The document uses what is not implemented.
    Unsupported(Vec<Unsupported>),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Document(error) => write!(f, "{}", error.kind),
            TableError::TooLarge => f.write_str("the table of the document would be larger than 4 GiB"),
            TableError::Unsupported(_) => f.write_str("the document uses what is not implemented"),
        }
    }
}

impl std::error::Error for TableError {}

impl From<XmlError> for TableError {
    fn from(error: XmlError) -> Self {
        Self::Document(error)
    }
}

impl From<BuildError> for TableError {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Xml(error) => Self::Document(error),
            BuildError::TooLarge => Self::TooLarge,
        }
    }
}

/// Makes the node table of a document, which need not be valid. The schema must be free of errors, unresolved references and unsupported
/// constructs; its name table is extended during the call and cut back at the end.
pub fn node_table(
    schema: &mut Schema,
    path: &str,
    bytes: &[u8],
    options: &ValidateOptions,
    binding: Binding,
) -> Result<Vec<u8>, TableError> {
    let bound = validate_and_bind(schema, path, bytes, options, binding)?;
    let table = if bound.report.unsupported.is_empty() {
        encode(schema, &bound, bytes, options, binding)
    } else {
        Err(TableError::Unsupported(bound.report.unsupported.clone()))
    };
    bound.release(schema);
    table
}

fn encode(
    schema: &mut Schema,
    bound: &Bound,
    bytes: &[u8],
    options: &ValidateOptions,
    binding: Binding,
) -> Result<Vec<u8>, TableError> {
    let source = Source::decode(bytes, &options.parse)?;
    let skeleton = Skeleton::of(&source, &mut schema.names, &options.parse)?;
    let is_utf8 = source.encoding() == Encoding::Utf8;
    let header = Header {
        legacy: schema.components.matching == NameMatching::Legacy,
        strict: binding == Binding::Strict,
        mark: if is_utf8 { bytes.len() - source.text().len() } else { 0 },
        text: source.text(),
        carries_text: !is_utf8,
    };
    let nodes = Nodes::join(schema, bound, &skeleton, source.text());
    sections::write(&header, &nodes).ok_or(TableError::TooLarge)
}
