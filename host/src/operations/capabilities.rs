//! `pyxsd_capabilities`.

use super::arguments::Arguments;
use crate::envelope::Reply;
use crate::fault::Outcome;
use crate::host::Host;
use crate::settings::Execution;
use serde_json::{Map, Value, json};

/// `pyxsd_capabilities {}`: what this server is, may and can.
pub fn capabilities(host: &Host, arguments: Map<String, Value>) -> Outcome<Reply> {
    Arguments::new(arguments).finish()?;
    let settings = &host.settings;
    Ok(Reply::of(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "protocol_versions": host.protocol_versions,
        "groups": settings.groups,
        "execution": {
            "backend": settings.execution.name(),
            "enabled": settings.execution == Execution::Wasm,
        },
        "limits": settings.limits.to_json(),
        "source_root": settings.source_root.is_some(),
        "adapters": [],
        "components": host.components(),
    })))
}
