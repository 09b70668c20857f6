//! Strict scoring: an invalid instance is not passed by rejecting its valid schema.

use super::{Verdict, catalogue::Test};
use std::fmt;

/// How a test failed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Failure {
    /// Invalid was expected.
    FalseAccept,
    /// Valid was expected.
    FalseReject,
    /// The schema of an instance test was rejected.
    SchemaRejected,
    /// The engine could not tell.
    Undecided,
    /// The engine panicked.
    Crash,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Failure::FalseAccept => "false-accept",
            Failure::FalseReject => "false-reject",
            Failure::SchemaRejected => "schema-rejected",
            Failure::Undecided => "undecided",
            Failure::Crash => "crash",
        })
    }
}

/// Scores one verdict; `None` is a pass.
pub fn judge(test: &Test, verdict: &Verdict) -> Option<Failure> {
    let decided = if test.instance.is_some() {
        if verdict.schema == Some(false) {
            return Some(Failure::SchemaRejected);
        }
        verdict.instance
    } else {
        verdict.schema
    };
    match decided {
        None => Some(Failure::Undecided),
        Some(valid) if valid == test.expected => None,
        Some(true) => Some(Failure::FalseAccept),
        Some(false) => Some(Failure::FalseReject),
    }
}
