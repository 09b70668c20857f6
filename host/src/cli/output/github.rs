//! Workflow commands of GitHub Actions: each finding becomes an annotation of the file in a change.

use super::finding::{Finding, Findings};
use super::place::seen_from;
use super::{Decided, Output, Tally, count};
use crate::cli::Exit;
use crate::cli::source::printable;
use crate::cli::validate::Files;
use std::io::{Result, Write};

/// `::error file=…,line=…,col=…,title=…::message`, then a summary in plain words.
#[derive(Debug, Default)]
pub struct Github {
    findings: Findings,
    tally: Tally,
}

impl Output for Github {
    fn tell(&mut self, files: &Files, name: &str, decided: &Decided, to: &mut dyn Write) -> Result<()> {
        self.tally.add(decided);
        for finding in self.findings.of(files, name, decided) {
            writeln!(to, "{}", command(files, &finding))?;
        }
        if let Ok((_, verdict)) = decided
            && verdict.outcome.report.suppressed > 0
        {
            let more = count(verdict.outcome.report.suppressed, "more issue");
            let message = format!("{more} not shown (limit `issues_collected`)");
            writeln!(to, "::notice file={}::{}", property(name), data(&message))?;
        }
        Ok(())
    }

    fn end(&mut self, _: Exit, to: &mut dyn Write) -> Result<()> {
        writeln!(to, "{}", self.tally.summary())
    }
}

fn command(files: &Files, finding: &Finding) -> String {
    let kind = if finding.is_error { "error" } else { "warning" };
    let file = seen_from(files.working_directory(), &finding.file);
    let place = finding.place.map_or_else(String::new, |(line, column)| format!(",line={line},col={column}"));
    let title = match &finding.rule {
        Some(rule) => format!("{} ({rule})", finding.code),
        None => finding.code.clone(),
    };
    let file = property(&file.display().to_string());
    format!("::{kind} file={file}{place},title={}::{}", property(&title), data(&finding.message))
}

/// A text in the place of a message. What would end the command is escaped as the runner reads it, other control characters are replaced.
fn data(text: &str) -> String {
    let lines = text.split('\n').map(|line| printable(line.trim_end_matches('\r')).replace('%', "%25"));
    lines.collect::<Vec<_>>().join("%0A")
}

/// A text in the place of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_ends_a_command_or_begins_another() {
        assert_eq!(data("100 %\r\n::error::x\u{1b}[2J"), "100 %25%0A::error::x\u{fffd}[2J");
        assert_eq!(property("a,b:c%2C.xml"), "a%2Cb%3Ac%252C.xml");
    }
}
