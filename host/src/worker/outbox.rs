//! The folder that a guest sees as `/out`: bounded while it is written, and collected without following links.

use crate::fault::{Fault, FaultCode, Outcome};
use crate::limits::Limits;
use cap_fs_ext::OpenOptionsFollowExt as _;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, DirEntry, File, MetadataExt as _, OpenOptions, OpenOptionsExt as _};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

/// How often the folder is looked at while a guest runs. What a guest can write in between is its overshoot.
const TICK: Duration = Duration::from_millis(10);

/// A folder for the files of one guest, removed with its last user.
#[derive(Debug)]
pub struct Outbox {
    // Before `folder`, so that it is closed when the folder is removed.
    dir: Dir,
    folder: TempDir,
}

/// A plain file that a guest left, whose writer is gone.
#[derive(Clone, Debug)]
pub struct OutputFile {
    outbox: Arc<Outbox>,
    name: String,
    size: u64,
}

impl Outbox {
    /// A new, empty, private folder.
    pub fn create() -> Outcome<Outbox> {
        let failed = |cause| Fault::state_io("Making a folder for outputs", cause);
        let folder = tempfile::Builder::new().prefix("pyxsd-out-").tempdir().map_err(failed)?;
        let dir = Dir::open_ambient_dir(folder.path(), ambient_authority()).map_err(failed)?;
        Ok(Outbox { dir, folder })
    }

    /// Where it is, for the preopen.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Lets a guest work. The work is dropped as soon as the folder holds more than `artifact_bytes` in a file or more than `output_files`
    /// files (`output_limit`), or something that is not a plain file (`output_rejected`).
    pub async fn watched<T>(&self, limits: &Limits, work: impl Future<Output = T>) -> Outcome<T> {
        let watch = async {
            loop {
                tokio::time::sleep(TICK).await;
                if let Err(fault) = self.files(limits) {
                    return fault;
                }
            }
        };
        tokio::select! {
            biased;
            done = work => Ok(done),
            fault = watch => Err(fault),
        }
    }

    /// The files of these names. The guest must be gone. `output_rejected` where there is anything else, or one is missing.
    pub fn collect(self, names: &[&str], limits: &Limits) -> Outcome<Vec<OutputFile>> {
        let found = self.files(limits)?;
        if let Some((name, _)) = found.iter().find(|(name, _)| !names.contains(&name.as_str())) {
            return Err(rejected(name, "which was not asked for"));
        }
        let outbox = Arc::new(self);
        let file = |name: &&str| {
            let (name, size) =
                found.iter().find(|(found, _)| found == name).ok_or_else(|| rejected(name, "which is not there"))?;
            Ok(OutputFile { outbox: Arc::clone(&outbox), name: name.clone(), size: *size })
        };
        names.iter().map(file).collect()
    }

    /// Names and sizes, within the bounds.
    fn files(&self, limits: &Limits) -> Outcome<Vec<(String, u64)>> {
        let failed = |cause| Fault::state_io("Looking at outputs", cause);
        let mut files = Vec::new();
        for entry in self.dir.entries().map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            // Gone again between the two looks.
            let Some(size) = plain_size(&entry, &name)? else { continue };
            if size > limits.artifact_bytes {
                return Err(limits.reached("artifact_bytes", size).with("file", name));
            }
            files.push((name, size));
            if files.len() as u64 > limits.output_files {
                return Err(limits.reached("output_files", files.len() as u64));
            }
        }
        Ok(files)
    }
}

/// Bytes of a plain file that stands nowhere else.
fn plain_size(entry: &DirEntry, name: &str) -> Outcome<Option<u64>> {
    // Tells of a link itself, not of what it leads to.
    let metadata = match entry.metadata() {
        Ok(metadata) => metadata,
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(cause) => return Err(Fault::state_io("Looking at outputs", cause)),
    };
    if entry.file_name().to_str().is_none() {
        return Err(rejected(name, "whose name is not UTF-8"));
    }
    if !metadata.is_file() {
        return Err(rejected(name, "which is not a plain file"));
    }
    if metadata.nlink() > 1 {
        return Err(rejected(name, "which has several names"));
    }
    Ok(Some(metadata.len()))
}

