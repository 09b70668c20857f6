//! How the results of `validate` are written.

mod finding;
mod github;
mod json;
mod place;
mod sarif;
mod text;

use super::Exit;
use super::flags::ReportFormat;
use super::validate::Files;
use crate::fault::Outcome;
use crate::operations::validate::Verdict;
use crate::workspace::WorkspacePath;
use std::io::{Result, Write};

/// What came of one document: its path in the capture and the verdict, or why there is none.
pub type Decided = Outcome<(WorkspacePath, Verdict)>;

/// A form of output. Documents come one after another, in the order of the command line.
pub trait Output {
    /// Tells what came of a document, called `name` on the command line.
    fn tell(&mut self, files: &Files, name: &str, decided: &Decided, to: &mut dyn Write) -> Result<()>;

    /// Ends the output, with the exit code of all documents.
    fn end(&mut self, exit: Exit, to: &mut dyn Write) -> Result<()>;
}

/// The output in a format.
pub fn of(format: ReportFormat) -> Box<dyn Output> {
    match format {
        ReportFormat::Text => Box::<text::Text>::default(),
        ReportFormat::Json => Box::<json::Json>::default(),
        ReportFormat::Github => Box::<github::Github>::default(),
        ReportFormat::Sarif => Box::<sarif::Sarif>::default(),
    }
}

/// The exit code of one document.
pub fn exit(decided: &Decided) -> Exit {
    match decided {
        Ok((_, verdict)) if verdict.outcome.report.valid => Exit::Valid,
        Ok(_) => Exit::Invalid,
        Err(fault) => Exit::of(fault.code),
    }
}

/// Counts over all documents.
#[derive(Debug, Default)]
struct Tally {
    documents: u64,
    not_valid: u64,
    errors: u64,
    warnings: u64,
}

impl Tally {
    fn add(&mut self, decided: &Decided) {
        self.documents += 1;
        self.not_valid += u64::from(exit(decided) != Exit::Valid);
        match decided {
            Ok((_, verdict)) => {
                self.errors += verdict.outcome.report.counts.errors;
                self.warnings += verdict.outcome.report.counts.warnings;
            }
            Err(_) => self.errors += 1,
        }
    }

    /// One line.
    fn summary(&self) -> String {
        let documents = count(self.documents, "document");
        let summary = match self.not_valid {
            0 => format!("{documents}: all valid"),
            not_valid => format!("{documents}: {not_valid} not valid, {}", count(self.errors, "error")),
        };
        let warned = if self.warnings == 0 { String::new() } else { format!(", {}", count(self.warnings, "warning")) };
        summary + &warned
    }
}

/// A number of things, in words.
pub fn count(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
