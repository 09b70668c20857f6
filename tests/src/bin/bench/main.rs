//! `pyxsd-bench`: CPU seconds of validating a document, of compiling a schema, or of queries, a line each, for the programs in `tests/bench`.
#![allow(clippy::print_stdout)]

mod compile;
mod query;
mod validate;

use pyxsd_mcp::capture::{Capture, CapturedFile, blobs::Scratch};
use pyxsd_mcp::limits::Limits;
use pyxsd_mcp::worker::SchemaSource;
use pyxsd_mcp::worker::schema::{SchemaOptions, XsdVersion};
use pyxsd_mcp::workspace::WorkspacePath;
use pyxsd_schema::{CompileOptions, Resolver};
use pyxsd_tests::conformance::native::FileResolver;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// Elements of the largest document that is measured.
const ELEMENTS: u64 = 10_000_000;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("pyxsd-bench: {error}");
            ExitCode::from(2)
        }
    }
}

const USAGE: &str = "usage: pyxsd-bench native|sandbox SCHEMA DOCUMENT ROUNDS\n       pyxsd-bench compile-native|compile-sandbox SCHEMA ROUNDS\n       pyxsd-bench query-native|query-sandbox SCHEMA DOCUMENT ROUNDS QUERY...";

fn run(arguments: &[&str]) -> Result<bool> {
    match arguments {
        ["native", schema, document, rounds] => validate::native(&path(schema)?, &path(document)?, rounds.parse()?),
        ["sandbox", schema, document, rounds] => validate::sandbox(&path(schema)?, &path(document)?, rounds.parse()?),
        ["compile-native", schema, rounds] => compile::native(&path(schema)?, rounds.parse()?),
        ["compile-sandbox", schema, rounds] => compile::sandbox(&path(schema)?, rounds.parse()?),
        ["query-native", schema, document, rounds, queries @ ..] => {
            query::native(&path(schema)?, &path(document)?, rounds.parse()?, queries)
        }
        ["query-sandbox", schema, document, rounds, queries @ ..] => {
            query::sandbox(&path(schema)?, &path(document)?, rounds.parse()?, queries)
        }
        _ => Err(USAGE.into()),
    }
}

/// As the engine's resolver names it: absolute, without the leading slash.
fn path(path: &str) -> Result<String> {
    let path = Path::new(path).canonicalize().map_err(|error| format!("{path}: {error}"))?;
    Ok(path.to_string_lossy().trim_start_matches('/').to_owned())
}

/// CPU seconds of this process so far.
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The files of the schema as they are read, and no others.
fn closure(schema: &str) -> Result<Vec<String>> {
    let mut resolver = FileResolver::default();
    pyxsd_schema::compile(&[schema.to_owned()], &CompileOptions::default(), &mut resolver)
        .map_err(|error| format!("{error:?}"))?;
    Ok(resolver.loaded.iter().cloned().collect())
}

fn limits() -> Limits {
    Limits { xml_elements: ELEMENTS, schema_closure_files: 10_000, ..Limits::default() }
}

fn capture(scratch: &Arc<Scratch>, schema: &str, documents: &[&str]) -> Result<Arc<Capture>> {
    let mut resolver = FileResolver::default();
    let mut files = BTreeMap::new();
    for path in closure(schema)?.iter().map(String::as_str).chain(documents.iter().copied()) {
        let bytes = resolver.load(path).ok_or("a file is gone")?;
        let blob = scratch.store(&bytes).map_err(|fault| fault.message)?;
        files.insert(WorkspacePath::parse(path)?, CapturedFile::new(blob));
    }
    Ok(Arc::new(Capture::new(files)))
}

fn schema_options() -> SchemaOptions {
    SchemaOptions { version: XsdVersion::V1_0, ..SchemaOptions::default() }
}

fn schema_source(schema: &str) -> Result<SchemaSource> {
    Ok(SchemaSource::Reference { path: WorkspacePath::parse(schema)?, options: schema_options() })
}

fn native_options() -> CompileOptions {
    CompileOptions { version: pyxsd_schema::XsdVersion::V1_0, ..CompileOptions::default() }
}
