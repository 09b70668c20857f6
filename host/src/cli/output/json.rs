//! JSON: what the server would answer, for each document, with all issues.

use super::{Decided, Output};
use crate::cli::Exit;
use crate::cli::validate::Files;
use serde_json::{Value, json};
use std::io::{Result, Write};

/// `{"results": [{file, ok, data, warnings} | {file, ok, error}]}`.
#[derive(Debug, Default)]
pub struct Json {
    results: Vec<Value>,
}

impl Output for Json {
    fn tell(&mut self, _: &Files, name: &str, decided: &Decided, _: &mut dyn Write) -> Result<()> {
        self.results.push(match decided {
            Ok((_, verdict)) => {
                let mut data = verdict.to_json();
                data["issues"] = json!(verdict.outcome.report.issues);
                json!({"file": name, "ok": true, "data": data, "warnings": verdict.warnings()})
            }
            Err(fault) => json!({"file": name, "ok": false, "error": fault.to_json()}),
        });
        Ok(())
    }

    fn end(&mut self, _: Exit, to: &mut dyn Write) -> Result<()> {
        writeln!(to, "{:#}", json!({ "results": self.results }))
    }
}
