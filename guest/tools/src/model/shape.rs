//! The shape of an element as JSON or as columns: objects with attributes, text and child elements, each under a name of its own.

use super::parts::{self, Part};
use super::scalar::{self, Projection, Scalar};
use crate::content::assertions;
use crate::ids::Ids;
use hashbrown::{HashMap, HashSet};
use pyxsd_schema::Component;
use pyxsd_schema::components::*;

/// Objects within each other.
const MAX_DEPTH: usize = 64;
/// Objects and fields of one model.
const MAX_FIELDS: usize = 50_000;

/// An element with what it is made of.
pub struct Shapes {
    /// The element asked for.
    pub root: Field,
    /// Every object, each once.
    pub objects: Vec<Object>,
}

/// An element in its place.
pub struct Field {
    /// The declaration.
    pub element: ElementId,
    /// `{ns}local`: the name of the property.
    pub name: String,
    /// How often it stands in the object around it.
    pub occurs: Occurs,
    /// Whether `xsi:nil` is allowed.
    pub nillable: bool,
    /// What it holds.
    pub node: Node,
}

/// What an element holds.
pub enum Node {
    /// A value of a simple type.
    Scalar(Scalar),
    /// Position in [`Shapes::objects`].
    Object(usize),
}

/// A complex type in the place of one element declaration.
pub struct Object {
    /// The declaration.
    pub element: ElementId,
    /// Its type.
    pub type_id: TypeId,
    /// Whether `xsi:nil` is allowed.
    pub nillable: bool,
    /// In order of declaration.
    pub attributes: Vec<AttributeField>,
    /// Simple content.
    pub text: Option<Scalar>,
    /// Child elements, in order of declaration.
    pub fields: Vec<Field>,
    /// Tests of assertions on the element as a whole.
    pub assertions: Vec<String>,
    /// How the fields depend on each other.
    pub(super) parts: Vec<Part>,
}

/// An attribute.
pub struct AttributeField {
    /// The use.
    pub attribute_use: AttributeUse,
    /// `@` and the expanded name.
    pub name: String,
    /// Its type.
    pub scalar: Scalar,
}

/// A construct that has no such form.
#[derive(Debug)]
pub struct Unsupported {
    /// The construct, such as `mixed content`.
    pub construct: String,
    /// What has it.
    pub at: Component,
}

impl Unsupported {
    /// A construct of a component.
    pub fn new(construct: impl Into<String>, at: Component) -> Self {
        Self { construct: construct.into(), at }
    }
}

/// The shape of an element declaration.
pub fn shapes(ids: &Ids<'_>, id: ElementId, projection: Projection) -> Result<Shapes, Unsupported> {
    let mut builder = Builder {
        ids,
        projection,
        objects: Vec::new(),
        by_element: HashMap::new(),
        types: HashSet::new(),
        levels: 0,
        fields: 0,
    };
    let root = builder.field(id, Occurs::ONCE)?;
    let objects = builder.objects.into_iter().flatten().collect();
    Ok(Shapes { root, objects })
}

struct Builder<'b, 's> {
    ids: &'b Ids<'s>,
    projection: Projection,
    /// An object that is being built is still missing.
    objects: Vec<Option<Object>>,
    by_element: HashMap<ElementId, usize>,
    /// Types on the way from the root.
    types: HashSet<TypeId>,
    levels: usize,
    fields: usize,
}

