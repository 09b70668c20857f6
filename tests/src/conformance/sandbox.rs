//! The engine in the sandbox, beside the same engine in this process: each answer must be the same.

use super::native::{FileResolver, Native, settled};
use super::{Engine, Question, Verdict};
use pyxsd_mcp::capture::blobs::Scratch;
use pyxsd_mcp::capture::{Capture, CapturedFile};
use pyxsd_mcp::clock::Clock;
use pyxsd_mcp::fault::{Fault, FaultCode};
use pyxsd_mcp::limits::Limits;
use pyxsd_mcp::worker::report::Severity;
use pyxsd_mcp::worker::schema::{SchemaOptions, XsdVersion};
use pyxsd_mcp::worker::{SchemaSource, ValidateRequest, Workers};
use pyxsd_mcp::workspace::WorkspacePath;
use pyxsd_schema::{CompileOptions, Resolver};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// Asks both and takes the sandbox's answer; where they differ, there is no answer but a note that says so.
pub struct Sandbox {
    native: Native,
    workers: Workers,
    scratch: Arc<Scratch>,
    runtime: tokio::runtime::Runtime,
}

fn beginning_of_2026() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_767_225_600)
}

impl Sandbox {
    /// An engine on workers that several engines may share.
    pub fn new(workers: Workers) -> Result<Sandbox, String> {
        let scratch = Scratch::create().map_err(|fault| fault.message)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        Ok(Sandbox {
            native: Native::default(),
            workers,
            scratch,
            runtime: runtime.map_err(|error| error.to_string())?,
        })
    }

    /// Workers that are never short of fuel or time, whose clock shows what the engine's shows natively, so that only the verdicts are compared.
    pub fn workers(threads: u64) -> Result<Workers, String> {
        let limits = Limits { workers: threads, ..Limits::default() };
        let workers =
            Workers::new(&limits, Clock::new(beginning_of_2026, || [0; 16])).map_err(|fault| fault.message)?;
        workers.warm().map_err(|fault| fault.message)?;
        Ok(workers)
    }

    fn ask(&self, question: &Question<'_>) -> Result<Verdict, Fault> {
        let entries = self.native.entries().to_vec();
        let version = if question.version == "1.0" { XsdVersion::V1_0 } else { XsdVersion::V1_1 };
        let options = SchemaOptions { version, ..SchemaOptions::default() };
        let capture = Arc::new(self.capture(question, &entries)?);
        let entries = entries.iter().map(|path| parse(path)).collect::<Result<Vec<_>, _>>()?;
        let schema =
            self.runtime.block_on(self.workers.schema(Arc::clone(&capture), entries.clone(), options.clone()))?;
        if let Some(what) = schema.schema.unsupported.first() {
            return Ok(Verdict { note: format!("unsupported: {what}"), ..Verdict::default() });
        }
        if schema.schema.issues.iter().any(|issue| issue.severity == Severity::Error) {
            return Ok(Verdict { schema: Some(false), ..Verdict::default() });
        }
        let Some(instance) = question.instance else {
            return Ok(Verdict { schema: Some(true), ..Verdict::default() });
        };
        let document = parse(instance.trim_start_matches('/'))?;
        let request = ValidateRequest { capture, schema: SchemaSource::Documents { entries, options }, document };
        match self.runtime.block_on(self.workers.validate(request)) {
            Ok(outcome) => {
                Ok(Verdict { schema: Some(true), instance: Some(outcome.report.valid), note: String::new() })
            }
            Err(fault) if fault.code == FaultCode::InvalidXml => {
                Ok(Verdict { schema: Some(true), instance: Some(false), note: fault.message })
            }
            Err(fault) => Err(fault),
        }
    }

    /// The instance, and what the schema is made of, found by compiling it here.
    fn capture(&self, question: &Question<'_>, entries: &[String]) -> Result<Capture, Fault> {
        let version =
            if question.version == "1.0" { pyxsd_schema::XsdVersion::V1_0 } else { pyxsd_schema::XsdVersion::V1_1 };
        let options = CompileOptions { version, ..CompileOptions::default() };
        let mut resolver = FileResolver::default();
        let _ = pyxsd_schema::compile(entries, &options, &mut resolver);
        let mut paths: Vec<String> = resolver.loaded.iter().cloned().collect();
        paths.extend(entries.iter().cloned());
        paths.extend(question.instance.map(|path| path.trim_start_matches('/').to_string()));
        let mut files = BTreeMap::new();
        for path in paths {
            let Some(bytes) = resolver.load(&path) else { continue };
            files.insert(parse(&path)?, CapturedFile::new(self.scratch.store(&bytes)?));
        }
        Ok(Capture::new(files))
    }
}

fn parse(path: &str) -> Result<WorkspacePath, Fault> {
    WorkspacePath::parse(path).map_err(|why| Fault::argument("path", why))
}

impl Engine for Sandbox {
    fn decide(&mut self, question: &Question<'_>) -> Verdict {
        let native = self.native.decide(question);
        let incomplete = self.native.schema().is_some_and(|schema| !schema.unresolved.is_empty());
        let sandboxed = match self.ask(question) {
            Ok(verdict) => verdict,
            // The tools refuse what is incomplete; the engine by itself goes on, as the Recommendation has it.
            Err(fault) if fault.code == FaultCode::SchemaIncomplete && incomplete => native.clone(),
            Err(fault) if fault.code == FaultCode::InvalidXml => Verdict { schema: Some(false), ..Verdict::default() },
            Err(fault) => Verdict { note: format!("{}: {}", fault.code.name(), fault.message), ..Verdict::default() },
        };
        let sandboxed = settled(question, sandboxed);
        if (native.schema, native.instance) == (sandboxed.schema, sandboxed.instance) {
            return native;
        }
        Verdict {
            note: format!("the sandbox says otherwise: {sandboxed:?}, natively {native:?}"),
            ..Verdict::default()
        }
    }
}
