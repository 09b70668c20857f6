//! One deterministic hash for every table of the crate: the same document gives the same work on every machine.

use foldhash::fast::FixedState;
use std::hash::{BuildHasher, Hasher};

/// Hash of a string that belongs to `space` (a namespace id; 0 where there is none).
#[inline]
pub(crate) fn hash(space: u32, text: &[u8]) -> u64 {
    let mut hasher = FixedState::default().build_hasher();
    hasher.write(text);
    hasher.write_u32(space);
    hasher.finish()
}
