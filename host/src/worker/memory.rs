//! The cap on what a guest holds: all its memories and tables together.

use super::stop::Stop;
use std::fmt;
use wasmtime::ResourceLimiter;

/// What an entry of a table costs the host.
const TABLE_ENTRY_BYTES: usize = size_of::<usize>();

/// Memories and tables of one component; each costs the host memory that the cap does not see.
const OBJECTS: usize = 32;
/// Core instances of one component: an interpreter and the modules of its library are some dozens.
const INSTANCES: usize = 256;

/// Counts the bytes of all memories and tables of one store and refuses growth beyond a cap.
///
/// Refusal is an error of its own type and not a failed growth: a Rust guest would abort on the latter, which cannot be told
/// from a defect. A guest that can live with a failed growth is asked to, and is blamed for the cap if it dies behind one.
#[derive(Debug)]
pub struct MemoryMeter {
    memories: usize,
    tables: usize,
    cap: usize,
    limit: &'static str,
    granted: usize,
    copes: bool,
    refused: Option<MemoryCap>,
}

/// The cap was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryCap {
    /// Bytes that the guest would have held.
    pub wanted: usize,
    /// The cap.
    pub cap: usize,
    /// The limit that it comes from.
    pub limit: &'static str,
}

impl fmt::Display for MemoryCap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes wanted of at most {}", self.wanted, self.cap)
    }
}

impl std::error::Error for MemoryCap {}

impl MemoryMeter {
    /// A meter with a cap in bytes that comes from the limit of that name.
    pub fn new(cap: u64, limit: &'static str) -> MemoryMeter {
        let cap = usize::try_from(cap).unwrap_or(usize::MAX);
        MemoryMeter { memories: 0, tables: 0, cap, limit, granted: 0, copes: false, refused: None }
    }

    /// The same for a guest that goes on where its memory does not grow, such as an interpreter with an exception for it.
    #[must_use]
    pub fn that_copes(self) -> MemoryMeter {
        MemoryMeter { copes: true, ..self }
    }

    /// Bytes of all linear memories.
    pub fn memory_bytes(&self) -> u64 {
        self.memories as u64
    }

    /// The growth that was refused last.
    pub fn refused(&self) -> Option<MemoryCap> {
        self.refused
    }

    /// What a call ended by: a guest that fails after it was refused memory has reached the cap.
    pub fn blamed_for(&self, stop: Stop) -> Stop {
        match (stop, self.refused) {
            (Stop::Failed(_), Some(cap)) => Stop::OutOfMemory(cap),
            (stop, _) => stop,
        }
    }

    /// Whether growth by so much is within the cap.
    fn grant(&mut self, more: usize) -> wasmtime::Result<bool> {
        let wanted = self.memories.saturating_add(self.tables).saturating_add(more);
        if wanted <= self.cap {
            self.granted = more;
            return Ok(true);
        }
        let cap = MemoryCap { wanted, cap: self.cap, limit: self.limit };
        if !self.copes {
            return Err(cap.into());
        }
        self.granted = 0;
        self.refused = Some(cap);
        Ok(false)
    }
}

impl ResourceLimiter for MemoryMeter {
    fn memory_growing(&mut self, current: usize, desired: usize, _maximum: Option<usize>) -> wasmtime::Result<bool> {
        let granted = self.grant(desired.saturating_sub(current))?;
        if granted {
            self.memories += self.granted;
        }
        Ok(granted)
    }

    fn memory_grow_failed(&mut self, _error: wasmtime::Error) -> wasmtime::Result<()> {
        self.memories -= std::mem::take(&mut self.granted);
        Ok(())
    }

    fn table_growing(&mut self, current: usize, desired: usize, _maximum: Option<usize>) -> wasmtime::Result<bool> {
        let granted = self.grant(desired.saturating_sub(current).saturating_mul(TABLE_ENTRY_BYTES))?;
        if granted {
            self.tables += self.granted;
        }
        Ok(granted)
    }

    fn table_grow_failed(&mut self, _error: wasmtime::Error) -> wasmtime::Result<()> {
        self.tables -= std::mem::take(&mut self.granted);
        Ok(())
    }

    fn instances(&self) -> usize {
        INSTANCES
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
        let mut meter = MemoryMeter::new(1_000, "worker_memory_bytes");
        assert!(meter.memory_growing(0, 400, None).unwrap());
        assert!(meter.memory_growing(0, 400, None).unwrap());
        assert!(meter.table_growing(0, 25, None).unwrap());
        let refused = meter.table_growing(25, 26, None).unwrap_err();
        assert_eq!(
            refused.downcast_ref(),
            Some(&MemoryCap { wanted: 1_008, cap: 1_000, limit: "worker_memory_bytes" })
        );
        assert_eq!(meter.memory_bytes(), 800);
    }

    #[test]
    fn a_growth_that_the_system_refuses_is_not_counted() {
        let mut meter = MemoryMeter::new(1_000, "worker_memory_bytes");
        assert!(meter.memory_growing(0, 600, None).unwrap());
        meter.memory_grow_failed(wasmtime::Error::msg("no memory")).unwrap();
        assert_eq!(meter.memory_bytes(), 0);
        assert!(meter.memory_growing(0, 1_000, None).unwrap());
    }

    #[test]
    fn a_guest_that_copes_is_told_and_blamed_only_if_it_fails() {
        let mut meter = MemoryMeter::new(1_000, "transform_memory_bytes").that_copes();
        assert!(matches!(meter.blamed_for(Stop::Failed(String::new())), Stop::Failed(_)));
        assert!(!meter.memory_growing(0, 1_001, None).unwrap());
        assert_eq!(meter.memory_bytes(), 0);
        assert!(matches!(meter.blamed_for(Stop::OutOfFuel), Stop::OutOfFuel));
        let Stop::OutOfMemory(cap) = meter.blamed_for(Stop::Failed(String::new())) else { panic!("not the memory") };
        assert_eq!((cap.wanted, cap.limit), (1_001, "transform_memory_bytes"));
    }
}
