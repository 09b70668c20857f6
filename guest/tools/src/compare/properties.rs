//! What a component says itself, field by field. What it inherits is said by its base, so that one edit is one change.

use super::Properties;
use super::condition::condition;
use crate::content::{
    Names, expression, own_assertions, own_particles, own_uses, uses_of_group, wildcard, wildcard_text,
};
use crate::ids::Ids;
use crate::inspect::{derivations, paths};
use hashbrown::HashSet;
use pyxsd_datatypes::{FacetKind, SimpleType};
use pyxsd_schema::Component;
use pyxsd_schema::components::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub(super) fn properties(ids: &Ids<'_>, component: Component) -> Properties {
    let mut fields = Fields { ids, properties: Properties::new() };
    match component {
        Component::Element(id) => fields.element(id),
        Component::Attribute(id) => fields.attribute(id),
        Component::Type(id) => fields.type_definition(id),
        Component::Group(id) => {
            fields.say("content", expression(ids.schema(), &fields.group(id), Names::Expanded, usize::MAX));
        }
        Component::AttributeGroup(id) => {
            let attributes = &ids.schema().components.attribute_groups[id.index()].attributes;
            let own = uses_of_group(ids.schema(), id);
            fields.attributes(attributes, &own, None);
        }
        Component::Identity(id) => fields.identity(id),
        Component::Notation(id) => fields.notation(id),
    }
    fields.properties
}

struct Fields<'f, 's> {
    ids: &'f Ids<'s>,
    properties: Properties,
}

impl Fields<'_, '_> {
    fn say(&mut self, field: impl Into<String>, value: impl Into<String>) {
        let value = value.into();
        if !value.is_empty() {
            self.properties.insert(field.into(), value);
        }
    }

    fn flag(&mut self, field: &str, is_set: bool) {
        self.say(field, if is_set { "true" } else { "" });
    }

    fn named(&self, components: impl Iterator<Item = Component>) -> String {
        components.map(|component| self.ids.shown_name(component)).collect::<Vec<_>>().join(", ")
    }

    /// A type by its name; an anonymous one is compared as a component of its own.
    fn type_name(&self, id: TypeId) -> String {
        let name = self.ids.shown_name(Component::Type(id));
        if name.is_empty() { "(anonymous)".to_owned() } else { name }
    }

    fn value(&mut self, prefix: &str, value: Option<&ValueConstraint>) {
        if let Some(value) = value {
            let field = if value.fixed { "fixed" } else { "default" };
            // An empty value is a value too.
            self.say(format!("{prefix}{field}"), format!("'{}'", value.lexical));
        }
    }

    fn element(&mut self, id: ElementId) {
        let element = self.ids.schema().components.element(id);
        self.say("type", self.type_name(element.type_id));
        self.flag("nillable", element.nillable);
        self.flag("abstract", element.is_abstract);
        self.value("", element.value.as_ref());
        self.say("block", derivations(element.block).join(" "));
        self.say("final", derivations(element.final_).join(" "));
        let heads = element.substitution_heads.iter().copied().map(Component::Element);
        self.say("substitutionGroup", self.named(heads));
        let alternatives = element.type_table.iter().flat_map(|table| &table.alternatives).map(|alternative| {
            let test = alternative.test.as_ref().map_or_else(|| "otherwise".to_owned(), |test| condition(test));
            format!("{test} → {}", self.type_name(alternative.type_id))
        });
        let alternatives = alternatives.collect::<Vec<_>>().join("; ");
        self.say("alternatives", alternatives);
        let identities = element.identity_constraints.iter().copied().map(Component::Identity);
        self.say("identityConstraints", self.named(identities));
    }

    fn attribute(&mut self, id: AttributeId) {
        let attribute = self.ids.schema().components.attribute(id);
        self.say("type", self.type_name(attribute.type_id));
        self.value("", attribute.value.as_ref());
        self.flag("inheritable", attribute.inheritable);
        // Of a local declaration, its one use says whether it is required and what its value is.
        let local = match attribute.owner {
            Owner::Type(owner) => self.ids.schema().components.complex(owner).map(|complex| &complex.attributes),
            Owner::AttributeGroup(group) => {
                Some(&self.ids.schema().components.attribute_groups[group.index()].attributes)
            }
            _ => None,
        };
        let own_use = local.and_then(|attributes| attributes.uses.iter().find(|own| own.attribute == id));
        if let Some(own) = own_use {
            self.flag("required", own.required);
            self.value("", own.value.as_ref());
        }
    }

