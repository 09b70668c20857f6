//! The operator's file of audit events.

use rustix::fs::OFlags;
use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// A file that lines are appended to. Several servers may append to one: each line is one write.
#[derive(Debug)]
pub struct AuditFile(Mutex<State>);

#[derive(Debug)]
struct State {
    file: File,
    /// The last line was written in part only.
    torn: bool,
    told: bool,
}

impl AuditFile {
    /// Opens the file, or makes it.
    pub fn open(path: &Path) -> std::io::Result<AuditFile> {
        // Not to wait for the reader of a pipe; a plain file is never waited for.
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let flags = i32::try_from(flags.bits()).map_err(Error::other)?;
        let opened = OpenOptions::new().append(true).create(true).mode(0o600).custom_flags(flags).open(path);
        let file = opened.map_err(|cause| match cause.raw_os_error() {
            Some(code) if code == rustix::io::Errno::LOOP.raw_os_error() => refused("it is a link"),
            _ => cause,
        })?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(refused("it is not a plain file"));
        }
        if metadata.nlink() > 1 {
            return Err(refused("it has other names (hard links)"));
        }
        Ok(AuditFile(Mutex::new(State { file, torn: false, told: false })))
    }

    /// Appends a line. A failure is told on the log, the first time.
    pub fn append(&self, mut line: String) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        line.push('\n');
        if state.torn {
            line.insert(0, '\n');
        }
        match write(&mut state.file, line.as_bytes()) {
            Ok(()) => state.torn = false,
            Err((cause, written)) => {
                state.torn |= written > 0;
                if !std::mem::replace(&mut state.told, true) {
                    tracing::error!("the audit file cannot be written, and events are lost: {cause}");
                }
            }
        }
    }
}

fn write(file: &mut File, line: &[u8]) -> Result<(), (Error, usize)> {
    let mut written = 0;
    while written < line.len() {
        match file.write(&line[written..]) {
            Ok(0) => return Err((ErrorKind::WriteZero.into(), written)),
            Ok(more) => written += more,
            Err(cause) if cause.kind() == ErrorKind::Interrupted => {}
            Err(cause) => return Err((cause, written)),
        }
    }
    Ok(())
}

fn refused(why: &str) -> Error {
    Error::new(ErrorKind::InvalidInput, why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    #[test]
    fn a_new_file_is_private_and_an_existing_one_is_appended_to() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("audit");
        for line in ["one", "two"] {
            AuditFile::open(&path).unwrap().append(line.to_owned());
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one\ntwo\n");
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn links_pipes_and_folders_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("target"), "kept").unwrap();
        symlink(at("target"), at("link")).unwrap();
        symlink(at("none"), at("dangling")).unwrap();
        std::fs::hard_link(at("target"), at("other-name")).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
        for name in ["link", "dangling", "other-name", "pipe", ""] {
            assert!(AuditFile::open(&at(name)).is_err(), "{name}");
        }
        assert_eq!(std::fs::read_to_string(at("target")).unwrap(), "kept");
        assert!(!at("none").exists());
    }

    #[test]
    fn a_full_disk_breaks_nothing() {
        let full = OpenOptions::new().append(true).open("/dev/full").unwrap();
        let file = AuditFile(Mutex::new(State { file: full, torn: false, told: false }));
        file.append("one".to_owned());
        file.append("two".to_owned());
        let state = file.0.lock().unwrap();
        assert_eq!((state.told, state.torn), (true, false));
    }
}
