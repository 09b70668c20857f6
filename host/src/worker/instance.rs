//! One instance of a component in its own store.

use super::code::Code;
use super::engine::Tier;
use super::memory::MemoryCap;
use super::sandbox::Sandbox;
use super::stop::{Budget, Stop};
use super::world::World;
use crate::fault::Fault;
use crate::limits::Limits;
use std::sync::Arc;
use wasmtime::Store;

/// A live instance. After a [`Stop`] it must be dropped: whatever is called next would trap.
pub struct Instance<W: World> {
    code: Arc<Code<W>>,
    store: Store<Sandbox<W::Imports>>,
    exports: W::Exports,
    tier: Tier,
}

impl<W: World> Instance<W> {
    /// Makes an instance in a sandbox. Its start-up code runs within the budget too.
    pub async fn start(
        code: &Arc<Code<W>>,
        sandbox: Sandbox<W::Imports>,
        limits: &Limits,
        budget: &Budget,
    ) -> Result<Instance<W>, Fault> {
        let ready = code.ready().await?;
        let mut store = Store::new(W::engine(&ready.instances), sandbox);
        store.limiter(|sandbox| &mut sandbox.memory);
        store.set_hostcall_fuel(usize::try_from(limits.hostcall_bytes).unwrap_or(usize::MAX));
        // Each epoch gives the thread back, so that a deadline or a cancellation is seen and the call can be dropped.
        store.epoch_deadline_async_yield_and_update(1);
        let exports = bounded(code, budget, &mut store, async |store| W::instantiate(&ready.instances, store).await)
            .await
            .map_err(|stop| stop.into_fault(budget, limits))?;
        Ok(Instance { code: Arc::clone(code), store, exports, tier: ready.tier })
    }

    /// Makes one call within a budget. Also gives the fuel that it used.
    pub async fn call<T>(
        &mut self,
        budget: &Budget,
        call: impl AsyncFnOnce(&mut Store<Sandbox<W::Imports>>, &W::Exports) -> wasmtime::Result<T>,
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

    /// The growth of its memory that was refused last.
    pub fn refused(&self) -> Option<MemoryCap> {
        self.store.data().memory.refused()
    }

    /// What it has written to its standard output and error since the last time.
    pub fn take_output(&self) -> String {
        self.store.data().output.take()
    }
}

async fn bounded<W: World, T>(
    code: &Code<W>,
    budget: &Budget,
    store: &mut Store<Sandbox<W::Imports>>,
    call: impl AsyncFnOnce(&mut Store<Sandbox<W::Imports>>) -> wasmtime::Result<T>,
) -> Result<T, Stop> {
    store.set_fuel(budget.fuel).map_err(|error| Stop::of(&error))?;
    store.set_epoch_deadline(1);
    let _running = code.running();
    let called = tokio::time::timeout(budget.time.time, call(store)).await;
    match called {
        Ok(Ok(result)) => Ok(result),
        Ok(Err(error)) => Err(store.data().memory.blamed_for(Stop::of(&error))),
        Err(_) => Err(Stop::TimedOut),
    }
}
