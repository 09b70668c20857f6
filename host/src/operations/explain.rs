//! `pyxsd_explain_issue`: what an issue code means, why it usually comes and what to do, with a case that shows it.

use super::arguments::Arguments;
use super::issue_table::{IssueTable, NAMES};
use super::stored_report::{self, StoredIssue};
use crate::audit;
use crate::envelope::Reply;
use crate::fault::{DETAIL_ITEMS, Fault, FaultCode, Outcome};
use crate::host::Host;
use crate::store::ArtifactId;
use serde_json::{Map, Value};

/// `pyxsd_explain_issue {code?, artifact_id?, index?}`: `code`, or the issue at `index` of a retained report, or both if they agree.
pub fn explain(host: &Host, arguments: Map<String, Value>) -> Outcome<Reply> {
    let mut arguments = Arguments::new(arguments);
    let code = arguments.optional_string("code")?;
    let id = arguments.optional_string("artifact_id")?;
    let index = arguments.optional_number("index", 0, u64::MAX)?;
    arguments.finish()?;

    let issue = match (id, index) {
        (Some(id), Some(index)) => Some(issue(host, &id, index)?),
        (None, None) => None,
        (Some(_), None) => {
            return Err(Fault::argument("index", "`index` is missing: which issue of the report, counted from 0."));
        }
        (None, Some(_)) => {
            return Err(Fault::argument("artifact_id", "`artifact_id` is missing: the report that `index` counts in."));
        }
    };
    let code = match (code, &issue) {
        (Some(code), Some(issue)) if code != issue.code => return Err(disagreement(&code, issue)),
        (Some(code), _) => code,
        (None, Some(issue)) => issue.code.clone(),
        (None, None) => {
            let message =
                "`code` is missing: give an issue code, or `artifact_id` and `index` of an issue in a report.";
            return Err(Fault::argument("code", message));
        }
    };
    let entry = IssueTable::get().entry(&code).ok_or_else(|| unknown(&code, issue.is_some()))?;
    let mut data: Map<String, Value> =
        NAMES.iter().map(|name| ((*name).to_owned(), entry.get(*name).cloned().unwrap_or_default())).collect();
    if let Some(issue) = issue {
        data.insert("issue".to_owned(), issue.value);
    }
    Ok(Reply::of(Value::Object(data)))
}

fn issue(host: &Host, id: &str, index: u64) -> Outcome<StoredIssue> {
    let id = ArtifactId::parse(id).ok_or_else(|| ArtifactId::not_found(id))?;
    let reading = host.store.open(&id)?;
    audit::note(|known| known.inputs.push(reading.artifact.digest));
    stored_report::issue(&reading, index)
}

fn disagreement(code: &str, issue: &StoredIssue) -> Fault {
    let message = format!("`code` is `{code}`, but the issue has the code `{}`; leave one of them out.", issue.code);
    Fault::argument("code", message).with("allowed", vec![issue.code.clone()])
}

/// Of a report, the code is that of another version of the server; of a caller, it is a mistake.
fn unknown(code: &str, of_a_report: bool) -> Fault {
    if of_a_report {
        let message = format!("The report has the code `{code}`, which this version of the server does not know.");
        return Fault::new(FaultCode::NotFound, message).with("id", code).with("role", "issue_code");
    }
    let mut candidates = IssueTable::get().like(code);
    candidates.truncate(DETAIL_ITEMS);
    let near = if candidates.is_empty() { String::new() } else { format!(" Near it: {}.", candidates.join(", ")) };
    let message = format!("There is no issue code `{code}`.{near} The resource pyxsd://issue-codes lists all.");
    Fault::argument("code", message).with("candidates", candidates)
}
