//! What a step asks for. Meaning and limits of each operation: `wit/edits.wit`.

/// Which nodes a step is about: elements and attributes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selection {
    /// An expression; the context item is the document element.
    Expression(String),
    /// Names from the document element down; the last may be `@name`.
    Path(Vec<String>),
}

/// What becomes of selected attributes that the schema supplies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SuppliedNodes {
    /// The step is impossible.
    #[default]
    Refuse,
    /// They are left out, with a warning.
    Skip,
}

/// A new value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// This text.
    Text(String),
    /// The value of an expression, whose context item is the selected node.
    Expression(String),
}

/// Where something goes, with regard to an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Position {
    /// Before its first child.
    First,
    /// Behind its last child.
    Last,
    /// Before it.
    Before,
    /// Behind it.
    After,
}

/// What `map-values` does with a value that its table does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unmapped {
    /// It stays.
    Keep,
    /// The step is impossible.
    Fail,
}

/// How keys are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyOrder {
    /// By code points.
    Text,
    /// As numbers.
    Number,
}

/// What is done with the selected nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    MapValues { values: Vec<(String, String)>, attribute: Option<String>, otherwise: Unmapped },
    ChangeNamespace { from: String, to: String },
    Sort { by: String, descending: bool, order: KeyOrder },
    Split { separator: String, into: Vec<String> },
    Merge { separator: Option<String> },
}

/// One step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Which nodes.
    pub select: Selection,
    /// Prefix and namespace name; the empty prefix is the default namespace of elements and types.
    pub namespaces: Vec<(String, String)>,
    /// What becomes of nodes that are not written.
    pub supplied: SuppliedNodes,
    /// What is done.
    pub operation: Operation,
}
