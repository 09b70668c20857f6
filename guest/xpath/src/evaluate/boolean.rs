//! Effective boolean values (XPath 2.0, 2.4.3) and the expressions that give a boolean.

use super::{Demand, Evaluation, Focus, Sequence};
use crate::ast::{ExprId, ExprKind};
use crate::functions::Function;
use crate::{Atomic, ErrorCode, Item, Tree, TypeRef, XPathError};
use pyxsd_datatypes::Value;

impl<'e, T: Tree> Evaluation<'e, T> {
    /// The effective boolean value of an expression, evaluated only as far as it decides.
    pub(super) fn boolean(&mut self, id: ExprId, focus: &Focus<T::Node>) -> Result<bool, XPathError> {
        if let Some(value) = self.kept_boolean(id, focus) {
            return Ok(value);
        }
        let value = self.boolean_kind(id, focus).map_err(|error| error.at(self.position_of(id)))?;
        self.keep_boolean(id, focus, value);
        Ok(value)
    }

    pub(super) fn boolean_kind(&mut self, id: ExprId, focus: &Focus<T::Node>) -> Result<bool, XPathError> {
        match &self.expr(id).kind {
            ExprKind::Or(operands) => self.any_operand(operands, true, focus),
            ExprKind::And(operands) => self.any_operand(operands, false, focus).map(|found| !found),
            ExprKind::General(..) => self.general_comparison(id, focus),
            ExprKind::Value(..) => self.value_comparison(id, focus).map(|value| value == Some(true)),
            ExprKind::Node(..) => self.node_comparison(id, focus).map(|value| value == Some(true)),
            ExprKind::Quantified { every, bindings, satisfies } => self.quantified(*every, bindings, *satisfies, focus),
            ExprKind::InstanceOf(operand, wanted) => self.instance_of(*operand, wanted, focus),
            ExprKind::Castable(operand, target) => self.castable(*operand, *target, focus),
            ExprKind::If { .. } => {
                let branch = self.branch(id, focus)?;
                self.boolean(branch, focus)
            }
            ExprKind::Call(Function::True, _) => Ok(true),
            ExprKind::Call(Function::False, _) => Ok(false),
            ExprKind::Call(Function::Not, arguments) => self.boolean(arguments[0], focus).map(|value| !value),
            ExprKind::Call(Function::Boolean, arguments) => self.boolean(arguments[0], focus),
            ExprKind::Call(Function::Exists, arguments) => self.exists(arguments[0], focus),
            ExprKind::Call(Function::Empty, arguments) => self.exists(arguments[0], focus).map(|exists| !exists),
            ExprKind::Path(_) | ExprKind::Filter(..) | ExprKind::For(..) | ExprKind::Sequence(_) => {
                self.streamed_boolean(id, focus)
            }
            _ => effective_boolean_value(&self.collect_kind(id, focus)?),
        }
    }

    /// Whether some operand has this effective boolean value.
    fn any_operand(&mut self, operands: &[ExprId], wanted: bool, focus: &Focus<T::Node>) -> Result<bool, XPathError> {
        for &operand in operands {
            if self.boolean(operand, focus)? == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an expression gives any item.
    pub(super) fn exists(&mut self, id: ExprId, focus: &Focus<T::Node>) -> Result<bool, XPathError> {
        let mut found = false;
        self.each_unordered(id, focus, &mut |_, _| {
            found = true;
            Ok(Demand::Enough)
        })?;
        Ok(found)
    }

    /// The first item decides if it is a node; if it is not, there must be no other.
    fn streamed_boolean(&mut self, id: ExprId, focus: &Focus<T::Node>) -> Result<bool, XPathError> {
        let mut first: Option<Item<T::Node>> = None;
        let mut decided = None;
        let position = self.position_of(id);
        self.each_unordered(id, focus, &mut |_, item| {
            match (&first, item) {
                (None, Item::Node(_)) => decided = Some(true),
                (None, item) => {
                    first = Some(item);
                    return Ok(Demand::More);
                }
                (Some(_), _) => return Err(no_boolean("several items").at(position)),
            }
            Ok(Demand::Enough)
        })?;
        match (decided, first) {
            (Some(value), _) => Ok(value),
            (None, Some(Item::Atomic(atomic))) => value_of(&atomic),
            _ => Ok(false),
        }
    }

    /// Passes on the items of an expression whose order does not matter to the sink.
    pub(super) fn each_unordered(
        &mut self,
        id: ExprId,
        focus: &Focus<T::Node>,
        sink: super::Sink<'_, 'e, T>,
    ) -> super::Flow {
        match self.expr(id).kind {
            ExprKind::Path(_) => {
                self.each_path(self.path_plan(id), focus, false, sink).map_err(|error| error.at(self.position_of(id)))
            }
            _ => self.each(id, focus, sink),
        }
    }
}

/// The effective boolean value of a sequence.
pub(crate) fn effective_boolean_value<N: Copy>(sequence: &Sequence<N>) -> Result<bool, XPathError> {
    match sequence.as_one() {
        Some(Item::Atomic(atomic)) => value_of(atomic),
        _ => match sequence.first() {
            None => Ok(false),
            Some(Item::Node(_)) => Ok(true),
            Some(Item::Atomic(_)) => Err(no_boolean("several items")),
        },
    }
}

fn value_of(atomic: &Atomic) -> Result<bool, XPathError> {
    match &atomic.value {
        Value::Boolean(value) => Ok(*value),
        Value::String(text) | Value::AnyUri(text) => Ok(!text.is_empty()),
        Value::Decimal(number) => Ok(number.is_negative() || *number != pyxsd_datatypes::Decimal::from(0)),
        Value::Float(number) => Ok(*number != 0.0 && !number.is_nan()),
        Value::Double(number) => Ok(*number != 0.0 && !number.is_nan()),
        _ => {
            let builtin = pyxsd_datatypes::Builtin::ALL.get(atomic.type_ref.0 as usize);
            let name = builtin.map_or("a schema type", |builtin| builtin.name());
            debug_assert!(atomic.type_ref != TypeRef::UNTYPED_ATOMIC);
            Err(no_boolean(&format!("a value of type {name}")))
        }
    }
}

fn no_boolean(found: &str) -> XPathError {
    let message = format!("there is no effective boolean value of {found}: compare, or test with exists() or empty()");
    XPathError::new(ErrorCode::FORG0006, message)
}
