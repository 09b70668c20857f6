//! `xs:assert` and `xs:assertion` as written (part 1, 3.13.2; part 2, 4.3.13.2).

use super::*;
use crate::conditions::{Assertion, Test};
use pyxsd_datatypes::{Refusal, TypedItem, ValueTest, Variety};
use pyxsd_document::{Document, View};
use pyxsd_xpath::{Atomic, BuiltinTypes, ErrorCode, Expression, Item, StaticContext, TypeRef, XPathError};

/// What an element with a test is called in an issue, and what it has.
#[derive(Clone, Copy)]
pub(super) struct TestKind {
    pub element: &'static str,
    pub code: IssueCode,
    /// Whether `$value` is in scope.
    pub has_value: bool,
}

const ASSERT: TestKind = TestKind { element: "xs:assert", code: IssueCode::AssertInvalid, has_value: true };
const ASSERTION: TestKind = TestKind { element: "xs:assertion", code: IssueCode::AssertInvalid, has_value: true };

impl<'d> Reader<'d, '_> {
    /// The assertions of a complex type, those of its base not among them.
    pub(super) fn read_assertions(&mut self, node: Node<'d>, scope: Scope) -> Vec<Assertion> {
        if !self.is_1_1() {
            return Vec::new();
        }
        let asserts: Vec<Node<'d>> = self.children(node).filter(|child| child.tag_name().name() == "assert").collect();
        asserts.into_iter().filter_map(|assert| self.read_test(assert, scope, ASSERT)).collect()
    }

    /// The assertion facets of a restriction.
    pub(super) fn read_assertion_facets(&mut self, facets: &[Node<'d>], scope: Scope) -> Vec<Arc<dyn ValueTest>> {
        let facets: Vec<Node<'d>> =
            facets.iter().copied().filter(|facet| facet.tag_name().name() == "assertion").collect();
        let tests = facets.into_iter().filter_map(|facet| self.read_test(facet, scope, ASSERTION));
        tests.map(|test| Arc::new(FacetTest::new(test)) as Arc<dyn ValueTest>).collect()
    }

    /// Compiles the test of an element.
    pub(super) fn read_test(&mut self, node: Node<'d>, scope: Scope, kind: TestKind) -> Option<Test> {
        let text = node.attribute("test").unwrap_or_default();
        let default = self.xpath_default_namespace(node, scope);
        let mut context = StaticContext::new(&BuiltinTypes);
        context.in_schema = true;
        context.default_element_namespace = self.names.namespace_uri(default).to_owned();
        context.namespaces = node
            .namespaces()
            .filter_map(|binding| Some((binding.name()?.to_owned(), binding.uri().to_owned())))
            .collect();
        context.base_uri = Some(self.composition.files[scope.file].path.to_string());
        if kind.has_value {
            context.variables.push((String::new(), "value".to_owned()));
        }
        match Expression::compile(text, &context) {
            Ok(expression) => {
                let (place, clock) = (self.place(scope, node), Arc::clone(&self.clock));
                let mut namespaces = context.namespaces;
                namespaces.retain(|(prefix, _)| text.contains(&format!("{prefix}:")));
                if !context.default_element_namespace.is_empty() {
                    namespaces.insert(0, (String::new(), context.default_element_namespace));
                }
                Some(Test { text: text.into(), namespaces, expression, place, clock })
            }
            Err(XPathError { code: ErrorCode::Budget, message, .. }) => {
                let place = self.place(scope, node);
                self.findings.unsupported(format!("the test of an {}: {message}", kind.element), place);
                None
            }
            Err(error) => {
                let message = format!("{} ({})", error.message, error.code.as_str());
                self.refuse_test(node, scope, kind, text, error.position.unwrap_or(0), &message);
                None
            }
        }
    }

    /// Reports a test; `at` is a byte of its text.
    pub(super) fn refuse_test(
        &mut self,
        node: Node<'d>,
        scope: Scope,
        kind: TestKind,
        text: &str,
        at: usize,
        reason: &str,
    ) {
        let character = text.get(..at).map_or(1, |before| before.chars().count() + 1);
        let shown = text.trim();
        let message =
            format!("the test \"{shown}\" of the {} is refused at its character {character}: {reason}", kind.element);
        self.error(kind.code, "xpath-valid", scope, node, message);
        self.findings.describe(Some("test".to_owned()), Vec::new());
    }
}

/// An assertion facet. It sees the value as `$value`, and no context item.
#[derive(Debug)]
struct FacetTest {
    assertion: Assertion,
    /// No nodes, and their names.
    nothing: (Document, Names),
}

impl FacetTest {
    fn new(assertion: Assertion) -> FacetTest {
        let mut names = Names::new();
        let document = Document::new(&mut names);
        FacetTest { assertion, nothing: (document, names) }
    }
}

impl ValueTest for FacetTest {
    fn text(&self) -> &str {
        &self.assertion.text
    }

    fn refusal(&self, items: &[TypedItem<'_>]) -> Option<Refusal> {
        let atomic = |(value, datatype): &TypedItem<'_>| {
            // Only built-in types can be named in the test, so that the nearest one says all.
            let type_ref = match datatype.variety {
                Variety::Ur => TypeRef::UNTYPED_ATOMIC,
                _ => TypeRef::builtin(datatype.builtin),
            };
            Item::Atomic(Atomic { value: value.clone(), type_ref })
        };
        let value = items.iter().map(atomic).collect();
        let view = View::new(&self.nothing.0, &self.nothing.1, &BuiltinTypes);
        self.assertion.refusal(&view, &BuiltinTypes, None, Some(value))
    }
}
