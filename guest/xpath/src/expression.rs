//! A compiled expression.

use crate::ast::Ast;
use crate::{DynamicContext, Item, StaticContext, Tree, Types, XPathError};

/// A compiled expression. It owns all that it needs; it may be evaluated over any tree whose types are numbered as those of its static context.
#[derive(Debug)]
pub struct Expression {
    ast: Ast,
}

impl Expression {
    /// Compiles the text. Errors are the static ones (`XPST…`), those type errors that are certain, and `budget` for nesting beyond the
    /// parser's bound; each with its position.
    pub fn compile(text: &str, context: &StaticContext<'_>) -> Result<Expression, XPathError> {
        crate::parse::parse(text, context).map(|ast| Expression { ast })
    }

    /// The value, whole. `types` are those of the static context.
    pub fn evaluate<T: Tree>(
        &self,
        tree: &T,
        types: &dyn Types,
        context: &DynamicContext<T::Node>,
    ) -> Result<Vec<Item<T::Node>>, XPathError> {
        crate::evaluate::evaluate(&self.ast, tree, types, context)
    }

    /// The effective boolean value (XPath 2.0, 2.4.3); evaluated only as far as it decides.
    pub fn test<T: Tree>(
        &self,
        tree: &T,
        types: &dyn Types,
        context: &DynamicContext<T::Node>,
    ) -> Result<bool, XPathError> {
        crate::evaluate::test(&self.ast, tree, types, context)
    }
}
