//! Schemas and documents in memory, and issues as short lines.

use pyxsd_datatypes::Value;
use pyxsd_document::{Document, NodeFlags, NodeId, View};
use pyxsd_schema::SchemaTypes;
use pyxsd_schema::{CompileOptions, Issue, NameMatching, Precision, Resolver, Schema, XsdVersion, compile};
use pyxsd_validator::{Binding, Report, ValidateOptions, validate, validate_and_bind};
use pyxsd_xpath::{NodeKind, Tree, Types};

struct Memory(Vec<(&'static str, String)>);

impl Resolver for Memory {
    fn load(&mut self, path: &str) -> Option<Vec<u8>> {
        let found = self.0.iter().find(|(name, _)| *name == path);
        found.map(|(_, text)| text.clone().into_bytes())
    }
}

/// A schema to validate with.
pub struct Checker {
    schema: Schema,
}

/// Compiles what stands inside `xs:schema`; `attributes` go to its start tag.
pub fn schema_with(attributes: &str, body: &str, version: XsdVersion, matching: NameMatching) -> Checker {
    schema_set(vec![("s.xsd", document(attributes, body))], version, matching)
}

/// A schema document.
pub fn document(attributes: &str, body: &str) -> String {
    format!(r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" {attributes}>{body}</xs:schema>"#)
}

/// Compiles schema documents; the entry is `s.xsd`.
pub fn schema_set(files: Vec<(&'static str, String)>, version: XsdVersion, matching: NameMatching) -> Checker {
    let options = CompileOptions { version, matching, ..CompileOptions::default() };
    let schema = compile(&["s.xsd".to_string()], &options, &mut Memory(files)).expect("the schema is read");
    let problems: Vec<String> = schema.issues.iter().map(|issue| issue.message.clone()).collect();
    assert!(!schema.has_errors(), "{problems:?}");
    assert!(schema.unsupported.is_empty() && schema.unresolved.is_empty(), "{:?}", schema.unsupported);
    Checker { schema }
}

/// A schema of version 1.1 without target namespace.
pub fn schema(body: &str) -> Checker {
    schema_with("", body, XsdVersion::V1_1, NameMatching::Strict)
}

/// A schema of version 1.0 without target namespace.
pub fn schema_1_0(body: &str) -> Checker {
    schema_with("", body, XsdVersion::V1_0, NameMatching::Strict)
}

/// A schema with the target namespace `urn:t`, bound to `t` and qualifying local elements.
pub fn schema_in_namespace(body: &str) -> Checker {
    let attributes = r#"targetNamespace="urn:t" xmlns:t="urn:t" elementFormDefault="qualified""#;
    schema_with(attributes, body, XsdVersion::V1_1, NameMatching::Strict)
}

impl Checker {
    /// Sets the time of conditions, in seconds since 1970.
    pub fn set_clock(&mut self, seconds: i64) {
        self.schema.components.clock.set(seconds);
    }

    pub fn report(&mut self, document: &str) -> Report {
        self.report_with(document, &ValidateOptions::default())
    }

    pub fn report_with(&mut self, document: &str, options: &ValidateOptions) -> Report {
        let bytes = document.as_bytes();
        let report = validate(&mut self.schema, "d.xml", bytes, options).expect("the document is well-formed");
        for binding in [Binding::Lax, Binding::Strict] {
            let bound = validate_and_bind(&mut self.schema, "d.xml", bytes, options, binding).expect("is bound");
            assert_eq!(bound.release(&mut self.schema), report, "{document}");
        }
        report
    }

    /// The bound document, a line an element or attribute: `name: type = value | value`, with what is special in brackets.
    pub fn bound(&mut self, document: &str, binding: Binding) -> Vec<String> {
        let options = ValidateOptions::default();
        let bytes = document.as_bytes();
        let bound = validate_and_bind(&mut self.schema, "d.xml", bytes, &options, binding).expect("is bound");
        let types = SchemaTypes { components: &self.schema.components, names: &self.schema.names };
        let view = View::new(&bound.document, &self.schema.names, &types);
        let lines = bound.root.map(|root| lines(&bound.document, &view, &types, root)).unwrap_or_default();
        bound.release(&mut self.schema);
        lines
    }

    /// The string value of the root.
    pub fn bound_text(&mut self, document: &str, binding: Binding) -> String {
        let options = ValidateOptions::default();
        let bytes = document.as_bytes();
        let bound = validate_and_bind(&mut self.schema, "d.xml", bytes, &options, binding).expect("is bound");
        let types = SchemaTypes { components: &self.schema.components, names: &self.schema.names };
        let view = View::new(&bound.document, &self.schema.names, &types);
        let mut text = String::new();
        view.string_value(bound.root.expect("a root"), &mut text);
        bound.release(&mut self.schema);
        text
    }

    #[track_caller]
    pub fn expect_bound(&mut self, document: &str, binding: Binding, expected: &[&str]) {
        assert_eq!(self.bound(document, binding), expected, "{document}");
    }

    /// Checks that a document gives exactly these issues, each as `code rule line:column /path[1]/@attribute`.
    #[track_caller]
    pub fn expect(&mut self, document: &str, expected: &[&str]) {
        let report = self.report(document);
        let found: Vec<String> = report.issues.iter().map(line).collect();
        let messages: Vec<&str> = report.issues.iter().map(|issue| issue.message.as_str()).collect();
        assert_eq!(found, expected, "{document}\n{messages:#?}");
        let warnings = expected.iter().filter(|line| line.starts_with("schema-hint")).count() as u64;
        assert_eq!((report.errors, report.warnings), (expected.len() as u64 - warnings, warnings), "{document}");
    }

    #[track_caller]
    pub fn expect_valid(&mut self, documents: &[&str]) {
        documents.iter().for_each(|document| self.expect(document, &[]));
    }
}

fn lines(document: &Document, view: &View<'_>, types: &SchemaTypes<'_>, root: NodeId) -> Vec<String> {
    let mut lines = Vec::new();
    let mut next = Some(root);
    while let Some(node) = next {
        if view.kind(node) == NodeKind::Element {
            lines.push(node_line(document, view, types, node));
            let attributes = std::iter::successors(view.first_attribute(node), |node| view.next_attribute(*node));
            lines.extend(attributes.map(|attribute| node_line(document, view, types, attribute)));
        }
        next = view.next_in_document(node);
    }
    lines
}

const FLAGS: [(NodeFlags, &str); 5] = [
    (NodeFlags::NILLED, "nilled"),
    (NodeFlags::DEFAULTED, "defaulted"),
    (NodeFlags::GENERIC, "generic"),
    (NodeFlags::ID, "id"),
    (NodeFlags::IDREF, "idref"),
];

fn node_line(document: &Document, view: &View<'_>, types: &SchemaTypes<'_>, node: NodeId) -> String {
    let short = |name: String| match name.starts_with("anonymous type") {
        true => "anonymous type".to_owned(),
        false => name.replace("{http://www.w3.org/2001/XMLSchema}", "xs:"),
    };
    let name = view.name(node).map(|name| types.names.display(name).to_string()).unwrap_or_default();
    let name = name.replace("{http://www.w3.org/2001/XMLSchema-instance}", "xsi:");
    let sign = if view.kind(node) == NodeKind::Attribute { "@" } else { "" };
    let mut values = Vec::new();
    let value = match view.typed_value(node, &mut values) {
        false => "no value".to_owned(),
        true => {
            let shown = values.iter().map(|atomic| {
                let value = match &atomic.value {
                    Value::QName(name) => format!("{{{}}}{}", name.namespace, name.local),
                    value => value.canonical(),
                };
                format!("{} {value:?}", short(types.type_name(atomic.type_ref)))
            });
            shown.collect::<Vec<_>>().join(" | ")
        }
    };
    let flags = FLAGS.iter().filter(|(flag, _)| document.flags(node).has(*flag)).map(|(_, word)| format!(" [{word}]"));
    let span = if document.span(node).is_some() { "" } else { " [no span]" };
    let type_name = short(types.type_name(view.type_of(node)));
    format!("{sign}{name}: {type_name} = {value}{}{span}", flags.collect::<String>())
}

/// An issue as one line; `container` and `document` precision are marked.
pub fn line(issue: &Issue) -> String {
    let mut path: String = issue.location.path.iter().map(|step| format!("/{}[{}]", step.name, step.index)).collect();
    if let Some(attribute) = &issue.location.attribute {
        path.push_str("/@");
        path.push_str(attribute);
    }
    let position = issue.place.position;
    let precision = match issue.precision {
        Precision::Exact => "",
        Precision::Container => " container",
        Precision::Document => " document",
    };
    format!("{} {} {}:{} {path}{precision}", issue.code.as_str(), issue.rule, position.line, position.column)
}
