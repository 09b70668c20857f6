//! The expression, parsed and resolved: names are expanded, functions and types looked up, variables numbered.
//!
//! Expressions lie in one arena and refer to each other by index, so that dropping one does not recurse. Chains of one precedence are one
//! node with many operands: the nesting of nodes is that of the text, which the parser bounds.

use crate::functions::Function;
use crate::{Atomic, AttributeRef, ElementRef, TypeRef};

/// An expression in [`Ast::nodes`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ExprId(pub u32);

/// A whole expression.
#[derive(Debug)]
pub(crate) struct Ast {
    /// Every sub-expression, operands before what uses them.
    pub nodes: Vec<Expr>,
    /// The outermost one.
    pub root: ExprId,
    /// Slots of variables: first those of the static context, then one for each binding of the text.
    pub slots: u32,
    /// The base URI of the static context.
    pub base_uri: Option<String>,
}

/// A sub-expression.
#[derive(Debug)]
pub(crate) struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Byte offset of its beginning, or of its operator.
    pub at: u32,
}

/// A name of an element or attribute as namespace name and local name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ExpandedName {
    pub namespace: String,
    pub local: String,
}

#[derive(Debug)]
pub(crate) enum ExprKind {
    /// A literal.
    Literal(Atomic),
    /// A variable.
    Variable(u32),
    /// `.`
    ContextItem,
    /// Operands of `,`; none is `()`.
    Sequence(Vec<ExprId>),
    /// `a to b`
    Range(ExprId, ExprId),
    Or(Vec<ExprId>),
    And(Vec<ExprId>),
    /// `=`, `!=`, `<` … on sequences.
    General(Comparison, ExprId, ExprId),
    /// `eq`, `ne`, `lt` …
    Value(Comparison, ExprId, ExprId),
    /// `is`, `<<`, `>>`
    Node(NodeComparison, ExprId, ExprId),
    /// `a + b - c`, or `a * b div c`: from left to right.
    Arithmetic(ExprId, Vec<(ArithmeticOperator, ExprId)>),
    /// `+a` or `-a`; a chain is one.
    Unary {
        negative: bool,
        operand: ExprId,
    },
    /// `a | b`, `a intersect b except c`: from left to right.
    Set(ExprId, Vec<(SetOperator, ExprId)>),
    InstanceOf(ExprId, SequenceType),
    TreatAs(ExprId, SequenceType),
    Castable(ExprId, SingleType),
    /// `cast as`, and the constructor functions, which admit the empty sequence.
    Cast(ExprId, SingleType),
    Path(Path),
    /// `base[predicate]…` where the base is no axis step.
    Filter(ExprId, Vec<ExprId>),
    /// Bindings of variable slot and expression, outermost first; the result.
    For(Vec<(u32, ExprId)>, ExprId),
    Quantified {
        every: bool,
        bindings: Vec<(u32, ExprId)>,
        satisfies: ExprId,
    },
    If {
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
    },
    Call(Function, Vec<ExprId>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NodeComparison {
    Is,
    Precedes,
    Follows,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ArithmeticOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    IntegerDivide,
    Modulo,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SetOperator {
    Union,
    Intersect,
    Except,
}

/// A path: at least one step, or a root alone.
#[derive(Debug)]
pub(crate) struct Path {
    pub start: PathStart,
    /// `//` is a step `descendant-or-self::node()` of its own, unless the parser has merged it with the next one.
    pub steps: Vec<Step>,
}

#[derive(Debug)]
pub(crate) enum PathStart {
    /// `/`: the document node above the context node.
    Root,
    /// The focus of the path itself: a first step that is an axis step goes from the context item; one that is any other expression is
    /// evaluated once, in that focus, and needs no context item of its own.
    Context,
}

#[derive(Debug)]
pub(crate) enum Step {
    /// `axis::test[predicate]…`; positions count along the axis.
    Axis { axis: Axis, test: NodeTest, predicates: Vec<ExprId>, at: u32 },
    /// Any other expression, evaluated once for each node of what precedes it.
    Expr(ExprId),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
// `Self` alone is a keyword.
#[allow(clippy::enum_variant_names)]
pub(crate) enum Axis {
    Child,
    Descendant,
    Attribute,
    SelfAxis,
    DescendantOrSelf,
    FollowingSibling,
    Following,
    Namespace,
    Parent,
    Ancestor,
    PrecedingSibling,
    Preceding,
    AncestorOrSelf,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum NodeTest {
    /// A name test, on the principal node kind of the axis.
    Name(NameTest),
    /// A kind test.
    Kind(KindTest),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum NameTest {
    Any,
    /// `p:*`
    Namespace(String),
    /// `*:local`
    Local(String),
    Name(ExpandedName),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum KindTest {
    /// `node()`
    Node,
    Text,
    Comment,
    /// `processing-instruction(target)`
    ProcessingInstruction(Option<String>),
    /// `document-node(element(…))`
    Document(Option<Box<KindTest>>),
    /// `element(name, type?)`: `None` is `*`.
    Element {
        name: Option<ExpandedName>,
        type_ref: Option<TypeRef>,
        nillable: bool,
    },
    Attribute {
        name: Option<ExpandedName>,
        type_ref: Option<TypeRef>,
    },
    SchemaElement(ElementRef),
    SchemaAttribute(AttributeRef),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum SequenceType {
    /// `empty-sequence()`
    Empty,
    Of(ItemType, Occurrence),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ItemType {
    /// `item()`
    Item,
    Kind(KindTest),
    Atomic(TypeRef),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Occurrence {
    One,
    Optional,
    Any,
    OneOrMore,
}

/// The target of a cast.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SingleType {
    /// A simple type; lists and unions only for constructor functions of the schema's types are refused (`XPST0051`).
    pub type_ref: TypeRef,
    /// `?`
    pub optional: bool,
}
