//! One tree that follows the pass.

use super::Binding;
use super::annotate;
use crate::attributes::{TypedAttribute, Written};
use crate::frame::{Frame, FrameContent};
use crate::value::Bindings;
use pyxsd_datatypes::{SimpleType, Variety};
use pyxsd_document::{Annotation, Builder, NodeFlags};
use pyxsd_schema::components::{Components, ValueConstraint};
use pyxsd_xml::{Attribute, Characters, Names, NamespaceId, NamespaceScope, StartElement, Symbol};
use std::borrow::Cow;

/// How an element ended.
pub(crate) enum Outcome<'v> {
    /// Nothing is known against it.
    Valid,
    /// Its simple value is valid.
    Value(&'v SimpleType, &'v str),
    /// It is empty, and the schema supplies its content; of simple content the type is given.
    Supplied(Option<&'v SimpleType>, &'v ValueConstraint),
    /// Its value is invalid.
    Invalid,
}

/// Builds a tree from the events and what the pass knows about them.
pub(crate) struct Recorder {
    pub(crate) builder: Builder,
    binding: Binding,
    /// Whether white space between the children of an element-only element is kept.
    layout: bool,
    /// Open elements inside one that is left out, itself included.
    hidden: usize,
}

impl Recorder {
    pub(crate) fn new(builder: Builder, binding: Binding, layout: bool) -> Recorder {
        Recorder { builder, binding, layout, hidden: 0 }
    }

    /// Whether the element is left out because nothing declares or admits it.
    fn hides(&mut self, name: Symbol, stray: bool) -> bool {
        if self.hidden > 0 {
            self.hidden += 1;
            return true;
        }
        if stray && self.binding == Binding::Strict {
            self.builder.absent(name);
            self.hidden = 1;
            return true;
        }
        false
    }

    /// The start of an element that is not assessed. `stray`: nothing admits it.
    pub(crate) fn start_unassessed(&mut self, names: &mut Names, event: &StartElement<'_>, stray: bool) {
        if self.hides(event.name, stray) {
            return;
        }
        let annotation = Annotation { flags: NodeFlags::GENERIC, ..Annotation::UNTYPED };
        self.builder.open_element(names, (event.name, event.qname), event.scope, event.span, annotation);
        for attribute in event.attributes {
            self.raw_attribute(names, attribute);
        }
    }

    /// The start of an assessed element. `stray`: nothing declares or admits it.
    pub(crate) fn start(
        &mut self,
        names: &mut Names,
        event: &StartElement<'_>,
        frame: &Frame<'_>,
        declaration: Option<u32>,
        stray: bool,
    ) {
        if self.hides(event.name, stray) {
            return;
        }
        let annotation = annotate::element(frame, declaration);
        self.builder.open_element(names, (event.name, event.qname), event.scope, event.span, annotation);
    }

