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
    Assertion,
}

/// Each facet with the name of its element and the rules that its values obey.
static NAMES: [(FacetKind, &str, &str, &str); 14] = [
    (FacetKind::Length, "length", "cvc-length-valid", "length-valid-restriction"),
    (FacetKind::MinLength, "minLength", "cvc-minLength-valid", "minLength-valid-restriction"),
    (FacetKind::MaxLength, "maxLength", "cvc-maxLength-valid", "maxLength-valid-restriction"),
    (FacetKind::Pattern, "pattern", "cvc-pattern-valid", "src-pattern-value"),
    (FacetKind::Enumeration, "enumeration", "cvc-enumeration-valid", "enumeration-valid-restriction"),
    (FacetKind::WhiteSpace, "whiteSpace", "cvc-whiteSpace-valid", "whiteSpace-valid-restriction"),
    (FacetKind::MaxInclusive, "maxInclusive", "cvc-maxInclusive-valid", "maxInclusive-valid-restriction"),
    (FacetKind::MaxExclusive, "maxExclusive", "cvc-maxExclusive-valid", "maxExclusive-valid-restriction"),
    (FacetKind::MinExclusive, "minExclusive", "cvc-minExclusive-valid", "minExclusive-valid-restriction"),
    (FacetKind::MinInclusive, "minInclusive", "cvc-minInclusive-valid", "minInclusive-valid-restriction"),
    (FacetKind::TotalDigits, "totalDigits", "cvc-totalDigits-valid", "totalDigits-valid-restriction"),
    (FacetKind::FractionDigits, "fractionDigits", "cvc-fractionDigits-valid", "fractionDigits-valid-restriction"),
    (FacetKind::ExplicitTimezone, "explicitTimezone", "cvc-explicitTimezone-valid", "timezone-valid-restriction"),
    (FacetKind::Assertion, "assertion", "cvc-assertions-valid", "cvc-assertions-valid"),
];

impl FacetKind {
    /// All facets, in the order of the enum.
    pub fn all() -> impl Iterator<Item = FacetKind> {
        NAMES.iter().map(|row| row.0)
    }

    /// The name of its element in schema documents.
    pub fn name(self) -> &'static str {
        NAMES[self as usize].1
    }

    /// The rule that a value breaks when it is outside the facet, such as `cvc-length-valid`.
    pub fn validation_rule(self) -> &'static str {
        NAMES[self as usize].2
    }

    /// The rule that a restriction breaks when it widens the facet, such as `length-valid-restriction`.
    pub fn restriction_rule(self) -> &'static str {
        NAMES[self as usize].3
    }

    /// The facet with this element name.
    pub fn from_name(name: &str) -> Option<Self> {
        NAMES.iter().find(|row| row.1 == name).map(|row| row.0)
    }
}

impl WhiteSpace {
    /// The value of the facet, as written in schema documents.
    pub fn name(self) -> &'static str {
        match self {
            WhiteSpace::Preserve => "preserve",
            WhiteSpace::Replace => "replace",
            WhiteSpace::Collapse => "collapse",
        }
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
    /// The rule of the Recommendation, such as `minInclusive-valid-restriction`; `unsupported` for what is beyond this engine's limits.
    pub rule: &'static str,
    /// One line for a person.
    pub message: String,
}
