//! Type derivation OK (part 1, 3.4.6.5 and 3.16.6.3).

use crate::components::{Components, Derivation, DerivationSet, TypeDefinition, TypeDetail, TypeId};
use pyxsd_datatypes::Variety;

/// Whether `derived` is `base`, or is derived from it by none of the `excluded` methods (`cos-ct-derived-ok`, `cos-st-derived-ok`).
/// A type that a union holds counts as derived from the union. Used for `xsi:type`, substitution and restriction.
pub fn derivation_ok(components: &Components, derived: TypeId, base: TypeId, excluded: DerivationSet) -> bool {
    if derived == base {
        return true;
    }
    let bases = with_members(components, base);
    let mut at = derived;
    while !bases.contains(&at) {
        let definition = components.type_(at);
        if at == TypeId::ANY_TYPE || definition.base == at || excludes(definition, excluded) {
            return false;
        }
        at = definition.base;
    }
    at == base || excluded.0 & DerivationSet::RESTRICTION.0 == 0
}

/// Whether a type may stand for another one, but for the `excluded` methods (1.1 part 1, 3.3.4.2): a complex type may block more.
pub fn is_substitutable(components: &Components, own: TypeId, other: TypeId, excluded: DerivationSet) -> bool {
    derivation_ok(components, own, other, excluded.with(components.type_(other).block()))
}

/// A simple type counts as restricted, whichever its variety.
fn excludes(definition: &TypeDefinition, excluded: DerivationSet) -> bool {
    let method = match (&definition.detail, definition.derivation) {
        (TypeDetail::Simple(_), Derivation::List | Derivation::Union) => DerivationSet::RESTRICTION,
        (_, method) => method.as_set(),
    };
    excluded.intersects(method)
}

/// The types whose derivation makes a type derived from `base`: itself and, where it is a union, its members. A union with facets of
/// its own is not stood for by its members: version 1.1 says so, and the working group read version 1.0 so (W3C bug 4065), since a
/// value of the member may break the facets.
fn with_members(components: &Components, base: TypeId) -> Vec<TypeId> {
    let mut bases = vec![base];
    let mut at = 0;
    while at < bases.len() {
        let definition = components.type_(bases[at]);
        at += 1;
        let TypeDetail::Simple(detail) = &definition.detail else { continue };
        let has_facets = || !detail.datatype.facets().is_empty();
        if definition.derivation != Derivation::Union && has_facets() {
            continue;
        }
        let Variety::Union(members) = &detail.datatype.variety else { continue };
        for member in members.iter().map(|member| TypeId(member.tag)).chain(detail.members.iter().copied()) {
            if member.index() < components.types.len() && !bases.contains(&member) {
                bases.push(member);
            }
        }
    }
    bases
}