fn rejected(name: &str, why: &str) -> Fault {
    let name: String = name.chars().take(80).collect();
    Fault::new(FaultCode::OutputRejected, format!("The worker was to leave plain files; there is {name:?}, {why}."))
        .with("file", name)
}

impl OutputFile {
    /// Its name below `/out`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Opens it for reading.
    pub fn open(&self) -> Outcome<File> {
        let mut options = OpenOptions::new();
        options.read(true).custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
        options.follow(cap_fs_ext::FollowSymlinks::No);
        self.outbox.dir.open_with(&self.name, &options).map_err(|cause| Fault::state_io("Reading an output", cause))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;
    use std::os::unix::fs::symlink;

    fn limits() -> Limits {
        Limits { artifact_bytes: 5, output_files: 2, ..Limits::default() }
    }

    fn outbox(fill: impl FnOnce(&Path)) -> Outbox {
        let outbox = Outbox::create().unwrap();
        fill(outbox.path());
        outbox
    }

    fn refused(fill: impl FnOnce(&Path)) -> (FaultCode, String) {
        let fault = outbox(fill).collect(&["a", "b"], &limits()).unwrap_err();
        (fault.code, fault.message)
    }

    #[test]
    fn plain_files_of_the_names_wanted_are_collected_and_go_with_their_last_user() {
        let outbox = outbox(|at| {
            std::fs::write(at.join("b"), "12345").unwrap();
            std::fs::write(at.join("a"), "").unwrap();
        });
        let folder = outbox.path().to_owned();
        let files = outbox.collect(&["a", "b"], &limits()).unwrap();
        assert_eq!(files.iter().map(|file| (file.name(), file.size())).collect::<Vec<_>>(), [("a", 0), ("b", 5)]);
        let mut text = String::new();
        files[1].open().unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "12345");
        assert!(folder.exists());
        drop(files);
        assert!(!folder.exists());
    }

    #[test]
    fn links_folders_pipes_and_surprises_are_rejected() {
        let secret = tempfile::tempdir().unwrap();
        std::fs::write(secret.path().join("secret"), "x").unwrap();
        let elsewhere = secret.path().join("secret");
        let fill = |what: &str, at: &Path| match what {
            "link" => symlink(&elsewhere, at.join("a")).unwrap(),
            "folder" => std::fs::create_dir(at.join("a")).unwrap(),
            "pipe" => {
                let made = std::process::Command::new("mkfifo").arg(at.join("a")).status().unwrap();
                assert!(made.success());
            }
            "second name" => std::fs::hard_link(&elsewhere, at.join("a")).unwrap(),
            "surprise" => std::fs::write(at.join("c"), "").unwrap(),
            _ => std::fs::write(at.join("a"), "").unwrap(),
        };
        for (what, why) in [
            ("link", "not a plain file"),
            ("folder", "not a plain file"),
            ("pipe", "not a plain file"),
            ("second name", "several names"),
            ("surprise", "not asked for"),
            ("too few", "not there"),
        ] {
            let (code, message) = refused(|at| fill(what, at));
            assert_eq!(code, FaultCode::OutputRejected, "{message}");
            assert!(message.contains(why), "{message}");
        }
    }

    #[test]
    fn bytes_and_files_beyond_the_limits_are_refused() {
        // A file with a hole counts with its length.
        let hole = |at: &Path| std::fs::File::create(at.join("a")).unwrap().set_len(6).unwrap();
        assert_eq!(refused(hole).0, FaultCode::OutputLimit);
        let many = |at: &Path| ["a", "b", "c"].iter().for_each(|name| std::fs::write(at.join(name), "").unwrap());
        assert_eq!(refused(many).0, FaultCode::OutputLimit);
    }

    #[tokio::test]
    async fn work_that_writes_too_much_is_dropped_while_it_goes_on() {
        let outbox = outbox(|_| ());
        let at = outbox.path().join("a");
        let endless = async {
            loop {
                std::fs::write(&at, "123456").unwrap();
                tokio::task::yield_now().await;
            }
        };
        let fault = outbox.watched::<()>(&limits(), endless).await.unwrap_err();
        assert_eq!((fault.code, fault.details["limit"].as_str()), (FaultCode::OutputLimit, Some("artifact_bytes")));
        assert_eq!(outbox.watched(&limits(), async { 7 }).await, Ok(7));
    }
}
