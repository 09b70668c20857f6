//! A document, expressions, and what they give as text.

use crate::typed;
use pyxsd_datatypes::{Builtin, NoContext, SimpleType, Value};
use pyxsd_document::{Document, NodeId, View, parse_untyped};
use pyxsd_xml::{Names, ParseLimits, Source};
use pyxsd_xpath::{
    Atomic, Budget, BuiltinTypes, DynamicContext, Expression, Item, NodeKind, StaticContext, Tree, TypeRef, Types,
    XPathError,
};

/// Whether an expression has no static error.
pub fn compiles(expression: &str) -> bool {
    Expression::compile(expression, &StaticContext::new(&BuiltinTypes)).is_ok()
}

/// A document whose root element is the context item.
pub struct Fixture {
    document: Document,
    names: Names,
    context: DynamicContext<NodeId>,
}

impl Fixture {
    pub fn new(text: &str) -> Fixture {
        let mut names = Names::new();
        let limits = ParseLimits { depth: 10_000, ..ParseLimits::default() };
        let source = Source::decode(text.as_bytes(), &limits).unwrap_or_else(|error| panic!("{error:?}"));
        let (document, node) = parse_untyped(Document::new(&mut names), &mut names, &source, None, &limits)
            .unwrap_or_else(|error| panic!("{error}"));
        Fixture::of(document, names, node)
    }

    /// Elements and attributes that are named like a built-in type have it; elements named `only` have element-only content, and a `nil`
    /// makes its element nilled.
    pub fn typed(text: &str) -> Fixture {
        let mut names = Names::new();
        let limits = ParseLimits::default();
        let source = Source::decode(text.as_bytes(), &limits).unwrap_or_else(|error| panic!("{error:?}"));
        let (document, node) = typed::parse(&mut names, &source, &limits);
        Fixture::of(document, names, node)
    }

    fn of(document: Document, names: Names, node: NodeId) -> Fixture {
        let view = View::new(&document, &names, &BuiltinTypes);
        let mut root = view.first_child(node);
        while let Some(child) = root
            && view.kind(child) != NodeKind::Element
        {
            root = view.next_sibling(child);
        }
        let now = SimpleType::of_builtin(Builtin::DateTime).parse("2026-01-02T03:04:05Z", &NoContext);
        let Ok(Value::Moment(now)) = now else {
            panic!("a date");
        };
        let item = root.map(Item::Node);
        Fixture {
            document,
            names,
            context: DynamicContext { item, variables: Vec::new(), now, budget: Budget::default() },
        }
    }

    pub fn with_budget(mut self, budget: Budget) -> Fixture {
        self.context.budget = budget;
        self
    }

    /// A second document behind the first; its document node is the value of `$other`.
    pub fn with_other(mut self, text: &str) -> Fixture {
        let limits = ParseLimits::default();
        let source = Source::decode(text.as_bytes(), &limits).unwrap_or_else(|error| panic!("{error:?}"));
        let (document, node) = parse_untyped(self.document, &mut self.names, &source, None, &limits)
            .unwrap_or_else(|error| panic!("{error}"));
        self.document = document;
        self.context.variables = vec![vec![Item::Node(node)]];
        self
    }

    pub fn without_item(mut self) -> Fixture {
        self.context.item = None;
        self
    }

    pub fn evaluate(&self, expression: &str) -> Result<Vec<Item<NodeId>>, XPathError> {
        let mut context = StaticContext::new(&BuiltinTypes);
        if !self.context.variables.is_empty() {
            context.variables.push((String::new(), "other".to_owned()));
        }
        context.namespaces.push(("p".to_owned(), "urn:p".to_owned()));
        let compiled = Expression::compile(expression, &context)?;
        compiled.evaluate(&View::new(&self.document, &self.names, &BuiltinTypes), &BuiltinTypes, &self.context)
    }

    /// The items separated by blanks, or the code of the error: elements and attributes by name and, if it is short, text; atomic values by
    /// lexical form, strings quoted, and type where it is none that literals have.
    pub fn shown(&self, expression: &str) -> String {
        match self.evaluate(expression) {
            Ok(items) => items.iter().map(|item| self.show(item)).collect::<Vec<_>>().join(" "),
            Err(error) => error.code.as_str().to_owned(),
        }
    }

    fn show(&self, item: &Item<NodeId>) -> String {
        let view = View::new(&self.document, &self.names, &BuiltinTypes);
        let node = match item {
            Item::Atomic(atomic) => return show_atomic(atomic),
            Item::Node(node) => *node,
        };
        let name = view.name(node).map_or("", |name| view.local(name));
        let id = |element| {
            let mut attribute = view.first_attribute(element);
            while let Some(found) = attribute {
                if view.name(found).is_some_and(|name| view.local(name) == "id") {
                    let mut text = String::new();
                    view.string_value(found, &mut text);
                    return format!("#{text}");
                }
                attribute = view.next_attribute(found);
            }
            String::new()
        };
        let mut text = String::new();
        match view.kind(node) {
            NodeKind::Element => return format!("{name}{}", id(node)),
            NodeKind::Document => return "/".to_owned(),
            _ => view.string_value(node, &mut text),
        }
        match view.kind(node) {
            NodeKind::Attribute => format!("@{name}={text}"),
            NodeKind::Text => format!("text({text})"),
            NodeKind::Comment => format!("comment({text})"),
            NodeKind::ProcessingInstruction => format!("pi({name} {text})"),
            _ => format!("ns({name} {text})"),
        }
    }

    /// Asserts what expressions give; reports all that differ.
    pub fn assert(&self, table: &[(&str, &str)]) {
        let mut failures = Vec::new();
        for (expression, expected) in table {
            let shown = self.shown(expression);
            if shown != *expected {
                failures.push(format!("{expression}\n  gives    {shown}\n  expected {expected}"));
            }
        }
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }
}

fn show_atomic(atomic: &Atomic) -> String {
    let text = atomic.value.canonical();
    let name = |builtin: Builtin| atomic.type_ref == TypeRef::builtin(builtin);
    if name(Builtin::String) {
        format!("'{text}'")
    } else if [Builtin::Integer, Builtin::Boolean].into_iter().any(name) {
        text
    } else {
        let type_name = BuiltinTypes.type_name(atomic.type_ref);
        format!("{text}:{}", type_name.rsplit('}').next().unwrap_or_default())
    }
}
