//! [`Ast`] over a [`Tree`].

use crate::ast::Ast;
use crate::{DynamicContext, Item, Tree, Types, XPathError};

pub(crate) fn evaluate<T: Tree>(
    _ast: &Ast,
    _tree: &T,
    _types: &dyn Types,
    _context: &DynamicContext<T::Node>,
) -> Result<Vec<Item<T::Node>>, XPathError> {
    todo!()
}

pub(crate) fn test<T: Tree>(
    _ast: &Ast,
    _tree: &T,
    _types: &dyn Types,
    _context: &DynamicContext<T::Node>,
) -> Result<bool, XPathError> {
    todo!()
}
