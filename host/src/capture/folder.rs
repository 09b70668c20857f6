//! Files of a person's own folder, for the command line: ordinary paths, links followed.

use super::CapturedFile;
use super::blobs::Scratch;
use crate::fault::{Fault, FaultCode, Outcome};
use crate::limits::Limits;
use crate::workspace::WorkspacePath;
use std::io::Read as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The common folder of the files that a command names. Nothing outside it is read.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    scratch: Arc<Scratch>,
}

impl Folder {
    /// The common folder of `files`, and each file's path in it. `not_found` for one that is not there, `invalid_argument` for one
    /// that is no file or has a name that cannot be used.
    pub fn around(files: &[&Path]) -> Outcome<(Folder, Vec<WorkspacePath>)> {
        let absolute = files.iter().map(|file| absolute(file)).collect::<Outcome<Vec<_>>>()?;
        let mut root: PathBuf = absolute.first().and_then(|file| file.parent()).unwrap_or(Path::new("/")).to_owned();
        while !absolute.iter().all(|file| file.starts_with(&root)) {
            root.pop();
        }
        let inside = |(given, file): (&&Path, &PathBuf)| {
            let parts = file.strip_prefix(&root).unwrap_or(file).components().map(Component::as_os_str);
            let parts: Option<Vec<&str>> = parts.map(std::ffi::OsStr::to_str).collect();
            let path = parts.and_then(|parts| WorkspacePath::parse(&parts.join("/")).ok());
            path.ok_or_else(|| refused(given, "its name cannot be used"))
        };
        let paths = files.iter().zip(&absolute).map(inside).collect::<Outcome<Vec<_>>>()?;
        Ok((Folder { root, scratch: Scratch::create()? }, paths))
    }

    /// A private copy of a file; `None` where there is no plain file. `input_limit` over the limit `key`.
    pub fn capture(
        &self,
        path: &WorkspacePath,
        key: &'static str,
        maximum: u64,
        limits: &Limits,
    ) -> Outcome<Option<CapturedFile>> {
        let on_disk = self.on_disk(path);
        let file = match open_plain(&on_disk) {
            Ok(Some(file)) => file,
            Ok(None) => return Ok(None),
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(cause) => return Err(refused(&on_disk, &cause.to_string())),
        };
        let mut bytes = Vec::new();
        file.take(maximum.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|cause| refused(&on_disk, &cause.to_string()))?;
        if bytes.len() as u64 > maximum {
            return Err(limits.reached(key, bytes.len() as u64).with("path", path.as_str()));
        }
        Ok(Some(CapturedFile::new(self.scratch.store(&bytes)?)))
    }

    /// Where a file stands.
    pub fn on_disk(&self, path: &WorkspacePath) -> PathBuf {
        self.root.join(path.as_str())
    }
}

/// Opens a plain file; nothing where there is something else. Never waits: a pipe without a writer would keep an ordinary open for ever.
pub fn open_plain(path: &Path) -> std::io::Result<Option<std::fs::File>> {
    let flags = rustix::fs::OFlags::NONBLOCK.bits();
    let file = std::fs::OpenOptions::new().read(true).custom_flags(flags.cast_signed()).open(path)?;
    Ok(file.metadata()?.is_file().then_some(file))
}

/// The folder without links, the name as given: so that references beside the name that a person uses are found.
fn absolute(file: &Path) -> Outcome<PathBuf> {
    let name = file.file_name().ok_or_else(|| refused(file, "it names no file"))?;
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let absolute = folder.canonicalize().map_err(|cause| refused(file, &cause.to_string()))?.join(name);
    match std::fs::metadata(&absolute) {
        Ok(metadata) if metadata.is_file() => Ok(absolute),
        Ok(_) => Err(refused(file, "it is not a plain file")),
        Err(cause) => Err(refused(file, &cause.to_string())),
    }
}

fn refused(file: &Path, why: &str) -> Fault {
    let file = file.display().to_string();
    Fault::new(FaultCode::InvalidArgument, format!("{file} cannot be read: {why}")).with("file", file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_folder_of_files_is_found_and_bounds_what_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        std::fs::create_dir_all(at("a/b")).unwrap();
        std::fs::write(at("a/b/x.xml"), "<x/>").unwrap();
        std::fs::write(at("a/s.xsd"), "<s/>").unwrap();
        let (x, s) = (at("a/b/x.xml"), at("a/b/../s.xsd"));
        let (common, paths) = Folder::around(&[&x, &s]).unwrap();
        assert_eq!(paths.iter().map(WorkspacePath::as_str).collect::<Vec<_>>(), ["b/x.xml", "s.xsd"]);
        let limits = Limits { xml_bytes: 3, ..Limits::default() };
        assert!(common.capture(&paths[1], "xsd_bytes", limits.xsd_bytes, &limits).unwrap().is_some());
        let fault = common.capture(&paths[0], "xml_bytes", limits.xml_bytes, &limits).unwrap_err();
        assert_eq!((fault.code, fault.details["limit"].as_str()), (FaultCode::InputLimit, Some("xml_bytes")));
        let absent = WorkspacePath::parse("b/none").unwrap();
        assert!(common.capture(&absent, "xml_bytes", 9, &limits).unwrap().is_none());
        assert!(Folder::around(&[&at("a")]).is_err());
        assert!(Folder::around(&[&at("none")]).is_err());
    }

    #[test]
    fn a_pipe_is_no_plain_file_and_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(open_plain(&pipe).unwrap().is_none());
        assert!(open_plain(Path::new("/dev/zero")).unwrap().is_none());
        assert!(open_plain(&folder.path().join("none")).is_err());
    }
}
