//! Which sub-expressions keep their value from one turn of a loop to the next, so that it need not be worked out again.
//!
//! Loops are predicates, steps of paths that are expressions, `for`, `some` and `every`.

use super::facts::{Facts, for_each_operand};
use crate::ast::{Ast, ExprId, ExprKind, Path, PathStart, Step};
use crate::functions::Function;

/// What of the focus the value of an expression depends on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Dependence {
    Nothing,
    /// The root of the tree that the context item is in.
    Root,
    Item,
}

/// What a value is kept by: it holds as long as all of this is the same.
#[derive(Debug)]
pub(super) struct Invariant {
    /// Whether the root of the context node has to be the same.
    pub root: bool,
    /// The variables that must not have been bound again.
    pub variables: Vec<u32>,
}

/// More variables than this are not watched.
const WATCHED: usize = 4;

/// The innermost loop around an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loop {
    /// None, or the value is part of one that is kept.
    None,
    /// Over context items.
    Focus,
    /// Over values of a variable.
    Variable(u32),
}

struct Needs {
    dependence: Dependence,
    /// Free variables; `None` if there are too many.
    variables: Option<Vec<u32>>,
    /// It is more than a look-up.
    costly: bool,
}

/// For each expression whether its value is to be kept.
pub(super) fn invariants(ast: &Ast, facts: &[Facts]) -> Vec<Option<Invariant>> {
    let mut needs: Vec<Needs> = Vec::with_capacity(ast.nodes.len());
    for (number, expr) in ast.nodes.iter().enumerate() {
        let own = needs_of(&expr.kind, &facts[number], &needs);
        needs.push(own);
    }
    let mut loops = vec![Loop::None; ast.nodes.len()];
    let mut found: Vec<Option<Invariant>> = Vec::new();
    found.resize_with(ast.nodes.len(), || None);
    // Users of an expression stand behind it.
    for (number, expr) in ast.nodes.iter().enumerate().rev() {
        let own = &needs[number];
        let around = loops[number];
        let varies = match around {
            Loop::None => true,
            Loop::Focus => own.dependence == Dependence::Item,
            Loop::Variable(slot) => own.variables.as_ref().is_none_or(|variables| variables.contains(&slot)),
        };
        let kept = !varies && own.costly && own.dependence != Dependence::Item;
        if let Some(variables) = own.variables.as_ref().filter(|_| kept) {
            let root = own.dependence == Dependence::Root;
            found[number] = Some(Invariant { root, variables: variables.clone() });
        }
        let inherited = if found[number].is_some() { Loop::None } else { around };
        for_each_part(&expr.kind, &mut |part, inner| loops[part.0 as usize] = inner.unwrap_or(inherited));
    }
    found
}

fn needs_of(kind: &ExprKind, facts: &Facts, needs: &[Needs]) -> Needs {
    let mut own = Needs {
        dependence: dependence_of(kind),
        variables: Some(Vec::new()),
        costly: !matches!(
            kind,
            ExprKind::Literal(_) | ExprKind::Variable(_) | ExprKind::ContextItem | ExprKind::Sequence(_)
        ),
    };
    if facts.position || facts.last {
        own.dependence = Dependence::Item;
    }
    if let ExprKind::Variable(slot) = kind {
        own.variables = Some(vec![*slot]);
    }
    for_each_operand(kind, &mut |operand| {
        own.dependence = own.dependence.max(needs[operand.0 as usize].dependence);
    });
    for_each_part(kind, &mut |part, _| {
        let part = &needs[part.0 as usize];
        own.costly |= part.costly;
        own.variables = match (own.variables.take(), &part.variables) {
            (Some(mut variables), Some(others)) => {
                variables.extend(others);
                variables.sort_unstable();
                variables.dedup();
                (variables.len() <= WATCHED).then_some(variables)
            }
            _ => None,
        };
    });
    if let ExprKind::For(bindings, _) | ExprKind::Quantified { bindings, .. } = kind
        && let Some(variables) = &mut own.variables
    {
        variables.retain(|slot| bindings.iter().all(|(bound, _)| bound != slot));
    }
    own
}

/// What an expression depends on beside its operands.
fn dependence_of(kind: &ExprKind) -> Dependence {
    match kind {
        ExprKind::ContextItem => Dependence::Item,
        ExprKind::Path(Path { start: PathStart::Root, .. }) => Dependence::Root,
        ExprKind::Path(path) if !matches!(path.steps.first(), Some(Step::Expr(_))) => Dependence::Item,
        ExprKind::Call(function, arguments) => match function {
            Function::Position | Function::Last => Dependence::Item,
            Function::Root
            | Function::String
            | Function::StringLength
            | Function::NormalizeSpace
            | Function::Name
            | Function::LocalName
            | Function::NamespaceUri
            | Function::Number
            | Function::BaseUri
                if arguments.is_empty() =>
            {
                Dependence::Item
            }
            Function::Lang | Function::Id | Function::Idref if arguments.len() == 1 => Dependence::Item,
            _ => Dependence::Nothing,
        },
        _ => Dependence::Nothing,
    }
}

/// Visits every part of an expression, with the loop that the expression puts around it.
fn for_each_part(kind: &ExprKind, visit: &mut dyn FnMut(ExprId, Option<Loop>)) {
    match kind {
        ExprKind::Path(path) => {
            for (index, step) in path.steps.iter().enumerate() {
                match step {
                    Step::Expr(expr) if index == 0 && matches!(path.start, PathStart::Context) => visit(*expr, None),
                    Step::Expr(expr) => visit(*expr, Some(Loop::Focus)),
                    Step::Axis { predicates, .. } => {
                        predicates.iter().for_each(|predicate| visit(*predicate, Some(Loop::Focus)));
                    }
                }
            }
        }
        ExprKind::Filter(base, predicates) => {
            visit(*base, None);
            predicates.iter().for_each(|predicate| visit(*predicate, Some(Loop::Focus)));
        }
        ExprKind::For(bindings, result) | ExprKind::Quantified { bindings, satisfies: result, .. } => {
            let mut around = None;
            for (slot, values) in bindings {
                visit(*values, around);
                around = Some(Loop::Variable(*slot));
            }
            visit(*result, around);
        }
        _ => for_each_operand(kind, &mut |operand| visit(operand, None)),
    }
}
