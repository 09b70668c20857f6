//! What an expression needs to know of the in-scope schema.

use crate::TypeRef;
use pyxsd_datatypes::{Builtin, SimpleType, XsdVersion};
use pyxsd_xml::Symbol;
use std::sync::Arc;

/// A global element declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ElementRef(pub u32);

/// A global attribute declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttributeRef(pub u32);

/// The in-scope schema definitions. Everything about built-in types is answered by [`BuiltinTypes`].
pub trait Types {
    /// The type with this expanded name; `xs:untyped` and `xs:untypedAtomic` are asked of the caller, not here.
    fn find_type(&self, namespace: &str, local: &str) -> Option<TypeRef>;
    /// Expanded name as `{ns}local` or `local`, for messages and `instance of`; a made-up one for an anonymous type.
    fn type_name(&self, type_ref: TypeRef) -> String;
    /// `{base type definition}`; `None` for `xs:anyType`.
    fn base(&self, type_ref: TypeRef) -> Option<TypeRef>;
    /// The datatype of a simple type; `None` for complex types.
    fn datatype(&self, type_ref: TypeRef) -> Option<Arc<SimpleType>>;
    /// The global element declaration with this name.
    fn find_element(&self, namespace: &str, local: &str) -> Option<ElementRef>;
    /// Whether `schema-element(declaration)` accepts an element of this name and type: the name is that of the declaration or of a member of
    /// its substitution group, the type is derived from the declared one, and a nilled element only where the declaration is nillable.
    fn element_matches(&self, declaration: ElementRef, name: Symbol, type_ref: TypeRef, nilled: bool) -> bool;
    /// The global attribute declaration with this name.
    fn find_attribute(&self, namespace: &str, local: &str) -> Option<AttributeRef>;
    /// Whether `schema-attribute(declaration)` accepts an attribute of this name and type.
    fn attribute_matches(&self, declaration: AttributeRef, name: Symbol, type_ref: TypeRef) -> bool;
}

/// The built-in types and no others.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltinTypes;

/// The namespace name of XML Schema.
pub(crate) const XS: &str = "http://www.w3.org/2001/XMLSchema";

/// Whether a type is another one or derived from it. `xs:untypedAtomic` is derived from `xs:anyAtomicType`, `xs:untyped` from `xs:anyType`.
pub(crate) fn derives_from(types: &dyn Types, type_ref: TypeRef, ancestor: TypeRef) -> bool {
    let mut current = match type_ref {
        _ if type_ref == ancestor || ancestor == TypeRef::ANY_TYPE => return true,
        TypeRef::UNTYPED => return false,
        TypeRef::UNTYPED_ATOMIC => TypeRef::builtin(Builtin::AnyAtomicType),
        _ => type_ref,
    };
    while current != ancestor {
        match types.base(current) {
            Some(base) => current = base,
            None => return false,
        }
    }
    true
}

impl Types for BuiltinTypes {
    fn find_type(&self, namespace: &str, local: &str) -> Option<TypeRef> {
        if namespace != XS {
            return None;
        }
        match local {
            "anyType" => Some(TypeRef::ANY_TYPE),
            _ => Builtin::from_name(local).map(TypeRef::builtin),
        }
    }

    fn type_name(&self, type_ref: TypeRef) -> String {
        let local = match type_ref {
            TypeRef::ANY_TYPE => "anyType",
            TypeRef::UNTYPED => "untyped",
            TypeRef::UNTYPED_ATOMIC => "untypedAtomic",
            TypeRef(number) => Builtin::ALL.get(number as usize).map_or("?", |builtin| builtin.name()),
        };
        format!("{{{XS}}}{local}")
    }

    fn base(&self, type_ref: TypeRef) -> Option<TypeRef> {
        let builtin = *Builtin::ALL.get(type_ref.0 as usize)?;
        Some(builtin.base_in(XsdVersion::V1_1).map_or(TypeRef::ANY_TYPE, TypeRef::builtin))
    }

    fn datatype(&self, type_ref: TypeRef) -> Option<Arc<SimpleType>> {
        Builtin::ALL.get(type_ref.0 as usize).map(|builtin| SimpleType::of_builtin(*builtin))
    }

    fn find_element(&self, _: &str, _: &str) -> Option<ElementRef> {
        None
    }

    fn element_matches(&self, _: ElementRef, _: Symbol, _: TypeRef, _: bool) -> bool {
        false
    }

    fn find_attribute(&self, _: &str, _: &str) -> Option<AttributeRef> {
        None
    }

    fn attribute_matches(&self, _: AttributeRef, _: Symbol, _: TypeRef) -> bool {
        false
    }
}
