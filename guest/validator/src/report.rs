//! The verdict: issues kept up to a bound, all of them counted.

use crate::locate::locate;
use pyxsd_datatypes::BEYOND_BOUNDS;
use pyxsd_schema::{Issue, IssueCode, Location, Phase, Place, Precision, Severity, Unsupported};
use pyxsd_xml::{Names, ParseLimits, Source};
use std::sync::Arc;

/// The verdict on a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Issues of severity error, kept or not.
    pub errors: u64,
    /// Issues of severity warning, kept or not.
    pub warnings: u64,
    /// Issues a code, in order of [`IssueCode::as_str`].
    pub by_code: Vec<(IssueCode, u64)>,
    /// Issues counted but not kept.
    pub suppressed: u64,
    /// Issues kept.
    pub issues: Vec<Issue>,
    /// Values that are beyond what this engine can judge. Where there is one, there is no verdict.
    pub unsupported: Vec<Unsupported>,
}

impl Report {
    /// Whether there is no error.
    pub fn is_valid(&self) -> bool {
        self.errors == 0
    }
}

/// Names kept in the list of what was expected.
const EXPECTED: usize = 64;

/// An issue before its place is worked out.
pub(crate) struct Draft {
    rule: &'static str,
    message: String,
    /// Offset of the start tag of the element that the issue names.
    element: usize,
    /// Offset that the issue points to.
    at: usize,
    attribute: Option<String>,
    precision: Precision,
    expected: Vec<String>,
    declared_at: Option<Place>,
}

impl Draft {
    /// An issue of the element whose start tag begins at `element`.
    pub(crate) fn new(rule: &'static str, element: usize, message: String) -> Self {
        Self {
            rule,
            message,
            element,
            at: element,
            attribute: None,
            precision: Precision::Exact,
            expected: Vec::new(),
            declared_at: None,
        }
    }

    /// Points to another offset than the start tag.
    pub(crate) fn at(mut self, offset: usize) -> Self {
        self.at = offset;
        self
    }

    pub(crate) fn attribute(mut self, name: impl ToString) -> Self {
        self.attribute = Some(name.to_string());
        self
    }

    /// The element is the parent of something missing.
    pub(crate) fn container(mut self) -> Self {
        self.precision = Precision::Container;
        self
    }

    pub(crate) fn expected(mut self, mut expected: Vec<String>) -> Self {
        expected.truncate(EXPECTED);
        self.expected = expected;
        self
    }

    pub(crate) fn declared_at(mut self, place: Option<&Place>) -> Self {
        self.declared_at = place.cloned();
        self
    }
}

/// Issues as they are found.
pub(crate) struct Findings<'s> {
    source: &'s Source<'s>,
    file: Arc<str>,
    kept_at_most: usize,
    message_bytes: usize,
    counts: Vec<u64>,
    /// Issues counted, whatever their severity.
    pub(crate) found: u64,
    /// Issues kept, each with the offset of its element.
    kept: Vec<(usize, Issue)>,
}

impl<'s> Findings<'s> {
    pub(crate) fn new(source: &'s Source<'s>, file: &str, kept_at_most: usize, message_bytes: usize) -> Self {
        let counts = vec![0; IssueCode::ALL.len()];
        Self { source, file: file.into(), kept_at_most, message_bytes, counts, found: 0, kept: Vec::new() }
    }

    /// Counts an issue, and keeps it where there is room; only then it is built.
    #[cold]
    pub(crate) fn add(&mut self, code: IssueCode, build: impl FnOnce() -> Draft) {
        if self.count(code) {
            self.keep(code, build());
        }
    }

    /// Counts an issue; whether there is room to [`Findings::keep`] it.
    #[cold]
    pub(crate) fn count(&mut self, code: IssueCode) -> bool {
        self.counts[code as usize] += 1;
        self.found += 1;
        self.has_room()
    }

    /// Whether one more issue would be kept.
    pub(crate) fn has_room(&self) -> bool {
        self.kept.len() < self.kept_at_most
    }

    /// Keeps an issue that was counted.
    #[cold]
    pub(crate) fn keep(&mut self, code: IssueCode, draft: Draft) {
        let issue = Issue {
            severity: code.severity(),
            code,
            rule: draft.rule,
            message: cut(draft.message, self.message_bytes),
            phase: Phase::Instance,
            place: Place { file: Arc::clone(&self.file), position: self.source.position(draft.at) },
            location: Location { path: Vec::new(), attribute: draft.attribute },
            precision: draft.precision,
            expected: draft.expected,
            declared_at: draft.declared_at,
        };
        self.kept.push((draft.element, issue));
    }

    /// The report; reads the document once more where there are issues to locate.
    pub(crate) fn finish(self, names: &mut Names, limits: &ParseLimits) -> Report {
        let mut report = Report::default();
        for (&code, &count) in IssueCode::ALL.iter().zip(&self.counts) {
            if count == 0 {
                continue;
            }
            report.by_code.push((code, count));
            match code.severity() {
                Severity::Error => report.errors += count,
                Severity::Warning => report.warnings += count,
            }
        }
        report.by_code.sort_unstable_by_key(|(code, _)| code.as_str());
        report.suppressed = report.errors + report.warnings - self.kept.len() as u64;
        let (beyond, kept): (Vec<_>, Vec<_>) =
            self.kept.into_iter().partition(|(_, issue)| issue.rule == BEYOND_BOUNDS);
        report.unsupported = beyond.into_iter().map(|(_, issue)| unsupported(issue)).collect();
        report.issues = locate(kept, self.source, names, limits);
        report
    }
}

fn unsupported(issue: Issue) -> Unsupported {
    Unsupported { what: issue.message, place: issue.place }
}

/// Cuts a message at a character so that it has at most `bytes` bytes with its ellipsis.
fn cut(mut message: String, bytes: usize) -> String {
    const ELLIPSIS: char = '…';
    if message.len() <= bytes {
        return message;
    }
    let mut end = bytes.saturating_sub(ELLIPSIS.len_utf8());
    while !message.is_char_boundary(end) {
        end -= 1;
    }
    message.truncate(end);
    message.push(ELLIPSIS);
    message
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn long_messages_are_cut_at_a_character_and_end_with_an_ellipsis() {
        assert_eq!(cut("short".into(), 5), "short");
        assert_eq!(cut("longer".into(), 5), "lo…");
        assert_eq!(cut("aéééé".into(), 7), "aé…");
    }
}
