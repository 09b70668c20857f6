//! One run of user code: an instance of its own, on a thread of its own, gone when the answer is there.

use super::snapshots::{LastFault, Snapshots};
use super::world::TransformWorld;
use super::world::exports::pyxsd::worker::transformation as wit;
use crate::clock::Clock;
use crate::fault::{Fault, FaultCode, Outcome};
use crate::limits::Limits;
use crate::worker::code::Code;
use crate::worker::instance::Instance;
use crate::worker::memory::{MemoryCap, MemoryMeter};
use crate::worker::purse::Purse;
use crate::worker::request::{Cache, Readings};
use crate::worker::sandbox::{Folders, Sandbox};
use crate::worker::stop::{Budget, Stop};
use crate::worker::thread::Resident;
use std::collections::BTreeSet;
use std::sync::Arc;
use wasmtime::Trap;

/// Longest message of the code's own that a fault repeats, in characters.
const MESSAGE_CHARS: usize = 2_000;
/// Longest captured output that a fault repeats, in characters; it is the end that tells most.
const OUTPUT_CHARS: usize = 2_000;
/// Warnings of a run that are kept; each has at most [`MESSAGE_CHARS`].
const WARNINGS: usize = 1_000;
/// Longest name of a checkpoint, in bytes.
const NAME_BYTES: usize = 256;
/// The type of the error that a failed query raises in Python.
const QUERY_ERROR: &str = "QueryError";
/// The function that supplied code defines.
pub const ENTRY: &str = "transform";

/// What a run is given.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The document.
    pub document: Vec<u8>,
    /// The bound document as a table of nodes; empty where there is none.
    pub node_table: Vec<u8>,
    /// Python source; empty for a component that is the code itself.
    pub source: String,
    /// JSON text of an object: its arguments.
    pub arguments: String,
    /// JSON text of an object: what is known of the schema.
    pub facts: String,
}

/// A run that came to its end.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The candidate.
    pub document: Vec<u8>,
    /// Documents on the way, by name.
    pub checkpoints: Vec<(String, Vec<u8>)>,
    /// What the code printed, bounded.
    pub output: String,
    /// What may surprise.
    pub warnings: Vec<String>,
    /// What it cost.
    pub readings: Readings,
}

/// Owner of the instance of one run.
pub struct Runner {
    code: Arc<Code<TransformWorld>>,
    limits: Arc<Limits>,
    clock: Clock,
    snapshots: Option<Snapshots>,
    queries: LastFault,
}

impl Resident for Runner {
    type Condition = ();

    fn retire(&mut self) {}

    fn condition(&self) {}
}

impl Runner {
    /// A runner of this code, whose queries go this way.
    pub fn new(code: Arc<Code<TransformWorld>>, limits: Arc<Limits>, clock: Clock, snapshots: Snapshots) -> Runner {
        let queries = snapshots.last_fault();
        Runner { code, limits, clock, snapshots: Some(snapshots), queries }
    }

    /// Runs the code once. The instance is gone when this returns.
    pub async fn run(&mut self, run: Run, budget: Budget) -> Outcome<Ran> {
        let mut instance = self.start(&budget).await?;
        let request = wit::Request {
            document: run.document,
            node_table: run.node_table,
            code: run.source,
            entry: ENTRY.to_owned(),
            arguments: run.arguments,
            facts: run.facts,
            now: self.clock.timestamp(),
            output_bytes: u32::try_from(self.limits.worker_output_bytes).unwrap_or(u32::MAX),
        };
        let called = instance
            .call(&budget, async |store, exports| exports.pyxsd_worker_transformation().call_run(store, &request).await)
            .await;
        let written = instance.take_output();
        let (outcome, fuel) = called.map_err(|stop| self.stopped(stop, &budget, &written))?;
        let readings = Readings {
            component: self.code.digest(),
            tier: instance.tier(),
            fuel,
            memory_bytes: instance.memory_bytes(),
            cache: Cache::Miss,
        };
        let refused = instance.refused();
        drop(instance);
        let wit::Outcome { result, checkpoints, output, output_cut } = outcome;
        let output = captured(output + &written, output_cut, self.limits.worker_output_bytes);
        match result {
            Ok(wit::Changed { document, warnings }) => Ok(Ran {
                document,
                checkpoints: named(checkpoints, &output)?,
                output,
                warnings: bounded(warnings),
                readings,
            }),
            Err(failure) => {
                let fault = without_memory(failed(failure, &output), refused);
                Err(self.without_query(fault))
            }
        }
    }

    /// Whether each of these sources can be read and has the function; gives the name of the first that has a fault, with the fault.
    pub async fn check(&mut self, sources: Vec<(String, String)>, budget: Budget) -> Outcome<()> {
        let mut instance = self.start(&budget).await?;
        let mut purse = Purse::new(budget);
        for (name, source) in sources {
            let left = purse.left();
            let called = instance
                .call(&left, async |store, exports| {
                    exports.pyxsd_worker_transformation().call_check(store, &source, ENTRY).await
                })
                .await;
            let written = instance.take_output();
            let called = called.map_err(|stop| self.stopped(stop, &left, &written))?;
            purse.take(called).map_err(|failure| failed(failure, "").with("definition", name))?;
        }
        Ok(())
    }

