//! The file that a command leaves: never one of its inputs, and complete under its name, or as it was before.

use super::source::shown;
use crate::fault::{Fault, FaultCode, Outcome};
use rustix::fs::{Access, access};
use std::fs::{self, OpenOptions, Permissions};
use std::io::{Error, ErrorKind, Result, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;

/// Where open files and devices have names. Nothing can stand beside them that then takes their place.
const SYSTEM_FOLDERS: [&str; 2] = ["/dev", "/proc"];

/// A place that a person names.
#[derive(Debug, Clone, Copy)]
pub struct OutputFile<'a> {
    flag: &'static str,
    path: &'a Path,
}

impl<'a> OutputFile<'a> {
    /// The place that `flag` names; `invalid_argument` where it can be known that nothing can be written there.
    pub fn new(flag: &'static str, path: &'a Path) -> Outcome<OutputFile<'a>> {
        let output = OutputFile { flag, path };
        match output.usable() {
            Ok(()) => Ok(output),
            Err(why) => Err(output.refused(&why)),
        }
    }

    /// `invalid_argument` where one of the inputs stands at the place, under whatever name. Inputs that are not there are left out.
    pub fn require_apart<P: AsRef<Path>>(&self, inputs: impl IntoIterator<Item = P>) -> Outcome<()> {
        let Ok(there) = fs::metadata(self.path) else { return Ok(()) };
        let is_there =
            |input: &P| fs::metadata(input).is_ok_and(|input| (input.dev(), input.ino()) == (there.dev(), there.ino()));
        match inputs.into_iter().find(is_there) {
            None => Ok(()),
            Some(input) => {
                let input = shown(input.as_ref());
                Err(self
                    .refused(&format!("it would overwrite {input}, which is one of the inputs; choose another name")))
            }
        }
    }

    /// Writes the file. What cannot be written is `invalid_argument` and leaves a plain file as it was.
    pub fn write(&self, bytes: &[u8]) -> Outcome<()> {
        self.written(bytes).map_err(|cause| self.refused(&cause.to_string()))
    }

    fn refused(&self, why: &str) -> Fault {
        let (flag, path) = (self.flag, shown(self.path));
        Fault::new(FaultCode::InvalidArgument, format!("{flag} {path}: {why}.")).with("flag", flag).with("file", path)
    }

    fn usable(&self) -> std::result::Result<(), String> {
        let said = |cause: Error| cause.to_string();
        match fs::metadata(self.path) {
            Ok(there) if there.is_dir() => Err("it is a folder; name a file".to_owned()),
            // The file is not changed by that.
            Ok(there) if there.is_file() => OpenOptions::new().write(true).open(self.path).map(drop).map_err(said),
            Ok(_) => Ok(()),
            Err(cause) if cause.kind() != ErrorKind::NotFound => Err(said(cause)),
            Err(_) if self.path.symlink_metadata().is_ok() => Err("it is a link that leads nowhere".to_owned()),
            Err(_) if self.path.as_os_str().as_bytes().ends_with(b"/") => {
                Err("it names a folder; name a file".to_owned())
            }
            Err(_) => {
                let folder = folder_of(self.path);
                if !folder.is_dir() {
                    return Err(format!("there is no folder {} to write it in", shown(folder)));
                }
                access(folder, Access::WRITE_OK).map_err(|cause| said(cause.into()))
            }
        }
    }

    fn written(&self, bytes: &[u8]) -> Result<()> {
        match fs::metadata(self.path) {
            Ok(there) if there.is_file() && !SYSTEM_FOLDERS.iter().any(|folder| self.path.starts_with(folder)) => {
                // Of a link it is the file that is replaced.
                let place = self.path.canonicalize()?;
                match replaced(&place, bytes, Some(there.permissions())) {
                    Err(cause) if only_in_place(cause.kind()) => fs::write(place, bytes),
                    done => done,
                }
            }
            Ok(_) => fs::write(self.path, bytes),
            Err(_) => replaced(self.path, bytes, None),
        }
    }
}

/// Whether a file that may be written cannot be replaced: its folder takes no other, or it is a mount of its own.
fn only_in_place(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem | ErrorKind::ResourceBusy)
}

/// Writes a file beside the place and gives it the name when it is complete.
fn replaced(place: &Path, bytes: &[u8], permissions: Option<Permissions>) -> Result<()> {
    // As any new file of the person's: less what their mask takes away.
    let new = Permissions::from_mode(0o666);
    let mut staged = tempfile::Builder::new().prefix(".pyxsd-").permissions(new).tempfile_in(folder_of(place))?;
    staged.write_all(bytes)?;
    if let Some(permissions) = permissions {
        staged.as_file().set_permissions(permissions)?;
    }
    staged.as_file().sync_all()?;
    staged.persist(place).map(drop).map_err(|cause| cause.error)
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn an_input_is_known_under_every_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a.xml"), "<a/>").unwrap();
        fs::write(at("b.xml"), "<a/>").unwrap();
        symlink("a.xml", at("link")).unwrap();
        fs::hard_link(at("a.xml"), at("hard")).unwrap();
        for name in ["a.xml", "link", "hard"] {
            let place = at(name);
            let fault =
                OutputFile::new("--output", &place).unwrap().require_apart([at("none"), at("a.xml")]).unwrap_err();
            assert!(fault.code == FaultCode::InvalidArgument && fault.message.contains("would overwrite"), "{fault}");
        }
        for name in ["b.xml", "new.xml"] {
            let place = at(name);
            assert_eq!(OutputFile::new("--output", &place).unwrap().require_apart([at("none"), at("a.xml")]), Ok(()));
        }
    }

    #[test]
    fn a_place_where_nothing_can_be_written_is_refused_and_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "").unwrap();
        symlink("nowhere/x", at("dangling")).unwrap();
        for (name, said) in [
            ("", "a folder"),
            ("none/x.xml", "no folder"),
            ("dangling", "leads nowhere"),
            ("new/", "names a folder"),
            ("file/x", "Not a directory"),
        ] {
            let fault = OutputFile::new("--output", &at(name)).unwrap_err();
            assert!(fault.message.contains(said), "{name}: {fault}");
        }
        let full = OutputFile::new("--output", Path::new("/dev/full")).unwrap().write(b"x").unwrap_err();
        assert_eq!(full.code, FaultCode::InvalidArgument);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left");
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_with_its_permissions_and_links_stay() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("old"), "old").unwrap();
        fs::set_permissions(at("old"), Permissions::from_mode(0o640)).unwrap();
        symlink("old", at("link")).unwrap();
        let before = fs::File::open(at("old")).unwrap();
        OutputFile::new("--output", &at("link")).unwrap().write(b"new").unwrap();
        assert!(at("link").symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read_to_string(at("old")).unwrap(), "new");
        assert_eq!(fs::metadata(at("old")).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(std::io::read_to_string(before).unwrap(), "old", "whoever has it open reads what it was");
        OutputFile::new("--output", &at("new")).unwrap().write(b"x").unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    }
}
