//! Children against the content of their parent (cvc-complex-type.2, cvc-type.3.1.2, cvc-wildcard).

use crate::frame::{Flags, FrameContent};
use crate::message::{enumerate, expected_names, type_name};
use crate::pass::{Assessment, Pass};
use crate::recovery::Recovery;
use crate::report::Draft;
use pyxsd_schema::automaton::{ContentModel, Expected, Matched, Misfit};
use pyxsd_schema::components::{ElementDeclaration, ElementId, ProcessContents, TypeDetail, WildcardId};
use pyxsd_schema::{IssueCode, NameMatching, XsdVersion};
use pyxsd_xml::{Characters, Names, StartElement, Symbol};

/// A child that does not fit, and what is known of the place.
struct Refused<'s> {
    model: &'s ContentModel,
    why: Misfit,
    declaration: Option<&'s ElementDeclaration>,
    /// What may come next instead.
    expected: Vec<Expected>,
}

impl<'s> Pass<'s> {
    /// How a child of the innermost element is assessed.
    #[inline]
    pub(crate) fn child(&mut self, names: &Names, event: &StartElement<'_>, key: Symbol) -> Assessment<'s> {
        let Some(parent) = self.frames.last_mut() else { return Assessment::Skip { stray: true } };
        parent.flags.set(Flags::CHILDREN);
        if parent.flags.has(Flags::NIL) {
            return self.child_refused(names, event);
        }
        match &mut parent.content {
            FrameContent::Model { model, state, .. } => {
                let model = *model;
                let matched = model.step(self.components, state, key, event.namespace);
                if matched.is_some() && parent.flags.has(Flags::RECOVERING) {
                    self.fits_again();
                }
                match matched {
                    Some(Matched::Element(id)) => Assessment::by(Some(self.components.element(id))),
                    Some(Matched::Wildcard(id)) => self.by_wildcard(names, event, key, id),
                    None => self.misfit(names, event, key, model),
                }
            }
            FrameContent::Lax if self.components.matching == NameMatching::Legacy => Assessment::by(None),
            FrameContent::Lax => Assessment::by(self.global(key)),
            FrameContent::Empty | FrameContent::Simple(_) => self.child_refused(names, event),
        }
    }

    fn fits_again(&mut self) {
        if let Some(recovery) = self.recoveries.last_mut() {
            recovery.stray = false;
            recovery.reported = None;
        }
    }

    /// A child that a wildcard admits.
    fn by_wildcard(
        &mut self,
        names: &Names,
        event: &StartElement<'_>,
        key: Symbol,
        wildcard: WildcardId,
    ) -> Assessment<'s> {
        let wildcard = self.components.wildcard(wildcard);
        if wildcard.process == ProcessContents::Skip || self.components.matching == NameMatching::Legacy {
            return Assessment::Skip { stray: false };
        }
        let declaration = self.global(key);
        let consistent_with = match (self.components.version, self.frames.last()) {
            (XsdVersion::V1_1, Some(parent)) => self.components.locally_declared_element(parent.type_id, key),
            _ => None,
        };
        // A locally declared type governs the element, but is not what a strict wildcard asks for (3.10.1).
        let stray = declaration.is_none() && wildcard.process == ProcessContents::Strict && !self.has_xsi_type(event);
        if stray {
            self.findings.add(IssueCode::WildcardNoDeclaration, || {
                let name = names.display(event.name);
                let message =
                    format!("element {name} needs a global declaration: the wildcard that admits it is strict");
                Draft::new("cvc-assess-elt", event.span.start, message).declared_at(wildcard.place.as_ref())
            });
        }
        Assessment::Element { declaration, stray, consistent_with }
    }

