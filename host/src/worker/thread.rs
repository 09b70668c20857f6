//! Workers on their threads.
//!
//! A guest runs on the thread of its worker and on no other, so no computation of a guest holds up the server. The thread has a
//! current-thread runtime: a call is a future there, and dropping it ends the guest at the next epoch, or at once where it waits
//! in the host.

use super::actor::Worker;
use super::closure::HeldSchema;
use super::code::Code;
use super::roll::Roll;
use crate::clock::Clock;
use crate::fault::{Fault, FaultCode};
use crate::limits::Limits;
use std::pin::Pin;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};

type Job = Box<dyn for<'a> FnOnce(&'a mut Worker) -> Pin<Box<dyn Future<Output = ()> + 'a>> + Send>;

/// The right to run a guest; shared by a call and the jobs that it has on a thread, so that it ends with the last of them.
pub type Permit = Arc<OwnedSemaphorePermit>;

/// What the pool must know of a worker between two calls.
#[derive(Clone, Debug)]
pub struct Condition {
    /// It must not be used again.
    pub retired: bool,
    /// It may serve the operation that has it to its end, and is not kept.
    pub worn: bool,
    /// The schema that it holds.
    pub held: Option<Arc<HeldSchema>>,
}

/// A worker, seen from elsewhere. Dropping it ends the worker.
#[derive(Debug)]
pub struct WorkerThread {
    jobs: mpsc::UnboundedSender<Job>,
}

impl WorkerThread {
    /// Starts a thread with a fresh worker and enters it in the roll.
    pub fn start(code: Arc<Code>, limits: Arc<Limits>, clock: Clock, roll: &Roll) -> Result<WorkerThread, Fault> {
        let failed = |cause| Fault::internal(format!("a worker's thread cannot be started: {cause}"));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(failed)?;
        let mut worker = Worker::new(code, limits, clock)?;
        let (jobs, mut queue) = mpsc::unbounded_channel::<Job>();
        let entry = roll.enter();
        std::thread::Builder::new()
            .name("pyxsd-worker".to_owned())
            .spawn(move || {
                runtime.block_on(async {
                    while let Some(job) = queue.recv().await {
                        job(&mut worker).await;
                    }
                });
                // The folder goes first.
                drop(worker);
                drop(entry);
            })
            .map_err(failed)?;
        Ok(WorkerThread { jobs })
    }

    /// Runs `work` on the worker. If the returned future is dropped, the work is dropped too and the worker ends.
    pub async fn run<T, W>(&self, permit: &Permit, work: W) -> (Result<T, Fault>, Condition)
    where
        T: Send + 'static,
        W: AsyncFnOnce(&mut Worker) -> Result<T, Fault> + Send + 'static,
    {
        let (mut reply, result) = oneshot::channel();
        let permit = Arc::clone(permit);
        let job: Job = Box::new(move |worker| {
            Box::pin(async move {
                let done = tokio::select! {
                    biased;
                    () = reply.closed() => None,
                    done = work(worker) => Some(done),
                };
                if done.is_none() {
                    worker.retire();
                }
                // Before the answer: whoever has it must find the place free.
                drop(permit);
                if let Some(done) = done {
                    // Nobody is there to be told if the call was dropped meanwhile.
                    let _ = reply.send((done, worker.condition()));
                }
            })
        });
        if self.jobs.send(job).is_err() {
            return lost();
        }
        result.await.unwrap_or_else(|_| lost())
    }
}

/// The thread has ended by a panic of the host's own code.
fn lost<T>() -> (Result<T, Fault>, Condition) {
    let fault = Fault::new(FaultCode::WorkerFailed, "The worker stopped by a defect and was replaced.");
    (Err(fault), Condition { retired: true, worn: true, held: None })
}
