//! Text for a person at a terminal.

use super::{Decided, Output, Tally};
use crate::cli::Exit;
use crate::cli::text::{Printer, Told};
use crate::cli::validate::Files;
use std::io::{Result, Write};

/// Issues with source line and caret, then a summary.
#[derive(Debug, Default)]
pub struct Text {
    told: Told,
    tally: Tally,
}

impl Output for Text {
    fn tell(&mut self, files: &Files, name: &str, decided: &Decided, to: &mut dyn Write) -> Result<()> {
        self.tally.add(decided);
        let mut printer = Printer::new(files, &mut self.told, to);
        match decided {
            Ok((document, verdict)) => printer.verdict(document, verdict),
            Err(fault) => printer.fault(name, fault),
        }
    }

    fn end(&mut self, _: Exit, to: &mut dyn Write) -> Result<()> {
        writeln!(to, "{}", self.tally.summary())
    }
}
