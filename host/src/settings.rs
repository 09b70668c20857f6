//! What the operator decided at start. Frozen for the life of the process; a client changes none of it.

use crate::capture::source_root::SourceRoot;
use crate::limits::Limits;
use std::path::{Path, PathBuf};
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

/// Where the default store lies below the project's folder.
pub const STATE_IN_PROJECT: &[&str] = &[".pyxsd", "mcp"];

impl StateSetting {
    /// The state directory; a temporary store has none before it is made.
    pub fn folder(&self, project_root: &Path) -> Option<PathBuf> {
        match self {
            StateSetting::Project => {
                Some(STATE_IN_PROJECT.iter().fold(project_root.to_owned(), |at, part| at.join(part)))
            }
            StateSetting::Folder(folder) => Some(folder.clone()),
            StateSetting::Temporary => None,
        }
    }
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
    /// The tree from which clients may have files captured.
    pub source_root: Option<Arc<SourceRoot>>,
    /// Transforms.
    pub execution: Execution,
    /// Groups that are on, in the order of [`GROUPS`].
    pub groups: Vec<&'static str>,
    /// Limits.
    pub limits: Arc<Limits>,
}
