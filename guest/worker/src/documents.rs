//! The interface `documents`.

use crate::Component;
use crate::bindings::exports::pyxsd::worker::documents as wit;
use crate::bindings::exports::pyxsd::worker::types::{CodeCount, Failure, Limits, Report, Role};
use crate::schemas::Compiled;
use crate::{capture, failure, issue, options};
use pyxsd_datatypes::Moment;
use pyxsd_schema::{Schema, Severity};

impl wit::Guest for Component {
    fn validate(
        schema: wit::SchemaBorrow<'_>,
        document: String,
        now: String,
        limits: Limits,
    ) -> Result<Report, Failure> {
        let mut schema = schema.get::<Compiled>().0.borrow_mut();
        require_decidable(&schema)?;
        show_time(&schema, &now)?;
        let Some(bytes) = capture::read(&document, limits.xml_bytes) else {
            return Err(failure::not_found(document, Role::Document));
        };
        let report = pyxsd_validator::validate(&mut schema, &document, &bytes, &options::validate(&limits))
            .map_err(|error| failure::xml(&document, Role::Document, &error))?;
        if !report.unsupported.is_empty() {
            return Err(Failure::Unsupported(report.unsupported.iter().map(issue::unsupported).collect()));
        }
        Ok(self::report(report))
    }
}

/// Sets what `current-dateTime()` gives.
pub fn show_time(schema: &Schema, now: &str) -> Result<Moment, Failure> {
    let Some(moment) = pyxsd_query::moment(now) else {
        return Err(Failure::InvalidArgument("`now` is no time with a timezone".to_owned()));
    };
    schema.components.clock.show(&moment);
    Ok(moment)
}

/// What is missing is told before what is wrong: an error may only follow from it.
pub fn require_decidable(schema: &Schema) -> Result<(), Failure> {
    if !schema.unresolved.is_empty() {
        return Err(Failure::Incomplete(schema.unresolved.iter().map(issue::unresolved).collect()));
    }
    if schema.issues.iter().any(|issue| issue.severity == Severity::Error) {
        return Err(Failure::InvalidSchema(schema.issues.iter().map(issue::issue).collect()));
    }
    if !schema.unsupported.is_empty() {
        return Err(Failure::Unsupported(schema.unsupported.iter().map(issue::unsupported).collect()));
    }
    Ok(())
}

/// A verdict.
pub fn report(report: pyxsd_validator::Report) -> Report {
    Report {
        valid: report.is_valid(),
        errors: report.errors,
        warnings: report.warnings,
        by_code: report
            .by_code
            .iter()
            .map(|(code, count)| CodeCount { code: code.as_str().to_owned(), count: *count })
            .collect(),
        suppressed: report.suppressed,
        issues: report.issues.iter().map(issue::issue).collect(),
    }
}
