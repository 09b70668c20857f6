//! Whole elements as rows: the layout, and where in it everything goes.

use crate::chain::Chain;
use crate::compose::{Composer, item};
use crate::metadata;
use crate::value::Target;
use crate::{DataType, Field, Layout, Metadata};
use hashbrown::HashMap;
use pyxsd_schema::Component;
use pyxsd_schema::components::{ElementId, Occurs};
use pyxsd_tools::model::{self, FormKind, ModelFailure, Node, Object, Projection, Scalar, Shapes, Unsupported};
use pyxsd_tools::{Ids, Kind, Lookup};

/// Elements within each other.
const MAX_DEPTH: usize = 64;

/// Where the parts of a row go.
#[derive(Debug)]
pub(crate) struct RecordPlan {
    pub root: NodePlan,
    pub objects: Vec<ObjectPlan>,
}

/// Where an element goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NodePlan {
    Scalar(Target),
    /// Position in [`RecordPlan::objects`].
    Object(usize),
}

/// Where the parts of an element of a complex type go.
#[derive(Debug, Default)]
pub(crate) struct ObjectPlan {
    /// The struct; the row itself has none.
    pub column: Option<usize>,
    /// Whether it is nil.
    pub nil: Option<usize>,
    pub attributes: Vec<Target>,
    /// Position in `attributes` by declaration.
    pub attribute_at: HashMap<u32, usize>,
    pub text: Option<Target>,
    pub children: Vec<ChildPlan>,
    /// Position in `children` by declaration.
    pub child_at: HashMap<u32, usize>,
}

/// Where the children of one declaration go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChildPlan {
    pub element: ElementId,
    pub node: NodePlan,
    /// The first column: of a repeated child its list.
    pub column: usize,
    pub repeated: bool,
}

/// The layout and plan of the element that a chain leads to, or why it has none and which descendant has one.
pub(crate) fn record(ids: &Ids<'_>, chain: &Chain) -> Result<(Layout, RecordPlan), ModelFailure> {
    let id = chain.row();
    // Without metadata first, which are the larger part of the work.
    let composed = compose(ids, id, None).and_then(|_| compose(ids, id, Some(metadata::route(ids, chain))));
    composed.map_err(|unsupported| {
        model::with_way_out(ids, id, unsupported, |descendant| {
            let (_, plan) = compose(ids, descendant, None).ok()?;
            Some(if plan.objects.is_empty() { FormKind::Plain } else { FormKind::Members })
        })
    })
}

/// The way from the rows of a chain to the nearest descendant with a form in which the element with an id has no place, nor one for which it may
/// stand; empty where there is none.
pub(crate) fn way_out(ids: &Ids<'_>, chain: &Chain, at: &str) -> Vec<String> {
    let Lookup::Found(Component::Element(odd)) = ids.find(at, &[Kind::Element]) else { return Vec::new() };
    let components = &ids.schema().components;
    let may_be = |id: ElementId| id == odd || components.element(id).substitutes.binary_search(&odd).is_ok();
    let form_of = |descendant: ElementId| {
        let (_, plan) = compose(ids, descendant, None).ok()?;
        let places = || plan.objects.iter().flat_map(|object| &object.children).map(|child| child.element);
        if may_be(descendant) || places().any(may_be) {
            return None;
        }
        Some(if plan.objects.is_empty() { FormKind::Plain } else { FormKind::Members })
    };
    let refused = Unsupported::new("", Component::Element(odd));
    let ModelFailure::Unsupported { descendant, .. } = model::with_way_out(ids, chain.row(), refused, form_of) else {
        return Vec::new();
    };
    // A path may not lead through an element for which others stand.
    let heads = components.elements.iter().filter(|element| element.substitutes.binary_search(&odd).is_ok());
    let heads: Vec<String> = heads.map(|head| ids.schema().names.display(head.name).to_string()).collect();
    if descendant.iter().any(|step| heads.contains(step)) { Vec::new() } else { descendant }
}

/// Without a route there are no metadata.
fn compose(ids: &Ids<'_>, id: ElementId, route: Option<Vec<String>>) -> Result<(Layout, RecordPlan), Unsupported> {
    let shapes = model::shapes(ids, id, Projection::Columns)?;
    let metadata = route.as_deref().map_or_else(Metadata::new, metadata::of_records);
    let is_described = route.is_some();
    let mut planner = Planner {
        ids,
        shapes: &shapes,
        composer: Composer::default(),
        objects: Vec::new(),
        is_described,
        way: route.unwrap_or_default(),
        depth: 0,
    };
    let root = match &shapes.root.node {
        Node::Object(at) => NodePlan::Object(planner.object(*at, 0, None)?),
        Node::Scalar(scalar) => {
            let at = Component::Element(id);
            let field = Field {
                level: 0,
                name: "value".to_owned(),
                data_type: DataType::Utf8,
                nullable: shapes.root.nillable,
                metadata: planner.metadata("value", at, Some(scalar)),
            };
            NodePlan::Scalar(planner.composer.add_scalar(field, scalar, at)?)
        }
    };
    let objects = planner.objects;
    let layout = planner.composer.finish(metadata);
    Ok((layout, RecordPlan { root, objects }))
}

