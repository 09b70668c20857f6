//! What is known of each sub-expression before it is evaluated.

use crate::Atomic;
use crate::ast::{Ast, Expr, ExprId, ExprKind, Path, PathStart, Step};
use crate::functions::Function;
use pyxsd_datatypes::Value;

/// What items an expression gives, as far as that is certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// Anything.
    Any,
    /// Nodes only, in document order and without duplicates where it matters.
    Nodes,
    /// Booleans only.
    Booleans,
    /// One number or none.
    Number,
    /// Atomic values that are no numbers.
    Others,
}

/// Facts about one sub-expression.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    pub class: Class,
    /// It asks for the position of its own context item.
    pub position: bool,
    /// It asks for the size of its own context.
    pub last: bool,
}

/// Facts about every sub-expression, in the order of [`Ast::nodes`].
pub(super) fn facts_of(ast: &Ast) -> Vec<Facts> {
    let mut facts: Vec<Facts> = Vec::with_capacity(ast.nodes.len());
    for expr in &ast.nodes {
        let mut own = Facts {
            class: class_of(expr, &facts),
            position: matches!(expr.kind, ExprKind::Call(Function::Position, _)),
            last: matches!(expr.kind, ExprKind::Call(Function::Last, _)),
        };
        for_each_operand(&expr.kind, &mut |operand| {
            let operand = &facts[operand.0 as usize];
            own.position |= operand.position;
            own.last |= operand.last;
        });
        facts.push(own);
    }
    facts
}

/// Visits the operands that have the focus of the expression.
pub(super) fn for_each_operand(kind: &ExprKind, visit: &mut dyn FnMut(ExprId)) {
    match kind {
        ExprKind::Literal(_) | ExprKind::Variable(_) | ExprKind::ContextItem => {}
        ExprKind::Sequence(operands) | ExprKind::Or(operands) | ExprKind::And(operands) => {
            operands.iter().copied().for_each(visit);
        }
        ExprKind::Call(_, operands) => operands.iter().copied().for_each(visit),
        ExprKind::Range(a, b) | ExprKind::General(_, a, b) | ExprKind::Value(_, a, b) | ExprKind::Node(_, a, b) => {
            visit(*a);
            visit(*b);
        }
        ExprKind::Arithmetic(first, rest) => {
            visit(*first);
            rest.iter().for_each(|(_, operand)| visit(*operand));
        }
        ExprKind::Set(first, rest) => {
            visit(*first);
            rest.iter().for_each(|(_, operand)| visit(*operand));
        }
        ExprKind::Unary { operand, .. }
        | ExprKind::InstanceOf(operand, _)
        | ExprKind::TreatAs(operand, _)
        | ExprKind::Castable(operand, _)
        | ExprKind::Cast(operand, _)
        | ExprKind::Filter(operand, _) => visit(*operand),
        ExprKind::Path(path) => first_expression(path).into_iter().for_each(visit),
        ExprKind::For(bindings, result) | ExprKind::Quantified { bindings, satisfies: result, .. } => {
            bindings.iter().for_each(|(_, operand)| visit(*operand));
            visit(*result);
        }
        ExprKind::If { condition, then, otherwise } => [*condition, *then, *otherwise].into_iter().for_each(visit),
    }
}

/// The expression that a path starts with in the focus of the whole path, such as `$x` in `$x/a`.
pub(super) fn first_expression(path: &Path) -> Option<ExprId> {
    match (&path.start, path.steps.first()) {
        (PathStart::Context, Some(Step::Expr(first))) => Some(*first),
        _ => None,
    }
}

fn class_of(expr: &Expr, facts: &[Facts]) -> Class {
    let class = |id: &ExprId| facts[id.0 as usize].class;
    match &expr.kind {
        ExprKind::Literal(atomic) => class_of_atomic(atomic),
        ExprKind::Variable(_) | ExprKind::ContextItem | ExprKind::Range(..) | ExprKind::Arithmetic(..) => Class::Any,
        ExprKind::Unary { .. } => Class::Number,
        ExprKind::Sequence(operands) => common(operands.iter().map(class)),
        ExprKind::Or(_)
        | ExprKind::And(_)
        | ExprKind::General(..)
        | ExprKind::Value(..)
        | ExprKind::Node(..)
        | ExprKind::InstanceOf(..)
        | ExprKind::Castable(..)
        | ExprKind::Quantified { .. } => Class::Booleans,
        ExprKind::Set(..) => Class::Nodes,
        ExprKind::TreatAs(operand, _) | ExprKind::Filter(operand, _) => class(operand),
        ExprKind::Cast(..) => Class::Any,
        ExprKind::Path(path) => match path.steps.last() {
            Some(Step::Expr(last)) => class(last),
            _ => Class::Nodes,
        },
        ExprKind::For(_, result) => match class(result) {
            Class::Number => Class::Any,
            class => class,
        },
        ExprKind::If { then, otherwise, .. } => common([class(then), class(otherwise)].into_iter()),
        ExprKind::Call(function, arguments) => match class_of_function(*function) {
            Some(class) => class,
            None => arguments.first().map_or(Class::Any, class),
        },
    }
}

fn class_of_atomic(atomic: &Atomic) -> Class {
    match atomic.value {
        Value::Decimal(_) | Value::Float(_) | Value::Double(_) => Class::Number,
        Value::Boolean(_) => Class::Booleans,
        _ => Class::Others,
    }
}

/// The class of a sequence whose parts have these classes. Several numbers are not one number.
fn common(mut classes: impl Iterator<Item = Class>) -> Class {
    let Some(first) = classes.next() else {
        return Class::Others;
    };
    let mut single = true;
    for class in classes {
        single = false;
        if class != first {
            return Class::Any;
        }
    }
    if first == Class::Number && !single { Class::Any } else { first }
}

/// The class of what a function gives; `None` for that of its first argument.
fn class_of_function(function: Function) -> Option<Class> {
    use Function as F;
    Some(match function {
        F::Not | F::True | F::False | F::Exists | F::Empty | F::Boolean | F::Contains | F::StartsWith => {
            Class::Booleans
        }
        F::EndsWith | F::Matches | F::DeepEqual | F::Nilled | F::Lang | F::CodepointEqual => Class::Booleans,
        F::DocAvailable => Class::Booleans,
        F::Position | F::Last | F::Count | F::StringLength | F::Number | F::Compare => Class::Number,
        F::Abs | F::Ceiling | F::Floor | F::Round | F::RoundHalfToEven => Class::Number,
        F::Root | F::Id | F::Idref | F::Doc | F::Collection => Class::Nodes,
        F::String | F::Concat | F::StringJoin | F::Substring | F::NormalizeSpace | F::NormalizeUnicode => Class::Others,
        F::UpperCase | F::LowerCase | F::Translate | F::EncodeForUri | F::IriToUri | F::EscapeHtmlUri => Class::Others,
        F::SubstringBefore | F::SubstringAfter | F::Replace | F::Tokenize | F::Name | F::LocalName => Class::Others,
        F::NamespaceUri | F::NodeName => Class::Others,
        F::ZeroOrOne | F::OneOrMore | F::ExactlyOne | F::Unordered | F::Reverse | F::Remove | F::Subsequence => {
            return None;
        }
        _ => Class::Any,
    })
}
