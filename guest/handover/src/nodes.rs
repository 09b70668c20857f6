//! The bound document joined with where its tags stand.

use crate::kind;
use crate::skeleton::{Element, NONE, Skeleton, Written};
use crate::strings::Strings;
use crate::values::Values;
use hashbrown::HashMap;
use pyxsd_document::{Document, NodeFlags, NodeId, View};
use pyxsd_schema::components::{AttributeId, ElementId, TypeDetail, TypeId};
use pyxsd_schema::{Component, Schema, SchemaTypes};
use pyxsd_tools::ids::Ids;
use pyxsd_validator::Bound;
use pyxsd_xml::Symbol;
use pyxsd_xpath::{NodeKind, Tree, TypeRef};

/// The place of text that is nowhere.
pub(crate) const NO_TEXT: (u32, u32) = (NONE, 0);

/// What is known of an element or attribute.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    pub declaration: u32,
    pub type_number: u32,
    pub kind: u32,
    pub value: (u32, u32),
}

impl Known {
    const NOTHING: Known =
        Known { declaration: NONE, type_number: NONE, kind: kind::UNTYPED | kind::UNBOUND, value: NO_TEXT };
}

/// An attribute, written or supplied.
pub(crate) struct Attribute {
    /// A string number.
    pub name: u32,
    pub known: Known,
}

/// A declaration or type as the table tells it, in string numbers.
pub(crate) struct Told {
    pub id: u32,
    /// The expanded name; empty for an anonymous type.
    pub name: u32,
    /// The schema document; empty for what is built in.
    pub file: u32,
    /// From 1; 0 for what is built in.
    pub line: u32,
    /// The type of a declaration, the base of a type, and of a primitive type [`NONE`].
    pub of: u32,
    /// Of a type: 0 simple, 1 complex. Of a declaration: 0 element, 1 attribute.
    pub form: u32,
}

/// Everything that the table holds.
pub(crate) struct Nodes<'n> {
    pub skeleton: &'n Skeleton,
    pub elements: Vec<Known>,
    /// String numbers.
    pub names: Vec<u32>,
    pub attributes: Vec<Attribute>,
    /// Where the attributes of each element begin, and where the last end.
    pub first_attributes: Vec<u32>,
    pub declarations: Vec<Told>,
    pub types: Vec<Told>,
    /// Prefix and namespace name of each declaration of each scope, in string numbers.
    pub scopes: Vec<Vec<(u32, u32)>>,
    pub strings: Strings,
}

impl<'n> Nodes<'n> {
    pub fn join(schema: &Schema, bound: &Bound, skeleton: &'n Skeleton, text: &str) -> Nodes<'n> {
        let types = SchemaTypes { components: &schema.components, names: &schema.names };
        let view = View::new(&bound.document, &schema.names, &types);
        let mut join = Join {
            schema,
            document: &bound.document,
            view: &view,
            values: Values::new(&view, &types, text),
            told: Tellers {
                ids: Ids::new(schema),
                declarations: Vec::new(),
                types: Vec::new(),
                numbers: HashMap::new(),
            },
            names: HashMap::new(),
            strings: Strings::default(),
        };
        let mut elements = Vec::with_capacity(skeleton.elements.len());
        let mut names = Vec::with_capacity(skeleton.elements.len());
        let (mut attributes, mut first_attributes) = (Vec::new(), Vec::new());
        let mut next = bound.root;
        for (index, element) in skeleton.elements.iter().enumerate() {
            first_attributes.push(attributes.len() as u32);
            names.push(join.name(element.name));
            next = join.next_element(next);
            let node = next.filter(|node| join.start(*node) == Some(element.start));
            join.attributes(node, skeleton.attributes_of(index), &mut attributes);
            elements.push(join.element(node, element));
            if let Some(node) = node {
                next = view.next_in_document(node);
            }
        }
        first_attributes.push(attributes.len() as u32);
        let scopes = join.scopes(skeleton);
        let Tellers { declarations, types, .. } = join.told;
        let strings = join.strings;
        Nodes { skeleton, elements, names, attributes, first_attributes, declarations, types, scopes, strings }
    }
}

struct Join<'j> {
    schema: &'j Schema,
    document: &'j Document,
    view: &'j View<'j>,
    values: Values<'j>,
    told: Tellers<'j>,
    /// String numbers of names.
    names: HashMap<Symbol, u32>,
    strings: Strings,
}

