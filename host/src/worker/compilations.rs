//! Compilations under way, so that calls on one schema that come together do not all compile it.

use super::closure::SchemaKey;
use crate::capture::Capture;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};

/// The shortest time that a worker is waited for; small schemas compile faster than a worker comes back.
const PATIENCE: Duration = Duration::from_millis(50);

/// The compilations under way.
#[derive(Debug, Default)]
pub struct Compilations {
    running: Arc<Mutex<Vec<Running>>>,
}

#[derive(Debug)]
struct Running {
    key: SchemaKey,
    capture: Arc<Capture>,
    took: watch::Receiver<Option<Duration>>,
}

/// What is to be done for a schema that no idle worker holds.
#[derive(Debug)]
pub enum Begin {
    /// Compile it.
    Own(Compilation),
    /// Wait for the one who does.
    Others(Underway),
}

/// The caller's own compilation; over when it is dropped.
#[derive(Debug)]
pub struct Compilation {
    running: Arc<Mutex<Vec<Running>>>,
    began: Instant,
    took: watch::Sender<Option<Duration>>,
}

/// Another call's compilation.
#[derive(Debug)]
pub struct Underway {
    took: watch::Receiver<Option<Duration>>,
}

impl Compilations {
    /// Begins a compilation, unless one of the same schema from the same files is under way.
    pub fn begin(&self, key: &SchemaKey, capture: &Arc<Capture>) -> Begin {
        let mut running = lock(&self.running);
        if let Some(same) = running.iter().find(|running| running.key == *key && running.capture.is_same(capture)) {
            return Begin::Others(Underway { took: same.took.clone() });
        }
        let (sender, took) = watch::channel(None);
        running.push(Running { key: key.clone(), capture: Arc::clone(capture), took });
        Begin::Own(Compilation { running: Arc::clone(&self.running), began: Instant::now(), took: sender })
    }
}

impl Compilation {
    /// It has succeeded.
    pub fn done(self) {
        self.took.send_replace(Some(self.began.elapsed()));
    }
}

impl Drop for Compilation {
    fn drop(&mut self) {
        let own = self.took.subscribe();
        lock(&self.running).retain(|running| !running.took.same_channel(&own));
    }
}

impl Underway {
    /// Waits until the compilation is over, and then, for as long as it took, until a worker that has it is idle: waiting longer
    /// would cost more than compiling. Returns early if it failed.
    pub async fn wait(mut self, returned: &Notify, at_hand: impl Fn() -> bool) {
        let took = self.took.wait_for(Option::is_some).await.map(|took| took.unwrap_or_default());
        let Ok(took) = took else { return };
        let patience = async {
            loop {
                let next = returned.notified();
                if at_hand() {
                    return;
                }
                next.await;
            }
        };
        let _ = tokio::time::timeout(took.max(PATIENCE), patience).await;
    }
}

fn lock(running: &Mutex<Vec<Running>>) -> MutexGuard<'_, Vec<Running>> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::schema::SchemaOptions;
    use crate::workspace::WorkspacePath;

    fn key(path: &str) -> SchemaKey {
        SchemaKey { entries: vec![WorkspacePath::parse(path).unwrap()], options: SchemaOptions::default() }
    }

    #[tokio::test]
    async fn the_same_schema_is_begun_once_at_a_time_and_others_wait_for_its_worker() {
        let (compilations, capture) = (Compilations::default(), Arc::new(Capture::default()));
        let Begin::Own(own) = compilations.begin(&key("a"), &capture) else { panic!("the first begins") };
        assert!(matches!(compilations.begin(&key("b"), &capture), Begin::Own(_)));
        let Begin::Others(underway) = compilations.begin(&key("a"), &capture) else { panic!("the second waits") };
        own.done();
        let returned = Notify::new();
        underway.wait(&returned, || true).await;
        assert!(matches!(compilations.begin(&key("a"), &capture), Begin::Own(_)), "it is over");
    }

    #[tokio::test]
    async fn neither_a_compilation_that_fails_nor_a_worker_that_stays_away_is_waited_for_long() {
        let (compilations, capture) = (Compilations::default(), Arc::new(Capture::default()));
        let returned = Notify::new();
        for succeeds in [false, true] {
            let Begin::Own(own) = compilations.begin(&key("a"), &capture) else { panic!("it begins") };
            let Begin::Others(underway) = compilations.begin(&key("a"), &capture) else { panic!("it waits") };
            if succeeds {
                own.done();
            } else {
                drop(own);
            }
            underway.wait(&returned, || false).await;
        }
    }
}
