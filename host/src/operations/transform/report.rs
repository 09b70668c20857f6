//! The report of a transform: that on the candidate under the schema that counts, and everything else that was found.

use super::flow::Transformed;
use super::judge::Judged;
use crate::fault::DETAIL_ITEMS;
use crate::operations::report::{self, FORMAT};
use crate::worker::schema::SchemaOptions;
use serde_json::{Map, Value, json};

/// Options of both schemas.
pub type Options<'a> = (&'a SchemaOptions, Option<&'a SchemaOptions>);

/// `{format, valid, counts, collected, suppressed, fingerprints, options, issues, transform}`: a report as validation gives it, of the
/// candidate under the target schema, or the source schema where there is no other. `transform` has the rest:
/// `{well_formed, error?, source, target?, checkpoints, output, warnings}`, with a whole report for each schema.
pub fn document(transformed: &Transformed, options: Options<'_>) -> Value {
    let candidate = &transformed.candidate;
    let mut whole = match candidate.decisive() {
        Some(verdict) => report::document(verdict, options.1.unwrap_or(options.0)),
        None => json!({
            "format": FORMAT,
            "valid": false,
            "counts": {"errors": 0, "warnings": 0, "by_code": {}},
            "collected": 0,
            "suppressed": 0,
            "fingerprints": {"document": candidate.digest, "schema": null},
            "options": null,
            "issues": [],
        }),
    };
    let mut rest = verdicts(candidate, options);
    let checkpoints = transformed.checkpoints.iter().map(|(name, judged)| {
        let mut told = Map::new();
        told.insert("name".to_owned(), json!(name));
        told.extend(verdicts(judged, options));
        Value::Object(told)
    });
    rest.insert("checkpoints".to_owned(), checkpoints.collect());
    rest.insert("output".to_owned(), json!(transformed.output));
    rest.insert("warnings".to_owned(), json!(transformed.warnings));
    whole["transform"] = Value::Object(rest);
    whole
}

fn verdicts(judged: &Judged, (source, target): Options<'_>) -> Map<String, Value> {
    let mut told = Map::new();
    told.insert("well_formed".to_owned(), json!(judged.is_well_formed()));
    match &judged.verdicts {
        Err(fault) => _ = told.insert("error".to_owned(), fault.to_json()),
        Ok(verdicts) => {
            told.insert("source".to_owned(), report::document(&verdicts.source, source));
            if let (Some(verdict), Some(options)) = (&verdicts.target, target) {
                told.insert("target".to_owned(), report::document(verdict, options));
            }
        }
    }
    told
}

/// The warnings that a reply repeats.
pub fn shown_warnings(warnings: &[String]) -> Vec<crate::envelope::Warning> {
    let warning = |message: String| crate::envelope::Warning { code: "transform".to_owned(), message };
    let mut shown: Vec<_> = warnings.iter().take(DETAIL_ITEMS).cloned().map(warning).collect();
    if warnings.len() > DETAIL_ITEMS {
        shown.push(warning(format!("{} more warnings are in the report.", warnings.len() - DETAIL_ITEMS)));
    }
    shown
}
