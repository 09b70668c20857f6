//! The roll of live worker threads, so that a pool that ends can wait for them.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long the end of a pool waits. A worker ends within an epoch; one that compiles its component takes longer and is left.
const PATIENCE: Duration = Duration::from_secs(2);

/// Counts live workers.
#[derive(Clone, Debug, Default)]
pub struct Roll {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    live: Mutex<usize>,
    left: Condvar,
}

/// One live worker.
#[derive(Debug)]
pub struct Entry {
    roll: Roll,
}

impl Roll {
    /// Counts one more until the entry is dropped.
    pub fn enter(&self) -> Entry {
        *self.lock() += 1;
        Entry { roll: self.clone() }
    }

    /// Waits until nobody is left, but not for long. A process that ended earlier would leave the folders of its workers behind.
    pub fn wait(&self) {
        let live = self.lock();
        let _ = self.shared.left.wait_timeout_while(live, PATIENCE, |live| *live > 0);
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.shared.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        *self.roll.lock() -= 1;
        self.roll.shared.left.notify_all();
    }
}
