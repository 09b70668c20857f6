//! The members of a class: attributes, then child elements, each once.

use super::StubForm;
use super::naming::{Taken, identifier};
use super::plan::Plan;
use super::spelling::Spelling;
use crate::content::{Member, MemberTerm, added_uses, members, own_particles, own_uses, wildcard};
use crate::ids::Ids;
use crate::inspect::description::{Facet, facets};
use hashbrown::{HashMap, HashSet};
use pyxsd_datatypes::SimpleType;
use pyxsd_schema::Component;
use pyxsd_schema::components::*;
use pyxsd_xml::Symbol;

/// Substitutes that a comment names.
const MAX_NAMED: usize = 12;
/// Values of an enumeration that a comment of a member lists.
const MAX_VALUES: usize = 24;

/// A line of a class.
pub(super) struct Line {
    pub name: String,
    pub spelt: String,
    pub comments: Vec<String>,
}

pub(super) struct Members<'p, 's> {
    pub ids: &'p Ids<'s>,
    pub plan: &'p Plan<'p>,
    pub form: StubForm,
}

impl Members<'_, '_> {
    /// The lines of a complex type, and what it admits without declaring it.
    pub(super) fn of(&self, id: TypeId, spelling: &mut Spelling) -> (Vec<Line>, Vec<String>) {
        let schema = self.ids.schema();
        let mut taken = Taken::default();
        let (mut lines, mut groups) = (Vec::new(), Vec::new());
        // In a lean stub an attribute group is named only.
        let own = if self.plan.is_lean() { own_uses(schema, id) } else { added_uses(schema, id) };
        for own in own {
            lines.push(self.attribute(own, &mut taken, spelling));
        }
        if self.plan.is_lean() {
            let complex = schema.components.complex(id);
            let named = complex.iter().flat_map(|complex| &complex.attributes.groups);
            groups.extend(
                named.map(|group| format!("attributes of {}", self.ids.short(Component::AttributeGroup(*group)))),
            );
        }
        let attributes: HashSet<String> = lines.iter().map(|line| line.name.clone()).collect();
        let (particles, complete) = members(own_particles(schema, id));
        let (elements, mut notes) = self.merged(&particles);
        notes.splice(..0, groups);
        for (element, occurs) in elements {
            lines.push(self.element(element, occurs, (&attributes, &mut taken), spelling));
        }
        if !complete {
            notes.push("more children than are shown here".to_owned());
        }
        if let Some(line) = self.text(id, spelling) {
            lines.push(line);
        }
        (lines, notes)
    }

    /// Elements of one name are one member; wildcards are notes.
    fn merged(&self, particles: &[Member]) -> (Vec<(ElementId, Occurs)>, Vec<String>) {
        let mut elements: Vec<(ElementId, Occurs)> = Vec::new();
        let mut by_name: HashMap<Symbol, usize> = HashMap::new();
        let mut notes = Vec::new();
        for member in particles {
            match member.term {
                MemberTerm::Wildcard(id) => {
                    notes.push(format!("admits undeclared children: {}", wildcard(self.ids.schema(), id)))
                }
                MemberTerm::Element(id) => {
                    let name = self.ids.schema().components.element(id).name;
                    if let Some(at) = by_name.get(&name) {
                        let known = &mut elements[*at].1;
                        known.min = known.min.saturating_add(member.occurs.min);
                        known.max = known.max.zip(member.occurs.max).map(|(one, other)| one.saturating_add(other));
                        continue;
                    }
                    by_name.insert(name, elements.len());
                    elements.push((id, member.occurs));
                }
            }
        }
        notes.dedup();
        (elements, notes)
    }

    fn attribute(&self, own: &AttributeUse, taken: &mut Taken, spelling: &mut Spelling) -> Line {
        let declaration = self.ids.schema().components.attribute(own.attribute);
        let wanted = identifier(self.ids.schema().names.local(declaration.name));
        let mut line = self.line(declaration.name, declaration.type_id, taken.take(wanted), spelling);
        if !own.required && own.value.is_none() {
            line.spelt.push_str(" | None");
        }
        line.comments.insert(0, "attribute".to_owned());
        self.add_value(own.value.as_ref(), &mut line);
        self.add_facets(&declaration.datatype, declaration.type_id, &mut line);
        line
    }

    /// An element of the same name as an attribute says in its own that it is one.
    fn element(
        &self,
        id: ElementId,
        occurs: Occurs,
        (attributes, taken): (&HashSet<String>, &mut Taken),
        spelling: &mut Spelling,
    ) -> Line {
        let element = self.ids.schema().components.element(id);
        let mut wanted = identifier(self.ids.schema().names.local(element.name));
        if attributes.contains(&wanted) {
            wanted.push_str("_element");
        }
        let mut line = self.line(element.name, element.type_id, taken.take(wanted), spelling);
        let repeats = occurs.max.is_none_or(|max| max > 1);
        if repeats {
            line.spelt = format!("list[{}]", line.spelt);
            if occurs.min > 1 || occurs.max.is_some() {
                line.comments.push(
                    crate::content::occurs_suffix(occurs).trim_matches(['{', '}']).replace(',', " to ") + " times",
                );
            } else if occurs.min == 1 {
                line.comments.push("at least one".to_owned());
            }
        }
        if element.nillable || (occurs.min == 0 && !repeats) {
            line.spelt.push_str(" | None");
        }
        if element.nillable {
            line.comments.push("nillable".to_owned());
        }
        self.add_value(element.value.as_ref(), &mut line);
        self.add_alternatives(element, &mut line);
        self.add_substitutes(element, &mut line);
        self.add_deeper(id, element, &mut line);
        if let TypeDetail::Simple(simple) = &self.ids.schema().components.type_(element.type_id).detail {
            self.add_facets(&simple.datatype, element.type_id, &mut line);
        }
        line
    }

