//! What a guest sees of the world: the folders of its call and nothing else.

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
/// Where a guest leaves files.
const OUT: &str = "/out";
/// Most bytes of one answer of the frozen random source.
const RANDOM_BYTES: u64 = 64 << 10;
/// Open files, streams and pollables of one guest; they live in the host's memory.
const RESOURCES: usize = 1_024;

/// The folders of the host that a guest sees.
#[derive(Clone, Copy, Debug, Default)]
pub struct Folders<'a> {
    /// Files to read, as `/capture`.
    pub capture: Option<&'a Path>,
    /// An empty folder to write to, as `/out`. Nothing here bounds what is written: whoever gives it must watch it, and collect it
    /// without following links.
    pub out: Option<&'a Path>,
}

/// The host's side of one store; `I` is what the imports of the world need beside WASI.
pub struct Sandbox<I = ()> {
    wasi: WasiCtx,
    table: ResourceTable,
    /// What the guest holds.
    pub memory: MemoryMeter,
    /// What the guest has written to its standard output and error.
    pub output: Output,
    /// For the imports.
    pub imports: I,
}

impl<I> Sandbox<I> {
    /// A sandbox over these folders: no arguments, no environment, frozen clocks and random.
    pub fn new(folders: Folders<'_>, memory: MemoryMeter, limits: &Limits, imports: I) -> Result<Sandbox<I>> {
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
            .allow_blocking_current_thread(true);
        if let Some(capture) = folders.capture {
            wasi.preopened_dir(capture, CAPTURE, FsPerms::ReadOnly)?;
        }
        if let Some(out) = folders.out {
            wasi.preopened_dir(out, OUT, FsPerms::ReadWrite)?;
        }
        let mut table = ResourceTable::new();
        table.set_max_capacity(RESOURCES);
        Ok(Sandbox { wasi: wasi.build(), table, memory, output, imports })
    }
}

impl<I: Send> WasiView for Sandbox<I> {
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
pub fn linker<I: Send + 'static>(engine: &Engine) -> Result<Linker<Sandbox<I>>> {
    let mut linker = Linker::new(engine);
    let l = &mut linker;
    io::error::add_to_linker::<Sandbox<I>, Streams>(l, |s| s.ctx().table)?;
    io::poll::add_to_linker::<Sandbox<I>, Streams>(l, |s| s.ctx().table)?;
    io::streams::add_to_linker::<Sandbox<I>, Streams>(l, |s| s.ctx().table)?;
    filesystem::types::add_to_linker::<Sandbox<I>, WasiFilesystem>(l, Sandbox::<I>::filesystem)?;
    filesystem::preopens::add_to_linker::<Sandbox<I>, WasiFilesystem>(l, Sandbox::<I>::filesystem)?;
    clocks::wall_clock::add_to_linker::<Sandbox<I>, WasiClocks>(l, Sandbox::<I>::clocks)?;
    clocks::monotonic_clock::add_to_linker::<Sandbox<I>, WasiClocks>(l, Sandbox::<I>::clocks)?;
    random::random::add_to_linker::<Sandbox<I>, WasiRandom>(l, |s| s.wasi.random())?;
    random::insecure::add_to_linker::<Sandbox<I>, WasiRandom>(l, |s| s.wasi.random())?;
    random::insecure_seed::add_to_linker::<Sandbox<I>, WasiRandom>(l, |s| s.wasi.random())?;
    cli::environment::add_to_linker::<Sandbox<I>, WasiCli>(l, Sandbox::<I>::cli)?;
    cli::exit::add_to_linker::<Sandbox<I>, WasiCli>(l, Sandbox::<I>::cli)?;
    cli::stdin::add_to_linker::<Sandbox<I>, WasiCli>(l, Sandbox::<I>::cli)?;
    cli::stdout::add_to_linker::<Sandbox<I>, WasiCli>(l, Sandbox::<I>::cli)?;
    cli::stderr::add_to_linker::<Sandbox<I>, WasiCli>(l, Sandbox::<I>::cli)?;
    cli::terminal_input::add_to_linker::<Sandbox<I>, WasiCli>(l, Sandbox::<I>::cli)?;
    cli::terminal_output::add_to_linker::<Sandbox<I>, WasiCli>(l, Sandbox::<I>::cli)?;
    cli::terminal_stdin::add_to_linker::<Sandbox<I>, WasiCli>(l, Sandbox::<I>::cli)?;
    cli::terminal_stdout::add_to_linker::<Sandbox<I>, WasiCli>(l, Sandbox::<I>::cli)?;
    cli::terminal_stderr::add_to_linker::<Sandbox<I>, WasiCli>(l, Sandbox::<I>::cli)?;
    Ok(linker)
}
