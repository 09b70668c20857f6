//! The engines: one for each compiler, shared by all components.

use super::epochs::{Epochs, Running};
use std::time::Duration;
use wasmtime::{Config, Engine, Strategy};

/// How often a running guest gives control back to its thread, which is how finely deadlines and cancellation act.
pub const EPOCH: Duration = Duration::from_millis(10);

/// Native stack of a guest. Winch's frames are larger than Cranelift's, and an interpreter in C recurses deeply before it notices.
const WASM_STACK_BYTES: usize = 4 << 20;
/// That and what host functions need beside it.
const FIBER_STACK_BYTES: usize = WASM_STACK_BYTES + (1 << 20);

/// Which compiler made the code of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// Compiles fast, runs three to four times slower. What runs first on a machine.
    Winch,
    /// Compiles slowly, runs fast.
    Cranelift,
}

impl Tier {
    /// The name in provenance and file names.
    pub fn name(self) -> &'static str {
        match self {
            Tier::Winch => "winch",
            Tier::Cranelift => "cranelift",
        }
    }
}

/// The engines of a process, and the clock that interrupts what runs in them.
pub struct Engines {
    /// `None` where Winch does not support this machine.
    winch: Option<Engine>,
    cranelift: Engine,
    epochs: Epochs,
}

impl Engines {
    /// Makes them. Fails where Cranelift does not support the machine.
    pub fn start() -> wasmtime::Result<Engines> {
        let cranelift = create(Tier::Cranelift)?;
        let winch = create(Tier::Winch)
            .inspect_err(|cause| tracing::info!("no baseline compiler on this machine: {cause:#}"))
            .ok();
        let epochs = Epochs::start(winch.iter().chain([&cranelift]).cloned().collect())?;
        Ok(Engines { winch, cranelift, epochs })
    }

    /// The engine of a compiler.
    pub fn of(&self, tier: Tier) -> Option<&Engine> {
        match tier {
            Tier::Winch => self.winch.as_ref(),
            Tier::Cranelift => Some(&self.cranelift),
        }
    }

    /// Keeps epochs going while a guest runs.
    pub fn running(&self) -> Running {
        self.epochs.running()
    }
}

/// An engine with fuel and epochs. Fails where the compiler does not support the machine.
pub fn create(tier: Tier) -> wasmtime::Result<Engine> {
    let mut config = Config::new();
    config
        .strategy(match tier {
            Tier::Winch => Strategy::Winch,
            Tier::Cranelift => Strategy::Cranelift,
        })
        .consume_fuel(true)
        .epoch_interruption(true)
        .max_wasm_stack(WASM_STACK_BYTES)
        .async_stack_size(FIBER_STACK_BYTES)
        // Traps carry no backtrace: it is of no use to a client, and the tables for it make the code larger.
        .wasm_backtrace_max_frames(None)
        // Winch is waited for. Cranelift works behind a server that is already in use and leaves it the other cores.
        .parallel_compilation(tier == Tier::Winch);
    Engine::new(&config)
}
