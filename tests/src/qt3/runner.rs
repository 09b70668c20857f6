//! Runs the cases on several threads.

use super::catalogue::{Case, TestSet};
use super::environment::{Environment, Unbuilt};
use super::judge::judge;
use super::skip;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The stack of a thread that evaluates: that of the sandbox, so that recursion shows here too.
const STACK_BYTES: usize = 1 << 20;

/// What became of a case.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// As expected.
    Passed,
    /// Not as expected, and how.
    Failed(String),
    /// Does not apply, and why.
    Skipped(&'static str),
}

/// A case that was run.
#[derive(Debug)]
pub struct Ran<'s> {
    /// The case.
    pub case: &'s Case,
    /// What became of it.
    pub verdict: Verdict,
    /// How long it took.
    pub time: Duration,
}

/// Runs the cases whose keys contain `only`; results in order of the catalogue.
pub fn run<'s>(sets: &'s [TestSet], threads: usize, only: &str) -> Vec<Ran<'s>> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let work = || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(set) = sets.get(at) else { return };
                    let ran = run_set(set, only);
                    done.lock().expect("no verdict panics").push((at, ran));
                }
            };
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, work).expect("the machine has room for a thread");
        }
    });
    let mut done = done.into_inner().expect("no verdict panics");
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().flat_map(|(_, ran)| ran).collect()
}

fn run_set<'s>(set: &'s TestSet, only: &str) -> Vec<Ran<'s>> {
    let mut environments = BTreeMap::new();
    let cases = set.cases.iter().filter(|case| case.key().contains(only));
    cases
        .map(|case| {
            let start = Instant::now();
            let verdict = catch_unwind(AssertUnwindSafe(|| run_case(set, case, &mut environments)))
                .unwrap_or_else(|_| Verdict::Failed("panicked".to_owned()));
            Ran { case, verdict, time: start.elapsed() }
        })
        .collect()
}

type Built = Result<Environment, Unbuilt>;

fn run_case(set: &TestSet, case: &Case, environments: &mut BTreeMap<usize, Built>) -> Verdict {
    if let Some(reason) = skip::reason(case) {
        return Verdict::Skipped(reason);
    }
    let key = Arc::as_ptr(&case.setup) as usize;
    let environment = environments.entry(key).or_insert_with(|| Environment::build(&case.setup, &set.path));
    let environment = match environment {
        Ok(environment) => environment,
        Err(Unbuilt::Skip(reason)) => return Verdict::Skipped(reason),
        Err(Unbuilt::Failed(why)) => return Verdict::Failed(format!("environment: {why}")),
    };
    let outcome = environment.evaluate(&case.test, &[]);
    match judge(environment, &case.expected, &outcome) {
        Ok(()) => Verdict::Passed,
        Err(why) => Verdict::Failed(why),
    }
}
