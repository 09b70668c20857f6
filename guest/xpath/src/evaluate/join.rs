//! General comparisons of many values with many: keys for `=` and extremes for the order, instead of all pairs.

use super::Evaluation;
use super::comparison::target_of_untyped;
use crate::ast::Comparison;
use crate::values::{self, EqualValues, Kind};
use crate::{Atomic, Tree, TypeRef, XPathError};
use std::cmp::Ordering;
use std::collections::HashSet;

/// The values of one operand, grouped by the rules that they compare by.
pub(super) struct Index {
    typed: Vec<(Kind, Group)>,
    untyped: Vec<Atomic>,
    /// The untyped values as strings (`None`) or as values of a type that one of the other operand has.
    views: Vec<(Option<TypeRef>, Group)>,
}

/// Values that compare by one rule. There is at least one.
struct Group {
    /// Each of them once.
    distinct: Vec<Atomic>,
    known: HashSet<Vec<u8>>,
    equal: EqualValues,
    least: Option<Atomic>,
    greatest: Option<Atomic>,
}

impl Index {
    pub fn new<T: Tree>(held: &[Atomic], evaluation: &Evaluation<'_, T>) -> Self {
        let mut index = Self { typed: Vec::new(), untyped: Vec::new(), views: Vec::new() };
        for value in held {
            match Kind::of(value, evaluation.types) {
                Kind::Untyped => index.untyped.push(value.clone()),
                kind => {
                    let found = index.typed.iter().position(|(other, _)| *other == kind);
                    let place = found.unwrap_or_else(|| {
                        index.typed.push((kind, Group::new(evaluation)));
                        index.typed.len() - 1
                    });
                    index.typed[place].1.add(value.clone(), evaluation);
                }
            }
        }
        index
    }

    /// Whether the value compares so with some value that is held.
    pub fn probe<T: Tree>(
        &mut self,
        operator: Comparison,
        value: &Atomic,
        evaluation: &mut Evaluation<'_, T>,
    ) -> Result<bool, XPathError> {
        for (_, group) in &self.typed {
            let target = match value.type_ref {
                TypeRef::UNTYPED_ATOMIC => target_of_untyped(&group.distinct[0], evaluation.types),
                _ => None,
            };
            let found = match target {
                Some(target) => {
                    let value = values::cast(value, target, evaluation.types)?;
                    group.compares(operator, &value, evaluation)?
                }
                None => group.compares(operator, value, evaluation)?,
            };
            if found {
                return Ok(true);
            }
        }
        if self.untyped.is_empty() {
            return Ok(false);
        }
        let target = target_of_untyped(value, evaluation.types);
        self.view(target, evaluation)?.compares(operator, value, evaluation)
    }

    fn view<T: Tree>(
        &mut self,
        target: Option<TypeRef>,
        evaluation: &mut Evaluation<'_, T>,
    ) -> Result<&Group, XPathError> {
        let place = match self.views.iter().position(|(other, _)| *other == target) {
            Some(place) => place,
            None => {
                evaluation.step(self.untyped.len() as u64)?;
                let mut group = Group::new(evaluation);
                for value in &self.untyped {
                    let value = match target {
                        Some(target) => values::cast(value, target, evaluation.types)?,
                        None => value.clone(),
                    };
                    group.add(value, evaluation);
                }
                self.views.push((target, group));
                self.views.len() - 1
            }
        };
        Ok(&self.views[place].1)
    }
}

impl Group {
    fn new<T: Tree>(evaluation: &Evaluation<'_, T>) -> Self {
        Self {
            distinct: Vec::new(),
            known: HashSet::new(),
            equal: EqualValues::new(evaluation.implicit_timezone(), false),
            least: None,
            greatest: None,
        }
    }

    fn add<T: Tree>(&mut self, value: Atomic, evaluation: &Evaluation<'_, T>) {
        let mut key = Vec::new();
        value.value.write_key(&mut key);
        if !self.known.insert(key) {
            return;
        }
        self.equal.insert(&value.value);
        let (timezone, types) = (evaluation.implicit_timezone(), evaluation.types);
        let beyond = |end: &Option<Atomic>, wanted: Ordering| match end {
            Some(end) => values::order(&value, end, timezone, types) == Some(Some(wanted)),
            // NaN is no extreme, and types without an order have none.
            None => values::order(&value, &value, timezone, types).flatten().is_some(),
        };
        if beyond(&self.least, Ordering::Less) {
            self.least = Some(value.clone());
        }
        if beyond(&self.greatest, Ordering::Greater) {
            self.greatest = Some(value.clone());
        }
        self.distinct.push(value);
    }

    fn compares<T: Tree>(
        &self,
        operator: Comparison,
        value: &Atomic,
        evaluation: &mut Evaluation<'_, T>,
    ) -> Result<bool, XPathError> {
        let (timezone, types) = (evaluation.implicit_timezone(), evaluation.types);
        let compare = |other: &Atomic| values::compare(operator, value, other, timezone, types);
        // This finds types that do not compare, too.
        if compare(&self.distinct[0])? {
            return Ok(true);
        }
        match operator {
            Comparison::Equal => Ok(self.equal.contains(&value.value)),
            Comparison::Less | Comparison::LessOrEqual => self.greatest.as_ref().map_or(Ok(false), compare),
            Comparison::Greater | Comparison::GreaterOrEqual => self.least.as_ref().map_or(Ok(false), compare),
            Comparison::NotEqual => {
                // Different values are seldom equal to one and the same value.
                for other in &self.distinct[1..] {
                    evaluation.step(1)?;
                    if compare(other)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }
}
