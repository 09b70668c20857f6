//! A compiled expression.

use crate::ast::Ast;
use crate::evaluate::Plan;
use crate::{DynamicContext, Item, StaticContext, Tree, Types, XPathError};

/// A compiled expression. It owns all that it needs; it may be evaluated over any tree whose types are numbered as those of its static context.
#[derive(Debug)]
pub struct Expression {
    ast: Ast,
    plan: Plan,
}

impl Expression {
    /// Compiles the text. Errors are the static ones (`XPST…`), those type errors that are certain, and `budget` for nesting beyond the
    /// parser's bound; each with its position.
    pub fn compile(text: &str, context: &StaticContext<'_>) -> Result<Expression, XPathError> {
        crate::parse::parse(text, context).map(|ast| Expression { plan: Plan::new(&ast), ast })
    }

    /// Whether it is within the subset that the tests of type alternatives may be restricted to (XSD 1.1 part 1, 3.12.6); the error names
    /// the first part that is not, as `XPST0003`. More parentheses are let through than the grammar of the subset has.
    pub fn is_type_alternative_test(&self) -> Result<(), XPathError> {
        crate::subset::is_type_alternative_test(&self.ast)
    }

    /// Byte offset of the first step to children or descendants.
    pub fn content_step(&self) -> Option<usize> {
        crate::reach::content_step(&self.ast)
    }

    /// Byte offset of the first step that selects nothing but comments or processing instructions.
    pub fn comment_step(&self) -> Option<usize> {
        crate::reach::comment_step(&self.ast)
    }

    /// The value, whole. `types` are those of the static context.
    pub fn evaluate<T: Tree>(
        &self,
        tree: &T,
        types: &dyn Types,
        context: &DynamicContext<T::Node>,
    ) -> Result<Vec<Item<T::Node>>, XPathError> {
        crate::evaluate::evaluate(&self.ast, &self.plan, tree, types, context)
    }

    /// The effective boolean value (XPath 2.0, 2.4.3); evaluated only as far as it decides.
    pub fn test<T: Tree>(
        &self,
        tree: &T,
        types: &dyn Types,
        context: &DynamicContext<T::Node>,
    ) -> Result<bool, XPathError> {
        crate::evaluate::test(&self.ast, &self.plan, tree, types, context)
    }
}
