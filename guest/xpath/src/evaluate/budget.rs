//! Counters of one evaluation.

use super::Evaluation;
use crate::{ErrorCode, Tree, XPathError};

impl<T: Tree> Evaluation<'_, T> {
    /// Counts steps of work.
    #[inline]
    pub fn step(&mut self, count: u64) -> Result<(), XPathError> {
        match self.steps_left.checked_sub(count) {
            Some(left) => {
                self.steps_left = left;
                Ok(())
            }
            None => Err(self.exhausted("steps", self.context.budget.steps)),
        }
    }

    /// Checks the length that a sequence is about to have in memory.
    #[inline]
    pub fn check_items(&self, count: u64) -> Result<(), XPathError> {
        if count > self.context.budget.items {
            return Err(self.exhausted("items in one sequence", self.context.budget.items));
        }
        Ok(())
    }

    /// Checks the length in bytes that a string has or is about to have.
    #[inline]
    pub fn check_string(&self, bytes: usize) -> Result<(), XPathError> {
        if bytes as u64 > self.context.budget.string_bytes {
            return Err(self.exhausted("bytes in one string", self.context.budget.string_bytes));
        }
        Ok(())
    }

    #[cold]
    fn exhausted(&self, what: &str, bound: u64) -> XPathError {
        let message = format!("the expression needs more than {bound} {what}: select less, or ask a narrower question");
        XPathError::new(ErrorCode::Budget, message)
    }
}
