//! Text to [`Ast`]: lexer, grammar, static context.

use crate::ast::Ast;
use crate::{StaticContext, XPathError};

pub(crate) fn parse(_text: &str, _context: &StaticContext<'_>) -> Result<Ast, XPathError> {
    todo!()
}
