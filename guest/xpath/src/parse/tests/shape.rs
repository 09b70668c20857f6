//! An expression as one line, for comparison.

use crate::ast::{Ast, Expr, ExprId, ExprKind, NodeTest, PathStart, SingleType, Step};

/// The whole expression.
pub fn of(ast: &Ast) -> String {
    show(ast, ast.root)
}

fn show(ast: &Ast, id: ExprId) -> String {
    let Expr { kind, .. } = &ast.nodes[id.0 as usize];
    let one = |id: &ExprId| show(ast, *id);
    let list = |ids: &[ExprId]| ids.iter().map(one).collect::<Vec<_>>().join(" ");
    let target = |target: &SingleType| format!("{}{}", target.type_ref.0, if target.optional { "?" } else { "" });
    match kind {
        ExprKind::Literal(atomic) => atomic.value.canonical(),
        ExprKind::Variable(slot) => format!("${slot}"),
        ExprKind::ContextItem => ".".to_owned(),
        ExprKind::Sequence(ids) => format!("(, {})", list(ids)),
        ExprKind::Range(a, b) => format!("(to {} {})", one(a), one(b)),
        ExprKind::Or(ids) => format!("(or {})", list(ids)),
        ExprKind::And(ids) => format!("(and {})", list(ids)),
        ExprKind::General(comparison, a, b) => format!("({comparison:?}* {} {})", one(a), one(b)),
        ExprKind::Value(comparison, a, b) => format!("({comparison:?} {} {})", one(a), one(b)),
        ExprKind::Node(comparison, a, b) => format!("({comparison:?} {} {})", one(a), one(b)),
        ExprKind::Arithmetic(first, rest) => {
            let rest: Vec<String> = rest.iter().map(|(operator, id)| format!("{operator:?} {}", one(id))).collect();
            format!("({} {})", one(first), rest.join(" "))
        }
        ExprKind::Unary { negative, operand } => format!("({} {})", if *negative { "-" } else { "+" }, one(operand)),
        ExprKind::Set(first, rest) => {
            let rest: Vec<String> = rest.iter().map(|(operator, id)| format!("{operator:?} {}", one(id))).collect();
            format!("({} {})", one(first), rest.join(" "))
        }
        ExprKind::InstanceOf(id, sequence) => format!("(instance {} {sequence:?})", one(id)),
        ExprKind::TreatAs(id, sequence) => format!("(treat {} {sequence:?})", one(id)),
        ExprKind::Castable(id, single) => format!("(castable {} {})", one(id), target(single)),
        ExprKind::Cast(id, single) => format!("(cast {} {})", one(id), target(single)),
        ExprKind::Path(path) => {
            let start = if matches!(path.start, PathStart::Root) { "/" } else { "" };
            let steps: Vec<String> = path.steps.iter().map(|step| show_step(ast, step)).collect();
            format!("{start}{}", steps.join("/"))
        }
        ExprKind::Filter(base, predicates) => format!("{}{}", one(base), show_predicates(ast, predicates)),
        ExprKind::For(bindings, result) => format!("(for {}{})", show_bindings(ast, bindings), one(result)),
        ExprKind::Quantified { every, bindings, satisfies } => {
            format!("({} {}{})", if *every { "every" } else { "some" }, show_bindings(ast, bindings), one(satisfies))
        }
        ExprKind::If { condition, then, otherwise } => {
            format!("(if {} {} {})", one(condition), one(then), one(otherwise))
        }
        ExprKind::Call(function, ids) => format!("{}({})", function.name(), list(ids)),
    }
}

fn show_bindings(ast: &Ast, bindings: &[(u32, ExprId)]) -> String {
    bindings.iter().map(|(slot, id)| format!("${slot}={} ", show(ast, *id))).collect()
}

fn show_predicates(ast: &Ast, predicates: &[ExprId]) -> String {
    predicates.iter().map(|id| format!("[{}]", show(ast, *id))).collect()
}

fn show_step(ast: &Ast, step: &Step) -> String {
    match step {
        Step::Expr(id) => format!("<{}>", show(ast, *id)),
        Step::Axis { axis, test, predicates, .. } => {
            let test = match test {
                NodeTest::Name(test) => format!("{test:?}").replace("ExpandedName ", ""),
                NodeTest::Kind(test) => format!("{test:?}"),
            };
            format!("{axis:?}::{test}{}", show_predicates(ast, predicates))
        }
    }
}
