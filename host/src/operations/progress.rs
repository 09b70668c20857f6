//! How far a long operation is: batches, corpora, exports.
//!
//! An operation tells a [`Progress`] after each of its units; whoever runs the operation decides what becomes of it. The server makes
//! progress notifications of it where the client gave a token, the command line a line on a terminal.

use std::sync::Arc;

/// How far an operation is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Units that are done: documents of a batch.
    pub done: u64,
    /// Units in all; the same in every step of an operation.
    pub total: u64,
    /// One short line for a person; it may name paths of the workspace, and nothing else of the inputs.
    pub message: String,
}

/// Where an operation tells how far it is. Cheap to clone; the default tells nobody.
///
/// `done` rises with every step of an operation and never exceeds `total`; the last step of an operation that succeeds has
/// `done == total`. Steps come from any thread, one after another. The receiver must not block.
#[derive(Clone, Default)]
pub struct Progress {
    receiver: Option<Arc<dyn Fn(Step) + Send + Sync>>,
}

impl std::fmt::Debug for Progress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Progress").field("heard", &self.receiver.is_some()).finish()
    }
}

impl Progress {
    /// Tells this receiver.
    pub fn to(receiver: impl Fn(Step) + Send + Sync + 'static) -> Progress {
        Progress { receiver: Some(Arc::new(receiver)) }
    }

    /// Tells how far the operation is.
    pub fn tell(&self, done: u64, total: u64, message: impl FnOnce() -> String) {
        if let Some(receiver) = &self.receiver {
            receiver(Step { done, total, message: message() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn steps_reach_the_receiver_and_nobody_is_told_by_default() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&heard);
        let progress = Progress::to(move |step| kept.lock().unwrap().push(step));
        progress.clone().tell(1, 2, || "a.xml".to_owned());
        assert_eq!(*heard.lock().unwrap(), [Step { done: 1, total: 2, message: "a.xml".to_owned() }]);
        Progress::default().tell(1, 2, || panic!("no message is made"));
    }
}
