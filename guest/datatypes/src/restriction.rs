//! Derivation by restriction: which facets apply, what their values may be, and what the base allows.

use crate::check::Failure;
use crate::effective::{BOUNDS, Facets, PatternStep, Setting, TimezoneRule};
use crate::enumeration::Enumeration;
use crate::explain::{explain, quoted};
use crate::pattern::Pattern;
use crate::{
    BEYOND_BOUNDS, Decimal, FacetDeclaration, FacetError, FacetKind, FacetProblem, Primitive, SimpleType, Value,
    ValueContext, Variety, WhiteSpace, XsdVersion, conflict, white_space,
};
use std::cmp::Ordering;
use std::sync::Arc;

/// Applies facets to a base; those that are refused are reported and left out.
pub(crate) fn restrict(
    base: &SimpleType,
    declarations: &[FacetDeclaration<'_>],
    version: XsdVersion,
) -> (Facets, Vec<FacetError>) {
    let mut step = Step {
        base,
        version,
        declarations,
        facets: base.facets.clone(),
        accepted: [None; 14],
        patterns: Vec::new(),
        values: Vec::new(),
        errors: Vec::new(),
    };
    for (index, declaration) in declarations.iter().enumerate() {
        if let Err(defect) = step.apply(index, declaration) {
            step.report(index, defect);
        }
    }
    step.close();
    (step.facets, step.errors)
}

/// A defect of one facet: its sort, the rule, and a line for a person.
pub(crate) type Defect = (FacetProblem, &'static str, String);

/// One derivation step while its facets are read.
pub(crate) struct Step<'a> {
    pub base: &'a SimpleType,
    pub version: XsdVersion,
    pub declarations: &'a [FacetDeclaration<'a>],
    /// The facets of the base, overlaid with those accepted so far.
    pub facets: Facets,
    /// The declaration of each facet of this step, by kind.
    pub accepted: [Option<usize>; 14],
    patterns: Vec<Pattern>,
    values: Vec<(String, Value)>,
    pub errors: Vec<FacetError>,
}

/// Whether a facet applies to a type (`cos-applicable-facets`).
fn applies(kind: FacetKind, base: &SimpleType, version: XsdVersion) -> bool {
    use FacetKind::*;
    let is_length = matches!(kind, Length | MinLength | MaxLength);
    let primitive = match &base.variety {
        Variety::Ur => return false,
        Variety::Union(_) => return matches!(kind, Pattern | Enumeration),
        Variety::List(_) => return is_length || matches!(kind, Pattern | Enumeration | WhiteSpace),
        Variety::Atomic(primitive) => *primitive,
    };
    match kind {
        Pattern | WhiteSpace => true,
        Enumeration => primitive != Primitive::Boolean,
        Length | MinLength | MaxLength => matches!(
            primitive,
            Primitive::String
                | Primitive::HexBinary
                | Primitive::Base64Binary
                | Primitive::AnyUri
                | Primitive::QName
                | Primitive::Notation
        ),
        TotalDigits | FractionDigits => primitive == Primitive::Decimal,
        // Conditions are added to the finished type.
        Assertion => false,
        ExplicitTimezone => version == XsdVersion::V1_1 && primitive.is_moment(),
        MaxInclusive | MaxExclusive | MinExclusive | MinInclusive => {
            primitive.is_moment()
                || matches!(primitive, Primitive::Decimal | Primitive::Float | Primitive::Double | Primitive::Duration)
        }
    }
}

