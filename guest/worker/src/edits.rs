//! The interface `edits`.

use crate::Component;
use crate::bindings::exports::pyxsd::worker::edits as wit;
use crate::bindings::exports::pyxsd::worker::types::{Failure, LimitReached, Limits, Role};
use crate::documents::{require_decidable, show_time};
use crate::queries::expression_error;
use crate::schemas::Compiled;
use crate::{capture, failure, issue, options};
use pyxsd_edit::{
    Content, EditError, KeyOrder, Operation, Position, Selection, Step, StepPart, SuppliedNodes, Unmapped,
};

impl wit::Guest for Component {
    fn check(schema: wit::SchemaBorrow<'_>, asked: wit::Step) -> Result<(), wit::EditFailure> {
        let schema = schema.get::<Compiled>().0.borrow();
        require_decidable(&schema).map_err(wit::EditFailure::Undecidable)?;
        pyxsd_edit::check(&schema, &step(asked)).map_err(|error| edit_failure("", error))
    }

    fn apply(
        schema: wit::SchemaBorrow<'_>,
        document: String,
        asked: wit::Step,
        now: String,
        limits: Limits,
    ) -> Result<wit::Edited, wit::EditFailure> {
        let mut schema = schema.get::<Compiled>().0.borrow_mut();
        require_decidable(&schema).map_err(wit::EditFailure::Undecidable)?;
        let now = show_time(&schema, &now).map_err(wit::EditFailure::Undecidable)?;
        let Some(bytes) = capture::read(&document, limits.xml_bytes) else {
            return Err(wit::EditFailure::Undecidable(failure::not_found(document, Role::Document)));
        };
        let options = options::validate(&limits);
        let edited = pyxsd_edit::apply(&mut schema, &document, &bytes, &options, &step(asked), now)
            .map_err(|error| edit_failure(&document, error))?;
        Ok(wit::Edited {
            document: edited.document,
            selected: edited.selected,
            changed: edited.changed,
            warnings: edited.warnings.into_iter().map(warning).collect(),
        })
    }
}

fn step(step: wit::Step) -> Step {
    Step {
        select: selection(step.select),
        namespaces: step.namespaces.into_iter().map(|given| (given.prefix, given.uri)).collect(),
        supplied: match step.supplied {
            wit::SuppliedNodes::Refuse => SuppliedNodes::Refuse,
            wit::SuppliedNodes::Skip => SuppliedNodes::Skip,
        },
        operation: operation(step.operation),
    }
}

fn operation(operation: wit::Operation) -> Operation {
    match operation {
        wit::Operation::Rename(name) => Operation::Rename { name },
        wit::Operation::Move(place) => Operation::Move { to: selection(place.to), position: position(place.position) },
        wit::Operation::Wrap(wrapper) => Operation::Wrap { name: wrapper.name, together: wrapper.together },
        wit::Operation::Unwrap => Operation::Unwrap,
        wit::Operation::Drop => Operation::Drop,
        wit::Operation::Insert(insertion) => Operation::Insert {
            name: insertion.name,
            content: insertion.content.map(content),
            position: position(insertion.position),
        },
        wit::Operation::SetAttribute(attribute) => {
            Operation::SetAttribute { name: attribute.name, content: content(attribute.content) }
        }
        wit::Operation::RemoveAttribute(name) => Operation::RemoveAttribute { name },
        wit::Operation::SetText(given) => Operation::SetText { content: content(given) },
        wit::Operation::MapValues(mapping) => Operation::MapValues {
            values: mapping.values,
            attribute: mapping.attribute,
            otherwise: match mapping.otherwise {
                wit::Unmapped::Keep => Unmapped::Keep,
                wit::Unmapped::Fail => Unmapped::Fail,
            },
        },
        wit::Operation::ChangeNamespace(change) => Operation::ChangeNamespace { from: change.from, to: change.to },
        wit::Operation::Sort(sorting) => Operation::Sort {
            by: sorting.by,
            descending: sorting.direction == wit::Direction::Descending,
            order: match sorting.order {
                wit::KeyOrder::Text => KeyOrder::Text,
                wit::KeyOrder::Number => KeyOrder::Number,
            },
        },
        wit::Operation::Split(splitting) => Operation::Split { separator: splitting.separator, into: splitting.into },
        wit::Operation::Merge(merging) => Operation::Merge { separator: merging.separator },
    }
}

fn selection(selection: wit::Selection) -> Selection {
    match selection {
        wit::Selection::Expression(text) => Selection::Expression(text),
        wit::Selection::Path(names) => Selection::Path(names),
    }
}

fn content(content: wit::Content) -> Content {
    match content {
        wit::Content::Text(text) => Content::Text(text),
        wit::Content::Expression(text) => Content::Expression(text),
    }
}

fn position(position: wit::Position) -> Position {
    match position {
        wit::Position::First => Position::First,
        wit::Position::Last => Position::Last,
        wit::Position::Before => Position::Before,
        wit::Position::After => Position::After,
    }
}

fn warning(warning: pyxsd_edit::Warning) -> wit::Warning {
    wit::Warning { message: warning.message, count: warning.count, at: warning.at.as_ref().map(issue::location) }
}

fn edit_failure(document: &str, error: EditError) -> wit::EditFailure {
    let undecidable = wit::EditFailure::Undecidable;
    match error {
        EditError::Argument(message) => wit::EditFailure::Argument(message),
        EditError::Expression { part, error, at } => wit::EditFailure::Expression(wit::WrongExpression {
            part: match part {
                StepPart::Select => wit::StepPart::Select,
                StepPart::To => wit::StepPart::To,
                StepPart::Content => wit::StepPart::Content,
                StepPart::By => wit::StepPart::By,
            },
            error: expression_error(*error),
            at: at.as_ref().map(issue::location),
        }),
        EditError::Document(error) => undecidable(failure::xml(document, Role::Document, &error)),
        EditError::TooLarge => {
            let (value, maximum) = (u64::from(u32::MAX), u64::from(u32::MAX));
            let limit = "xml_text_bytes".to_owned();
            undecidable(Failure::InputLimit(LimitReached { limit, value, maximum, place: None }))
        }
        EditError::Unsupported(constructs) => {
            undecidable(Failure::Unsupported(constructs.iter().map(issue::unsupported).collect()))
        }
        EditError::Impossible { message, at } => {
            wit::EditFailure::Impossible(wit::Obstacle { message, at: issue::location(&at) })
        }
    }
}