impl Join<'_> {
    fn name(&mut self, name: Symbol) -> u32 {
        let (schema, strings) = (self.schema, &mut self.strings);
        *self.names.entry(name).or_insert_with(|| strings.intern(&schema.names.display(name).to_string()))
    }

    fn next_element(&self, from: Option<NodeId>) -> Option<NodeId> {
        let mut next = from;
        while let Some(node) = next {
            if self.view.kind(node) == NodeKind::Element {
                return next;
            }
            next = self.view.next_in_document(node);
        }
        None
    }

    fn start(&self, node: NodeId) -> Option<u32> {
        self.document.written_span(node).map(|span| span.start as u32)
    }

    fn element(&mut self, node: Option<NodeId>, element: &Element) -> Known {
        let Some(node) = node else { return Known::NOTHING };
        let content = element.open_end as usize..element.close_start as usize;
        let declaration = self.document.declaration(node).map(|number| Component::Element(ElementId(number)));
        self.known(node, declaration, Some(content))
    }

    fn known(
        &mut self,
        node: NodeId,
        declaration: Option<Component>,
        literal: Option<std::ops::Range<usize>>,
    ) -> Known {
        let supplied = self.document.flags(node).has(NodeFlags::DEFAULTED);
        let (kind, value) = self.values.read(node, literal.filter(|_| !supplied), &mut self.strings);
        let type_ref = self.view.type_of(node);
        Known {
            declaration: declaration.map_or(NONE, |declaration| self.told.tell(declaration, &mut self.strings)),
            type_number: match type_ref {
                TypeRef::UNTYPED | TypeRef::UNTYPED_ATOMIC => NONE,
                TypeRef(number) => self.told.tell(Component::Type(TypeId(number)), &mut self.strings),
            },
            kind,
            value,
        }
    }

    /// The attributes of one element: those written, in the order of the document, then those supplied.
    fn attributes(&mut self, node: Option<NodeId>, written: &[Written], out: &mut Vec<Attribute>) {
        let mut bound = node.and_then(|node| self.view.first_attribute(node));
        for attribute in written {
            let name = self.name(attribute.name);
            let found = bound.filter(|bound| self.start(*bound) == Some(attribute.start));
            let known = found.map_or(Known::NOTHING, |found| self.attribute(found, Some(attribute)));
            out.push(Attribute { name, known });
            if let Some(found) = found {
                bound = self.view.next_attribute(found);
            }
        }
        while let Some(supplied) = bound {
            if let Some(name) = self.document.name(supplied) {
                let name = self.name(name);
                let known = self.attribute(supplied, None);
                out.push(Attribute { name, known });
            }
            bound = self.view.next_attribute(supplied);
        }
    }

    fn attribute(&mut self, node: NodeId, written: Option<&Written>) -> Known {
        let declaration = self.document.declaration(node).map(|number| Component::Attribute(AttributeId(number)));
        let literal = written.and_then(|written| {
            let whole = &self.values.text[written.start as usize..written.stop as usize];
            let opening = whole.find(['"', '\''])?;
            Some(written.start as usize + opening + 1..written.stop as usize - 1)
        });
        self.known(node, declaration, literal)
    }

    fn scopes(&mut self, skeleton: &Skeleton) -> Vec<Vec<(u32, u32)>> {
        let names = &self.schema.names;
        let strings = &mut self.strings;
        let scope = |scope: &crate::skeleton::Scope| {
            let declarations = scope.declarations.iter();
            declarations
                .map(|(prefix, namespace)| (strings.intern(prefix), strings.intern(names.namespace_uri(*namespace))))
                .collect()
        };
        skeleton.scopes.iter().map(scope).collect()
    }
}

/// Numbers declarations and types as they are met.
struct Tellers<'j> {
    ids: Ids<'j>,
    declarations: Vec<Told>,
    types: Vec<Told>,
    numbers: HashMap<Component, u32>,
}

impl Tellers<'_> {
    /// The number of a component among the declarations or the types. What it is of is told too: its type, and all bases of that.
    fn tell(&mut self, component: Component, strings: &mut Strings) -> u32 {
        if let Some(number) = self.numbers.get(&component) {
            return *number;
        }
        let mut chain = Vec::new();
        let mut next = Some(component);
        while let Some(component) = next.filter(|component| !self.numbers.contains_key(component)) {
            let place = self.ids.place(component);
            let told = Told {
                id: strings.intern(&self.ids.id(component)),
                name: strings.intern(&self.ids.name(component).map_or(String::new(), |name| self.shown(name))),
                file: strings.intern(place.map_or("", |place| &place.file)),
                line: place.map_or(0, |place| place.position.line),
                of: NONE,
                form: self.form(component),
            };
            let list = self.list(component);
            let number = list.len() as u32;
            list.push(told);
            self.numbers.insert(component, number);
            chain.push(component);
            next = self.of(component);
        }
        for component in chain {
            let of = self.of(component).and_then(|of| self.numbers.get(&of).copied()).unwrap_or(NONE);
            let number = self.numbers[&component] as usize;
            self.list(component)[number].of = of;
        }
        self.numbers[&component]
    }

    fn list(&mut self, component: Component) -> &mut Vec<Told> {
        if matches!(component, Component::Type(_)) { &mut self.types } else { &mut self.declarations }
    }

    fn shown(&self, name: Symbol) -> String {
        self.ids.schema().names.display(name).to_string()
    }

    /// The type of a declaration, the base of a type.
    fn of(&self, component: Component) -> Option<Component> {
        let components = &self.ids.schema().components;
        let id = match component {
            Component::Element(id) => components.element(id).type_id,
            Component::Attribute(id) => components.attribute(id).type_id,
            Component::Type(id) => Some(components.type_(id).base).filter(|base| *base != id)?,
            _ => return None,
        };
        Some(Component::Type(id))
    }

    fn form(&self, component: Component) -> u32 {
        match component {
            Component::Attribute(_) => 1,
            Component::Type(id) => {
                u32::from(matches!(self.ids.schema().components.type_(id).detail, TypeDetail::Complex(_)))
            }
            _ => 0,
        }
    }
}
