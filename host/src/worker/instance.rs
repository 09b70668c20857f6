//! One instance of the component in its own store.

use super::bindings::Validation;
use super::code::Code;
use super::engine::Tier;
use super::sandbox::Sandbox;
use super::stop::{Budget, Stop};
use crate::fault::Fault;
use crate::limits::Limits;
use std::path::Path;
use std::sync::Arc;
use wasmtime::Store;

/// A live instance. After a [`Stop`] it must be dropped: whatever is called next would trap.
pub struct Instance {
    code: Arc<Code>,
    store: Store<Sandbox>,
    exports: Validation,
    tier: Tier,
}

impl Instance {
    /// Makes an instance that sees `slot`. Its start-up code runs within the budget too.
    pub async fn start(code: &Arc<Code>, slot: &Path, limits: &Limits, budget: &Budget) -> Result<Instance, Fault> {
        let ready = code.ready().await?;
        let sandbox =
            Sandbox::new(slot, limits).map_err(|cause| Fault::state_io("Opening a worker's folder", cause))?;
        let mut store = Store::new(ready.instances.engine(), sandbox);
        store.limiter(|sandbox| &mut sandbox.memory);
        store.set_hostcall_fuel(usize::try_from(limits.hostcall_bytes).unwrap_or(usize::MAX));
        // Each epoch gives the thread back, so that a deadline or a cancellation is seen and the call can be dropped.
        store.epoch_deadline_async_yield_and_update(1);
        let exports = bounded(code, budget, &mut store, async |store| ready.instances.instantiate_async(store).await)
            .await
            .map_err(|stop| stop.into_fault(budget, limits))?;
        Ok(Instance { code: Arc::clone(code), store, exports, tier: ready.tier })
    }

    /// Makes one call within a budget. Also gives the fuel that it used.
    pub async fn call<T>(
        &mut self,
        budget: &Budget,
        call: impl AsyncFnOnce(&mut Store<Sandbox>, &Validation) -> wasmtime::Result<T>,
    ) -> Result<(T, u64), Stop> {
        let exports = &self.exports;
        let result = bounded(&self.code, budget, &mut self.store, async |store| call(store, exports).await).await?;
        let left = self.store.get_fuel().unwrap_or(0);
        Ok((result, budget.fuel.saturating_sub(left)))
    }

    /// Who compiled its code.
    pub fn tier(&self) -> Tier {
        self.tier
    }

    /// Bytes of its linear memories.
    pub fn memory_bytes(&self) -> u64 {
        self.store.data().memory.memory_bytes()
    }

    /// What it has written to its standard output and error since the last time.
    pub fn take_output(&self) -> String {
        self.store.data().output.take()
    }
}

async fn bounded<T>(
    code: &Code,
    budget: &Budget,
    store: &mut Store<Sandbox>,
    call: impl AsyncFnOnce(&mut Store<Sandbox>) -> wasmtime::Result<T>,
) -> Result<T, Stop> {
    store.set_fuel(budget.fuel).map_err(|error| Stop::of(&error))?;
    store.set_epoch_deadline(1);
    let _running = code.running();
    match tokio::time::timeout(budget.time.time, call(store)).await {
        Ok(Ok(result)) => Ok(result),
        Ok(Err(error)) => Err(Stop::of(&error)),
        Err(_) => Err(Stop::TimedOut),
    }
}
