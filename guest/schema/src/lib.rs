//! Schema documents to components: composition, reading, resolution, legality, content automata (XSD part 1).
//!
//! No I/O: documents come from a [`Resolver`].

pub mod automaton;
mod compile;
pub mod components;
mod compose;
pub mod conditions;
mod documentation;
mod findings;
pub mod grammar;
pub mod issue;
mod legality;
mod location;
mod read;
mod resolver;
mod xpath_types;

pub use components::{Components, NameMatching};
pub use documentation::{Component, Documentation};
pub use issue::{Issue, IssueCode, Location, Phase, Place, Precision, Severity, Step};
pub use legality::{derivation_ok, is_substitutable};
pub use location::{resolve_base, resolve_location};
pub use pyxsd_datatypes::XsdVersion;
pub use resolver::{Resolver, SchemaLimits};
pub use xpath_types::SchemaTypes;

use pyxsd_xml::{Names, XmlError};
use std::sync::Arc;

/// What a schema is compiled with.
#[derive(Clone, Debug, Default)]
pub struct CompileOptions {
    /// Rules and vocabulary.
    pub version: XsdVersion,
    /// How names are matched.
    pub matching: NameMatching,
    /// Namespace name and path of documents given as if imported.
    pub namespace_schemas: Vec<(String, String)>,
    /// Bounds.
    pub limits: SchemaLimits,
}

/// A reference that no document resolves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unresolved {
    /// The location as written; empty where a component is meant.
    pub location: String,
    /// The path looked for, or `kind:{ns}name` of the component.
    pub target: String,
    /// Who asked.
    pub asked_by: Place,
}

/// A construct that is not implemented.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// The construct, such as `xs:assert`.
    pub what: String,
    /// Where.
    pub place: Place,
}

/// A compiled schema. With issues of severity error, unresolved references or unsupported constructs it is for inspection only.
#[derive(Debug)]
pub struct Schema {
    /// Names of the components; instance names are interned behind them and cut off again.
    pub names: Names,
    /// The components.
    pub components: Components,
    /// Findings, in order of documents and places.
    pub issues: Vec<Issue>,
    /// References that no document resolves.
    pub unresolved: Vec<Unresolved>,
    /// Constructs that are not implemented.
    pub unsupported: Vec<Unsupported>,
    /// Paths whose files were read, sorted: those of the documents, and those that turned out to be none that take part.
    pub read: Vec<String>,
    /// Paths that were looked for and not there.
    pub absent: Vec<String>,
}

impl Schema {
    /// Whether it has an issue of severity error.
    pub fn has_errors(&self) -> bool {
        self.issues.iter().any(|issue| issue.severity == Severity::Error)
    }
}

/// Why nothing was compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CompileError {
    /// An entry document is not there.
    NotFound(String),
    /// A schema document cannot be read.
    Xml {
        /// Its path.
        path: Arc<str>,
        /// Why; a limit of the parser among it.
        error: XmlError,
    },
    /// A bound of [`SchemaLimits`] was reached.
    Limit {
        /// The key of the limit: `schema_closure_files`, `schema_closure_bytes`, `xsd_bytes`; or `xml_namespaces`, the namespace
        /// declarations that one document may have.
        limit: &'static str,
        /// What was found, at least.
        value: u64,
        /// The bound.
        maximum: u64,
    },
    /// An entry of [`CompileOptions::namespace_schemas`] has another target namespace: one line that says which.
    NamespaceSchema(String),
}

/// Compiles the schema with the given entry documents.
///
/// Every defect of the schema is an issue of the result; an error is only what leaves nothing to inspect: an entry that is not there, a
/// document that is not well-formed, a bound. An include, redefine, override, or import with a location whose document is not there is an
/// entry of [`Schema::unresolved`] and a warning; a reference to a component that no document supplies is such an entry and an error. The namespaces of XML, XLink and XML Schema are built in where they are imported and no document is found.
pub fn compile(
    entries: &[String],
    options: &CompileOptions,
    resolver: &mut dyn Resolver,
) -> Result<Schema, CompileError> {
    compile::compile(entries, options, resolver)
}

/// How a schema document refers to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum ReferenceKind {
    Include,
    Import,
    Redefine,
    Override,
}

/// One reference of a schema document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reference {
    /// Which element.
    pub kind: ReferenceKind,
    /// `namespace` of an import; empty otherwise.
    pub namespace: String,
    /// `schemaLocation` as written.
    pub location: Option<String>,
    /// The path that it means, where it is one.
    pub path: Option<String>,
    /// Where.
    pub place: Place,
}

/// The references of one schema document, conditional inclusion applied.
pub fn references(
    path: &str,
    options: &CompileOptions,
    resolver: &mut dyn Resolver,
) -> Result<Vec<Reference>, CompileError> {
    compose::references(path, options, resolver)
}
