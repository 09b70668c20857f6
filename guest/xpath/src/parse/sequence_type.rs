//! Sequence types and the targets of casts (XPath 2.0, 2.5.3 and 3.10.2).

use super::cursor::Parser;
use super::kind_test::is_kind_test;
use super::names::short;
use super::token::TokenKind;
use crate::ast::{ItemType, Occurrence, SequenceType, SingleType};
use crate::{ErrorCode, TypeRef, XPathError};
use pyxsd_datatypes::Builtin;

impl Parser<'_, '_> {
    pub fn sequence_type(&mut self) -> Result<SequenceType, XPathError> {
        if self.is_word(0, "empty-sequence") && self.is_symbol(1, "(") {
            self.advance();
            self.advance();
            self.expect_symbol(")")?;
            return Ok(SequenceType::Empty);
        }
        let item = self.item_type()?;
        let occurrence = match self.peek(0) {
            TokenKind::Symbol("?") => Occurrence::Optional,
            TokenKind::Symbol("*") => Occurrence::Any,
            TokenKind::Symbol("+") => Occurrence::OneOrMore,
            _ => return Ok(SequenceType::Of(item, Occurrence::One)),
        };
        self.advance();
        Ok(SequenceType::Of(item, occurrence))
    }

    fn item_type(&mut self) -> Result<ItemType, XPathError> {
        let at = self.at();
        if let TokenKind::Name { prefix: "", local } = *self.peek(0)
            && self.is_symbol(1, "(")
        {
            if is_kind_test(local) {
                return Ok(ItemType::Kind(self.kind_test()?));
            }
            if local != "item" {
                return Err(self.unexpected("the name of an atomic type, `item()` or a test such as `node()`"));
            }
            self.advance();
            self.advance();
            self.expect_symbol(")")?;
            return Ok(ItemType::Item);
        }
        let name = self.expect_name("a type")?;
        let type_ref = self.scope.type_named(name, ErrorCode::XPST0051, at)?;
        self.atomic(type_ref, name, at)?;
        Ok(ItemType::Atomic(type_ref))
    }

    /// SingleType: an atomic type that has values of its own.
    pub fn single_type(&mut self) -> Result<SingleType, XPathError> {
        let at = self.at();
        if self.is_symbol(1, "(") {
            return Err(self.unexpected("the name of an atomic type"));
        }
        let name = self.expect_name("the name of an atomic type")?;
        let type_ref = self.scope.type_named(name, ErrorCode::XPST0051, at)?;
        self.atomic(type_ref, name, at)?;
        if is_abstract(type_ref) {
            let message = format!("nothing can be cast to `{}`: it has no values of its own", written(name));
            return Err(XPathError::new(ErrorCode::XPST0080, message).at(at));
        }
        let optional = self.take_symbol("?");
        Ok(SingleType { type_ref, optional })
    }

    fn atomic(&self, type_ref: TypeRef, name: (&str, &str), at: usize) -> Result<(), XPathError> {
        if self.scope.is_atomic(type_ref) {
            return Ok(());
        }
        let message =
            format!("`{}` is no atomic type: complex types, lists and unions cannot stand here", written(name));
        Err(XPathError::new(ErrorCode::XPST0051, message).at(at))
    }
}

fn written((prefix, local): (&str, &str)) -> String {
    if prefix.is_empty() { short(local).into_owned() } else { format!("{}:{}", short(prefix), short(local)) }
}

/// Whether it is one of the two built-in atomic types that only types derived from them have values of.
pub(super) fn is_abstract(type_ref: TypeRef) -> bool {
    [Builtin::Notation, Builtin::AnyAtomicType].map(TypeRef::builtin).contains(&type_ref)
}
