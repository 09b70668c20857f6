//! Queries with the prefix `o` bound to `urn:o`: first the time of reading, then for each query `rounds` times that of evaluating it.

use crate::{ELEMENTS, Result, capture, cpu_seconds, limits, native_options, schema_source};
use pyxsd_document::View;
use pyxsd_mcp::capture::blobs::Scratch;
use pyxsd_mcp::clock::Clock;
use pyxsd_mcp::worker::Workers;
use pyxsd_mcp::worker::query::{Query, QueryRequest};
use pyxsd_mcp::workspace::WorkspacePath;
use pyxsd_query::moment;
use pyxsd_schema::{Resolver as _, SchemaTypes};
use pyxsd_tests::conformance::native::FileResolver;
use pyxsd_validator::{Binding, ValidateOptions, validate_and_bind};
use pyxsd_xpath::{Budget, DynamicContext, Expression, Item, StaticContext};

const NOW: &str = "2026-01-01T00:00:00Z";

fn namespaces() -> Vec<(String, String)> {
    vec![("o".to_owned(), "urn:o".to_owned())]
}

/// In this process; reading is parsing, validating and building the typed tree.
pub fn native(schema: &str, document: &str, rounds: usize, queries: &[&str]) -> Result<bool> {
    let mut resolver = FileResolver::default();
    let mut schema = pyxsd_schema::compile(&[schema.to_owned()], &native_options(), &mut resolver)
        .map_err(|error| format!("{error:?}"))?;
    let bytes = resolver.load(document).ok_or("no document")?;
    let mut options = ValidateOptions::default();
    options.parse.elements = ELEMENTS;
    let start = cpu_seconds();
    let bound = validate_and_bind(&mut schema, document, &bytes, &options, Binding::Lax)
        .map_err(|error| format!("{error:?}"))?;
    println!("{:.6}", cpu_seconds() - start);
    let types = SchemaTypes { components: &schema.components, names: &schema.names };
    let view = View::new(&bound.document, &schema.names, &types);
    let context = DynamicContext {
        item: bound.root.map(Item::Node),
        variables: Vec::new(),
        now: moment(NOW).ok_or("no time")?,
        budget: Budget::default(),
    };
    for query in queries {
        let mut known = StaticContext::new(&types);
        known.namespaces = namespaces();
        let expression = Expression::compile(query, &known)?;
        for _ in 0..rounds {
            let start = cpu_seconds();
            let items = expression.evaluate(&view, &types, &context)?;
            println!("{:.6}", cpu_seconds() - start);
            eprintln!("{} items: {query}", items.len());
        }
    }
    Ok(bound.report.is_valid())
}

/// In a worker. A call reads the document anew: its time without that of an empty query, the time of reading, is that of the evaluation.
pub fn sandbox(schema: &str, document: &str, rounds: usize, queries: &[&str]) -> Result<bool> {
    let workers = Workers::new(&limits(), Clock::default()).map_err(|fault| fault.message)?;
    workers.warm().map_err(|fault| fault.message)?;
    let scratch = Scratch::create().map_err(|fault| fault.message)?;
    let capture = capture(&scratch, schema, &[document])?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let ask = |expression: &str| -> Result<f64> {
        let request = QueryRequest {
            capture: capture.clone(),
            schema: schema_source(schema)?,
            document: WorkspacePath::parse(document)?,
            query: Query {
                expression: expression.to_owned(),
                namespaces: namespaces(),
                subtrees: false,
                first: 0,
                count: 50,
            },
        };
        let start = cpu_seconds();
        let outcome = runtime.block_on(workers.query(request)).map_err(|fault| fault.message)?;
        let spent = cpu_seconds() - start;
        let readings = outcome.readings;
        eprintln!("{} items, {} fuel, {} bytes: {expression}", outcome.total, readings.fuel, readings.memory_bytes);
        Ok(spent)
    };
    // The first call compiles the schema and touches fresh memory.
    ask("()")?;
    let mut reading = [ask("()")?, ask("()")?, ask("()")?];
    reading.sort_by(f64::total_cmp);
    println!("{:.6}", reading[1]);
    for query in queries {
        for _ in 0..rounds {
            println!("{:.6}", (ask(query)? - reading[1]).max(0.0));
        }
    }
    Ok(true)
}