    /// The attributes of the element that was started last, in order, each with what is known of it.
    pub(crate) fn attributes(
        &mut self,
        names: &mut Names,
        event: &StartElement<'_>,
        components: &Components,
        typed: &[TypedAttribute<'_>],
    ) {
        if self.hidden > 0 {
            return;
        }
        let mut typed = typed.iter().peekable();
        for (index, attribute) in event.attributes.iter().enumerate() {
            let known = typed.next_if(|typed| matches!(typed.written, Written::Tag(at) if at == index));
            match known {
                None => self.raw_attribute(names, attribute),
                // One that the type does not have.
                Some(TypedAttribute { datatype: None, .. }) if self.binding == Binding::Whole => {
                    self.raw_attribute(names, attribute);
                }
                Some(TypedAttribute { datatype: None, .. }) => {}
                Some(TypedAttribute { datatype: Some(datatype), valid: true, declaration, .. }) => {
                    let bindings = Bindings { scope: event.scope, names };
                    let declaration = declaration.map(|id| id.0);
                    let annotation = annotate::attribute(datatype, attribute.value, declaration, &bindings);
                    let value = normalized(datatype, attribute.value, &bindings);
                    self.builder.attribute(
                        names,
                        (attribute.name, attribute.qname),
                        &value,
                        attribute.span,
                        annotation,
                    );
                }
                Some(TypedAttribute { declaration, .. }) => {
                    let declaration = declaration.map(|id| id.0);
                    let flags = NodeFlags::GENERIC;
                    let annotation = Annotation { declaration, flags, ..Annotation::UNTYPED_ATTRIBUTE };
                    let name = (attribute.name, attribute.qname);
                    self.builder.attribute(names, name, attribute.value, attribute.span, annotation);
                }
            }
        }
        for supplied in typed {
            self.supplied_attribute(names, event.scope, components, supplied);
        }
    }

    fn supplied_attribute(
        &mut self,
        names: &mut Names,
        scope: &NamespaceScope,
        components: &Components,
        supplied: &TypedAttribute<'_>,
    ) {
        let (Written::Default(constraint), Some(datatype), Some(declaration)) =
            (&supplied.written, supplied.datatype, supplied.declaration)
        else {
            return;
        };
        let bindings = Bindings { scope, names };
        let annotation = annotate::attribute(datatype, &constraint.lexical, Some(declaration.0), &bindings);
        let name = components.attribute(declaration).name;
        let namespace = names.namespace_of(name);
        let local = names.local(name).to_owned();
        let qname = match prefix_of(scope, namespace) {
            Some(prefix) => format!("{prefix}:{local}"),
            None => local,
        };
        let node = self.builder.supplied_attribute(names, (name, &qname), &constraint.lexical, annotation);
        self.builder.supply_value(node, constraint.value.as_ref(), annotation.value_type);
    }

    fn raw_attribute(&mut self, names: &mut Names, attribute: &Attribute<'_>) {
        let annotation = Annotation::UNTYPED_ATTRIBUTE;
        self.builder.attribute(names, (attribute.name, attribute.qname), attribute.value, attribute.span, annotation);
    }

    /// Character data of an element; `frame` is that of the element where it is assessed.
    #[inline]
    pub(crate) fn text(&mut self, event: &Characters<'_>, frame: Option<&Frame<'_>>) {
        if self.hidden > 0 {
            return;
        }
        let elements_only = frame.is_some_and(|frame| {
            matches!(frame.content, FrameContent::Model { mixed: false, .. } | FrameContent::Empty)
        });
        let kept = match (elements_only, event.whitespace) {
            (false, _) => true,
            (true, true) => self.layout,
            (true, false) => self.binding != Binding::Strict,
        };
        if kept {
            self.builder.text(event.text, event.span);
        }
    }

    /// The end of an element that is not assessed.
    pub(crate) fn end_unassessed(&mut self, end: usize) {
        match self.hidden {
            0 => self.builder.close(end),
            _ => self.hidden -= 1,
        }
    }

    /// The end of an assessed element.
    pub(crate) fn end(&mut self, end: usize, outcome: &Outcome<'_>, bindings: &Bindings<'_>) {
        if self.hidden > 0 {
            self.hidden -= 1;
            return;
        }
        match outcome {
            Outcome::Valid => {}
            Outcome::Value(datatype, raw) => {
                // What is only trimmed is borrowed.
                let text = normalized(datatype, raw, bindings);
                if text != *raw {
                    self.builder.normalize_text(&text);
                }
                self.builder.add_flags(annotate::id_flags(datatype, raw, bindings));
            }
            Outcome::Supplied(datatype, constraint) => {
                self.builder.supplied_text(&constraint.lexical);
                if let (Some(datatype), Some(node)) = (datatype, self.builder.innermost()) {
                    self.builder.add_flags(annotate::id_flags(datatype, &constraint.lexical, bindings));
                    self.builder.supply_value(node, constraint.value.as_ref(), pyxsd_xpath::TypeRef(datatype.tag));
                }
            }
            Outcome::Invalid if self.binding == Binding::Strict => return self.builder.close_absent(),
            Outcome::Invalid => self.builder.make_generic(),
        }
        self.builder.close(end);
    }
}

/// A prefix that an attribute of a namespace may be written with.
fn prefix_of(scope: &NamespaceScope, namespace: NamespaceId) -> Option<String> {
    if namespace == NamespaceId::NONE {
        return None;
    }
    let bindings = scope.bindings();
    let found = bindings.iter().find(|(prefix, bound)| *bound == namespace && !prefix.is_empty());
    found.map(|(prefix, _)| (*prefix).to_owned())
}

/// The normalised form of a valid value; of a union by the member that matches.
fn normalized<'v>(datatype: &SimpleType, raw: &'v str, bindings: &Bindings<'_>) -> Cow<'v, str> {
    let is_union = matches!(datatype.variety, Variety::Union(_));
    if !is_union {
        return datatype.normalize(raw);
    }
    match raw.contains([' ', '\t', '\n', '\r']) {
        true => datatype.active_type(raw, bindings).unwrap_or(datatype).normalize(raw),
        false => Cow::Borrowed(raw),
    }
}
