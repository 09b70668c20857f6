//! Workspaces: session-only sets of input files.

mod batch;
mod path;
mod session;
#[cfg(test)]
mod tests;

pub use batch::Batch;
pub use path::{PART_BYTES, PATH_BYTES, WorkspacePath};
pub use session::{FileSummary, Snapshot, WorkspaceSummary, Workspaces};
