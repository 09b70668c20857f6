//! Arithmetic and ranges (XPath 2.0, 3.3.1 and 3.4).

use super::convert::{Expected, is_numeric};
use super::{Evaluation, Focus, Sequence};
use crate::ast::{ArithmeticOperator, ExprId};
use crate::{Atomic, ErrorCode, Tree, TypeRef, XPathError, values};
use pyxsd_datatypes::{Builtin, Value};

impl<'e, T: Tree> Evaluation<'e, T> {
    /// `a + b - c` and its like.
    pub(super) fn arithmetic(
        &mut self,
        first: ExprId,
        rest: &'e [(ArithmeticOperator, ExprId)],
        focus: &Focus<T::Node>,
    ) -> Result<Option<Atomic>, XPathError> {
        let mut value = self.number(first, focus)?;
        for (operator, operand) in rest {
            let right = self.number(*operand, focus)?;
            self.step(1)?;
            value = match (value, right) {
                (Some(left), Some(right)) => {
                    Some(values::arithmetic(*operator, left, right, self.implicit_timezone(), self.types)?)
                }
                _ => None,
            };
        }
        Ok(value)
    }

    /// `-a` or `+a`
    pub(super) fn unary(
        &mut self,
        negative: bool,
        operand: ExprId,
        focus: &Focus<T::Node>,
    ) -> Result<Option<Atomic>, XPathError> {
        let Some(value) = self.number(operand, focus)? else {
            return Ok(None);
        };
        if !is_numeric(&value.value) {
            let found = self.types.type_name(value.type_ref);
            let message = format!("a value of type {found} has no sign: only numbers have");
            return Err(XPathError::new(ErrorCode::XPTY0004, message));
        }
        let signed = if negative { values::negate(value, self.types) } else { values::plus(value, self.types) };
        signed.map(Some)
    }

    /// An operand of arithmetic: an untyped value is a double.
    fn number(&mut self, id: ExprId, focus: &Focus<T::Node>) -> Result<Option<Atomic>, XPathError> {
        match self.operand(id, focus)? {
            Some(value) if value.type_ref == TypeRef::UNTYPED_ATOMIC => {
                values::cast(&value, TypeRef::builtin(Builtin::Double), self.types)
                    .map(Some)
                    .map_err(|error| error.at(self.position_of(id)))
            }
            value => Ok(value),
        }
    }

    /// `a to b`
    pub(super) fn range(
        &mut self,
        first: ExprId,
        last: ExprId,
        focus: &Focus<T::Node>,
    ) -> Result<Sequence<T::Node>, XPathError> {
        let first = self.integer(first, focus)?;
        let last = self.integer(last, focus)?;
        let (Some(first), Some(last)) = (first, last) else {
            return Ok(Sequence::EMPTY);
        };
        Sequence::integers(first, last).ok_or_else(|| self.too_many_integers())
    }

    /// An operand of `to`.
    fn integer(&mut self, id: ExprId, focus: &Focus<T::Node>) -> Result<Option<i128>, XPathError> {
        let Some(mut value) = self.operand(id, focus)? else {
            return Ok(None);
        };
        self.convert(&mut value, Expected::Type(Builtin::Integer)).map_err(|error| error.at(self.position_of(id)))?;
        let Value::Decimal(number) = &value.value else {
            return Ok(None);
        };
        match number.to_i128() {
            Some(number) => Ok(Some(number)),
            None => Err(self.too_many_integers().at(self.position_of(id))),
        }
    }

    fn too_many_integers(&self) -> XPathError {
        XPathError::new(ErrorCode::FOAR0002, "a range has integers of at most 38 digits, and fewer than 2^63 of them")
    }
}
