//! The index: one SQLite database with a rollback journal, opened for each use and never held open.
//!
//! An index is made complete beside its place and then linked there, so that no server ever sees a half-made one. Its header carries
//! [`APPLICATION_ID`] and [`FORMAT`]; what carries anything else is not ours and is never opened for writing.

use super::artifact::{ArtifactId, ArtifactRef, Kind, is_filename};
use super::folder::{Folder, corrupt, unusable};
use crate::clock::Clock;
use crate::digest::Digest;
use crate::fault::{Fault, FaultCode, Outcome};
use cap_fs_ext::OpenOptionsFollowExt as _;
use cap_std::fs::{OpenOptions, OpenOptionsExt as _};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension as _, Row, TransactionBehavior, params};
use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

/// In the header of every index of ours: the letters `pyXM`.
pub const APPLICATION_ID: i32 = 0x7079_584d;
/// Version of the tables.
pub const FORMAT: i32 = 2;
/// Name of the file.
pub const FILE: &str = "index.sqlite3";

const BUSY_TIMEOUT: Duration = Duration::from_millis(5_000);
const PRIVATE_FILE: u32 = 0o600;

const STORE_TABLE: &str = "CREATE TABLE store (identity TEXT NOT NULL) STRICT";
const ARTIFACT_TABLE: &str = "CREATE TABLE artifact (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  artifact_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  filename TEXT NOT NULL,
  media_type TEXT NOT NULL,
  size INTEGER NOT NULL,
  digest TEXT NOT NULL,
  created_at TEXT NOT NULL,
  dataset_id TEXT,
  relative_path TEXT
) STRICT";
/// What an index defines, by name; nothing else may be in it.
const DEFINITIONS: [&str; 3] = [ARTIFACT_TABLE, "CREATE TABLE sqlite_sequence(name,seq)", STORE_TABLE];
const COLUMNS: &str =
    "position, artifact_id, kind, filename, media_type, size, digest, created_at, dataset_id, relative_path";

/// The index, open.
pub struct Index<'a> {
    connection: Connection,
    folder: &'a Folder,
}

/// A row.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its place in the order of creation. Never given twice.
    pub position: u64,
    /// The artifact.
    pub artifact: ArtifactRef,
}

