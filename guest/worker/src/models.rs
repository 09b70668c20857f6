//! The interface `models`.

use crate::Component;
use crate::bindings::exports::pyxsd::worker::models as wit;
use crate::documents::{require_decidable, show_time};
use crate::schemas::Compiled;
use pyxsd_tools::Ids;
use pyxsd_tools::model::{self, ModelFailure};

impl wit::Guest for Component {
    fn model_of(
        schema: wit::SchemaBorrow<'_>,
        element: String,
        path: Vec<String>,
    ) -> Result<wit::Model, wit::ModelFailure> {
        let schema = schema.get::<Compiled>().0.borrow();
        require_decidable(&schema).map_err(wit::ModelFailure::Undecidable)?;
        let model = model::model(&Ids::new(&schema), &element, &path).map_err(failure)?;
        Ok(wit::Model { element: model.element, schema: model.schema, notes: model.notes })
    }

    fn validate_data(
        schema: wit::SchemaBorrow<'_>,
        element: String,
        path: Vec<String>,
        data: String,
        now: String,
    ) -> Result<wit::DataVerdict, wit::ModelFailure> {
        let schema = schema.get::<Compiled>().0.borrow();
        require_decidable(&schema).map_err(wit::ModelFailure::Undecidable)?;
        show_time(&schema, &now).map_err(wit::ModelFailure::Undecidable)?;
        let verdict = model::validate_data(&Ids::new(&schema), &element, &path, &data).map_err(failure)?;
        let valid = verdict.is_valid();
        let error = |error: model::DataError| wit::DataError {
            pointer: error.pointer,
            code: error.code.as_str().to_owned(),
            message: error.message,
        };
        Ok(wit::DataVerdict {
            valid,
            errors: verdict.errors.into_iter().map(error).collect(),
            suppressed: verdict.suppressed,
        })
    }
}

fn failure(failure: ModelFailure) -> wit::ModelFailure {
    match failure {
        ModelFailure::NotFound { id, message } => wit::ModelFailure::Unknown((id, message)),
        ModelFailure::Argument { message, candidates } => wit::ModelFailure::Argument((message, candidates)),
        ModelFailure::Unsupported { construct, at, descendant } => {
            wit::ModelFailure::Unsupported(wit::UnsupportedShape { construct, at, descendant })
        }
    }
}
