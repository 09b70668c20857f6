//! Queries: an XPath expression over the bound document, and the items of one page of its value, with their places and source slices.
//!
//! The context item is the document element. Comments and processing instructions are no part of the bound document.

mod item;
mod now;
mod slice;
#[cfg(test)]
mod tests;

pub use item::{Entry, NodeEntry};
pub use now::moment;
pub use slice::{Slice, Subtree};

use item::Shown;
use pyxsd_datatypes::{Moment, is_ncname};
use pyxsd_document::{BuildError, NodeId, View};
use pyxsd_schema::{Schema, SchemaTypes, Unsupported};
use pyxsd_validator::{Binding, Bound, ValidateOptions, validate_and_bind};
use pyxsd_xml::{Source, XmlError};
use pyxsd_xpath::{Budget, DynamicContext, ErrorCode, Expression, Item, StaticContext, XPathError};

/// What is asked.
#[derive(Clone, Debug)]
pub struct Query<'q> {
    /// The expression.
    pub expression: &'q str,
    /// Prefix and namespace name; the empty prefix sets the default namespace of elements and types.
    pub namespaces: &'q [(String, String)],
    /// What the bound document shows of what is not valid.
    pub binding: Binding,
    /// Whether elements come with their slices of the source.
    pub subtrees: bool,
    /// The first item wanted, from 0.
    pub first: u64,
    /// Items wanted at most.
    pub count: u64,
    /// `current-dateTime()`.
    pub now: Moment,
    /// Bounds of the evaluation.
    pub budget: Budget,
}

/// What a value is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It is the empty sequence.
    Empty,
    /// Nodes only.
    Nodes,
    /// Atomic values only.
    Atomics,
    /// Both.
    Mixed,
}

/// One page of a value.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// What the whole value is made of.
    pub kind: Kind,
    /// Items of the whole value.
    pub total: u64,
    /// Those of the page.
    pub items: Vec<Entry>,
    /// Byte offset in the expression of a step that selects nothing, whatever the document is: to comments or processing instructions.
    pub comment_step: Option<usize>,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Debug)]
pub enum QueryError {
    /// The expression has a static or dynamic error.
    Expression(XPathError),
    /// The document is not well-formed or beyond a limit.
    Document(XmlError),
    /// The documents have more text than the tree can hold.
    TooLarge,
    /// The document uses what is not implemented.
    Unsupported(Vec<Unsupported>),
}

impl From<XPathError> for QueryError {
    fn from(error: XPathError) -> Self {
        Self::Expression(error)
    }
}

impl From<XmlError> for QueryError {
    fn from(error: XmlError) -> Self {
        Self::Document(error)
    }
}

impl From<BuildError> for QueryError {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Xml(error) => Self::Document(error),
            BuildError::TooLarge => Self::TooLarge,
        }
    }
}

/// Evaluates an expression over a document, which need not be valid. The schema must be free of errors, unresolved references and
/// unsupported constructs; its name table is extended during the call and cut back at the end. Static errors are found before the document
/// is read.
pub fn query(
    schema: &mut Schema,
    path: &str,
    bytes: &[u8],
    options: &ValidateOptions,
    query: &Query<'_>,
) -> Result<Answer, QueryError> {
    let expression = compile(schema, query)?;
    let bound = validate_and_bind(schema, path, bytes, options, query.binding)?;
    let answer = if bound.report.unsupported.is_empty() {
        evaluate(schema, &bound, bytes, options, query, &expression)
    } else {
        Err(QueryError::Unsupported(bound.report.unsupported.clone()))
    };
    bound.release(schema);
    answer
}

fn compile(schema: &Schema, query: &Query<'_>) -> Result<Expression, XPathError> {
    let types = SchemaTypes { components: &schema.components, names: &schema.names };
    let mut context = StaticContext::new(&types);
    for (prefix, uri) in query.namespaces {
        check_prefix(prefix, uri)?;
        match prefix.as_str() {
            "" => context.default_element_namespace.clone_from(uri),
            _ => context.namespaces.push((prefix.clone(), uri.clone())),
        }
    }
    Expression::compile(query.expression, &context)
}

/// A prefix is a name without colon; `xml` and `xmlns` have their meaning already.
fn check_prefix(prefix: &str, uri: &str) -> Result<(), XPathError> {
    let is_xml = uri == "http://www.w3.org/XML/1998/namespace";
    let reason = match prefix {
        "" => return Ok(()),
        "xmlns" => "it declares namespaces and cannot be declared itself",
        "xml" if !is_xml => "it stands for http://www.w3.org/XML/1998/namespace always",
        _ if !is_ncname(prefix) => "a prefix begins with a letter or `_`, and letters, digits, `.`, `-` and `_` follow",
        _ => return Ok(()),
    };
    Err(XPathError::new(ErrorCode::XPST0081, format!("`namespaces` has the prefix {prefix:?}: {reason}")))
}

fn evaluate(
    schema: &Schema,
    bound: &Bound,
    bytes: &[u8],
    options: &ValidateOptions,
    query: &Query<'_>,
    expression: &Expression,
) -> Result<Answer, QueryError> {
    let types = SchemaTypes { components: &schema.components, names: &schema.names };
    let view = View::new(&bound.document, &schema.names, &types);
    let context = DynamicContext {
        item: bound.root.map(Item::Node),
        variables: Vec::new(),
        now: query.now.clone(),
        budget: query.budget,
    };
    let value = expression.evaluate(&view, &types, &context)?;
    let skipped = usize::try_from(query.first).unwrap_or(usize::MAX);
    let wanted = usize::try_from(query.count).unwrap_or(usize::MAX);
    let source = if query.subtrees { Some(Source::decode(bytes, &options.parse)?) } else { None };
    let shown = Shown { view: &view, names: &schema.names, types: &types, source: source.as_ref(), bytes };
    Ok(Answer {
        kind: kind(&value),
        total: value.len() as u64,
        items: value.iter().skip(skipped).take(wanted).map(|item| shown.entry(item)).collect(),
        comment_step: expression.comment_step(),
    })
}

fn kind(value: &[Item<NodeId>]) -> Kind {
    let nodes = value.iter().filter(|item| matches!(item, Item::Node(_))).count();
    match (value.len(), nodes) {
        (0, _) => Kind::Empty,
        (_, 0) => Kind::Atomics,
        (all, nodes) if all == nodes => Kind::Nodes,
        _ => Kind::Mixed,
    }
}