impl Step<'_> {
    pub(crate) fn report(&mut self, declaration: usize, (problem, rule, message): Defect) {
        self.errors.push(FacetError { declaration, problem, rule, message });
    }

    fn apply(&mut self, index: usize, declaration: &FacetDeclaration<'_>) -> Result<(), Defect> {
        let kind = declaration.kind;
        let name = kind.name();
        if !applies(kind, self.base, self.version) {
            let target = describe(self.base);
            let message = format!("the facet {name} does not apply to {target}");
            return Err((FacetProblem::Inapplicable, "cos-applicable-facets", message));
        }
        match kind {
            FacetKind::Pattern => return self.add_pattern(declaration),
            FacetKind::Enumeration => return self.add_value(declaration),
            _ if self.accepted[kind as usize].is_some() => {
                let message = format!("the facet {name} stands twice in one restriction");
                return Err((FacetProblem::Duplicate, "src-single-facet-value", message));
            }
            FacetKind::WhiteSpace => self.set_white_space(declaration)?,
            FacetKind::ExplicitTimezone => self.set_timezone(declaration)?,
            _ if BOUNDS.contains(&kind) => self.set_bound(declaration)?,
            _ => self.set_number(declaration)?,
        }
        self.accepted[kind as usize] = Some(index);
        Ok(())
    }

    /// Ends the step: what needs all facets of it together.
    fn close(&mut self) {
        let patterns = std::mem::take(&mut self.patterns);
        if !patterns.is_empty() {
            let earlier = self.facets.patterns.take();
            self.facets.patterns = Some(Arc::new(PatternStep { patterns, earlier }));
        }
        let values = std::mem::take(&mut self.values);
        if !values.is_empty() {
            let enumeration = match self.base.variety {
                Variety::Atomic(_) => Enumeration::new(values),
                _ => Enumeration::of_mixed(values),
            };
            self.facets.enumeration = Some(Arc::new(enumeration));
        }
        conflict::settle(self);
    }

    fn add_pattern(&mut self, declaration: &FacetDeclaration<'_>) -> Result<(), Defect> {
        let pattern = Pattern::new(declaration.value, self.version).map_err(|error| {
            let shown = quoted(declaration.value);
            if error.is_too_large {
                return (FacetProblem::InvalidValue, BEYOND_BOUNDS, format!("the pattern {shown}: {error}"));
            }
            let message = format!("{shown} is not a regular expression of XML Schema: {error}");
            (FacetProblem::InvalidValue, "src-pattern-value", message)
        })?;
        self.patterns.push(pattern);
        Ok(())
    }

    fn add_value(&mut self, declaration: &FacetDeclaration<'_>) -> Result<(), Defect> {
        let value = self.base.parse(declaration.value, &Enumerated(declaration.context)).map_err(|error| {
            let message = format!("the base type does not allow the enumerated value: {}", error.message);
            (FacetProblem::InvalidValue, "enumeration-valid-restriction", message)
        })?;
        let written = self.base.normalize(declaration.value).into_owned();
        self.values.push((written, value));
        Ok(())
    }

    fn set_white_space(&mut self, declaration: &FacetDeclaration<'_>) -> Result<(), Defect> {
        let text = white_space::trim(declaration.value);
        let value = match text {
            "preserve" => WhiteSpace::Preserve,
            "replace" => WhiteSpace::Replace,
            "collapse" => WhiteSpace::Collapse,
            _ => return Err(invalid(declaration, "preserve, replace or collapse is expected")),
        };
        let before = self.base.white_space;
        if value < before {
            let message = format!("whiteSpace {text} is weaker than {}, which the base type has", before.name());
            return Err(widening(declaration.kind, message));
        }
        if let Some(setting) = &self.facets.white_space {
            check_fixed(declaration, setting, value == setting.value)?;
        }
        self.facets.white_space = Some(Setting { value, fixed: self.is_fixed(declaration), text: text.into() });
        Ok(())
    }

    fn set_timezone(&mut self, declaration: &FacetDeclaration<'_>) -> Result<(), Defect> {
        let text = white_space::trim(declaration.value);
        let Some(value) = TimezoneRule::from_name(text) else {
            return Err(invalid(declaration, "required, prohibited or optional is expected"));
        };
        if let Some(setting) = &self.facets.explicit_timezone {
            check_fixed(declaration, setting, value == setting.value)?;
            if setting.value != TimezoneRule::Optional && value != setting.value {
                let message =
                    format!("explicitTimezone {text} is not allowed where the base type has {}", setting.text);
                return Err(widening(declaration.kind, message));
            }
        }
        self.facets.explicit_timezone = Some(Setting { value, fixed: self.is_fixed(declaration), text: text.into() });
        Ok(())
    }

    fn set_number(&mut self, declaration: &FacetDeclaration<'_>) -> Result<(), Defect> {
        let kind = declaration.kind;
        let text = white_space::trim(declaration.value);
        let least = u64::from(kind == FacetKind::TotalDigits);
        let value = match Decimal::parse_integer(text.as_bytes()) {
            // A limit beyond 64 bits is one that no value reaches.
            Some(number) if !number.is_negative() => number.to_parts().0.try_into().unwrap_or(u64::MAX),
            _ => return Err(invalid(declaration, number_expected(kind))),
        };
        if value < least {
            return Err(invalid(declaration, number_expected(kind)));
        }
        if let Some(before) = self.facets.number(kind) {
            check_fixed(declaration, before, value == before.value)?;
            let widened = match kind {
                FacetKind::Length => value != before.value,
                FacetKind::MinLength => value < before.value,
                _ => value > before.value,
            };
            if widened {
                let message = format!(
                    "{} {text} allows what the base type with {} {} does not",
                    kind.name(),
                    kind.name(),
                    before.text
                );
                // A built-in list type is never empty, which is no choice of its author.
                let is_inherent = kind == FacetKind::MinLength && matches!(self.base.variety, Variety::List(_));
                let problem = if is_inherent { FacetProblem::Conflict } else { FacetProblem::Widening };
                return Err((problem, kind.restriction_rule(), message));
            }
        }
        let fixed = self.is_fixed(declaration);
        if let Some(slot) = self.facets.number_mut(kind) {
            *slot = Some(Setting { value, fixed, text: text.into() });
        }
        Ok(())
    }

    fn set_bound(&mut self, declaration: &FacetDeclaration<'_>) -> Result<(), Defect> {
        let kind = declaration.kind;
        let text = white_space::trim(declaration.value);
        let value = self.base.read_bound(text).map_err(|failure| self.invalid_bound(declaration, failure))?;
        let base = &self.base.facets;
        if let Some(before) = base.bound(kind) {
            check_fixed(declaration, before, value.equals(&before.value))?;
        }
        for other in BOUNDS {
            let Some(before) = base.bound(other) else {
                continue;
            };
            if !within(kind, other, value.compare(&before.value)) {
                let message = format!(
                    "{} {text} is outside what the base type allows ({} {})",
                    kind.name(),
                    other.name(),
                    before.text
                );
                // Beyond the bound on the other side no value is left.
                let problem =
                    if is_upper(kind) == is_upper(other) { FacetProblem::Widening } else { FacetProblem::Conflict };
                return Err((problem, kind.restriction_rule(), message));
            }
        }
        let fixed = self.is_fixed(declaration);
        if let Some(slot) = self.facets.bound_mut(kind) {
            *slot = Some(Arc::new(Setting { value, fixed, text: text.into() }));
        }
        Ok(())
    }

    fn invalid_bound(&self, declaration: &FacetDeclaration<'_>, failure: Failure) -> Defect {
        let cause = explain(self.base, declaration.value, declaration.context, failure);
        let (name, rule) = (declaration.kind.name(), declaration.kind.restriction_rule());
        let (rule, problem) = match cause.rule {
            BEYOND_BOUNDS => (cause.rule, "cannot be used"),
            _ => (rule, "is not in the value space of the base type"),
        };
        (FacetProblem::InvalidValue, rule, format!("the value of {name} {problem}: {}", cause.message))
    }

    /// A facet that the base fixes stays fixed.
    fn is_fixed(&self, declaration: &FacetDeclaration<'_>) -> bool {
        declaration.fixed || self.base.facets.is_fixed(declaration.kind)
    }
}

