//! JSON data against the declarations of the schema.

use super::parts::Part;
use super::scalar::{Form, Scalar};
use super::shape::{Field, Node, Object, Shapes};
use crate::ids::Ids;
use crate::json::{Json, pointer_step};
use hashbrown::HashSet;
use pyxsd_datatypes::{IdKind, SimpleType, ValueContext, Variety};
use pyxsd_schema::IssueCode;
use pyxsd_schema::components::*;
use pyxsd_xml::is_char;
use std::collections::BTreeSet;

/// Errors that are told; further ones are counted.
const MAX_ERRORS: usize = 1_000;
/// Digits that a number is written out with.
const MAX_DIGITS: i64 = 10_000;

/// The verdict on JSON data.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    /// In the order of the declarations, depth first; at most 1,000.
    pub errors: Vec<DataError>,
    /// How many more there are.
    pub suppressed: u64,
}

impl Verdict {
    /// Whether the data is valid.
    pub fn is_valid(&self) -> bool {
        self.errors.is_empty()
    }
}

/// What is wrong at one place of the data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataError {
    /// JSON pointer (RFC 6901) of the value; of something that is missing, that of the object where it should be.
    pub pointer: String,
    /// The code that a document would get.
    pub code: IssueCode,
    /// One line.
    pub message: String,
}

/// Checks data against a shape.
pub(super) fn check(ids: &Ids<'_>, shapes: &Shapes, data: &Json) -> Verdict {
    let mut checker = Checker { ids, shapes, verdict: Verdict::default(), found: BTreeSet::new(), wanted: Vec::new() };
    checker.element(&shapes.root, data, String::new());
    let unresolved: Vec<_> =
        std::mem::take(&mut checker.wanted).into_iter().filter(|(id, _)| !checker.found.contains(id)).collect();
    for (id, pointer) in unresolved {
        checker.error(&pointer, IssueCode::IdrefUnresolved, format!("no ID has the value {id}"));
    }
    checker.verdict
}

struct Checker<'c, 's> {
    ids: &'c Ids<'s>,
    shapes: &'c Shapes,
    verdict: Verdict,
    found: BTreeSet<String>,
    wanted: Vec<(String, String)>,
}

/// An expanded name in braces, as the only prefix that there is.
struct Braced<'v>(&'v str);

impl ValueContext for Braced<'_> {
    fn resolve_prefix(&self, prefix: &str) -> Option<&str> {
        match prefix {
            "" => Some(""),
            "n" => Some(self.0).filter(|namespace| !namespace.is_empty()),
            _ => None,
        }
    }
}

impl Checker<'_, '_> {
    fn error(&mut self, pointer: &str, code: IssueCode, message: String) {
        if self.verdict.errors.len() >= MAX_ERRORS {
            self.verdict.suppressed += 1;
            return;
        }
        self.verdict.errors.push(DataError { pointer: pointer.to_owned(), code, message });
    }

    /// Recursive: shapes are bounded in depth.
    fn element(&mut self, field: &Field, data: &Json, pointer: String) {
        let element = self.ids.schema().components.element(field.element);
        let value = element.value.as_ref();
        match &field.node {
            Node::Object(at) => self.object(&self.shapes.objects[*at], data, &pointer),
            Node::Scalar(_) if *data == Json::Null && field.nillable => {
                if value.is_some_and(|value| value.fixed) {
                    self.error(
                        &pointer,
                        IssueCode::Nil,
                        format!("{} has a fixed value and cannot be null", field.name),
                    );
                }
            }
            Node::Scalar(_) if *data == Json::Null => {
                self.error(&pointer, IssueCode::Nil, format!("{} is not nillable, so null is no value", field.name));
            }
            Node::Scalar(scalar) => {
                self.value(scalar, data, value, (IssueCode::Value, IssueCode::FixedElement), &pointer);
            }
        }
    }

    fn object(&mut self, object: &Object, data: &Json, pointer: &str) {
        let Json::Object(members) = data else {
            let name = self.name(object.element);
            self.error(pointer, IssueCode::Value, format!("{name} is an object, but here is {}", data.kind()));
            return;
        };
        let is_nil = self.nil(object, members, pointer);
        for attribute in &object.attributes {
            let found = members.iter().find(|(name, _)| *name == attribute.name);
            let Some((name, value)) = found else {
                if attribute.attribute_use.required {
                    self.error(
                        pointer,
                        IssueCode::MissingAttribute,
                        format!("the attribute {} is required", attribute.name),
                    );
                }
                continue;
            };
            let codes = (IssueCode::InvalidAttribute, IssueCode::FixedAttribute);
            let constraint = attribute.attribute_use.value.as_ref();
            self.value(&attribute.scalar, value, constraint, codes, &pointer_step(pointer, name));
        }
        self.strangers(object, members, pointer);
        if is_nil {
            return;
        }
        self.text(object, members, pointer);
        let counts = self.fields(object, members, pointer);
        object.parts.iter().for_each(|part| self.part(object, part, &counts, pointer));
    }

