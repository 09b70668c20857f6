//! A file set in memory, and short ways to what a compilation found.

use pyxsd_schema::{CompileOptions, Resolver, Schema, Severity, XsdVersion, compile};
use std::collections::BTreeMap;

/// Files by path.
#[derive(Default)]
pub struct Files(pub BTreeMap<String, Vec<u8>>);

impl Resolver for Files {
    fn load(&mut self, path: &str) -> Option<Vec<u8>> {
        self.0.get(path).cloned()
    }
}

/// A file set; `body` goes inside `xs:schema` with these attributes.
pub fn files(list: &[(&str, &str, &str)]) -> Files {
    let entry = |(path, attributes, body): &(&str, &str, &str)| {
        let text = format!(r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" {attributes}>{body}</xs:schema>"#);
        (path.to_string(), text.into_bytes())
    };
    Files(list.iter().map(entry).collect())
}

/// Compiles `a.xsd` of a file set.
pub fn compile_files(list: &[(&str, &str, &str)], options: &CompileOptions) -> Schema {
    match compile(&["a.xsd".to_owned()], options, &mut files(list)) {
        Ok(schema) => schema,
        Err(error) => panic!("{error:?}"),
    }
}

/// Compiles one document in the namespace `urn:t`, which is also the default namespace.
pub fn compile_body(body: &str, version: XsdVersion) -> Schema {
    let options = CompileOptions { version, ..CompileOptions::default() };
    compile_files(&[("a.xsd", r#"targetNamespace="urn:t" xmlns="urn:t" xmlns:t="urn:t""#, body)], &options)
}

/// `code rule` of every error.
pub fn errors(schema: &Schema) -> Vec<String> {
    let errors = schema.issues.iter().filter(|issue| issue.severity == Severity::Error);
    errors.map(|issue| format!("{} {}", issue.code.as_str(), issue.rule)).collect()
}

/// The issues of every severity, for messages of tests.
pub fn found(schema: &Schema) -> String {
    schema.issues.iter().map(|issue| format!("{}: {} [{}]\n", issue.code.as_str(), issue.message, issue.rule)).collect()
}
