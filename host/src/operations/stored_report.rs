//! One issue out of a retained report. A report may have many megabytes, of which nothing but that issue is kept.

use super::report::FORMAT;
use crate::fault::{Fault, FaultCode, Outcome};
use crate::store::{Kind, Reading};
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::fmt;

/// An issue as the report has it.
#[derive(Debug, PartialEq)]
pub struct StoredIssue {
    /// Its code.
    pub code: String,
    /// All of it.
    pub value: Value,
}

/// The issue at `index` of a report, counted from 0. `invalid_argument` where the artifact is no report, `not_found` with role `issue`
/// where it has fewer issues.
pub fn issue(reading: &Reading, index: u64) -> Outcome<StoredIssue> {
    let artifact = &reading.artifact;
    if artifact.kind != Kind::Report {
        let message = format!("`artifact_id` names a {}; issues are in reports only.", artifact.kind.name());
        return Err(Fault::argument("artifact_id", message).with("allowed", vec![Kind::Report.name()]));
    }
    let found = find(&reading.whole()?, index).map_err(|cause| {
        tracing::error!("a report cannot be read: {cause}");
        let message = "The artifact is listed as a report, but is not one that this version of the server can read.";
        Fault::new(FaultCode::StateCorrupt, message).with("id", artifact.artifact_id.as_str())
    })?;
    found.issue.ok_or_else(|| {
        let message = format!("The report has {} issues; `index` counts them from 0.", found.total);
        Fault::new(FaultCode::NotFound, message)
            .with("id", artifact.artifact_id.as_str())
            .with("role", "issue")
            .with("index", index)
            .with("total", found.total)
    })
}

#[derive(Debug, Default)]
struct Found {
    issue: Option<StoredIssue>,
    total: u64,
}

fn find(report: &[u8], index: u64) -> serde_json::Result<Found> {
    let mut reader = serde_json::Deserializer::from_slice(report);
    let found = ReportAt(index).deserialize(&mut reader)?;
    reader.end()?;
    Ok(found)
}

/// A report, of which the issue at this index is wanted.
struct ReportAt(u64);

impl<'de> DeserializeSeed<'de> for ReportAt {
    type Value = Found;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Found, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ReportAt {
    type Value = Found;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a report of the format {FORMAT}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Found, A::Error> {
        let (mut found, mut known_format) = (None, false);
        while let Some(name) = members.next_key::<String>()? {
            match name.as_str() {
                "format" => known_format = members.next_value::<String>()? == FORMAT,
                "issues" => found = Some(members.next_value_seed(IssuesAt(self.0))?),
                _ => _ = members.next_value::<IgnoredAny>()?,
            }
        }
        found.filter(|_| known_format).ok_or_else(|| A::Error::custom("not the format of a report"))
    }
}

/// A list of issues, of which the one at this index is wanted.
struct IssuesAt(u64);

impl<'de> DeserializeSeed<'de> for IssuesAt {
    type Value = Found;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Found, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for IssuesAt {
    type Value = Found;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of issues")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Found, A::Error> {
        let mut found = Found::default();
        loop {
            if found.total == self.0 {
                let Some(value) = items.next_element::<Value>()? else { return Ok(found) };
                let code = value["code"].as_str().ok_or_else(|| A::Error::custom("an issue without a code"))?;
                found.issue = Some(StoredIssue { code: code.to_owned(), value });
            } else if items.next_element::<IgnoredAny>()?.is_none() {
                return Ok(found);
            }
            found.total += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn report() -> Vec<u8> {
        let issues: Vec<Value> = (0..5).map(|n| json!({"code": format!("c{n}"), "line": n})).collect();
        json!({"format": FORMAT, "valid": false, "issues": issues, "options": {}}).to_string().into_bytes()
    }

    #[test]
    fn the_issue_at_an_index_is_found_and_the_others_are_counted() {
        for index in 0..5 {
            let found = find(&report(), index).unwrap();
            assert_eq!((found.total, found.issue.map(|issue| issue.code)), (5, Some(format!("c{index}"))));
        }
        assert_eq!(find(&report(), 5).map(|found| (found.total, found.issue)).unwrap(), (5, None));
    }

    #[test]
    fn what_is_no_report_is_refused() {
        for text in [
            r#"{"format":"pyxsd-report/2","issues":[]}"#,
            r#"{"issues":[]}"#,
            r#"{"format":"pyxsd-report/1"}"#,
            r#"{"format":"pyxsd-report/1","issues":[{}]}"#,
            r#"{"format":"pyxsd-report/1","issues":[]} x"#,
            "[]",
            "",
        ] {
            assert!(find(text.as_bytes(), 0).is_err(), "{text}");
        }
    }
}
