//! The text of a stub.

use super::StubForm;
use super::member::{Line, Members, facet_text, plain, telling_facets};
use super::plan::Plan;
use super::reach::Start;
use super::spelling::Spelling;
use crate::content::{self, wildcard};
use crate::ids::Ids;
use pyxsd_datatypes::XsdVersion;
use pyxsd_schema::Component;
use pyxsd_schema::components::*;
use std::collections::BTreeMap;

/// Characters of documentation beside a class.
const DOCUMENTATION: usize = 160;
/// Most of a text that lists of root elements, and of what is left out, take up: one part in so many.
const LISTS: usize = 8;
/// What the full form imports.
const IMPORTS: &str = "from __future__ import annotations\nfrom datetime import date, datetime, time\nfrom decimal import Decimal\nfrom typing import Any\n\n";

pub(super) struct Writer<'p, 's> {
    ids: &'p Ids<'s>,
    plan: &'p Plan<'p>,
    form: StubForm,
    /// Most bytes of the text as a JSON string.
    bytes: usize,
    spelling: Spelling,
    body: String,
}

impl<'p, 's> Writer<'p, 's> {
    pub(super) fn new(ids: &'p Ids<'s>, plan: &'p Plan<'p>, form: StubForm, bytes: usize) -> Self {
        let spelling = Spelling { form, aliases: BTreeMap::new() };
        Self { ids, plan, form, bytes, spelling, body: String::new() }
    }

    /// The text; as an error what there is of it where it takes more than its bytes.
    pub(super) fn write(mut self) -> Result<String, String> {
        let plan = self.plan;
        let mut written = 0;
        for id in plan.classes {
            let before = self.body.len();
            self.class(*id);
            written += escaped(&self.body[before..]);
            if written > self.bytes {
                return Err(self.body);
            }
        }
        self.roots();
        if !plan.is_whole() {
            self.rest();
        }
        let text = self.header() + &self.body;
        if escaped(&text) > self.bytes { Err(text) } else { Ok(text) }
    }

    fn header(&self) -> String {
        let components = &self.ids.schema().components;
        let version = if components.version == XsdVersion::V1_0 { "1.0" } else { "1.1" };
        let entry = components.documents.first();
        let path = entry.map_or("", |entry| &entry.path);
        let namespace = entry.map_or("", |entry| self.ids.schema().names.namespace_uri(entry.namespace));
        let namespace = if namespace.is_empty() { "no namespace" } else { namespace };
        let mut header = format!("# {} (XSD {version}), {}\n", plain(path), plain(namespace));
        match self.form {
            StubForm::Full => {
                header.push_str(
                    "# Members are attributes and child elements; list[...] repeats, \"| None\" may be absent.\n",
                );
                header.push_str(IMPORTS);
                let special = ["Duration", "GYear", "GYearMonth", "GMonth", "GMonthDay", "GDay"];
                for alias in special.into_iter().filter(|alias| self.spelling.aliases.contains_key(alias)) {
                    header.push_str(&format!("class {alias}(str): ...\n"));
                }
            }
            StubForm::Compact => {
                let aliases = self.spelling.aliases.iter().map(|(alias, built_in)| {
                    format!("{alias}={}", built_in.iter().copied().collect::<Vec<_>>().join("+"))
                });
                let aliases: Vec<String> = aliases.collect();
                if !aliases.is_empty() {
                    header.push_str(&format!("# aliases: {}\n", aliases.join(", ")));
                }
            }
        }
        header
    }

    fn class(&mut self, id: TypeId) {
        let Some(name) = self.plan.class(id) else { return };
        let base = self.spelling.base(self.ids, self.plan, id);
        let bases = if base.is_empty() { String::new() } else { format!("({base})") };
        let (lines, mut notes) = self.inside(id);
        // A class that is not called what its type is says what that is.
        let type_name = self.ids.schema().components.type_(id).name;
        if self.form == StubForm::Compact && type_name.is_some_and(|own| self.ids.schema().names.local(own) != name) {
            notes.insert(0, self.ids.short(Component::Type(id)));
        }
        match self.form {
            StubForm::Full => self.full(id, &format!("class {name}{bases}:"), lines, notes),
            StubForm::Compact => self.compact(&format!("class {name}{bases}:"), lines, notes),
        }
    }

    fn inside(&mut self, id: TypeId) -> (Vec<Line>, Vec<String>) {
        let definition = self.ids.schema().components.type_(id);
        match &definition.detail {
            TypeDetail::Simple(simple) => {
                let mut notes: Vec<String> = telling_facets(&simple.datatype).iter().map(facet_text).collect();
                if let Some(item) = simple.item {
                    notes.insert(0, format!("list of {}", self.spelling.of_type(self.ids, self.plan, item)));
                }
                if !simple.members.is_empty() {
                    let spelt = |member: &TypeId| self.spelling.of_type(self.ids, self.plan, *member);
                    let members: Vec<String> = simple.members.iter().map(spelt).collect();
                    notes.insert(0, format!("union of {}", members.join(" | ")));
                }
                (Vec::new(), notes)
            }
            TypeDetail::Complex(complex) => {
                let members = Members { ids: self.ids, plan: self.plan, form: self.form };
                let (lines, mut notes) = members.of(id, &mut self.spelling);
                notes.extend(self.notes(id, complex));
                (lines, notes)
            }
        }
    }