impl<'a> Index<'a> {
    /// The index of a folder, if there is one.
    pub fn find(folder: &'a Folder) -> Outcome<Option<Index<'a>>> {
        match folder.dir.symlink_metadata(FILE) {
            Ok(metadata) if metadata.is_file() => {}
            Ok(_) => return Err(corrupt("The index of the artifact store is not a plain file.", FILE)),
            Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(None),
            Err(cause) => return Err(unusable(cause)),
        }
        let path = folder.path.join(FILE);
        check_format(&path)?;
        let flags =
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
        let connection = Connection::open_with_flags(&path, flags).map_err(failed)?;
        connection.busy_timeout(BUSY_TIMEOUT).map_err(failed)?;
        connection.execute_batch(SESSION).map_err(failed)?;
        check_definitions(&connection)?;
        Ok(Some(Index { connection, folder }))
    }

    /// The index of a folder, made if there is none.
    pub fn make(folder: &'a Folder, clock: &Clock) -> Outcome<Index<'a>> {
        if let Some(index) = Index::find(folder)? {
            return Ok(index);
        }
        let name = format!("index-{}.new", clock.identity());
        let made = create(folder, &name, clock).and_then(|()| {
            match folder.dir.hard_link(&name, &folder.dir, FILE) {
                Ok(()) => super::folder::durable(&folder.dir).map_err(unusable),
                // Another server was faster; its index is as good.
                Err(cause) if cause.kind() == ErrorKind::AlreadyExists => Ok(()),
                Err(cause) => Err(unusable(cause)),
            }
        });
        let _ = folder.dir.remove_file(&name);
        made?;
        Index::find(folder)?.ok_or_else(|| unusable("the index vanished while it was made"))
    }

    /// Identity of the store, given when it was made.
    pub fn identity(&self) -> Outcome<String> {
        self.connection.query_row("SELECT identity FROM store", [], |row| row.get(0)).map_err(failed)
    }

    /// Adds rows, all or none.
    pub fn insert(&mut self, artifacts: &[ArtifactRef]) -> Outcome<()> {
        const INSERT: &str = "INSERT INTO artifact
            (artifact_id, kind, filename, media_type, size, digest, created_at, dataset_id, relative_path)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        for artifact in artifacts {
            let row = params![
                artifact.artifact_id.as_str(),
                artifact.kind.name(),
                artifact.filename,
                artifact.media_type,
                signed(artifact.size),
                artifact.digest.hex(),
                artifact.created_at,
                artifact.dataset_id,
                artifact.relative_path,
            ];
            transaction.execute(INSERT, row).map_err(failed)?;
        }
        transaction.commit().map_err(failed)
    }

    /// Removes a row, and gives what it said of the file. A row that is damaged can be removed too.
    pub fn remove(&mut self, id: &ArtifactId) -> Outcome<bool> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        let removed =
            transaction.execute("DELETE FROM artifact WHERE artifact_id = ?1", [id.as_str()]).map_err(failed)?;
        transaction.commit().map_err(failed)?;
        Ok(removed > 0)
    }

    /// The row of an artifact.
    pub fn get(&self, id: &ArtifactId) -> Outcome<Option<Entry>> {
        let query = format!("SELECT {COLUMNS} FROM artifact WHERE artifact_id = ?1");
        let entry =
            self.connection.query_row(&query, [id.as_str()], |row| Ok(self.entry(row))).optional().map_err(failed)?;
        entry.transpose()
    }

    /// Rows after a position, in order of creation.
    pub fn list(&self, after: u64, kind: Option<Kind>, most: u64) -> Outcome<Vec<Entry>> {
        let query = format!(
            "SELECT {COLUMNS} FROM artifact WHERE position > ?1 AND (?2 IS NULL OR kind = ?2) ORDER BY position LIMIT ?3"
        );
        let mut statement = self.connection.prepare(&query).map_err(failed)?;
        let rows = statement
            .query_map(params![signed(after), kind.map(Kind::name), signed(most)], |row| Ok(self.entry(row)))
            .map_err(failed)?;
        rows.map(|row| row.map_err(failed)?).collect()
    }

    /// What a row says. The store may have come with a project, so nothing of it is believed unseen.
    fn entry(&self, row: &Row<'_>) -> Outcome<Entry> {
        let damaged =
            || corrupt("A row of the artifact index is damaged.", "a value has not the form that it must have");
        let id: String = row.get("artifact_id").map_err(failed)?;
        let kind: String = row.get("kind").map_err(failed)?;
        let digest: String = row.get("digest").map_err(failed)?;
        let filename: String = row.get("filename").map_err(failed)?;
        let artifact_id = ArtifactId::parse(&id).ok_or_else(damaged)?;
        if !is_filename(&filename) {
            return Err(damaged());
        }
        let artifact = ArtifactRef {
            kind: Kind::of_name(&kind).ok_or_else(damaged)?,
            digest: Digest::parse_hex(&digest).ok_or_else(damaged)?,
            path: self.folder.path.join("artifacts").join(artifact_id.as_str()).join(&filename),
            artifact_id,
            filename,
            media_type: row.get("media_type").map_err(failed)?,
            size: unsigned(row, "size")?,
            created_at: row.get("created_at").map_err(failed)?,
            dataset_id: row.get("dataset_id").map_err(failed)?,
            relative_path: row.get("relative_path").map_err(failed)?,
        };
        Ok(Entry { position: unsigned(row, "position")?, artifact })
    }
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn unsigned(row: &Row<'_>, column: &str) -> Outcome<u64> {
    let number: i64 = row.get(column).map_err(failed)?;
    u64::try_from(number).map_err(|cause| corrupt("A row of the artifact index is damaged.", cause))
}

/// `EXTRA` also writes the folder after the journal is gone, so that what was answered survives a power cut. Nothing in an index
/// is code: functions, views and triggers of a foreign hand are not trusted.
const SESSION: &str = "
PRAGMA journal_mode = DELETE;
PRAGMA synchronous = EXTRA;
PRAGMA temp_store = MEMORY;
PRAGMA trusted_schema = OFF;
PRAGMA cell_size_check = ON;
";

/// Makes a complete index under another name.
fn create(folder: &Folder, name: &str, clock: &Clock) -> Outcome<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(PRIVATE_FILE);
    options.follow(cap_fs_ext::FollowSymlinks::No);
    drop(folder.dir.open_with(name, &options).map_err(unusable)?);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let mut connection = Connection::open_with_flags(folder.path.join(name), flags).map_err(failed)?;
    connection.execute_batch(SESSION).map_err(failed)?;
    let transaction = connection.transaction().map_err(failed)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID).map_err(failed)?;
    transaction.pragma_update(None, "user_version", FORMAT).map_err(failed)?;
    for table in [STORE_TABLE, ARTIFACT_TABLE] {
        transaction.execute_batch(table).map_err(failed)?;
    }
    transaction.execute("INSERT INTO store (identity) VALUES (?1)", [clock.identity()]).map_err(failed)?;
    transaction.commit().map_err(failed)?;
    connection.close().map_err(|(_, cause)| failed(cause))
}

