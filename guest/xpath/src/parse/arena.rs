//! The arena of sub-expressions, and what is known of each of them without evaluating it.

use super::{MAX_HEIGHT, MAX_NESTING};
use crate::ast::{Expr, ExprId, ExprKind, Step};
use crate::functions::Function;
use crate::{ErrorCode, XPathError};

/// The sub-expressions made so far.
#[derive(Default)]
pub(super) struct Arena {
    pub nodes: Vec<Expr>,
    facts: Vec<Facts>,
}

/// What is known of a sub-expression.
#[derive(Clone, Copy)]
struct Facts {
    /// Nodes on the longest way down.
    height: u32,
    /// Whether it asks for the position or size of its own focus.
    positional: bool,
}

impl Arena {
    /// Adds an expression whose operands are there already.
    pub fn add(&mut self, kind: ExprKind, at: usize) -> Result<ExprId, XPathError> {
        let mut facts = Facts { height: 0, positional: false };
        if let ExprKind::Call(function, _) = &kind {
            facts.positional = matches!(function, Function::Position | Function::Last);
        }
        operands(&kind, &mut |id, same_focus| {
            let operand = self.facts[id.0 as usize];
            facts.height = facts.height.max(operand.height);
            facts.positional |= same_focus && operand.positional;
        });
        facts.height += 1;
        if facts.height > MAX_HEIGHT {
            return Err(too_deep(at));
        }
        let id = ExprId(self.nodes.len() as u32);
        self.nodes.push(Expr { kind, at: at as u32 });
        self.facts.push(facts);
        Ok(id)
    }

    pub fn kind(&self, id: ExprId) -> &ExprKind {
        &self.nodes[id.0 as usize].kind
    }

    /// Whether a predicate is sure to ask nothing about positions: it does not call `position` or `last`, and its value is no number.
    pub fn is_free_of_position(&self, predicate: ExprId) -> bool {
        !self.facts[predicate.0 as usize].positional && self.is_no_number(predicate)
    }

    fn is_no_number(&self, id: ExprId) -> bool {
        match self.kind(id) {
            ExprKind::Or(_)
            | ExprKind::And(_)
            | ExprKind::General(..)
            | ExprKind::Node(..)
            | ExprKind::Quantified { .. }
            | ExprKind::InstanceOf(..)
            | ExprKind::Castable(..)
            | ExprKind::Set(..) => true,
            // The value of a value comparison is empty or a truth value: both are taken for what they are.
            ExprKind::Value(..) => true,
            ExprKind::Path(path) => matches!(path.steps.last(), None | Some(Step::Axis { .. })),
            ExprKind::Call(function, _) => gives_a_truth_value(*function),
            _ => false,
        }
    }
}

fn gives_a_truth_value(function: Function) -> bool {
    use Function as F;
    matches!(
        function,
        F::Not
            | F::Exists
            | F::Empty
            | F::Boolean
            | F::True
            | F::False
            | F::Contains
            | F::StartsWith
            | F::EndsWith
            | F::Matches
            | F::DeepEqual
            | F::Nilled
            | F::Lang
    )
}

/// The error for what is nested beyond the bound.
pub(super) fn too_deep(at: usize) -> XPathError {
    let message = format!(
        "the expression is nested too deeply here: {MAX_NESTING} levels are read; split it, or select in several steps with `/`"
    );
    XPathError::new(ErrorCode::Budget, message).at(at)
}

/// Calls `visit` with each operand, and with whether it is evaluated in the focus of the whole.
fn operands(kind: &ExprKind, visit: &mut dyn FnMut(ExprId, bool)) {
    let each = |ids: &[ExprId], visit: &mut dyn FnMut(ExprId, bool)| ids.iter().for_each(|id| visit(*id, true));
    match kind {
        ExprKind::Literal(_) | ExprKind::Variable(_) | ExprKind::ContextItem => {}
        ExprKind::Sequence(ids) | ExprKind::Or(ids) | ExprKind::And(ids) | ExprKind::Call(_, ids) => each(ids, visit),
        ExprKind::Range(a, b) | ExprKind::General(_, a, b) | ExprKind::Value(_, a, b) | ExprKind::Node(_, a, b) => {
            each(&[*a, *b], visit);
        }
        ExprKind::Arithmetic(first, rest) => {
            visit(*first, true);
            rest.iter().for_each(|(_, id)| visit(*id, true));
        }
        ExprKind::Set(first, rest) => {
            visit(*first, true);
            rest.iter().for_each(|(_, id)| visit(*id, true));
        }
        ExprKind::Unary { operand, .. }
        | ExprKind::InstanceOf(operand, _)
        | ExprKind::TreatAs(operand, _)
        | ExprKind::Castable(operand, _)
        | ExprKind::Cast(operand, _) => visit(*operand, true),
        ExprKind::Path(path) => {
            for (index, step) in path.steps.iter().enumerate() {
                match step {
                    Step::Axis { predicates, .. } => predicates.iter().for_each(|id| visit(*id, false)),
                    Step::Expr(id) => visit(*id, index == 0),
                }
            }
        }
        ExprKind::Filter(base, predicates) => {
            visit(*base, true);
            predicates.iter().for_each(|id| visit(*id, false));
        }
        ExprKind::For(bindings, result) => {
            bindings.iter().for_each(|(_, id)| visit(*id, true));
            visit(*result, true);
        }
        ExprKind::Quantified { bindings, satisfies, .. } => {
            bindings.iter().for_each(|(_, id)| visit(*id, true));
            visit(*satisfies, true);
        }
        ExprKind::If { condition, then, otherwise } => each(&[*condition, *then, *otherwise], visit),
    }
}
