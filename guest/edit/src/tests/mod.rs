mod attributes;
mod bytes;
mod errors;
mod hostile;
mod names;
mod namespaces;
mod random;
mod structure;
mod values;

use crate::{Content, EditError, Edited, Operation, Selection, Step, SuppliedNodes, apply};
use pyxsd_schema::{CompileOptions, Location, Schema};
use pyxsd_validator::ValidateOptions;

/// Declares nothing that the documents of the tests have: their trees are untyped.
const NOTHING: &str =
    r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="elsewhere"/></xs:schema>"#;

fn compiled(text: &str) -> Schema {
    struct File<'f>(&'f str);
    impl pyxsd_schema::Resolver for File<'_> {
        fn load(&mut self, path: &str) -> Option<Vec<u8>> {
            (path == "a.xsd").then(|| self.0.as_bytes().to_vec())
        }
    }
    let schema = pyxsd_schema::compile(&["a.xsd".to_owned()], &CompileOptions::default(), &mut File(text));
    let schema = schema.expect("the schema compiles");
    assert!(!schema.has_errors(), "{:?}", schema.issues);
    schema
}

fn now() -> pyxsd_datatypes::Moment {
    use pyxsd_datatypes::{Builtin, NoContext, SimpleType, Value};
    match SimpleType::of_builtin(Builtin::DateTimeStamp).parse("2024-02-29T12:00:00Z", &NoContext) {
        Ok(Value::Moment(moment)) => moment,
        other => panic!("{other:?}"),
    }
}

fn step(select: &str, operation: Operation) -> Step {
    let select = Selection::Expression(select.to_owned());
    Step { select, namespaces: Vec::new(), supplied: SuppliedNodes::Refuse, operation }
}

/// A step with prefixes.
fn bound(namespaces: &[(&str, &str)], select: &str, operation: Operation) -> Step {
    let namespaces = namespaces.iter().map(|(prefix, uri)| ((*prefix).to_owned(), (*uri).to_owned())).collect();
    Step { namespaces, ..step(select, operation) }
}

thread_local! {
    /// The schema that most tests take: a step leaves it as it was.
    static UNTYPED: std::cell::RefCell<Schema> = std::cell::RefCell::new(compiled(NOTHING));
}

fn outcome(schema: &str, document: &[u8], step: &Step) -> Result<Edited, EditError> {
    match schema {
        NOTHING => UNTYPED.with_borrow_mut(|schema| outcome_under(schema, document, step)),
        schema => outcome_under(&mut compiled(schema), document, step),
    }
}

fn outcome_under(schema: &mut Schema, document: &[u8], step: &Step) -> Result<Edited, EditError> {
    let names = schema.names.len();
    let options = ValidateOptions::default();
    let edited = apply(schema, "d.xml", document, &options, step, now());
    assert_eq!(schema.names.len(), names, "the table of names is as before");
    if let Ok(edited) = &edited {
        let source = pyxsd_xml::Source::decode(&edited.document, &options.parse).expect("what comes out is XML");
        let read = crate::tree::read(&source, &options.parse);
        read.unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&edited.document)));
    }
    edited
}

fn edited(document: &str, step: &Step) -> Edited {
    outcome(NOTHING, document.as_bytes(), step).unwrap_or_else(|error| panic!("{step:?}: {error:?}"))
}

fn written(document: &str, step: &Step) -> String {
    String::from_utf8(edited(document, step).document).expect("UTF-8")
}

/// Documents, steps, and what comes out.
fn each(cases: &[(&str, Step, &str)]) {
    for (document, step, expected) in cases {
        assert_eq!(written(document, step), *expected, "{:?} of {document}", step.operation);
    }
}

/// Why a step cannot be done, and to which node.
fn obstacle(document: &str, step: &Step) -> (String, String) {
    match outcome(NOTHING, document.as_bytes(), step) {
        Err(EditError::Impossible { message, at }) => (message, place(&at)),
        other => panic!("{step:?}: {other:?}"),
    }
}

fn place(location: &Location) -> String {
    let mut shown: String = location.path.iter().map(|step| format!("/{}[{}]", step.name, step.index)).collect();
    if let Some(attribute) = &location.attribute {
        shown.push_str("/@");
        shown.push_str(attribute);
    }
    shown
}

fn name(name: &str) -> String {
    name.to_owned()
}

fn rename(new: &str) -> Operation {
    Operation::Rename { name: name(new) }
}

fn set_attribute(new: &str, expression: &str) -> Operation {
    Operation::SetAttribute { name: name(new), content: Content::Expression(name(expression)) }
}

fn set_text(text: &str) -> Operation {
    Operation::SetText { content: Content::Text(name(text)) }
}
