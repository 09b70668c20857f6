//! Steps of a pipeline that a worker applies: bytes in, bytes out.

use crate::worker::bindings::exports::pyxsd::worker::edits as wit;
use crate::worker::bindings::exports::pyxsd::worker::queries::NamespaceBinding;

/// One step. The WIT package says what each operation does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What it is done to.
    pub select: Selection,
    /// Prefixes and namespace names of its expressions and names; the empty prefix is the default namespace of elements.
    pub namespaces: Vec<(String, String)>,
    /// Whether selected attributes that the schema supplies are left out, where they otherwise end the step.
    pub skips_supplied: bool,
    /// What is done.
    pub operation: Operation,
}

/// Elements and attributes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selection {
    /// Those that an expression of XPath 2.0 selects; its context item is the root element.
    Expression(String),
    /// Those that exact names lead to, from the root element down, which is the first.
    Path(Vec<String>),
}

/// What a step does to what it is done to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Operation {
    Rename { name: String },
    Move { to: Selection, position: Position },
    Wrap { name: String, together: bool },
    Unwrap,
    Drop,
    Insert { name: String, content: Option<Content>, position: Position },
    SetAttribute { name: String, content: Content },
    RemoveAttribute { name: String },
    SetText { content: Content },
    MapValues { values: Vec<(String, String)>, attribute: Option<String>, otherwise: Otherwise },
    ChangeNamespace { from: String, to: String },
    Sort { by: String, descending: bool, keys: Keys },
    Split { separator: String, into: Vec<String> },
    Merge { separator: Option<String> },
}

/// Where something is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Position {
    First,
    Last,
    Before,
    After,
}

/// A value of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// As it is.
    Value(String),
    /// What an expression gives, from each node that the step is done to.
    Expression(String),
}

/// What becomes of a value that a table does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Otherwise {
    /// It stays.
    Keep,
    /// The step fails.
    Fail,
}

/// How keys compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// By code point.
    Text,
    /// As numbers.
    Number,
}

impl Edit {
    pub(in crate::worker) fn lower(&self) -> wit::Step {
        let binding = |(prefix, uri): &(String, String)| NamespaceBinding { prefix: prefix.clone(), uri: uri.clone() };
        wit::Step {
            select: self.select.lower(),
            namespaces: self.namespaces.iter().map(binding).collect(),
            supplied: if self.skips_supplied { wit::SuppliedNodes::Skip } else { wit::SuppliedNodes::Refuse },
            operation: self.operation.lower(),
        }
    }
}

impl Selection {
    fn lower(&self) -> wit::Selection {
        match self {
            Selection::Expression(expression) => wit::Selection::Expression(expression.clone()),
            Selection::Path(path) => wit::Selection::Path(path.clone()),
        }
    }
}

impl Operation {
    /// The word for it in arguments and messages.
    pub fn word(&self) -> &'static str {
        match self {
            Operation::Rename { .. } => "rename",
            Operation::Move { .. } => "move",
            Operation::Wrap { .. } => "wrap",
            Operation::Unwrap => "unwrap",
            Operation::Drop => "drop",
            Operation::Insert { .. } => "insert",
            Operation::SetAttribute { .. } => "set_attribute",
            Operation::RemoveAttribute { .. } => "remove_attribute",
            Operation::SetText { .. } => "set_text",
            Operation::MapValues { .. } => "map_values",
            Operation::ChangeNamespace { .. } => "change_namespace",
            Operation::Sort { .. } => "sort",
            Operation::Split { .. } => "split",
            Operation::Merge { .. } => "merge",
        }
    }

    fn lower(&self) -> wit::Operation {
        match self.clone() {
            Operation::Rename { name } => wit::Operation::Rename(name),
            Operation::Move { to, position } => {
                wit::Operation::Move(wit::Destination { to: to.lower(), position: position.lower() })
            }
            Operation::Wrap { name, together } => wit::Operation::Wrap(wit::Wrapper { name, together }),
            Operation::Unwrap => wit::Operation::Unwrap,
            Operation::Drop => wit::Operation::Drop,
            Operation::Insert { name, content, position } => wit::Operation::Insert(wit::Insertion {
                name,
                content: content.map(Content::lower),
                position: position.lower(),
            }),
            Operation::SetAttribute { name, content } => {
                wit::Operation::SetAttribute(wit::AttributeValue { name, content: content.lower() })
            }
            Operation::RemoveAttribute { name } => wit::Operation::RemoveAttribute(name),
            Operation::SetText { content } => wit::Operation::SetText(content.lower()),
            Operation::MapValues { values, attribute, otherwise } => wit::Operation::MapValues(wit::Mapping {
                values,
                attribute,
                otherwise: match otherwise {
                    Otherwise::Keep => wit::Unmapped::Keep,
                    Otherwise::Fail => wit::Unmapped::Fail,
                },
            }),
            Operation::ChangeNamespace { from, to } => {
                wit::Operation::ChangeNamespace(wit::NamespaceChange { from, to })
            }
            Operation::Sort { by, descending, keys } => wit::Operation::Sort(wit::Sorting {
                by,
                direction: if descending { wit::Direction::Descending } else { wit::Direction::Ascending },
                order: match keys {
                    Keys::Text => wit::KeyOrder::Text,
                    Keys::Number => wit::KeyOrder::Number,
                },
            }),
            Operation::Split { separator, into } => wit::Operation::Split(wit::Splitting { separator, into }),
            Operation::Merge { separator } => wit::Operation::Merge(wit::Merging { separator }),
        }
    }
}

impl Position {
    fn lower(self) -> wit::Position {
        match self {
            Position::First => wit::Position::First,
            Position::Last => wit::Position::Last,
            Position::Before => wit::Position::Before,
            Position::After => wit::Position::After,
        }
    }
}

impl Content {
    fn lower(self) -> wit::Content {
        match self {
            Content::Value(text) => wit::Content::Text(text),
            Content::Expression(expression) => wit::Content::Expression(expression),
        }
    }
}
