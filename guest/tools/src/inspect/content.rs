//! Content models and attributes inside a description.

use crate::content::{self, Names};
use crate::ids::Ids;
use pyxsd_schema::Component;
use pyxsd_schema::components::*;

/// Bytes of a content model in one line.
const EXPRESSION_BYTES: usize = 4096;
/// Particles of one description.
const MAX_PARTICLES: usize = 4_000;
/// Levels of one description: readers of JSON bound how deep it may be.
const MAX_LEVELS: u32 = 48;
/// Substitution group members that one particle lists.
const MAX_SUBSTITUTES: usize = 500;

/// The content of an element or complex type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContentNode {
    /// `empty`, `simple`, `elements` or `mixed`.
    pub kind: &'static str,
    /// Of simple content, the id of its simple type.
    pub simple_type: Option<String>,
    /// The content model in one line, local names only; references to named groups are not expanded.
    pub expression: String,
    /// The content model as a tree in pre-order, references to named groups expanded; what the type inherits is part of it.
    pub particles: Vec<ParticleNode>,
    /// Whether `particles` is complete; a model with more particles or levels, or a particle with more substitutes, is cut.
    pub complete: bool,
    /// Open content (1.1): `interleave` or `suffix`, and the wildcard in one line.
    pub open: Option<(&'static str, String)>,
}

/// What a particle is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum ParticleKind {
    Sequence,
    Choice,
    All,
    Element,
    Any,
}

/// One particle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParticleNode {
    /// From 0 for the outermost particle; what follows with a higher level is inside.
    pub level: u32,
    /// What it is.
    pub kind: ParticleKind,
    /// `minOccurs`.
    pub min: u64,
    /// `maxOccurs`; `None` is unbounded.
    pub max: Option<u64>,
    /// Id of the element declaration, or of the named group that a model group comes from.
    pub id: Option<String>,
    /// Expanded name of an element.
    pub name: Option<String>,
    /// Id of the type of an element.
    pub type_id: Option<String>,
    /// Ids of the elements that may stand for this one by its substitution group.
    pub substitutes: Vec<String>,
    /// The element is abstract: only its substitutes may stand here.
    pub is_abstract: bool,
    /// The namespaces that a wildcard admits, in one line.
    pub wildcard: Option<String>,
}

/// One attribute that may stand on an element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttributeNode {
    /// Id of the declaration.
    pub id: String,
    /// Expanded name.
    pub name: String,
    /// Id of its type.
    pub type_id: String,
    /// Whether it must be there.
    pub required: bool,
    /// The default value.
    pub default: Option<String>,
    /// The fixed value.
    pub fixed: Option<String>,
}

/// The content of a complex type.
pub(super) fn content(ids: &Ids<'_>, id: TypeId) -> Option<ContentNode> {
    let schema = ids.schema();
    let complex = schema.components.complex(id)?;
    let mut node = ContentNode {
        kind: "empty",
        simple_type: None,
        expression: String::new(),
        particles: Vec::new(),
        complete: true,
        open: None,
    };
    match &complex.content {
        Content::Empty => {}
        Content::Simple { type_id, .. } => {
            node.kind = "simple";
            node.simple_type = Some(ids.id(Component::Type(*type_id)));
        }
        Content::Elements { mixed, particle, open, .. } => {
            node.kind = if *mixed { "mixed" } else { "elements" };
            node.expression =
                content::expression(schema, std::slice::from_ref(particle), Names::Local, EXPRESSION_BYTES);
            (node.particles, node.complete) = particles(ids, std::slice::from_ref(particle));
            node.open = open.as_ref().map(|open| {
                let mode = if open.interleave { "interleave" } else { "suffix" };
                (mode, content::wildcard(schema, open.wildcard))
            });
        }
    }
    Some(node)
}

