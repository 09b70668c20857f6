//! Everything that needs the bound document: which nodes, and the values of expressions. What comes out needs the source only.

mod evaluate;
mod name;
mod part;
mod prepare;
mod select;

pub(crate) use name::GivenName;
pub(crate) use part::{Held, KEPT, Part, Parts, text_of};
pub(crate) use prepare::{Prepared, prepare};

use crate::{EditError, Warning};
use pyxsd_datatypes::{Decimal, Moment};
use pyxsd_document::View;
use pyxsd_schema::{Location, Schema, SchemaTypes};
use pyxsd_validator::{Binding, Bound, ValidateOptions, validate_and_bind};
use std::rc::Rc;

/// A node by where it begins in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    /// Of the element the `<`.
    pub element: u32,
    /// Of an attribute of the element the name.
    pub attribute: Option<u32>,
}

/// What elements are put in order by.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Key {
    Text(String),
    Decimal(Decimal),
    Double(f64),
}

/// One selected node, with what the operation needs for it.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub target: Target,
    pub value: Option<Rc<str>>,
    /// The items of the value, where names are among them.
    pub parts: Option<Parts>,
    /// Values that have names without prefix in them.
    pub held: Vec<Held>,
    /// The element that it moves to.
    pub to: u32,
    pub key: Option<Key>,
}

/// What is to be done.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// Nodes selected, those included for which nothing is to be done.
    pub selected: u64,
    /// In document order.
    pub tasks: Vec<Task>,
    pub warnings: Warnings,
}

/// Warnings by kind, in the order in which they came up.
#[derive(Debug, Default)]
pub(crate) struct Warnings(pub Vec<Warning>);

impl Warnings {
    /// Counts a node under a kind; its place is asked for if it is the first.
    pub fn add(&mut self, message: &str, at: impl FnOnce() -> Option<Location>) {
        match self.0.iter_mut().find(|warning| warning.message == message) {
            Some(warning) => warning.count += 1,
            None => self.0.push(Warning { message: message.to_owned(), count: 1, at: at() }),
        }
    }
}

/// Binds the document and finds what is to be done. The schema's table of names is as before.
pub(crate) fn plan(
    schema: &mut Schema,
    path: &str,
    bytes: &[u8],
    options: &ValidateOptions,
    step: &crate::Step,
    now: Moment,
) -> Result<(Prepared, Plan), EditError> {
    let prepared = prepare(schema, step)?;
    let bound = validate_and_bind(schema, path, bytes, options, Binding::Whole)?;
    let found = if bound.report.unsupported.is_empty() {
        with_tree(schema, &bound, step, &prepared, now)
    } else {
        Err(EditError::Unsupported(bound.report.unsupported.clone()))
    };
    bound.release(schema);
    found.map(|plan| (prepared, plan))
}

fn with_tree(
    schema: &Schema,
    bound: &Bound,
    step: &crate::Step,
    prepared: &Prepared,
    now: Moment,
) -> Result<Plan, EditError> {
    let types = SchemaTypes { components: &schema.components, names: &schema.names };
    let view = View::new(&bound.document, &schema.names, &types);
    let names = &schema.names;
    let planner = Planner { view, names, types: &types, root: bound.root, step, prepared, now, plan: Plan::default() };
    planner.run()
}

/// A plan in the making.
pub(crate) struct Planner<'p> {
    pub view: View<'p>,
    pub names: &'p pyxsd_xml::Names,
    pub types: &'p SchemaTypes<'p>,
    pub root: Option<pyxsd_document::NodeId>,
    pub step: &'p crate::Step,
    pub prepared: &'p Prepared,
    pub now: Moment,
    pub plan: Plan,
}
