//! Casts. Those to QName types are decided here where the operand is a literal: its prefix is one of the static context (XPath 2.0, 3.10.2).

use super::cursor::Parser;
use super::names::short;
use crate::ast::{ExprId, ExprKind, SingleType};
use crate::functions::Function;
use crate::{Atomic, ErrorCode, TypeRef, XPathError};
use pyxsd_datatypes::{Builtin, QNameValue, Value, split_qname};

impl Parser<'_, '_> {
    /// `operand cast as target`.
    pub fn cast(&mut self, operand: ExprId, target: SingleType, at: usize) -> Result<ExprId, XPathError> {
        let operand = match self.literal_name(operand, target.type_ref) {
            None => operand,
            Some(Err(error)) => return Err(error.at(at)),
            Some(Ok(name)) if target.type_ref == name.type_ref => return self.add(ExprKind::Literal(name), at),
            Some(Ok(name)) => self.add(ExprKind::Literal(name), at)?,
        };
        self.add(ExprKind::Cast(operand, target), at)
    }

    /// `operand castable as target`.
    pub fn castable(&mut self, operand: ExprId, target: SingleType, at: usize) -> Result<ExprId, XPathError> {
        let operand = match self.literal_name(operand, target.type_ref) {
            None => operand,
            Some(Err(_)) => return self.add(ExprKind::Call(Function::False, Vec::new()), at),
            Some(Ok(name)) => self.add(ExprKind::Literal(name), at)?,
        };
        self.add(ExprKind::Castable(operand, target), at)
    }

    /// The QName that a string literal stands for, if the target is a type of QNames.
    fn literal_name(&self, operand: ExprId, target: TypeRef) -> Option<Result<Atomic, XPathError>> {
        let builtin = self.scope.builtin_of(target)?;
        if !matches!(builtin, Builtin::QName | Builtin::Notation) {
            return None;
        }
        let ExprKind::Literal(Atomic { value: Value::String(text), .. }) = self.arena.kind(operand) else {
            return None;
        };
        Some(self.expanded(text).map(|name| {
            let value = if builtin == Builtin::QName { Value::QName(name) } else { Value::Notation(name) };
            Atomic { value, type_ref: TypeRef::builtin(builtin) }
        }))
    }

    fn expanded(&self, text: &str) -> Result<QNameValue, XPathError> {
        let text = text.trim_matches([' ', '\t', '\n', '\r']);
        let Some((prefix, local)) = split_qname(text) else {
            return Err(XPathError::new(ErrorCode::FORG0001, format!("`{}` is no QName", short(text))));
        };
        let namespace = self.scope.element_namespace(prefix, 0).map_err(|error| XPathError {
            code: ErrorCode::FONS0004,
            position: None,
            ..error
        })?;
        Ok(QNameValue { namespace: namespace.to_owned(), local: local.to_owned(), prefix: prefix.to_owned() })
    }
}
