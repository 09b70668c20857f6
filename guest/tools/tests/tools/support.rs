//! Schemas in memory.

use pyxsd_schema::{CompileOptions, Resolver, Schema, compile};
use std::collections::BTreeMap;

struct Files(BTreeMap<String, Vec<u8>>);

impl Resolver for Files {
    fn load(&mut self, path: &str) -> Option<Vec<u8>> {
        self.0.get(path).cloned()
    }
}

/// Compiles the first of these documents; `(path, attributes of xs:schema, what stands inside)`.
pub fn compile_files(list: &[(&str, &str, &str)]) -> Schema {
    let entry = |(path, attributes, body): &(&str, &str, &str)| {
        let text = format!(r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" {attributes}>{body}</xs:schema>"#);
        (path.to_string(), text.into_bytes())
    };
    let mut files = Files(list.iter().map(entry).collect());
    compile(&[list[0].0.to_owned()], &CompileOptions::default(), &mut files).unwrap_or_else(|error| panic!("{error:?}"))
}

/// Compiles one document in the namespace `urn:t`, whose local elements are qualified.
pub fn compile_body(body: &str) -> Schema {
    let attributes = r#"targetNamespace="urn:t" xmlns="urn:t" xmlns:t="urn:t" elementFormDefault="qualified""#;
    compile_files(&[("a.xsd", attributes, body)])
}

/// Compiles one document without a namespace.
pub fn compile_bare(body: &str) -> Schema {
    compile_files(&[("a.xsd", "", body)])
}
