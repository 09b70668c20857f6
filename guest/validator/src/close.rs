//! The end of an element: completeness of its content, its value, the constraints that end with it.

use crate::binding::Outcome;
use crate::frame::{Flags, Frame, FrameContent};
use crate::identity::FieldValue;
use crate::ids::{IdTable, Occurrence};
use crate::message::{enumerate, excerpt, expected_names, type_name};
use crate::pass::Pass;
use crate::report::{Draft, Findings};
use crate::text::TextRun;
use crate::value::{Bindings, Declared, check, check_default, error_code, has_value};
use pyxsd_datatypes::{IdKind, SimpleType, Value, ValueError, Variety};
use pyxsd_schema::automaton::{ContentModel, State};
use pyxsd_schema::components::{Components, Content, ElementDeclaration, TypeDetail, ValueConstraint};
use pyxsd_schema::{IssueCode, Place, XsdVersion};
use pyxsd_xml::{EndElement, Names};

/// An element that ends, with what its checks need.
struct Ending<'r, 'p, 's> {
    components: &'s Components,
    text: &'s str,
    run: &'r TextRun,
    frame: &'r Frame<'s>,
    /// Offset of the start tag of the parent.
    parent: Option<usize>,
    /// Whether a child was reported that may be what is missing.
    stray: bool,
    ids: &'p mut IdTable,
    findings: &'p mut Findings<'s>,
    bindings: &'r Bindings<'r>,
}

impl<'s> Pass<'s> {
    /// Ends the innermost element.
    #[inline]
    pub(crate) fn close(&mut self, names: &Names, event: &EndElement<'_>) {
        let Some((frame, outer)) = self.frames.split_last() else { return };
        let bindings = Bindings { scope: event.scope, names };
        let recovering = frame.flags.has(Flags::RECOVERING);
        let mut ending = Ending {
            components: self.components,
            text: self.text,
            run: &self.run,
            frame,
            parent: outer.last().map(|parent| parent.start),
            stray: recovering && self.recoveries.last().is_some_and(|recovery| recovery.stray),
            ids: &mut self.ids,
            findings: &mut self.findings,
            bindings: &bindings,
        };
        let value = ending.value();
        if recovering {
            self.recoveries.pop();
        }
        if self.identity.is_active() {
            self.identity.end(&self.frames, value, &bindings, &mut self.findings);
        }
        if let Some(recorders) = &mut self.recorders {
            let invalid = matches!(value, FieldValue::Invalid);
            let has_assertions = frame.flags.has(Flags::ASSERTED);
            let outcome = outcome(frame, value);
            recorders.each(|recorder| recorder.end(event.span.end, &outcome, &bindings));
            if has_assertions {
                self.check_assertions(names, invalid);
                self.rest_recorders();
            }
        }
        self.frames.close();
        if let Some(choice) = &mut self.type_choice {
            choice.leave(self.frames.len());
        }
    }
}

/// How an element ends, for the trees.
fn outcome<'v>(frame: &Frame<'v>, value: FieldValue<'v>) -> Outcome<'v> {
    let is_empty = !frame.flags.has(Flags::TEXT) && !frame.flags.has(Flags::CHILDREN) && !frame.flags.has(Flags::NIL);
    let constraint = frame.declaration.and_then(|declaration| declaration.value.as_ref()).filter(|_| is_empty);
    let datatype = match &frame.content {
        FrameContent::Simple(datatype) => Some(*datatype),
        _ => None,
    };
    match (value, constraint) {
        (FieldValue::Invalid, _) => Outcome::Invalid,
        (FieldValue::Simple(..) | FieldValue::Default(..), Some(constraint)) => Outcome::Supplied(datatype, constraint),
        (FieldValue::Complex | FieldValue::Untyped, Some(constraint)) => Outcome::Supplied(None, constraint),
        (FieldValue::Simple(datatype, raw), None) => Outcome::Value(datatype, raw),
        (FieldValue::Default(..) | FieldValue::Complex | FieldValue::Untyped | FieldValue::Nil, None)
        | (FieldValue::Nil, Some(_)) => Outcome::Valid,
    }
}