    /// An error of a query that met a limit, and that the code did not catch, is the fault of that query; line and output are those of the code.
    fn without_query(&self, fault: Fault) -> Fault {
        let detail = |key: &str| fault.details.get(key).cloned().unwrap_or_default();
        if detail("type") != QUERY_ERROR {
            return fault;
        }
        let Some(met) = detail("message").as_str().and_then(|message| self.queries.of_limit(message)) else {
            return fault;
        };
        met.with("line", detail("line")).with("output", detail("output"))
    }

    async fn start(&mut self, budget: &Budget) -> Outcome<Instance<TransformWorld>> {
        let snapshots = self.snapshots.take().ok_or_else(|| Fault::internal("a runner runs once"))?;
        // An interpreter has an exception for memory that is not there, and its code may catch it.
        let memory = MemoryMeter::new(self.limits.transform_memory_bytes, "transform_memory_bytes").that_copes();
        let sandbox = Sandbox::new(Folders::default(), memory, &self.limits, snapshots)
            .map_err(|cause| Fault::state_io("Making a sandbox", cause))?;
        Instance::start(&self.code, sandbox, &self.limits, budget).await
    }

    /// The fault of code that did not come to its end. A trap of user code is no defect of ours, and its author is told.
    fn stopped(&self, stop: Stop, budget: &Budget, written: &str) -> Fault {
        match stop {
            // An interpreter that recurses in its own code meets the end of the stack before it can say so.
            Stop::Failed(what) if what == Trap::StackOverflow.to_string() => failure_fault(
                "RecursionError",
                "the code recursed deeper than the stack of its component",
                None,
                written,
            ),
            Stop::Failed(what) => {
                let what = shortened(&what, MESSAGE_CHARS);
                let message = format!("The transform's code ended its component: {what}. Nothing of it was kept.");
                Fault::new(FaultCode::WorkerFailed, message).with("trap", what).with("output", tail(written))
            }
            stop => {
                let fault = stop.into_fault(budget, &self.limits);
                if written.is_empty() { fault } else { fault.with("output", tail(written)) }
            }
        }
    }
}

/// What was printed, within the bound. Python cuts its output itself; a component says what it likes.
fn captured(mut output: String, mut cut: bool, most: u64) -> String {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    if output.len() > most {
        output.truncate(output.floor_char_boundary(most));
        output.shrink_to_fit();
        cut = true;
    }
    if cut { output + "\n[output was cut here]\n" } else { output }
}

fn bounded(mut warnings: Vec<String>) -> Vec<String> {
    let surplus = warnings.len().saturating_sub(WARNINGS);
    warnings.truncate(WARNINGS);
    let mut kept: Vec<String> = warnings.iter().map(|warning| shortened(warning, MESSAGE_CHARS)).collect();
    if surplus > 0 {
        kept.push(format!("{surplus} more warnings were not kept."));
    }
    kept
}

fn named(checkpoints: Vec<wit::Checkpoint>, output: &str) -> Outcome<Vec<(String, Vec<u8>)>> {
    let mut known = BTreeSet::new();
    for name in checkpoints.iter().map(|kept| kept.name.as_str()) {
        let wrong = match known.insert(name) {
            true if name.len() <= NAME_BYTES => continue,
            true => format!("the name of the checkpoint `{}` has more than {NAME_BYTES} bytes", shortened(name, 40)),
            false => format!("the checkpoint `{name}` is there twice; give each its own name"),
        };
        return Err(failure_fault("Checkpoint", &wrong, None, output));
    }
    Ok(checkpoints.into_iter().map(|kept| (kept.name, kept.document)).collect())
}

/// The fault of code that says itself that it failed.
fn failed(failure: wit::Failure, output: &str) -> Fault {
    let (type_name, message, line) = match failure {
        wit::Failure::Raised(error) => (error.type_name, error.message, error.line),
        wit::Failure::WrongResult(message) => ("WrongResult".to_owned(), message, None),
        wit::Failure::Exited(message) => ("SystemExit".to_owned(), message, None),
        wit::Failure::InvalidRequest(message) => ("InvalidRequest".to_owned(), message, None),
    };
    failure_fault(&type_name, &message, line, output)
}

/// An error for want of memory names the limit that the memory was refused by.
fn without_memory(fault: Fault, refused: Option<MemoryCap>) -> Fault {
    match refused {
        Some(cap) if fault.details.get("type").is_some_and(|name| name == "MemoryError") => fault
            .with("limit", cap.limit)
            .with("maximum", cap.cap as u64)
            .with("flag", format!("--limit {}=BYTES", cap.limit)),
        _ => fault,
    }
}

/// `transform_failed`: type of the error, message, line of the source if it has one, and what was printed before.
pub fn failure_fault(type_name: &str, message: &str, line: Option<u32>, output: &str) -> Fault {
    let message = shortened(message, MESSAGE_CHARS);
    let place = line.map_or(String::new(), |line| format!(" at line {line} of the source"));
    let told = format!("The transform failed{place}: {type_name}: {message}");
    let fault = Fault::new(FaultCode::TransformFailed, told)
        .with("type", shortened(type_name, 200))
        .with("message", message)
        .with("output", tail(output));
    fault.with("line", line.map_or(serde_json::Value::Null, Into::into))
}

/// The begin of a text.
pub fn shortened(text: &str, chars: usize) -> String {
    match text.char_indices().nth(chars) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The end of a text.
fn tail(text: &str) -> String {
    let chars = text.chars().count();
    match chars.checked_sub(OUTPUT_CHARS) {
        None | Some(0) => text.to_owned(),
        Some(surplus) => format!("…{}", text.chars().skip(surplus).collect::<String>()),
    }
}
