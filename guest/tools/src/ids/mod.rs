//! Component ids: `kind:{ns}name`, then one step a level for what is local.

mod lookup;
mod near;
mod prefixes;
mod role;

pub use lookup::Lookup;
pub use prefixes::Prefixes;
pub(crate) use role::role;

use hashbrown::HashMap;
use pyxsd_schema::components::*;
use pyxsd_schema::{Component, Place, Schema};
use pyxsd_xml::Symbol;

/// The kind of a component, as its id says it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    Element,
    Attribute,
    ComplexType,
    SimpleType,
    Group,
    AttributeGroup,
    Notation,
    IdentityConstraint,
}

impl Kind {
    /// Every kind, in the order in which lists give them.
    pub const ALL: [Kind; 8] = [
        Kind::Element,
        Kind::Attribute,
        Kind::ComplexType,
        Kind::SimpleType,
        Kind::Group,
        Kind::AttributeGroup,
        Kind::Notation,
        Kind::IdentityConstraint,
    ];

    /// The word in ids.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Element => "element",
            Kind::Attribute => "attribute",
            Kind::ComplexType => "complexType",
            Kind::SimpleType => "simpleType",
            Kind::Group => "group",
            Kind::AttributeGroup => "attributeGroup",
            Kind::Notation => "notation",
            Kind::IdentityConstraint => "identityConstraint",
        }
    }

    /// The kind with this word.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether it is one of the two kinds of types, which share one step in ids.
    pub fn is_type(self) -> bool {
        matches!(self, Kind::ComplexType | Kind::SimpleType)
    }
}

/// What tells a component apart inside its owner. Anonymous types have neither a name nor, for this, a kind of their own.
type Step = (Option<Component>, Option<Kind>, Option<Symbol>);

/// The ids of all components of a schema. Made in time linear in the number of components; an id is written when it is asked for.
pub struct Ids<'s> {
    schema: &'s Schema,
    prefixes: Prefixes,
    ordinals: HashMap<Component, u32>,
    by_step: HashMap<(Step, u32), Component>,
    /// How many global components that are not built in have a local name.
    globals: HashMap<&'s str, u32>,
}

impl<'s> Ids<'s> {
    /// Numbers the components of a schema.
    pub fn new(schema: &'s Schema) -> Self {
        let mut ids = Self {
            schema,
            prefixes: Prefixes::of(schema),
            ordinals: HashMap::new(),
            by_step: HashMap::new(),
            globals: HashMap::new(),
        };
        let mut counts: HashMap<Step, u32> = HashMap::new();
        for component in ids.in_order_of_ids() {
            let step = ids.step(component);
            let count = counts.entry(step).or_insert(0);
            *count += 1;
            if *count > 1 {
                ids.ordinals.insert(component, *count);
            }
            ids.by_step.insert((step, *count), component);
            if let (None, Some(_), Some(name)) = step
                && ids.place(component).is_some()
            {
                *ids.globals.entry(schema.names.local(name)).or_insert(0) += 1;
            }
        }
        ids
    }

