//! The operator's source root: a tree of which clients may have files captured, read-only.
//!
//! Every part of a path is opened from the folder before it and never through a link. The server's own state is not part of the
//! tree, however it is reached. What is no plain file is neither opened nor waited for.

use super::CapturedFile;
use super::blobs::Scratch;
use super::tree::{Bound, Found, Tree, changed};
use crate::fault::{Fault, Outcome};
use crate::limits::Limits;
use crate::workspace::WorkspacePath;
use cap_fs_ext::{DirExt as _, FollowSymlinks, OpenOptionsFollowExt as _};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, Metadata, MetadataExt as _, OpenOptions, OpenOptionsExt as _};
use std::collections::BTreeMap;
use std::io::{ErrorKind, Read as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A change of a file shows in its times only from one tick of the system's clock to the next. A file that was changed a shorter
/// time ago than this is read again later.
const SETTLED: Duration = Duration::from_millis(20);
/// A time that is ahead of the clock by less is one that was just set.
const CLOCK_STEP: Duration = Duration::from_secs(1);
/// How often a file that is being changed is tried.
const ATTEMPTS: u32 = 5;

/// The tree, held open.
#[derive(Debug)]
pub struct SourceRoot {
    dir: Dir,
}

impl SourceRoot {
    /// The tree at `path`, which must not lie in the state directory. The error is a sentence for the operator.
    pub fn open(path: &Path, state: Option<&Path>) -> Result<SourceRoot, String> {
        let failed = |cause: std::io::Error| cause.to_string();
        let path = path.canonicalize().map_err(failed)?;
        std::fs::read_dir(&path).map_err(failed)?;
        let state = state.and_then(identity_of);
        if state.is_some() && path.ancestors().any(|folder| identity_of(folder) == state) {
            return Err("it lies in the state directory, which clients never read as sources".to_owned());
        }
        let dir = Dir::open_ambient_dir(&path, ambient_authority()).map_err(failed)?;
        Ok(SourceRoot { dir })
    }
}

/// One capture from the source root.
pub struct SourceCapture {
    root: Arc<SourceRoot>,
    scratch: Arc<Scratch>,
    /// Where the server's state is at this moment.
    state: Box<dyn Fn() -> Option<PathBuf> + Send + Sync>,
    seen: Mutex<BTreeMap<WorkspacePath, Option<Stamp>>>,
}

impl std::fmt::Debug for SourceCapture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SourceCapture").field("root", &self.root).finish_non_exhaustive()
    }
}

/// What tells one folder or file from another.
type Identity = (u64, u64);

