//! A host in the test's own process, for guests that are not ours.

use pyxsd_mcp::host::Host;
use pyxsd_mcp::limits::Limits;
use pyxsd_mcp::settings::{Execution, Settings, StateSetting};
use pyxsd_mcp::worker::Workers;
use std::sync::Arc;

/// A host with these workers that keeps nothing.
pub fn host_with(workers: Workers, limits: Limits) -> Host {
    let settings = Settings {
        project_root: "/".into(),
        state: StateSetting::Temporary,
        source_root: None,
        execution: Execution::Disabled,
        groups: vec!["core"],
        limits: Arc::new(limits),
    };
    Host::new(settings, Vec::new()).with_workers(workers)
}
