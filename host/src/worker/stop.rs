//! How a call ends when it does not return, and the fault of each end.

use super::memory::MemoryCap;
use super::request::Allowance;
use crate::fault::{Fault, FaultCode};
use crate::limits::Limits;
use wasmtime::Trap;
use wasmtime_wasi::I32Exit;

/// The error of wasmtime's host-call fuel has no public type; a hostile guest of the tests holds this text to account.
const TOO_MUCH_DATA: &str = "too much data is being copied between the host and the guest";

/// What one call may use.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Fuel.
    pub fuel: u64,
    /// The limit that `fuel` comes from.
    pub fuel_limit: &'static str,
    /// Wall-clock time.
    pub time: Allowance,
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
                format!("The operation used up its {} units of fuel.", budget.fuel),
                budget.fuel_limit,
                budget.fuel,
                "BASE+PER_BYTE",
            )
            .with("value", budget.fuel),
            Stop::OutOfMemory(MemoryCap { wanted, cap }) => limit(
                FaultCode::WorkerMemory,
                format!("The operation reached its memory cap of {cap} bytes."),
                "worker_memory_bytes",
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
            Stop::Failed(what) => {
                tracing::warn!("worker failed: {what}");
                Fault::new(FaultCode::WorkerFailed, "The worker stopped by a defect and was replaced.")
            }
        }
    }
}

fn limit(code: FaultCode, message: String, key: &'static str, maximum: u64, unit: &str) -> Fault {
    Fault::new(code, message).with("limit", key).with("maximum", maximum).with("flag", format!("--limit {key}={unit}"))
}
