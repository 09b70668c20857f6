//! `pyxsd_inspect_model` and `pyxsd_validate_data`: elements as JSON.

use super::arguments::Arguments;
use super::gather::Gathering;
use super::inquiry;
use super::inspect::strings;
use super::references;
use crate::envelope::Reply;
use crate::fault::Outcome;
use crate::host::Host;
use crate::worker::Times;
use crate::worker::inquiry::{Inquiry, Selection};
use serde_json::{Map, Value};
use std::sync::Arc;

/// `pyxsd_inspect_model {workspace_id, schema_ref, element, path?}`.
pub async fn inspect_model(host: Arc<Host>, arguments: Map<String, Value>) -> Outcome<Reply> {
    asked(&host, arguments, |arguments| Ok(Inquiry::Model { element: selection(arguments)? })).await
}

/// `pyxsd_validate_data {workspace_id, schema_ref, element, path?, data}`. `data` is JSON as text, for numbers in it keep every digit:
/// the server gives the very text of the argument.
pub async fn validate_data(host: Arc<Host>, arguments: Map<String, Value>) -> Outcome<Reply> {
    let inquiry = |arguments: &mut Arguments| {
        Ok(Inquiry::ValidateData { element: selection(arguments)?, data: arguments.string("data")? })
    };
    asked(&host, arguments, inquiry).await
}

fn selection(arguments: &mut Arguments) -> Outcome<Selection> {
    Ok(Selection { element: arguments.string("element")?, path: strings(arguments, "path")? })
}

async fn asked(
    host: &Host,
    arguments: Map<String, Value>,
    inquiry: impl FnOnce(&mut Arguments) -> Outcome<Inquiry>,
) -> Outcome<Reply> {
    let mut arguments = Arguments::new(arguments);
    let workspace_id = arguments.string("workspace_id")?;
    let schema = references::schema(&mut arguments, "schema_ref")?;
    let inquiry = inquiry(&mut arguments)?;
    arguments.finish()?;
    let mut gathering = Gathering::of_workspace(host, &workspace_id)?;
    let times = Times::of_document(&host.settings.limits);
    let (outcome, snapshot) = inquiry::ask(&mut gathering, &schema, inquiry, times).await?;
    Ok(inquiry::reply(outcome, &snapshot, &schema))
}