/// The content of a named model group.
pub(super) fn content_of_group(ids: &Ids<'_>, id: GroupId) -> ContentNode {
    let group = &ids.schema().components.groups[id.index()].group;
    let unnamed = ModelGroup { named: None, ..group.as_ref().clone() };
    let term = Term::Group(std::sync::Arc::new(unnamed));
    let particle = [Particle { occurs: Occurs::ONCE, term, place: None }];
    let expression = content::expression(ids.schema(), &particle, Names::Local, EXPRESSION_BYTES);
    let (particles, complete) = particles(ids, &particle);
    ContentNode { kind: "elements", simple_type: None, expression, particles, complete, open: None }
}

fn particles(ids: &Ids<'_>, roots: &[Particle]) -> (Vec<ParticleNode>, bool) {
    let mut nodes = Vec::new();
    let mut complete = true;
    let mut stack: Vec<(&Particle, u32)> = roots.iter().rev().map(|particle| (particle, 0)).collect();
    while let Some((particle, level)) = stack.pop() {
        if nodes.len() >= MAX_PARTICLES {
            return (nodes, false);
        }
        let node = particle_node(ids, particle, level);
        complete &= node.substitutes.len() < MAX_SUBSTITUTES;
        nodes.push(node);
        if let Term::Group(group) = &particle.term {
            if level + 1 >= MAX_LEVELS {
                complete &= group.particles.is_empty();
                continue;
            }
            stack.extend(group.particles.iter().rev().map(|inner| (inner, level + 1)));
        }
    }
    (nodes, complete)
}

fn particle_node(ids: &Ids<'_>, particle: &Particle, level: u32) -> ParticleNode {
    let Occurs { min, max } = particle.occurs;
    let mut node = ParticleNode {
        level,
        kind: ParticleKind::Any,
        min,
        max,
        id: None,
        name: None,
        type_id: None,
        substitutes: Vec::new(),
        is_abstract: false,
        wildcard: None,
    };
    match &particle.term {
        Term::Element(id) => {
            let element = ids.schema().components.element(*id);
            node.kind = ParticleKind::Element;
            node.id = Some(ids.id(Component::Element(*id)));
            node.name = Some(ids.schema().names.display(element.name).to_string());
            node.type_id = Some(ids.id(Component::Type(element.type_id)));
            node.is_abstract = element.is_abstract;
            let substitutes = element.substitutes.iter().take(MAX_SUBSTITUTES);
            node.substitutes = substitutes.map(|id| ids.id(Component::Element(*id))).collect();
        }
        Term::Wildcard(id) => node.wildcard = Some(content::wildcard(ids.schema(), *id)),
        Term::Group(group) => {
            node.kind = match group.compositor {
                Compositor::Sequence => ParticleKind::Sequence,
                Compositor::Choice => ParticleKind::Choice,
                Compositor::All => ParticleKind::All,
            };
            node.id = group.named.map(|named| ids.id(Component::Group(named)));
        }
    }
    node
}

/// The attributes of a type or group, inherited ones first.
pub(super) fn attributes(ids: &Ids<'_>, attributes: &AttributeUses) -> Vec<AttributeNode> {
    attributes.uses.iter().map(|attribute_use| attribute_node(ids, attribute_use)).collect()
}

fn attribute_node(ids: &Ids<'_>, attribute_use: &AttributeUse) -> AttributeNode {
    let declaration = ids.schema().components.attribute(attribute_use.attribute);
    let (default, fixed) = constraint(attribute_use.value.as_ref());
    AttributeNode {
        id: ids.id(Component::Attribute(attribute_use.attribute)),
        name: ids.schema().names.display(declaration.name).to_string(),
        type_id: ids.id(Component::Type(declaration.type_id)),
        required: attribute_use.required,
        default,
        fixed,
    }
}

/// Default and fixed value.
pub(super) fn constraint(value: Option<&ValueConstraint>) -> (Option<String>, Option<String>) {
    match value {
        Some(value) if value.fixed => (None, Some(value.lexical.to_string())),
        Some(value) => (Some(value.lexical.to_string()), None),
        None => (None, None),
    }
}
