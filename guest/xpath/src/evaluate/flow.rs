//! `if`, `for`, `some` and `every` (XPath 2.0, 3.7 to 3.9). Bindings are an odometer, not a recursion: their number is not bounded by nesting.

use super::{Demand, Evaluation, Flow, Focus, Sequence, Sink};
use crate::ast::{ExprId, ExprKind};
use crate::{Tree, XPathError};

/// What is still to come of one binding.
struct Wheel<N> {
    values: Sequence<N>,
    next: u64,
}

impl<'e, T: Tree> Evaluation<'e, T> {
    /// The branch that a conditional takes, through conditionals in its branches.
    pub(super) fn branch(&mut self, id: ExprId, focus: &Focus<T::Node>) -> Result<ExprId, XPathError> {
        let mut id = id;
        while let ExprKind::If { condition, then, otherwise } = self.expr(id).kind {
            id = if self.boolean(condition, focus)? { then } else { otherwise };
        }
        Ok(id)
    }

    /// `for`
    pub(super) fn each_binding(
        &mut self,
        bindings: &'e [(u32, ExprId)],
        result: ExprId,
        focus: &Focus<T::Node>,
        sink: Sink<'_, 'e, T>,
    ) -> Flow {
        let mut wheels = Vec::new();
        while self.turn(bindings, &mut wheels, focus)? {
            if self.each(result, focus, sink)?.is_enough() {
                return Ok(Demand::Enough);
            }
        }
        Ok(Demand::More)
    }

    /// `some` and `every`
    pub(super) fn quantified(
        &mut self,
        every: bool,
        bindings: &'e [(u32, ExprId)],
        satisfies: ExprId,
        focus: &Focus<T::Node>,
    ) -> Result<bool, XPathError> {
        let mut wheels = Vec::new();
        while self.turn(bindings, &mut wheels, focus)? {
            if self.boolean(satisfies, focus)? != every {
                return Ok(!every);
            }
        }
        Ok(every)
    }

    /// Binds the variables to the next combination of values; whether there is one.
    fn turn(
        &mut self,
        bindings: &'e [(u32, ExprId)],
        wheels: &mut Vec<Wheel<T::Node>>,
        focus: &Focus<T::Node>,
    ) -> Result<bool, XPathError> {
        if wheels.is_empty() {
            wheels.push(self.wheel(bindings[0].1, focus)?);
        }
        while let Some(wheel) = wheels.last_mut() {
            self.step(1)?;
            let Some(value) = wheel.values.get(wheel.next) else {
                wheels.pop();
                if wheels.is_empty() {
                    return Ok(false);
                }
                continue;
            };
            wheel.next += 1;
            let depth = wheels.len();
            let slot = bindings[depth - 1].0 as usize;
            self.slots[slot] = Sequence::one(value);
            self.bindings[slot] += 1;
            match bindings.get(depth) {
                Some((_, values)) => wheels.push(self.wheel(*values, focus)?),
                None => return Ok(true),
            }
        }
        Ok(false)
    }

    fn wheel(&mut self, values: ExprId, focus: &Focus<T::Node>) -> Result<Wheel<T::Node>, XPathError> {
        Ok(Wheel { values: self.collect(values, focus)?, next: 0 })
    }
}