    fn type_definition(&mut self, id: TypeId) {
        let definition = self.ids.schema().components.type_(id);
        if !self.is_implied(definition) {
            self.say("base", self.type_name(definition.base));
        }
        self.say("final", derivations(definition.final_).join(" "));
        self.say("derivation", format!("{:?}", definition.derivation).to_lowercase());
        match &definition.detail {
            TypeDetail::Simple(simple) => {
                self.say("item", simple.item.map(|item| self.type_name(item)).unwrap_or_default());
                let members: Vec<String> = simple.members.iter().map(|member| self.type_name(*member)).collect();
                self.say("members", members.join(", "));
                let inherited = self.datatype(definition.base);
                self.facets(&simple.datatype, inherited.as_deref());
            }
            TypeDetail::Complex(complex) => self.complex(id, definition.base, complex),
        }
    }

    /// Whether the base is what a restriction of simple content restricts without saying so: the content of its own base.
    fn is_implied(&self, definition: &TypeDefinition) -> bool {
        let components = &self.ids.schema().components;
        let Owner::Type(owner) = definition.owner else { return false };
        match &components.type_(components.type_(owner).base).detail {
            TypeDetail::Complex(base) => {
                matches!(base.content, Content::Simple { type_id, .. } if type_id == definition.base)
            }
            TypeDetail::Simple(_) => false,
        }
    }

    fn datatype(&self, id: TypeId) -> Option<Arc<SimpleType>> {
        match &self.ids.schema().components.type_(id).detail {
            TypeDetail::Simple(simple) => Some(Arc::clone(&simple.datatype)),
            TypeDetail::Complex(complex) => match &complex.content {
                Content::Simple { datatype, .. } => Some(Arc::clone(datatype)),
                _ => None,
            },
        }
    }

    /// The facets that are not those of the base; of an enumeration the values as a set, for their order says nothing.
    fn facets(&mut self, own: &SimpleType, base: Option<&SimpleType>) {
        let listed = |datatype: &SimpleType| {
            let mut listed: BTreeMap<FacetKind, Vec<String>> = BTreeMap::new();
            datatype.facets().into_iter().for_each(|(kind, value)| listed.entry(kind).or_default().push(value));
            listed
        };
        let inherited = base.map(listed).unwrap_or_default();
        for (kind, mut values) in listed(own) {
            let field = format!("facet.{}", kind.name());
            if own.is_fixed(kind) && !base.is_some_and(|base| base.is_fixed(kind)) {
                self.flag(&format!("{field} fixed"), true);
            }
            let before = inherited.get(&kind);
            if before == Some(&values) {
                continue;
            }
            let value = match (kind, before) {
                (FacetKind::Enumeration, _) => {
                    values.into_iter().collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(" | ")
                }
                (FacetKind::Pattern | FacetKind::Assertion, Some(before)) if values.starts_with(before) => {
                    values.split_off(before.len()).join(" and ")
                }
                _ => values.join(" and "),
            };
            self.say(field, value);
        }
    }

    fn complex(&mut self, id: TypeId, base_id: TypeId, complex: &ComplexType) {
        let schema = self.ids.schema();
        self.flag("abstract", complex.is_abstract);
        self.say("block", derivations(complex.block).join(" "));
        let base = schema.components.complex(base_id).filter(|_| base_id != id);
        let base_attributes = base.map(|base| &base.attributes);
        // An extension has the content of its base without saying so.
        let is_extension = schema.components.type_(id).derivation == Derivation::Extension;
        let inherited = base.map(|base| &base.content).filter(|_| is_extension);
        match &complex.content {
            Content::Empty => {}
            Content::Simple { type_id, .. } => {
                let of_base = matches!(inherited, Some(Content::Simple { type_id: base, .. }) if base == type_id);
                if !of_base && *type_id != base_id {
                    self.say("simpleContent", self.type_name(*type_id));
                }
            }
            Content::Elements { mixed, open, .. } => {
                let (base_mixed, base_open) = match inherited {
                    Some(Content::Elements { mixed, open, .. }) => (*mixed, open.as_ref()),
                    _ => (false, None),
                };
                self.flag("mixed", *mixed && !base_mixed);
                self.say("content", expression(schema, own_particles(schema, id), Names::Expanded, usize::MAX));
                let is_inherited = |open: &&OpenContent| base_open.is_some_and(|base| base.wildcard == open.wildcard);
                if let Some(open) = open.as_ref().filter(|open| !is_inherited(open)) {
                    let mode = if open.interleave { "interleave" } else { "suffix" };
                    self.say("openContent", format!("{mode} {}", wildcard(schema, open.wildcard)));
                }
            }
        }
        self.say("assertions", own_assertions(schema, id).iter().map(condition).collect::<Vec<_>>().join("; "));
        let own = own_uses(schema, id);
        self.attributes(&complex.attributes, &own, base_attributes);
    }

