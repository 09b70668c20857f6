//! Constraining facets.

use crate::ValueContext;

/// The `whiteSpace` facet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WhiteSpace {
    /// No change.
    Preserve,
    /// Tab, line feed and carriage return become spaces.
    Replace,
    /// Replaced, runs of spaces folded, ends trimmed.
    Collapse,
}

/// A constraining facet (part 2, 4.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum FacetKind {
    Length,
    MinLength,
    MaxLength,
    Pattern,
    Enumeration,
    WhiteSpace,
    MaxInclusive,
    MaxExclusive,
    MinExclusive,
    MinInclusive,
    TotalDigits,
    FractionDigits,
    ExplicitTimezone,
}

impl FacetKind {
    /// The name of its element in schema documents.
    pub fn name(self) -> &'static str {
        todo!()
    }
    /// The facet with this element name.
    pub fn from_name(_name: &str) -> Option<Self> {
        todo!()
    }
}

/// One facet element of a restriction, as written.
#[derive(Clone, Copy)]
pub struct FacetDeclaration<'a> {
    /// Which facet.
    pub kind: FacetKind,
    /// The `value` attribute.
    pub value: &'a str,
    /// The `fixed` attribute.
    pub fixed: bool,
    /// Namespace bindings at the facet element, for values of type QName.
    pub context: &'a dyn ValueContext,
}

/// What is wrong with a facet of a restriction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FacetProblem {
    /// The facet does not apply to the type (`cos-applicable-facets`).
    Inapplicable,
    /// Its value is not in the value space that it needs.
    InvalidValue,
    /// It widens what the base allows, or changes a fixed facet (`*-valid-restriction`).
    Widening,
    /// It contradicts another facet of the same type (`minLength-less-than-equal-to-maxLength` and its kin).
    Conflict,
    /// A facet that may stand once stands twice (`src-single-facet-value`).
    Duplicate,
}

/// A facet that is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FacetError {
    /// Index into the declarations given.
    pub declaration: usize,
    /// What kind of defect.
    pub problem: FacetProblem,
    /// The rule of the Recommendation, such as `minInclusive-valid-restriction`.
    pub rule: &'static str,
    /// One line for a person.
    pub message: String,
}
