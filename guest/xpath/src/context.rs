//! Static and dynamic context (XPath 2.0, 2.1).

use crate::{Item, Types};
use pyxsd_datatypes::Moment;

/// What an expression is compiled with.
#[derive(Clone)]
pub struct StaticContext<'t> {
    /// Statically known namespaces: prefix and namespace name. `xs`, `fn`, `xml` and `xsi` need not be given, in a schema `xml` alone; one that
    /// is given wins.
    pub namespaces: Vec<(String, String)>,
    /// Default element and type namespace; empty for none.
    pub default_element_namespace: String,
    /// Default function namespace.
    pub default_function_namespace: String,
    /// In-scope variables, as namespace name and local name. Their values are given to the evaluation in this order.
    pub variables: Vec<(String, String)>,
    /// In-scope schema definitions.
    pub types: &'t dyn Types,
    /// Base URI, where it is defined.
    pub base_uri: Option<String>,
    /// Whether it is that of a condition in a schema, as XSD 1.1 has it (part 1, 3.13.6.2): no prefix is known but those of the element and
    /// `xml`, and the default collection is empty.
    pub in_schema: bool,
}

impl<'t> StaticContext<'t> {
    /// No namespaces but the predeclared ones, no variables, functions of F&O without a prefix.
    pub fn new(types: &'t dyn Types) -> Self {
        Self {
            namespaces: Vec::new(),
            default_element_namespace: String::new(),
            default_function_namespace: "http://www.w3.org/2005/xpath-functions".to_owned(),
            variables: Vec::new(),
            types,
            base_uri: None,
            in_schema: false,
        }
    }
}

/// What an expression is evaluated with.
#[derive(Clone, Debug)]
pub struct DynamicContext<N> {
    /// The context item.
    pub item: Option<Item<N>>,
    /// Values of [`StaticContext::variables`].
    pub variables: Vec<Vec<Item<N>>>,
    /// `current-dateTime()`, with a timezone, which is the implicit timezone too.
    pub now: Moment,
    /// Bounds of the evaluation.
    pub budget: Budget,
}

/// Bounds of one evaluation; reaching one is [`crate::ErrorCode::Budget`]. They are for a process that nothing else bounds. In the sandbox the
/// default is [`Budget::UNBOUNDED`]: the fuel and the memory of the call decide, and running out of them is a fault that names the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Steps: items produced by any sub-expression.
    pub steps: u64,
    /// Items held at one time in one sequence.
    pub items: u64,
    /// Bytes of one string.
    pub string_bytes: u64,
}

impl Budget {
    /// No bounds.
    pub const UNBOUNDED: Budget = Budget { steps: u64::MAX, items: u64::MAX, string_bytes: u64::MAX };
}

impl Default for Budget {
    fn default() -> Self {
        if cfg!(target_family = "wasm") {
            return Self::UNBOUNDED;
        }
        Self { steps: 2_000_000_000, items: 10_000_000, string_bytes: 64 << 20 }
    }
}
