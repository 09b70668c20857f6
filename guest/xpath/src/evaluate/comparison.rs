//! Comparisons (XPath 2.0, 3.5).

use super::convert::is_numeric;
use super::join::Index;
use super::{Demand, Evaluation, Focus};
use crate::ast::{Comparison, ExprId, ExprKind, NodeComparison};
use crate::types::derives_from;
use crate::{Atomic, ErrorCode, Item, Tree, TypeRef, Types, XPathError, values};
use pyxsd_datatypes::{Builtin, Value};
use std::borrow::Cow;

/// The operand of a general comparison that is held in memory while the other one streams by.
pub(super) struct Held<'h> {
    values: Cow<'h, [Atomic]>,
    /// Place of the operator.
    position: usize,
    /// Values looked up so far.
    probes: u32,
    /// Made once there are many values on both sides.
    index: Option<Index>,
}

impl<'h> Held<'h> {
    fn new(values: Cow<'h, [Atomic]>, position: usize) -> Self {
        Self { values, position, probes: 0, index: None }
    }
}

/// Up to so many values are compared one by one.
const FEW: usize = 16;

impl<'e, T: Tree> Evaluation<'e, T> {
    /// `eq`, `ne`, `lt` …; `None` if an operand is empty.
    pub(super) fn value_comparison(&mut self, id: ExprId, focus: &Focus<T::Node>) -> Result<Option<bool>, XPathError> {
        let ExprKind::Value(operator, left, right) = self.expr(id).kind else {
            return Ok(None);
        };
        let left = self.comparand(left, focus)?;
        let right = self.comparand(right, focus)?;
        let (Some(left), Some(right)) = (left, right) else {
            return Ok(None);
        };
        compare(operator, &left, &right, self.implicit_timezone(), self.types).map(Some)
    }

