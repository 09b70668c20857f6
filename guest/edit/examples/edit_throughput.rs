//! Time of each operation, and of the comparison that follows, on a document of so many megabytes: `edit_throughput 10`.

use pyxsd_datatypes::{Builtin, NoContext, SimpleType, Value};
use pyxsd_edit::{Content, KeyOrder, Operation, Position, Selection, Step, SuppliedNodes, Unmapped, apply, structural};
use pyxsd_schema::{CompileOptions, Resolver};
use pyxsd_validator::ValidateOptions;
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Instant;

const SCHEMA: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:o" targetNamespace="urn:o" elementFormDefault="qualified">
  <xs:element name="r"><xs:complexType><xs:sequence><xs:element name="i" maxOccurs="unbounded"><xs:complexType><xs:sequence>
    <xs:element name="p" type="xs:decimal"/><xs:element name="n" type="xs:string"/><xs:element name="a" type="xs:string"/>
  </xs:sequence><xs:attribute name="k" type="xs:integer"/></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>
</xs:schema>"#;

struct File;

impl Resolver for File {
    fn load(&mut self, path: &str) -> Option<Vec<u8>> {
        (path == "a.xsd").then(|| SCHEMA.as_bytes().to_vec())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let megabytes: usize = std::env::args().nth(1).and_then(|given| given.parse().ok()).unwrap_or(10);
    let mut document = String::from("<r xmlns=\"urn:o\">\n");
    let mut number = 0;
    while document.len() < megabytes << 20 {
        number += 1;
        let key = (number * 7919) % 1_000_003;
        writeln!(
            document,
            "  <i k=\"{key}\">\n    <p>{number}.50</p>\n    <n>n{number}</n>\n    <a>St {key}; T</a>\n  </i>"
        )?;
    }
    document.push_str("</r>\n");
    let Ok(Value::Moment(now)) =
        SimpleType::of_builtin(Builtin::DateTimeStamp).parse("2024-02-29T12:00:00Z", &NoContext)
    else {
        return Err("no time".into());
    };
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} bytes, {} elements", document.len(), 4 * number + 1)?;
    for (name, select, operation) in steps() {
        let mut schema = pyxsd_schema::compile(&["a.xsd".to_owned()], &CompileOptions::default(), &mut File)
            .map_err(|error| format!("{error:?}"))?;
        let step = Step {
            select: Selection::Expression(select.to_owned()),
            namespaces: vec![(String::new(), "urn:o".to_owned())],
            supplied: SuppliedNodes::Refuse,
            operation,
        };
        let options = ValidateOptions::default();
        let start = Instant::now();
        let edited = apply(&mut schema, "d.xml", document.as_bytes(), &options, &step, now.clone())
            .map_err(|error| format!("{name}: {error:?}"))?;
        let took = start.elapsed();
        let start = Instant::now();
        let diff = structural(document.as_bytes(), &edited.document, 10_000, &options.parse)
            .map_err(|error| format!("{name}: {error:?}"))?;
        let compared = start.elapsed();
        let content = diff.content;
        let counts = format!("+{} -{} ~{} >{}", content.added, content.removed, content.changed, content.moved);
        writeln!(out, "{name:18} {:>8} changed {took:>8.0?}, compared {compared:>8.0?} {counts}", edited.changed)?;
    }
    Ok(())
}

fn steps() -> Vec<(&'static str, &'static str, Operation)> {
    let name = |name: &str| name.to_owned();
    let move_to = |to: &str| Operation::Move { to: Selection::Expression(name(to)), position: Position::Last };
    vec![
        ("nothing", "x", Operation::Drop),
        ("rename", "i", Operation::Rename { name: name("j") }),
        ("rename all", "//*", Operation::Rename { name: name("j") }),
        ("move inside", "i/n", move_to("../a")),
        ("move to one", "i/n", move_to("/r/i[1]")),
        ("wrap", "i", Operation::Wrap { name: name("w"), together: false }),
        ("wrap together", "i", Operation::Wrap { name: name("w"), together: true }),
        ("unwrap", "i", Operation::Unwrap),
        ("drop", "i/n", Operation::Drop),
        ("insert", "i", Operation::Insert { name: name("v"), content: None, position: Position::First }),
        (
            "set attribute",
            "i",
            Operation::SetAttribute { name: name("x"), content: Content::Expression(name("p * 2")) },
        ),
        ("set text", "i/p", Operation::SetText { content: Content::Expression(name(". * 2.54")) }),
        (
            "map values",
            "i/n",
            Operation::MapValues { values: vec![(name("n1"), name("x"))], attribute: None, otherwise: Unmapped::Keep },
        ),
        ("change namespace", ".", Operation::ChangeNamespace { from: name("urn:o"), to: name("urn:n") }),
        ("sort", "i", Operation::Sort { by: name("@k"), descending: false, order: KeyOrder::Number }),
        ("split", "i/a", Operation::Split { separator: name(";"), into: vec![name("s"), name("t")] }),
        ("merge", "i/n | i/a", Operation::Merge { separator: None }),
    ]
}
