//! `pyxsd_list_artifacts`, `pyxsd_read_artifact` and `pyxsd_delete_artifact`.

use super::arguments::Arguments;
use super::cursor::Binding;
use super::paging::Paging;
use crate::audit;
use crate::envelope::{Reply, Warning};
use crate::fault::{Fault, FaultCode, Outcome};
use crate::host::Host;
use crate::store::{ArtifactId, Deletion, KINDS, Kind, Reading};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

const LIST: &str = "pyxsd_list_artifacts";

/// `pyxsd_list_artifacts {kind?, cursor?, page_size?}`.
pub fn list(host: &Host, arguments: Map<String, Value>) -> Outcome<Reply> {
    let limits = &host.settings.limits;
    let mut arguments = Arguments::new(arguments);
    let kind = arguments.optional_choice("kind", KINDS)?;
    let paging = Paging::take(&mut arguments, limits)?;
    arguments.finish()?;

    // The identity of the store is part of the binding and is known only after a look into it.
    let store = host.store.list(0, kind, 0)?.store;
    let binding = bind(&store, kind);
    let after = paging.start(&binding)?;
    let mut entries = host.store.list(after, kind, paging.size() + 1)?.entries;
    let more = entries.len() as u64 > paging.size();
    entries.truncate(usize::try_from(paging.size()).unwrap_or(usize::MAX));
    let artifacts: Vec<_> = entries.iter().map(|entry| &entry.artifact).collect();
    // Bound to the position of the last artifact shown, which stays when others are deleted.
    let cursor = |returned: usize| {
        let last = returned.checked_sub(1).and_then(|last| entries.get(last));
        paging.next(&binding, last.map_or(after, |entry| entry.position), &[])
    };
    paging.fill(Reply::of(json!({})), "artifacts", &artifacts, more, cursor, limits)
}

fn bind(store: &str, kind: Option<Kind>) -> Binding {
    Binding::new([LIST.as_bytes(), store.as_bytes(), kind.map_or("", Kind::name).as_bytes()])
}

/// `pyxsd_read_artifact {artifact_id, offset?, length?}`.
pub fn read(host: &Host, arguments: Map<String, Value>) -> Outcome<Reply> {
    let mut arguments = Arguments::new(arguments);
    let id = artifact_id(&mut arguments)?;
    let offset = arguments.optional_number("offset", 0, u64::MAX)?.unwrap_or(0);
    let length = arguments.optional_number("length", 1, u64::MAX)?;
    arguments.finish()?;

    let reading = host.store.open(&id)?;
    audit::note(|known| known.inputs.push(reading.artifact.digest));
    let size = reading.artifact.size;
    if offset > size {
        let message = format!("`offset` lies beyond the end of the artifact, which has {size} bytes.");
        return Err(Fault::argument("offset", message).with("maximum", size));
    }
    let room = room(&reading, host.settings.limits.result_bytes);
    let wanted = length.map_or(room, |length| length).min(size - offset);
    if wanted > room || (room == 0 && offset < size) {
        let message = format!("A range of {wanted} bytes does not fit a reply; ask for at most {room}.");
        return Err(Fault::new(FaultCode::ResponseLimit, message)
            .with("limit", "result_bytes")
            .with("value", wanted)
            .with("maximum", room)
            .with("flag", "--limit result_bytes=VALUE"));
    }
    let bytes = reading.range(offset, wanted)?;
    Ok(range_reply(&reading, &STANDARD.encode(&bytes), offset, bytes.len() as u64))
}

/// How many bytes of an artifact fit a reply.
fn room(reading: &Reading, result_bytes: u64) -> u64 {
    let size = reading.artifact.size;
    let around = range_reply(reading, "", size, size).bytes();
    result_bytes.saturating_sub(around) / 4 * 3
}

fn range_reply(reading: &Reading, data: &str, offset: u64, length: u64) -> Reply {
    let mut range = json!(reading.artifact);
    range["data"] = json!(data);
    range["offset"] = json!(offset);
    range["length"] = json!(length);
    Reply::of(range)
}

/// `pyxsd_delete_artifact {artifact_id}`.
pub fn delete(host: &Host, arguments: Map<String, Value>) -> Outcome<Reply> {
    let mut arguments = Arguments::new(arguments);
    let id = artifact_id(&mut arguments)?;
    arguments.finish()?;
    let deletion = host.store.delete(&id)?;
    let mut reply = Reply::of(json!({"deleted": deletion != Deletion::Absent}));
    if deletion == Deletion::FileLeft {
        let message = "The artifact is no longer listed, but its file could not be removed from the store's folder.";
        reply.warnings.push(Warning { code: "file_left".to_owned(), message: message.to_owned() });
    }
    Ok(reply)
}

fn artifact_id(arguments: &mut Arguments) -> Outcome<ArtifactId> {
    let text = arguments.string("artifact_id")?;
    // A handle of another form cannot have come from here; to the caller that is no different from one that is gone.
    ArtifactId::parse(&text).ok_or_else(|| ArtifactId::not_found(&text))
}