    fn comparand(&mut self, id: ExprId, focus: &Focus<T::Node>) -> Result<Option<Cow<'e, Atomic>>, XPathError> {
        match &self.expr(id).kind {
            ExprKind::Literal(atomic) => Ok(Some(Cow::Borrowed(atomic))),
            _ => self.operand(id, focus).map(|value| value.map(Cow::Owned)),
        }
    }

    /// `is`, `<<` and `>>`; `None` if an operand is empty.
    pub(super) fn node_comparison(&mut self, id: ExprId, focus: &Focus<T::Node>) -> Result<Option<bool>, XPathError> {
        let ExprKind::Node(operator, left, right) = self.expr(id).kind else {
            return Ok(None);
        };
        let left = self.single_node(left, focus)?;
        let right = self.single_node(right, focus)?;
        let (Some(left), Some(right)) = (left, right) else {
            return Ok(None);
        };
        Ok(Some(match operator {
            NodeComparison::Is => left == right,
            NodeComparison::Precedes => left < right,
            NodeComparison::Follows => left > right,
        }))
    }

    fn single_node(&mut self, id: ExprId, focus: &Focus<T::Node>) -> Result<Option<T::Node>, XPathError> {
        let items = self.collect(id, focus)?;
        match items.as_one() {
            Some(Item::Node(node)) => Ok(Some(*node)),
            None if items.is_empty() => Ok(None),
            _ => {
                let found = if items.len() == 1 { "an atomic value".into() } else { format!("{} items", items.len()) };
                let message = format!("{found} where one node is allowed: is, << and >> compare nodes");
                Err(XPathError::new(ErrorCode::XPTY0004, message).at(self.position_of(id)))
            }
        }
    }

    /// `=`, `!=`, `<` …: whether some pair of values compares so.
    pub(super) fn general_comparison(&mut self, id: ExprId, focus: &Focus<T::Node>) -> Result<bool, XPathError> {
        let ExprKind::General(operator, left, right) = self.expr(id).kind else {
            return Ok(false);
        };
        let position = self.position_of(id);
        let swap = self.is_at_hand(left) && !self.is_at_hand(right);
        let (operator, streamed, held) = if swap { (mirrored(operator), right, left) } else { (operator, left, right) };
        if let ExprKind::Literal(literal) = &self.expr(held).kind {
            let mut values = Held::new(Cow::Borrowed(std::slice::from_ref(literal)), position);
            return self.any_compares(operator, streamed, &mut values, focus);
        }
        if let Some(mut values) = self.take_held(held, focus) {
            let found = self.any_compares(operator, streamed, &mut values, focus);
            self.keep_held(held, focus, values);
            return found;
        }
        if let Some(value) = self.attribute_value(held, focus)? {
            let Some(value) = value else {
                return Ok(false);
            };
            let mut values = Held::new(Cow::Borrowed(std::slice::from_ref(&value)), position);
            return self.any_compares(operator, streamed, &mut values, focus);
        }
        let items = self.collect(held, focus)?;
        if items.is_empty() {
            return Ok(false);
        }
        if let Some((first, last)) = items.as_integers() {
            return self.compares_with_range(operator, streamed, (first, last), position, focus);
        }
        let values = self.data(items).map_err(|error| error.at(self.position_of(held)))?;
        let mut values = Held::new(values.into(), position);
        let found = self.any_compares(operator, streamed, &mut values, focus);
        if self.plan.invariants[held.0 as usize].is_some() {
            self.keep_held(held, focus, Box::new(values));
        }
        found
    }

    /// Whether an operand costs little, or little after the first time.
    fn is_at_hand(&self, id: ExprId) -> bool {
        let cheap = matches!(
            self.expr(id).kind,
            ExprKind::Literal(_) | ExprKind::Variable(_) | ExprKind::Range(..) | ExprKind::Call(..)
        );
        cheap || self.plan.invariants[id.0 as usize].is_some()
    }

    /// Whether some value of a stream compares so with some value that is held.
    fn any_compares(
        &mut self,
        operator: Comparison,
        streamed: ExprId,
        held: &mut Held<'_>,
        focus: &Focus<T::Node>,
    ) -> Result<bool, XPathError> {
        if held.values.is_empty() {
            return Ok(false);
        }
        let mut found = false;
        self.each_unordered(streamed, focus, &mut |evaluation, item| {
            found = evaluation.item_compares(operator, item, held).map_err(|error| error.at(held.position))?;
            Ok(if found { Demand::Enough } else { Demand::More })
        })?;
        Ok(found)
    }

    fn item_compares(
        &mut self,
        operator: Comparison,
        item: Item<T::Node>,
        held: &mut Held<'_>,
    ) -> Result<bool, XPathError> {
        let node = match item {
            Item::Atomic(atomic) => return self.value_compares(operator, &atomic, held),
            Item::Node(node) => node,
        };
        if held.values.len() <= FEW
            && let Some(found) = self.text_compares(operator, node, &held.values)
        {
            return Ok(found);
        }
        let mut values = std::mem::take(&mut self.scratch);
        values.clear();
        let mut outcome = self.atomize(item, &mut values).map(|()| false);
        for value in &values {
            if !matches!(outcome, Ok(false)) {
                break;
            }
            outcome = self.value_compares(operator, value, held);
        }
        self.scratch = values;
        outcome
    }

    /// Compares the text of a node with strings, or that of an untyped one with numbers; `None` where that is not all there is to it.
    fn text_compares(&mut self, operator: Comparison, node: T::Node, held: &[Atomic]) -> Option<bool> {
        let untyped = match self.tree.type_of(node) {
            TypeRef::UNTYPED | TypeRef::UNTYPED_ATOMIC => true,
            type_ref if type_ref == TypeRef::builtin(Builtin::String) && !self.tree.is_nilled(node) => false,
            _ => return None,
        };
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        self.tree.string_value(node, &mut text);
        let mut found = Some(false);
        for value in held {
            found = match &value.value {
                Value::String(other) => Some(operator.admits(Some(text.as_str().cmp(other)))),
                Value::Decimal(_) | Value::Double(_) if untyped => compare_as_doubles(operator, &text, &value.value),
                _ => None,
            };
            if found != Some(false) {
                break;
            }
        }
        self.text = text;
        found
    }

    fn value_compares(
        &mut self,
        operator: Comparison,
        value: &Atomic,
        held: &mut Held<'_>,
    ) -> Result<bool, XPathError> {
        held.probes += 1;
        let timezone = self.implicit_timezone();
        if held.values.len() <= FEW || held.probes <= 4 {
            self.step(held.values.len() as u64)?;
            for other in held.values.iter() {
                if compare_generally(operator, value, other, timezone, self.types)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        self.step(1)?;
        let index = held.index.get_or_insert_with(|| Index::new(&held.values, self));
        index.probe(operator, value, self)
    }

    /// Whether some value of a stream compares so with some integer of a range of at least two.
    fn compares_with_range(
        &mut self,
        operator: Comparison,
        streamed: ExprId,
        (first, last): (i128, i128),
        position: usize,
        focus: &Focus<T::Node>,
    ) -> Result<bool, XPathError> {
        if let ExprKind::Range(..) = self.expr(streamed).kind {
            let items = self.collect(streamed, focus)?;
            if let Some((start, end)) = items.as_integers() {
                return Ok(match operator {
                    Comparison::Equal => start <= last && first <= end,
                    Comparison::NotEqual => true,
                    Comparison::Less => start < last,
                    Comparison::LessOrEqual => start <= last,
                    Comparison::Greater => end > first,
                    Comparison::GreaterOrEqual => end >= first,
                });
            }
        }
        let ends = [Atomic::big_integer(first), Atomic::big_integer(last)];
        let mut found = false;
        self.each_unordered(streamed, focus, &mut |evaluation, item| {
            let mut values = Vec::new();
            evaluation.atomize(item, &mut values)?;
            for value in &values {
                found |=
                    evaluation.value_compares_with_range(operator, value, &ends).map_err(|error| error.at(position))?;
            }
            Ok(if found { Demand::Enough } else { Demand::More })
        })?;
        Ok(found)
    }

    fn value_compares_with_range(
        &mut self,
        operator: Comparison,
        value: &Atomic,
        [first, last]: &[Atomic; 2],
    ) -> Result<bool, XPathError> {
        let timezone = self.implicit_timezone();
        let compares = |operator, other| compare_generally(operator, value, other, timezone, self.types);
        match operator {
            Comparison::Less | Comparison::LessOrEqual => compares(operator, last),
            Comparison::Greater | Comparison::GreaterOrEqual => compares(operator, first),
            Comparison::NotEqual => Ok(compares(operator, first)? || compares(operator, last)?),
            Comparison::Equal => {
                let inside = compares(Comparison::GreaterOrEqual, first)? && compares(Comparison::LessOrEqual, last)?;
                if !inside {
                    return Ok(false);
                }
                let double = TypeRef::builtin(Builtin::Double);
                Ok(match &values::cast(value, double, self.types)?.value {
                    Value::Double(number) => match &value.value {
                        Value::Decimal(decimal) => decimal.is_integer(),
                        _ => number.fract() == 0.0,
                    },
                    _ => false,
                })
            }
        }
    }
}

/// A value comparison, the commonest ones without a detour.
#[inline]
fn compare(
    operator: Comparison,
    left: &Atomic,
    right: &Atomic,
    timezone: i16,
    types: &dyn Types,
) -> Result<bool, XPathError> {
    match (&left.value, &right.value) {
        (Value::Decimal(a), Value::Decimal(b)) => Ok(operator.admits(Some(a.cmp(b)))),
        (Value::String(a), Value::String(b)) => Ok(operator.admits(Some(a.cmp(b)))),
        (Value::Double(a), Value::Double(b)) => Ok(operator.admits(a.partial_cmp(b))),
        _ => values::compare(operator, left, right, timezone, types),
    }
}

/// One pair of a general comparison: an untyped value takes the type of the other one.
fn compare_generally(
    operator: Comparison,
    left: &Atomic,
    right: &Atomic,
    timezone: i16,
    types: &dyn Types,
) -> Result<bool, XPathError> {
    let untyped = |value: &Atomic| value.type_ref == TypeRef::UNTYPED_ATOMIC;
    let adapted = |value: &Atomic, other: &Atomic| match target_of_untyped(other, types) {
        Some(target) => values::cast(value, target, types),
        None => Ok(value.clone()),
    };
    let compare = |left: &Atomic, right: &Atomic| {
        let result = compare(operator, left, right, timezone, types);
        result.map_err(|_| values::no_operator(operator.general_symbol(), left, right, types))
    };
    match (untyped(left), untyped(right)) {
        (true, false) if !matches!(right.value, Value::String(_)) => compare(&adapted(left, right)?, right),
        (false, true) if !matches!(left.value, Value::String(_)) => compare(left, &adapted(right, left)?),
        _ => compare(left, right),
    }
}

/// The type that an untyped value is cast to when it meets this one; `None` for strings.
pub(super) fn target_of_untyped(other: &Atomic, types: &dyn Types) -> Option<TypeRef> {
    let target = match &other.value {
        Value::String(_) => return None,
        value if is_numeric(value) => Builtin::Double,
        Value::Duration(_) => [Builtin::DayTimeDuration, Builtin::YearMonthDuration]
            .into_iter()
            .find(|subset| derives_from(types, other.type_ref, TypeRef::builtin(*subset)))
            .unwrap_or(Builtin::Duration),
        Value::Boolean(_) => Builtin::Boolean,
        Value::Moment(moment) => moment.primitive.builtin(),
        Value::HexBinary(_) => Builtin::HexBinary,
        Value::Base64Binary(_) => Builtin::Base64Binary,
        Value::AnyUri(_) => Builtin::AnyUri,
        Value::QName(_) => Builtin::QName,
        Value::Notation(_) => Builtin::Notation,
        _ => Builtin::AnyAtomicType,
    };
    Some(TypeRef::builtin(target))
}

/// The text as a double beside a number; `None` if it has no plain form of a number.
fn compare_as_doubles(operator: Comparison, text: &str, other: &Value) -> Option<bool> {
    let text = text.trim_matches([' ', '\t', '\n', '\r']);
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'));
    let number: f64 = plain.then(|| text.parse().ok()).flatten()?;
    let other = match other {
        Value::Double(other) => *other,
        // Integers of 53 bits are doubles as they stand.
        Value::Decimal(decimal) => decimal.to_i64().filter(|integer| integer.unsigned_abs() <= 1 << 53)? as f64,
        _ => return None,
    };
    Some(operator.admits(number.partial_cmp(&other)))
}

/// The operator with which `b` compares to `a`.
fn mirrored(operator: Comparison) -> Comparison {
    match operator {
        Comparison::Less => Comparison::Greater,
        Comparison::LessOrEqual => Comparison::GreaterOrEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::LessOrEqual,
        same => same,
    }
}
