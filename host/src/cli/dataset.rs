//! The folder that `export` makes: complete under its name, or not there.

use crate::fault::{Fault, FaultCode, Outcome};
use crate::operations::export_records::Member;
use rustix::fs::{CWD, RenameFlags, renameat_with};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// A folder that does not exist yet.
#[derive(Debug)]
pub struct Destination {
    parent: PathBuf,
    path: PathBuf,
}

impl Destination {
    /// The folder that a person names; `invalid_argument` where there is something of that name, or no folder to make it in.
    pub fn new(path: &Path) -> Outcome<Destination> {
        let parent = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        if path.file_name().is_none() || path.symlink_metadata().is_ok() {
            return Err(exists(path));
        }
        if !parent.is_dir() {
            let message =
                format!("--output {}: there is no folder {} to make it in.", path.display(), parent.display());
            return Err(Fault::new(FaultCode::InvalidArgument, message));
        }
        Ok(Destination { parent: parent.to_owned(), path: path.to_owned() })
    }

    /// Writes the files beside and gives the folder its name when they are all there. What is there already is never replaced.
    pub fn write(&self, members: &[Member]) -> Outcome<()> {
        let failed = |cause: std::io::Error| {
            let message = format!("--output {}: it cannot be written: {cause}.", self.path.display());
            Fault::new(FaultCode::InvalidArgument, message)
        };
        let staging = tempfile::Builder::new().prefix(".pyxsd-export-").tempdir_in(&self.parent).map_err(failed)?;
        // Inside, so that it has the permissions that folders of the person have.
        let staged = staging.path().join("dataset");
        fs::create_dir(&staged).map_err(failed)?;
        for member in members {
            let place = staged.join(&member.relative_path);
            if let Some(folder) = place.parent() {
                fs::create_dir_all(folder).map_err(failed)?;
            }
            let mut contents = member.open()?;
            let mut file = File::create_new(&place).map_err(failed)?;
            std::io::copy(&mut contents, &mut file).and_then(|_| file.sync_all()).map_err(failed)?;
        }
        renameat_with(CWD, &staged, CWD, &self.path, RenameFlags::NOREPLACE).map_err(|cause| match cause {
            rustix::io::Errno::EXIST => exists(&self.path),
            cause => failed(cause.into()),
        })
    }
}

fn exists(path: &Path) -> Fault {
    let message = format!(
        "--output {}: there is something of that name; a data set is never added to or replaced.",
        path.display()
    );
    Fault::new(FaultCode::InvalidArgument, message)
}
