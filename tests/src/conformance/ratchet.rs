//! Tests of the suite as entries of the list of known failures.

use super::runner::Outcome;
use crate::ratchet::{Entry, State};

/// `set⇥group⇥test⇥kind`.
pub const COLUMNS: usize = 4;

/// What became of the tests.
pub fn entries(outcomes: &[Outcome]) -> Vec<Entry> {
    let state = |outcome: &Outcome| match outcome.failure {
        None => State::Passed,
        Some(failure) => State::Failed(format!("{failure} {}", outcome.verdict.note).trim_end().to_owned()),
    };
    outcomes.iter().map(|outcome| (outcome.test.key(), state(outcome))).collect()
}
