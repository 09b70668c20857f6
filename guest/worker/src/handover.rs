//! The interface `handover`.

use crate::Component;
use crate::bindings::exports::pyxsd::worker::handover as wit;
use crate::bindings::exports::pyxsd::worker::types::{Binding, Failure, LimitReached, Limits, Role};
use crate::documents::{require_decidable, show_time};
use crate::schemas::Compiled;
use crate::{capture, failure, issue, options};
use pyxsd_handover::{TableError, node_table};

impl wit::Guest for Component {
    fn node_table(
        schema: wit::SchemaBorrow<'_>,
        document: String,
        binding: Binding,
        now: String,
        limits: Limits,
    ) -> Result<Vec<u8>, Failure> {
        let mut schema = schema.get::<Compiled>().0.borrow_mut();
        require_decidable(&schema)?;
        show_time(&schema, &now)?;
        let Some(bytes) = capture::read(&document, limits.xml_bytes) else {
            return Err(failure::not_found(document, Role::Document));
        };
        let binding = match binding {
            Binding::Lax => pyxsd_validator::Binding::Lax,
            Binding::Strict => pyxsd_validator::Binding::Strict,
        };
        node_table(&mut schema, &document, &bytes, &options::validate(&limits), binding)
            .map_err(|error| table_failure(&document, error))
    }
}

fn table_failure(document: &str, error: TableError) -> Failure {
    match error {
        TableError::Document(error) => failure::xml(document, Role::Document, &error),
        TableError::TooLarge => {
            let (value, maximum) = (u64::from(u32::MAX), u64::from(u32::MAX));
            Failure::InputLimit(LimitReached { limit: "xml_text_bytes".to_owned(), value, maximum, place: None })
        }
        TableError::Unsupported(constructs) => {
            Failure::Unsupported(constructs.iter().map(issue::unsupported).collect())
        }
    }
}