    /// The text of simple content, where this type says something about it.
    fn text(&self, id: TypeId, spelling: &mut Spelling) -> Option<Line> {
        let complex = self.ids.schema().components.complex(id)?;
        let Content::Simple { type_id, datatype } = &complex.content else { return None };
        let base = self.ids.schema().components.complex(self.ids.schema().components.type_(id).base);
        if let Some(ComplexType { content: Content::Simple { type_id: inherited, .. }, .. }) = base
            && inherited == type_id
        {
            return None;
        }
        let spelt = spelling.of_type(self.ids, self.plan, *type_id);
        let mut line = Line { name: "value_".to_owned(), spelt, comments: vec!["text content".to_owned()] };
        self.add_facets(datatype, *type_id, &mut line);
        Some(line)
    }

    fn line(&self, name: Symbol, type_id: TypeId, identifier: String, spelling: &mut Spelling) -> Line {
        let local = self.ids.schema().names.local(name);
        let mut comments = Vec::new();
        if identifier != local {
            comments.push(format!("xml: {}", quoted(local)));
        }
        let spelt = spelling.of_type(self.ids, self.plan, type_id);
        Line { name: identifier, spelt, comments }
    }

    fn add_value(&self, value: Option<&ValueConstraint>, line: &mut Line) {
        if let Some(value) = value {
            let word = if value.fixed { "fixed" } else { "default" };
            line.comments.push(format!("{word} {}", quoted(&value.lexical)));
        }
    }

    fn add_alternatives(&self, element: &ElementDeclaration, line: &mut Line) {
        for alternative in element.type_table.iter().flat_map(|table| &table.alternatives) {
            let test =
                alternative.test.as_ref().map_or("otherwise".to_owned(), |test| format!("where {}", test.text.trim()));
            let component = Component::Type(alternative.type_id);
            let name = self.ids.shown_name(component);
            let class = self.plan.class(alternative.type_id).map(str::to_owned);
            line.comments.push(format!(
                "{test}: {}",
                class.unwrap_or(if name.is_empty() { self.ids.id(component) } else { name })
            ));
        }
    }

    fn add_substitutes(&self, element: &ElementDeclaration, line: &mut Line) {
        if element.substitutes.is_empty() {
            return;
        }
        let names = &self.ids.schema().names;
        let named = element.substitutes.iter().take(MAX_NAMED);
        let named: Vec<&str> = named.map(|id| names.local(self.ids.schema().components.element(*id).name)).collect();
        let more = element.substitutes.len().saturating_sub(MAX_NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let head = if element.is_abstract { "abstract, one of" } else { "or" };
        line.comments.push(format!("{head}: {}{more}", named.join(", ")));
    }

    /// A complex type without a class lies deeper than the stub goes; in the compact form a named one is written by its name.
    fn add_deeper(&self, id: ElementId, element: &ElementDeclaration, line: &mut Line) {
        let is_complex = self.ids.schema().components.complex(element.type_id).is_some();
        if !is_complex || self.plan.class(element.type_id).is_some() || element.type_id == TypeId::ANY_TYPE {
            return;
        }
        let is_named = self.ids.schema().components.type_(element.type_id).name.is_some();
        match (is_named, self.form) {
            (true, StubForm::Compact) => {}
            (true, StubForm::Full) => {
                line.comments.push(format!("deeper than shown: {}", self.ids.short(Component::Type(element.type_id))));
            }
            (false, _) => line.comments.push(format!("deeper than shown: {}", self.ids.id(Component::Element(id)))),
        }
    }

    /// In the compact form, facets stand beside the member whose type has no class.
    fn add_facets(&self, datatype: &SimpleType, type_id: TypeId, line: &mut Line) {
        let is_built_in = self.ids.place(Component::Type(type_id)).is_none();
        if self.form == StubForm::Compact && !is_built_in {
            line.comments.extend(telling_facets(datatype).iter().map(facet_text));
        }
    }
}

/// The facets that the built-in type does not have already.
pub(crate) fn telling_facets(datatype: &SimpleType) -> Vec<Facet> {
    let built_in = facets(&SimpleType::of_builtin_in(datatype.builtin, datatype.version()));
    let is_news = |facet: &Facet| facet.name != "whiteSpace" && !built_in.contains(facet);
    facets(datatype).into_iter().filter(is_news).collect()
}

/// `name: value`, several values with bars between them.
pub(super) fn facet_text(facet: &Facet) -> String {
    let values: Vec<String> = facet.values.iter().take(MAX_VALUES).map(|value| plain(value)).collect();
    let more = facet.total.saturating_sub(MAX_VALUES as u64);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let separator = if facet.name == "pattern" { " and " } else { " | " };
    format!("{}: {}{more}", facet.name, values.join(separator))
}

/// A value in quotes, on one line.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", plain(text).replace('\'', "\\'"))
}

/// Text on one line, of at most 400 characters.
pub(super) fn plain(text: &str) -> String {
    let is_break = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    let mut plain: String = text.chars().take(400).map(|c| if is_break(c) { ' ' } else { c }).collect();
    if text.chars().nth(400).is_some() {
        plain.push('…');
    }
    plain
}
