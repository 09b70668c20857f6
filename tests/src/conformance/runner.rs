//! Runs the groups of a catalogue on several threads.

use super::catalogue::{Catalogue, Test};
use super::judge::{Failure, judge};
use super::{Engine, Question, Verdict};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The stack of a thread that runs the engine: that of the sandbox, so that recursion shows here too.
const STACK_BYTES: usize = 1 << 20;

/// What became of one test.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The test.
    pub test: Test,
    /// How it failed; `None` where it passed.
    pub failure: Option<Failure>,
    /// What the engine said.
    pub verdict: Verdict,
    /// How long it took.
    pub time: Duration,
}

/// Runs every group, each on one engine, and returns the outcomes in order of the catalogue.
pub fn run<E: Engine>(
    catalogue: &Catalogue,
    version: &str,
    threads: usize,
    engine: impl Fn() -> E + Sync,
) -> Vec<Outcome> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let work = || {
                let mut current = engine();
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(group) = catalogue.groups.get(at) else { return };
                    let outcomes: Vec<Outcome> =
                        group.iter().map(|test| run_test(test, version, &mut current, &engine)).collect();
                    done.lock().expect("no outcome panics").push((at, outcomes));
                }
            };
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, work).expect("the machine has room for a thread");
        }
    });
    let mut done = done.into_inner().expect("no outcome panics");
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().flat_map(|(_, outcomes)| outcomes).collect()
}

fn run_test<E: Engine>(test: &Test, version: &str, current: &mut E, fresh: &impl Fn() -> E) -> Outcome {
    let start = Instant::now();
    let question = Question { version, schemas: &test.schemas, instance: test.instance.as_deref() };
    let answer = catch_unwind(AssertUnwindSafe(|| current.decide(&question)));
    let time = start.elapsed();
    match answer {
        Ok(verdict) => Outcome { test: test.clone(), failure: judge(test, &verdict), verdict, time },
        Err(_) => {
            *current = fresh();
            Outcome { test: test.clone(), failure: Some(Failure::Crash), verdict: Verdict::default(), time }
        }
    }
}
