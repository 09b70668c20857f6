//! Rows of small documents, as the JSON that a preview shows and as buffers.

mod columns;
mod nesting;
mod refusals;
mod routes;
mod selectors;
mod types;

use crate::{Column, Extraction, Request, RowsError, Scope, Selector, Source};
use pyxsd_schema::{CompileOptions, NameMatching, Resolver, Schema};
use pyxsd_validator::ValidateOptions;

struct One<'o>(&'o str);

impl Resolver for One<'_> {
    fn load(&mut self, path: &str) -> Option<Vec<u8>> {
        (path == "a.xsd").then(|| self.0.as_bytes().to_vec())
    }
}

fn compile(text: &str, matching: NameMatching) -> Schema {
    let text = format!("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' {text}</xs:schema>");
    let options = CompileOptions { matching, ..CompileOptions::default() };
    let schema = pyxsd_schema::compile(&["a.xsd".to_owned()], &options, &mut One(&text)).expect("the schema compiles");
    assert!(!schema.has_errors(), "{:?}", schema.issues);
    schema
}

/// A schema; `text` goes on from the start tag.
fn schema(text: &str) -> Schema {
    compile(text, NameMatching::Strict)
}

fn whole() -> Request {
    Request { row_bytes: 1 << 20, ..Request::default() }
}

fn at(element: &str, path: &[&str]) -> Request {
    let path = path.iter().map(|step| (*step).to_owned()).collect();
    Request { element: Some(element.to_owned()), path, ..whole() }
}

fn selected(path: &str) -> Request {
    Request { selector: Some(Selector { path: path.to_owned(), namespaces: Vec::new() }), ..whole() }
}

/// A column: its name, scope, path and attribute.
fn column(name: &str, scope: Scope, path: &[&str], attribute: Option<&str>) -> Column {
    let path = path.iter().map(|step| (*step).to_owned()).collect();
    Column { name: name.to_owned(), source: Source { scope, path, attribute: attribute.map(str::to_owned) } }
}

fn open(schema: &mut Schema, document: &str, request: &Request) -> Result<Extraction, RowsError> {
    Extraction::open(schema, "d.xml", document.as_bytes(), &ValidateOptions::default(), request)
}

/// The columns as `name: type`, with `?` where they may be null, and all rows as JSON.
fn extract(schema: &mut Schema, document: &str, request: &Request) -> Result<(Vec<String>, Vec<String>), RowsError> {
    let extraction = open(schema, document, request)?;
    let shown = |column: crate::ColumnSummary| {
        format!("{}: {}{}", column.name, column.type_name, if column.nullable { "?" } else { "" })
    };
    let columns = extraction.layout().columns().into_iter().map(shown).collect();
    let rows = extraction.sample(schema, 0, u32::MAX);
    assert!(rows.as_ref().map_or(true, |rows| rows.len() as u64 == extraction.total()));
    extraction.release(schema);
    Ok((columns, rows?))
}

/// The same, of what must work.
fn rows(schema: &mut Schema, document: &str, request: &Request) -> (Vec<String>, Vec<String>) {
    extract(schema, document, request).unwrap_or_else(|error| panic!("{document}: {error:?}"))
}

/// Why there are no rows.
fn refusal(schema: &mut Schema, document: &str, request: &Request) -> RowsError {
    match extract(schema, document, request) {
        Err(error) => error,
        Ok(rows) => panic!("{document}: {rows:?}"),
    }
}
