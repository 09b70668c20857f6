//! Guests on their threads.
//!
//! A guest runs on the thread of its owner and on no other, so no computation of a guest holds up the server. The thread has a
//! current-thread runtime: a call is a future there, and dropping it ends the guest at the next epoch, or at once where it waits
//! in the host.

use super::roll::Roll;
use crate::fault::{Fault, FaultCode};
use std::pin::Pin;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};

type Job<R> = Box<dyn for<'a> FnOnce(&'a mut R) -> Pin<Box<dyn Future<Output = ()> + 'a>> + Send>;

/// What lives on a thread of its own: the owner of an instance.
pub trait Resident: 'static {
    /// What others must know of it between two calls.
    type Condition: Send + 'static;

    /// Ends its use: a call was dropped in the middle.
    fn retire(&mut self);

    /// How it is after a call.
    fn condition(&self) -> Self::Condition;
}

/// The right to run a guest; shared by a call and the jobs that it has on a thread, so that it ends with the last of them.
pub type Permit = Arc<OwnedSemaphorePermit>;

/// A resident, seen from elsewhere. Dropping it ends the resident.
pub struct GuestThread<R: Resident> {
    jobs: mpsc::UnboundedSender<Job<R>>,
}

impl<R: Resident> GuestThread<R> {
    /// Gives the resident a thread, and enters that in the roll.
    pub fn start(mut resident: R, roll: &Roll) -> Result<GuestThread<R>, Fault>
    where
        R: Send,
    {
        let failed = |cause| Fault::internal(format!("a worker's thread cannot be started: {cause}"));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(failed)?;
        let (jobs, mut queue) = mpsc::unbounded_channel::<Job<R>>();
        let entry = roll.enter();
        std::thread::Builder::new()
            .name("pyxsd-worker".to_owned())
            .spawn(move || {
                runtime.block_on(async {
                    while let Some(job) = queue.recv().await {
                        job(&mut resident).await;
                    }
                });
                // Its folders go first.
                drop(resident);
                drop(entry);
            })
            .map_err(failed)?;
        Ok(GuestThread { jobs })
    }

    /// Runs `work` on the resident. If the returned future is dropped, the work is dropped too and the resident retires. There is no
    /// condition where the thread has ended by a panic of the host's own code.
    pub async fn run<T, W>(&self, permit: &Permit, work: W) -> (Result<T, Fault>, Option<R::Condition>)
    where
        T: Send + 'static,
        W: AsyncFnOnce(&mut R) -> Result<T, Fault> + Send + 'static,
    {
        let (mut reply, result) = oneshot::channel();
        let permit = Arc::clone(permit);
        let job: Job<R> = Box::new(move |resident| {
            Box::pin(async move {
                let done = tokio::select! {
                    biased;
                    () = reply.closed() => None,
                    done = work(resident) => Some(done),
                };
                if done.is_none() {
                    resident.retire();
                }
                // Before the answer: whoever has it must find the place free.
                drop(permit);
                if let Some(done) = done {
                    // Nobody is there to be told if the call was dropped meanwhile.
                    let _ = reply.send((done, Some(resident.condition())));
                }
            })
        });
        if self.jobs.send(job).is_err() {
            return lost();
        }
        result.await.unwrap_or_else(|_| lost())
    }
}

fn lost<T, C>() -> (Result<T, Fault>, Option<C>) {
    (Err(Fault::new(FaultCode::WorkerFailed, "The worker stopped by a defect and was replaced.")), None)
}