    /// A child inside simple or empty content, or inside a nil element.
    #[cold]
    fn child_refused(&mut self, names: &Names, event: &StartElement<'_>) -> Assessment<'s> {
        let components = self.components;
        let Some(parent) = self.frames.last_mut() else { return Assessment::Skip { stray: true } };
        if !parent.flags.first(Flags::BAD_CHILD) || parent.flags.has(Flags::UNSURE) {
            return Assessment::Skip { stray: true };
        }
        let is_simple_type = matches!(components.type_(parent.type_id).detail, TypeDetail::Simple(_));
        let (code, rule, reason) = match parent.content {
            _ if parent.flags.has(Flags::NIL) => (IssueCode::Nil, "cvc-elt.3.2.1", "is nil"),
            FrameContent::Simple(_) if is_simple_type => {
                (IssueCode::UnexpectedElement, "cvc-type.3.1.2", "has text only")
            }
            FrameContent::Simple(_) => (IssueCode::UnexpectedElement, "cvc-complex-type.2.2", "has text only"),
            _ => (IssueCode::UnexpectedElement, "cvc-complex-type.2.1", "is empty"),
        };
        let parent = &*parent;
        let is_nil = parent.flags.has(Flags::NIL);
        self.findings.add(code, || {
            let (name, owner) = (names.display(event.name), names.display(parent.name));
            let type_ = type_name(components, names, parent.type_id);
            let message = format!("element {name} is not allowed in {owner}, which {reason} ({type_})");
            let place = match is_nil {
                true => parent.declaration.and_then(|declaration| declaration.place.as_ref()),
                false => components.type_(parent.type_id).place.as_ref(),
            };
            Draft::new(rule, event.span.start, message).declared_at(place)
        });
        Assessment::Skip { stray: true }
    }

    /// A child that the content model refuses. It is assessed by the declaration that its name has there, else laxly.
    #[cold]
    fn misfit(
        &mut self,
        names: &Names,
        event: &StartElement<'_>,
        key: Symbol,
        model: &'s ContentModel,
    ) -> Assessment<'s> {
        let depth = self.frames.len() - 1;
        let known = model.declaration_of(key).map(|id| self.components.element(id));
        let declaration = known.or_else(|| self.global(key));
        if self.frames[depth].flags.has(Flags::UNSURE) {
            return Assessment::of_stray(declaration);
        }
        if self.recoveries.last().is_none_or(|recovery| recovery.depth != depth) {
            self.recoveries.push(Recovery::at(depth));
        }
        let (Some(recovery), Some(parent)) = (self.recoveries.last_mut(), self.frames.last_mut()) else {
            return Assessment::of_stray(declaration);
        };
        parent.flags.set(Flags::RECOVERING);
        let FrameContent::Model { state, .. } = &mut parent.content else { return Assessment::of_stray(declaration) };
        let why = model.misfit(self.components, state, key, event.namespace);
        // Work in proportion to the model is done only for issues that are kept.
        let has_room = self.findings.has_room();
        let expected = if has_room { model.expected(state) } else { Vec::new() };
        let reported = match why {
            Misfit::Unknown => {
                recovery.stray = true;
                true
            }
            // After a stray element one too many may be the next round, whose missing part the stray one stood for.
            Misfit::TooMany if !recovery.stray => recovery.is_new(key),
            Misfit::Order if recovery.comes_late(self.components, key) => false,
            Misfit::TooMany | Misfit::Order => {
                let stray = recovery.stray;
                let passed_over = has_room && recovery.pass_over(model, self.components, state, key, event.namespace);
                recovery.stray &= !passed_over;
                if passed_over { !stray } else { recovery.is_new(key) }
            }
        };
        if reported {
            self.report_misfit(names, event, Refused { model, why, declaration, expected });
        }
        Assessment::of_stray(declaration)
    }

