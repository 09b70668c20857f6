//! The JSON-lines protocol by which suite runners ask validators in other processes.

use super::{Engine, Question};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

#[derive(Deserialize)]
struct Request {
    id: serde_json::Value,
    version: String,
    #[serde(default)]
    schemas: Vec<String>,
    #[serde(default)]
    instance: Option<String>,
}

#[derive(Serialize)]
struct Response {
    id: serde_json::Value,
    schema_valid: Option<bool>,
    instance_valid: Option<bool>,
    error: Option<String>,
}

/// Answers requests until the input ends: one JSON object a line in, one out.
pub fn serve<E: Engine>(input: impl BufRead, mut output: impl Write, engine: impl Fn() -> E) -> io::Result<()> {
    let mut current = engine();
    for line in input.lines() {
        let line = line?;
        let response = match serde_json::from_str::<Request>(&line) {
            Ok(request) => answer(request, &mut current, &engine),
            Err(error) => Response {
                id: serde_json::Value::Null,
                schema_valid: None,
                instance_valid: None,
                error: Some(format!("not a request: {error}")),
            },
        };
        serde_json::to_writer(&mut output, &response)?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}

fn answer<E: Engine>(request: Request, current: &mut E, fresh: &impl Fn() -> E) -> Response {
    let question =
        Question { version: &request.version, schemas: &request.schemas, instance: request.instance.as_deref() };
    match catch_unwind(AssertUnwindSafe(|| current.decide(&question))) {
        Ok(verdict) => Response {
            id: request.id,
            schema_valid: verdict.schema,
            instance_valid: verdict.instance,
            error: (!verdict.note.is_empty()).then_some(verdict.note),
        },
        Err(_) => {
            *current = fresh();
            Response { id: request.id, schema_valid: None, instance_valid: None, error: Some("panic".into()) }
        }
    }
}
