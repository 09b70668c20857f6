//! The compiled schema as the in-scope schema definitions of an XPath expression.

use crate::components::{AttributeId, Components, DerivationSet, ElementId, NameMatching, TypeDetail, TypeId};
use crate::derivation_ok;
use pyxsd_datatypes::SimpleType;
use pyxsd_xml::{Names, NamespaceId, Symbol};
use pyxsd_xpath::{AttributeRef, ElementRef, TypeRef, Types};
use std::sync::Arc;

/// [`Types`] over components: a [`TypeRef`] is a [`TypeId`], an [`ElementRef`] an [`ElementId`], an [`AttributeRef`] an [`AttributeId`]. In legacy
/// matching names are looked up, and elements and attributes matched, by their local part.
#[derive(Clone, Copy)]
pub struct SchemaTypes<'s> {
    /// The components.
    pub components: &'s Components,
    /// Their names.
    pub names: &'s Names,
}

impl SchemaTypes<'_> {
    fn key(&self, namespace: &str, local: &str) -> Option<Symbol> {
        match self.components.matching {
            NameMatching::Strict => self.names.find(self.names.find_namespace(namespace)?, local),
            NameMatching::Legacy => self.names.find(NamespaceId::NONE, local),
        }
    }

    fn is_named(&self, name: Symbol, declared: Symbol) -> bool {
        match self.components.matching {
            NameMatching::Strict => name == declared,
            NameMatching::Legacy => self.names.local(name) == self.names.local(declared),
        }
    }

    fn is_derived(&self, type_ref: TypeRef, declared: TypeId) -> bool {
        match type_ref {
            TypeRef::UNTYPED => declared == TypeId::ANY_TYPE,
            TypeRef::UNTYPED_ATOMIC => false,
            _ => derivation_ok(self.components, TypeId(type_ref.0), declared, DerivationSet::default()),
        }
    }
}

impl Types for SchemaTypes<'_> {
    fn find_type(&self, namespace: &str, local: &str) -> Option<TypeRef> {
        let id = self.components.type_by_key.get(&self.key(namespace, local)?)?;
        Some(TypeRef(id.0))
    }

    fn type_name(&self, type_ref: TypeRef) -> String {
        let local = match type_ref {
            TypeRef::UNTYPED => "untyped",
            TypeRef::UNTYPED_ATOMIC => "untypedAtomic",
            TypeRef(number) => {
                match self.components.types.get(number as usize).and_then(|definition| definition.name) {
                    Some(name) => return self.names.display(name).to_string(),
                    None => return format!("anonymous type {number}"),
                }
            }
        };
        format!("{{{}}}{local}", self.names.namespace_uri(NamespaceId::XS))
    }

    fn base(&self, type_ref: TypeRef) -> Option<TypeRef> {
        let definition = self.components.types.get(type_ref.0 as usize)?;
        (TypeRef(definition.base.0) != type_ref).then_some(TypeRef(definition.base.0))
    }

    fn datatype(&self, type_ref: TypeRef) -> Option<Arc<SimpleType>> {
        match &self.components.types.get(type_ref.0 as usize)?.detail {
            TypeDetail::Simple(simple) => Some(Arc::clone(&simple.datatype)),
            TypeDetail::Complex(_) => None,
        }
    }

    fn find_element(&self, namespace: &str, local: &str) -> Option<ElementRef> {
        let id = self.components.element_by_key.get(&self.key(namespace, local)?)?;
        Some(ElementRef(id.0))
    }

    fn element_matches(&self, declaration: ElementRef, name: Symbol, type_ref: TypeRef, nilled: bool) -> bool {
        let head = self.components.element(ElementId(declaration.0));
        let member = |id: &&ElementId| self.is_named(name, self.components.element(**id).name);
        let is_member = self.is_named(name, head.name) || head.substitutes.iter().any(|id| member(&id));
        is_member && self.is_derived(type_ref, head.type_id) && (!nilled || head.nillable)
    }

    fn find_attribute(&self, namespace: &str, local: &str) -> Option<AttributeRef> {
        let id = self.components.attribute_by_key.get(&self.key(namespace, local)?)?;
        Some(AttributeRef(id.0))
    }

    fn attribute_matches(&self, declaration: AttributeRef, name: Symbol, type_ref: TypeRef) -> bool {
        let declared = self.components.attribute(AttributeId(declaration.0));
        self.is_named(name, declared.name) && self.is_derived(type_ref, declared.type_id)
    }
}