fn is_upper(kind: FacetKind) -> bool {
    matches!(kind, FacetKind::MaxInclusive | FacetKind::MaxExclusive)
}

/// Whether a bound of a kind may stand at this place from a bound of the base. Incomparable values are outside the base.
fn within(kind: FacetKind, base: FacetKind, order: Option<Ordering>) -> bool {
    use FacetKind::*;
    let Some(order) = order else {
        return false;
    };
    match (kind, base) {
        // An exclusive bound may be that of the base, though it is not a value of the base; at an inclusive one it is a value.
        (MinInclusive | MaxExclusive, MinExclusive) => order == Ordering::Greater,
        (MinInclusive | MinExclusive, MaxExclusive) | (MaxInclusive, MaxExclusive) => order == Ordering::Less,
        (MaxInclusive, MinExclusive) | (MaxExclusive, MinInclusive) => order == Ordering::Greater,
        (_, MinInclusive | MinExclusive) => order != Ordering::Less,
        _ => order != Ordering::Greater,
    }
}

fn check_fixed<T>(declaration: &FacetDeclaration<'_>, before: &Setting<T>, same: bool) -> Result<(), Defect> {
    if before.fixed && !same {
        let name = declaration.kind.name();
        let message = format!("the base type fixes {name} to {}", before.text);
        return Err(widening(declaration.kind, message));
    }
    Ok(())
}

fn widening(kind: FacetKind, message: String) -> Defect {
    (FacetProblem::Widening, kind.restriction_rule(), message)
}

fn number_expected(kind: FacetKind) -> &'static str {
    match kind {
        FacetKind::TotalDigits => "a whole number above 0 is expected",
        _ => "a whole number not below 0 is expected",
    }
}

fn invalid(declaration: &FacetDeclaration<'_>, expected: &str) -> Defect {
    let message =
        format!("{} is not a value of the facet {}: {expected}", quoted(declaration.value), declaration.kind.name());
    (FacetProblem::InvalidValue, "cvc-datatype-valid.1.2.1", message)
}

fn describe(base: &SimpleType) -> String {
    match &base.variety {
        Variety::Ur => format!("xs:{}", base.builtin.name()),
        Variety::List(_) => "lists".to_owned(),
        Variety::Union(_) => "unions".to_owned(),
        Variety::Atomic(primitive) => format!("xs:{} and types derived from it", primitive.builtin().name()),
    }
}

/// The context of a value that a definition enumerates.
struct Enumerated<'c>(&'c dyn ValueContext);

impl ValueContext for Enumerated<'_> {
    fn resolve_prefix(&self, prefix: &str) -> Option<&str> {
        self.0.resolve_prefix(prefix)
    }

    fn is_enumerated(&self) -> bool {
        true
    }
}