struct Planner<'p, 's> {
    ids: &'p Ids<'s>,
    shapes: &'p Shapes,
    composer: Composer,
    objects: Vec<ObjectPlan>,
    /// Whether fields have metadata.
    is_described: bool,
    /// Names of the elements that lead to where fields are added.
    way: Vec<String>,
    /// Elements around that, up to the row.
    depth: usize,
}

impl Planner<'_, '_> {
    fn metadata(&self, name: &str, at: Component, scalar: Option<&Scalar>) -> Metadata {
        if !self.is_described {
            return Metadata::new();
        }
        metadata::field(name, &self.way, metadata::local(&self.ids.shown_name(at)), scalar)
    }

    /// Recursive, at most [`MAX_DEPTH`] levels.
    fn object(&mut self, at: usize, level: u32, column: Option<usize>) -> Result<usize, Unsupported> {
        let object = &self.shapes.objects[at];
        let element = Component::Element(object.element);
        let number = self.objects.len();
        self.objects.push(ObjectPlan::default());
        let is_empty = object.attributes.is_empty() && object.text.is_none() && object.fields.is_empty();
        if is_empty && !object.nillable {
            return Err(Unsupported::new("an element without attributes and content", element));
        }
        let mut plan = ObjectPlan { column, ..ObjectPlan::default() };
        if object.nillable {
            plan.nil = Some(self.composer.add(nil(level), element)?);
        }
        self.simple_parts(object, level, &mut plan)?;
        for child in &object.fields {
            let position = plan.children.len();
            plan.child_at.insert(child.element.0, position);
            plan.children.push(self.child(child, level)?);
        }
        self.objects[number] = plan;
        Ok(number)
    }

    fn simple_parts(&mut self, object: &Object, level: u32, plan: &mut ObjectPlan) -> Result<(), Unsupported> {
        for attribute in &object.attributes {
            let at = Component::Attribute(attribute.attribute_use.attribute);
            self.way.push(attribute.name.clone());
            let name = attribute.name.strip_prefix('@').unwrap_or(&attribute.name);
            let metadata = self.metadata(name, at, Some(&attribute.scalar));
            self.way.pop();
            let field = Field {
                level,
                name: attribute.name.clone(),
                data_type: DataType::Utf8,
                nullable: !attribute.attribute_use.required,
                metadata,
            };
            plan.attribute_at.insert(attribute.attribute_use.attribute.0, plan.attributes.len());
            plan.attributes.push(self.composer.add_scalar(field, &attribute.scalar, at)?);
        }
        if let Some(text) = &object.text {
            let at = Component::Element(object.element);
            let field = Field {
                level,
                name: "$".to_owned(),
                data_type: DataType::Utf8,
                nullable: object.nillable,
                metadata: self.metadata("$", at, Some(text)),
            };
            plan.text = Some(self.composer.add_scalar(field, text, at)?);
        }
        Ok(())
    }

    fn child(&mut self, child: &model::Field, level: u32) -> Result<ChildPlan, Unsupported> {
        let element = Component::Element(child.element);
        let repeated = is_repeated(child.occurs);
        let scalar = match &child.node {
            Node::Scalar(scalar) => Some(scalar),
            Node::Object(at) => self.shapes.objects[*at].text.as_ref(),
        };
        // Shapes that stand in several places may be deeper in one than where they were made.
        if self.depth >= MAX_DEPTH {
            return Err(Unsupported::new(format!("elements nested more than {MAX_DEPTH} deep"), element));
        }
        self.depth += 1;
        self.way.push(child.name.clone());
        let mut field = Field {
            level,
            name: child.name.clone(),
            data_type: DataType::Struct,
            nullable: !repeated,
            metadata: self.metadata(&child.name, element, scalar),
        };
        let mut list = None;
        if repeated {
            list = Some(self.composer.add(Field { data_type: DataType::List, ..field }, element)?);
            // A nil element of a complex type is a struct that says so.
            field = item(level + 1, DataType::Struct, child.nillable && matches!(child.node, Node::Scalar(_)));
        }
        let inner = field.level + 1;
        let (node, column) = match &child.node {
            Node::Scalar(scalar) => {
                let target = self.composer.add_scalar(field, scalar, element)?;
                (NodePlan::Scalar(target), target.column)
            }
            Node::Object(at) => {
                let column = self.composer.add(field, element)?;
                (NodePlan::Object(self.object(*at, inner, Some(column))?), column)
            }
        };
        self.way.pop();
        self.depth -= 1;
        Ok(ChildPlan { element: child.element, node, column: list.unwrap_or(column), repeated })
    }
}

fn is_repeated(occurs: Occurs) -> bool {
    occurs.max.is_none_or(|max| max > 1)
}

fn nil(level: u32) -> Field {
    let data_type = DataType::Boolean;
    Field { level, name: "$nil".to_owned(), data_type, nullable: false, metadata: Metadata::new() }
}
