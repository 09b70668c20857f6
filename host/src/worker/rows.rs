//! Rows of documents: what is asked for, what a preview shows, what an export leaves.

use super::bindings::exports::pyxsd::worker::columns::{Layout, MetadataEntry};
use super::bindings::exports::pyxsd::worker::rows as wit;
use super::engine::Tier;
use super::failure;
use super::outbox::OutputFile;
use super::report::{Location, Report};
use super::request::{Readings, SchemaSource};
use super::schema::SchemaSummary;
use crate::capture::Capture;
use crate::digest::Digest;
use crate::fault::{DETAIL_ITEMS, Fault, FaultCode, Outcome};
use crate::limits::Limits;
use crate::workspace::WorkspacePath;
use serde_json::{Value, json};
use std::sync::Arc;

/// Bytes of the buffers that go from the worker to the encoder at a time.
const CHUNK_BYTES: u64 = 8 << 20;
/// Rows that go at a time.
pub(super) const CHUNK_ROWS: u32 = 64 << 10;
/// Bytes of the issues that the fault of an invalid document tells; the whole report is asked for by validation.
const TOLD_BYTES: usize = 12 << 10;

/// Bytes that go at a time, within what a worker may hand out in one call.
pub(super) fn chunk_bytes(limits: &Limits) -> u64 {
    CHUNK_BYTES.min(limits.hostcall_bytes / 2)
}

/// Bytes of one row: it goes out on top of those that are ready, so both together are within one call.
pub(super) fn row_bytes(limits: &Limits) -> u64 {
    limits.row_bytes.min(limits.hostcall_bytes / 2)
}

/// What is asked of a document.
#[derive(Clone, Debug)]
pub struct RowsRequest {
    /// The files: document and schema documents.
    pub capture: Arc<Capture>,
    /// The schema.
    pub schema: SchemaSource,
    /// The document, which must be valid.
    pub document: WorkspacePath,
    /// The rows.
    pub projection: Projection,
}

/// Which elements are rows, and what of them is wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Projection {
    /// Id or name of the element where the route to the rows starts; nothing for the document element.
    pub element: Option<String>,
    /// Exact names of child elements that lead on to the rows.
    pub path: Vec<String>,
    /// What finds the rows.
    pub selector: Option<Selector>,
    /// The route that rows had in another document, at whose end each must be.
    pub route: Option<Route>,
    /// The columns; nothing for everything of a row.
    pub columns: Option<Vec<Column>>,
}

/// An expression of ElementTree's path language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selector {
    /// The expression, relative to the document element.
    pub path: String,
    /// Prefixes and namespace names; nothing where none were given.
    pub namespaces: Option<Vec<(String, String)>>,
}

/// A column of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Where its values come from.
    pub source: FieldSource,
}

/// From where a source starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The row.
    Record,
    /// So many elements above the row, at least 1.
    Ancestor(u32),
    /// The document element.
    Root,
}

/// One value for each row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldSource {
    /// Where it starts.
    pub scope: Scope,
    /// Exact names of child elements.
    pub path: Vec<String>,
    /// Exact name of an attribute; without one the simple content.
    pub attribute: Option<String>,
}

/// A way to rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// Id of the element declaration where it starts.
    pub element: String,
    /// Names of child elements.
    pub path: Vec<String>,
}

/// A column at a glance.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ColumnSummary {
    /// Its name.
    pub name: String,
    /// Its type, as Arrow writes it.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Whether values may be null.
    pub nullable: bool,
}

/// Keys and values, in order.
pub type Metadata = Vec<(String, String)>;

/// What rows look like. Two documents whose rows have the same shape give files of the same schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The route to them.
    pub route: Route,
    /// The columns.
    pub columns: Vec<ColumnSummary>,
    /// Metadata of the whole.
    pub metadata: Metadata,
    /// Metadata of each column.
    pub fields: Vec<Metadata>,
}

/// The first rows of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct PreviewOutcome {
    /// What they look like.
    pub shape: Shape,
    /// The rows, as objects.
    pub rows: Vec<Value>,
    /// How many there are in all.
    pub total: u64,
    /// The schema that types them.
    pub schema: Arc<SchemaSummary>,
    /// What the call cost.
    pub readings: Readings,
}

