//! Schemas as callers name and know them.

use super::bindings::exports::pyxsd::worker::{schemas, types};
use super::report::{Issue, Place};
use crate::limits::Limits;
use crate::workspace::WorkspacePath;

/// Version of XML Schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum XsdVersion {
    /// 1.0.
    V1_0,
    /// 1.1.
    #[default]
    V1_1,
}

/// How names are matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NameMatching {
    /// By expanded name.
    #[default]
    Strict,
    /// By local name.
    Legacy,
}

/// What the bound document shows where the instance is invalid. It never changes a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Binding {
    /// It is kept.
    #[default]
    Lax,
    /// It is absent.
    Strict,
}

/// What a schema is compiled with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SchemaOptions {
    /// Rules and vocabulary.
    pub version: XsdVersion,
    /// How names are matched.
    pub matching: NameMatching,
    /// What the bound document shows.
    pub binding: Binding,
    /// Namespace name and document of schemas given as if imported, each namespace once.
    pub namespace_schemas: Vec<(String, WorkspacePath)>,
}

/// A schema document that took part.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct SchemaDocument {
    /// Its path.
    pub path: String,
    /// Its target namespace; empty for none.
    pub namespace: String,
}

/// What is known of a compiled schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SchemaSummary {
    /// Every document that takes part, entry documents first. A chameleon stands once a namespace.
    pub documents: Vec<SchemaDocument>,
    /// Prefixes that ids may be written with, and the namespaces that they stand for.
    pub prefixes: Vec<(String, String)>,
    /// Every path that was read, whatever became of the file.
    pub read: Vec<String>,
    /// Every path that was looked for and not found.
    pub absent: Vec<String>,
    /// Issues of the schema, warnings included.
    pub issues: Vec<Issue>,
    /// How many references no document resolves.
    pub unresolved: u64,
    /// Constructs that are not implemented.
    pub unsupported: Vec<String>,
}

/// How a schema document refers to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ReferenceKind {
    Include,
    Import,
    Redefine,
    Override,
}

/// One reference of a schema document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Which element.
    pub kind: ReferenceKind,
    /// Namespace of an import; empty otherwise.
    pub namespace: String,
    /// The location as written.
    pub location: Option<String>,
    /// The path that it means, where it is one.
    pub path: Option<WorkspacePath>,
    /// Where it stands.
    pub place: Place,
}

/// A location hint of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Namespace name; empty for none.
    pub namespace: String,
    /// The location as written.
    pub location: String,
    /// The path that it means, where it is one.
    pub path: Option<WorkspacePath>,
}

impl Binding {
    pub(super) fn lower(self) -> types::Binding {
        match self {
            Binding::Lax => types::Binding::Lax,
            Binding::Strict => types::Binding::Strict,
        }
    }
}

impl SchemaOptions {
    pub(super) fn lower(&self) -> types::SchemaOptions {
        types::SchemaOptions {
            version: match self.version {
                XsdVersion::V1_0 => types::XsdVersion::V10,
                XsdVersion::V1_1 => types::XsdVersion::V11,
            },
            matching: match self.matching {
                NameMatching::Strict => types::NameMatching::Strict,
                NameMatching::Legacy => types::NameMatching::Legacy,
            },
            binding: self.binding.lower(),
            namespace_schemas: self
                .namespace_schemas
                .iter()
                .map(|(namespace, path)| types::NamespaceSchema {
                    namespace: namespace.clone(),
                    path: path.as_str().to_owned(),
                })
                .collect(),
        }
    }
}

/// The bounds that the guest enforces.
pub(super) fn lower_limits(limits: &Limits) -> types::Limits {
    let narrow = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
    types::Limits {
        xml_bytes: limits.xml_bytes,
        xsd_bytes: limits.xsd_bytes,
        schema_closure_files: narrow(limits.schema_closure_files),
        schema_closure_bytes: limits.schema_closure_bytes,
        xml_depth: narrow(limits.xml_depth),
        xml_elements: limits.xml_elements,
        xml_attributes: narrow(limits.xml_attributes),
        xml_namespaces: narrow(limits.xml_namespaces),
        xml_name_bytes: narrow(limits.xml_name_bytes),
        xml_attribute_bytes: limits.xml_attribute_bytes,
        issues_collected: narrow(limits.issues_collected),
        issue_message_bytes: narrow(limits.issue_message_bytes),
    }
}

impl From<schemas::Summary> for SchemaSummary {
    fn from(summary: schemas::Summary) -> Self {
        SchemaSummary {
            documents: summary
                .documents
                .into_iter()
                .map(|document| SchemaDocument { path: document.path, namespace: document.namespace })
                .collect(),
            prefixes: summary.prefixes,
            read: summary.read,
            absent: summary.absent,
            issues: summary.issues.into_iter().map(Issue::from).collect(),
            unresolved: summary.unresolved.len() as u64,
            unsupported: summary.unsupported.into_iter().map(|construct| construct.what).collect(),
        }
    }
}

impl From<schemas::Reference> for Reference {
    fn from(reference: schemas::Reference) -> Self {
        Reference {
            kind: match reference.kind {
                schemas::ReferenceKind::Include => ReferenceKind::Include,
                schemas::ReferenceKind::Import => ReferenceKind::Import,
                schemas::ReferenceKind::Redefine => ReferenceKind::Redefine,
                schemas::ReferenceKind::Override => ReferenceKind::Override,
            },
            namespace: reference.namespace,
            location: reference.location,
            path: workspace_path(reference.path),
            place: reference.place.into(),
        }
    }
}

impl From<schemas::Hint> for Hint {
    fn from(hint: schemas::Hint) -> Self {
        Hint { namespace: hint.namespace, location: hint.location, path: workspace_path(hint.path) }
    }
}

/// A path of the guest's making names a file only if a workspace could hold it.
fn workspace_path(path: Option<String>) -> Option<WorkspacePath> {
    path.and_then(|path| WorkspacePath::parse(&path).ok())
}
