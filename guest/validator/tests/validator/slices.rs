//! The exact source of every element of a bound document, in the encoding of the file.

use pyxsd_document::{Document, NodeId, View, parse_untyped};
use pyxsd_schema::{CompileOptions, Resolver, Schema, SchemaTypes, compile};
use pyxsd_validator::{Binding, ValidateOptions, validate_and_bind};
use pyxsd_xml::{Names, ParseLimits, Source};
use pyxsd_xpath::{BuiltinTypes, NodeKind, Tree};

const SCHEMA: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" elementFormDefault="qualified">
  <xs:element name="r"><xs:complexType><xs:sequence>
    <xs:element name="i" type="xs:string" maxOccurs="9"/><xs:any processContents="skip"/>
  </xs:sequence></xs:complexType></xs:element></xs:schema>"#;

const BODY: &str = "<r xmlns='urn:t' xmlns:p='urn:p'>\n <i>é &amp; ü</i><i a='ß'/>\r\n<p:any xmlns:q='urn:q' q:x='µ'><q:y p:z='1'>ÿ<!-- c --></q:y></p:any>\n</r>\n";

struct One;

impl Resolver for One {
    fn load(&mut self, _: &str) -> Option<Vec<u8>> {
        Some(SCHEMA.as_bytes().to_vec())
    }
}

fn encoded(text: &str, encoding: &str) -> Vec<u8> {
    let units =
        |to_bytes: fn(u16) -> [u8; 2], text: &str| -> Vec<u8> { text.encode_utf16().flat_map(to_bytes).collect() };
    match encoding {
        "utf-8" => text.as_bytes().to_vec(),
        "utf-8 with mark" => [b"\xEF\xBB\xBF", text.as_bytes()].concat(),
        "utf-16le" => [&b"\xFF\xFE"[..], &units(u16::to_le_bytes, text)].concat(),
        "utf-16be" => [&b"\xFE\xFF"[..], &units(u16::to_be_bytes, text)].concat(),
        _ => text.chars().map(|c| u8::try_from(u32::from(c)).expect("a Latin-1 character")).collect(),
    }
}

fn decoded(bytes: &[u8], encoding: &str) -> String {
    let units = |from_bytes: fn([u8; 2]) -> u16| -> String {
        let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| from_bytes([pair[0], pair[1]])).collect();
        String::from_utf16(&units).expect("UTF-16")
    };
    match encoding {
        "utf-8" | "utf-8 with mark" => String::from_utf8(bytes.to_vec()).expect("UTF-8"),
        "utf-16le" => units(u16::from_le_bytes),
        "utf-16be" => units(u16::from_be_bytes),
        _ => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

fn elements(view: &View<'_>, root: NodeId) -> Vec<NodeId> {
    let nodes = std::iter::successors(Some(root), |node| view.next_in_document(*node));
    nodes.filter(|node| view.kind(*node) == NodeKind::Element).collect()
}

/// The slice as a document of its own: with the bindings in scope declared on its root, unless it declares them itself.
fn reparsed(slice: &str, bindings: &[(String, String)]) -> usize {
    let (name_end, _) = slice.char_indices().find(|(_, c)| matches!(c, ' ' | '/' | '>')).expect("a tag");
    let tag = &slice[..slice.find('>').expect("a tag")];
    let missing = bindings.iter().filter(|(prefix, _)| prefix != "xml");
    let attribute = |prefix: &str| if prefix.is_empty() { "xmlns=".to_owned() } else { format!("xmlns:{prefix}=") };
    let missing = missing.filter(|(prefix, _)| !tag.contains(&attribute(prefix)));
    let declared: String = missing.map(|(prefix, uri)| format!(" {}'{uri}'", attribute(prefix))).collect();
    let text = format!("{}{declared}{}", &slice[..name_end], &slice[name_end..]);
    let limits = ParseLimits::default();
    let mut names = Names::new();
    let source = Source::decode(text.as_bytes(), &limits).expect("decodes");
    let document = Document::new(&mut names);
    let (document, root) = parse_untyped(document, &mut names, &source, None, &limits).expect("parses again");
    let view = View::new(&document, &names, &BuiltinTypes);
    elements(&view, root).len()
}

fn check(schema: &mut Schema, encoding: &str) {
    let declaration = match encoding {
        "iso-8859-1" => "<?xml version='1.0' encoding='ISO-8859-1'?>\n",
        _ => "",
    };
    let text = format!("{declaration}{BODY}");
    let bytes = encoded(&text, encoding);
    let bound =
        validate_and_bind(schema, "d.xml", &bytes, &ValidateOptions::default(), Binding::Strict).expect("binds");
    assert!(bound.report.issues.is_empty() || bound.report.errors == 1, "{encoding}");
    let limits = ParseLimits::default();
    let source = Source::decode(&bytes, &limits).expect("decodes");
    let types = SchemaTypes { components: &schema.components, names: &schema.names };
    let view = View::new(&bound.document, &schema.names, &types);
    let found = elements(&view, bound.root.expect("a root"));
    assert_eq!(found.len(), 5, "{encoding}");
    for node in found {
        let span = bound.document.span(node).expect("a span");
        let range = source.original_span(span);
        let slice = decoded(&bytes[range.start as usize..range.end as usize], encoding);
        assert_eq!(slice, source.text()[span.range()], "{encoding}");
        assert!(slice.starts_with('<') && slice.ends_with('>'), "{slice}");
        assert_eq!(reparsed(&slice, &view.namespaces(node)), elements(&view.rooted_at(node), node).len(), "{slice}");
    }
    bound.release(schema);
}

#[test]
fn every_element_is_an_exact_slice_of_the_file_in_every_encoding() {
    let mut schema = compile(&["s.xsd".to_owned()], &CompileOptions::default(), &mut One).expect("compiles");
    for encoding in ["utf-8", "utf-8 with mark", "utf-16le", "utf-16be", "iso-8859-1"] {
        check(&mut schema, encoding);
    }
}
