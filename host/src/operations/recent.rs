//! The verdicts that clients are paging through, so that a later page needs no worker.

use super::cursor::Binding;
use super::validate::Verdict;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Verdicts that are kept. Each has at most `issues_collected` issues.
const KEPT: usize = 2;

/// The last verdicts with more issues than a page, by what their cursors are bound to. One that was dropped is found again by
/// validating again: the inputs are the same, or the cursor is refused.
#[derive(Debug, Default)]
pub struct Recent(Mutex<VecDeque<(Binding, Arc<Verdict>)>>);

impl Recent {
    /// Keeps a verdict, in place of the oldest if need be.
    pub fn keep(&self, binding: Binding, verdict: Arc<Verdict>) {
        let mut kept = self.lock();
        kept.retain(|(known, _)| *known != binding);
        kept.push_back((binding, verdict));
        if kept.len() > KEPT {
            kept.pop_front();
        }
    }

    /// The verdict of a binding, if it is still there.
    pub fn get(&self, binding: &Binding) -> Option<Arc<Verdict>> {
        self.lock().iter().find(|(known, _)| known == binding).map(|(_, verdict)| Arc::clone(verdict))
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(Binding, Arc<Verdict>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
