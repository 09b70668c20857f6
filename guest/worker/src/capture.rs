//! The files that the host has put below `/capture`.

use pyxsd_schema::Resolver;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

const ROOT: &str = "/capture";

/// Gives the engine schema documents, each cut one byte behind the bound that the engine checks.
pub struct Capture {
    /// Bytes of one schema document.
    pub xsd_bytes: u64,
}

impl Resolver for Capture {
    fn load(&mut self, path: &str) -> Option<Vec<u8>> {
        read(path, self.xsd_bytes)
    }
}

/// The file at `path`, but no more of it than one byte beyond `bound`; `None` where there is no such file.
pub fn read(path: &str, bound: u64) -> Option<Vec<u8>> {
    let file = File::open(locate(path)).ok()?;
    let size = file.metadata().ok().filter(std::fs::Metadata::is_file)?.len();
    let wanted = bound.saturating_add(1);
    // The size saves growing, in which the old and the new buffer would both take memory.
    let mut bytes = Vec::with_capacity(usize::try_from(size.min(wanted)).ok()?);
    file.take(wanted).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn locate(path: &str) -> PathBuf {
    Path::new(ROOT).join(path)
}
