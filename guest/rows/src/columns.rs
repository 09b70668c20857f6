//! Columns of their own: what each is, by the declarations.

use crate::chain::{Chain, child, symbol};
use crate::compose::Composer;
use crate::metadata;
use crate::value::Target;
use crate::walk::{Start, Visits, Walk};
use crate::{Column, DataType, Field, Layout, RowsError, Scope, Source};
use hashbrown::HashSet;
use pyxsd_schema::components::*;
use pyxsd_schema::{Component, Schema};
use pyxsd_tools::Ids;
use pyxsd_tools::model::{ModelFailure, Projection, Scalar, Unsupported, scalar};

/// Columns of one request.
const MAX_COLUMNS: usize = 1_000;
/// Steps of one column.
const MAX_STEPS: usize = 100;
/// Names that a failure lists.
const MAX_CANDIDATES: usize = 50;

/// Where the values of the columns come from.
#[derive(Debug)]
pub(crate) struct ColumnsPlan {
    pub visits: Visits,
    pub targets: Vec<Target>,
}

/// What a source leads to.
struct Endpoint {
    start: Start,
    /// The declarations of each step.
    steps: Vec<Vec<ElementId>>,
    attribute: Option<AttributeId>,
    /// Local name of the declaration.
    owner: String,
    declaration: Component,
    scalar: Scalar,
    nullable: bool,
}

/// The layout and plan of columns. The route is taken to start at the document element where a column asks for the root.
pub(crate) fn columns(ids: &Ids<'_>, chain: &Chain, wanted: &[Column]) -> Result<(Layout, ColumnsPlan), RowsError> {
    if wanted.is_empty() || wanted.len() > MAX_COLUMNS {
        let message = format!("`columns` has {} columns; 1 to {MAX_COLUMNS} are allowed", wanted.len());
        return Err(RowsError::argument("columns", message, Vec::new()));
    }
    let route = metadata::route(ids, chain);
    let row = metadata::names(&route);
    let mut names = HashSet::new();
    let mut composer = Composer::default();
    let mut plan = ColumnsPlan { visits: Visits::default(), targets: Vec::new() };
    for column in wanted {
        if !names.insert(&column.name) {
            return Err(RowsError::argument(
                "columns",
                format!("`columns` has two columns {:?}", column.name),
                Vec::new(),
            ));
        }
        let endpoint = endpoint(ids, chain, column)?;
        let way = way(&route, &column.source);
        let mut metadata = metadata::field(&column.name, &way, &endpoint.owner, Some(&endpoint.scalar));
        metadata.push(("pyxsd:source".to_owned(), metadata::source(&column.source)));
        metadata.push(("pyxsd:row".to_owned(), row.clone()));
        let field = Field {
            level: 0,
            name: column.name.clone(),
            data_type: DataType::Utf8,
            nullable: endpoint.nullable,
            metadata,
        };
        let target = composer.add_scalar(field, &endpoint.scalar, endpoint.declaration);
        let target = target.map_err(|unsupported| refusal(ids, &format!("columns.{}", column.name), unsupported))?;
        let walk = Walk { start: endpoint.start, steps: endpoint.steps, attribute: endpoint.attribute };
        plan.visits.add(ids.schema(), &walk, plan.targets.len());
        plan.targets.push(target);
    }
    let layout = composer.finish(metadata::of_columns(&route));
    Ok((layout, plan))
}

fn refusal(ids: &Ids<'_>, argument: &str, unsupported: Unsupported) -> RowsError {
    let Unsupported { construct, at } = unsupported;
    let failure = ModelFailure::Unsupported { construct, at: ids.id(at), descendant: Vec::new() };
    RowsError::Selection(argument.to_owned(), failure)
}

fn endpoint(ids: &Ids<'_>, chain: &Chain, column: &Column) -> Result<Endpoint, RowsError> {
    let schema = ids.schema();
    let source = &column.source;
    let argument = format!("columns.{}", column.name);
    let (start, mut elements) = start(chain, source, &argument)?;
    // The elements around a row have content; the row may be nil.
    let around = match start {
        Start::Above(levels) => levels > 0,
        Start::Root => chain.levels.len() > 1,
    };
    let mut nullable = false;
    let mut steps = Vec::new();
    if source.path.len() > MAX_STEPS {
        let message = format!("`{argument}`: a path has at most {MAX_STEPS} steps");
        return Err(RowsError::argument(&format!("{argument}.path"), message, Vec::new()));
    }
    for (at, name) in source.path.iter().enumerate() {
        let argument = format!("{argument}.path[{at}]");
        nullable |= is_nillable(schema, &elements) && !(around && steps.is_empty());
        let step = child(ids, &elements, name, &argument)?;
        if step.occurs.max != Some(1) {
            let at = Component::Element(step.elements[0]);
            let construct = format!("the element {name} in the path of a column, which may stand several times");
            return Err(refusal(ids, &argument, Unsupported::new(construct, at)));
        }
        nullable |= step.occurs.min == 0;
        elements = step.elements;
        steps.push(elements.clone());
    }
    let element = elements[0];
    let end = End { ids, argument: &argument, element };
    let (attribute, declaration, scalar) = match &source.attribute {
        Some(wanted) => {
            let found = end.attribute(wanted)?;
            nullable |= !found.required && found.value.is_none();
            let at = Component::Attribute(found.attribute);
            (Some(found.attribute), at, end.attribute_type(found)?)
        }
        None => {
            nullable |= is_nillable(schema, &elements) && !(around && steps.is_empty());
            let at = Component::Element(element);
            (None, at, end.content()?)
        }
    };
    let owner = metadata::local(&ids.shown_name(declaration)).to_owned();
    Ok(Endpoint { start, steps, attribute, owner, declaration, scalar, nullable })
}

