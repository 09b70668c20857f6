//! `validate --report FILE`: what was found, as a file.
//!
//! For one document its report; for several an object with the format [`SEVERAL`] and one entry a document, in the order of the
//! command line: `{file, report}`, or `{file, error}` where there is no verdict.

use super::output_file::OutputFile;
use crate::fault::{Fault, Outcome};
use crate::operations::report;
use crate::operations::validate::Verdict;
use crate::worker::schema::SchemaOptions;
use serde_json::{Value, json};

/// Format of a file with the reports of several documents.
const SEVERAL: &str = "pyxsd-reports/1";

/// Collects the reports of one invocation.
#[derive(Debug, Default)]
pub struct Reports {
    entries: Vec<Value>,
}

impl Reports {
    /// Notes what came of a document.
    pub fn note(&mut self, file: &str, options: &SchemaOptions, outcome: Result<&Verdict, &Fault>) {
        self.entries.push(match outcome {
            Ok(verdict) => json!({"file": file, "report": report::document(verdict, options)}),
            Err(fault) => json!({"file": file, "error": Fault::to_json(fault)}),
        });
    }

    /// Writes the file. Nothing is written where the only document has no verdict; `false` then.
    pub fn write(mut self, output: &OutputFile<'_>) -> Outcome<bool> {
        let whole = match self.entries.as_mut_slice() {
            [only] => only["report"].take(),
            _ => json!({"format": SEVERAL, "reports": self.entries}),
        };
        if whole.is_null() {
            return Ok(false);
        }
        output.write(format!("{whole:#}\n").as_bytes()).map(|()| true)
    }
}
