//! CPU time of queries on a document of about 5 MB, or on the file that the first argument names; further arguments are queries.
//!
//! Each query is timed twice: without a schema, and with `min`, `max` and `price` typed as numbers.

use pyxsd_datatypes::{Builtin, NoContext, SimpleType, Value};
use pyxsd_document::{Annotation, Builder, Document, NodeId, View, parse_untyped};
use pyxsd_xml::{Characters, EndElement, Names, ParseLimits, Sink, Source, StartElement, parse};
use pyxsd_xpath::{
    Budget, BuiltinTypes, DynamicContext, Expression, Item, NodeKind, StaticContext, Tree, TypeRef, XPathError,
};
use std::convert::Infallible;
use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;

const QUERIES: &[&str] = &[
    "count(//item)",
    "count(//nothing)",
    "//item",
    "//item[@min <= @max]",
    "//item[@min le @max]",
    "//item[number(@min) <= number(@max)]",
    "//item[@min = '7']",
    "//item[@min = 7]",
    "//item/b[c = 'x7']",
    "//item[b/c = 'x7']/@id",
    "sum(//price)",
    "max(//price)",
    "//item[price > 150]",
    "//item[contains(name, 'ame 77')]",
    "//item[last()]",
    "//item[1]",
    "(//item)[1]",
    "exists(//item)",
    "//c[. = 'x3']/ancestor::item",
    "//item[b/c = ../item[1]/b/c]",
    "count(//item[following-sibling::item])",
    "count(//price/following::price)",
    "//ref[@to = //item/@id]",
    "for $i in //item return $i/price * 2",
    "distinct-values(//c)",
    "string-join(for $n in //name return string($n), ' ')",
    "every $p in //price satisfies $p castable as xs:decimal",
    "//item[(@max - @min) mod 7 = 3]",
];

/// Milliseconds of CPU that the thread has had so far.
fn cpu_time() -> Result<f64, Box<dyn Error>> {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    Ok(times.split(' ').next().unwrap_or_default().parse::<f64>()? / 1e6)
}

fn catalogue() -> String {
    let mut text = String::from("<catalogue>");
    for number in 0..40_000 {
        let (min, max) = (number * 7919 % 100, number * 104_729 % 120);
        let _ = writeln!(
            text,
            "<item id='i{number}' min='{min}' max='{max}'><name>Name {number}</name><price>{}.{:02}</price>\
             <b><c>x{}</c><c>y</c></b><ref to='i{}'/></item>",
            number % 200,
            number % 100,
            number % 50,
            number * 3 % 40_000,
        );
    }
    text.push_str("</catalogue>");
    text
}

struct Typed(Builder);

fn annotation(local: &str, otherwise: Annotation) -> Annotation {
    let type_ref = TypeRef::builtin(match local {
        "min" | "max" => Builtin::Integer,
        "price" => Builtin::Decimal,
        "id" | "to" | "name" | "c" => Builtin::String,
        _ => return otherwise,
    });
    Annotation { type_ref, value_type: type_ref, ..otherwise }
}

impl Sink for Typed {
    type Stop = Infallible;

    fn start_element(&mut self, names: &mut Names, event: &StartElement<'_>) -> Result<(), Infallible> {
        let own = annotation(names.local(event.name), Annotation::UNTYPED);
        self.0.open_element(names, (event.name, event.qname), event.scope, event.span, own);
        for attribute in event.attributes {
            let own = annotation(names.local(attribute.name), Annotation::UNTYPED_ATTRIBUTE);
            self.0.attribute(names, (attribute.name, attribute.qname), attribute.value, attribute.span, own);
        }
        Ok(())
    }

    fn characters(&mut self, _: &mut Names, event: &Characters<'_>) -> Result<(), Infallible> {
        self.0.text(event.text, event.span);
        Ok(())
    }

    fn end_element(&mut self, _: &mut Names, event: &EndElement<'_>) -> Result<(), Infallible> {
        self.0.close(event.span.end);
        Ok(())
    }
}

fn parse_typed(names: &mut Names, source: &Source<'_>, limits: &ParseLimits) -> (Document, NodeId) {
    let mut builder = Builder::new(Document::new(names));
    let root = builder.open_document(None);
    let mut typed = Typed(builder);
    // The text was read before.
    let _ = parse(source, names, limits, &mut typed);
    typed.0.close(source.text().len());
    (typed.0.finish(names), root)
}

/// Milliseconds of CPU for one evaluation, and what it gives.
fn time(
    expression: &Expression,
    view: &View<'_>,
    context: &DynamicContext<NodeId>,
) -> Result<(f64, Result<usize, XPathError>), Box<dyn Error>> {
    let started = cpu_time()?;
    let (mut runs, mut batch) = (0, 1);
    // The clock ticks every few milliseconds, and reading it takes as long as a small query.
    loop {
        let mut found = Ok(0);
        for _ in 0..batch {
            found = expression.evaluate(view, &BuiltinTypes, context).map(|items| items.len());
        }
        runs += batch;
        batch *= 2;
        let spent = cpu_time()? - started;
        if spent > 100.0 {
            return Ok((spent / f64::from(runs), found));
        }
    }
}

fn root_element(view: &View<'_>, document: NodeId) -> Option<Item<NodeId>> {
    let mut child = view.first_child(document);
    while let Some(node) = child
        && view.kind(node) != NodeKind::Element
    {
        child = view.next_sibling(node);
    }
    child.map(Item::Node)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let text = arguments.next().map_or_else(|| Ok(catalogue()), std::fs::read_to_string)?;
    let own: Vec<String> = arguments.collect();
    let queries: Vec<&str> = if own.is_empty() { QUERIES.to_vec() } else { own.iter().map(String::as_str).collect() };

    let mut out = std::io::stdout().lock();
    let mut names = Names::new();
    let limits = ParseLimits::default();
    let source = Source::decode(text.as_bytes(), &limits).map_err(|error| format!("{error:?}"))?;
    let started = cpu_time()?;
    let (document, root) = parse_untyped(Document::new(&mut names), &mut names, &source, None, &limits)?;
    writeln!(out, "{:>9.2} ms  parse {} bytes", cpu_time()? - started, text.len())?;

    let (typed, typed_root) = parse_typed(&mut names, &source, &limits);
    let views = [View::new(&document, &names, &BuiltinTypes), View::new(&typed, &names, &BuiltinTypes)];
    let Value::Moment(now) = SimpleType::of_builtin(Builtin::DateTime).parse("2026-01-01T00:00:00Z", &NoContext)?
    else {
        return Err("a date".into());
    };
    let context = |item| DynamicContext { item, variables: Vec::new(), now: now.clone(), budget: Budget::default() };
    writeln!(out, "{:>12}  {:>12}  items", "untyped, ms", "typed, ms")?;
    for query in queries {
        let expression = Expression::compile(query, &StaticContext::new(&BuiltinTypes))?;
        let mut found = Ok(0);
        for (view, root) in views.iter().zip([root, typed_root]) {
            let (milliseconds, items) = time(&expression, view, &context(root_element(view, root)))?;
            write!(out, "{milliseconds:>12.4}  ")?;
            found = items;
        }
        let found = found.map_or_else(|error| error.code.as_str().to_owned(), |count| count.to_string());
        writeln!(out, "{found:>7}  {query}")?;
    }
    Ok(())
}
