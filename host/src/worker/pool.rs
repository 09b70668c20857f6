//! Who runs, who waits, and who is kept.

use super::actor::{Condition, Worker};
use super::closure::{HeldSchema, SchemaKey};
use super::code::Code;
use super::compilations::Compilations;
use super::lease::Lease;
use super::roll::Roll;
use super::thread::{GuestThread, Permit};
use super::world::WorkerWorld;
use crate::capture::Capture;
use crate::clock::Clock;
use crate::fault::{Fault, FaultCode, Outcome};
use crate::limits::Limits;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, Semaphore};

/// Workers: at most `workers` run, `queue_slots` calls wait, and `schema_cache_entries` idle ones are kept with their schemas.
pub struct Pool {
    code: Arc<Code<WorkerWorld>>,
    limits: Arc<Limits>,
    clock: Clock,
    running: Arc<Semaphore>,
    waiting: AtomicU64,
    /// The longest unused one first.
    idle: Mutex<VecDeque<Idle>>,
    /// Compilations under way.
    pub(super) compilations: Compilations,
    /// Tells of every worker that becomes idle with a schema.
    pub(super) returned: Notify,
    roll: Roll,
}

/// A worker that runs nothing.
pub struct Idle {
    thread: GuestThread<Worker>,
    held: Option<Arc<HeldSchema>>,
    worn: bool,
}

impl Idle {
    /// The worker after a call, unless it must not be used again.
    pub fn of(thread: GuestThread<Worker>, condition: Option<Condition>) -> Option<Idle> {
        let Condition { retired, worn, held } = condition?;
        (!retired).then_some(Idle { thread, held, worn })
    }

    /// Whether it holds the schema that compiling `key` from `capture` would give.
    pub fn serves(&self, key: &SchemaKey, capture: &Capture) -> bool {
        self.held.as_ref().is_some_and(|held| held.serves(key, capture))
    }

    /// Whether it holds no schema.
    pub fn is_blank(&self) -> bool {
        self.held.is_none()
    }

    fn holds_schema(&self) -> bool {
        self.held.is_some()
    }

    /// The worker, to be run.
    pub fn into_thread(self) -> GuestThread<Worker> {
        self.thread
    }
}

impl Pool {
    /// A pool without workers.
    pub fn new(code: Arc<Code<WorkerWorld>>, limits: Arc<Limits>, clock: Clock) -> Pool {
        let running = usize::try_from(limits.workers).unwrap_or(usize::MAX).min(Semaphore::MAX_PERMITS);
        Pool {
            code,
            limits,
            clock,
            running: Arc::new(Semaphore::new(running)),
            waiting: AtomicU64::new(0),
            idle: Mutex::default(),
            compilations: Compilations::default(),
            returned: Notify::new(),
            roll: Roll::default(),
        }
    }

    /// The limits in force.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The same, to be kept.
    pub fn shared_limits(&self) -> &Arc<Limits> {
        &self.limits
    }

    /// The clock of its guests.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// Where every thread with a guest is entered.
    pub fn roll(&self) -> &Roll {
        &self.roll
    }

    /// The right to run guests; waits in the queue if there is room.
    pub async fn lease(self: &Arc<Self>) -> Outcome<Lease> {
        let permit = self.admit().await?;
        Ok(Lease::new(Arc::clone(self), permit))
    }

    /// An idle worker that holds this schema.
    pub fn take_holder(&self, key: &SchemaKey, capture: &Capture) -> Option<Idle> {
        let mut idle = self.idle();
        let position = idle.iter().rposition(|idle| idle.serves(key, capture));
        position.and_then(|position| idle.remove(position))
    }

    /// Whether an idle worker holds this schema.
    pub fn has_holder(&self, key: &SchemaKey, capture: &Capture) -> bool {
        self.idle().iter().any(|idle| idle.serves(key, capture))
    }

    /// A worker without a schema.
    pub fn blank(&self) -> Outcome<Idle> {
        let mut idle = self.idle();
        let position = idle.iter().rposition(Idle::is_blank);
        if let Some(found) = position.and_then(|position| idle.remove(position)) {
            return Ok(found);
        }
        drop(idle);
        let worker = Worker::new(Arc::clone(&self.code), Arc::clone(&self.limits), self.clock)?;
        let thread = GuestThread::start(worker, &self.roll)?;
        Ok(Idle { thread, held: None, worn: false })
    }

    /// Keeps a worker for others, unless it is worn.
    pub fn put_back(&self, worker: Idle) {
        if worker.worn {
            return;
        }
        let holds_schema = worker.holds_schema();
        let mut idle = self.idle();
        idle.push_back(worker);
        self.trim(&mut idle);
        drop(idle);
        if holds_schema {
            self.returned.notify_waiters();
        }
    }

    /// Keeps as many schemas as the limit says, and one worker without any for calls that need none.
    fn trim(&self, idle: &mut VecDeque<Idle>) {
        let schemas = usize::try_from(self.limits.schema_cache_entries).unwrap_or(usize::MAX);
        for (kept, is_kind) in [(schemas, Idle::holds_schema as fn(&Idle) -> bool), (1, Idle::is_blank)] {
            let surplus = idle.iter().filter(|idle| is_kind(idle)).count().saturating_sub(kept);
            for _ in 0..surplus {
                let oldest = idle.iter().position(is_kind);
                oldest.and_then(|position| idle.remove(position));
            }
        }
    }

    async fn admit(&self) -> Outcome<Permit> {
        if let Ok(permit) = Arc::clone(&self.running).try_acquire_owned() {
            return Ok(Arc::new(permit));
        }
        let _place = self.queue()?;
        let permit = Arc::clone(&self.running).acquire_owned().await;
        permit.map(Arc::new).map_err(|_| Fault::internal("the pool is closed"))
    }

    fn queue(&self) -> Outcome<Place<'_>> {
        let place = Place { waiting: &self.waiting };
        if self.waiting.fetch_add(1, Ordering::Relaxed) < self.limits.queue_slots {
            return Ok(place);
        }
        Err(Fault::new(
            FaultCode::ServerBusy,
            format!("All {} workers are busy and {} calls wait.", self.limits.workers, self.limits.queue_slots),
        ))
    }

    fn idle(&self) -> MutexGuard<'_, VecDeque<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.idle().clear();
        self.roll.wait();
    }
}

/// A place in the queue, given up when dropped.
struct Place<'a> {
    waiting: &'a AtomicU64,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}
