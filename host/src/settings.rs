//! What the operator decided at start. Frozen for the life of the process; a client changes none of it.

use crate::limits::Limits;
use std::path::PathBuf;
use std::sync::Arc;

/// Where retained outputs go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StateSetting {
    /// `.pyxsd/mcp` of the project root.
    Project,
    /// The folder given.
    Folder(PathBuf),
    /// A temporary store, removed on orderly shutdown.
    Temporary,
}

/// Whether transforms may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Execution {
    /// They answer `execution_disabled`.
    Disabled,
    /// In the sandbox.
    Wasm,
}

impl Execution {
    /// The word in flags and replies.
    pub fn name(self) -> &'static str {
        match self {
            Execution::Disabled => "disabled",
            Execution::Wasm => "wasm",
        }
    }
}

/// Groups of tools that an operator can leave out. `core` is always on.
pub const GROUPS: &[&str] = &["core", "query", "models", "records", "compare", "transform"];

/// Everything that is decided at start.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The project's folder, absolute.
    pub project_root: PathBuf,
    /// The store.
    pub state: StateSetting,
    /// Transforms.
    pub execution: Execution,
    /// Groups that are on, in the order of [`GROUPS`].
    pub groups: Vec<&'static str>,
    /// Limits.
    pub limits: Arc<Limits>,
}
