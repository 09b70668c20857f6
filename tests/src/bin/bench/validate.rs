//! Validating a document.

use crate::{ELEMENTS, Result, capture, cpu_seconds, limits, native_options, schema_source};
use pyxsd_mcp::capture::blobs::Scratch;
use pyxsd_mcp::clock::Clock;
use pyxsd_mcp::worker::{ValidateRequest, Workers};
use pyxsd_mcp::workspace::WorkspacePath;
use pyxsd_schema::Resolver as _;
use pyxsd_tests::conformance::native::FileResolver;
use pyxsd_validator::ValidateOptions;

/// In this process.
pub fn native(schema: &str, document: &str, rounds: usize) -> Result<bool> {
    let options = native_options();
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

/// In a worker.
pub fn sandbox(schema: &str, document: &str, rounds: usize) -> Result<bool> {
    let limits = limits();
    let workers = Workers::new(&limits, Clock::default()).map_err(|fault| fault.message)?;
    workers.warm().map_err(|fault| fault.message)?;
    let scratch = Scratch::create().map_err(|fault| fault.message)?;
    let capture = capture(&scratch, schema, &[document])?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let request =
        ValidateRequest { capture, schema: schema_source(schema)?, document: WorkspacePath::parse(document)? };
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