impl Builder<'_, '_> {
    /// Recursive, at most [`MAX_DEPTH`] levels.
    fn field(&mut self, id: ElementId, occurs: Occurs) -> Result<Field, Unsupported> {
        let element = self.ids.schema().components.element(id);
        let at = Component::Element(id);
        self.fields += 1;
        if self.fields > MAX_FIELDS {
            return Err(Unsupported::new(format!("more than {MAX_FIELDS} elements"), at));
        }
        if element.is_abstract {
            return Err(Unsupported::new(
                "an abstract element, which only members of its substitution group replace",
                at,
            ));
        }
        if element.type_table.is_some() {
            return Err(Unsupported::new("type alternatives", at));
        }
        let node = match &self.ids.schema().components.type_(element.type_id).detail {
            TypeDetail::Simple(simple) => Node::Scalar(
                scalar::scalar(self.ids, element.type_id, &simple.datatype, self.projection)
                    .map_err(|what| Unsupported::new(what, at))?,
            ),
            TypeDetail::Complex(_) => Node::Object(self.object(id, element.type_id)?),
        };
        let name = self.ids.shown_name(at);
        Ok(Field { element: id, name, occurs, nillable: element.nillable, node })
    }

    fn object(&mut self, id: ElementId, type_id: TypeId) -> Result<usize, Unsupported> {
        if self.types.contains(&type_id) {
            return Err(Unsupported::new("a recursive type", Component::Element(id)));
        }
        if let Some(known) = self.by_element.get(&id) {
            return Ok(*known);
        }
        if self.levels >= MAX_DEPTH {
            return Err(Unsupported::new(
                format!("elements nested more than {MAX_DEPTH} deep"),
                Component::Element(id),
            ));
        }
        let at = self.objects.len();
        self.objects.push(None);
        self.by_element.insert(id, at);
        self.types.insert(type_id);
        self.levels += 1;
        let built = self.build(id, type_id)?;
        self.levels -= 1;
        self.types.remove(&type_id);
        self.objects[at] = Some(built);
        Ok(at)
    }

    fn build(&mut self, id: ElementId, type_id: TypeId) -> Result<Object, Unsupported> {
        let schema = self.ids.schema();
        let at = Component::Element(id);
        let refuse = |what: &str| Err(Unsupported::new(what, at));
        if type_id == TypeId::ANY_TYPE {
            return refuse("xs:anyType");
        }
        let Some(complex) = schema.components.complex(type_id) else { return refuse("a type that is not complex") };
        if complex.is_abstract {
            return refuse("an abstract type, which only xsi:type replaces");
        }
        if complex.attributes.wildcard.is_some() {
            return refuse("an attribute wildcard");
        }
        let mut object = Object {
            element: id,
            type_id,
            nillable: schema.components.element(id).nillable,
            attributes: self.attributes(&complex.attributes)?,
            text: None,
            fields: Vec::new(),
            assertions: assertions(complex),
            parts: Vec::new(),
        };
        match &complex.content {
            Content::Empty => {}
            Content::Simple { type_id, datatype } => {
                let text = scalar::scalar(self.ids, *type_id, datatype, self.projection);
                object.text = Some(text.map_err(|what| Unsupported::new(what, at))?);
            }
            Content::Elements { mixed: true, .. } => return refuse("mixed content"),
            Content::Elements { open: Some(_), .. } => return refuse("open content"),
            Content::Elements { particle, .. } => {
                let (elements, parts) = parts::parts(schema, particle).map_err(|what| Unsupported::new(what, at))?;
                object.parts = parts;
                for (element, occurs) in elements {
                    object.fields.push(self.field(element, occurs)?);
                }
            }
        }
        Ok(object)
    }

    fn attributes(&mut self, attributes: &AttributeUses) -> Result<Vec<AttributeField>, Unsupported> {
        let field = |attribute_use: &AttributeUse| {
            let declaration = self.ids.schema().components.attribute(attribute_use.attribute);
            let at = Component::Attribute(attribute_use.attribute);
            let scalar = scalar::scalar(self.ids, declaration.type_id, &declaration.datatype, self.projection);
            let name = format!("@{}", self.ids.shown_name(at));
            let scalar = scalar.map_err(|what| Unsupported::new(what, at))?;
            Ok(AttributeField { attribute_use: attribute_use.clone(), name, scalar })
        };
        attributes.uses.iter().map(field).collect()
    }
}
