//! Schemas and documents in memory, and issues as short lines.

use pyxsd_schema::{CompileOptions, Issue, NameMatching, Precision, Resolver, Schema, XsdVersion, compile};
use pyxsd_validator::{Report, ValidateOptions, validate};

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
    pub fn report(&mut self, document: &str) -> Report {
        self.report_with(document, &ValidateOptions::default())
    }

    pub fn report_with(&mut self, document: &str, options: &ValidateOptions) -> Report {
        validate(&mut self.schema, "d.xml", document.as_bytes(), options).expect("the document is well-formed")
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