    fn report_misfit(&mut self, names: &Names, event: &StartElement<'_>, refused: Refused<'s>) {
        let Refused { model, why, declaration, expected } = refused;
        let components = self.components;
        let Some(parent) = self.frames.last() else { return };
        let head = declaration
            .filter(|_| why == Misfit::Unknown)
            .and_then(|declaration| self.blocking_head(model, declaration));
        let (code, reason) = match (why, head) {
            (Misfit::Unknown, Some(_)) => (IssueCode::Blocked, "may not stand for the head of its substitution group"),
            (Misfit::Unknown, None) => (IssueCode::UnexpectedElement, "is not declared"),
            (Misfit::Order, _) => (IssueCode::Order, "is not allowed at this place"),
            (Misfit::TooMany, _) => (IssueCode::OccurrenceMax, "is one too many"),
        };
        let rule = match expected.is_empty() {
            true => "cvc-complex-type.2.4",
            false => "cvc-complex-type.2.4.a",
        };
        let place = match (why, head) {
            (_, Some(head)) => components.element(head).place.as_ref(),
            (Misfit::Unknown, None) => components.type_(parent.type_id).place.as_ref(),
            (Misfit::Order | Misfit::TooMany, None) => declaration.and_then(|declaration| declaration.place.as_ref()),
        };
        self.findings.add(code, || {
            let expected = expected_names(components, names, &expected);
            let (name, owner) = (names.display(event.name), names.display(parent.name));
            let type_ = type_name(components, names, parent.type_id);
            let listed = enumerate(&expected);
            let blocked_for = match head {
                Some(head) => format!(" {}, which blocks it,", names.display(components.element(head).name)),
                None => String::new(),
            };
            let message = format!("element {name} {reason}{blocked_for} in {owner} ({type_}); allowed here: {listed}");
            Draft::new(rule, event.span.start, message).expected(expected).declared_at(place)
        });
    }

    /// The element of the content model in whose substitution group a global element is, though it may not stand for it.
    fn blocking_head(&self, model: &ContentModel, declaration: &ElementDeclaration) -> Option<ElementId> {
        let mut open: Vec<ElementId> = declaration.substitution_heads.clone();
        let mut next = 0;
        while let Some(&head) = open.get(next) {
            next += 1;
            let element = self.components.element(head);
            if model.declaration_of(element.key) == Some(head) {
                return Some(head);
            }
            for further in &element.substitution_heads {
                if !open.contains(further) {
                    open.push(*further);
                }
            }
        }
        None
    }

    /// Text in element-only or empty content; reported once an element.
    #[cold]
    pub(crate) fn unexpected_text(&mut self, names: &Names, event: &Characters<'_>) {
        let components = self.components;
        let Some(parent) = self.frames.last_mut() else { return };
        if !parent.flags.first(Flags::BAD_TEXT) || parent.flags.has(Flags::UNSURE) {
            return;
        }
        let parent = &*parent;
        let (rule, reason) = match parent.content {
            FrameContent::Empty => ("cvc-complex-type.2.1", "is empty"),
            _ => ("cvc-complex-type.2.3", "has elements only"),
        };
        // The issue points to the first character that is not white space, where the text stands literally.
        let blank = match event.literal {
            true => event.text.len() - event.text.trim_start_matches([' ', '\t', '\n', '\r']).len(),
            false => 0,
        };
        let blank = if event.whitespace { 0 } else { blank };
        self.findings.add(IssueCode::UnexpectedCharacter, || {
            let shown = crate::message::excerpt(event.text.trim());
            let owner = names.display(parent.name);
            let type_ = type_name(components, names, parent.type_id);
            let message = format!("text {shown} is not allowed in element {owner}, which {reason} ({type_})");
            let place = components.type_(parent.type_id).place.as_ref();
            Draft::new(rule, parent.start, message).at(event.span.start + blank).declared_at(place)
        });
    }

    /// Text in an element that is nil (cvc-elt.3.2.1).
    #[cold]
    pub(crate) fn text_in_nil(&mut self, names: &Names, event: &Characters<'_>) {
        let Some(parent) = self.frames.last_mut() else { return };
        if !parent.flags.first(Flags::BAD_TEXT) {
            return;
        }
        let parent = &*parent;
        self.findings.add(IssueCode::Nil, || {
            let message =
                format!("element {} is nil: it may have no content, not even white space", names.display(parent.name));
            let place = parent.declaration.and_then(|declaration| declaration.place.as_ref());
            Draft::new("cvc-elt.3.2.1", parent.start, message).at(event.span.start).declared_at(place)
        });
    }
}
