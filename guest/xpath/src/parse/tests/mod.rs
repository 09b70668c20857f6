//! Expressions as trees, errors with their places, and text that means harm.

mod errors;
mod hostile;
mod shape;
mod trees;

use super::parse;
use crate::ast::Ast;
use crate::{AttributeRef, BuiltinTypes, ElementRef, StaticContext, TypeRef, Types, XPathError};
use pyxsd_datatypes::{Builtin, FacetDeclaration, SimpleType, XsdVersion};
use pyxsd_xml::Symbol;
use std::sync::Arc;

const NAMESPACE: &str = "urn:t";

/// A schema with the types `{urn:t}code` (of strings), `{urn:t}name` (of QNames) and `{urn:t}codes` (a list), an element and an attribute.
struct Schema;

const FIRST: u32 = TypeRef::ANY_TYPE.0 + 1;

impl Schema {
    fn definition(number: u32) -> Option<Arc<SimpleType>> {
        let restrict = |builtin| {
            let none: &[FacetDeclaration<'_>] = &[];
            SimpleType::restrict(&SimpleType::of_builtin(builtin), none, XsdVersion::V1_1, number).0
        };
        match number.checked_sub(FIRST)? {
            0 => Some(restrict(Builtin::Token)),
            1 => Some(restrict(Builtin::QName)),
            2 => Some(SimpleType::list_of(&SimpleType::of_builtin(Builtin::Token), number)),
            _ => None,
        }
    }
}

impl Types for Schema {
    fn find_type(&self, namespace: &str, local: &str) -> Option<TypeRef> {
        let index = ["code", "name", "codes"].iter().position(|name| namespace == NAMESPACE && *name == local);
        index.map_or_else(|| BuiltinTypes.find_type(namespace, local), |index| Some(TypeRef(FIRST + index as u32)))
    }

    fn type_name(&self, type_ref: TypeRef) -> String {
        BuiltinTypes.type_name(type_ref)
    }

    fn base(&self, type_ref: TypeRef) -> Option<TypeRef> {
        BuiltinTypes.base(type_ref)
    }

    fn datatype(&self, type_ref: TypeRef) -> Option<Arc<SimpleType>> {
        Self::definition(type_ref.0).or_else(|| BuiltinTypes.datatype(type_ref))
    }

    fn find_element(&self, namespace: &str, local: &str) -> Option<ElementRef> {
        (namespace == NAMESPACE && local == "item").then_some(ElementRef(0))
    }

    fn element_matches(&self, _: ElementRef, _: Symbol, _: TypeRef, _: bool) -> bool {
        false
    }

    fn find_attribute(&self, namespace: &str, local: &str) -> Option<AttributeRef> {
        (namespace.is_empty() && local == "id").then_some(AttributeRef(0))
    }

    fn attribute_matches(&self, _: AttributeRef, _: Symbol, _: TypeRef) -> bool {
        false
    }
}

/// Prefix `t` for [`NAMESPACE`], the variable `$order`.
fn parsed(text: &str) -> Result<Ast, XPathError> {
    let mut context = StaticContext::new(&Schema);
    context.namespaces.push(("t".to_owned(), NAMESPACE.to_owned()));
    context.variables.push((String::new(), "order".to_owned()));
    parse(text, &context)
}

fn tree(text: &str) -> String {
    match parsed(text) {
        Ok(ast) => shape::of(&ast),
        Err(error) => panic!("{text}: {error}"),
    }
}