/// Checks that an index is ours, without locks and without touching it: even the journal of a foreign database is left alone.
///
/// The file is not opened by other means than SQLite's, because closing it would give up the locks that this process holds.
fn check_format(path: &Path) -> Outcome<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_NOFOLLOW
        | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(immutable_uri(path)?, flags).map_err(failed)?;
    // While a writer is at work, or where one was killed, the header counts pages that are not there yet: no concern of this check.
    connection.execute_batch("PRAGMA writable_schema = ON").map_err(failed)?;
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0)).map_err(failed);
    let found = (number("application_id")?, number("user_version")?);
    if found == (APPLICATION_ID, FORMAT) {
        return Ok(());
    }
    let cause = format!("application id {:#x}, version {}", found.0, found.1);
    Err(corrupt("The index of the artifact store is of an unknown format; it was left as it is.", cause))
}

/// Checks that an index defines our tables and nothing besides. One that came with a project could bring views and triggers in their
/// place, and with them work without end.
fn check_definitions(connection: &Connection) -> Outcome<()> {
    let mut statement = connection
        .prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name LIMIT 4")
        .map_err(failed)?;
    let found = statement.query_map([], |row| row.get::<_, String>(0)).map_err(failed)?;
    let found: Vec<String> = found.collect::<Result<_, _>>().map_err(failed)?;
    if found == DEFINITIONS {
        return Ok(());
    }
    Err(corrupt("The index of the artifact store is damaged.", "it does not define what it should"))
}

fn immutable_uri(path: &Path) -> Outcome<String> {
    use std::os::unix::ffi::OsStrExt as _;
    let mut uri = String::from("file:");
    for byte in path.as_os_str().as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' => uri.push(char::from(*byte)),
            _ => write!(uri, "%{byte:02X}").map_err(Fault::internal)?,
        }
    }
    uri.push_str("?immutable=1");
    Ok(uri)
}

/// The fault of an error of SQLite.
fn failed(cause: rusqlite::Error) -> Fault {
    let code = cause.sqlite_error_code();
    match code {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            Fault::new(FaultCode::StateBusy, "The artifact store stayed locked by others for 5,000 ms. Try again.")
        }
        Some(
            ErrorCode::DiskFull
            | ErrorCode::SystemIoFailure
            | ErrorCode::CannotOpen
            | ErrorCode::PermissionDenied
            | ErrorCode::ReadOnly
            | ErrorCode::OutOfMemory
            | ErrorCode::FileLockingProtocolFailed
            | ErrorCode::NoLargeFileSupport,
        ) => unusable(cause),
        Some(ErrorCode::ConstraintViolation) => Fault::internal(cause),
        // A table or column that is missing, a value of another type, a page that is no page.
        _ => corrupt("The index of the artifact store is damaged.", cause),
    }
}