    /// Whether `$nil` is true, which leaves room for attributes only.
    fn nil(&mut self, object: &Object, members: &[(String, Json)], pointer: &str) -> bool {
        let Some((_, value)) = members.iter().find(|(name, _)| name == "$nil") else { return false };
        let at = pointer_step(pointer, "$nil");
        let name = self.name(object.element);
        match value {
            _ if !object.nillable => self.error(&at, IssueCode::Nil, format!("{name} is not nillable")),
            Json::Bool(false) => {}
            Json::Bool(true) => {
                if let Some((content, _)) = members.iter().find(|(name, _)| !name.starts_with('@') && name != "$nil") {
                    let message = format!("{name} is nil, so it has no content, but here is {content}");
                    self.error(&pointer_step(pointer, content), IssueCode::Nil, message);
                }
                return true;
            }
            other => self.error(&at, IssueCode::Nil, format!("$nil is a boolean, but here is {}", other.kind())),
        }
        false
    }

    fn strangers(&mut self, object: &Object, members: &[(String, Json)], pointer: &str) {
        let known: HashSet<&str> = object
            .attributes
            .iter()
            .map(|attribute| attribute.name.as_str())
            .chain(object.fields.iter().map(|field| field.name.as_str()))
            .collect();
        for (name, _) in members.iter().filter(|(name, _)| !known.contains(name.as_str()) && name != "$nil") {
            let (code, what) = match name.as_str() {
                "$" if object.text.is_some() => continue,
                "$" => (IssueCode::UnexpectedCharacter, "text".to_owned()),
                attribute if attribute.starts_with('@') => {
                    (IssueCode::UnexpectedAttribute, format!("attribute {name}"))
                }
                _ => (IssueCode::UnexpectedElement, format!("child {name}")),
            };
            let message = format!("{} has no {what}", self.name(object.element));
            self.error(&pointer_step(pointer, name), code, message);
        }
    }

    fn text(&mut self, object: &Object, members: &[(String, Json)], pointer: &str) {
        let Some(scalar) = &object.text else { return };
        let value = self.ids.schema().components.element(object.element).value.as_ref();
        match members.iter().find(|(name, _)| name == "$") {
            Some((name, data)) => {
                let codes = (IssueCode::Value, IssueCode::FixedElement);
                self.value(scalar, data, value, codes, &pointer_step(pointer, name));
            }
            None => {
                let message = format!("{} needs its text, the member $", self.name(object.element));
                self.error(pointer, IssueCode::Value, message);
            }
        }
    }

    /// Checks the values of the fields; how many of each there are.
    fn fields(&mut self, object: &Object, members: &[(String, Json)], pointer: &str) -> Vec<u64> {
        let mut counts = Vec::with_capacity(object.fields.len());
        for field in &object.fields {
            let Some((name, value)) = members.iter().find(|(name, _)| *name == field.name) else {
                counts.push(0);
                continue;
            };
            let pointer = pointer_step(pointer, name);
            let is_repeated = field.occurs.max.is_none_or(|max| max > 1);
            match value {
                Json::Array(items) if is_repeated => {
                    for (at, item) in items.iter().enumerate() {
                        self.element(field, item, format!("{pointer}/{at}"));
                    }
                    counts.push(items.len() as u64);
                }
                other if is_repeated => {
                    let message = format!("{} may repeat and is an array, but here is {}", field.name, other.kind());
                    self.error(&pointer, IssueCode::Value, message);
                    // How many are meant is not known, so nothing is said about it.
                    counts.push(field.occurs.min.max(1));
                }
                other => {
                    self.element(field, other, pointer);
                    counts.push(1);
                }
            }
        }
        counts
    }

