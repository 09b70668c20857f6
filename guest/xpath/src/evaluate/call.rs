//! Function calls. Functions that need not see their whole argument are answered here.

use super::{Demand, Evaluation, Flow, Focus, Sequence, SequenceBuilder, Sink};
use crate::ast::{ExprId, ExprKind};
use crate::functions::{self, Function};
use crate::{Atomic, Item, Tree, XPathError};
use pyxsd_datatypes::{Builtin, Value};

impl<'e, T: Tree> Evaluation<'e, T> {
    /// Passes on the items of a call.
    pub(super) fn each_of_call(
        &mut self,
        function: Function,
        arguments: &'e [ExprId],
        focus: &Focus<T::Node>,
        sink: Sink<'_, 'e, T>,
    ) -> Flow {
        match function {
            Function::Unordered => self.each_unordered(arguments[0], focus, sink),
            Function::Data => self.each(arguments[0], focus, &mut |evaluation, item| evaluation.each_value(item, sink)),
            Function::Subsequence => self.each_of_subsequence(arguments, focus, sink),
            _ => {
                let items = self.call(function, arguments, focus)?;
                self.drain(items, sink)
            }
        }
    }

    /// The value of a call.
    pub(super) fn call(
        &mut self,
        function: Function,
        arguments: &'e [ExprId],
        focus: &Focus<T::Node>,
    ) -> Result<Sequence<T::Node>, XPathError> {
        match function {
            Function::Position => Ok(count(focus.position()?)),
            Function::Last => Ok(count(focus.last()?)),
            Function::True => Ok(Sequence::boolean(true)),
            Function::False => Ok(Sequence::boolean(false)),
            Function::Not => self.boolean(arguments[0], focus).map(|value| Sequence::boolean(!value)),
            Function::Boolean => self.boolean(arguments[0], focus).map(Sequence::boolean),
            Function::Exists => self.exists(arguments[0], focus).map(Sequence::boolean),
            Function::Empty => self.exists(arguments[0], focus).map(|exists| Sequence::boolean(!exists)),
            Function::Count => self.count(arguments[0], focus).map(count),
            Function::Unordered => self.collect(arguments[0], focus),
            Function::Data | Function::Subsequence => {
                if function == Function::Subsequence
                    && let Some(part) = self.subsequence_at_hand(arguments, focus)?
                {
                    return Ok(part);
                }
                let mut builder = SequenceBuilder::new();
                self.each_of_call(function, arguments, focus, &mut |evaluation, item| {
                    evaluation.check_items(builder.len() + 1)?;
                    builder.push(item);
                    Ok(Demand::More)
                })?;
                Ok(builder.finish())
            }
            _ => {
                let mut values = Vec::with_capacity(arguments.len());
                for &argument in arguments {
                    values.push(self.collect(argument, focus)?);
                }
                self.step(1)?;
                functions::call(self, function, values, focus)
            }
        }
    }

    fn count(&mut self, argument: ExprId, focus: &Focus<T::Node>) -> Result<u64, XPathError> {
        match self.expr(argument).kind {
            ExprKind::Path(_)
            | ExprKind::Filter(..)
            | ExprKind::For(..)
            | ExprKind::Sequence(_)
            | ExprKind::Call(Function::Data, _) => {
                let mut count = 0;
                self.each_unordered(argument, focus, &mut |_, _| {
                    count += 1;
                    Ok(Demand::More)
                })?;
                Ok(count)
            }
            _ => Ok(self.collect(argument, focus)?.len()),
        }
    }

    /// Passes on the typed value of an item.
    fn each_value(&mut self, item: Item<T::Node>, sink: Sink<'_, 'e, T>) -> Flow {
        if let Item::Atomic(_) = item {
            return sink(self, item);
        }
        let mut values = Vec::new();
        self.atomize(item, &mut values)?;
        for value in values {
            if sink(self, Item::Atomic(value))?.is_enough() {
                return Ok(Demand::Enough);
            }
        }
        Ok(Demand::More)
    }

    /// `subsequence` (F&O 15.1.10), no further than its end.
    fn each_of_subsequence(&mut self, arguments: &'e [ExprId], focus: &Focus<T::Node>, sink: Sink<'_, 'e, T>) -> Flow {
        if let Some(part) = self.subsequence_at_hand(arguments, focus)? {
            return self.drain(part, sink);
        }
        let (start, end) = self.subsequence_bounds(arguments, focus)?;
        // Where an end is not a number, no position is within.
        let within = |position: u64| start <= position as f64 && (position as f64) < end;
        let mut position = 0;
        let mut stopped = Demand::More;
        self.each(arguments[0], focus, &mut |evaluation, item| {
            position += 1;
            if within(position) {
                stopped = sink(evaluation, item)?;
            }
            let more = (position as f64) + 1.0 < end;
            Ok(if more { stopped } else { Demand::Enough })
        })?;
        Ok(stopped)
    }

    /// The part of a sequence that is there without work.
    fn subsequence_at_hand(
        &mut self,
        arguments: &'e [ExprId],
        focus: &Focus<T::Node>,
    ) -> Result<Option<Sequence<T::Node>>, XPathError> {
        let (ExprKind::Range(..) | ExprKind::Variable(_)) = self.expr(arguments[0]).kind else {
            return Ok(None);
        };
        let items = self.collect(arguments[0], focus)?;
        let (start, end) = self.subsequence_bounds(arguments, focus)?;
        Ok(Some(match start.is_nan() || end.is_nan() {
            true => Sequence::EMPTY,
            // Casts of what is out of range give the nearest number.
            false => items.slice((start - 1.0) as u64, (end - 1.0) as u64),
        }))
    }

    /// The first position and the one after the last.
    fn subsequence_bounds(
        &mut self,
        arguments: &'e [ExprId],
        focus: &Focus<T::Node>,
    ) -> Result<(f64, f64), XPathError> {
        let start = round(self.required_double(arguments[1], focus)?);
        let end = match arguments.get(2) {
            Some(&length) => start + round(self.required_double(length, focus)?),
            None => f64::INFINITY,
        };
        Ok((start, end))
    }

    fn required_double(&mut self, argument: ExprId, focus: &Focus<T::Node>) -> Result<f64, XPathError> {
        let items = self.collect(argument, focus)?;
        let value = self.required(items, super::Expected::Type(Builtin::Double))?;
        Ok(match value.value {
            Value::Double(number) => number,
            _ => f64::NAN,
        })
    }
}

/// `fn:round`
fn round(number: f64) -> f64 {
    (number + 0.5).floor()
}

fn count<N: Copy>(count: u64) -> Sequence<N> {
    Sequence::atomic(Atomic::integer(i64::try_from(count).unwrap_or(i64::MAX)))
}