    /// The schema.
    pub fn schema(&self) -> &'s Schema {
        self.schema
    }

    /// The prefixes that names and ids may be written with.
    pub fn prefixes(&self) -> &Prefixes {
        &self.prefixes
    }

    /// Every component: by kinds, those of one kind in the order of the schema documents, built-in ones included.
    pub fn all(&self) -> Vec<Component> {
        let all = components(self.schema);
        let mut sorted: Vec<(Kind, Component)> = all.map(|component| (self.kind(component), component)).collect();
        sorted.sort();
        sorted.into_iter().map(|(_, component)| component).collect()
    }

    /// A redefined group comes after its redefinition, which has taken its name.
    fn in_order_of_ids(&self) -> Vec<Component> {
        let (groups, others): (Vec<_>, Vec<_>) = components(self.schema)
            .partition(|component| matches!(component, Component::Group(_) | Component::AttributeGroup(_)));
        others.into_iter().chain(groups.into_iter().rev()).collect()
    }

    /// The kind of a component.
    pub fn kind(&self, component: Component) -> Kind {
        match component {
            Component::Element(_) => Kind::Element,
            Component::Attribute(_) => Kind::Attribute,
            Component::Type(id) => match self.schema.components.type_(id).detail {
                TypeDetail::Simple(_) => Kind::SimpleType,
                TypeDetail::Complex(_) => Kind::ComplexType,
            },
            Component::Group(_) => Kind::Group,
            Component::AttributeGroup(_) => Kind::AttributeGroup,
            Component::Notation(_) => Kind::Notation,
            Component::Identity(_) => Kind::IdentityConstraint,
        }
    }

    /// The name; anonymous types have none.
    pub fn name(&self, component: Component) -> Option<Symbol> {
        let components = &self.schema.components;
        match component {
            Component::Element(id) => Some(components.element(id).name),
            Component::Attribute(id) => Some(components.attribute(id).name),
            Component::Type(id) => components.type_(id).name,
            Component::Group(id) => Some(components.groups[id.index()].name),
            Component::AttributeGroup(id) => Some(components.attribute_groups[id.index()].name),
            Component::Notation(id) => Some(components.notations[id.index()].name),
            Component::Identity(id) => Some(components.identity(id).name),
        }
    }

    /// `{ns}local`, or nothing for an anonymous type.
    pub fn shown_name(&self, component: Component) -> String {
        self.name(component).map_or_else(String::new, |name| self.schema.names.display(name).to_string())
    }

    /// The shortest text that leads to a component: for a global one its name, with a prefix where it is in a namespace, if no other
    /// component has that; else the id.
    pub fn short(&self, component: Component) -> String {
        let Some(name) = self.name(component).filter(|_| self.owner(component).is_none()) else {
            return self.id(component);
        };
        let of_kind = |kind: &Kind| self.by_step.get(&((None, Some(*kind), Some(name)), 1)).copied();
        let mut named = Kind::ALL.iter().filter_map(of_kind);
        let is_only = named.next() == Some(component) && named.next().is_none();
        let short = self.prefixes.shown(self.schema, name);
        let is_exact = short.contains(':') || self.globals.get(short.as_str()) == Some(&1);
        if is_only && is_exact { short } else { self.id(component) }
    }

    /// The component inside which one is declared; nothing for global ones.
    pub fn owner(&self, component: Component) -> Option<Component> {
        let components = &self.schema.components;
        let owner = match component {
            Component::Element(id) => components.element(id).owner,
            Component::Attribute(id) => components.attribute(id).owner,
            Component::Type(id) => components.type_(id).owner,
            _ => Owner::Global,
        };
        match owner {
            Owner::Global => None,
            Owner::Type(id) => Some(Component::Type(id)),
            Owner::Element(id) => Some(Component::Element(id)),
            Owner::Attribute(id) => Some(Component::Attribute(id)),
            Owner::Group(id) => Some(Component::Group(id)),
            Owner::AttributeGroup(id) => Some(Component::AttributeGroup(id)),
        }
    }

    /// The global component that a component is, or is inside of.
    pub fn outermost(&self, component: Component) -> Component {
        std::iter::successors(Some(component), |inner| self.owner(*inner)).last().unwrap_or(component)
    }

    /// Where it is declared; nothing for what is built in.
    pub fn place(&self, component: Component) -> Option<&'s Place> {
        let components = &self.schema.components;
        match component {
            Component::Element(id) => components.element(id).place.as_ref(),
            Component::Attribute(id) => components.attribute(id).place.as_ref(),
            Component::Type(id) => components.type_(id).place.as_ref(),
            Component::Group(id) => components.groups[id.index()].place.as_ref(),
            Component::AttributeGroup(id) => components.attribute_groups[id.index()].place.as_ref(),
            Component::Notation(id) => components.notations[id.index()].place.as_ref(),
            Component::Identity(id) => components.identity(id).place.as_ref(),
        }
    }

    /// The id of a component. Its length is in proportion to how deep the component stands in others.
    pub fn id(&self, component: Component) -> String {
        let mut line: Vec<Component> = std::iter::successors(Some(component), |inner| self.owner(*inner)).collect();
        line.reverse();
        let mut id = String::new();
        for (level, component) in line.into_iter().enumerate() {
            if level > 0 {
                id.push('/');
            }
            self.write_step(&mut id, component);
        }
        id
    }

    /// The last step of an id.
    pub(crate) fn last_step(&self, component: Component) -> String {
        let mut step = String::new();
        self.write_step(&mut step, component);
        step
    }

    fn write_step(&self, id: &mut String, component: Component) {
        match self.name(component) {
            None => id.push_str("type"),
            Some(_) => {
                id.push_str(self.kind(component).name());
                id.push(':');
                id.push_str(&self.shown_name(component));
            }
        }
        if let Some(ordinal) = self.ordinals.get(&component) {
            id.push('#');
            id.push_str(&ordinal.to_string());
        }
    }

    fn step(&self, component: Component) -> Step {
        let name = self.name(component);
        (self.owner(component), name.map(|_| self.kind(component)), name)
    }
}

/// Every component in the order of its arena.
fn components(schema: &Schema) -> impl Iterator<Item = Component> + use<> {
    let components = &schema.components;
    let count = |length: usize| 0..u32::try_from(length).unwrap_or(u32::MAX);
    let elements = count(components.elements.len()).map(|id| Component::Element(ElementId(id)));
    let attributes = count(components.attributes.len()).map(|id| Component::Attribute(AttributeId(id)));
    let types = count(components.types.len()).map(|id| Component::Type(TypeId(id)));
    let groups = count(components.groups.len()).map(|id| Component::Group(GroupId(id)));
    let attribute_groups =
        count(components.attribute_groups.len()).map(|id| Component::AttributeGroup(AttributeGroupId(id)));
    let notations = count(components.notations.len()).map(|id| Component::Notation(NotationId(id)));
    let identities = count(components.identity_constraints.len()).map(|id| Component::Identity(IdentityId(id)));
    elements.chain(attributes).chain(types).chain(groups).chain(attribute_groups).chain(notations).chain(identities)
}
