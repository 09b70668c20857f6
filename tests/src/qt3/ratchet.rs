//! Cases of the suite as entries of the list of known failures.

use super::runner::{Ran, Verdict};
use crate::ratchet::{Entry, State};

/// First lines of the list.
pub const HEADER: &str =
    "# Cases of the QT3 suite (public part, XPath 2.0) that fail, each with the reason.\n# set\tcase\treason\n";
/// `set⇥case`.
pub const COLUMNS: usize = 2;

/// What became of the cases.
pub fn entries(ran: &[Ran<'_>]) -> Vec<Entry> {
    let state = |verdict: &Verdict| match verdict {
        Verdict::Passed => State::Passed,
        Verdict::Skipped(_) => State::Skipped,
        Verdict::Failed(why) => State::Failed(why.clone()),
    };
    ran.iter().map(|ran| (ran.case.key(), state(&ran.verdict))).collect()
}
