//! The interface `comparison`.

use crate::Component;
use crate::bindings::exports::pyxsd::worker::comparison as wit;
use crate::documents::require_decidable;
use crate::schemas::Compiled;
use pyxsd_tools::Ids;
use pyxsd_tools::compare;

impl wit::Guest for Component {
    fn compare(
        old: wit::SchemaBorrow<'_>,
        new: wit::SchemaBorrow<'_>,
    ) -> Result<wit::Differences, wit::ComparisonFailure> {
        let (old, new) = (old.get::<Compiled>().0.borrow(), new.get::<Compiled>().0.borrow());
        require_decidable(&old).map_err(wit::ComparisonFailure::Old)?;
        require_decidable(&new).map_err(wit::ComparisonFailure::New)?;
        let found = compare::compare(&Ids::new(&old), &Ids::new(&new));
        Ok(wit::Differences {
            namespace_changed: found.namespace_changed,
            added: found.added,
            removed: found.removed,
            changed: found.changed.into_iter().map(change).collect(),
            potential_impact: found
                .potential_impact
                .into_iter()
                .map(|impact| wit::Impact { id: impact.id, because: impact.because })
                .collect(),
        })
    }
}

fn change(change: compare::Change) -> wit::ComponentChange {
    let field = |field: compare::FieldChange| wit::FieldChange { field: field.field, old: field.old, new: field.new };
    wit::ComponentChange { id: change.id, changes: change.changes.into_iter().map(field).collect() }
}
