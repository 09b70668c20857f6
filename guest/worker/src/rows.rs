//! The interface `rows`.

use crate::Component;
use crate::bindings::exports::pyxsd::worker::columns as columns_wit;
use crate::bindings::exports::pyxsd::worker::models::UnsupportedShape;
use crate::bindings::exports::pyxsd::worker::rows as wit;
use crate::bindings::exports::pyxsd::worker::types::{Failure, LimitReached, Limits, Role};
use crate::documents::{self, require_decidable, show_time};
use crate::schemas::Compiled;
use crate::{capture, failure, issue, options};
use pyxsd_rows::{Column, DataType, Extraction, Request, Route, RowsError, Scope, Selector, Source};
use pyxsd_schema::Schema;
use pyxsd_tools::model::ModelFailure;
use std::cell::RefCell;
use std::rc::Rc;

/// The resource behind a handle.
pub struct Extracted {
    schema: Rc<RefCell<Schema>>,
    /// There until it is dropped.
    extraction: RefCell<Option<Extraction>>,
}

impl wit::Guest for Component {
    type Extraction = Extracted;
}

impl wit::GuestExtraction for Extracted {
    fn open(
        schema: wit::SchemaBorrow<'_>,
        document: String,
        asked: wit::Request,
        now: String,
        limits: Limits,
    ) -> Result<wit::Extraction, wit::RowsFailure> {
        let shared = &schema.get::<Compiled>().0;
        // The names of a document are cut off the schema in the order of their coming.
        if Rc::strong_count(shared) > 1 {
            let message = "the schema has an extraction that is still open".to_owned();
            return Err(undecidable(Failure::InvalidArgument(message)));
        }
        let mut schema = shared.borrow_mut();
        require_decidable(&schema).map_err(wit::RowsFailure::Undecidable)?;
        show_time(&schema, &now).map_err(undecidable)?;
        let Some(bytes) = capture::read(&document, limits.xml_bytes) else {
            return Err(undecidable(failure::not_found(document, Role::Document)));
        };
        let opened = Extraction::open(&mut schema, &document, &bytes, &options::validate(&limits), &request(asked));
        let extraction = opened.map_err(|error| rows_failure(&document, error))?;
        let schema = Rc::clone(shared);
        Ok(wit::Extraction::new(Extracted { schema, extraction: RefCell::new(Some(extraction)) }))
    }

    fn route(&self) -> wit::Route {
        self.with(|extraction, _| {
            let route = extraction.route();
            wit::Route { element: route.element.clone(), path: route.path.clone() }
        })
    }

    fn total(&self) -> u64 {
        self.with(|extraction, _| extraction.total())
    }

    fn columns(&self) -> Vec<wit::ColumnSummary> {
        let summary = |column: pyxsd_rows::ColumnSummary| wit::ColumnSummary {
            name: column.name,
            type_name: column.type_name,
            nullable: column.nullable,
        };
        self.with(|extraction, _| extraction.layout().columns().into_iter().map(summary).collect())
    }

    fn layout(&self) -> wit::Layout {
        self.with(|extraction, _| {
            let layout = extraction.layout();
            wit::Layout {
                fields: layout.fields.iter().map(field).collect(),
                metadata: layout.metadata.iter().map(metadata).collect(),
            }
        })
    }

    fn next(&self, max_rows: u32, max_bytes: u64) -> Result<Option<wit::Chunk>, wit::RowsFailure> {
        let next = self.with(|extraction, schema| extraction.next(schema, max_rows, max_bytes));
        next.map(|next| next.map(chunk)).map_err(|error| rows_failure("", error))
    }

    fn sample(&self, first: u64, count: u32) -> Result<Vec<String>, wit::RowsFailure> {
        self.with(|extraction, schema| extraction.sample(schema, first, count)).map_err(|error| rows_failure("", error))
    }
}

impl Extracted {
    fn with<T>(&self, act: impl FnOnce(&mut Extraction, &Schema) -> T) -> T {
        let mut extraction = self.extraction.borrow_mut();
        let extraction = extraction.as_mut().expect("it is taken when the resource is dropped only");
        act(extraction, &self.schema.borrow())
    }
}

impl Drop for Extracted {
    fn drop(&mut self) {
        if let Some(extraction) = self.extraction.take() {
            extraction.release(&mut self.schema.borrow_mut());
        }
    }
}

