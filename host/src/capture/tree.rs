//! Where the files of an operation are read from when they were not uploaded.

use super::CapturedFile;
use crate::fault::{Fault, FaultCode, Outcome};
use crate::limits::Limits;
use crate::workspace::WorkspacePath;

/// The limit that bounds one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// The limit's key.
    pub key: &'static str,
    /// Most bytes.
    pub bytes: u64,
}

impl Bound {
    /// That of instance documents.
    pub fn of_documents(limits: &Limits) -> Bound {
        Bound { key: "xml_bytes", bytes: limits.xml_bytes }
    }

    /// That of schema documents.
    pub fn of_schemas(limits: &Limits) -> Bound {
        Bound { key: "xsd_bytes", bytes: limits.xsd_bytes }
    }

    /// `input_limit` for a file of at least that many bytes.
    pub fn exceeded(self, path: &WorkspacePath, bytes: u64, limits: &Limits) -> Fault {
        limits.reached(self.key, bytes).with("path", path.as_str())
    }
}

/// What a tree has at a path.
#[derive(Debug, Clone)]
pub enum Found {
    /// A plain file; this is its private copy.
    File(CapturedFile),
    /// Nothing that may be read. The reason completes "the file …".
    Absent(String),
}

/// A tree of files of which an operation captures those that it needs.
pub trait Tree: Send + Sync + std::fmt::Debug {
    /// A private copy of the file at `path`. `input_limit` over the bound; `state_io` where scratch fails.
    fn capture(&self, path: &WorkspacePath, bound: Bound, limits: &Limits) -> Outcome<Found>;

    /// Checks at the end of a capture that what was read, and what was missing, is still so: the copies then belong together.
    fn verify(&self) -> Outcome<()> {
        Ok(())
    }
}

/// A file changed while it was captured.
pub fn changed(path: &WorkspacePath) -> Fault {
    let message = format!("`{path}` was changed while it was captured. Call again when nobody writes to it.");
    Fault::new(FaultCode::StateBusy, message).with("path", path.as_str())
}
