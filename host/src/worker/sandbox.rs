//! What a guest sees of the world: its capture slot and nothing else.

use super::memory::MemoryMeter;
use super::output::Output;
use crate::limits::Limits;
use std::path::Path;
use std::time::Duration;
use wasmtime::component::{HasData, Linker, ResourceTable};
use wasmtime::{Engine, Result};
use wasmtime_wasi::cli::{WasiCli, WasiCliView as _};
use wasmtime_wasi::clocks::{HostMonotonicClock, HostWallClock, WasiClocks, WasiClocksView as _};
use wasmtime_wasi::filesystem::{WasiFilesystem, WasiFilesystemView as _};
use wasmtime_wasi::p2::bindings::{cli, clocks, filesystem, io, random};
use wasmtime_wasi::random::{Deterministic, WasiRandom};
use wasmtime_wasi::{FsPerms, WasiCtx, WasiCtxView, WasiView};

/// Where a guest finds its files.
const CAPTURE: &str = "/capture";
/// Most bytes of one answer of the frozen random source.
const RANDOM_BYTES: u64 = 64 << 10;
/// Open files, streams and pollables of one guest; they live in the host's memory.
const RESOURCES: usize = 1_024;

/// The host's side of one store.
pub struct Sandbox {
    wasi: WasiCtx,
    table: ResourceTable,
    /// What the guest holds.
    pub memory: MemoryMeter,
    /// What the guest has written.
    pub output: Output,
}

impl Sandbox {
    /// A sandbox over the slot: read-only files, no arguments, no environment, frozen clocks and random.
    pub fn new(slot: &Path, limits: &Limits) -> Result<Sandbox> {
        let output = Output::new(limits.worker_output_bytes);
        let mut wasi = WasiCtx::builder();
        wasi.stdout(output.clone())
            .stderr(output.clone())
            .wall_clock(Frozen)
            .monotonic_clock(Frozen)
            .secure_random(Deterministic::new(vec![0]))
            .insecure_random(Deterministic::new(vec![0]))
            .insecure_random_seed(0)
            .max_random_size(RANDOM_BYTES)
            // The thread is the worker's own: reading in place saves a hop to another one for every block.
            .allow_blocking_current_thread(true)
            .preopened_dir(slot, CAPTURE, FsPerms::ReadOnly)?;
        let mut table = ResourceTable::new();
        table.set_max_capacity(RESOURCES);
        Ok(Sandbox { wasi: wasi.build(), table, memory: MemoryMeter::new(limits.worker_memory_bytes), output })
    }
}

impl WasiView for Sandbox {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        WasiCtxView { ctx: &mut self.wasi, table: &mut self.table }
    }
}

/// A clock that always shows the same time.
struct Frozen;

impl HostWallClock for Frozen {
    fn resolution(&self) -> Duration {
        Duration::from_secs(1)
    }

    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

impl HostMonotonicClock for Frozen {
    fn resolution(&self) -> u64 {
        1_000_000_000
    }

    fn now(&self) -> u64 {
        0
    }
}

struct Streams;

impl HasData for Streams {
    type Data<'a> = &'a mut ResourceTable;
}

/// A linker with the WASI interfaces that a Rust guest imports. Sockets and HTTP are not among them: a component that wants them
/// does not instantiate.
pub fn linker(engine: &Engine) -> Result<Linker<Sandbox>> {
    let mut linker = Linker::new(engine);
    let l = &mut linker;
    io::error::add_to_linker::<Sandbox, Streams>(l, |s| s.ctx().table)?;
    io::poll::add_to_linker::<Sandbox, Streams>(l, |s| s.ctx().table)?;
    io::streams::add_to_linker::<Sandbox, Streams>(l, |s| s.ctx().table)?;
    filesystem::types::add_to_linker::<Sandbox, WasiFilesystem>(l, Sandbox::filesystem)?;
    filesystem::preopens::add_to_linker::<Sandbox, WasiFilesystem>(l, Sandbox::filesystem)?;
    clocks::wall_clock::add_to_linker::<Sandbox, WasiClocks>(l, Sandbox::clocks)?;
    clocks::monotonic_clock::add_to_linker::<Sandbox, WasiClocks>(l, Sandbox::clocks)?;
    random::random::add_to_linker::<Sandbox, WasiRandom>(l, |s| s.wasi.random())?;
    random::insecure::add_to_linker::<Sandbox, WasiRandom>(l, |s| s.wasi.random())?;
    random::insecure_seed::add_to_linker::<Sandbox, WasiRandom>(l, |s| s.wasi.random())?;
    cli::environment::add_to_linker::<Sandbox, WasiCli>(l, Sandbox::cli)?;
    cli::exit::add_to_linker::<Sandbox, WasiCli>(l, Sandbox::cli)?;
    cli::stdin::add_to_linker::<Sandbox, WasiCli>(l, Sandbox::cli)?;
    cli::stdout::add_to_linker::<Sandbox, WasiCli>(l, Sandbox::cli)?;
    cli::stderr::add_to_linker::<Sandbox, WasiCli>(l, Sandbox::cli)?;
    cli::terminal_input::add_to_linker::<Sandbox, WasiCli>(l, Sandbox::cli)?;
    cli::terminal_output::add_to_linker::<Sandbox, WasiCli>(l, Sandbox::cli)?;
    cli::terminal_stdin::add_to_linker::<Sandbox, WasiCli>(l, Sandbox::cli)?;
    cli::terminal_stdout::add_to_linker::<Sandbox, WasiCli>(l, Sandbox::cli)?;
    cli::terminal_stderr::add_to_linker::<Sandbox, WasiCli>(l, Sandbox::cli)?;
    Ok(linker)
}