impl<'r, 's> Ending<'r, '_, 's> {
    /// Checks the content of the element; what it gives to fields.
    #[inline]
    fn value(&mut self) -> FieldValue<'r> {
        let flags = self.frame.flags;
        match &self.frame.content {
            FrameContent::Simple(datatype) => return self.simple_content(datatype),
            FrameContent::Model { model, state, mixed } => {
                if !flags.has(Flags::NIL) && !flags.has(Flags::UNSURE) && !model.is_complete(state) {
                    self.incomplete(model, state);
                }
                if flags.has(Flags::COLLECT) {
                    self.complex_content(*mixed);
                }
            }
            FrameContent::Lax if flags.has(Flags::COLLECT) => self.complex_content(true),
            FrameContent::Empty if flags.has(Flags::COLLECT) => self.complex_content(false),
            FrameContent::Empty | FrameContent::Lax => {}
        }
        FieldValue::Complex
    }

    #[inline]
    fn simple_content(&mut self, datatype: &'s SimpleType) -> FieldValue<'r> {
        let flags = self.frame.flags;
        if flags.has(Flags::NIL) {
            return FieldValue::Nil;
        }
        if flags.has(Flags::BAD_CHILD) {
            return FieldValue::Invalid;
        }
        let declaration = self.frame.declaration;
        if !flags.has(Flags::TEXT)
            && let Some(declaration) = declaration
            && let Some(constraint) = &declaration.value
        {
            return self.default_value(datatype, declaration, constraint);
        }
        let raw = self.run.text(self.text);
        match self.simple_value(datatype, raw) {
            true => FieldValue::Simple(datatype, raw),
            false => FieldValue::Invalid,
        }
    }

    /// The default or fixed value that an empty element takes; under another type than the declared one it is checked again
    /// (cvc-elt.5.1.1).
    #[cold]
    fn default_value(
        &mut self,
        datatype: &'s SimpleType,
        declaration: &'s ElementDeclaration,
        constraint: &'s ValueConstraint,
    ) -> FieldValue<'r> {
        let raw = &*constraint.lexical;
        let is_declared = self.frame.type_id == declaration.type_id && constraint.value.is_some();
        let checked = match is_declared {
            true => check_default(self.components, datatype, raw),
            false => check(self.components, datatype, raw, self.bindings),
        };
        if let Err(error) = checked {
            self.invalid_value(raw, true, &error);
            return FieldValue::Invalid;
        }
        if !is_declared && !self.keeps_default(datatype, declaration, constraint) {
            self.refused_default(raw, "where it has another value than for the declared type");
            return FieldValue::Invalid;
        }
        if datatype.involves_ids() {
            self.record_ids(datatype, raw);
        }
        match is_declared {
            true => FieldValue::of_default(datatype, constraint),
            false => FieldValue::Simple(datatype, raw),
        }
    }

    /// Whether a default has the same value under an `xsi:type`, as 1.1 wants it (cvc-elt.5.1.1, cos-valid-simple-default.2). QNames are
    /// left out: the prefixes of the schema document are not at hand.
    fn keeps_default(
        &self,
        datatype: &SimpleType,
        declaration: &ElementDeclaration,
        constraint: &ValueConstraint,
    ) -> bool {
        let is_name = matches!(constraint.value, Some(Value::QName(_) | Value::Notation(_)));
        if self.components.version == XsdVersion::V1_0 || is_name || !self.frame.flags.has(Flags::INSTANCE_TYPE) {
            return true;
        }
        let declared = self.declared(declaration);
        has_value(self.components, datatype, &constraint.lexical, constraint, declared, self.bindings)
    }

    /// What the type of the element is to that of its declaration.
    fn declared(&self, declaration: &ElementDeclaration) -> Declared {
        if self.frame.type_id == declaration.type_id {
            return Declared::Same;
        }
        let datatype = match &self.components.type_(declaration.type_id).detail {
            TypeDetail::Simple(simple) => Some(&simple.datatype),
            TypeDetail::Complex(complex) => match &complex.content {
                Content::Simple { datatype, .. } => Some(datatype),
                Content::Empty | Content::Elements { .. } => None,
            },
        };
        match datatype.is_some_and(|datatype| matches!(datatype.variety, Variety::Ur)) {
            true => Declared::OfAny,
            false => Declared::Other,
        }
    }

    /// Offset of the text, or of the start tag where there is none.
    fn at(&self) -> usize {
        self.run.start().unwrap_or(self.frame.start)
    }

    /// Checks the text of an element. Whether it is valid.
    #[inline]
    fn simple_value(&mut self, datatype: &SimpleType, raw: &str) -> bool {
        if let Err(error) = check(self.components, datatype, raw, self.bindings) {
            if !self.frame.flags.has(Flags::UNSURE) {
                self.invalid_value(raw, false, &error);
            }
            return false;
        }
        if let Some(declaration) = self.frame.declaration
            && let Some(fixed) = declaration.value.as_ref().filter(|value| value.fixed)
            && !has_value(self.components, datatype, raw, fixed, self.declared(declaration), self.bindings)
        {
            self.not_fixed(fixed, raw, "cvc-elt.5.2.2.2.2");
            return false;
        }
        if datatype.involves_ids() {
            self.record_ids(datatype, raw);
        }
        true
    }

    fn record_ids(&mut self, datatype: &SimpleType, raw: &str) {
        let place = Occurrence { element: self.frame.start, attribute: None, at: self.at() };
        // In 1.0 two IDs of one value are two IDs even below one parent.
        let owner = match self.components.version {
            XsdVersion::V1_1 => self.parent,
            XsdVersion::V1_0 => self.parent.map(|_| place.element),
        };
        let Ending { ids, findings, bindings, .. } = self;
        datatype.visit_ids(raw, *bindings, &mut |kind, value| match kind {
            IdKind::Id => ids.id(value, owner, place, bindings.names, findings),
            IdKind::IdRef => ids.reference(value, place),
        });
    }

    fn declaration_place(&self) -> Option<&'s Place> {
        self.frame.declaration.and_then(|declaration| declaration.place.as_ref())
    }

    fn type_place(&self) -> Option<&'s Place> {
        self.components.type_(self.frame.type_id).place.as_ref()
    }

    #[cold]
    fn invalid_value(&mut self, raw: &str, is_default: bool, error: &ValueError) {
        let (code, rule) = match is_default {
            true => (IssueCode::Default, "cvc-elt.5.1.1"),
            false => (error_code(error, IssueCode::Value), error.rule),
        };
        let (frame, names, at) = (self.frame, self.bindings.names, self.at());
        let place = self.type_place().or(self.declaration_place());
        let components = self.components;
        self.findings.add(code, || {
            let type_ = type_name(components, names, frame.type_id);
            let name = names.display(frame.name);
            let reason = &error.message;
            let message = match is_default {
                true => format!(
                    "element {name} takes the default {}, which is not valid for {type_}: {reason}",
                    excerpt(raw)
                ),
                false => format!("element {name} ({type_}): {reason}"),
            };
            Draft::new(rule, frame.start, message).at(at).declared_at(place)
        });
    }

    #[cold]
    fn not_fixed(&mut self, fixed: &ValueConstraint, raw: &str, rule: &'static str) {
        let (frame, names, at) = (self.frame, self.bindings.names, self.at());
        let place = self.declaration_place();
        self.findings.add(IssueCode::FixedElement, || {
            let (found, wanted) = (excerpt(raw), excerpt(&fixed.lexical));
            let message =
                format!("element {} has the content {found}, but it is fixed to {wanted}", names.display(frame.name));
            Draft::new(rule, frame.start, message).at(at).expected(vec![fixed.lexical.to_string()]).declared_at(place)
        });
    }

    /// Content that is not simple under a value constraint: a default needs mixed content, a fixed value has no elements and, where the
    /// content is mixed, exactly its text (cvc-elt.5.1.1, .5.2.2.1, .5.2.2.2.1).
    #[cold]
    fn complex_content(&mut self, is_mixed: bool) {
        let (frame, names) = (self.frame, self.bindings.names);
        let flags = frame.flags;
        let Some(constraint) = frame.declaration.and_then(|declaration| declaration.value.as_ref()) else { return };
        if flags.has(Flags::NIL) || flags.has(Flags::BAD_CHILD) {
            return;
        }
        if !flags.has(Flags::CHILDREN) && !flags.has(Flags::TEXT) {
            if !is_mixed && flags.has(Flags::INSTANCE_TYPE) {
                self.refused_default(&constraint.lexical, "which has no text");
            }
            return;
        }
        if !constraint.fixed {
            return;
        }
        if flags.has(Flags::CHILDREN) {
            let place = self.declaration_place();
            return self.findings.add(IssueCode::FixedElement, || {
                let (name, wanted) = (names.display(frame.name), excerpt(&constraint.lexical));
                let message = format!("element {name} has child elements, but its content is fixed to {wanted}");
                Draft::new("cvc-elt.5.2.2.1", frame.start, message).declared_at(place)
            });
        }
        let raw = self.run.text(self.text);
        if is_mixed && raw != &*constraint.lexical {
            self.not_fixed(constraint, raw, "cvc-elt.5.2.2.2.1");
        }
    }

    /// An `xsi:type` for which the value constraint of the declaration is no valid default (cvc-elt.5.1.1).
    #[cold]
    fn refused_default(&mut self, raw: &str, reason: &str) {
        let (components, frame, names) = (self.components, self.frame, self.bindings.names);
        let place = self.declaration_place();
        self.findings.add(IssueCode::Default, || {
            let (name, type_) = (names.display(frame.name), type_name(components, names, frame.type_id));
            let raw = excerpt(raw);
            let message = format!("element {name} takes the default {raw}, which is not valid for {type_}, {reason}");
            Draft::new("cvc-elt.5.1.1", frame.start, message).declared_at(place)
        });
    }

    /// The content model wants more (cvc-complex-type.2.4). Silent where an element that was reported may be what is missing.
    #[cold]
    fn incomplete(&mut self, model: &ContentModel, state: &State) {
        if self.stray {
            return;
        }
        let (components, frame, names) = (self.components, self.frame, self.bindings.names);
        let place = self.type_place();
        self.findings.add(IssueCode::OccurrenceMin, || {
            let expected = expected_names(components, names, &model.expected(state));
            let (name, type_) = (names.display(frame.name), type_name(components, names, frame.type_id));
            let message =
                format!("the content of element {name} is not complete ({type_}); expected {}", enumerate(&expected));
            Draft::new("cvc-complex-type.2.4", frame.start, message).container().expected(expected).declared_at(place)
        });
    }
}
