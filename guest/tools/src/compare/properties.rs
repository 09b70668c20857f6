//! What a component says itself, field by field. What it inherits is said by its base, so that one edit is one change.

use super::Properties;
use crate::content::{self, Names, expression, own_assertions, own_particles, own_uses, uses_of_group, wildcard};
use crate::ids::Ids;
use crate::inspect::{Facet, derivations, facets, paths};
use hashbrown::HashMap;
use pyxsd_schema::Component;
use pyxsd_schema::components::*;
use std::collections::BTreeSet;

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
        Component::Notation(_) => {}
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
            let test = alternative.test.as_ref().map_or("otherwise", |test| test.text.trim());
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
            Owner::Type(owner) => content::complex(self.ids.schema(), owner).map(|complex| &complex.attributes),
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
        self.say("base", self.type_name(definition.base));
        self.say("final", derivations(definition.final_).join(" "));
        self.say("derivation", format!("{:?}", definition.derivation).to_lowercase());
        match &definition.detail {
            TypeDetail::Simple(simple) => {
                self.say("item", simple.item.map(|item| self.type_name(item)).unwrap_or_default());
                let members: Vec<String> = simple.members.iter().map(|member| self.type_name(*member)).collect();
                self.say("members", members.join(", "));
                let inherited = self.facets_of(definition.base);
                self.facets(&facets(&simple.datatype), &inherited);
            }
            TypeDetail::Complex(complex) => self.complex(id, definition.base, complex),
        }
    }

    fn facets_of(&self, id: TypeId) -> Vec<Facet> {
        match &self.ids.schema().components.type_(id).detail {
            TypeDetail::Simple(simple) => facets(&simple.datatype),
            TypeDetail::Complex(complex) => match &complex.content {
                Content::Simple { datatype, .. } => facets(datatype),
                _ => Vec::new(),
            },
        }
    }

    /// The facets that are not those of the base; of an enumeration the values as a set, for their order says nothing.
    fn facets(&mut self, own: &[Facet], inherited: &[Facet]) {
        for facet in own {
            let base = inherited.iter().find(|base| base.name == facet.name);
            if base == Some(facet) {
                continue;
            }
            let value = match (facet.name, base) {
                ("enumeration", _) => {
                    let values: BTreeSet<&String> = facet.values.iter().collect();
                    values.into_iter().cloned().collect::<Vec<_>>().join(" | ")
                }
                ("pattern", Some(base)) if facet.values.starts_with(&base.values) => {
                    facet.values[base.values.len()..].join(" and ")
                }
                _ => facet.values.join(" and "),
            };
            self.say(format!("facet.{}", facet.name), value);
        }
    }

    fn complex(&mut self, id: TypeId, base: TypeId, complex: &ComplexType) {
        let schema = self.ids.schema();
        self.flag("abstract", complex.is_abstract);
        self.say("block", derivations(complex.block).join(" "));
        let base_attributes = content::complex(schema, base).filter(|_| base != id).map(|base| &base.attributes);
        match &complex.content {
            Content::Empty => {}
            Content::Simple { type_id, .. } => self.say("simpleContent", self.type_name(*type_id)),
            Content::Elements { mixed, open, .. } => {
                self.flag("mixed", *mixed);
                self.say("content", expression(schema, own_particles(schema, id), Names::Expanded, usize::MAX));
                if let Some(open) = open {
                    let mode = if open.interleave { "interleave" } else { "suffix" };
                    self.say("openContent", format!("{mode} {}", wildcard(schema, open.wildcard)));
                }
            }
        }
        self.say("assertions", own_assertions(schema, id).join("; "));
        let own = own_uses(schema, id);
        self.attributes(&complex.attributes, &own, base_attributes);
    }

    /// References to global attributes, groups and the wildcard; local attributes are compared as components of their own.
    fn attributes(&mut self, attributes: &AttributeUses, own: &[&AttributeUse], base: Option<&AttributeUses>) {
        let schema = self.ids.schema();
        let mut names: HashMap<String, ()> = HashMap::new();
        for own in own {
            let declaration = schema.components.attribute(own.attribute);
            if declaration.owner != Owner::Global {
                continue;
            }
            let name = self.ids.shown_name(Component::Attribute(own.attribute));
            if names.insert(name.clone(), ()).is_some() {
                continue;
            }
            let field = format!("attribute {name}");
            self.say(field.clone(), if own.required { "required" } else { "optional" });
            self.value(&format!("{field} "), own.value.as_ref());
        }
        let groups = attributes.groups.iter().copied().map(Component::AttributeGroup);
        self.say("attributeGroups", self.named(groups));
        let prohibited: Vec<String> =
            attributes.prohibited.iter().map(|name| schema.names.display(*name).to_string()).collect();
        self.say("prohibited", prohibited.join(", "));
        let inherited = base.and_then(|base| base.wildcard);
        if let Some(own) = attributes.wildcard.filter(|own| Some(*own) != inherited) {
            self.say("attributeWildcard", wildcard(schema, own));
        }
    }

    fn group(&self, id: GroupId) -> Vec<Particle> {
        let group = &self.ids.schema().components.groups[id.index()].group;
        let unnamed = ModelGroup { named: None, ..group.as_ref().clone() };
        vec![Particle { occurs: Occurs::ONCE, term: Term::Group(std::sync::Arc::new(unnamed)), place: None }]
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