fn request(asked: wit::Request) -> Request {
    let scope = |scope| match scope {
        wit::Scope::Row => Scope::Row,
        wit::Scope::Ancestor(levels) => Scope::Ancestor(levels),
        wit::Scope::Root => Scope::Root,
    };
    let source =
        |source: wit::Source| Source { scope: scope(source.scope), path: source.path, attribute: source.attribute };
    let column = |column: wit::Column| Column { name: column.name, source: source(column.source) };
    Request {
        element: asked.element,
        path: asked.path,
        selector: asked.selector.map(|given| Selector { path: given.path, namespaces: given.namespaces }),
        route: asked.route.map(|route| Route { element: route.element, path: route.path }),
        columns: asked.columns.map(|columns| columns.into_iter().map(column).collect()),
        row_bytes: asked.row_bytes,
    }
}

fn undecidable(failure: Failure) -> wit::RowsFailure {
    wit::RowsFailure::Undecidable(failure)
}

fn rows_failure(document: &str, error: RowsError) -> wit::RowsFailure {
    match error {
        RowsError::Document(error) => undecidable(failure::xml(document, Role::Document, &error)),
        RowsError::TooLarge => {
            let (value, maximum) = (u64::from(u32::MAX), u64::from(u32::MAX));
            let limit = "xml_text_bytes".to_owned();
            undecidable(Failure::InputLimit(LimitReached { limit, value, maximum, place: None }))
        }
        RowsError::Unsupported(constructs) => {
            undecidable(Failure::Unsupported(constructs.iter().map(issue::unsupported).collect()))
        }
        RowsError::Invalid(report) => wit::RowsFailure::InvalidDocument(documents::report(*report)),
        RowsError::Selection(_, ModelFailure::NotFound { id, message }) => wit::RowsFailure::Unknown((id, message)),
        RowsError::Selection(field, ModelFailure::Argument { message, candidates }) => {
            wit::RowsFailure::Argument(wit::WrongArgument { field, message, candidates })
        }
        RowsError::Selection(field, ModelFailure::Unsupported { construct, at, descendant }) => {
            wit::RowsFailure::Unsupported((field, UnsupportedShape { construct, at, descendant }))
        }
        RowsError::NothingSelected => wit::RowsFailure::NothingSelected,
        RowsError::OffRoute(found) => wit::RowsFailure::OffRoute(misfit(*found)),
        RowsError::Row(found) => wit::RowsFailure::UnsupportedRow(misfit(*found)),
        RowsError::LargeRow { row, bytes, maximum } => {
            wit::RowsFailure::RowTooLarge(wit::LargeRow { row, bytes, maximum })
        }
    }
}

fn misfit(found: pyxsd_rows::Misfit) -> wit::Misfit {
    wit::Misfit {
        message: found.message,
        location: issue::location(&found.location),
        construct: found.construct.map(|construct| construct.text().to_owned()),
        at: found.at,
        descendant: found.descendant,
    }
}

fn field(field: &pyxsd_rows::Field) -> columns_wit::Field {
    columns_wit::Field {
        level: field.level,
        name: field.name.clone(),
        data_type: data_type(field.data_type),
        nullable: field.nullable,
        metadata: field.metadata.iter().map(metadata).collect(),
    }
}

fn data_type(data_type: DataType) -> columns_wit::DataType {
    use columns_wit::DataType as Wit;
    match data_type {
        DataType::Boolean => Wit::Boolean,
        DataType::Int(1) => Wit::Int8,
        DataType::Int(2) => Wit::Int16,
        DataType::Int(4) => Wit::Int32,
        DataType::Int(_) => Wit::Int64,
        DataType::UInt(1) => Wit::Uint8,
        DataType::UInt(2) => Wit::Uint16,
        DataType::UInt(4) => Wit::Uint32,
        DataType::UInt(_) => Wit::Uint64,
        DataType::Float64 => Wit::Float64,
        DataType::Utf8 => Wit::Utf8,
        DataType::Binary => Wit::Binary,
        DataType::Decimal128(precision, scale) => Wit::Decimal128((precision, scale)),
        DataType::Decimal256(precision, scale) => Wit::Decimal256((precision, scale)),
        DataType::List => Wit::List,
        DataType::Struct => Wit::Struct,
    }
}

fn metadata((key, value): &(String, String)) -> columns_wit::MetadataEntry {
    columns_wit::MetadataEntry { key: key.clone(), value: value.clone() }
}

fn chunk(chunk: pyxsd_rows::Chunk) -> columns_wit::Chunk {
    let buffers = |buffers: pyxsd_rows::Buffers| columns_wit::Buffers {
        length: buffers.length,
        nulls: buffers.nulls,
        validity: buffers.validity,
        offsets: buffers.offsets,
        data: buffers.data,
    };
    columns_wit::Chunk { rows: chunk.rows, fields: chunk.fields.into_iter().map(buffers).collect() }
}
