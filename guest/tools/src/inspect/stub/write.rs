//! The text of a stub.

use super::StubForm;
use super::member::{Line, Members, facet_text, plain, telling_facets};
use super::plan::Plan;
use super::spelling::Spelling;
use crate::content::{self, wildcard};
use crate::ids::Ids;
use pyxsd_datatypes::XsdVersion;
use pyxsd_schema::Component;
use pyxsd_schema::components::*;

/// Bytes of a stub; classes that do not fit are counted.
const MAX_BYTES: usize = 4 << 20;
/// Characters of documentation beside a class.
const DOCUMENTATION: usize = 160;
/// What the full form imports.
const IMPORTS: &str = "from __future__ import annotations\nfrom datetime import date, datetime, time\nfrom decimal import Decimal\nfrom typing import Any\n\n";

pub(super) struct Writer<'p, 's> {
    ids: &'p Ids<'s>,
    plan: &'p Plan,
    form: StubForm,
    spelling: Spelling,
    body: String,
}

impl<'p, 's> Writer<'p, 's> {
    pub(super) fn new(ids: &'p Ids<'s>, plan: &'p Plan, form: StubForm) -> Self {
        Self { ids, plan, form, spelling: Spelling::default(), body: String::new() }
    }

    pub(super) fn write(mut self) -> String {
        let plan = self.plan;
        for (at, id) in plan.classes.iter().enumerate() {
            if self.body.len() > MAX_BYTES {
                let more = plan.classes.len() - at;
                self.body.push_str(&format!("# {more} more classes: ask for components\n"));
                break;
            }
            self.class(*id);
        }
        if !plan.complete {
            self.body.push_str("# more classes than are shown: ask for components\n");
        }
        self.roots();
        self.header() + &self.body
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
                header.push_str(&format!("# aliases: {}\n", aliases.collect::<Vec<_>>().join(", ")));
            }
        }
        header
    }

    fn class(&mut self, id: TypeId) {
        let Some(name) = self.plan.class(id) else { return };
        let base = self.spelling.base(self.ids, self.plan, id);
        let bases = if base.is_empty() { String::new() } else { format!("({base})") };
        let (lines, notes) = self.inside(id);
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
        notes.extend(content::own_assertions(schema, id).into_iter().map(|test| format!("assert: {test}")));
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

    fn roots(&mut self) {
        let plan = self.plan;
        let mut listed = Vec::new();
        for id in &plan.roots {
            let element = self.ids.schema().components.element(*id);
            let name = super::naming::identifier(self.ids.schema().names.local(element.name));
            let spelt = self.spelling.of_type(self.ids, plan, element.type_id);
            let is_class = content::complex(self.ids.schema(), element.type_id).is_some() && spelt != "Any";
            let (spelt, note) = match (self.form, is_class) {
                (StubForm::Full, true) => (format!("type[{spelt}]"), element.is_abstract),
                _ => (spelt, element.is_abstract),
            };
            listed.push((name, spelt, if note { " (abstract)" } else { "" }));
        }
        if listed.is_empty() {
            return;
        }
        match self.form {
            StubForm::Full => {
                self.body.push_str("\n# Root elements:\n");
                for (name, spelt, note) in listed {
                    let note = if note.is_empty() { String::new() } else { format!("  #{note}") };
                    self.body.push_str(&format!("{name}: {spelt}{note}\n"));
                }
            }
            StubForm::Compact => {
                let listed = listed.into_iter().map(|(name, spelt, note)| format!("{name}: {spelt}{note}"));
                self.body.push_str(&format!("# roots: {}\n", listed.collect::<Vec<_>>().join(", ")));
            }
        }
    }
}

fn comment(comments: &[String]) -> String {
    if comments.is_empty() {
        return String::new();
    }
    format!("  # {}", plain(&comments.join("; ")))
}
