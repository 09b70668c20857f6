//! Options and limits of a call, as the engine takes them.

use crate::bindings::exports::pyxsd::worker::types as wit;
use pyxsd_schema::{CompileOptions, NameMatching, SchemaLimits, XsdVersion};
use pyxsd_validator::ValidateOptions;
use pyxsd_xml::ParseLimits;

/// What a schema is compiled with.
pub fn compile(options: wit::SchemaOptions, limits: &wit::Limits) -> CompileOptions {
    CompileOptions {
        version: match options.version {
            wit::XsdVersion::V10 => XsdVersion::V1_0,
            wit::XsdVersion::V11 => XsdVersion::V1_1,
        },
        matching: match options.matching {
            wit::NameMatching::Strict => NameMatching::Strict,
            wit::NameMatching::Legacy => NameMatching::Legacy,
        },
        namespace_schemas: options.namespace_schemas.into_iter().map(|given| (given.namespace, given.path)).collect(),
        limits: SchemaLimits {
            parse: parse(limits, limits.xsd_bytes),
            closure_files: limits.schema_closure_files,
            closure_bytes: limits.schema_closure_bytes,
            message_bytes: limits.issue_message_bytes as usize,
        },
    }
}

/// The bounds of one validation.
pub fn validate(limits: &wit::Limits) -> ValidateOptions {
    ValidateOptions {
        parse: parse(limits, limits.xml_bytes),
        issues_collected: limits.issues_collected as usize,
        message_bytes: limits.issue_message_bytes as usize,
    }
}

/// The bounds of the parser for a document of at most that many bytes.
pub fn parse(limits: &wit::Limits, bytes: u64) -> ParseLimits {
    ParseLimits {
        bytes,
        depth: limits.xml_depth,
        elements: limits.xml_elements,
        attributes: limits.xml_attributes,
        namespaces: limits.xml_namespaces,
        name_bytes: limits.xml_name_bytes,
        attribute_bytes: limits.xml_attribute_bytes,
    }
}