    /// Recursive: the nesting of parts is bounded.
    fn part(&mut self, object: &Object, part: &Part, counts: &[u64], pointer: &str) {
        match part {
            Part::Field(at) => self.occurrence(&object.fields[*at], counts[*at], pointer),
            Part::Together { optional, parts } => {
                if !*optional || parts.iter().any(|part| is_present(part, counts)) {
                    parts.iter().for_each(|part| self.part(object, part, counts, pointer));
                }
            }
            Part::OneOf { optional, fields } => {
                let present: Vec<usize> = fields.iter().copied().filter(|at| counts[*at] > 0).collect();
                let listed = || fields.iter().map(|at| object.fields[*at].name.as_str()).collect::<Vec<_>>().join(", ");
                match present.as_slice() {
                    [] if *optional => {}
                    [] => {
                        self.error(pointer, IssueCode::OccurrenceMin, format!("one of these is required: {}", listed()))
                    }
                    [one] => self.occurrence(&object.fields[*one], counts[*one], pointer),
                    [_, second, ..] => {
                        let at = pointer_step(pointer, &object.fields[*second].name);
                        self.error(
                            &at,
                            IssueCode::OccurrenceMax,
                            format!("only one of these may be there: {}", listed()),
                        );
                    }
                }
            }
        }
    }

    fn occurrence(&mut self, field: &Field, count: u64, pointer: &str) {
        let Occurs { min, max } = field.occurs;
        if count < min {
            let message = match (count, min) {
                (0, 1) => format!("{} is required", field.name),
                _ => format!("{} occurs {count} times, but at least {min} are required", field.name),
            };
            self.error(pointer, IssueCode::OccurrenceMin, message);
        }
        if let Some(max) = max.filter(|max| count > *max) {
            let message = format!("{} occurs {count} times, but at most {max} are allowed", field.name);
            self.error(&pointer_step(pointer, &field.name), IssueCode::OccurrenceMax, message);
        }
    }

    /// A simple value; the codes are for an invalid one and for one that is not the fixed one.
    fn value(
        &mut self,
        scalar: &Scalar,
        data: &Json,
        constraint: Option<&ValueConstraint>,
        codes: (IssueCode, IssueCode),
        pointer: &str,
    ) {
        let datatype = &*scalar.datatype;
        let (lexical, namespace) = match lexical(&scalar.form, datatype, data, pointer) {
            Ok(lexical) => lexical,
            Err((pointer, message)) => return self.error(&pointer, codes.0, message),
        };
        let is_empty = lexical.is_empty() && codes.1 == IssueCode::FixedElement;
        // An empty element takes its default or fixed value.
        if is_empty && constraint.is_some() {
            return;
        }
        let context = Braced(&namespace);
        let value = match datatype.parse(&lexical, &context) {
            Ok(value) => value,
            Err(error) => return self.error(pointer, codes.0, error.message),
        };
        if let Some(fixed) = constraint.filter(|constraint| constraint.fixed) {
            let is_equal = match &fixed.value {
                Some(fixed) => fixed.equals(&value),
                None => *datatype.normalize(&fixed.lexical) == *datatype.normalize(&lexical),
            };
            if !is_equal {
                self.error(pointer, codes.1, format!("the value is fixed: {}", fixed.lexical));
            }
        }
        self.note_ids(datatype, &lexical, &context, pointer);
    }

    fn note_ids(&mut self, datatype: &SimpleType, lexical: &str, context: &Braced<'_>, pointer: &str) {
        if !datatype.involves_ids() {
            return;
        }
        let mut seen = Vec::new();
        datatype.visit_ids(lexical, context, &mut |kind, text| seen.push((kind, text.to_owned())));
        for (kind, text) in seen {
            match kind {
                IdKind::IdRef => self.wanted.push((text, pointer.to_owned())),
                IdKind::Id if self.found.insert(text.clone()) => {}
                IdKind::Id => self.error(pointer, IssueCode::IdDuplicate, format!("the ID {text} is there twice")),
            }
        }
    }

    fn name(&self, id: ElementId) -> String {
        self.ids.shown_name(pyxsd_schema::Component::Element(id))
    }
}

fn is_present(part: &Part, counts: &[u64]) -> bool {
    match part {
        Part::Field(at) => counts[*at] > 0,
        Part::Together { parts, .. } => parts.iter().any(|part| is_present(part, counts)),
        Part::OneOf { fields, .. } => fields.iter().any(|at| counts[*at] > 0),
    }
}

