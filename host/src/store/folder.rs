//! The store's folder: found or made without following a link, and made durable.

use crate::fault::{Fault, FaultCode, Outcome};
use cap_fs_ext::DirExt as _;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, DirBuilder, DirBuilderExt as _};
use std::io::ErrorKind;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Version of the layout, and the name of the folder that has it.
const LAYOUT: &str = "store-v2";
const ARTIFACTS: &str = "artifacts";
const PRIVATE_FOLDER: u32 = 0o700;

/// Where a store is.
#[derive(Debug)]
pub enum Place {
    /// A folder of the operator's choice. Links on the way to it are the operator's.
    Chosen(PathBuf),
    /// Folders below the project's folder. A project may come from strangers: a link among them is refused.
    Project(PathBuf, &'static [&'static str]),
    /// A folder of its own below the system's for temporary files, made when it is first needed.
    Temporary(Mutex<Temporary>),
}

/// The folder of a temporary store.
#[derive(Debug, Default)]
pub enum Temporary {
    /// Not needed yet.
    #[default]
    Unmade,
    /// Removed with this value.
    Made(tempfile::TempDir),
    /// Removed; none is made any more.
    Discarded,
}

/// The folder of a store, open.
#[derive(Debug)]
pub struct Folder {
    /// `store-v2`.
    pub dir: Dir,
    artifacts: Option<Dir>,
    /// Path of `store-v2`, absolute and without links.
    pub path: PathBuf,
}

impl Place {
    /// The folder, if there is one.
    pub fn find(&self) -> Outcome<Option<Folder>> {
        self.open(false)
    }

    /// The folder, made if there is none.
    pub fn make(&self) -> Outcome<Folder> {
        self.open(true)?.ok_or_else(|| unusable("it vanished while it was made"))
    }

    fn open(&self, make: bool) -> Outcome<Option<Folder>> {
        let (base, below) = match self {
            Place::Chosen(base) => {
                if make {
                    make_private(base)?;
                }
                (base.clone(), &[][..])
            }
            Place::Project(root, below) => (root.clone(), *below),
            Place::Temporary(folder) => {
                let mut folder = folder.lock().unwrap_or_else(PoisonError::into_inner);
                if matches!(*folder, Temporary::Unmade) && make {
                    let made = tempfile::Builder::new().prefix("pyxsd-mcp-store-").tempdir().map_err(unusable)?;
                    *folder = Temporary::Made(made);
                }
                let Temporary::Made(folder) = &*folder else { return Ok(None) };
                (folder.path().to_owned(), &[][..])
            }
        };
        descend(&base, below, make)
    }

    /// The folder that belongs to the store and nothing else; nothing before a temporary one is made.
    pub fn state_folder(&self) -> Option<PathBuf> {
        match self {
            Place::Chosen(base) => Some(base.clone()),
            Place::Project(root, below) => Some(below.iter().fold(root.clone(), |at, part| at.join(part))),
            Place::Temporary(folder) => match &*folder.lock().unwrap_or_else(PoisonError::into_inner) {
                Temporary::Made(folder) => Some(folder.path().to_owned()),
                Temporary::Unmade | Temporary::Discarded => None,
            },
        }
    }

    /// Removes a temporary store. Any other stays.
    pub fn discard(&self) {
        let Place::Temporary(folder) = self else { return };
        let mut folder = folder.lock().unwrap_or_else(PoisonError::into_inner);
        let Temporary::Made(folder) = std::mem::replace(&mut *folder, Temporary::Discarded) else { return };
        if let Err(cause) = folder.close() {
            tracing::warn!("the temporary store was not removed: {cause}");
        }
    }
}

fn descend(base: &Path, below: &[&str], make: bool) -> Outcome<Option<Folder>> {
    let path = match base.canonicalize() {
        Ok(path) => path,
        Err(cause) if cause.kind() == ErrorKind::NotFound && !make => return Ok(None),
        Err(cause) => return Err(unusable(cause)),
    };
    let mut path = path;
    let mut dir = Dir::open_ambient_dir(&path, ambient_authority()).map_err(unusable)?;
    for name in below.iter().chain(&[LAYOUT]) {
        let Some(inner) = enter(&dir, name, make)? else { return Ok(None) };
        dir = inner;
        path.push(name);
    }
    let artifacts = enter(&dir, ARTIFACTS, make)?;
    Ok(Some(Folder { dir, artifacts, path }))
}

impl Folder {
    /// `store-v2/artifacts`. `state_corrupt` where it was removed from a store that is there.
    pub fn artifacts(&self) -> Outcome<&Dir> {
        self.artifacts.as_ref().ok_or_else(|| corrupt("The folder of the artifacts is missing.", ARTIFACTS))
    }
}

/// Opens the folder `name` of `dir`, made if wanted. A link or a file in its place is `state_io`.
fn enter(dir: &Dir, name: &str, make: bool) -> Outcome<Option<Dir>> {
    match dir.open_dir_nofollow(name) {
        Ok(inner) => return Ok(Some(inner)),
        Err(cause) if cause.kind() == ErrorKind::NotFound => {}
        Err(cause) => return Err(unusable(format!("{name}: {cause}"))),
    }
    if !make {
        return Ok(None);
    }
    match create_private(dir, name) {
        Ok(()) => durable(dir).map_err(unusable)?,
        // Another server was faster.
        Err(cause) if cause.kind() == ErrorKind::AlreadyExists => {}
        Err(cause) => return Err(unusable(cause)),
    }
    dir.open_dir_nofollow(name).map(Some).map_err(unusable)
}

/// Makes a folder that only its owner may enter.
pub(super) fn create_private(dir: &Dir, name: &str) -> std::io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.mode(PRIVATE_FOLDER);
    dir.create_dir_with(name, &builder)
}

fn make_private(path: &Path) -> Outcome<()> {
    std::fs::DirBuilder::new().recursive(true).mode(PRIVATE_FOLDER).create(path).map_err(unusable)
}

/// Writes a folder's entries to the disk.
pub(super) fn durable(dir: &Dir) -> std::io::Result<()> {
    // A folder that is held as a capability is open for nothing but finding what is in it.
    dir.open(".")?.sync_all()
}

/// `state_io`, with what an operator can do.
pub(super) fn unusable(cause: impl std::fmt::Display) -> Fault {
    tracing::error!("the artifact store: {cause}");
    let message = "The artifact store cannot be read or written; the server's log has the cause. The operator can choose another folder with \
                   --state-dir, or --no-persist.";
    Fault::new(FaultCode::StateIo, message)
}

/// `state_corrupt`. The cause goes to the log.
pub(super) fn corrupt(what: &str, cause: impl std::fmt::Display) -> Fault {
    tracing::error!("the artifact store: {what}: {cause}");
    Fault::new(FaultCode::StateCorrupt, what)
}
