//! The same expressions in the sandbox: each answer must be that of the engine in this process.
//!
//! What is compared is the query of a document, as clients ask it: the root element is the context item, and there are no variables.

use super::catalogue::{Case, Setup, TestSet};
use super::skip;
use crate::conformance::native::{EMPTY_SCHEMA, FileResolver};
use crate::conformance::sandbox::Sandbox;
use pyxsd_mcp::capture::blobs::Scratch;
use pyxsd_mcp::capture::{Capture, CapturedFile};
use pyxsd_mcp::fault::Fault;
use pyxsd_mcp::worker::query::{Item, Query, QueryOutcome, QueryRequest};
use pyxsd_mcp::worker::schema::SchemaOptions;
use pyxsd_mcp::worker::{SchemaSource, Workers};
use pyxsd_mcp::workspace::WorkspacePath;
use pyxsd_query::{Answer, Entry, QueryError};
use pyxsd_schema::{CompileOptions, Resolver, Schema};
use pyxsd_validator::{Binding, ValidateOptions};
use pyxsd_xpath::Budget;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// What the clock of [`Sandbox::workers`] shows.
const NOW: &str = "2026-01-01T00:00:00Z";
/// Items that are compared one by one; of others the number.
const ITEMS: u32 = 50;
const EMPTY_SCHEMA_PATH: &str = "empty-schema.xsd";
const EMPTY_DOCUMENT: &str = "empty.xml";

/// The comparison of all cases.
#[derive(Debug, Default)]
pub struct Parity {
    /// Cases compared.
    pub compared: usize,
    /// Cases whose schema or document cannot be used alone.
    pub left_out: usize,
    /// Key of the case and both answers.
    pub differences: Vec<(String, String)>,
}

/// Asks both about every case whose key contains `only`.
pub fn compare(sets: &[TestSet], threads: usize, only: &str) -> Result<Parity, String> {
    let workers = Sandbox::workers(threads as u64)?;
    let next = AtomicUsize::new(0);
    let parity = Mutex::new(Parity::default());
    std::thread::scope(|scope| {
        let run = || -> Result<(), String> {
            let asker = Asker::new(workers.clone())?;
            while let Some(set) = sets.get(next.fetch_add(1, Ordering::Relaxed)) {
                asker.compare_set(set, only, &parity);
            }
            Ok(())
        };
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| "a thread panicked".to_owned())?)
    })?;
    let mut parity = parity.into_inner().map_err(|error| error.to_string())?;
    parity.differences.sort();
    Ok(parity)
}

struct Asker {
    workers: Workers,
    scratch: Arc<Scratch>,
    runtime: tokio::runtime::Runtime,
}

/// A schema and a document, for both engines.
struct Inputs {
    schema: Schema,
    bytes: Vec<u8>,
    capture: Arc<Capture>,
    entries: Vec<WorkspacePath>,
    document: WorkspacePath,
}

impl Asker {
    fn new(workers: Workers) -> Result<Asker, String> {
        let scratch = Scratch::create().map_err(|fault| fault.message)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        Ok(Asker { workers, scratch, runtime: runtime.map_err(|error| error.to_string())? })
    }

    fn compare_set(&self, set: &TestSet, only: &str, parity: &Mutex<Parity>) {
        let mut inputs: BTreeMap<usize, Option<Inputs>> = BTreeMap::new();
        for case in set.cases.iter().filter(|case| case.key().contains(only) && skip::reason(case).is_none()) {
            let key = Arc::as_ptr(&case.setup) as usize;
            let known = inputs.entry(key).or_insert_with(|| self.inputs(&case.setup).ok());
            let answers = known.as_mut().map(|inputs| (native(case, inputs), self.sandboxed(case, inputs)));
            let mut parity = parity.lock().expect("no comparison panics");
            match answers {
                None => parity.left_out += 1,
                Some((native, sandboxed)) => {
                    parity.compared += 1;
                    if native != sandboxed {
                        parity.differences.push((case.key(), format!("natively {native}, in the sandbox {sandboxed}")));
                    }
                }
            }
        }
    }

