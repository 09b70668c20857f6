//! `pyxsd-bench`: CPU seconds of validating one document, a line a round, for `tests/bench/compare.py`.
#![allow(clippy::print_stdout)]

use pyxsd_mcp::capture::{Capture, CapturedFile, blobs::Scratch};
use pyxsd_mcp::limits::Limits;
use pyxsd_mcp::worker::schema::{SchemaOptions, XsdVersion};
use pyxsd_mcp::worker::{SchemaSource, ValidateRequest, Workers};
use pyxsd_mcp::workspace::WorkspacePath;
use pyxsd_schema::{CompileOptions, Resolver};
use pyxsd_tests::conformance::native::FileResolver;
use pyxsd_validator::ValidateOptions;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// Elements of the largest document that is measured.
const ELEMENTS: u64 = 10_000_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [mode, schema, document, rounds] = arguments.as_slice() else {
        eprintln!("usage: pyxsd-bench native|sandbox SCHEMA DOCUMENT ROUNDS");
        return ExitCode::from(2);
    };
    let result = paths(schema, document).and_then(|(schema, document)| {
        let rounds = rounds.parse()?;
        match mode.as_str() {
            "native" => native(&schema, &document, rounds),
            "sandbox" => sandbox(&schema, &document, rounds),
            other => Err(format!("no mode {other}").into()),
        }
    });
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("pyxsd-bench: {error}");
            ExitCode::from(2)
        }
    }
}

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// As the engine's resolver names them: absolute, without the leading slash.
fn paths(schema: &str, document: &str) -> Result<(String, String)> {
    let absolute = |path: &str| -> Result<String> {
        let path = Path::new(path).canonicalize().map_err(|error| format!("{path}: {error}"))?;
        Ok(path.to_string_lossy().trim_start_matches('/').to_owned())
    };
    Ok((absolute(schema)?, absolute(document)?))
}

/// CPU seconds of this process so far.
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn native(schema: &str, document: &str, rounds: usize) -> Result<bool> {
    let options = CompileOptions { version: pyxsd_schema::XsdVersion::V1_0, ..CompileOptions::default() };
    let mut resolver = FileResolver::default();
    let start = cpu_seconds();
    let mut schema =
        pyxsd_schema::compile(&[schema.to_owned()], &options, &mut resolver).map_err(|error| format!("{error:?}"))?;
    eprintln!("compiled the schema in {:.4} s", cpu_seconds() - start);
    let bytes = resolver.load(document).ok_or("no document")?;
    let mut options = ValidateOptions::default();
    options.parse.elements = ELEMENTS;
    let mut valid = false;
    for _ in 0..rounds {
        let start = cpu_seconds();
        valid = pyxsd_validator::validate(&mut schema, document, &bytes, &options)?.is_valid();
        println!("{:.4}", cpu_seconds() - start);
    }
    Ok(valid)
}

fn sandbox(schema: &str, document: &str, rounds: usize) -> Result<bool> {
    let limits = Limits { xml_elements: ELEMENTS, ..Limits::default() };
    let workers = Workers::new(&limits).map_err(|fault| fault.message)?;
    workers.warm().map_err(|fault| fault.message)?;
    let scratch = Scratch::create().map_err(|fault| fault.message)?;
    let mut resolver = FileResolver::default();
    pyxsd_schema::compile(&[schema.to_owned()], &CompileOptions::default(), &mut resolver)
        .map_err(|error| format!("{error:?}"))?;
    let mut files = BTreeMap::new();
    for path in resolver.loaded.clone().iter().map(String::as_str).chain([document]) {
        let bytes = resolver.load(path).ok_or("a file is gone")?;
        let blob = scratch.store(&bytes).map_err(|fault| fault.message)?;
        files.insert(WorkspacePath::parse(path)?, CapturedFile::new(blob));
    }
    let capture = Arc::new(Capture::new(files));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let request = ValidateRequest {
        capture,
        schema: SchemaSource::Reference {
            path: WorkspacePath::parse(schema)?,
            options: SchemaOptions { version: XsdVersion::V1_0, ..SchemaOptions::default() },
        },
        document: WorkspacePath::parse(document)?,
    };
    let mut valid = false;
    for _ in 0..rounds {
        let start = cpu_seconds();
        let outcome = runtime.block_on(workers.validate(request.clone())).map_err(|fault| fault.message)?;
        println!("{:.4}", cpu_seconds() - start);
        valid = outcome.report.valid;
        let readings = outcome.readings;
        eprintln!("{:?}: {} fuel, {} bytes of memory", readings.tier, readings.fuel, readings.memory_bytes);
    }
    Ok(valid)
}