/// What is to be written of a document.
#[derive(Clone, Debug)]
pub struct Encoding {
    /// Name of the file.
    pub file: String,
    /// For a part of a data set the name of the source, which two more columns tell.
    pub source_id: Option<String>,
    /// Name of a file without rows, to be written beside.
    pub schema_file: Option<String>,
}

/// Files with the rows of a document.
#[derive(Clone, Debug)]
pub struct ExportOutcome {
    /// What the rows look like.
    pub shape: Shape,
    /// How many there are.
    pub rows: u64,
    /// The file with the rows, then the one without if it was asked for.
    pub files: Vec<OutputFile>,
    /// The schema that types them.
    pub schema: Arc<SchemaSummary>,
    /// What the call cost, the encoder's part included.
    pub readings: Readings,
    /// The encoder.
    pub encoder: EncoderReadings,
}

/// Readings of the encoder, for provenance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct EncoderReadings {
    /// Digest of the component.
    pub component: Digest,
    /// Who compiled its code.
    pub tier: Tier,
    /// Bytes of linear memory at the end.
    pub memory_bytes: u64,
}

impl Projection {
    /// The same for a worker whose rows have at most so many bytes.
    pub(super) fn lower(&self, row_bytes: u64) -> wit::Request {
        let selector = |selector: &Selector| wit::Selector {
            path: selector.path.clone(),
            namespaces: selector.namespaces.clone().unwrap_or_default(),
        };
        let column = |column: &Column| wit::Column { name: column.name.clone(), source: column.source.lower() };
        wit::Request {
            element: self.element.clone(),
            path: self.path.clone(),
            selector: self.selector.as_ref().map(selector),
            route: self
                .route
                .as_ref()
                .map(|route| wit::Route { element: route.element.clone(), path: route.path.clone() }),
            columns: self.columns.as_ref().map(|columns| columns.iter().map(column).collect()),
            row_bytes,
        }
    }

    /// The argument that says which elements of a document are rows.
    pub fn chooser(&self) -> &'static str {
        if self.selector.is_some() { "selector" } else { "element" }
    }

    /// The same by way of a route that is known, so that every document has rows of one shape.
    #[must_use]
    pub fn along(&self, route: &Route) -> Projection {
        Projection { route: Some(route.clone()), ..self.clone() }
    }
}

impl FieldSource {
    fn lower(&self) -> wit::Source {
        let scope = match self.scope {
            Scope::Record => wit::Scope::Row,
            Scope::Ancestor(levels) => wit::Scope::Ancestor(levels),
            Scope::Root => wit::Scope::Root,
        };
        wit::Source { scope, path: self.path.clone(), attribute: self.attribute.clone() }
    }
}

impl From<wit::Route> for Route {
    fn from(route: wit::Route) -> Route {
        Route { element: route.element, path: route.path }
    }
}

impl From<wit::ColumnSummary> for ColumnSummary {
    fn from(column: wit::ColumnSummary) -> ColumnSummary {
        ColumnSummary { name: column.name, type_name: column.type_name, nullable: column.nullable }
    }
}

fn metadata(entries: &[MetadataEntry]) -> Metadata {
    entries.iter().map(|entry| (entry.key.clone(), entry.value.clone())).collect()
}

impl Shape {
    pub(super) fn new(route: wit::Route, columns: Vec<wit::ColumnSummary>, layout: &Layout) -> Shape {
        Shape {
            route: route.into(),
            columns: columns.into_iter().map(ColumnSummary::from).collect(),
            metadata: metadata(&layout.metadata),
            fields: layout.fields.iter().filter(|f| f.level == 0).map(|f| metadata(&f.metadata)).collect(),
        }
    }
}

/// The rows of a sample, which are JSON objects as text.
pub(super) fn sampled(rows: &[String]) -> Outcome<Vec<Value>> {
    rows.iter().map(|row| serde_json::from_str(row).map_err(Fault::internal)).collect()
}

