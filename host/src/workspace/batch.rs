//! A batch of files to put into a workspace.

use super::path::WorkspacePath;
use crate::fault::{Fault, Outcome};
use crate::limits::Limits;
use std::collections::HashSet;

/// Files with distinct paths, within the bound of one upload.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    files: Vec<(WorkspacePath, Vec<u8>)>,
}

impl Batch {
    /// Checks a batch. `invalid_argument` for a path that occurs twice, `input_limit` over `upload_bytes`.
    pub fn new(files: Vec<(WorkspacePath, Vec<u8>)>, limits: &Limits) -> Outcome<Batch> {
        let mut seen = HashSet::new();
        for (place, (path, _)) in files.iter().enumerate() {
            if !seen.insert(path) {
                let field = format!("files[{place}].path");
                return Err(Fault::argument(&field, format!("`{field}`: `{path}` occurs twice in this batch.")));
            }
        }
        let bytes = files.iter().map(|(_, bytes)| bytes.len() as u64).sum::<u64>();
        if bytes > limits.upload_bytes {
            let fault = limits.reached("upload_bytes", bytes);
            return Err(Fault { message: format!("{} Upload the files in several calls.", fault.message), ..fault });
        }
        Ok(Batch { files })
    }

    /// The files, in the order given.
    pub fn files(&self) -> &[(WorkspacePath, Vec<u8>)] {
        &self.files
    }
}