    fn notes(&self, id: TypeId, complex: &ComplexType) -> Vec<String> {
        let schema = self.ids.schema();
        let mut notes = Vec::new();
        if complex.is_abstract {
            notes.push("abstract".to_owned());
        }
        match &complex.content {
            Content::Elements { mixed, open, .. } => {
                if *mixed {
                    notes.push("mixed content: text between the children is not shown".to_owned());
                }
                if let Some(open) = open {
                    notes.push(format!("open content: {}", wildcard(schema, open.wildcard)));
                }
            }
            Content::Empty | Content::Simple { .. } => {}
        }
        notes.extend(content::own_assertions(schema, id).iter().map(|test| format!("assert: {}", test.text.trim())));
        let attributes = complex.attributes.wildcard;
        notes.extend(attributes.map(|id| format!("admits undeclared attributes: {}", wildcard(schema, id))));
        notes
    }

    fn full(&mut self, id: TypeId, head: &str, lines: Vec<Line>, notes: Vec<String>) {
        let component = Component::Type(id);
        let place = self.ids.place(component);
        let place = place.map_or_else(String::new, |place| format!("  {}:{}", plain(&place.file), place.position.line));
        self.body.push_str(&format!("\n{head}  # {}{place}\n", plain(&self.ids.id(component))));
        let documentation = self.documentation(component);
        for note in documentation.into_iter().chain(notes.into_iter().map(|note| plain(&note))) {
            self.body.push_str(&format!("    # {note}\n"));
        }
        if lines.is_empty() {
            self.body.push_str("    ...\n");
        }
        for line in lines {
            self.body.push_str(&format!("    {}: {}{}\n", line.name, line.spelt, comment(&line.comments)));
        }
    }

    fn documentation(&self, component: Component) -> Option<String> {
        let said = |component| self.ids.schema().components.documentation.of(component);
        let text = said(component).or_else(|| said(self.ids.owner(component)?))?;
        let mut short: String = text.chars().take(DOCUMENTATION).collect();
        if short.len() < text.len() {
            short.push('…');
        }
        Some(plain(&short))
    }

    fn compact(&mut self, head: &str, lines: Vec<Line>, notes: Vec<String>) {
        self.body.push_str(&format!("{head}{}\n", comment(&notes)));
        if lines.is_empty() {
            self.body.push_str("  ...\n");
        }
        for mut line in lines {
            line.comments.retain(|comment| comment != "attribute");
            self.body.push_str(&format!("  {}: {}{}\n", line.name, line.spelt, comment(&line.comments)));
        }
    }

    /// The global elements; of a schema that is not shown as a whole as many as a list may have.
    fn roots(&mut self) {
        let plan = self.plan;
        let room = if plan.is_whole() { usize::MAX } else { self.bytes / LISTS };
        let (mut listed, mut length, mut more) = (Vec::new(), 0, 0);
        for id in &plan.reach.roots {
            if length > room {
                more += 1;
                continue;
            }
            let element = self.ids.schema().components.element(*id);
            let name = super::naming::identifier(self.ids.schema().names.local(element.name));
            let spelt = self.spelling.of_type(self.ids, plan, element.type_id);
            let shown = self.spelling.shown(self.ids, plan, element.type_id);
            let is_class = self.ids.schema().components.complex(shown).is_some() && plan.class(shown).is_some();
            let spelt = if self.form == StubForm::Full && is_class { format!("type[{spelt}]") } else { spelt };
            length += name.len() + spelt.len() + 4;
            listed.push((name, spelt, if element.is_abstract { " (abstract)" } else { "" }));
        }
        if listed.is_empty() {
            return;
        }
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        match self.form {
            StubForm::Full => {
                self.body.push_str("\n# Root elements:\n");
                for (name, spelt, note) in listed {
                    let note = if note.is_empty() { String::new() } else { format!("  #{note}") };
                    self.body.push_str(&format!("{name}: {spelt}{note}\n"));
                }
                if !more.is_empty() {
                    self.body.push_str(&format!("#{more}\n"));
                }
            }
            StubForm::Compact => {
                let listed = listed.into_iter().map(|(name, spelt, note)| format!("{name}: {spelt}{note}"));
                self.body.push_str(&format!("# roots: {}{more}\n", listed.collect::<Vec<_>>().join(", ")));
            }
        }
    }

    /// What is not shown, and how to see it.
    fn rest(&mut self) {
        let plan = self.plan;
        let left_out = plan.left_out();
        let (shown, all, depth) = (plan.classes.len(), plan.reach.order.len(), plan.reach.depth);
        let of = match plan.reach.start {
            Start::All => "of the schema".to_owned(),
            Start::Entry => format!("within depth {depth} of the roots; the whole schema does not fit"),
            Start::Components => format!("within depth {depth} of the components asked for"),
        };
        let bound = if plan.reach.complete { "" } else { "at least " };
        self.body.push_str(&format!("# shown: {shown} of {bound}{all} classes {of}\n"));
        let (mut names, mut length) = (Vec::new(), 0);
        for id in left_out {
            let name = self.ids.short(Component::Type(*id));
            length += name.len() + 2;
            if length > self.bytes / LISTS {
                break;
            }
            names.push(name);
        }
        if !names.is_empty() {
            let more = left_out.len() - names.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            self.body.push_str(&format!("# left out for their size: {}{more}\n", names.join(", ")));
        }
        let deeper = if left_out.is_empty() { "raise `depth`, or " } else { "" };
        self.body.push_str(&format!(
            "# to see more, {deeper}name types or elements in `components`; pyxsd_find_schema_components finds them\n"
        ));
    }
}

/// Bytes of a text inside a JSON string.
fn escaped(text: &str) -> usize {
    let longer = |byte: u8| match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' => 1,
        0..0x20 => 5,
        _ => 0,
    };
    text.len() + text.bytes().map(longer).sum::<usize>()
}

fn comment(comments: &[String]) -> String {
    if comments.is_empty() {
        return String::new();
    }
    format!("  # {}", plain(&comments.join("; ")))
}
