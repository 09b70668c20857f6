//! Routes as declarations: which elements of any document are rows.

use crate::occurrence::{self, MAX_PARTICLES, Occurrence, TooMany};
use crate::{Column, Request, Route, RowsError, Scope};
use pyxsd_schema::components::*;
use pyxsd_schema::{Component, Schema};
use pyxsd_tools::Ids;
use pyxsd_tools::model::{ModelFailure, select};
use pyxsd_xml::Symbol;

/// Names that a failure lists.
const MAX_CANDIDATES: usize = 50;

/// The declarations on the way to the rows, from the start of the route on: each level those of one name in one content model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chain {
    pub levels: Vec<Vec<ElementId>>,
}

impl Chain {
    /// The chain that a request gives; nothing where it does not name an element.
    pub(crate) fn given(ids: &Ids<'_>, request: &Request) -> Result<Option<Chain>, RowsError> {
        let Some(element) = &request.element else {
            if request.path.is_empty() {
                return Ok(None);
            }
            return Err(RowsError::argument("path", "`path` needs `element`, from which it leads on", Vec::new()));
        };
        Chain::along(ids, element, &request.path).map(Some)
    }

    /// The chain of a route: the element where it starts, and names of child elements.
    pub(crate) fn along(ids: &Ids<'_>, element: &str, path: &[String]) -> Result<Chain, RowsError> {
        let start = select(ids, element, &[]);
        let start = start.map_err(|failure| RowsError::Selection("element".to_owned(), failure))?;
        let mut levels = vec![vec![start]];
        for (at, name) in path.iter().enumerate() {
            let step = child(ids, &levels[levels.len() - 1], name, &format!("path[{at}]"))?;
            levels.push(step.elements);
        }
        Ok(Chain { levels })
    }

    /// Whether a column asks for an element above the start.
    pub(crate) fn is_left_by(&self, columns: &[Column]) -> bool {
        let last = self.levels.len() - 1;
        columns.iter().any(|column| matches!(column.source.scope, Scope::Ancestor(levels) if levels as usize > last))
    }

    /// The chain through single declarations, such as those of the elements around a row. It starts behind the last element that no content
    /// model declares in its place, but a wildcard admits.
    pub(crate) fn through(schema: &Schema, declarations: &[ElementId]) -> Chain {
        let mut levels: Vec<Vec<ElementId>> = Vec::new();
        for id in declarations {
            let name = schema.components.element(*id).name;
            let declared = levels.last().and_then(|parents| occurrence_in(schema, parents, name).ok().flatten());
            match declared.filter(|found| found.elements.contains(id)) {
                Some(found) => levels.push(found.elements),
                None => levels = vec![vec![*id]],
            }
        }
        Chain { levels }
    }

    /// The declaration of the rows.
    pub(crate) fn row(&self) -> ElementId {
        self.levels[self.levels.len() - 1][0]
    }

    /// The declaration where the route starts.
    pub(crate) fn start(&self) -> ElementId {
        self.levels[0][0]
    }

    /// The route as a request gives it.
    pub(crate) fn route(&self, ids: &Ids<'_>) -> Route {
        let name = |level: &Vec<ElementId>| ids.shown_name(Component::Element(level[0]));
        Route { element: ids.id(Component::Element(self.start())), path: self.levels[1..].iter().map(name).collect() }
    }
}

/// The children of one name; `argument` is where the name is from.
pub(crate) fn child(ids: &Ids<'_>, parents: &[ElementId], name: &str, argument: &str) -> Result<Occurrence, RowsError> {
    let schema = ids.schema();
    match symbol(schema, name).map(|name| occurrence_in(schema, parents, name)) {
        Some(Ok(Some(found))) => return Ok(found),
        Some(Err(TooMany)) => {
            let at = ids.id(Component::Element(parents[0]));
            let construct = format!("a content model of more than {MAX_PARTICLES} particles");
            let failure = ModelFailure::Unsupported { construct, at, descendant: Vec::new() };
            return Err(RowsError::Selection(argument.to_owned(), failure));
        }
        Some(Ok(None)) | None => {}
    }
    let parent = ids.shown_name(Component::Element(parents[0]));
    let declared = particle(schema, parents[0])
        .map_or_else(Vec::new, |particle| occurrence::names(schema, particle, MAX_CANDIDATES));
    let candidates: Vec<String> = declared.into_iter().map(|name| schema.names.display(name).to_string()).collect();
    let message = match candidates.is_empty() {
        true => format!("`{argument}`: {parent} declares no child elements"),
        false => {
            format!("`{argument}`: {parent} declares no child {name}; steps are exact names, {{ns}}local or local")
        }
    };
    Err(RowsError::argument(argument, message, candidates))
}

fn occurrence_in(schema: &Schema, parents: &[ElementId], name: Symbol) -> Result<Option<Occurrence>, TooMany> {
    let Some(particle) = particle(schema, parents[0]) else { return Ok(None) };
    let found = occurrence::occurrence(schema, particle, name)?;
    Ok(Some(found).filter(|found| !found.elements.is_empty()))
}

fn particle(schema: &Schema, element: ElementId) -> Option<&Particle> {
    schema.components.particle(schema.components.element(element).type_id)
}

/// The name that `{ns}local` or `local` stands for, where the schema has it.
pub(crate) fn symbol(schema: &Schema, name: &str) -> Option<Symbol> {
    let (uri, local) = match name.strip_prefix('{') {
        Some(braced) => braced.rsplit_once('}')?,
        None => ("", name),
    };
    schema.names.find(schema.names.find_namespace(uri)?, local)
}
