//! Expr and ExprSingle: sequences, `for`, `some`, `every` and `if` (XPath 2.0, 3.3.1, 3.7 to 3.9).

use super::MAX_NESTING;
use super::arena::too_deep;
use super::cursor::Parser;
use crate::XPathError;
use crate::ast::{ExprId, ExprKind};

/// The clauses that bind variables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Clause {
    For,
    Some,
    Every,
}

impl Parser<'_, '_> {
    /// Expr: single expressions with commas between.
    pub fn expression(&mut self) -> Result<ExprId, XPathError> {
        let at = self.at();
        let first = self.single()?;
        if !self.is_symbol(0, ",") {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.take_symbol(",") {
            items.push(self.single()?);
        }
        self.add(ExprKind::Sequence(items), at)
    }

    /// ExprSingle: every way down into the text leads through here.
    pub fn single(&mut self) -> Result<ExprId, XPathError> {
        if self.nesting == MAX_NESTING {
            return Err(too_deep(self.at()));
        }
        self.nesting += 1;
        let binds = self.is_symbol(1, "$");
        let result = if binds && self.is_word(0, "for") {
            self.binding(Clause::For)
        } else if binds && self.is_word(0, "some") {
            self.binding(Clause::Some)
        } else if binds && self.is_word(0, "every") {
            self.binding(Clause::Every)
        } else if self.is_word(0, "if") && self.is_symbol(1, "(") {
            self.conditional()
        } else {
            self.operators()
        };
        self.nesting -= 1;
        result
    }

    fn binding(&mut self, clause: Clause) -> Result<ExprId, XPathError> {
        let at = self.at();
        self.advance();
        let mut bindings = Vec::new();
        let mut bound = Vec::new();
        loop {
            let name = self.variable_name()?;
            self.expect_word("in")?;
            let sequence = self.single()?;
            bindings.push((self.scope.bind(name.0.clone(), name.1.clone()), sequence));
            bound.push(name);
            if !self.take_symbol(",") {
                break;
            }
        }
        self.expect_word(if clause == Clause::For { "return" } else { "satisfies" })?;
        let body = self.single()?;
        bound.iter().for_each(|name| self.scope.unbind(name));
        let kind = match clause {
            Clause::For => ExprKind::For(bindings, body),
            _ => ExprKind::Quantified { every: clause == Clause::Every, bindings, satisfies: body },
        };
        self.add(kind, at)
    }

    /// `if`, and those that its `else` leads to: a long list of cases is no nesting of the text.
    fn conditional(&mut self) -> Result<ExprId, XPathError> {
        let mut cases = Vec::new();
        while self.is_word(0, "if") && self.is_symbol(1, "(") {
            let at = self.at();
            self.advance();
            self.expect_symbol("(")?;
            let condition = self.expression()?;
            self.expect_symbol(")")?;
            self.expect_word("then")?;
            let then = self.single()?;
            self.expect_word("else")?;
            cases.push((condition, then, at));
        }
        let mut otherwise = self.single()?;
        while let Some((condition, then, at)) = cases.pop() {
            otherwise = self.add(ExprKind::If { condition, then, otherwise }, at)?;
        }
        Ok(otherwise)
    }
}
