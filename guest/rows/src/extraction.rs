//! A document that has been read, validated and searched for its rows.

use crate::buffer::Columns;
use crate::chain::Chain;
use crate::columns::{ColumnsPlan, columns};
use crate::fill::Filler;
use crate::locate::Locator;
use crate::misfit::Mismatch;
use crate::record::{RecordPlan, record};
use crate::selector::{self, Path};
use crate::value::Reader;
use crate::walk::Walker;
use crate::{Chunk, Layout, Request, RowsError, Scope, sample};
use pyxsd_document::{NodeId, View};
use pyxsd_schema::{Component, Schema, SchemaTypes};
use pyxsd_tools::Ids;
use pyxsd_validator::{Binding, Bound, Report, ValidateOptions, validate_and_bind};

/// Bytes of the buffers of one chunk, so that positions in them fit.
const MAX_CHUNK_BYTES: u64 = (1 << 30) - 1;

/// A way to rows that is the same in every document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Route {
    /// Id of the element declaration where it starts.
    pub element: String,
    /// Names of child elements.
    pub path: Vec<String>,
}

/// The rows of one document.
#[derive(Debug)]
pub struct Extraction {
    bound: Bound,
    root: NodeId,
    rows: Vec<NodeId>,
    /// The first row that was not given yet.
    next: usize,
    form: Form,
    row_bytes: u64,
}

/// What rows look like, whatever the document.
#[derive(Debug)]
struct Form {
    chain: Chain,
    route: Route,
    layout: Layout,
    plan: Plan,
}

#[derive(Debug)]
enum Plan {
    Record(RecordPlan),
    Columns(ColumnsPlan),
}

impl Extraction {
    /// Reads, validates and searches a document; `path` names it in issues. The schema must be free of errors, unresolved references and
    /// unsupported constructs. Its name table keeps the names of the document until [`Extraction::release`]: of two extractions of one schema
    /// the later must be released first. What is wrong with the request alone is told before the document is read.
    pub fn open(
        schema: &mut Schema,
        path: &str,
        bytes: &[u8],
        options: &ValidateOptions,
        request: &Request,
    ) -> Result<Extraction, RowsError> {
        let selector = request.selector.as_ref().map(|given| selector::parse(&given.path, &given.namespaces));
        let selector = selector
            .transpose()
            .map_err(|message| RowsError::argument(format!("`selector` is not understood: {message}"), Vec::new()))?;
        let form = given_form(schema, request)?;
        let bound = validate_and_bind(schema, path, bytes, options, Binding::Lax)?;
        match search(schema, &bound, request, selector.as_ref(), form) {
            Ok((form, root, rows)) => {
                let row_bytes = request.row_bytes.min(MAX_CHUNK_BYTES);
                Ok(Extraction { bound, root, rows, next: 0, form, row_bytes })
            }
            Err(error) => {
                bound.release(schema);
                Err(error)
            }
        }
    }

    /// Gives up the tree and the names of the document.
    pub fn release(self, schema: &mut Schema) -> Report {
        self.bound.release(schema)
    }

    /// The route to the rows; a request with it has the same layout.
    pub fn route(&self) -> &Route {
        &self.form.route
    }

    /// Number of rows.
    pub fn total(&self) -> u64 {
        self.rows.len() as u64
    }

    /// What the rows look like.
    pub fn layout(&self) -> &Layout {
        &self.form.layout
    }

    /// The next rows: at most `max_rows`, and no more once their buffers have `max_bytes`, but at least one. `None` after the last. `schema` is
    /// that of [`Extraction::open`].
    pub fn next(&mut self, schema: &Schema, max_rows: u32, max_bytes: u64) -> Result<Option<Chunk>, RowsError> {
        if self.next >= self.rows.len() {
            return Ok(None);
        }
        let chunk = self.chunk(schema, self.next, max_rows.max(1) as usize, max_bytes)?;
        self.next += chunk.rows as usize;
        Ok(Some(chunk))
    }

    /// Rows as JSON objects, `count` from `first` on.
    pub fn sample(&self, schema: &Schema, first: u64, count: u32) -> Result<Vec<String>, RowsError> {
        let first = usize::try_from(first).unwrap_or(usize::MAX);
        if first >= self.rows.len() || count == 0 {
            return Ok(Vec::new());
        }
        let mut rows = Vec::new();
        // Each row in its own chunk: the bound of a row bounds what is held.
        for at in (first..self.rows.len()).take(count as usize) {
            let chunk = self.chunk(schema, at, 1, 0)?;
            rows.push(sample::row(&self.form.layout, &chunk, 0).to_string());
        }
        Ok(rows)
    }

