//! Conditions of a schema in XPath (1.1): assertions and type alternatives (part 1, 3.12 and 3.13).

use crate::components::TypeId;
use crate::issue::Place;
use pyxsd_datatypes::{Decimal, Moment, Primitive, Refusal};
use pyxsd_xpath::{Budget, DynamicContext, ErrorCode, Expression, Item, Tree, Types, XPathError};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// An XPath expression of a schema document.
#[derive(Debug)]
pub struct Test {
    /// The expression as written.
    pub text: Arc<str>,
    /// The namespaces that the names in it may be in: prefixes in scope that occur in the text, and under the empty prefix the default one
    /// for elements, where there is one.
    pub namespaces: Vec<(String, String)>,
    /// Compiled in the static context that the Recommendation fixes: the namespace bindings of its element, `xpathDefaultNamespace`, the built-in
    /// types only, the functions of F&O, and in assertions the variable `value`.
    pub expression: Expression,
    /// The element that it stands on.
    pub place: Place,
    /// The clock of the schema.
    pub(crate) clock: Arc<Clock>,
}

impl Test {
    /// Evaluates the test: `None` where it holds. A dynamic error counts as false, as the Recommendation says (3.13.4.1, 3.12.4); its reason is
    /// told. `value` is the value of `$value` where that is in scope. The time is that of the schema's [`Clock`].
    pub fn refusal<T: Tree>(
        &self,
        tree: &T,
        types: &dyn Types,
        item: Option<Item<T::Node>>,
        value: Option<Vec<Item<T::Node>>>,
    ) -> Option<Refusal> {
        let variables = value.into_iter().collect();
        let context = DynamicContext { item, variables, now: self.clock.now(), budget: Budget::default() };
        let text = self.text.trim();
        match self.expression.test(tree, types, &context) {
            Ok(true) => None,
            Ok(false) => {
                Some(Refusal { reason: format!("the condition {text} is false"), is_limit: false, is_error: false })
            }
            Err(XPathError { code, message, .. }) => Some(Refusal {
                reason: format!("the condition {text} cannot be evaluated: {message} ({})", code.as_str()),
                is_limit: code == ErrorCode::Budget,
                is_error: true,
            }),
        }
    }
}

/// What `current-dateTime()` gives in the conditions of a schema. It stands still until it is set: by default at the beginning of 2026 in UTC,
/// so that a verdict does not depend on when it is given.
#[derive(Debug)]
pub struct Clock(AtomicI64);

impl Clock {
    /// Sets it to a number of seconds since the beginning of 1970 in UTC.
    pub fn set(&self, seconds: i64) {
        self.0.store(seconds, Ordering::Relaxed);
    }

    /// Sets it to the whole second of a point in time.
    pub fn show(&self, moment: &Moment) {
        self.set(i64::try_from(moment.whole_seconds()).unwrap_or(i64::MAX));
    }

    /// The time that it shows, in UTC.
    pub fn now(&self) -> Moment {
        let seconds = Decimal::from_i128(i128::from(self.0.load(Ordering::Relaxed)));
        let moment = Moment::from_local_seconds(Primitive::DateTime, &seconds, Some(0));
        // Years of more than 18 digits are the only ones without a moment, which 64 bits of seconds do not reach.
        moment.unwrap_or(Moment {
            primitive: Primitive::DateTime,
            year: 1970,
            month: 1,
            day: 1,
            hour: 0,
            minute: 0,
            second: 0,
            fraction: Default::default(),
            timezone: Some(0),
        })
    }
}

impl Default for Clock {
    fn default() -> Self {
        const BEGINNING_OF_2026: i64 = 1_767_225_600;
        Clock(AtomicI64::new(BEGINNING_OF_2026))
    }
}

/// An assertion of a complex type.
pub type Assertion = Test;

/// The assertions of a complex type, behind those of its base, which it shares.
#[derive(Debug)]
pub struct Assertions {
    own: Vec<Assertion>,
    base: Option<Arc<Assertions>>,
}

impl Assertions {
    /// `own` behind those of the base; nothing where there is none.
    pub(crate) fn behind(base: Option<Arc<Assertions>>, own: Vec<Assertion>) -> Option<Arc<Assertions>> {
        if own.is_empty() { base } else { Some(Arc::new(Assertions { own, base })) }
    }

    /// Those of the latest step alone.
    pub fn own(&self) -> &[Assertion] {
        &self.own
    }

    /// `{assertions}`: those of the earliest type first.
    pub fn in_order(&self) -> Vec<&Assertion> {
        let steps = std::iter::successors(Some(self), |step| step.base.as_deref());
        let mut all: Vec<&Assertion> = steps.flat_map(|step| step.own.iter().rev()).collect();
        all.reverse();
        all
    }
}

/// A line of derivations is as long as a schema makes it: it is taken apart without recursion.
impl Drop for Assertions {
    fn drop(&mut self) {
        let mut next = self.base.take();
        while let Some(mut step) = next.and_then(Arc::into_inner) {
            next = step.base.take();
        }
    }
}

/// A type alternative of an element declaration.
#[derive(Debug)]
pub struct TypeAlternative {
    /// The condition; `None` for the last one, which holds for what no other holds for.
    pub test: Option<Arc<Test>>,
    /// `{type definition}`; `xs:error` forbids the element.
    pub type_id: TypeId,
    /// Where it stands in its schema document.
    pub place: Option<Place>,
}

/// `{type table}` of an element declaration. What no alternative holds for has the declared type.
#[derive(Debug, Default)]
pub struct TypeTable {
    /// In order; the first that holds counts.
    pub alternatives: Vec<TypeAlternative>,
}
