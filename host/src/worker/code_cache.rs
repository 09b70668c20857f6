//! The private folder of compiled code.
//!
//! Compiled code is native code: whoever can write a file here can run what he likes in the host. So the folder lies below the
//! *user's* cache directory and nowhere that a project or a client could name; it and its files must belong to the user, admit
//! nobody else, and be no links. What is checked is what was opened. Each file starts with the digest of the rest, against
//! damage.

use super::native_code::Artefact;
use crate::digest::Digest;
use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Mode, OFlags, Timespec, Timestamps, UTIME_NOW, fstat, futimens, mkdirat, openat,
    renameat, statat, unlinkat,
};
use rustix::io::Errno;
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

const FOLDER: &str = "pyxsd-mcp";
const DIGEST_BYTES: usize = 32;
/// Files that are kept: those of a few versions, for every version has its own.
const KEPT_FILES: usize = 24;

/// A folder that was found private.
#[derive(Debug)]
pub struct CodeCache {
    folder: OwnedFd,
}

impl CodeCache {
    /// The user's folder: below `$XDG_CACHE_HOME` if that is an absolute path, else below `~/.cache`. `None` where there is none
    /// or it is not private; the reason is logged.
    pub fn of_user() -> Option<CodeCache> {
        let base = std::env::var_os("XDG_CACHE_HOME")
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
            .or_else(|| std::env::home_dir().map(|home| home.join(".cache")))?;
        CodeCache::below(&base)
    }

    /// The folder below `base`, made if need be.
    pub fn below(base: &Path) -> Option<CodeCache> {
        match open_private(base) {
            Ok(folder) => Some(CodeCache { folder }),
            Err(cause) => {
                tracing::info!("compiled code is not kept: {cause}");
                None
            }
        }
    }

    /// The artefact of that name, if it is there, private and undamaged.
    pub fn load(&self, name: &str) -> Option<Artefact> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::NONBLOCK;
        let file = openat(&self.folder, name, flags, Mode::empty()).ok()?;
        require_private(&file, FileType::RegularFile).ok()?;
        // Says that it is in use, for `prune`. It does not matter if that fails.
        let now = Timespec { tv_sec: 0, tv_nsec: UTIME_NOW };
        let _ = futimens(&file, &Timestamps { last_access: now, last_modification: now });
        let mut bytes = Vec::new();
        File::from(file).read_to_end(&mut bytes).ok()?;
        let (digest, code) = bytes.split_at_checked(DIGEST_BYTES)?;
        if digest != Digest::of(code).bytes() {
            tracing::info!("compiled code `{name}` is damaged and will be made again");
            return None;
        }
        bytes.drain(..DIGEST_BYTES);
        Some(Artefact::from_private_cache(bytes))
    }

    /// Keeps an artefact. A failure costs the next start some time and nothing else, so it is only logged.
    pub fn store(&self, name: &str, code: &[u8]) {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let own = NEXT.fetch_add(1, Ordering::Relaxed);
        let temporary = format!(".{}-{own}", std::process::id());
        let stored =
            self.write(&temporary, code).and_then(|()| Ok(renameat(&self.folder, &temporary, &self.folder, name)?));
        if let Err(cause) = stored {
            tracing::info!("compiled code is not kept: {cause}");
            let _ = unlinkat(&self.folder, &temporary, AtFlags::empty());
        }
        self.prune();
    }

    /// Removes the files that were not used for longest, beyond [`KEPT_FILES`].
    fn prune(&self) {
        let Ok(entries) = Dir::read_from(&self.folder) else {
            return;
        };
        let mut files: Vec<_> = entries
            .filter_map(|entry| {
                let name = entry.ok()?.file_name().to_owned();
                let stat = statat(&self.folder, &name, AtFlags::SYMLINK_NOFOLLOW).ok()?;
                let regular = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
                regular.then_some((stat.st_mtime, stat.st_mtime_nsec, name))
            })
            .collect();
        files.sort();
        let surplus = files.len().saturating_sub(KEPT_FILES);
        for (_, _, name) in &files[..surplus] {
            let _ = unlinkat(&self.folder, name, AtFlags::empty());
        }
    }

    fn write(&self, name: &str, code: &[u8]) -> std::io::Result<()> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut file = File::from(openat(&self.folder, name, flags, Mode::RUSR | Mode::WUSR)?);
        file.write_all(Digest::of(code).bytes())?;
        file.write_all(code)?;
        file.sync_all()
    }
}

