//! Interfaces that no test misuses: the world wants them, and they answer as a schema without components would.

use crate::Hostile;
use crate::bindings::exports::pyxsd::worker::types::Limits;
use crate::bindings::exports::pyxsd::worker::{columns, comparison, inspection, models, queries, rows};

impl inspection::Guest for Hostile {
    fn overview_of(_: inspection::SchemaBorrow<'_>, _: Vec<String>) -> inspection::Overview {
        inspection::Overview {
            target_namespace: String::new(),
            roots: Vec::new(),
            entry_roots: Vec::new(),
            counts: inspection::Counts {
                elements: 0,
                global_elements: 0,
                attributes: 0,
                complex_types: 0,
                simple_types: 0,
                groups: 0,
                attribute_groups: 0,
                notations: 0,
                identity_constraints: 0,
            },
        }
    }

    fn stub(
        _: inspection::SchemaBorrow<'_>,
        _: Vec<String>,
        _: u32,
        _: inspection::StubForm,
        _: u64,
    ) -> Result<String, inspection::NoComponent> {
        Ok(String::new())
    }

    fn describe(
        _: inspection::SchemaBorrow<'_>,
        _: Vec<String>,
        _: u32,
    ) -> Result<inspection::Described, inspection::NoComponent> {
        Ok(inspection::Described { components: Vec::new(), complete: true })
    }

    fn find(
        _: inspection::SchemaBorrow<'_>,
        _: inspection::Search,
        _: u64,
        _: u32,
    ) -> Result<inspection::Finds, inspection::NoComponent> {
        Ok(inspection::Finds { total: 0, components: Vec::new() })
    }
}

impl models::Guest for Hostile {
    fn model_of(
        _: models::SchemaBorrow<'_>,
        element: String,
        _: Vec<String>,
    ) -> Result<models::Model, models::ModelFailure> {
        Err(models::ModelFailure::Unknown((element, "there is nothing here".to_owned())))
    }

    fn validate_data(
        _: models::SchemaBorrow<'_>,
        element: String,
        _: Vec<String>,
        _: String,
        _: String,
    ) -> Result<models::DataVerdict, models::ModelFailure> {
        Err(models::ModelFailure::Unknown((element, "there is nothing here".to_owned())))
    }
}

impl comparison::Guest for Hostile {
    fn compare(
        _: comparison::SchemaBorrow<'_>,
        _: comparison::SchemaBorrow<'_>,
    ) -> Result<comparison::Differences, comparison::ComparisonFailure> {
        Ok(comparison::Differences {
            namespace_changed: false,
            added: Vec::new(),
            removed: Vec::new(),
            changed: Vec::new(),
            potential_impact: Vec::new(),
        })
    }
}

impl queries::Guest for Hostile {
    fn run(
        _: queries::SchemaBorrow<'_>,
        _: String,
        _: queries::Query,
        _: Limits,
    ) -> Result<queries::Answer, queries::QueryFailure> {
        Ok(queries::Answer { kind: queries::ValueKind::Empty, total: 0, items: Vec::new(), comment_step: None })
    }
}

/// One column, and no rows.
pub struct NoExtraction;

impl rows::Guest for Hostile {
    type Extraction = NoExtraction;
}

impl rows::GuestExtraction for NoExtraction {
    fn open(
        _: rows::SchemaBorrow<'_>,
        document: String,
        _: rows::Request,
        _: String,
        _: Limits,
    ) -> Result<rows::Extraction, rows::RowsFailure> {
        crate::deeds::act(&document);
        if document.starts_with("rows") {
            return Ok(rows::Extraction::new(NoExtraction));
        }
        Err(rows::RowsFailure::Unknown((String::new(), "there are no rows".to_owned())))
    }

    fn route(&self) -> rows::Route {
        rows::Route { element: String::new(), path: Vec::new() }
    }

    fn total(&self) -> u64 {
        0
    }

    fn columns(&self) -> Vec<rows::ColumnSummary> {
        Vec::new()
    }

    fn layout(&self) -> columns::Layout {
        let (name, data_type) = ("value".to_owned(), columns::DataType::Utf8);
        let field = columns::Field { level: 0, name, data_type, nullable: true, metadata: Vec::new() };
        columns::Layout { fields: vec![field], metadata: Vec::new() }
    }

    fn next(&self, _: u32, _: u64) -> Result<Option<columns::Chunk>, rows::RowsFailure> {
        Ok(None)
    }

    fn sample(&self, _: u64, _: u32) -> Result<Vec<String>, rows::RowsFailure> {
        Ok(Vec::new())
    }
}