fn is_nillable(schema: &Schema, elements: &[ElementId]) -> bool {
    elements.iter().any(|id| schema.components.element(*id).nillable)
}

/// Where a source starts, and the declarations there.
fn start(chain: &Chain, source: &Source, argument: &str) -> Result<(Start, Vec<ElementId>), RowsError> {
    let last = chain.levels.len() - 1;
    match source.scope {
        Scope::Row => Ok((Start::Above(0), chain.levels[last].clone())),
        Scope::Ancestor(levels) if levels as usize <= last && levels > 0 => {
            Ok((Start::Above(levels), chain.levels[last - levels as usize].clone()))
        }
        Scope::Ancestor(levels) => {
            let message = format!("`{argument}`: `levels` is {levels}; the route to the rows admits 1 to {last}");
            let message =
                if last == 0 { format!("`{argument}`: the rows have no ancestors on their route") } else { message };
            Err(RowsError::argument(&format!("{argument}.levels"), message, Vec::new()))
        }
        Scope::Root => Ok((Start::Root, chain.levels[0].clone())),
    }
}

/// The element at the end of a path.
struct End<'e, 's> {
    ids: &'e Ids<'s>,
    argument: &'e str,
    element: ElementId,
}

impl<'s> End<'_, 's> {
    fn type_id(&self) -> TypeId {
        self.ids.schema().components.element(self.element).type_id
    }

    fn attribute(&self, wanted: &str) -> Result<&'s AttributeUse, RowsError> {
        let schema = self.ids.schema();
        let uses = schema.components.complex(self.type_id()).map_or(&[] as &[_], |complex| &complex.attributes.uses);
        let name_of = |found: &AttributeUse| schema.components.attribute(found.attribute).name;
        let found = symbol(schema, wanted).and_then(|name| uses.iter().find(|found| name_of(found) == name));
        found.ok_or_else(|| {
            let names = uses.iter().take(MAX_CANDIDATES).map(|found| schema.names.display(name_of(found)).to_string());
            let element = self.ids.shown_name(Component::Element(self.element));
            let message = format!(
                "`{}`: {element} declares no attribute {wanted}; it is an exact name, {{ns}}local or local",
                self.argument
            );
            RowsError::argument(&format!("{}.attribute", self.argument), message, names.collect())
        })
    }

    fn attribute_type(&self, found: &AttributeUse) -> Result<Scalar, RowsError> {
        let declaration = self.ids.schema().components.attribute(found.attribute);
        let scalar = scalar(self.ids, declaration.type_id, &declaration.datatype, Projection::Columns);
        scalar.map_err(|what| {
            refusal(self.ids, self.argument, Unsupported::new(what, Component::Attribute(found.attribute)))
        })
    }

    fn content(&self) -> Result<Scalar, RowsError> {
        let schema = self.ids.schema();
        let id = self.type_id();
        let refused =
            |what: String| refusal(self.ids, self.argument, Unsupported::new(what, Component::Element(self.element)));
        let (type_id, datatype) = match &schema.components.type_(id).detail {
            TypeDetail::Simple(simple) => (id, &simple.datatype),
            TypeDetail::Complex(complex) => match &complex.content {
                Content::Simple { type_id, datatype } => (*type_id, datatype),
                Content::Empty => return Err(refused("empty content, which is no value".to_owned())),
                Content::Elements { mixed: true, .. } => return Err(refused("mixed content".to_owned())),
                Content::Elements { .. } => {
                    return Err(refused("an element with child elements, which is no single value".to_owned()));
                }
            },
        };
        scalar(self.ids, type_id, datatype, Projection::Columns).map_err(refused)
    }
}

/// The names that lead to what a source leads to.
fn way(route: &[String], source: &Source) -> Vec<String> {
    let above = match source.scope {
        Scope::Row => route.len(),
        Scope::Ancestor(levels) => route.len().saturating_sub(levels as usize),
        Scope::Root => 1,
    };
    let mut way = route[..above].to_vec();
    way.extend(source.path.iter().cloned());
    way.extend(source.attribute.as_ref().map(|name| format!("@{name}")));
    way
}
