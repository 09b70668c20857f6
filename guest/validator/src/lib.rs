//! An instance document against a compiled schema: one pass over the parser's events gives the report (XSD part 1, cvc-*).

mod alternatives;
mod assertions;
mod attributes;
mod binding;
mod bound;
mod children;
mod close;
mod element;
mod frame;
mod hints;
mod identity;
mod ids;
mod locate;
mod message;
mod pass;
mod recovery;
mod report;
mod text;
mod value;
mod xsi;

pub use binding::Binding;
pub use bound::{Bound, validate_and_bind};
pub use hints::{Hint, hints};
pub use report::Report;

use pass::Pass;
use pyxsd_schema::Schema;
use pyxsd_xml::{ParseError, ParseLimits, Source, XmlError, parse};
use report::Findings;

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

/// Validates a document. `path` names it in issues. The schema must be free of errors, unresolved references and unsupported
/// constructs. Its name table is extended during the call and cut back at the end. A document that is not well-formed gives an
/// error and no verdict.
pub fn validate(schema: &mut Schema, path: &str, bytes: &[u8], options: &ValidateOptions) -> Result<Report, XmlError> {
    let source = Source::decode(bytes, &options.parse)?;
    let names = &mut schema.names;
    let mark = names.mark();
    let findings = Findings::new(&source, path, options.issues_collected, options.message_bytes);
    let mut pass = Pass::new(&schema.components, names, source.text(), findings);
    let parsed = parse(&source, names, &options.parse, &mut pass);
    let report = match parsed {
        Ok(()) => Ok(pass.finish(names).finish(names, &options.parse)),
        Err(ParseError::Xml(error)) => Err(error),
        Err(ParseError::Stopped(never)) => match never {},
    };
    schema.names.rollback(mark);
    report
}
