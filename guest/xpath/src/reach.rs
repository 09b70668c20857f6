//! What an expression reaches for, for callers that forbid some of it.

use crate::ast::{Ast, Axis, ExprKind, Step};

/// The place of the first step to children or descendants.
pub(crate) fn content_step(ast: &Ast) -> Option<usize> {
    let paths = ast.nodes.iter().filter_map(|expr| match &expr.kind {
        ExprKind::Path(path) => Some(path),
        _ => None,
    });
    let steps = paths.flat_map(|path| &path.steps).filter_map(|step| match step {
        Step::Axis { axis: Axis::Child | Axis::Descendant, at, .. } => Some(*at as usize),
        _ => None,
    });
    steps.min()
}

#[cfg(test)]
mod tests {
    use crate::{BuiltinTypes, Expression, StaticContext};

    #[test]
    fn steps_to_children_are_found() {
        let context = StaticContext::new(&BuiltinTypes);
        for (text, reaches) in [
            ("@a = 1", false),
            ("self::a and ../@b", false),
            ("child::x", true),
            ("@a or b/@c = 1", true),
            ("if (@a) then .//x else ()", true),
        ] {
            let expression = Expression::compile(text, &context).expect(text);
            assert_eq!(expression.content_step().is_some(), reaches, "{text}");
        }
    }
}
