//! The facets in force of a type, inherited ones included.

use crate::enumeration::Enumeration;
use crate::pattern::Pattern;
use crate::{FacetKind, Value, ValueTest, WhiteSpace};
use std::sync::Arc;

/// A facet that stands at most once in a type.
#[derive(Clone, Debug)]
pub(crate) struct Setting<T> {
    pub value: T,
    pub fixed: bool,
    /// As written, collapsed.
    pub text: Arc<str>,
}

/// The rule of `explicitTimezone`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TimezoneRule {
    Required,
    Prohibited,
    Optional,
}

impl TimezoneRule {
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        match name {
            "required" => Some(Self::Required),
            "prohibited" => Some(Self::Prohibited),
            "optional" => Some(Self::Optional),
            _ => None,
        }
    }
}

/// The patterns of one derivation step, of which one must match, and the steps before.
#[derive(Debug)]
pub(crate) struct PatternStep {
    pub patterns: Vec<Pattern>,
    pub earlier: Option<Arc<PatternStep>>,
}

impl PatternStep {
    /// This step and those before, the latest first.
    pub(crate) fn steps(&self) -> impl Iterator<Item = &PatternStep> {
        std::iter::successors(Some(self), |step| step.earlier.as_deref())
    }

    pub(crate) fn matches(&self, text: &str) -> bool {
        self.patterns.iter().any(|pattern| pattern.matches(text))
    }

    pub(crate) fn source(&self) -> String {
        self.patterns.iter().map(Pattern::source).collect::<Vec<_>>().join("|")
    }
}

/// A chain of steps is as long as a schema makes it: it is taken apart without recursion.
impl Drop for PatternStep {
    fn drop(&mut self) {
        let mut next = self.earlier.take();
        while let Some(mut step) = next.and_then(Arc::into_inner) {
            next = step.earlier.take();
        }
    }
}

/// The conditions of one derivation step, and those of the steps before.
#[derive(Debug)]
pub(crate) struct AssertionStep {
    pub tests: Vec<Arc<dyn ValueTest>>,
    pub earlier: Option<Arc<AssertionStep>>,
}

impl AssertionStep {
    /// Every condition, the earliest step first.
    pub(crate) fn in_order(&self) -> Vec<&dyn ValueTest> {
        let steps = std::iter::successors(Some(self), |step| step.earlier.as_deref());
        let mut tests: Vec<&dyn ValueTest> =
            steps.flat_map(|step| step.tests.iter().rev()).map(AsRef::as_ref).collect();
        tests.reverse();
        tests
    }
}

/// Like that of patterns.
impl Drop for AssertionStep {
    fn drop(&mut self) {
        let mut next = self.earlier.take();
        while let Some(mut step) = next.and_then(Arc::into_inner) {
            next = step.earlier.take();
        }
    }
}

/// The bounds, by their kinds.
pub(crate) const BOUNDS: [FacetKind; 4] =
    [FacetKind::MaxInclusive, FacetKind::MaxExclusive, FacetKind::MinExclusive, FacetKind::MinInclusive];

/// The place of a bound in [`BOUNDS`], which are neighbours in the enum; beyond them for other facets.
fn bound_index(kind: FacetKind) -> usize {
    (kind as usize).wrapping_sub(BOUNDS[0] as usize)
}

/// Every facet in force. Copying it costs the same whatever the length of the derivation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facets {
    pub length: Option<Setting<u64>>,
    pub min_length: Option<Setting<u64>>,
    pub max_length: Option<Setting<u64>>,
    pub total_digits: Option<Setting<u64>>,
    pub fraction_digits: Option<Setting<u64>>,
    /// In the order of [`BOUNDS`].
    pub bounds: [Option<Arc<Setting<Value>>>; 4],
    pub explicit_timezone: Option<Setting<TimezoneRule>>,
    pub white_space: Option<Setting<WhiteSpace>>,
    pub enumeration: Option<Arc<Enumeration>>,
    pub patterns: Option<Arc<PatternStep>>,
    pub assertions: Option<Arc<AssertionStep>>,
}

impl Facets {
    pub(crate) fn bound(&self, kind: FacetKind) -> Option<&Setting<Value>> {
        self.bounds.get(bound_index(kind))?.as_deref()
    }

    pub(crate) fn bound_mut(&mut self, kind: FacetKind) -> Option<&mut Option<Arc<Setting<Value>>>> {
        self.bounds.get_mut(bound_index(kind))
    }

    /// The facet that holds a number, if the kind is of that sort.
    pub(crate) fn number(&self, kind: FacetKind) -> Option<&Setting<u64>> {
        match kind {
            FacetKind::Length => self.length.as_ref(),
            FacetKind::MinLength => self.min_length.as_ref(),
            FacetKind::MaxLength => self.max_length.as_ref(),
            FacetKind::TotalDigits => self.total_digits.as_ref(),
            FacetKind::FractionDigits => self.fraction_digits.as_ref(),
            _ => None,
        }
    }

    pub(crate) fn number_mut(&mut self, kind: FacetKind) -> Option<&mut Option<Setting<u64>>> {
        match kind {
            FacetKind::Length => Some(&mut self.length),
            FacetKind::MinLength => Some(&mut self.min_length),
            FacetKind::MaxLength => Some(&mut self.max_length),
            FacetKind::TotalDigits => Some(&mut self.total_digits),
            FacetKind::FractionDigits => Some(&mut self.fraction_digits),
            _ => None,
        }
    }

    /// Whether a facet is fixed here or by an earlier step.
    pub(crate) fn is_fixed(&self, kind: FacetKind) -> bool {
        match kind {
            FacetKind::WhiteSpace => self.white_space.as_ref().is_some_and(|setting| setting.fixed),
            FacetKind::ExplicitTimezone => self.explicit_timezone.as_ref().is_some_and(|setting| setting.fixed),
            _ => {
                self.number(kind).is_some_and(|setting| setting.fixed)
                    || self.bound(kind).is_some_and(|setting| setting.fixed)
            }
        }
    }

    /// Every facet as written, those of one kind in their order; `white_space` apart.
    pub(crate) fn listed(&self, kind: FacetKind) -> Vec<String> {
        let one = |text: Option<&Arc<str>>| text.map(|text| text.to_string()).into_iter().collect();
        match kind {
            FacetKind::Pattern => {
                let mut steps: Vec<String> =
                    self.patterns.iter().flat_map(|last| last.steps()).map(PatternStep::source).collect();
                steps.reverse();
                steps
            }
            FacetKind::Enumeration => self.enumeration.iter().flat_map(|values| values.texts.clone()).collect(),
            FacetKind::ExplicitTimezone => one(self.explicit_timezone.as_ref().map(|setting| &setting.text)),
            FacetKind::Assertion => {
                self.assertions.iter().flat_map(|last| last.in_order()).map(|test| test.text().to_owned()).collect()
            }
            FacetKind::WhiteSpace => Vec::new(),
            _ => one(self.number(kind).map(|setting| &setting.text).or(self.bound(kind).map(|setting| &setting.text))),
        }
    }

    /// Whether nothing but white space is constrained.
    pub(crate) fn is_empty(&self) -> bool {
        let lengths = [&self.length, &self.min_length, &self.max_length, &self.total_digits, &self.fraction_digits];
        lengths.iter().all(|number| number.is_none())
            && self.bounds.iter().all(Option::is_none)
            && self.explicit_timezone.is_none()
            && self.enumeration.is_none()
            && self.patterns.is_none()
            && self.assertions.is_none()
    }
}
