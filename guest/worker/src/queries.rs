//! The interface `queries`.

use crate::Component;
use crate::bindings::exports::pyxsd::worker::queries as wit;
use crate::bindings::exports::pyxsd::worker::types::{Binding, Failure, LimitReached, Limits, Role};
use crate::documents::{require_decidable, show_time};
use crate::schemas::Compiled;
use crate::{capture, failure, issue, options};
use pyxsd_query::{Answer, Entry, Kind, Query, QueryError, Subtree};
use pyxsd_xpath::{Budget, NodeKind, XPathError};

impl wit::Guest for Component {
    fn run(
        schema: wit::SchemaBorrow<'_>,
        document: String,
        asked: wit::Query,
        limits: Limits,
    ) -> Result<wit::Answer, wit::QueryFailure> {
        let mut schema = schema.get::<Compiled>().0.borrow_mut();
        require_decidable(&schema).map_err(wit::QueryFailure::Undecidable)?;
        let now = show_time(&schema, &asked.now).map_err(undecidable)?;
        let Some(bytes) = capture::read(&document, limits.xml_bytes) else {
            return Err(undecidable(failure::not_found(document, Role::Document)));
        };
        let namespaces: Vec<_> = asked.namespaces.into_iter().map(|given| (given.prefix, given.uri)).collect();
        let query = Query {
            expression: &asked.expression,
            namespaces: &namespaces,
            binding: match asked.binding {
                Binding::Lax => pyxsd_validator::Binding::Lax,
                Binding::Strict => pyxsd_validator::Binding::Strict,
            },
            subtrees: asked.subtrees,
            first: asked.first,
            count: asked.count.into(),
            now,
            budget: Budget::default(),
        };
        pyxsd_query::query(&mut schema, &document, &bytes, &options::validate(&limits), &query)
            .map(answer)
            .map_err(|error| query_failure(&document, error))
    }
}

fn undecidable(failure: Failure) -> wit::QueryFailure {
    wit::QueryFailure::Undecidable(failure)
}

fn query_failure(document: &str, error: QueryError) -> wit::QueryFailure {
    match error {
        QueryError::Expression(error) => wit::QueryFailure::Expression(expression_error(error)),
        QueryError::Document(error) => undecidable(failure::xml(document, Role::Document, &error)),
        QueryError::TooLarge => {
            let (value, maximum) = (u64::from(u32::MAX), u64::from(u32::MAX));
            let limit = "xml_text_bytes".to_owned();
            undecidable(Failure::InputLimit(LimitReached { limit, value, maximum, place: None }))
        }
        QueryError::Unsupported(constructs) => {
            undecidable(Failure::Unsupported(constructs.iter().map(issue::unsupported).collect()))
        }
    }
}

/// An error of an expression.
pub fn expression_error(error: XPathError) -> wit::ExpressionError {
    wit::ExpressionError {
        code: error.code_name().to_owned(),
        message: error.message,
        position: error.position.map(|position| position as u64),
        suggestion: error.suggestion,
    }
}

fn answer(answer: Answer) -> wit::Answer {
    wit::Answer {
        kind: match answer.kind {
            Kind::Empty => wit::ValueKind::Empty,
            Kind::Nodes => wit::ValueKind::Nodes,
            Kind::Atomics => wit::ValueKind::Atomics,
            Kind::Mixed => wit::ValueKind::Mixed,
        },
        total: answer.total,
        items: answer.items.into_iter().map(item).collect(),
        comment_step: answer.comment_step.map(|place| place as u64),
    }
}

fn item(entry: Entry) -> wit::Item {
    match entry {
        Entry::Atomic { type_name, value } => wit::Item::Atomic(wit::Atomic { type_name, value }),
        Entry::Node(node) => wit::Item::Node(wit::Node {
            kind: node_kind(node.kind),
            name: node.name,
            location: issue::location(&node.location),
            value: node.value,
            subtree: node.subtree.map(subtree),
        }),
    }
}

fn node_kind(kind: NodeKind) -> wit::NodeKind {
    match kind {
        NodeKind::Document => wit::NodeKind::Document,
        NodeKind::Element => wit::NodeKind::Element,
        NodeKind::Attribute => wit::NodeKind::Attribute,
        NodeKind::Text => wit::NodeKind::Text,
        NodeKind::Comment => wit::NodeKind::Comment,
        NodeKind::ProcessingInstruction => wit::NodeKind::ProcessingInstruction,
        NodeKind::Namespace => wit::NodeKind::Namespace,
    }
}

fn subtree(subtree: Subtree) -> wit::Subtree {
    match subtree {
        Subtree::Source(slice) => {
            wit::Subtree::Source(wit::Slice { start: slice.start, end: slice.end, data: slice.data })
        }
        Subtree::Unavailable => wit::Subtree::Unavailable,
    }
}
