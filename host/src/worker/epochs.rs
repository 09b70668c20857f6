//! The clock that interrupts running guests.

use super::engine::EPOCH;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use wasmtime::Engine;

/// Advances the epoch of every engine while at least one guest runs; an idle server is not woken.
#[derive(Debug)]
pub struct Epochs {
    shared: Arc<Shared>,
}

/// Keeps the clock going.
#[derive(Debug)]
pub struct Running {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    running: usize,
    closed: bool,
}

impl Epochs {
    /// A clock for these engines, on a thread of its own.
    pub fn start(engines: Vec<Engine>) -> std::io::Result<Epochs> {
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        std::thread::Builder::new().name("pyxsd-epochs".to_owned()).spawn(move || tick(&theirs, &engines))?;
        Ok(Epochs { shared })
    }

    /// Says that a guest runs until the value is dropped.
    pub fn running(&self) -> Running {
        self.shared.lock().running += 1;
        self.shared.changed.notify_one();
        Running { shared: Arc::clone(&self.shared) }
    }
}

impl Drop for Epochs {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.changed.notify_one();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.shared.lock().running -= 1;
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn tick(shared: &Shared, engines: &[Engine]) {
    loop {
        let state = shared
            .changed
            .wait_while(shared.lock(), |state| state.running == 0 && !state.closed)
            .unwrap_or_else(PoisonError::into_inner);
        if state.closed {
            return;
        }
        drop(state);
        std::thread::sleep(EPOCH);
        for engine in engines {
            engine.increment_epoch();
        }
    }
}