fn open_private(base: &Path) -> std::io::Result<OwnedFd> {
    let folder = OFlags::DIRECTORY | OFlags::CLOEXEC;
    let base = match openat(CWD, base, folder, Mode::empty()) {
        Err(Errno::NOENT) => {
            std::fs::create_dir_all(base)?;
            openat(CWD, base, folder, Mode::empty())?
        }
        opened => opened?,
    };
    match mkdirat(&base, FOLDER, Mode::RWXU) {
        Ok(()) | Err(Errno::EXIST) => {}
        Err(cause) => return Err(cause.into()),
    }
    let own = openat(&base, FOLDER, folder | OFlags::NOFOLLOW, Mode::empty())?;
    require_private(&own, FileType::Directory)?;
    Ok(own)
}

fn require_private(opened: impl AsFd, kind: FileType) -> std::io::Result<()> {
    let stat = fstat(opened)?;
    if FileType::from_raw_mode(stat.st_mode) != kind {
        return Err(std::io::Error::other("it is not what it should be"));
    }
    if stat.st_uid != rustix::process::geteuid().as_raw() {
        return Err(std::io::Error::other("it belongs to another user"));
    }
    if stat.st_mode & 0o077 != 0 {
        return Err(std::io::Error::other("others have access to it"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn what_is_stored_is_loaded_again() {
        let base = tempfile::tempdir().unwrap();
        let cache = CodeCache::below(base.path()).unwrap();
        assert!(cache.load("code").is_none());
        cache.store("code", b"\x7fELF");
        assert_eq!(cache.load("code").unwrap().bytes(), b"\x7fELF");
        assert_eq!(std::fs::read_dir(base.path().join(FOLDER)).unwrap().count(), 1);
        let mode = |path: &str| std::fs::metadata(base.path().join(path)).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(FOLDER), 0o700);
        assert_eq!(mode("pyxsd-mcp/code"), 0o600);
    }

    #[test]
    fn files_that_were_not_used_for_longest_go() {
        let base = tempfile::tempdir().unwrap();
        let cache = CodeCache::below(base.path()).unwrap();
        let age = |name: &str, seconds| {
            let file = File::options().write(true).open(base.path().join(FOLDER).join(name)).unwrap();
            file.set_modified(std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds)).unwrap();
        };
        for number in 0..KEPT_FILES {
            cache.store(&number.to_string(), b"code");
            age(&number.to_string(), number as u64);
        }
        assert!(cache.load("0").is_some());
        cache.store("new", b"code");
        assert!(cache.load("0").is_some() && cache.load("new").is_some());
        assert!(cache.load("1").is_none());
    }

    #[test]
    fn damaged_code_is_not_loaded() {
        let base = tempfile::tempdir().unwrap();
        let cache = CodeCache::below(base.path()).unwrap();
        cache.store("code", b"\x7fELF");
        let file = base.path().join(FOLDER).join("code");
        let mut bytes = std::fs::read(&file).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(&file, bytes).unwrap();
        assert!(cache.load("code").is_none());
        std::fs::write(&file, b"short").unwrap();
        assert!(cache.load("code").is_none());
    }

    #[test]
    fn a_folder_or_file_open_to_others_is_refused() {
        let base = tempfile::tempdir().unwrap();
        let cache = CodeCache::below(base.path()).unwrap();
        cache.store("code", b"\x7fELF");
        let set = |path: PathBuf, mode| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
        set(base.path().join(FOLDER).join("code"), 0o644);
        assert!(cache.load("code").is_none());
        set(base.path().join(FOLDER), 0o750);
        assert!(CodeCache::below(base.path()).is_none());
    }

    #[test]
    fn links_are_refused() {
        let base = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        symlink(elsewhere.path(), base.path().join(FOLDER)).unwrap();
        assert!(CodeCache::below(base.path()).is_none());

        let base = tempfile::tempdir().unwrap();
        let cache = CodeCache::below(base.path()).unwrap();
        cache.store("code", b"\x7fELF");
        symlink("code", base.path().join(FOLDER).join("link")).unwrap();
        assert!(cache.load("link").is_none());
    }
}
