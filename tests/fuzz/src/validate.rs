//! A schema and a document: compiled, validated. No input may panic, hang or take much memory.
//!
//! The input is an options byte, the schema, a NUL, and the document. A schema may refer to itself as `s.xsd` and to the document as `d.xml`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pyxsd_schema::{CompileOptions, NameMatching, Resolver, SchemaLimits, XsdVersion, compile};
use pyxsd_validator::{ValidateOptions, hints, validate};
use pyxsd_xml::ParseLimits;

struct Files<'a> {
    schema: &'a [u8],
    document: &'a [u8],
}

impl Resolver for Files<'_> {
    fn load(&mut self, path: &str) -> Option<Vec<u8>> {
        match path {
            "s.xsd" => Some(self.schema.to_vec()),
            "d.xml" => Some(self.document.to_vec()),
            _ => None,
        }
    }
}

fuzz_target!(|input: &[u8]| {
    let Some((&options, rest)) = input.split_first() else { return };
    let Some(end) = rest.iter().position(|byte| *byte == 0) else { return };
    let (schema, document) = (&rest[..end], &rest[end + 1..]);
    let options = CompileOptions {
        version: if options & 1 == 0 { XsdVersion::V1_1 } else { XsdVersion::V1_0 },
        matching: if options & 2 == 0 { NameMatching::Strict } else { NameMatching::Legacy },
        namespace_schemas: Vec::new(),
        limits: SchemaLimits::default(),
    };
    let _ = hints("d.xml", document, &ParseLimits::default());
    let Ok(mut compiled) = compile(&["s.xsd".to_owned()], &options, &mut Files { schema, document }) else { return };
    if compiled.has_errors() || !compiled.unresolved.is_empty() || !compiled.unsupported.is_empty() {
        return;
    }
    let names = compiled.names.len();
    let first = validate(&mut compiled, "d.xml", document, &ValidateOptions::default());
    assert_eq!(compiled.names.len(), names, "names of the document are cut off again");
    let second = validate(&mut compiled, "d.xml", document, &ValidateOptions::default());
    assert_eq!(format!("{first:?}"), format!("{second:?}"), "a schema decides the same document the same way");
});
