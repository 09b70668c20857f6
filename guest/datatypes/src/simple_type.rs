//! Simple type definitions and the validation of lexical forms.

use crate::{Builtin, FacetDeclaration, FacetError, FacetKind, Primitive, Value, WhiteSpace, XsdVersion};
use std::fmt;
use std::sync::Arc;

/// What a value needs of the place where it stands.
pub trait ValueContext {
    /// The namespace name that a prefix is bound to (empty for none); the empty prefix asks for the default namespace.
    /// `None` for an undeclared prefix.
    fn resolve_prefix(&self, prefix: &str) -> Option<&str>;
}

/// A context in which no prefix is declared.
pub struct NoContext;

impl ValueContext for NoContext {
    fn resolve_prefix(&self, prefix: &str) -> Option<&str> {
        prefix.is_empty().then_some("")
    }
}

/// The variety of a simple type and what it is made of.
#[derive(Clone, Debug)]
pub enum Variety {
    /// `anySimpleType` and `anyAtomicType`: any string.
    Ur,
    /// Atomic, with its primitive type.
    Atomic(Primitive),
    /// A list of items of one type.
    List(Arc<SimpleType>),
    /// A union; `xs:error` has no members.
    Union(Vec<Arc<SimpleType>>),
}

/// Whether values of a type take part in the ID/IDREF tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IdKind {
    /// `xs:ID` or derived from it.
    Id,
    /// `xs:IDREF` or derived from it.
    IdRef,
}

/// A simple type definition, with its facets compiled for fast checking.
#[derive(Debug)]
pub struct SimpleType {
    /// A number that the owner gives, such as the index of its type definition. Built-in types have their [`Builtin`] number.
    pub tag: u32,
    /// The nearest built-in type that this one is, or is derived from.
    pub builtin: Builtin,
    /// Variety and constituents.
    pub variety: Variety,
    /// The effective white-space treatment before the lexical form is read.
    pub white_space: WhiteSpace,
}

/// Why a lexical form is not in the lexical space of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueError {
    /// The rule: `cvc-datatype-valid.1.2.1`, `cvc-pattern-valid`, `cvc-enumeration-valid` …
    pub rule: &'static str,
    /// The facet that was broken, where one was.
    pub facet: Option<FacetKind>,
    /// One line for a person: what was found and what is allowed.
    pub message: String,
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ValueError {}

impl SimpleType {
    /// The definition of a built-in type; one shared definition a process.
    pub fn of_builtin(_builtin: Builtin) -> Arc<SimpleType> {
        todo!()
    }

    /// A list type (derivation by list from `anySimpleType`). The caller has checked that the item type is allowed.
    pub fn list_of(_item: &Arc<SimpleType>, _tag: u32) -> Arc<SimpleType> {
        todo!()
    }

    /// A union type; members are tried in order.
    pub fn union_of(_members: Vec<Arc<SimpleType>>, _tag: u32) -> Arc<SimpleType> {
        todo!()
    }

    /// A restriction. Facets that are refused are reported and left out, so that the type is always usable for inspection.
    pub fn restrict(
        _base: &Arc<SimpleType>,
        _facets: &[FacetDeclaration<'_>],
        _version: XsdVersion,
        _tag: u32,
    ) -> (Arc<SimpleType>, Vec<FacetError>) {
        todo!()
    }

    /// Checks a lexical form before white-space normalisation. The hot path: makes no value where the lexical form suffices,
    /// and allocates nothing for a valid form of a type without enumerations of unusual kinds.
    pub fn validate(&self, _raw: &str, _context: &dyn ValueContext) -> Result<(), ValueError> {
        todo!()
    }

    /// Checks a lexical form and gives its actual value.
    pub fn parse(&self, _raw: &str, _context: &dyn ValueContext) -> Result<Value, ValueError> {
        todo!()
    }

    /// The lexical form after white-space normalisation; borrowed where nothing changes.
    pub fn normalize<'v>(&self, _raw: &'v str) -> std::borrow::Cow<'v, str> {
        todo!()
    }

    /// Whether some value of the type may be an ID or IDREF. Cheap; decided when the type is made.
    pub fn involves_ids(&self) -> bool {
        todo!()
    }

    /// Tells every ID and IDREF in a *valid* lexical form, for unions by the member that matches.
    pub fn visit_ids(&self, _raw: &str, _context: &dyn ValueContext, _visit: &mut dyn FnMut(IdKind, &str)) {
        todo!()
    }

    /// Every facet in force with its value as written, inherited ones included, in the order of [`FacetKind`];
    /// patterns of one derivation step are joined with `|`.
    pub fn facets(&self) -> Vec<(FacetKind, String)> {
        todo!()
    }
}