    fn chunk(&self, schema: &Schema, first: usize, count: usize, max_bytes: u64) -> Result<Chunk, RowsError> {
        let types = SchemaTypes { components: &schema.components, names: &schema.names };
        let view = View::new(&self.bound.document, &schema.names, &types);
        let reader = Reader::new(schema, view);
        let columns = Columns::new(&self.form.layout);
        let mut writer = match &self.form.plan {
            Plan::Record(plan) => Writer::Record(Filler::new(plan, reader, columns, self.row_bytes)),
            Plan::Columns(plan) => Writer::Columns(Walker::new(plan, reader, columns, self.root, self.row_bytes)),
        };
        let max_bytes = max_bytes.min(MAX_CHUNK_BYTES);
        let mut rows = 0;
        for row in self.rows[first..].iter().take(count) {
            writer.row(*row).map_err(|mismatch| refused(mismatch, first + rows))?;
            rows += 1;
            if writer.bytes() >= max_bytes {
                break;
            }
        }
        Ok(writer.finish(rows as u32))
    }
}

/// One of the two ways to fill columns.
enum Writer<'w> {
    Record(Filler<'w>),
    Columns(Walker<'w>),
}

impl Writer<'_> {
    fn row(&mut self, row: NodeId) -> Result<(), Mismatch> {
        match self {
            Writer::Record(filler) => filler.row(row),
            Writer::Columns(walker) => walker.row(row),
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Writer::Record(filler) => filler.columns.bytes(),
            Writer::Columns(walker) => walker.columns.bytes(),
        }
    }

    fn finish(self, rows: u32) -> Chunk {
        match self {
            Writer::Record(filler) => filler.columns.finish(rows),
            Writer::Columns(walker) => walker.columns.finish(rows),
        }
    }
}

fn refused(mismatch: Mismatch, row: usize) -> RowsError {
    match mismatch {
        Mismatch::Misfit(misfit) => RowsError::Row(misfit),
        Mismatch::Large(large) => RowsError::LargeRow { row: row as u64, bytes: large.bytes, maximum: large.maximum },
    }
}

/// The form that a request gives without a document.
fn given_form(schema: &Schema, request: &Request) -> Result<Option<Form>, RowsError> {
    let ids = Ids::new(schema);
    let chain = Chain::given(&ids, request)?;
    chain.map(|chain| form(&ids, chain, request)).transpose()
}

fn form(ids: &Ids<'_>, chain: Chain, request: &Request) -> Result<Form, RowsError> {
    let (layout, plan) = match &request.columns {
        None => {
            let (layout, plan) = record(ids, chain.row())?;
            (layout, Plan::Record(plan))
        }
        Some(wanted) => {
            let (layout, plan) = columns(ids, &chain, wanted)?;
            (layout, Plan::Columns(plan))
        }
    };
    Ok(Form { route: chain.route(ids), chain, layout, plan })
}

fn search(
    schema: &Schema,
    bound: &Bound,
    request: &Request,
    selector: Option<&Path>,
    form: Option<Form>,
) -> Result<(Form, NodeId, Vec<NodeId>), RowsError> {
    if !bound.report.unsupported.is_empty() {
        return Err(RowsError::Unsupported(bound.report.unsupported.clone()));
    }
    let Some(root) = bound.root.filter(|_| bound.report.is_valid()) else {
        return Err(RowsError::Invalid(Box::new(bound.report.clone())));
    };
    let types = SchemaTypes { components: &schema.components, names: &schema.names };
    let view = View::new(&bound.document, &schema.names, &types);
    let locator = Locator { schema, view, root };
    let (form, rows) = match form {
        Some(form) => {
            let rows = locator.rows(&form.chain, selector)?;
            (form, rows)
        }
        None => {
            let (chain, rows) = locator.discover(selector)?;
            (self::form(&Ids::new(schema), chain, request)?, rows)
        }
    };
    let wants_root = request.columns.iter().flatten().any(|column| column.source.scope == Scope::Root);
    if wants_root && !locator.starts_at_root(&form.chain) {
        let element = Ids::new(schema).id(Component::Element(form.chain.start()));
        let message = format!(
            "a column asks for the root, but the route to the rows starts at {element}, which is not the document element"
        );
        return Err(RowsError::argument(message, Vec::new()));
    }
    Ok((form, root, rows))
}