    fn inputs(&self, setup: &Setup) -> Result<Inputs, String> {
        let relative = |path: &Path| path.display().to_string().trim_start_matches('/').to_owned();
        let mut entries: Vec<String> = setup.schemas.iter().map(|path| relative(path)).collect();
        if entries.is_empty() {
            entries.push(EMPTY_SCHEMA_PATH.to_owned());
        }
        let mut resolver = FileResolver::default();
        let schema = pyxsd_schema::compile(&entries, &CompileOptions::default(), &mut resolver);
        let schema = schema.map_err(|error| format!("{error:?}"))?;
        if schema.has_errors() || !schema.unresolved.is_empty() {
            return Err("the schema decides nothing".to_owned());
        }
        let (document, bytes) = match setup.sources.iter().find(|source| source.role == ".") {
            Some(source) => (relative(&source.path), fs::read(&source.path).map_err(|error| error.to_string())?),
            None => (EMPTY_DOCUMENT.to_owned(), b"<empty/>".to_vec()),
        };
        let mut files = BTreeMap::new();
        let mut add = |path: &str, bytes: &[u8]| -> Result<(), String> {
            let blob = self.scratch.store(bytes).map_err(|fault| fault.message)?;
            files.insert(WorkspacePath::parse(path).map_err(|why| why.to_string())?, CapturedFile::new(blob));
            Ok(())
        };
        add(EMPTY_SCHEMA_PATH, EMPTY_SCHEMA.as_bytes())?;
        for path in resolver.loaded.clone() {
            if let Some(bytes) = resolver.load(&path) {
                add(&path, &bytes)?;
            }
        }
        add(&document, &bytes)?;
        let parse = |path: &String| WorkspacePath::parse(path).map_err(|why| why.to_string());
        Ok(Inputs {
            schema,
            bytes,
            capture: Arc::new(Capture::new(files)),
            entries: entries.iter().map(parse).collect::<Result<_, _>>()?,
            document: parse(&document)?,
        })
    }

    fn sandboxed(&self, case: &Case, inputs: &Inputs) -> String {
        let query = Query {
            expression: case.test.clone(),
            namespaces: case.setup.namespaces.clone(),
            subtrees: false,
            first: 0,
            count: ITEMS,
        };
        let request = QueryRequest {
            capture: Arc::clone(&inputs.capture),
            schema: SchemaSource::Documents { entries: inputs.entries.clone(), options: SchemaOptions::default() },
            document: inputs.document.clone(),
            query,
        };
        match self.runtime.block_on(self.workers.query(request)) {
            Ok(outcome) => of_outcome(&outcome),
            Err(fault) => of_fault(&fault),
        }
    }
}

fn native(case: &Case, inputs: &mut Inputs) -> String {
    let Some(now) = pyxsd_query::moment(NOW) else { return "no time".to_owned() };
    let query = pyxsd_query::Query {
        expression: &case.test,
        namespaces: &case.setup.namespaces,
        binding: Binding::Lax,
        subtrees: false,
        first: 0,
        count: ITEMS.into(),
        now,
        budget: Budget::default(),
    };
    let path = inputs.document.as_str();
    match pyxsd_query::query(&mut inputs.schema, path, &inputs.bytes, &ValidateOptions::default(), &query) {
        Ok(answer) => of_answer(&answer),
        Err(QueryError::Expression(error)) => format!("{} at {:?}", error.code_name(), error.position),
        Err(_) => "no document".to_owned(),
    }
}

fn of_answer(answer: &Answer) -> String {
    let one = |entry: &Entry| match entry {
        Entry::Atomic { type_name, value } => format!("{type_name} {value:?}"),
        Entry::Node(node) => format!("{:?} {:?}", node.name, node.value),
    };
    format!("{} items: {:?}", answer.total, answer.items.iter().map(one).collect::<Vec<_>>())
}

fn of_outcome(outcome: &QueryOutcome) -> String {
    let one = |item: &Item| match item {
        Item::Atomic { type_name, value } => format!("{type_name} {value:?}"),
        Item::Node(node) => format!("{:?} {:?}", node.name, node.value),
    };
    format!("{} items: {:?}", outcome.total, outcome.items.iter().map(one).collect::<Vec<_>>())
}

fn of_fault(fault: &Fault) -> String {
    let Some(code) = fault.details.get("code").and_then(Value::as_str) else {
        let refused = matches!(fault.code.name(), "invalid_xml" | "input_limit");
        return if refused { "no document".to_owned() } else { format!("{}: {}", fault.code.name(), fault.message) };
    };
    let position = fault.details.get("position").and_then(Value::as_u64).map(|position| position as usize);
    format!("{code} at {position:?}")
}
