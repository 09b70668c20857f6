//! What an extension adds to its base: components hold effective contents, but a reader and a comparison want what the type says itself.

use hashbrown::HashSet;
use pyxsd_schema::Schema;
use pyxsd_schema::components::*;
use pyxsd_schema::conditions::Assertion;
use std::sync::Arc;

/// The particles that a complex type adds to those of its base; of a restriction all, since it says them all again.
pub(crate) fn own_particles(schema: &Schema, id: TypeId) -> &[Particle] {
    let Some(whole) = schema.components.particle(id) else { return &[] };
    let definition = schema.components.type_(id);
    if definition.derivation != Derivation::Extension {
        return std::slice::from_ref(whole);
    }
    let base = (definition.base != id).then(|| schema.components.particle(definition.base)).flatten();
    base.map_or(std::slice::from_ref(whole), |base| added(base, whole))
}

fn added<'s>(base: &Particle, whole: &'s Particle) -> &'s [Particle] {
    let (Term::Group(base_group), Term::Group(group)) = (&base.term, &whole.term) else {
        return std::slice::from_ref(whole);
    };
    if Arc::ptr_eq(base_group, group) {
        return &[];
    }
    if base_group.particles.is_empty() {
        return std::slice::from_ref(whole);
    }
    let starts_with_base = group.particles.first().is_some_and(|first| is_same(first, base));
    if starts_with_base {
        return &group.particles[1..];
    }
    let continues_base = group.particles.len() > base_group.particles.len()
        && group.particles.iter().zip(&base_group.particles).all(|(one, other)| is_same(one, other));
    if continues_base { &group.particles[base_group.particles.len()..] } else { std::slice::from_ref(whole) }
}

fn is_same(one: &Particle, other: &Particle) -> bool {
    let same_term = match (&one.term, &other.term) {
        (Term::Element(one), Term::Element(other)) => one == other,
        (Term::Wildcard(one), Term::Wildcard(other)) => one == other,
        (Term::Group(one), Term::Group(other)) => Arc::ptr_eq(one, other),
        _ => false,
    };
    same_term && one.occurs == other.occurs && one.place == other.place
}

/// The attribute uses that a complex type says itself: neither those of its base nor those of its attribute groups.
pub(crate) fn own_uses(schema: &Schema, id: TypeId) -> Vec<&AttributeUse> {
    let Some(own) = schema.components.complex(id) else { return Vec::new() };
    let known = uses_in(schema, &own.attributes.groups);
    added_uses(schema, id).into_iter().filter(|own| !known.contains(&identity(own))).collect()
}

/// The attribute uses that a complex type adds to those of its base or restates, those of its attribute groups included.
pub(crate) fn added_uses(schema: &Schema, id: TypeId) -> Vec<&AttributeUse> {
    let Some(own) = schema.components.complex(id) else { return Vec::new() };
    let base = schema.components.type_(id).base;
    let inherited =
        schema.components.complex(base).filter(|_| base != id).map_or(&[] as &[_], |base| &base.attributes.uses);
    let uses = &own.attributes.uses;
    let same = uses.iter().zip(inherited).take_while(|(own, inherited)| identity(own) == identity(inherited)).count();
    if same == inherited.len() {
        // An extension continues the list of its base. A long line of extensions must not be hashed again and again.
        return uses[same..].iter().collect();
    }
    let known: HashSet<Written<'_>> = inherited[same..].iter().map(identity).collect();
    uses[same..].iter().filter(|own| !known.contains(&identity(own))).collect()
}

/// The attribute uses of an attribute group that do not come from other groups.
pub(crate) fn uses_of_group(schema: &Schema, id: AttributeGroupId) -> Vec<&AttributeUse> {
    let attributes = &schema.components.attribute_groups[id.index()].attributes;
    let known = uses_in(schema, &attributes.groups);
    attributes.uses.iter().filter(|own| !known.contains(&identity(own))).collect()
}

fn uses_in<'s>(schema: &'s Schema, groups: &[AttributeGroupId]) -> HashSet<Written<'s>> {
    let groups = groups.iter().map(|group| &schema.components.attribute_groups[group.index()].attributes);
    groups.flat_map(|attributes| &attributes.uses).map(identity).collect()
}

/// The assertions that a complex type adds to those of its base (1.1).
pub(crate) fn own_assertions(schema: &Schema, id: TypeId) -> &[Assertion] {
    let of = |id| schema.components.complex(id).and_then(|complex| complex.assertions.as_ref());
    let Some(own) = of(id) else { return &[] };
    let base = schema.components.type_(id).base;
    let inherited = of(base).is_some_and(|base| Arc::ptr_eq(base, own));
    if inherited && base != id { &[] } else { own.own() }
}

/// The tests of all assertions of a complex type, those of its base first.
pub(crate) fn assertions(complex: &ComplexType) -> Vec<String> {
    let all = complex.assertions.as_ref().map_or_else(Vec::new, |assertions| assertions.in_order());
    all.into_iter().map(|assertion| assertion.text.trim().to_owned()).collect()
}

/// One element of a schema document.
type Written<'s> = (AttributeId, Option<(&'s str, u64)>);

fn identity(attribute_use: &AttributeUse) -> Written<'_> {
    let place = attribute_use.place.as_ref();
    (attribute_use.attribute, place.map(|place| (&*place.file, place.position.offset)))
}
