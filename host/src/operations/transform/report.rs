//! The report of a transform: that on the candidate under the schema that counts, and everything else that was found.

use super::flow::Transformed;
use super::judge::Judged;
use crate::fault::DETAIL_ITEMS;
use crate::operations::report::{self, FORMAT};
use crate::worker::schema::SchemaOptions;
use serde::Serialize;
use serde_json::{Value, json};

/// Characters of a warning that a reply repeats.
const SHOWN_CHARS: usize = 500;

/// Options of both schemas.
pub type Options<'a> = (&'a SchemaOptions, Option<&'a SchemaOptions>);

/// `{format, valid, counts, collected, suppressed, fingerprints, options, issues, transform}`: a report as validation gives it, of the
/// candidate under the target schema, or the source schema where there is no other. `transform` has the rest:
/// `{well_formed, error?, source, target?, checkpoints, output, warnings}`, with a whole report for each schema.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    #[serde(flatten)]
    whole: Whole<'a>,
    transform: Rest<'a>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Whole<'a> {
    Verdict(report::Document<'a>),
    /// There is no verdict on what cannot be read.
    Malformed(Value),
}

#[derive(Debug, Serialize)]
struct Rest<'a> {
    #[serde(flatten)]
    verdicts: Verdicts<'a>,
    checkpoints: Vec<Checkpoint<'a>>,
    output: &'a str,
    warnings: &'a [String],
}

#[derive(Debug, Serialize)]
struct Checkpoint<'a> {
    name: &'a str,
    #[serde(flatten)]
    verdicts: Verdicts<'a>,
}

#[derive(Debug, Serialize)]
struct Verdicts<'a> {
    well_formed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<report::Document<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<report::Document<'a>>,
}

/// The report of a transform.
pub fn document<'a>(transformed: &'a Transformed, options: Options<'_>) -> Document<'a> {
    let candidate = &transformed.candidate;
    let whole = match candidate.decisive() {
        Some(verdict) => Whole::Verdict(report::document(verdict, options.1.unwrap_or(options.0))),
        None => Whole::Malformed(json!({
            "format": FORMAT,
            "valid": false,
            "counts": {"errors": 0, "warnings": 0, "by_code": {}},
            "collected": 0,
            "suppressed": 0,
            "fingerprints": {"document": candidate.file.digest, "schema": null},
            "options": null,
            "issues": [],
        })),
    };
    let checkpoint = |(name, judged): &'a (String, Judged)| Checkpoint { name, verdicts: verdicts(judged, options) };
    let transform = Rest {
        verdicts: verdicts(candidate, options),
        checkpoints: transformed.checkpoints.iter().map(checkpoint).collect(),
        output: &transformed.output,
        warnings: &transformed.warnings,
    };
    Document { whole, transform }
}

fn verdicts<'a>(judged: &'a Judged, (source, target): Options<'_>) -> Verdicts<'a> {
    let none = Verdicts { well_formed: judged.is_well_formed(), error: None, source: None, target: None };
    match &judged.verdicts {
        Err(fault) => Verdicts { error: Some(fault.to_json()), ..none },
        Ok(verdicts) => Verdicts {
            source: Some(report::document(&verdicts.source, source)),
            target: verdicts.target.as_ref().zip(target).map(|(verdict, options)| report::document(verdict, options)),
            ..none
        },
    }
}

/// The warnings that a reply repeats.
pub fn shown_warnings(warnings: &[String]) -> Vec<crate::envelope::Warning> {
    let warning = |message: String| crate::envelope::Warning { code: "transform".to_owned(), message };
    let begin = |text: &String| match text.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.clone(),
    };
    let mut shown: Vec<_> = warnings.iter().take(DETAIL_ITEMS).map(begin).map(warning).collect();
    if warnings.len() > DETAIL_ITEMS {
        shown.push(warning(format!("{} more warnings are in the report.", warnings.len() - DETAIL_ITEMS)));
    }
    shown
}
