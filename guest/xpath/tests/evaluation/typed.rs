//! Typed values.

use crate::support::Fixture;
use pyxsd_datatypes::Builtin;
use pyxsd_document::{Annotation, Builder, Document, NodeFlags, NodeId};
use pyxsd_xml::{Characters, EndElement, Names, ParseLimits, Sink, Source, StartElement, parse as parse_events};
use pyxsd_xpath::TypeRef;
use std::convert::Infallible;

struct Typed(Builder);

/// Reads a document whose names are those of types.
pub fn parse(names: &mut Names, source: &Source<'_>, limits: &ParseLimits) -> (Document, NodeId) {
    let mut builder = Builder::new(Document::new(names));
    let root = builder.open_document(None);
    let mut typed = Typed(builder);
    parse_events(source, names, limits, &mut typed).unwrap_or_else(|_| panic!("not well-formed"));
    typed.0.close(source.text().len());
    (typed.0.finish(names), root)
}

fn annotation(local: &str, otherwise: Annotation) -> Annotation {
    match Builtin::from_name(local).map(TypeRef::builtin) {
        Some(type_ref) => {
            let flags = match local {
                "ID" => otherwise.flags.with(NodeFlags::ID),
                "IDREF" | "IDREFS" => otherwise.flags.with(NodeFlags::IDREF),
                _ => otherwise.flags,
            };
            Annotation { type_ref, value_type: type_ref, flags, ..otherwise }
        }
        None if local == "only" => Annotation { type_ref: TypeRef::ANY_TYPE, flags: NodeFlags::NO_VALUE, ..otherwise },
        None => otherwise,
    }
}

impl Sink for Typed {
    type Stop = Infallible;

    fn start_element(&mut self, names: &mut Names, event: &StartElement<'_>) -> Result<(), Infallible> {
        let mut own = annotation(names.local(event.name), Annotation::UNTYPED);
        if event.attributes.iter().any(|attribute| attribute.qname == "nil") {
            own.flags = own.flags.with(NodeFlags::NILLED);
        }
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

pub const VALUES: &str = "<only><v integer='9' decimal='12.0' string='9' date='2024-02-29'/><v integer='12' decimal='12.0' string='x'/>\
                      <integer>7</integer><integer nil='true'/><NMTOKENS>a b c</NMTOKENS><string>7</string><u>7</u><boolean>1</boolean>\
                      <date>2024-03-01Z</date><double>1e1</double><anyURI>urn:a</anyURI><QName>xml:lang</QName></only>";

#[test]
fn values_compare_by_their_types() {
    Fixture::typed(VALUES).assert(&[
        ("v[@integer < @decimal]", "v"),
        ("v[@integer lt @decimal]/@string", "@string=9"),
        ("v[@integer = @decimal]/@string", "@string=x"),
        ("v[1]/@integer < v[2]/@integer", "true"),
        ("v/@integer = 12", "true"),
        ("v/@string = 9", "XPTY0004"),
        ("v[1]/@string = '9'", "true"),
        ("v[1]/@integer = '9'", "XPTY0004"),
        ("v[1]/@integer = u", "false"),
        ("integer = u", "true"),
        ("integer eq 7", "true"),
        ("integer[1] = string", "XPTY0004"),
        ("u = string", "true"),
        ("u eq string", "true"),
        ("boolean = true()", "true"),
        ("boolean = u", "FORG0001"),
        ("boolean and true()", "true"),
        ("date > v[1]/@date", "true"),
        ("date - v[1]/@date", "P1D:dayTimeDuration"),
        ("double > integer", "true"),
        ("anyURI = 'urn:a'", "true"),
        ("QName = xs:QName('xml:lang')", "true"),
        ("NMTOKENS = 'b'", "true"),
        ("NMTOKENS = 'a b c'", "false"),
        ("NMTOKENS eq 'b'", "XPTY0004"),
        ("data(NMTOKENS)", "a:NMTOKEN b:NMTOKEN c:NMTOKEN"),
        ("count(data(NMTOKENS))", "3"),
        ("string(NMTOKENS)", "'a b c'"),
        ("data(integer)", "7"),
        ("integer[2] = 7", "false"),
        ("integer[2] eq 7", ""),
        ("integer[2] + 1", ""),
        ("integer[1] + 1", "8"),
        ("integer[1] * v[1]/@decimal", "84:decimal"),
        ("sum(v/@integer)", "21"),
        ("v/@integer + 1", "XPTY0004"),
        ("data(.)", "FOTY0012"),
        (". = 1", "FOTY0012"),
        (". + 1", "FOTY0012"),
        ("string(.) = '7'", "false"),
        ("if (.) then 1 else 2", "1"),
        ("(1, 2)[. = 2 or current()]", "XPST0017"),
        ("integer to 9", "7 8 9"),
        ("v[integer(@integer)]", "XPST0017"),
    ]);
}

#[test]
fn kind_tests_ask_for_types() {
    Fixture::typed(VALUES).assert(&[
        ("element(*, xs:integer)", "integer"),
        ("element(*, xs:integer?)", "integer integer"),
        ("element(integer, xs:decimal)", "integer"),
        ("element(integer, xs:string)", ""),
        ("element(integer)", "integer integer"),
        ("count(element(*, xs:anyAtomicType))", "7"),
        ("count(element(*, xs:anySimpleType?))", "9"),
        ("count(element(*, xs:anyType?))", "12"),
        ("count(element(*, xs:untyped))", "3"),
        ("v/@attribute(*, xs:decimal)", "@integer=9 @decimal=12.0 @integer=12 @decimal=12.0"),
        ("v/@attribute(integer, xs:integer)", "@integer=9 @integer=12"),
        ("v/attribute(string, xs:integer)", ""),
        ("(/) instance of document-node(element(only, xs:anyType))", "true"),
        ("(/) instance of document-node(element(only, xs:string))", "false"),
        ("integer[1] instance of element(integer, xs:integer)", "true"),
        ("integer[2] instance of element(integer, xs:integer)", "false"),
        ("integer[2] instance of element(integer, xs:integer?)", "true"),
        ("data(v[1]/@integer) instance of xs:integer", "true"),
        ("data(v[1]/@integer) instance of xs:decimal", "true"),
        ("data(v[1]/@integer) instance of xs:string", "false"),
        ("nilled(integer[2])", "true"),
    ]);
}
