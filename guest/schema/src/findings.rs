//! What compilation finds, collected in one place.

use crate::{Issue, IssueCode, Location, Phase, Place, Precision, Severity, Unresolved, Unsupported};
use std::collections::BTreeSet;

/// Findings of one compilation.
#[derive(Debug)]
pub(crate) struct Findings {
    pub issues: Vec<Issue>,
    pub unresolved: Vec<Unresolved>,
    pub unsupported: Vec<Unsupported>,
    /// Paths whose files were read, whatever became of them.
    pub read: BTreeSet<String>,
    /// Paths that were looked for and not there.
    pub absent: BTreeSet<String>,
    message_bytes: usize,
}

impl Findings {
    pub(crate) fn new(message_bytes: usize) -> Self {
        Self {
            issues: Vec::new(),
            unresolved: Vec::new(),
            unsupported: Vec::new(),
            read: BTreeSet::new(),
            absent: BTreeSet::new(),
            message_bytes,
        }
    }

    /// An error against a rule of the Recommendation.
    pub(crate) fn error(&mut self, code: IssueCode, rule: &'static str, place: Place, message: String) {
        self.push(Severity::Error, code, rule, place, message);
    }

    /// A finding that leaves the schema usable.
    pub(crate) fn warning(&mut self, code: IssueCode, rule: &'static str, place: Place, message: String) {
        self.push(Severity::Warning, code, rule, place, message);
    }

    /// An error about one declaration that another one causes.
    pub(crate) fn error_against(
        &mut self,
        code: IssueCode,
        rule: &'static str,
        place: Place,
        message: String,
        declared_at: Option<Place>,
    ) {
        self.push(Severity::Error, code, rule, place, message);
        if let Some(issue) = self.issues.last_mut() {
            issue.declared_at = declared_at;
        }
    }

    /// Adds to the last issue the attribute that it is about and what was allowed.
    pub(crate) fn describe(&mut self, attribute: Option<String>, expected: Vec<String>) {
        if let Some(issue) = self.issues.last_mut() {
            issue.location.attribute = attribute;
            issue.expected = expected;
        }
    }

    /// A construct that is not implemented.
    pub(crate) fn unsupported(&mut self, what: impl Into<String>, place: Place) {
        self.unsupported.push(Unsupported { what: what.into(), place });
    }

    fn push(&mut self, severity: Severity, code: IssueCode, rule: &'static str, place: Place, mut message: String) {
        if message.len() > self.message_bytes {
            let ellipsis = '…';
            let mut end = self.message_bytes.saturating_sub(ellipsis.len_utf8());
            while !message.is_char_boundary(end) {
                end -= 1;
            }
            message.truncate(end);
            message.push(ellipsis);
        }
        self.issues.push(Issue {
            severity,
            code,
            rule,
            message,
            phase: Phase::Schema,
            place,
            location: Location::default(),
            precision: Precision::Exact,
            expected: Vec::new(),
            declared_at: None,
        });
    }
}
