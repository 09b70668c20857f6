//! The `assertions` facet (part 2, 4.3.13 of 1.1): conditions on values that another crate evaluates.

use crate::check::{Checked, Failure};
use crate::effective::AssertionStep;
use crate::{FacetKind, SimpleType, Value, ValueContext, Variety, white_space};
use std::fmt::Debug;
use std::sync::Arc;

/// An atomic value with the type that decided about it: of a union the member that matched.
pub type TypedItem<'t> = (Value, &'t SimpleType);

/// Why a condition refuses a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// One line for a person.
    pub reason: String,
    /// The condition has no value at all.
    pub is_error: bool,
    /// The evaluation reached a bound of this processor, so that there is no verdict.
    pub is_limit: bool,
}

/// One condition.
pub trait ValueTest: Debug + Send + Sync {
    /// The condition as written.
    fn text(&self) -> &str;

    /// Why a value is refused; `None` where the condition holds. The value comes as its items: one for an atomic value, any number
    /// for a list.
    fn refusal(&self, items: &[TypedItem<'_>]) -> Option<Refusal>;
}

impl SimpleType {
    /// The type with conditions of its own beside those that it has already, which are looked at first. The type must not be shared yet;
    /// otherwise nothing is done.
    #[must_use]
    pub fn with_assertions(mut self: Arc<SimpleType>, tests: Vec<Arc<dyn ValueTest>>) -> Arc<SimpleType> {
        if tests.is_empty() {
            return self;
        }
        if let Some(definition) = Arc::get_mut(&mut self) {
            let earlier = definition.facets.assertions.take();
            definition.facets.assertions = Some(Arc::new(AssertionStep { tests, earlier }));
            definition.unconstrained = false;
            definition.quick_integers = None;
        }
        self
    }

    /// Checks the conditions on a value that every other facet admits.
    pub(crate) fn check_assertions(&self, raw: &str, context: &dyn ValueContext) -> Checked {
        self.check_assertions_on(self, raw, context)
    }

    /// The same, where `active` reads the value.
    pub(crate) fn check_assertions_on(&self, active: &SimpleType, raw: &str, context: &dyn ValueContext) -> Checked {
        match self.refusal(active, raw, context)? {
            None => Ok(()),
            Some(refusal) if refusal.is_limit => Err(Failure::Limit("a condition on the value needs too much work")),
            Some(_) => Err(Failure::Facet(FacetKind::Assertion)),
        }
    }

    /// The first condition of this type that refuses a value, which is read by `active`.
    pub(crate) fn refusal(
        &self,
        active: &SimpleType,
        raw: &str,
        context: &dyn ValueContext,
    ) -> Checked<Option<Refusal>> {
        let Some(last) = &self.facets.assertions else {
            return Ok(None);
        };
        let items = active.items(raw, context)?;
        Ok(last.in_order().into_iter().find_map(|test| test.refusal(&items)))
    }

    /// The items of a value that the other facets admit.
    fn items(&self, raw: &str, context: &dyn ValueContext) -> Checked<Vec<TypedItem<'_>>> {
        match &self.variety {
            Variety::Ur => Ok(vec![(Value::String(raw.to_owned()), self)]),
            Variety::Atomic(primitive) => Ok(vec![(self.read_atomic(*primitive, raw, context)?, self)]),
            Variety::List(item) => {
                let read = |text| {
                    let active = item.active_member(text, context)?;
                    Ok((active.read(text, context)?, active))
                };
                white_space::split(raw).map(read).collect()
            }
            // A union is asked about by the member that matched.
            Variety::Union(_) => Ok(Vec::new()),
        }
    }
}
