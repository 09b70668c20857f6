//! Text to [`Ast`]: lexer, grammar, static context.
//!
//! The grammar is that of XPath 2.0, A.1. Operators are read with a stack of their own, so that the parser's stack grows only where the text
//! nests: by parentheses, arguments, predicates and the branches of `for`, `some`, `every` and `if`.

mod arena;
mod call;
mod clauses;
mod cursor;
mod kind_test;
mod later;
mod names;
mod operators;
mod path;
mod qname_literal;
mod sequence_type;
mod suggest;
#[cfg(test)]
mod tests;
mod token;

use crate::ast::Ast;
use crate::{StaticContext, XPathError};

/// Sub-expressions within each other in the text. The stack of the sandbox is 1 MiB.
const MAX_NESTING: u32 = 64;
/// Nodes within each other: precedence makes nodes nest where the text does not.
const MAX_HEIGHT: u32 = 250;

pub(crate) fn parse(text: &str, context: &StaticContext<'_>) -> Result<Ast, XPathError> {
    let mut parser = cursor::Parser::new(text, context);
    let root = parser.expression().map_err(|error| parser.text_first(error))?;
    parser.expect_end()?;
    Ok(Ast { nodes: parser.arena.nodes, root, slots: parser.scope.slots, base_uri: context.base_uri.clone() })
}
