//! Counts as a check of the length: `[A-Z]{0,4000}` is `[A-Z]*` on a text of at most 4000 characters.

use regex_syntax::hir::{Class, Hir, HirKind, Repetition};

/// Smaller counts go into the automaton.
const SMALL: u32 = 64;

/// Bounds of a length in characters, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Length {
    min: u64,
    max: Option<u64>,
}

impl Length {
    pub(super) fn admits(self, text: &str) -> bool {
        // Bytes are at least as many as characters and at most four times as many, which often decides without counting.
        let bytes = text.len() as u64;
        if bytes < self.min || self.max.is_some_and(|max| bytes / 4 > max) {
            return false;
        }
        if bytes / 4 >= self.min && self.max.is_none_or(|max| bytes <= max) {
            return true;
        }
        let length = text.chars().count() as u64;
        length >= self.min && self.max.is_none_or(|max| length <= max)
    }
}

/// Takes the large count of one class out of an expression whose other parts have a fixed length.
pub(super) fn split(hir: Hir) -> (Hir, Option<Length>) {
    match hir.kind() {
        HirKind::Repetition(repetition) if is_large(repetition) => {
            let length = bounds(repetition, 0);
            (without_count(hir), Some(length))
        }
        HirKind::Concat(parts) => {
            let Some(counted) =
                parts.iter().position(|part| matches!(part.kind(), HirKind::Repetition(counted) if is_large(counted)))
            else {
                return (hir, None);
            };
            let others = parts.iter().enumerate().filter(|(index, _)| *index != counted);
            let fixed = others
                .map(|(_, part)| fixed_length(part))
                .try_fold(0u64, |sum, length| Some(sum.saturating_add(length?)));
            let (Some(fixed), HirKind::Repetition(repetition)) = (fixed, parts[counted].kind()) else {
                return (hir, None);
            };
            let length = bounds(repetition, fixed);
            let HirKind::Concat(mut parts) = hir.into_kind() else {
                return (Hir::fail(), None);
            };
            parts[counted] = without_count(std::mem::replace(&mut parts[counted], Hir::empty()));
            (Hir::concat(parts), Some(length))
        }
        _ => (hir, None),
    }
}

/// Whether it repeats one character, with counts that are worth taking out.
fn is_large(repetition: &Repetition) -> bool {
    let large = repetition.min > SMALL || repetition.max.is_some_and(|max| max > SMALL);
    large && is_character(&repetition.sub)
}

fn is_character(hir: &Hir) -> bool {
    match hir.kind() {
        HirKind::Class(Class::Unicode(_)) => true,
        HirKind::Class(Class::Bytes(class)) => class.is_ascii(),
        HirKind::Literal(literal) => std::str::from_utf8(&literal.0).is_ok_and(|text| text.chars().count() == 1),
        _ => false,
    }
}

fn bounds(repetition: &Repetition, fixed: u64) -> Length {
    let add = |count: u32| u64::from(count).saturating_add(fixed);
    Length { min: add(repetition.min), max: repetition.max.map(add) }
}

fn without_count(hir: Hir) -> Hir {
    match hir.into_kind() {
        HirKind::Repetition(repetition) => Hir::repetition(Repetition { min: 0, max: None, ..repetition }),
        _ => Hir::fail(),
    }
}

/// Length in characters of every string the expression matches, if they all have the same. Counted groups are not looked into.
fn fixed_length(hir: &Hir) -> Option<u64> {
    match hir.kind() {
        HirKind::Empty => Some(0),
        HirKind::Literal(literal) => Some(std::str::from_utf8(&literal.0).ok()?.chars().count() as u64),
        HirKind::Repetition(repetition) if repetition.max == Some(repetition.min) && is_character(&repetition.sub) => {
            Some(repetition.min.into())
        }
        _ if is_character(hir) => Some(1),
        _ => None,
    }
}
