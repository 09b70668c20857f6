//! Facets of one type that contradict each other.

use crate::effective::Facets;
use crate::restriction::Step;
use crate::{FacetKind, FacetProblem, Value};
use std::cmp::Ordering;

/// Pairs of facets that may contradict each other, with the rule.
static PAIRS: [(FacetKind, FacetKind, &str); 10] = {
    use FacetKind::*;
    [
        (Length, MinLength, "length-minLength-maxLength"),
        (Length, MaxLength, "length-minLength-maxLength"),
        (MinLength, MaxLength, "minLength-less-than-equal-to-maxLength"),
        (FractionDigits, TotalDigits, "fractionDigits-totalDigits"),
        (MinInclusive, MinExclusive, "minInclusive-minExclusive"),
        (MaxInclusive, MaxExclusive, "maxInclusive-maxExclusive"),
        (MinInclusive, MaxInclusive, "minInclusive-less-than-equal-to-maxInclusive"),
        (MinExclusive, MaxExclusive, "minExclusive-less-than-equal-to-maxExclusive"),
        (MinExclusive, MaxInclusive, "minExclusive-less-than-maxInclusive"),
        (MinInclusive, MaxExclusive, "minInclusive-less-than-maxExclusive"),
    ]
};

/// Reports contradictions, and takes the later facet of each back to what the base has.
pub(crate) fn settle(step: &mut Step<'_>) {
    for (one, other, rule) in PAIRS {
        let declared = step.accepted[one as usize].max(step.accepted[other as usize]);
        let Some(index) = declared else {
            continue;
        };
        let Some(reason) = contradiction(step, one, other) else {
            continue;
        };
        let kind = step.declarations[index].kind;
        step.report(index, (FacetProblem::Conflict, rule, reason));
        take_back(step, kind);
    }
    drop_superseded(step);
}

fn contradiction(step: &Step<'_>, one: FacetKind, other: FacetKind) -> Option<String> {
    let facets = &step.facets;
    let (first, second) = (written(facets, one)?, written(facets, other)?);
    let (a, b) = (one.name(), other.name());
    let beyond = || format!("{a} {first} and {b} {second} contradict each other");
    match (one, other) {
        (FacetKind::Length, _) => {
            let (length, limit) = (facets.number(one)?.value, facets.number(other)?.value);
            let fits = if other == FacetKind::MinLength { limit <= length } else { length <= limit };
            if !fits {
                return Some(beyond());
            }
            // Erratum E2-35: a length may stand beside a limit of another derivation step. That the limit must be of an earlier one, as
            // the text has it, the W3C's suite denies (errF001).
            let together = step.accepted[one as usize].is_some() && step.accepted[other as usize].is_some();
            let inherited = step.base.facets.number(other).is_some_and(|before| before.value == limit);
            (together && !inherited).then(|| format!("{a} and {b} stand in one restriction"))
        }
        (FacetKind::MinLength | FacetKind::FractionDigits, _) => {
            (facets.number(one)?.value > facets.number(other)?.value).then(beyond)
        }
        (FacetKind::MinInclusive, FacetKind::MinExclusive) | (FacetKind::MaxInclusive, FacetKind::MaxExclusive) => {
            let both = step.accepted[one as usize].is_some() && step.accepted[other as usize].is_some();
            both.then(|| format!("{a} and {b} stand in one restriction"))
        }
        _ => {
            let order = bound(facets, one)?.compare(bound(facets, other)?);
            let mixed = matches!(
                (one, other),
                (FacetKind::MinExclusive, FacetKind::MaxInclusive) | (FacetKind::MinInclusive, FacetKind::MaxExclusive)
            );
            (order == Some(Ordering::Greater) || (mixed && order == Some(Ordering::Equal))).then(beyond)
        }
    }
}

fn bound(facets: &Facets, kind: FacetKind) -> Option<&Value> {
    facets.bound(kind).map(|setting| &setting.value)
}

fn written(facets: &Facets, kind: FacetKind) -> Option<String> {
    facets.listed(kind).into_iter().next()
}

fn take_back(step: &mut Step<'_>, kind: FacetKind) {
    let base = &step.base.facets;
    if let Some(slot) = step.facets.number_mut(kind) {
        *slot = base.number(kind).cloned();
    }
    let inherited = base.bound(kind).cloned().map(std::sync::Arc::new);
    if let Some(slot) = step.facets.bound_mut(kind) {
        *slot = inherited;
    }
    step.accepted[kind as usize] = None;
}

/// A new bound stands in for the inherited one of its side, unless that is fixed: later steps are bound by it.
fn drop_superseded(step: &mut Step<'_>) {
    use FacetKind::*;
    for (new, old) in [
        (MinInclusive, MinExclusive),
        (MinExclusive, MinInclusive),
        (MaxInclusive, MaxExclusive),
        (MaxExclusive, MaxInclusive),
    ] {
        let superseded = step.accepted[new as usize].is_some() && step.accepted[old as usize].is_none();
        let fixed = step.facets.bound(old).is_some_and(|setting| setting.fixed);
        if superseded
            && !fixed
            && let Some(slot) = step.facets.bound_mut(old)
        {
            *slot = None;
        }
    }
}
