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

    /// The bytes that were granted and that the system then refused. Growth beyond what a memory or table may be by its type fails
    /// without having been granted: to take back what was granted before would let a guest grow without end.
    fn taken_back(&mut self, error: &wasmtime::Error) -> usize {
        if is_of_system(error) { std::mem::take(&mut self.granted) } else { 0 }
    }

    fn system_refused(&self, error: wasmtime::Error) -> wasmtime::Result<()> {
        if is_of_system(&error) && !self.copes { Err(error) } else { Ok(()) }
    }
}

/// Whether it was the system that refused, and not the type of the memory or table.
fn is_of_system(error: &wasmtime::Error) -> bool {
    error.chain().any(|cause| cause.is::<rustix::io::Errno>() || cause.is::<std::io::Error>())
}

impl ResourceLimiter for MemoryMeter {
    fn memory_growing(&mut self, current: usize, desired: usize, maximum: Option<usize>) -> wasmtime::Result<bool> {
        if maximum.is_some_and(|maximum| desired > maximum) {
            return Ok(false);
        }
        let granted = self.grant(desired.saturating_sub(current))?;
        if granted {
            self.memories += self.granted;
        }
        Ok(granted)
    }

    fn memory_grow_failed(&mut self, error: wasmtime::Error) -> wasmtime::Result<()> {
        self.memories -= self.taken_back(&error);
        self.system_refused(error)
    }

    fn table_growing(&mut self, current: usize, desired: usize, maximum: Option<usize>) -> wasmtime::Result<bool> {
        if maximum.is_some_and(|maximum| desired > maximum) {
            return Ok(false);
        }
        let granted = self.grant(desired.saturating_sub(current).saturating_mul(TABLE_ENTRY_BYTES))?;
        if granted {
            self.tables += self.granted;
        }
        Ok(granted)
    }

    fn table_grow_failed(&mut self, error: wasmtime::Error) -> wasmtime::Result<()> {
        self.tables -= self.taken_back(&error);
        self.system_refused(error)
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
    fn a_growth_that_the_system_refuses_is_not_counted_and_ends_who_cannot_cope() {
        let no_memory = || wasmtime::Error::from(std::io::Error::from(std::io::ErrorKind::OutOfMemory));
        let meter = || MemoryMeter::new(1_000, "worker_memory_bytes");
        for mut meter in [meter(), meter().that_copes()] {
            assert!(meter.memory_growing(0, 600, None).unwrap());
            assert_eq!(meter.memory_grow_failed(no_memory()).is_ok(), meter.copes);
            assert_eq!(meter.memory_bytes(), 0);
            assert!(meter.memory_growing(0, 1_000, None).unwrap());
        }
    }

    #[test]
    fn growth_beyond_the_type_of_a_memory_or_table_gives_nothing_back() {
        const PAGE: u64 = 64 << 10;
        let engine = wasmtime::Engine::default();
        let guest = r#"(module
            (memory $m 0) (memory $small 0 2) (table $t 0 10 funcref)
            (func (export "memory") (param i32) (result i32) (memory.grow $m (local.get 0)))
            (func (export "small") (param i32) (result i32) (memory.grow $small (local.get 0)))
            (func (export "table") (param i32) (result i32) (table.grow $t (ref.null func) (local.get 0))))"#;
        let module = wasmtime::Module::new(&engine, wat::parse_str(guest).unwrap()).unwrap();
        let mut store = wasmtime::Store::new(&engine, MemoryMeter::new(8 * PAGE, "transform_memory_bytes"));
        store.limiter(|meter| meter);
        let instance = wasmtime::Instance::new(&mut store, &module, &[]).unwrap();
        let mut grow = |export: &str, by: i32| {
            let function = instance.get_typed_func::<i32, i32>(&mut store, export).unwrap();
            let grown = function.call(&mut store, by);
            (grown.map_err(|error| error.downcast::<MemoryCap>().unwrap()), store.data().memory_bytes() / PAGE)
        };
        assert_eq!(grow("small", 1), (Ok(0), 1));
        assert_eq!(grow("small", 2), (Ok(-1), 1));
        assert_eq!(grow("table", 10), (Ok(0), 1));
        assert_eq!(grow("table", 1), (Ok(-1), 1));
        for pages in [2, 4, 6] {
            assert_eq!(grow("memory", 2), (Ok(pages - 2), 1 + pages as u64));
            // More than 32 bits of address can reach.
            assert_eq!(grow("memory", 65_536), (Ok(-1), 1 + pages as u64));
        }
        let (refused, held) = grow("memory", 2);
        assert_eq!((refused.unwrap_err().limit, held), ("transform_memory_bytes", 7));
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
