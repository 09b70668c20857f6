//! Predicates, and filter expressions (XPath 2.0, 3.2.2 and 3.3.2).

use super::boolean::effective_boolean_value;
use super::plan::Predicate;
use super::{Demand, Evaluation, Flow, Focus, Sequence, SequenceBuilder, Sink};
use crate::ast::{ExprId, ExprKind};
use crate::{Atomic, Item, Tree, XPathError};
use pyxsd_datatypes::Value;

impl<'e, T: Tree> Evaluation<'e, T> {
    /// Whether a predicate holds for the context item.
    pub(super) fn holds(&mut self, predicate: Predicate, focus: &Focus<T::Node>) -> Result<bool, XPathError> {
        match predicate {
            Predicate::Position(position) => Ok(focus.position()? == position),
            Predicate::Last => Ok(focus.position()? == focus.last()?),
            Predicate::Boolean(id) => self.boolean(id, focus),
            Predicate::Any(id) => {
                let value = self.collect(id, focus)?;
                if let Some(Item::Atomic(atomic)) = value.as_one()
                    && let Some(equal) = is_position(atomic, focus.position()?)
                {
                    return Ok(equal);
                }
                effective_boolean_value(&value).map_err(|error| error.at(self.position_of(id)))
            }
        }
    }

    /// The items of a filter expression.
    pub(super) fn each_filtered(
        &mut self,
        id: ExprId,
        base: ExprId,
        focus: &Focus<T::Node>,
        sink: Sink<'_, 'e, T>,
    ) -> Flow {
        let all: &'e [Predicate] = &self.plan.filters[self.plan.index[id.0 as usize] as usize];
        let at_hand = matches!(self.expr(base).kind, ExprKind::Variable(_) | ExprKind::Range(..) | ExprKind::Set(..));
        let (items, predicates) = match at_hand || self.plan.any_needs_last(all) {
            true => {
                let items = self.collect(base, focus)?;
                let (items, predicates) = self.filter_at_once(items, all)?;
                (Some(items), predicates)
            }
            false => (None, all),
        };
        let mut counts = vec![0; predicates.len()];
        let mut stopped = Demand::More;
        let mut filtered = |evaluation: &mut Self, item: Item<T::Node>| {
            let mut exhausted = false;
            for (predicate, count) in predicates.iter().zip(&mut counts) {
                *count += 1;
                exhausted |= matches!(predicate, Predicate::Position(position) if *count >= *position);
                if !evaluation.holds(*predicate, &Focus::new(item.clone(), *count, 0))? {
                    return Ok(if exhausted { Demand::Enough } else { Demand::More });
                }
            }
            stopped = sink(evaluation, item)?;
            Ok(if exhausted { Demand::Enough } else { stopped })
        };
        match items {
            Some(items) => self.drain(items, &mut filtered)?,
            None => self.each(base, focus, &mut filtered)?,
        };
        Ok(stopped)
    }

    /// Applies those of the predicates, from the first on, that look items up by position, or that cannot be tried item by item since some
    /// predicate needs to know how many there are. Gives the other ones, too.
    fn filter_at_once(
        &mut self,
        items: Sequence<T::Node>,
        predicates: &'e [Predicate],
    ) -> Result<(Sequence<T::Node>, &'e [Predicate]), XPathError> {
        let (mut items, mut predicates) = (items, predicates);
        while let [first, rest @ ..] = predicates
            && (matches!(first, Predicate::Position(_)) || self.plan.any_needs_last(predicates))
        {
            items = self.filter(items, *first)?;
            predicates = rest;
        }
        Ok((items, predicates))
    }

    /// The items of a sequence for which a predicate holds.
    fn filter(&mut self, items: Sequence<T::Node>, predicate: Predicate) -> Result<Sequence<T::Node>, XPathError> {
        let size = items.len();
        match predicate {
            Predicate::Position(0) => return Ok(Sequence::EMPTY),
            Predicate::Position(position) => return Ok(items.slice(position - 1, position)),
            Predicate::Last => return Ok(items.slice(size.saturating_sub(1), size)),
            Predicate::Boolean(_) | Predicate::Any(_) => {}
        }
        let mut kept = SequenceBuilder::new();
        for (index, item) in items.into_iter().enumerate() {
            self.step(1)?;
            let focus = Focus::new(item, index as u64 + 1, size);
            if self.holds(predicate, &focus)? {
                self.check_items(kept.len() + 1)?;
                kept.push(focus.item()?.clone());
            }
        }
        Ok(kept.finish())
    }
}

/// Whether a number is the position; `None` if the value is no number.
fn is_position(atomic: &Atomic, position: u64) -> Option<bool> {
    match &atomic.value {
        Value::Decimal(number) => Some(number.to_i64() == i64::try_from(position).ok()),
        Value::Float(number) => Some(f64::from(*number) == position as f64),
        Value::Double(number) => Some(*number == position as f64),
        _ => None,
    }
}