/// A state of a file: another one shows that it was changed or replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    identity: Identity,
    size: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl Stamp {
    fn of(metadata: &Metadata) -> Stamp {
        Stamp {
            identity: (metadata.dev(), metadata.ino()),
            size: metadata.size(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }

    /// How long a reader must wait until every later change would show. Times far in the future are another machine's and say nothing.
    fn unsettled(&self) -> Option<Duration> {
        let (seconds, nanoseconds) = (u64::try_from(self.changed.0).ok()?, u64::try_from(self.changed.1).ok()?);
        let then = UNIX_EPOCH + Duration::from_secs(seconds) + Duration::from_nanos(nanoseconds);
        match SystemTime::now().duration_since(then) {
            Ok(age) => SETTLED.checked_sub(age).filter(|rest| !rest.is_zero()),
            Err(ahead) => (ahead.duration() < CLOCK_STEP).then_some(SETTLED),
        }
    }
}

/// Why there is no file to read.
enum Refusal {
    /// It completes "the file …".
    Absent(String),
    Failed(std::io::Error),
}

impl From<std::io::Error> for Refusal {
    fn from(cause: std::io::Error) -> Refusal {
        match cause.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Refusal::Absent("is not there".to_owned()),
            ErrorKind::PermissionDenied => Refusal::Absent("may not be read by the server".to_owned()),
            _ => Refusal::Failed(cause),
        }
    }
}

impl SourceCapture {
    /// Nothing yet. `state` says where the server's state is, whenever it is asked.
    pub fn new(
        root: Arc<SourceRoot>,
        scratch: Arc<Scratch>,
        state: impl Fn() -> Option<PathBuf> + Send + Sync + 'static,
    ) -> SourceCapture {
        SourceCapture { root, scratch, state: Box::new(state), seen: Mutex::default() }
    }

    /// Opens a plain file, without a link on the way.
    fn open(&self, path: &WorkspacePath) -> Result<File, Refusal> {
        let root = self.root.dir.try_clone()?;
        let mut folders = vec![identity(&root.dir_metadata()?)];
        let mut dir = root;
        let (inside, name) =
            path.as_str().rsplit_once('/').map_or(("", path.as_str()), |(inside, name)| (inside, name));
        for part in inside.split('/').filter(|part| !part.is_empty()) {
            dir = dir.open_dir_nofollow(part).map_err(|cause| not_entered(&dir, part, cause))?;
            folders.push(identity(&dir.dir_metadata()?));
        }
        // Looked at before it is opened: opening a device can do things.
        plain(&dir.symlink_metadata(name)?)?;
        let mut options = OpenOptions::new();
        let flags = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
        options.read(true).follow(FollowSymlinks::No).custom_flags(flags);
        let file = dir.open_with(name, &options).map_err(|cause| match dir.symlink_metadata(name) {
            Ok(metadata) if metadata.is_symlink() => is_link(),
            _ => Refusal::from(cause),
        })?;
        plain(&file.metadata()?)?;
        // Asked after the folders were opened, so that a state directory that is made meanwhile is known.
        let state = (self.state)().as_deref().and_then(identity_of);
        if state.is_some_and(|state| folders.contains(&state)) {
            return Err(Refusal::Absent("belongs to the server's own state".to_owned()));
        }
        Ok(file)
    }

    /// The contents of a file in one of its states; nothing where it was changed meanwhile.
    fn read(file: &mut File, bound: Bound) -> std::io::Result<Option<(Vec<u8>, Stamp)>> {
        let before = Stamp::of(&file.metadata()?);
        if let Some(rest) = before.unsettled() {
            std::thread::sleep(rest);
            return Ok(None);
        }
        if before.size > bound.bytes {
            return Ok(Some((Vec::new(), before)));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(before.size).unwrap_or(0));
        file.take(before.size.saturating_add(1)).read_to_end(&mut bytes)?;
        let whole = bytes.len() as u64 == before.size;
        Ok((whole && Stamp::of(&file.metadata()?) == before).then_some((bytes, before)))
    }

    fn capture_settled(
        &self,
        path: &WorkspacePath,
        bound: Bound,
        limits: &Limits,
    ) -> Result<(CapturedFile, Stamp), Failure> {
        for _ in 0..ATTEMPTS {
            let mut file = self.open(path)?;
            let Some((bytes, stamp)) = Self::read(&mut file, bound).map_err(Refusal::from)? else { continue };
            if stamp.size > bound.bytes {
                return Err(bound.exceeded(path, stamp.size, limits).into());
            }
            return Ok((CapturedFile::new(self.scratch.store(&bytes)?), stamp));
        }
        Err(changed(path).into())
    }

    fn seen(&self) -> MutexGuard<'_, BTreeMap<WorkspacePath, Option<Stamp>>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tree for SourceCapture {
    fn capture(&self, path: &WorkspacePath, bound: Bound, limits: &Limits) -> Outcome<Found> {
        let (found, stamp) = match self.capture_settled(path, bound, limits) {
            Ok((file, stamp)) => (Found::File(file), Some(stamp)),
            Err(Failure::Refused(Refusal::Absent(why))) => (Found::Absent(why), None),
            Err(Failure::Refused(Refusal::Failed(cause))) => {
                return Err(Fault::state_io("Reading a file of the source root", cause).with("path", path.as_str()));
            }
            Err(Failure::Fault(fault)) => return Err(fault),
        };
        self.seen().insert(path.clone(), stamp);
        Ok(found)
    }

    fn verify(&self) -> Outcome<()> {
        for (path, seen) in self.seen().iter() {
            let now = match self.open(path) {
                Ok(file) => file.metadata().ok().map(|metadata| Stamp::of(&metadata)),
                Err(_) => None,
            };
            if now != *seen {
                return Err(changed(path));
            }
        }
        Ok(())
    }
}

enum Failure {
    Refused(Refusal),
    Fault(Fault),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Refused(refusal)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Fault(fault)
    }
}

fn is_link() -> Refusal {
    Refusal::Absent("is a link, and links are not followed".to_owned())
}

fn plain(metadata: &Metadata) -> Result<(), Refusal> {
    if metadata.is_symlink() {
        return Err(is_link());
    }
    if !metadata.is_file() {
        return Err(Refusal::Absent("is not a plain file".to_owned()));
    }
    Ok(())
}

fn not_entered(dir: &Dir, part: &str, cause: std::io::Error) -> Refusal {
    match dir.symlink_metadata(part) {
        Ok(metadata) if metadata.is_symlink() => {
            Refusal::Absent(format!("lies behind the link `{part}`, and links are not followed"))
        }
        Ok(metadata) if !metadata.is_dir() => Refusal::Absent("is not there".to_owned()),
        _ => Refusal::from(cause),
    }
}

fn identity(metadata: &Metadata) -> Identity {
    (metadata.dev(), metadata.ino())
}

fn identity_of(path: &Path) -> Option<Identity> {
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino()))
}
