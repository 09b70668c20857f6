//! Measures validation: `validate_throughput SCHEMA INSTANCE [RUNS [bind]]` prints verdict, issues by code and the median speed of several runs;
//! with `bind` the typed tree is built too, and its nodes are counted.

use pyxsd_schema::{CompileOptions, Resolver, compile};
use pyxsd_validator::{Binding, ValidateOptions, validate, validate_and_bind};
use pyxsd_xml::ParseLimits;
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

struct Folder(PathBuf);

impl Resolver for Folder {
    fn load(&mut self, path: &str) -> Option<Vec<u8>> {
        std::fs::read(self.0.join(path)).ok()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [schema_path, instance_path, rest @ ..] = &arguments[..] else {
        return Err("usage: validate_throughput SCHEMA INSTANCE [RUNS]".into());
    };
    let runs: usize = rest.first().map_or(Ok(5), |runs| runs.parse())?;
    let schema_path = Path::new(schema_path);
    let folder = schema_path.parent().unwrap_or(Path::new("")).to_path_buf();
    let entry = schema_path.file_name().and_then(|name| name.to_str()).ok_or("no schema file")?.to_string();
    let started = Instant::now();
    let mut schema =
        compile(&[entry], &CompileOptions::default(), &mut Folder(folder)).map_err(|error| format!("{error:?}"))?;
    let compiled = started.elapsed();
    if schema.has_errors() || !schema.unsupported.is_empty() {
        return Err(format!("the schema cannot be used: {:?} {:?}", schema.issues, schema.unsupported).into());
    }
    let bytes = std::fs::read(instance_path)?;
    let unbounded = ParseLimits { bytes: u64::MAX, elements: u64::MAX, depth: 4096, ..ParseLimits::default() };
    let options = ValidateOptions { parse: unbounded, ..ValidateOptions::default() };
    let mut seconds = Vec::with_capacity(runs);
    let mut report = Default::default();
    let bind = rest.get(1).is_some_and(|word| word == "bind");
    let mut nodes = 0;
    for _ in 0..runs.max(1) {
        let started = Instant::now();
        report = if bind {
            let bound = validate_and_bind(&mut schema, instance_path, &bytes, &options, Binding::Lax)?;
            nodes = bound.document.len();
            bound.release(&mut schema)
        } else {
            validate(&mut schema, instance_path, &bytes, &options).map_err(|error| format!("{error:?}"))?
        };
        seconds.push(started.elapsed().as_secs_f64());
    }
    seconds.sort_unstable_by(f64::total_cmp);
    let median = seconds[seconds.len() / 2];
    let speed = bytes.len() as f64 / 1e6 / median;
    let mut out = std::io::stdout().lock();
    writeln!(out, "schema: {} issues, compiled in {compiled:?}", schema.issues.len())?;
    writeln!(out, "valid: {}, errors: {}, median {median:.4} s, {speed:.1} MB/s", report.is_valid(), report.errors)?;
    if bind {
        writeln!(out, "bound: {nodes} nodes")?;
    }
    for (code, count) in &report.by_code {
        writeln!(out, "{}: {count}", code.as_str())?;
    }
    for issue in report.issues.iter().take(10) {
        let position = issue.place.position;
        writeln!(out, "{}:{}: {}", position.line, position.column, issue.message)?;
    }
    Ok(())
}