/// The fault of rows that are not given.
pub(super) fn fault(cause: wit::RowsFailure, document: &WorkspacePath, limits: &Limits) -> Fault {
    match cause {
        wit::RowsFailure::NothingSelected => Fault::internal("nothing is selected of a document that is open"),
        wit::RowsFailure::Undecidable(failure) => failure::fault(failure, limits),
        wit::RowsFailure::InvalidDocument(report) => invalid_document(document, &report.into()),
        wit::RowsFailure::Unknown((id, message)) => {
            let message = format!("There is no element `{id}`: {message}.");
            Fault::new(FaultCode::NotFound, message).with("id", id).with("role", "component").with("field", "element")
        }
        wit::RowsFailure::Argument(wit::WrongArgument { field, message, candidates }) => {
            let fault = Fault::argument(&field, format!("{message}."));
            if candidates.is_empty() { fault } else { fault.with("candidates", candidates) }
        }
        wit::RowsFailure::Unsupported((field, shape)) => {
            let way_out = if shape.descendant.is_empty() {
                match field.starts_with("columns") {
                    true => "nothing below it has one; leave that column out or take another value".to_owned(),
                    false => "nothing below it has one; `columns` picks values one by one".to_owned(),
                }
            } else {
                format!("`path` {:?} leads to an element that has one", shape.descendant)
            };
            let message = format!("This has no form in columns: {}, at {}; {way_out}.", shape.construct, shape.at);
            let descendant = if shape.descendant.is_empty() { Value::Null } else { json!(shape.descendant) };
            let mut fault = Fault::argument(&field, message).with("construct", shape.construct).with("at", shape.at);
            fault.details.insert("descendant".to_owned(), descendant);
            fault
        }
        wit::RowsFailure::OffRoute(misfit) | wit::RowsFailure::UnsupportedRow(misfit) => misplaced(misfit, document),
        wit::RowsFailure::RowTooLarge(row) => {
            // The smaller of the two bounds.
            let limit = if row.maximum < limits.row_bytes { "hostcall_bytes" } else { "row_bytes" };
            let message = format!(
                "Row {} of `{document}` has {} bytes, more than the {} that one row may have; `columns` leaves out what is not needed, \
                 `--limit {limit}=VALUE` allows more.",
                row.row, row.bytes, row.maximum
            );
            Fault::new(FaultCode::InputLimit, message)
                .with("limit", limit)
                .with("value", row.bytes)
                .with("maximum", row.maximum)
                .with("flag", format!("--limit {limit}=VALUE"))
                .with("path", document.as_str())
        }
    }
}

fn misplaced(misfit: wit::Misfit, document: &WorkspacePath) -> Fault {
    let location = Location::from(misfit.location);
    let fault = Fault::new(FaultCode::InvalidArgument, format!("{}.", misfit.message))
        .with("path", document.as_str())
        .with("location", json!(location));
    let Some(construct) = misfit.construct else { return fault };
    let mut fault = fault.with("construct", construct);
    let at = if misfit.at.is_empty() { Value::Null } else { json!(misfit.at) };
    let descendant = if misfit.descendant.is_empty() { Value::Null } else { json!(misfit.descendant) };
    fault.details.extend([("at".to_owned(), at), ("descendant".to_owned(), descendant)]);
    fault
}

/// `invalid_document`, with the report as far as it fits.
pub fn invalid_document(document: &WorkspacePath, report: &Report) -> Fault {
    let mut told = Vec::new();
    let mut room = TOLD_BYTES;
    for issue in report.issues.iter().take(DETAIL_ITEMS) {
        let issue = json!(issue);
        let bytes = issue.to_string().len();
        if bytes > room {
            break;
        }
        room -= bytes;
        told.push(issue);
    }
    let errors = report.counts.errors;
    let message = format!(
        "`{document}` is not valid: {errors} error{}. Records come from valid documents only; pyxsd_validate_document pages through all issues.",
        if errors == 1 { "" } else { "s" }
    );
    let report = json!({
        "valid": report.valid,
        "counts": report.counts,
        "collected": report.issues.len(),
        "suppressed": report.suppressed,
        "issues": told,
        "issues_total": report.issues.len(),
    });
    Fault::new(FaultCode::InvalidDocument, message).with("path", document.as_str()).with("report", report)
}