    /// References to global attributes, groups and the wildcard; local attributes are compared as components of their own.
    fn attributes(&mut self, attributes: &AttributeUses, own: &[&AttributeUse], base: Option<&AttributeUses>) {
        let schema = self.ids.schema();
        let mut names: HashSet<String> = HashSet::new();
        for own in own {
            let declaration = schema.components.attribute(own.attribute);
            if declaration.owner != Owner::Global {
                continue;
            }
            let name = self.ids.shown_name(Component::Attribute(own.attribute));
            if !names.insert(name.clone()) {
                continue;
            }
            let field = format!("attribute {name}");
            self.say(field.clone(), if own.required { "required" } else { "optional" });
            // What the declaration says is its own.
            let said =
                |value: &Option<ValueConstraint>| value.as_ref().map(|value| (value.fixed, value.lexical.clone()));
            if said(&own.value) != said(&declaration.value) {
                self.value(&format!("{field} "), own.value.as_ref());
            }
            if own.inheritable != declaration.inheritable {
                self.say(format!("{field} inheritable"), own.inheritable.to_string());
            }
        }
        let groups = attributes.groups.iter().copied().map(Component::AttributeGroup);
        self.say("attributeGroups", self.named(groups));
        let prohibited: Vec<String> =
            attributes.prohibited.iter().map(|name| schema.names.display(*name).to_string()).collect();
        self.say("prohibited", prohibited.join(", "));
        let of_groups = attributes.groups.iter().map(|id| &schema.components.attribute_groups[id.index()].attributes);
        let inherited: Vec<WildcardId> =
            base.into_iter().chain(of_groups).filter_map(|attributes| attributes.wildcard).collect();
        if let Some(own) = attributes.wildcard.filter(|own| !inherited.contains(own)) {
            let own = schema.components.wildcard(own);
            let base = base.and_then(|base| base.wildcard).map(|base| schema.components.wildcard(base));
            self.say("attributeWildcard", wildcard_text(schema, &without(own, base)));
        }
    }

    fn group(&self, id: GroupId) -> Vec<Particle> {
        let group = &self.ids.schema().components.groups[id.index()].group;
        let unnamed = ModelGroup { named: None, ..group.as_ref().clone() };
        vec![Particle { occurs: Occurs::ONCE, term: Term::Group(Arc::new(unnamed)), place: None }]
    }

    fn notation(&mut self, id: NotationId) {
        let notation = &self.ids.schema().components.notations[id.index()];
        self.say("public", notation.public.as_deref().unwrap_or_default());
        self.say("system", notation.system.as_deref().unwrap_or_default());
    }

    fn identity(&mut self, id: IdentityId) {
        let constraint = self.ids.schema().components.identity(id);
        self.say("category", format!("{:?}", constraint.kind).to_lowercase());
        self.say("selector", paths(self.ids, &constraint.selector));
        let fields: Vec<String> = constraint.fields.iter().map(|field| paths(self.ids, field)).collect();
        self.say("fields", fields.join(", "));
        self.say(
            "refer",
            constraint.refer.map(|refer| self.ids.shown_name(Component::Identity(refer))).unwrap_or_default(),
        );
    }
}

/// What a wildcard admits beyond that of the base: that of an extension is both together, so that its own part can be told where both are lists.
fn without(own: &Wildcard, base: Option<&Wildcard>) -> Wildcard {
    let mut own = own.clone();
    if let NamespaceConstraint::Only(namespaces) = &mut own.namespaces
        && let Some(NamespaceConstraint::Only(of_base)) = base.map(|base| &base.namespaces)
        && of_base.iter().all(|namespace| namespaces.contains(namespace))
        && of_base.len() < namespaces.len()
    {
        namespaces.retain(|namespace| !of_base.contains(namespace));
    }
    own
}
