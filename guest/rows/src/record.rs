//! Whole elements as rows: the layout, and where in it everything goes.

use crate::compose::{Composer, item, layout_metadata, metadata};
use crate::value::Target;
use crate::{DataType, Field, Layout, Metadata};
use hashbrown::HashMap;
use pyxsd_schema::Component;
use pyxsd_schema::components::{ElementId, Occurs};
use pyxsd_tools::Ids;
use pyxsd_tools::model::{self, FormKind, ModelFailure, Node, Object, Projection, Shapes, Unsupported};

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
    pub node: NodePlan,
    /// The first column: of a repeated child its list.
    pub column: usize,
    pub repeated: bool,
}

/// The layout and plan of an element, or why it has none and which descendant has one.
pub(crate) fn record(ids: &Ids<'_>, id: ElementId) -> Result<(Layout, RecordPlan), ModelFailure> {
    compose(ids, id).map_err(|unsupported| {
        model::with_way_out(ids, id, unsupported, |descendant| {
            let (_, plan) = compose(ids, descendant).ok()?;
            Some(if plan.objects.is_empty() { FormKind::Plain } else { FormKind::Members })
        })
    })
}

fn compose(ids: &Ids<'_>, id: ElementId) -> Result<(Layout, RecordPlan), Unsupported> {
    let shapes = model::shapes(ids, id, Projection::Columns)?;
    let mut planner = Planner { ids, shapes: &shapes, composer: Composer::default(), objects: Vec::new() };
    let root = match &shapes.root.node {
        Node::Object(at) => NodePlan::Object(planner.object(*at, 0, None)?),
        Node::Scalar(scalar) => {
            let at = Component::Element(id);
            let field = Field {
                level: 0,
                name: "value".to_owned(),
                data_type: DataType::Utf8,
                nullable: shapes.root.nillable,
                metadata: metadata(ids, &shapes.root.name, at, Some(scalar)),
            };
            NodePlan::Scalar(planner.composer.add_scalar(field, scalar, at)?)
        }
    };
    let objects = planner.objects;
    let layout = planner.composer.finish(layout_metadata("1", "record", ids.id(Component::Element(id))));
    Ok((layout, RecordPlan { root, objects }))
}

struct Planner<'p, 's> {
    ids: &'p Ids<'s>,
    shapes: &'p Shapes,
    composer: Composer,
    objects: Vec<ObjectPlan>,
}

impl Planner<'_, '_> {
    /// Recursive: the nesting of shapes is bounded.
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
            let field = Field {
                level,
                name: attribute.name.clone(),
                data_type: DataType::Utf8,
                nullable: !attribute.attribute_use.required,
                metadata: metadata(self.ids, &attribute.name, at, Some(&attribute.scalar)),
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
                metadata: metadata(self.ids, "$", at, Some(text)),
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
            Node::Object(_) => None,
        };
        let mut field = Field {
            level,
            name: child.name.clone(),
            data_type: DataType::Struct,
            nullable: !repeated,
            metadata: metadata(self.ids, &child.name, element, scalar),
        };
        let mut list = None;
        if repeated {
            list = Some(self.composer.add(Field { data_type: DataType::List, ..field }, element)?);
            // A nil element of a complex type is a struct that says so.
            field = item(level + 1, DataType::Struct, child.nillable && scalar.is_some());
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
        Ok(ChildPlan { node, column: list.unwrap_or(column), repeated })
    }
}

fn is_repeated(occurs: Occurs) -> bool {
    occurs.max.is_none_or(|max| max > 1)
}

fn nil(level: u32) -> Field {
    let data_type = DataType::Boolean;
    Field { level, name: "$nil".to_owned(), data_type, nullable: false, metadata: Metadata::new() }
}
