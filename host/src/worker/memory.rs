//! The cap on what a guest holds: all its memories and tables together.

use std::fmt;
use wasmtime::ResourceLimiter;

/// What an entry of a table costs the host.
const TABLE_ENTRY_BYTES: usize = size_of::<usize>();

/// Core instances, memories and tables of one component; each costs the host memory that the cap does not see.
const OBJECTS: usize = 32;

/// Counts the bytes of all memories and tables of one store and refuses growth beyond a cap.
///
/// Refusal is an error of its own type and not a failed growth: a Rust guest would abort on the latter, which cannot be told
/// from a defect.
#[derive(Debug)]
pub struct MemoryMeter {
    memories: usize,
    tables: usize,
    cap: usize,
    granted: usize,
}

/// The cap was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryCap {
    /// Bytes that the guest would have held.
    pub wanted: usize,
    /// The cap.
    pub cap: usize,
}

impl fmt::Display for MemoryCap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes wanted of at most {}", self.wanted, self.cap)
    }
}

impl std::error::Error for MemoryCap {}

impl MemoryMeter {
    /// A meter with this cap in bytes.
    pub fn new(cap: u64) -> MemoryMeter {
        let cap = usize::try_from(cap).unwrap_or(usize::MAX);
        MemoryMeter { memories: 0, tables: 0, cap, granted: 0 }
    }

    /// Bytes of all linear memories.
    pub fn memory_bytes(&self) -> u64 {
        self.memories as u64
    }

    fn grant(&mut self, more: usize) -> wasmtime::Result<()> {
        let wanted = self.memories.saturating_add(self.tables).saturating_add(more);
        if wanted > self.cap {
            return Err(MemoryCap { wanted, cap: self.cap }.into());
        }
        self.granted = more;
        Ok(())
    }
}

impl ResourceLimiter for MemoryMeter {
    fn memory_growing(&mut self, current: usize, desired: usize, _maximum: Option<usize>) -> wasmtime::Result<bool> {
        self.grant(desired.saturating_sub(current))?;
        self.memories += self.granted;
        Ok(true)
    }

    fn memory_grow_failed(&mut self, _error: wasmtime::Error) -> wasmtime::Result<()> {
        self.memories -= std::mem::take(&mut self.granted);
        Ok(())
    }

    fn table_growing(&mut self, current: usize, desired: usize, _maximum: Option<usize>) -> wasmtime::Result<bool> {
        self.grant(desired.saturating_sub(current).saturating_mul(TABLE_ENTRY_BYTES))?;
        self.tables += self.granted;
        Ok(true)
    }

    fn table_grow_failed(&mut self, _error: wasmtime::Error) -> wasmtime::Result<()> {
        self.tables -= std::mem::take(&mut self.granted);
        Ok(())
    }

    fn instances(&self) -> usize {
        OBJECTS
    }

    fn tables(&self) -> usize {
        OBJECTS
    }

    fn memories(&self) -> usize {
        OBJECTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memories_and_tables_are_counted_together() {
        let mut meter = MemoryMeter::new(1_000);
        assert!(meter.memory_growing(0, 400, None).unwrap());
        assert!(meter.memory_growing(0, 400, None).unwrap());
        assert!(meter.table_growing(0, 25, None).unwrap());
        let refused = meter.table_growing(25, 26, None).unwrap_err();
        assert_eq!(refused.downcast_ref(), Some(&MemoryCap { wanted: 1_008, cap: 1_000 }));
        assert_eq!(meter.memory_bytes(), 800);
    }

    #[test]
    fn a_growth_that_the_system_refuses_is_not_counted() {
        let mut meter = MemoryMeter::new(1_000);
        assert!(meter.memory_growing(0, 600, None).unwrap());
        meter.memory_grow_failed(wasmtime::Error::msg("no memory")).unwrap();
        assert_eq!(meter.memory_bytes(), 0);
        assert!(meter.memory_growing(0, 1_000, None).unwrap());
    }
}
