//! A document that has been read, validated and searched for its rows.

use crate::buffer::Columns;
use crate::chain::Chain;
use crate::columns::{ColumnsPlan, columns};
use crate::fill::Filler;
use crate::locate::Locator;
use crate::misfit::Mismatch;
use crate::record::{RecordPlan, record, way_out};
use crate::selector::{self, Path};
use crate::value::Reader;
use crate::walk::Walker;
use crate::{Chunk, Column, Layout, Request, RowsError, Scope, sample};
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
    /// the later must be released first. What is wrong with the request alone is told before the document is read, but for columns of elements
    /// above the start of the route and of the root, which the document tells.
    pub fn open(
        schema: &mut Schema,
        path: &str,
        bytes: &[u8],
        options: &ValidateOptions,
        request: &Request,
    ) -> Result<Extraction, RowsError> {
        let selector = request.selector.as_ref().map(|given| selector::parse(&given.path, &given.namespaces));
        let selector = selector.transpose().map_err(|message| {
            RowsError::argument("selector", format!("`selector` is not understood: {message}"), Vec::new())
        })?;
        let given = given(schema, request)?;
        let bound = validate_and_bind(schema, path, bytes, options, Binding::Lax)?;
        match search(schema, &bound, request, selector.as_ref(), given) {
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
            writer.row(*row).map_err(|mismatch| self.refused(schema, mismatch, first + rows))?;
            rows += 1;
            if writer.bytes() >= max_bytes {
                break;
            }
        }
        Ok(writer.finish(rows as u32))
    }

    fn refused(&self, schema: &Schema, mismatch: Mismatch, row: usize) -> RowsError {
        match mismatch {
            Mismatch::Misfit(mut misfit) => {
                if matches!(self.form.plan, Plan::Record(_)) && misfit.construct.is_some() {
                    misfit.descendant = way_out(&Ids::new(schema), &self.form.chain, &misfit.at);
                }
                RowsError::Row(misfit)
            }
            Mismatch::Large(large) => {
                RowsError::LargeRow { row: row as u64 + 1, bytes: large.bytes, maximum: large.maximum }
            }
        }
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

/// What a request says without a document.
struct Given {
    /// The way to the rows.
    chain: Option<Chain>,
    /// What they look like; not where columns lead to what only a document tells.
    form: Option<Form>,
}

fn given(schema: &Schema, request: &Request) -> Result<Given, RowsError> {
    let ids = Ids::new(schema);
    let chain = Chain::given(&ids, request)?;
    let wanted = request.columns.as_deref().unwrap_or_default();
    let shaping = match &request.route {
        Some(route) => Some(Chain::along(&ids, &route.element, &route.path)?),
        None => chain.clone().filter(|chain| !chain.is_left_by(wanted) && root_column(request).is_none()),
    };
    let form = shaping.map(|chain| form(&ids, chain, request)).transpose()?;
    Ok(Given { chain, form })
}

fn root_column(request: &Request) -> Option<&Column> {
    request.columns.iter().flatten().find(|column| column.source.scope == Scope::Root)
}

/// The argument that decides last which declaration rows have.
fn chosen_by(request: &Request) -> String {
    let argument = match request {
        Request { path, .. } if !path.is_empty() => "path",
        Request { element: Some(_), .. } => "element",
        _ => "selector",
    };
    argument.to_owned()
}

fn form(ids: &Ids<'_>, chain: Chain, request: &Request) -> Result<Form, RowsError> {
    let (layout, plan) = match &request.columns {
        None => {
            let (layout, plan) =
                record(ids, &chain).map_err(|failure| RowsError::Selection(chosen_by(request), failure))?;
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
    given: Given,
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
    let rows = locator.rows(given.chain.as_ref(), selector)?;
    if let Some(chain) = given.chain.as_ref().filter(|_| selector.is_some()) {
        locator.check(chain, &rows)?;
    }
    let form = match given.form {
        Some(form) => {
            locator.check(&form.chain, &rows)?;
            form
        }
        None => {
            let chain = given.chain.filter(|chain| locator.starts_at_root(chain));
            let chain = chain.map_or_else(|| locator.discover(&rows), Ok)?;
            self::form(&Ids::new(schema), chain, request)?
        }
    };
    if let Some(column) = root_column(request).filter(|_| !rows.is_empty() && !locator.starts_at_root(&form.chain)) {
        let element = Ids::new(schema).id(Component::Element(form.chain.start()));
        let message = format!(
            "a column asks for the root, but the route to the rows starts at {element}, which is not the document element"
        );
        return Err(RowsError::argument(&format!("columns.{}.scope", column.name), message, Vec::new()));
    }
    Ok((form, root, rows))
}
