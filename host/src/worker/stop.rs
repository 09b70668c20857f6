//! How a call ends when it does not return, and the fault of each end.

use super::memory::MemoryCap;
use super::request::Allowance;
use crate::fault::{Fault, FaultCode};
use crate::limits::Limits;
use std::time::Instant;
use wasmtime::Trap;
use wasmtime_wasi::I32Exit;

/// The error of wasmtime's host-call fuel has no public type; a hostile guest of the tests holds this text to account.
const TOO_MUCH_DATA: &str = "too much data is being copied between the host and the guest";

/// What one call may use.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Fuel.
    pub fuel: u64,
    /// The fuel of the whole operation, of which that of this call is what is left.
    pub granted: u64,
    /// The limit that `fuel` comes from.
    pub fuel_limit: &'static str,
    /// Wall-clock time.
    pub time: Allowance,
}

impl Budget {
    /// That of an operation of one call, or of the first of several.
    pub fn new(fuel: u64, fuel_limit: &'static str, time: Allowance) -> Budget {
        Budget { fuel, granted: fuel, fuel_limit, time }
    }

    /// What is left for the next call of an operation that began then and has used so much.
    #[must_use]
    pub fn after(self, used: u64, began: Instant) -> Budget {
        Budget { fuel: self.granted.saturating_sub(used), time: self.time.since(began), ..self }
    }
}

/// Why a call did not return. The instance is unusable afterwards.
#[derive(Debug)]
pub enum Stop {
    /// The fuel was used up.
    OutOfFuel,
    /// The memory cap was reached.
    OutOfMemory(MemoryCap),
    /// The deadline passed.
    TimedOut,
    /// More bytes were returned than `hostcall_bytes`.
    TooMuchData,
    /// The system has no memory or no address space for another guest.
    NoRoom,
    /// The guest trapped, exited, or could not be started; what it was.
    Failed(String),
}

impl Stop {
    /// Tells the errors of a call apart.
    pub fn of(error: &wasmtime::Error) -> Stop {
        if let Some(cap) = error.downcast_ref::<MemoryCap>() {
            return Stop::OutOfMemory(*cap);
        }
        if let Some(exit) = error.downcast_ref::<I32Exit>() {
            return Stop::Failed(format!("it exited with status {}", exit.0));
        }
        if error.chain().any(is_no_room) {
            return Stop::NoRoom;
        }
        match error.downcast_ref::<Trap>() {
            Some(Trap::OutOfFuel) => Stop::OutOfFuel,
            Some(Trap::Interrupt) => Stop::TimedOut,
            Some(trap) => Stop::Failed(trap.to_string()),
            None if error.chain().any(|cause| cause.to_string().starts_with(TOO_MUCH_DATA)) => Stop::TooMuchData,
            None => Stop::Failed(format!("{error:#}")),
        }
    }

    /// The fault, for a call with this budget. Particulars of a failed worker go to the log only.
    pub fn into_fault(self, budget: &Budget, limits: &Limits) -> Fault {
        match self {
            Stop::OutOfFuel => limit(
                FaultCode::WorkerFuel,
                format!("The operation used up its {} units of fuel.", budget.granted),
                budget.fuel_limit,
                budget.granted,
                "BASE+PER_BYTE",
            )
            .with("value", budget.granted),
            Stop::OutOfMemory(MemoryCap { wanted, cap, limit: key }) => limit(
                FaultCode::WorkerMemory,
                format!("The operation reached its memory cap of {cap} bytes."),
                key,
                cap as u64,
                "BYTES",
            )
            .with("value", wanted as u64),
            Stop::TimedOut => budget.time.passed(),
            Stop::TooMuchData => limit(
                FaultCode::WorkerFailed,
                format!("The worker returned more than {} bytes.", limits.hostcall_bytes),
                "hostcall_bytes",
                limits.hostcall_bytes,
                "BYTES",
            ),
            Stop::NoRoom => {
                tracing::warn!("worker failed: the system gave it no memory or address space");
                let message = "The system has no room for another worker: each, also an idle one, reserves some GiB of address space.";
                Fault::new(FaultCode::WorkerFailed, message).with("flag", "--limit schema_cache_entries=VALUE")
            }
            Stop::Failed(what) => {
                tracing::warn!("worker failed: {what}");
                Fault::new(FaultCode::WorkerFailed, "The worker stopped by a defect and was replaced.")
            }
        }
    }
}

fn is_no_room(cause: &(dyn std::error::Error + 'static)) -> bool {
    let errno = cause.downcast_ref::<rustix::io::Errno>().copied();
    let system = cause.downcast_ref::<std::io::Error>().and_then(std::io::Error::raw_os_error);
    errno == Some(rustix::io::Errno::NOMEM) || system == Some(rustix::io::Errno::NOMEM.raw_os_error())
}

fn limit(code: FaultCode, message: String, key: &'static str, maximum: u64, unit: &str) -> Fault {
    Fault::new(code, message).with("limit", key).with("maximum", maximum).with("flag", format!("--limit {key}={unit}"))
}
