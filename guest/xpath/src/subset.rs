//! The subset of XPath that a type alternative's test may be restricted to (XSD 1.1 part 1, 3.12.6).

use crate::ast::{Ast, Axis, ExprId, ExprKind, NodeTest, PathStart, Step};
use crate::functions::Function;
use crate::{ErrorCode, TypeRef, XPathError};
use pyxsd_datatypes::Builtin;

/// Whether the expression is a `Test` of that grammar: `and`, `or`, `not` and comparisons of attributes, literals and their casts to built-in types.
/// Parentheses are not seen here, so that more of them are allowed than the grammar has. The error is at the first part that is outside.
pub(crate) fn is_type_alternative_test(ast: &Ast) -> Result<(), XPathError> {
    let mut pending = vec![ast.root];
    while let Some(id) = pending.pop() {
        match &ast.nodes[id.0 as usize].kind {
            ExprKind::Or(operands) | ExprKind::And(operands) | ExprKind::Call(Function::Not, operands) => {
                pending.extend(operands.iter().rev());
            }
            ExprKind::General(_, left, right) => {
                value(ast, *left)?;
                value(ast, *right)?;
            }
            _ => value(ast, id)?,
        }
    }
    Ok(())
}

/// ValueExpr: a simple value, cast to a built-in type or not.
fn value(ast: &Ast, id: ExprId) -> Result<(), XPathError> {
    match &ast.nodes[id.0 as usize].kind {
        ExprKind::Cast(operand, target) if is_built_in(target.type_ref) => simple_value(ast, *operand),
        _ => simple_value(ast, id),
    }
}

fn is_built_in(type_ref: TypeRef) -> bool {
    type_ref.0 <= Builtin::Error as u32 || type_ref == TypeRef::UNTYPED_ATOMIC
}

/// SimpleValue: an attribute by a name test, or a literal.
fn simple_value(ast: &Ast, id: ExprId) -> Result<(), XPathError> {
    let expr = &ast.nodes[id.0 as usize];
    let fits = match &expr.kind {
        ExprKind::Literal(_) => true,
        ExprKind::Path(path) => {
            matches!(path.start, PathStart::Context)
                && matches!(path.steps.as_slice(), [Step::Axis { axis: Axis::Attribute, test: NodeTest::Name(_), predicates, .. }]
                    if predicates.is_empty())
        }
        _ => false,
    };
    if fits {
        return Ok(());
    }
    let message = "outside the subset for type alternatives: it has `and`, `or`, `not`, comparisons such as `=`, attributes, literals, \
                   and casts to built-in types";
    Err(XPathError::new(ErrorCode::XPST0003, message).at(expr.at as usize))
}

#[cfg(test)]
mod tests {
    use crate::{BuiltinTypes, Expression, StaticContext};

    #[test]
    fn tests_of_type_alternatives_are_told_from_others() {
        let context = StaticContext::new(&BuiltinTypes);
        for (text, at) in [
            ("@kind = 'a'", None),
            ("not(@a = 1 or (@b < 2 and @*))", None),
            ("xs:integer(@a) >= 3 and '4' cast as xs:int? != @b", None),
            ("@a", None),
            ("'x'", None),
            ("a = 1", Some(0)),
            ("@a eq 1", Some(3)),
            ("@a = 1 or count(@*) = 2", Some(10)),
            ("@a[1] = 1", Some(0)),
            ("@a + 1 = 2", Some(3)),
            ("../@a = 1", Some(0)),
            ("@node() = 1", Some(0)),
            ("if (@a) then 1 else 2", Some(0)),
            ("xs:integer(@a + 1) = 2", Some(14)),
        ] {
            let expression = Expression::compile(text, &context).expect(text);
            let position = expression.is_type_alternative_test().err().map(|error| error.position.expect("a place"));
            assert_eq!(position, at, "{text}");
        }
    }
}