/// The lexical form that a JSON value stands for, and the namespace of a name; or where and why there is none.
fn lexical(
    form: &Form,
    datatype: &SimpleType,
    data: &Json,
    pointer: &str,
) -> Result<(String, String), (String, String)> {
    let plain = |text: String| Ok((text, String::new()));
    let wrong = |wanted: &str| Err((pointer.to_owned(), format!("expected {wanted}, but here is {}", data.kind())));
    if let Json::String(text) = data
        && let Some(foreign) = text.chars().find(|c| !is_char(*c))
    {
        let message = format!("U+{:04X} is no character of XML: no document can have it", u32::from(foreign));
        return Err((pointer.to_owned(), message));
    }
    match (form, data) {
        (Form::Text | Form::Binary(_) | Form::Decimal, Json::String(text)) => plain(text.clone()),
        (Form::Name, Json::String(text)) => match text.strip_prefix('{').and_then(|rest| rest.rsplit_once('}')) {
            Some((namespace, local)) if !namespace.is_empty() => Ok((format!("n:{local}"), namespace.to_owned())),
            Some((_, local)) => plain(local.to_owned()),
            None => plain(text.clone()),
        },
        (Form::Boolean, Json::Bool(value)) => plain(value.to_string()),
        (Form::Number, Json::Number(number)) => plain(number.clone()),
        (Form::Integer | Form::Decimal, Json::Number(number)) => match written_out(number) {
            Some(text) => plain(text),
            None => Err((pointer.to_owned(), format!("{number} has more than {MAX_DIGITS} digits"))),
        },
        (Form::List(item), Json::Array(items)) => {
            let Variety::List(item_type) = &datatype.variety else { return wrong("no array") };
            let mut texts = Vec::with_capacity(items.len());
            for (at, value) in items.iter().enumerate() {
                let pointer = format!("{pointer}/{at}");
                let (text, _) = lexical(item, item_type, value, &pointer)?;
                let is_one = !text.is_empty() && !text.contains([' ', '\t', '\n', '\r']);
                if !is_one {
                    return Err((pointer, "an item of a list is not empty and has no white space in it".to_owned()));
                }
                item_type.validate(&text, &Braced("")).map_err(|error| (pointer, error.message))?;
                texts.push(text);
            }
            plain(texts.join(" "))
        }
        (Form::Text | Form::Binary(_) | Form::Name, _) => wrong("a string"),
        (Form::Boolean, _) => wrong("true or false"),
        (Form::Integer | Form::Number, _) => wrong("a number"),
        (Form::Decimal, _) => wrong("a number, or a string with a decimal"),
        (Form::List(_), _) => wrong("an array"),
    }
}

/// A JSON number without exponent, and without a point where it is an integer.
fn written_out(number: &str) -> Option<String> {
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let exponent: i64 = exponent.parse().ok().filter(|exponent: &i64| exponent.abs() <= MAX_DIGITS)?;
    let (sign, unsigned) = mantissa.strip_prefix('-').map_or(("", mantissa), |rest| ("-", rest));
    let (integer, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let mut digits = format!("{integer}{fraction}");
    let mut point = integer.len() as i64 + exponent;
    if point > digits.len() as i64 {
        digits.extend(std::iter::repeat_n('0', usize::try_from(point - digits.len() as i64).ok()?));
    }
    if point < 1 {
        digits.insert_str(0, &"0".repeat(usize::try_from(1 - point).ok()?));
        point = 1;
    }
    let (integer, fraction) = digits.split_at(usize::try_from(point).ok()?);
    let integer = integer.trim_start_matches('0');
    let integer = if integer.is_empty() { "0" } else { integer };
    let fraction = fraction.trim_end_matches('0');
    let sign = if integer == "0" && fraction.is_empty() { "" } else { sign };
    Some(if fraction.is_empty() { format!("{sign}{integer}") } else { format!("{sign}{integer}.{fraction}") })
}

#[cfg(test)]
mod tests {
    use super::written_out;

    #[test]
    fn numbers_are_written_out_exactly() {
        for (number, text) in [
            ("0", "0"),
            ("-0", "0"),
            ("-0.0e5", "0"),
            ("10", "10"),
            ("1.50", "1.5"),
            ("1.0", "1"),
            ("1e3", "1000"),
            ("12.5e-3", "0.0125"),
            ("-1.25E+1", "-12.5"),
            ("0.1e1", "1"),
            ("12345678901234567890.000000000000000001", "12345678901234567890.000000000000000001"),
        ] {
            assert_eq!(written_out(number).as_deref(), Some(text), "{number}");
        }
        assert_eq!(written_out("1e99999999999"), None);
        assert_eq!(written_out("1e10000").map(|text| text.len()), Some(10_001));
    }
}
