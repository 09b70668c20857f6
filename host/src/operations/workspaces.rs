//! `pyxsd_manage_workspace` and `pyxsd_put_files`.

use super::arguments::Arguments;
use crate::audit;
use crate::envelope::{Provenance, Reply};
use crate::fault::{Fault, Outcome};
use crate::host::Host;
use crate::workspace::{Batch, WorkspacePath};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

#[derive(Debug, Clone, Copy)]
enum Action {
    Create,
    List,
    Release,
}

const ACTIONS: &[(&str, Action)] = &[("create", Action::Create), ("list", Action::List), ("release", Action::Release)];

/// `pyxsd_manage_workspace {action, workspace_id?}`.
pub fn manage(host: &Host, arguments: Map<String, Value>) -> Outcome<Reply> {
    let mut arguments = Arguments::new(arguments);
    let action = arguments.choice("action", ACTIONS)?;
    let id = arguments.optional_string("workspace_id")?;
    arguments.finish()?;
    match (action, id) {
        (Action::Create, None) => {
            let workspace = host.workspaces.create()?;
            let provenance = Provenance::of_workspace(&workspace.workspace_id, workspace.generation);
            Ok(Reply { provenance, ..Reply::of(json!({ "workspace": workspace })) })
        }
        (Action::List, None) => Ok(Reply::of(json!({ "workspaces": host.workspaces.list() }))),
        (Action::Release, Some(id)) => {
            let workspace = host.workspaces.release(&id)?;
            let provenance = Provenance::of_workspace(&workspace.workspace_id, workspace.generation);
            Ok(Reply { provenance, ..Reply::of(json!({ "released": workspace })) })
        }
        (Action::Release, None) => {
            Err(Fault::argument("workspace_id", "`workspace_id` is missing; `release` needs the workspace to release."))
        }
        (Action::Create | Action::List, Some(_)) => {
            Err(Fault::argument("workspace_id", "`workspace_id` is taken with `action` `release` only."))
        }
    }
}

/// `pyxsd_put_files {workspace_id, files: [{path, text} | {path, base64}]}`.
pub fn put_files(host: &Host, arguments: Map<String, Value>) -> Outcome<Reply> {
    let mut arguments = Arguments::new(arguments);
    let id = arguments.string("workspace_id")?;
    let files = arguments.objects("files")?;
    arguments.finish()?;
    let files = files.into_iter().map(file).collect::<Outcome<Vec<_>>>()?;
    let batch = Batch::new(files, &host.settings.limits)?;
    let (workspace, files) = host.workspaces.put(&id, batch)?;
    audit::note(|known| known.inputs.extend(files.iter().map(|file| file.digest)));
    let provenance = Provenance::of_workspace(&workspace.workspace_id, workspace.generation);
    let data = json!({
        "workspace_id": workspace.workspace_id,
        "generation": workspace.generation,
        "files": files,
        "bytes": workspace.bytes,
    });
    Ok(Reply { provenance, ..Reply::of(data) })
}

fn file(mut arguments: Arguments) -> Outcome<(WorkspacePath, Vec<u8>)> {
    let path = arguments.path("path")?;
    let text = arguments.optional_string("text")?;
    let base64 = arguments.optional_string("base64")?;
    let place = arguments.place("base64");
    let both = arguments.place("text");
    arguments.finish()?;
    match (text, base64) {
        (Some(text), None) => Ok((path, text.into_bytes())),
        (None, Some(encoded)) => match STANDARD.decode(encoded.as_bytes()) {
            Ok(bytes) => Ok((path, bytes)),
            Err(cause) => Err(Fault::argument(&place, format!("`{place}` is not base64: {cause}."))),
        },
        (None, None) => {
            Err(Fault::argument(&both, format!("`{both}` or `{place}` is missing; one of them gives the contents.")))
        }
        (Some(_), Some(_)) => {
            Err(Fault::argument(&both, format!("`{both}` and `{place}` are given; only one may be.")))
        }
    }
}
