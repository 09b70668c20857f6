//! What an expression reaches for, for callers that forbid some of it.

use crate::ast::{Ast, Axis, ExprKind, KindTest, NodeTest, Step};

/// The place of the first step to children or descendants.
pub(crate) fn content_step(ast: &Ast) -> Option<usize> {
    first_step(ast, |step| matches!(step, Step::Axis { axis: Axis::Child | Axis::Descendant, .. }))
}

/// The place of the first step to comments or to processing instructions alone.
pub(crate) fn comment_step(ast: &Ast) -> Option<usize> {
    let asks = |test: &NodeTest| matches!(test, NodeTest::Kind(KindTest::Comment | KindTest::ProcessingInstruction(_)));
    first_step(ast, |step| matches!(step, Step::Axis { test, .. } if asks(test)))
}

fn first_step(ast: &Ast, wanted: impl Fn(&Step) -> bool) -> Option<usize> {
    let paths = ast.nodes.iter().filter_map(|expr| match &expr.kind {
        ExprKind::Path(path) => Some(path),
        _ => None,
    });
    let steps = paths.flat_map(|path| &path.steps).filter(|step| wanted(step)).filter_map(|step| match step {
        Step::Axis { at, .. } => Some(*at as usize),
        Step::Expr(_) => None,
    });
    steps.min()
}

#[cfg(test)]
mod tests {
    use crate::{BuiltinTypes, Expression, StaticContext};

    #[test]
    fn steps_to_comments_are_found_wherever_they_stand() {
        let context = StaticContext::new(&BuiltinTypes);
        for (text, place) in [
            ("comment()", Some(0)),
            ("//a[comment()]/b", Some(4)),
            ("count(//processing-instruction('x')) + 1", Some(8)),
            ("for $a in b return $a/preceding::comment()", Some(22)),
            ("//node()", None),
            ("text() | .//comment", None),
            (". instance of comment()", None),
        ] {
            let expression = Expression::compile(text, &context).expect(text);
            assert_eq!(expression.comment_step(), place, "{text}");
        }
    }

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
