//! Queries of documents.

use super::bindings::exports::pyxsd::worker::queries as wit;
use super::failure;
use super::report::Location;
use super::request::{Readings, SchemaSource};
use super::schema::{Binding, SchemaSummary};
use crate::capture::Capture;
use crate::fault::{Fault, FaultCode};
use crate::limits::Limits;
use crate::workspace::WorkspacePath;
use serde_json::json;
use std::sync::Arc;

/// One query of one document.
#[derive(Clone, Debug)]
pub struct QueryRequest {
    /// The files: document and schema documents.
    pub capture: Arc<Capture>,
    /// The schema.
    pub schema: SchemaSource,
    /// The document.
    pub document: WorkspacePath,
    /// What is asked of it.
    pub query: Query,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// An expression of XPath 2.0. The context item is the document element.
    pub expression: String,
    /// Prefixes and namespace names; the empty prefix is the default namespace of elements and types.
    pub namespaces: Vec<(String, String)>,
    /// Whether elements come with their slices of the file.
    pub subtrees: bool,
    /// The first item wanted, from 0.
    pub first: u64,
    /// Items wanted at most.
    pub count: u32,
}

/// One page of the value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryOutcome {
    /// What the whole value is made of: `empty`, `nodes`, `atomics` or `mixed`.
    pub kind: &'static str,
    /// Items of the whole value.
    pub total: u64,
    /// Those of the page.
    pub items: Vec<Item>,
    /// Byte offset of a step that selects nothing, since the bound document has no comments and processing instructions.
    pub comment_step: Option<u64>,
    /// The schema that types it.
    pub schema: Arc<SchemaSummary>,
    /// What the call cost.
    pub readings: Readings,
}

/// One item of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// An atomic value: the expanded name of its type, and its lexical form.
    Atomic {
        /// `{ns}local`.
        type_name: String,
        /// The lexical form.
        value: String,
    },
    /// A node.
    Node(Node),
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// `document`, `element`, `attribute`, `text`, `comment`, `processing-instruction` or `namespace`.
    pub kind: &'static str,
    /// Expanded name, where the kind has one.
    pub name: Option<String>,
    /// Where it is.
    pub location: Location,
    /// The string value; none for documents and for elements with child elements.
    pub value: Option<String>,
    /// Of elements and documents, if the query asks for it.
    pub subtree: Option<Subtree>,
}

/// What an element looks like in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subtree {
    /// The bytes from `start` to `end`.
    Source {
        /// First byte.
        start: u64,
        /// Just past the last byte.
        end: u64,
        /// The bytes.
        data: Vec<u8>,
    },
    /// It is not written there.
    Unavailable,
}

pub(super) fn lower(query: &Query, binding: Binding, now: String) -> wit::Query {
    let given = |(prefix, uri): &(String, String)| wit::NamespaceBinding { prefix: prefix.clone(), uri: uri.clone() };
    wit::Query {
        expression: query.expression.clone(),
        namespaces: query.namespaces.iter().map(given).collect(),
        binding: binding.lower(),
        subtrees: query.subtrees,
        first: query.first,
        count: query.count,
        now,
    }
}

pub(super) fn outcome(answer: wit::Answer, schema: Arc<SchemaSummary>, readings: Readings) -> QueryOutcome {
    QueryOutcome {
        kind: match answer.kind {
            wit::ValueKind::Empty => "empty",
            wit::ValueKind::Nodes => "nodes",
            wit::ValueKind::Atomics => "atomics",
            wit::ValueKind::Mixed => "mixed",
        },
        total: answer.total,
        items: answer.items.into_iter().map(item).collect(),
        comment_step: answer.comment_step,
        schema,
        readings,
    }
}

fn item(item: wit::Item) -> Item {
    match item {
        wit::Item::Atomic(atomic) => Item::Atomic { type_name: atomic.type_name, value: atomic.value },
        wit::Item::Node(node) => Item::Node(Node {
            kind: match node.kind {
                wit::NodeKind::Document => "document",
                wit::NodeKind::Element => "element",
                wit::NodeKind::Attribute => "attribute",
                wit::NodeKind::Text => "text",
                wit::NodeKind::Comment => "comment",
                wit::NodeKind::ProcessingInstruction => "processing-instruction",
                wit::NodeKind::Namespace => "namespace",
            },
            name: node.name,
            location: node.location.into(),
            value: node.value,
            subtree: node.subtree.map(|subtree| match subtree {
                wit::Subtree::Source(slice) => Subtree::Source { start: slice.start, end: slice.end, data: slice.data },
                wit::Subtree::Unavailable => Subtree::Unavailable,
            }),
        }),
    }
}

/// The fault of a query that has no answer.
pub(super) fn fault(cause: wit::QueryFailure, limits: &Limits) -> Fault {
    let error = match cause {
        wit::QueryFailure::Undecidable(failure) => return failure::fault(failure, limits),
        wit::QueryFailure::Expression(error) => error,
    };
    let place = error.position.map_or(String::new(), |position| format!(" at {position}"));
    let message = format!("{}{place}: {}.", error.code, error.message);
    let mut fault = Fault::new(FaultCode::InvalidArgument, message).with("field", "xpath").with("code", error.code);
    fault.details.insert("position".to_owned(), json!(error.position));
    match error.suggestion {
        Some(suggestion) => fault.with("suggestion", suggestion),
        None => fault,
    }
}
