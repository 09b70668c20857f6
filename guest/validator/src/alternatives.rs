//! Conditional type assignment (cvc-elt, 3.3.4.4; 3.12.4): the type that the attributes of an element choose.

use crate::frame::Frame;
use crate::message::type_name;
use crate::pass::Pass;
use crate::report::Draft;
use pyxsd_datatypes::{BEYOND_BOUNDS, Builtin};
use pyxsd_document::{Annotation, Builder, Document, View};
use pyxsd_schema::components::{
    AttributeId, Components, ElementDeclaration, ProcessContents, TypeDetail, TypeId, WildcardId,
};
use pyxsd_schema::conditions::{TypeAlternative, TypeTable};
use pyxsd_schema::{IssueCode, NameMatching};
use pyxsd_xml::{Names, Span, StartElement, Symbol};
use pyxsd_xpath::{BuiltinTypes, Item};

/// An attribute that the elements inside its own inherit (3.3.5.6).
struct InheritedAttribute {
    /// Depth of its element.
    depth: usize,
    name: Symbol,
    qname: String,
    value: String,
}

/// What the choice of types keeps from element to element.
pub(crate) struct TypeChoice {
    /// Of the open elements, the outermost first.
    inherited: Vec<InheritedAttribute>,
    builder: Option<Builder>,
}

impl TypeChoice {
    /// Nothing where the schema has no type tables.
    pub(crate) fn new(components: &Components) -> Option<Box<TypeChoice>> {
        components.has_type_tables.then(|| Box::new(TypeChoice { inherited: Vec::new(), builder: None }))
    }

    /// The element at a depth ends.
    pub(crate) fn leave(&mut self, depth: usize) {
        while self.inherited.pop_if(|attribute| attribute.depth >= depth).is_some() {}
    }

    /// Remembers the inheritable attributes of the element at a depth.
    pub(crate) fn enter(
        &mut self,
        components: &Components,
        names: &Names,
        event: &StartElement<'_>,
        keys: &[Symbol],
        frame: &Frame<'_>,
        depth: usize,
    ) {
        let TypeDetail::Complex(complex) = &components.type_(frame.type_id).detail else { return };
        let uses = &complex.attributes.uses;
        for (index, attribute) in event.attributes.iter().enumerate() {
            let key = keys.get(index).copied().unwrap_or(attribute.name);
            let inheritable = match uses.iter().find(|use_| use_.key == key) {
                Some(use_) => use_.inheritable,
                None => is_assessed(components, complex.attributes.wildcard) && is_inheritable(components, key),
            };
            if inheritable {
                let (qname, value) = (attribute.qname.to_owned(), attribute.value.to_owned());
                self.inherited.push(InheritedAttribute { depth, name: attribute.name, qname, value });
            }
        }
        for use_ in uses.iter().filter(|use_| use_.inheritable) {
            let is_present = event
                .attributes
                .iter()
                .enumerate()
                .any(|(index, attribute)| keys.get(index).copied().unwrap_or(attribute.name) == use_.key);
            let Some(constraint) = use_.value.as_ref().filter(|_| !is_present) else { continue };
            let name = components.attribute(use_.attribute).name;
            let (qname, value) = (names.local(name).to_owned(), constraint.lexical.to_string());
            self.inherited.push(InheritedAttribute { depth, name, qname, value });
        }
    }

    /// The attributes that an element has or inherits, as a tree without types; the first alternative that holds.
    fn choose<'s>(
        &mut self,
        names: &mut Names,
        event: &StartElement<'_>,
        table: &'s TypeTable,
        matching: NameMatching,
    ) -> Result<Option<&'s TypeAlternative>, String> {
        let mut builder = self.builder.take().unwrap_or_else(|| Builder::new(Document::new(names)));
        builder.clear();
        let name = (event.name, event.qname);
        let node = builder.open_element(names, name, event.scope, event.span, Annotation::UNTYPED);
        let annotation = Annotation::UNTYPED_ATTRIBUTE;
        for attribute in event.attributes {
            builder.attribute(names, (attribute.name, attribute.qname), attribute.value, attribute.span, annotation);
        }
        let mut known: Vec<Symbol> = event.attributes.iter().map(|attribute| attribute.name).collect();
        for inherited in self.inherited.iter().rev() {
            if !known.contains(&inherited.name) {
                known.push(inherited.name);
                let name = (inherited.name, inherited.qname.as_str());
                builder.attribute(names, name, &inherited.value, Span::default(), annotation);
            }
        }
        builder.close(event.span.end);
        let view = View::new(builder.document(), names, &BuiltinTypes);
        let view = if matching == NameMatching::Legacy { view.by_local_names() } else { view };
        let mut chosen = Ok(None);
        for alternative in &table.alternatives {
            let item = Some(Item::Node(node));
            let refusal = alternative.test.as_ref().and_then(|test| test.refusal(&view, &BuiltinTypes, item, None));
            match refusal {
                None => chosen = Ok(Some(alternative)),
                Some(refusal) if refusal.is_limit => chosen = Err(refusal.reason),
                Some(_) => continue,
            }
            break;
        }
        self.builder = Some(builder);
        chosen
    }
}

/// Whether what a wildcard admits is assessed: an attribute that is skipped has no declaration.
fn is_assessed(components: &Components, wildcard: Option<WildcardId>) -> bool {
    wildcard.is_some_and(|id| components.wildcard(id).process != ProcessContents::Skip)
}

fn is_inheritable(components: &Components, key: Symbol) -> bool {
    let declaration = |id: &AttributeId| components.attribute(*id).inheritable;
    components.attribute_by_key.get(&key).is_some_and(declaration)
}

impl Pass<'_> {
    /// The selected type of an element whose declaration has a type table.
    #[cold]
    pub(crate) fn selected_type(
        &mut self,
        names: &mut Names,
        event: &StartElement<'_>,
        declaration: &ElementDeclaration,
        table: &TypeTable,
    ) -> TypeId {
        let Some(choice) = &mut self.type_choice else { return declaration.type_id };
        match choice.choose(names, event, table, self.components.matching) {
            Ok(None) => declaration.type_id,
            Ok(Some(alternative)) if alternative.type_id == TypeId::builtin(Builtin::Error) => {
                self.forbidden_alternative(names, event, declaration, alternative);
                // What stands inside is not blamed on top of that.
                TypeId::ANY_TYPE
            }
            Ok(Some(alternative)) => alternative.type_id,
            Err(reason) => {
                let message = format!("the type of element {}: {reason}", names.display(event.name));
                self.findings.add(IssueCode::AlternativeError, || Draft::new(BEYOND_BOUNDS, event.span.start, message));
                declaration.type_id
            }
        }
    }

    /// The type table chose `xs:error` (cvc-type.3.1.3).
    fn forbidden_alternative(
        &mut self,
        names: &Names,
        event: &StartElement<'_>,
        declaration: &ElementDeclaration,
        alternative: &TypeAlternative,
    ) {
        let components = self.components;
        self.findings.add(IssueCode::AlternativeError, || {
            let name = names.display(event.name);
            let declared = type_name(components, names, declaration.type_id);
            let condition = match &alternative.test {
                Some(test) => format!("the condition {} holds", test.text.trim()),
                None => "no other alternative holds".to_owned(),
            };
            let message = format!(
                "element {name} may not have these attributes: {condition}, for which the schema gives it the type xs:error \
                 instead of {declared}"
            );
            Draft::new("cvc-type.3.1.3", event.span.start, message).declared_at(alternative.place.as_ref())
        });
    }
}
