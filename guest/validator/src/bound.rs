//! Validation that also gives the typed tree.

use crate::binding::{Binding, Recorder, Recorders};
use crate::pass::Pass;
use crate::report::Findings;
use crate::{Report, ValidateOptions};
use pyxsd_document::{BuildError, Builder, Document, NodeId};
use pyxsd_schema::Schema;
use pyxsd_xml::{Mark, ParseError, Source, parse};

/// A validated document with its tree.
#[derive(Debug)]
pub struct Bound {
    /// The verdict: byte for byte that of [`crate::validate`].
    pub report: Report,
    /// The typed tree, below a document node. Its types are numbered as those of the schema (`pyxsd_schema::SchemaTypes`), its declarations as
    /// the elements and attributes of the components, its names are symbols of the schema's table.
    pub document: Document,
    /// The document element; `None` where strict binding left it out.
    pub root: Option<NodeId>,
    names: Mark,
}

impl Bound {
    /// Gives up the tree and cuts the name table of the schema back to where it was. Names interned since are forgotten with it.
    pub fn release(self, schema: &mut Schema) -> Report {
        schema.names.rollback(self.names);
        self.report
    }
}

/// Validates a document like [`crate::validate`], and builds the typed tree that queries, records and transforms see.
///
/// Comments and processing instructions are left out. White space between children is kept. Simple values are normalised as their type says;
/// attributes and content that the schema supplies are there, marked as defaulted and without a span. `binding` says what becomes of what is
/// not valid; an invalid attribute keeps its raw text in any case, and an attribute that a complex type does not have is left out but for
/// [`Binding::Whole`].
///
/// The name table of the schema keeps the names of the document until [`Bound::release`].
pub fn validate_and_bind(
    schema: &mut Schema,
    path: &str,
    bytes: &[u8],
    options: &ValidateOptions,
    binding: Binding,
) -> Result<Bound, BuildError> {
    let source = Source::decode(bytes, &options.parse)?;
    let names = &mut schema.names;
    let mark = names.mark();
    let document = Document::new(names);
    if !document.has_room_for(source.text().len()) {
        names.rollback(mark);
        return Err(BuildError::TooLarge);
    }
    let mut builder = Builder::new(document);
    builder.reserve(source.text());
    let root = builder.open_document(Some(path));
    let findings = Findings::new(&source, path, options.issues_collected, options.message_bytes);
    let mut pass = Pass::new(&schema.components, names, source.text(), findings);
    pass.recorders =
        Some(Box::new(Recorders { bound: Some(Recorder::new(builder, binding, true)), ..Recorders::default() }));
    match parse(&source, names, &options.parse, &mut pass) {
        Ok(()) => {}
        Err(ParseError::Xml(error)) => {
            names.rollback(mark);
            return Err(error.into());
        }
        Err(ParseError::Stopped(never)) => match never {},
    }
    let recorder = pass.recorders.take().and_then(|recorders| recorders.bound);
    let report = pass.finish(names).finish(names, &options.parse);
    let mut document = match recorder {
        Some(mut recorder) => {
            recorder.builder.close(source.text().len());
            recorder.builder.finish(names)
        }
        None => Document::new(names),
    };
    document.shrink();
    let root = document.document_element(root);
    Ok(Bound { report, document, root, names: mark })
}
