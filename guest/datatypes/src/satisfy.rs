//! Whether values satisfy the facets in force.

use crate::check::{Checked, Failure};
use crate::effective::{Facets, TimezoneRule};
use crate::{FacetKind, Value, XsdVersion};
use std::cmp::Ordering;

/// The order of a value and a bound. `NaN` is at the bound `NaN` in 1.0, whereas in 1.1 it is incomparable with itself (3.3.4.1).
pub(crate) fn order(value: &Value, bound: &Value, version: XsdVersion) -> Option<Ordering> {
    value.compare(bound).filter(|_| version == XsdVersion::V1_0 || !value.is_nan())
}

impl Facets {
    pub(crate) fn limits_length(&self) -> bool {
        self.length.is_some() || self.min_length.is_some() || self.max_length.is_some()
    }

    pub(crate) fn check_length(&self, length: u64) -> Checked {
        if self.length.as_ref().is_some_and(|exact| length != exact.value) {
            return Err(Failure::Facet(FacetKind::Length));
        }
        if self.min_length.as_ref().is_some_and(|least| length < least.value) {
            return Err(Failure::Facet(FacetKind::MinLength));
        }
        if self.max_length.as_ref().is_some_and(|most| length > most.value) {
            return Err(Failure::Facet(FacetKind::MaxLength));
        }
        Ok(())
    }

    /// A value that is incomparable with a bound is outside it.
    pub(crate) fn check_bounds(&self, value: &Value, version: XsdVersion) -> Checked {
        use Ordering::{Equal, Greater, Less};
        for (kind, inside, or_at) in [
            (FacetKind::MinInclusive, Greater, true),
            (FacetKind::MinExclusive, Greater, false),
            (FacetKind::MaxInclusive, Less, true),
            (FacetKind::MaxExclusive, Less, false),
        ] {
            let Some(bound) = self.bound(kind) else {
                continue;
            };
            let order = order(value, &bound.value, version);
            if order != Some(inside) && !(or_at && order == Some(Equal)) {
                return Err(Failure::Facet(kind));
            }
        }
        Ok(())
    }

    /// The facets of scalars other than bounds.
    pub(crate) fn check_beside_bounds(&self, value: &Value, text: &str) -> Checked {
        match value {
            Value::Decimal(number) => {
                if self.total_digits.as_ref().is_some_and(|most| u64::from(number.total_digits()) > most.value) {
                    return Err(Failure::Facet(FacetKind::TotalDigits));
                }
                if self.fraction_digits.as_ref().is_some_and(|most| u64::from(number.fraction_digits()) > most.value) {
                    return Err(Failure::Facet(FacetKind::FractionDigits));
                }
            }
            Value::Moment(moment) => {
                let refused = self.explicit_timezone.as_ref().is_some_and(|rule| match rule.value {
                    TimezoneRule::Required => moment.timezone.is_none(),
                    TimezoneRule::Prohibited => moment.timezone.is_some(),
                    TimezoneRule::Optional => false,
                });
                if refused {
                    return Err(Failure::Facet(FacetKind::ExplicitTimezone));
                }
            }
            _ => {}
        }
        self.check_enumeration(value)?;
        self.check_patterns(text)
    }

    pub(crate) fn check_enumeration(&self, value: &Value) -> Checked {
        match &self.enumeration {
            Some(enumeration) if !enumeration.contains_value(value) => Err(Failure::Facet(FacetKind::Enumeration)),
            _ => Ok(()),
        }
    }

    pub(crate) fn check_patterns(&self, text: &str) -> Checked {
        match &self.patterns {
            Some(last) if !last.steps().all(|step| step.matches(text)) => Err(Failure::Facet(FacetKind::Pattern)),
            _ => Ok(()),
        }
    }
}
