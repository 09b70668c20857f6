//! Files of a person's own folder, for the command line: ordinary paths, links followed.

use super::CapturedFile;
use super::blobs::Scratch;
use super::tree::{Bound, Found, Tree};
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
    /// The common folder of those of `files` that can be read, and each file's path in it, or why it has none: `not_found` for one
    /// that is not there or is no plain file, `invalid_argument` for one whose name cannot be used.
    pub fn around(files: &[&Path]) -> Outcome<(Folder, Vec<Outcome<WorkspacePath>>)> {
        let absolute: Vec<Outcome<PathBuf>> = files.iter().map(|file| absolute(file)).collect();
        let mut there = absolute.iter().flatten();
        let mut root = there.next().and_then(|file| file.parent()).unwrap_or(Path::new("/")).to_owned();
        while !absolute.iter().flatten().all(|file| file.starts_with(&root)) {
            root.pop();
        }
        let inside =
            |(given, file): (&&Path, Outcome<PathBuf>)| usable(given, file?.strip_prefix(&root).unwrap_or(given));
        let paths = files.iter().zip(absolute).map(inside).collect();
        Ok((Folder { root, scratch: Scratch::create()? }, paths))
    }

    /// A folder that a person names, and each file's path in it; `invalid_argument` for a file outside it.
    pub fn at(root: &Path, files: &[&Path]) -> Outcome<(Folder, Vec<Outcome<WorkspacePath>>)> {
        let root = root.canonicalize().map_err(|cause| unreadable(root, &cause.to_string()))?;
        let inside = |given: &&Path| match absolute(given)?.strip_prefix(&root) {
            Ok(inside) => usable(given, inside),
            Err(_) => {
                let message = format!("{} is not in the folder {}.", given.display(), root.display());
                Err(Fault::new(FaultCode::InvalidArgument, message))
            }
        };
        let paths = files.iter().map(inside).collect();
        Ok((Folder { root, scratch: Scratch::create()? }, paths))
    }

    /// The folder, without links.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where a file stands.
    pub fn on_disk(&self, path: &WorkspacePath) -> PathBuf {
        self.root.join(path.as_str())
    }
}

impl Tree for Folder {
    fn capture(&self, path: &WorkspacePath, bound: Bound, limits: &Limits) -> Outcome<Found> {
        let file = match open_plain(&self.on_disk(path)) {
            Ok(Some(file)) => file,
            Ok(None) => return Ok(Found::Absent("is not a plain file".to_owned())),
            Err(cause) => return Ok(Found::Absent(format!("cannot be read: {cause}"))),
        };
        let mut bytes = Vec::new();
        if let Err(cause) = file.take(bound.bytes.saturating_add(1)).read_to_end(&mut bytes) {
            return Ok(Found::Absent(format!("cannot be read: {cause}")));
        }
        if bytes.len() as u64 > bound.bytes {
            return Err(bound.exceeded(path, bytes.len() as u64, limits));
        }
        Ok(Found::File(CapturedFile::new(self.scratch.store(&bytes)?)))
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
    let name = file.file_name().ok_or_else(|| unreadable(file, "it names no file"))?;
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let absolute = folder.canonicalize().map_err(|cause| unreadable(file, &cause.to_string()))?.join(name);
    match std::fs::metadata(&absolute) {
        Ok(metadata) if metadata.is_file() => Ok(absolute),
        Ok(_) => Err(unreadable(file, "it is not a plain file")),
        Err(cause) => Err(unreadable(file, &cause.to_string())),
    }
}

/// The path inside the common folder, as the sandbox can have it.
fn usable(given: &Path, inside: &Path) -> Outcome<WorkspacePath> {
    let refused = |why: &str| {
        let name = given.display().to_string();
        let message =
            format!("{name} cannot be used: its name {why}. Rename it or a folder of it, or validate a copy.");
        Err(Fault::new(FaultCode::InvalidArgument, message).with("file", name))
    };
    let parts = inside.components().map(Component::as_os_str);
    let parts: Option<Vec<&str>> = parts.map(std::ffi::OsStr::to_str).collect();
    let Some(parts) = parts else { return refused("is not UTF-8") };
    match WorkspacePath::parse(&parts.join("/")) {
        Ok(path) => Ok(path),
        Err(why) => refused(why),
    }
}

fn unreadable(file: &Path, why: &str) -> Fault {
    let file = file.display().to_string();
    Fault::new(FaultCode::NotFound, format!("{file} cannot be read: {why}")).with("file", file)
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
        let paths: Vec<WorkspacePath> = paths.into_iter().map(Result::unwrap).collect();
        assert_eq!(paths.iter().map(WorkspacePath::as_str).collect::<Vec<_>>(), ["b/x.xml", "s.xsd"]);
        let limits = Limits { xml_bytes: 3, ..Limits::default() };
        assert!(matches!(common.capture(&paths[1], Bound::of_schemas(&limits), &limits), Ok(Found::File(_))));
        let fault = common.capture(&paths[0], Bound::of_documents(&limits), &limits).unwrap_err();
        assert_eq!((fault.code, fault.details["limit"].as_str()), (FaultCode::InputLimit, Some("xml_bytes")));
        let absent = WorkspacePath::parse("b/none").unwrap();
        assert!(matches!(common.capture(&absent, Bound::of_documents(&limits), &limits), Ok(Found::Absent(_))));
    }

    #[test]
    fn a_file_that_cannot_be_used_says_why_and_leaves_the_others() {
        use std::os::unix::ffi::OsStrExt as _;
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        let bytes = folder.path().join(std::ffi::OsStr::from_bytes(b"\xff.xml"));
        for file in [at("x.xml"), at(r"a\b.xml"), bytes.clone()] {
            std::fs::write(file, "<x/>").unwrap();
        }
        let named = [at("x.xml"), at(r"a\b.xml"), bytes, at("none.xml"), folder.path().to_owned()];
        let named: Vec<&Path> = named.iter().map(PathBuf::as_path).collect();
        let (_, paths) = Folder::around(&named).unwrap();
        let told: Vec<String> =
            paths.into_iter().map(|path| path.map_or_else(|fault| fault.message, |path| path.to_string())).collect();
        assert_eq!(told[0], "x.xml");
        for (message, why) in
            told[1..].iter().zip(["has a backslash", "is not UTF-8", "cannot be read", "not a plain file"])
        {
            assert!(message.contains(why), "{message}");
        }
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
