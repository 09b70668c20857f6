//! Compiling a schema.

use crate::{Result, capture, cpu_seconds, limits, native_options, schema_options};
use pyxsd_mcp::capture::blobs::Scratch;
use pyxsd_mcp::clock::Clock;
use pyxsd_mcp::worker::Workers;
use pyxsd_mcp::workspace::WorkspacePath;
use pyxsd_tests::conformance::native::FileResolver;
use std::sync::Arc;

/// Whether the schema is free of errors and gaps.
pub fn native(schema: &str, rounds: usize) -> Result<bool> {
    let options = native_options();
    let mut usable = false;
    for _ in 0..rounds {
        let start = cpu_seconds();
        let compiled = pyxsd_schema::compile(&[schema.to_owned()], &options, &mut FileResolver::default())
            .map_err(|error| format!("{error:?}"))?;
        println!("{:.4}", cpu_seconds() - start);
        usable = !compiled.has_errors() && compiled.unresolved.is_empty();
        eprintln!("{} documents, {} issues", compiled.components.documents.len(), compiled.issues.len());
    }
    Ok(usable)
}

/// A fresh set of workers a round, since a second compilation would find the first one's schema.
pub fn sandbox(schema: &str, rounds: usize) -> Result<bool> {
    let scratch = Scratch::create().map_err(|fault| fault.message)?;
    let capture = capture(&scratch, schema, &[])?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut usable = false;
    for _ in 0..rounds {
        let workers = Workers::new(&limits(), Clock::default()).map_err(|fault| fault.message)?;
        workers.warm().map_err(|fault| fault.message)?;
        let start = cpu_seconds();
        let compile = workers.schema(Arc::clone(&capture), vec![WorkspacePath::parse(schema)?], schema_options());
        let outcome = runtime.block_on(compile).map_err(|fault| fault.message)?;
        println!("{:.4}", cpu_seconds() - start);
        usable = outcome.schema.unresolved == 0;
        eprintln!("{} fuel, {} bytes of memory", outcome.readings.fuel, outcome.readings.memory_bytes);
    }
    Ok(usable)
}
