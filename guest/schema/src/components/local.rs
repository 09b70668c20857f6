//! Locally declared types (1.1 part 1, 3.4.4.1): what a complex type, or else a type that it is derived from, declares of a name.

use super::{AttributeUse, Components, Content, Derivation, ElementId, TypeId};
use pyxsd_xml::Symbol;

impl Components {
    /// The types whose declarations hold one after the other for a complex type: itself and, of the types that it is derived from, those that
    /// may declare what it does not, which an extension's base cannot. `anyType` declares nothing.
    pub(crate) fn declaring(&self, id: TypeId) -> impl Iterator<Item = TypeId> + '_ {
        let is_last = |at: TypeId| at == TypeId::ANY_TYPE || self.type_(at).base == at;
        let base = move |at: &TypeId| {
            let mut at = *at;
            while !is_last(at) {
                let definition = self.type_(at);
                at = definition.base;
                if definition.derivation == Derivation::Restriction {
                    return (!is_last(at)).then_some(at);
                }
            }
            None
        };
        std::iter::successors((!is_last(id)).then_some(id), base)
    }

    /// The element declaration that gives a child of this name its locally declared type. `key` is the matching key of the name.
    pub fn locally_declared_element(&self, id: TypeId, key: Symbol) -> Option<ElementId> {
        self.declaring(id).find_map(|at| match &self.complex(at)?.content {
            Content::Elements { model, .. } => model.declaration_of(key),
            Content::Empty | Content::Simple { .. } => None,
        })
    }

    /// The attribute use that gives an attribute of this name its locally declared type.
    pub fn locally_declared_attribute(&self, id: TypeId, name: Symbol) -> Option<&AttributeUse> {
        self.declaring(id).find_map(|at| {
            self.complex(at)?.attributes.uses.iter().find(|use_| self.attribute(use_.attribute).name == name)
        })
    }
}
