//! What governs an element: declaration, type, `xsi:type`, `xsi:nil` (cvc-elt, cvc-type, cvc-assess-elt).

use crate::frame::{Flags, FrameContent};
use crate::message::{enumerate, excerpt, type_name};
use crate::pass::{Assessment, Pass};
use crate::report::Draft;
use crate::value::{Bindings, UnboundPrefix, find_name};
use pyxsd_datatypes::Builtin;
use pyxsd_schema::components::{DerivationSet, ElementDeclaration, ElementId, Owner, TypeDetail, TypeId};
use pyxsd_schema::{IssueCode, NameMatching, derivation_ok, is_substitutable};
use pyxsd_xml::{Attribute, Names, NamespaceId, StartElement, Symbol};

/// What is known of an element before its frame.
struct Opening<'s> {
    name: Symbol,
    /// Offset of the start tag.
    start: usize,
    declaration: Option<&'s ElementDeclaration>,
    /// The type that the declaration gives, by its type table where it has one.
    selected: TypeId,
    type_id: TypeId,
    flags: Flags,
}

/// The attributes that choose type and nil of an element.
#[derive(Default)]
struct XsiAttributes<'e> {
    type_: Option<&'e Attribute<'e>>,
    nil: Option<&'e Attribute<'e>>,
}

impl<'s> Pass<'s> {
    #[inline]
    fn xsi_attributes<'e>(&mut self, names: &Names, event: &StartElement<'e>) -> XsiAttributes<'e> {
        let mut found = XsiAttributes::default();
        for attribute in event.attributes.iter().filter(|attribute| attribute.namespace == NamespaceId::XSI) {
            if attribute.name == self.xsi.type_ {
                found.type_ = Some(attribute);
            } else if attribute.name == self.xsi.nil {
                found.nil = Some(attribute);
            } else if attribute.name == self.xsi.schema_location {
                self.check_hint(names, event, attribute);
            }
        }
        found
    }

    /// `xsi:schemaLocation` is made of pairs.
    fn check_hint(&mut self, names: &Names, event: &StartElement<'_>, attribute: &Attribute<'_>) {
        let count = attribute.value.split_ascii_whitespace().count();
        if count.is_multiple_of(2) {
            return;
        }
        self.findings.add(IssueCode::SchemaHint, || {
            let message =
                format!("xsi:schemaLocation has {count} items; it is a list of pairs of namespace and location");
            Draft::new("schema-location", event.span.start, message)
                .at(attribute.span.start)
                .attribute(names.display(attribute.name))
        });
    }

    pub(crate) fn has_xsi_type(&self, event: &StartElement<'_>) -> bool {
        event.attributes.iter().any(|attribute| attribute.name == self.xsi.type_)
    }

    pub(crate) fn global(&self, key: Symbol) -> Option<&'s ElementDeclaration> {
        self.components.element_by_key.get(&key).map(|id| self.components.element(*id))
    }

    /// The root element needs a global declaration, or a type of its own.
    pub(crate) fn root(&mut self, names: &Names, event: &StartElement<'_>, key: Symbol) -> Assessment<'s> {
        let declaration = match self.components.matching {
            NameMatching::Strict => self.global(key),
            NameMatching::Legacy => match self.legacy_root(names, event, key) {
                LegacyRoot::One(declaration) => Some(declaration),
                LegacyRoot::Unknown => None,
                LegacyRoot::Several => return Assessment::Skip { stray: true },
            },
        };
        let stray = declaration.is_none() && !self.has_xsi_type(event);
        if stray {
            let globals = self
                .components
                .elements
                .iter()
                .filter(|element| element.owner == Owner::Global && !element.is_abstract);
            self.findings.add(IssueCode::UnknownRoot, || {
                let known: Vec<String> = globals.map(|element| names.display(element.name).to_string()).collect();
                let name = names.display(event.name);
                // An element of that local name in another namespace is what was meant.
                let local = names.local(event.name);
                let meant = known.iter().find(|known| known.rsplit('}').next() == Some(local));
                let message = match meant {
                    Some(meant) => {
                        let space = match meant.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
                            Some((namespace, _)) => format!("the namespace {namespace}"),
                            None => "no namespace".to_owned(),
                        };
                        format!(
                            "no global declaration for the root element {name}: the schema declares {local} in {space}; \
                             change that of the document, or validate with namespaces \"legacy\""
                        )
                    }
                    None => format!(
                        "no global declaration for the root element {name}; the schema declares {}",
                        enumerate(&known)
                    ),
                };
                Draft::new("cvc-elt.1", event.span.start, message).expected(known)
            });
        }
        Assessment::Element { declaration, stray, consistent_with: None }
    }

    /// The global declaration of the root's local name: the only one, or the one with its namespace too.
    fn legacy_root(&mut self, names: &Names, event: &StartElement<'_>, key: Symbol) -> LegacyRoot<'s> {
        let of_name = |element: &&ElementDeclaration| element.owner == Owner::Global && element.key == key;
        let candidates: Vec<&'s ElementDeclaration> = self.components.elements.iter().filter(of_name).collect();
        let exact = candidates.iter().copied().find(|element| element.name == event.name);
        match (&candidates[..], exact) {
            ([], _) => LegacyRoot::Unknown,
            (&[only], _) | (_, Some(only)) => LegacyRoot::One(only),
            _ => {
                self.findings.add(IssueCode::MultipleRoots, || {
                    let known: Vec<String> =
                        candidates.iter().map(|element| names.display(element.name).to_string()).collect();
                    let name = names.display(event.name);
                    let message = format!("the root element {name} may be {}", enumerate(&known));
                    Draft::new("cvc-elt.1", event.span.start, message).expected(known)
                });
                LegacyRoot::Several
            }
        }
    }

    /// Decides type and nil of an element whose declaration is known, and pushes its opening.
    #[inline]
    pub(crate) fn govern(
        &mut self,
        names: &mut Names,
        event: &StartElement<'_>,
        key: Symbol,
        declaration: Option<&'s ElementDeclaration>,
        consistent_with: Option<ElementId>,
    ) {
        let selected = match declaration {
            None => consistent_with.map_or(TypeId::ANY_TYPE, |local| self.components.element(local).type_id),
            Some(declaration) => match &declaration.type_table {
                None => declaration.type_id,
                Some(table) => self.selected_type(names, event, declaration, table),
            },
        };
        let names = &*names;
        let mut opening = Opening {
            name: event.name,
            start: event.span.start,
            declaration,
            selected,
            type_id: selected,
            flags: Flags::default(),
        };
        if !event.attributes.is_empty() {
            let xsi = self.xsi_attributes(names, event);
            if xsi.type_.is_some() || xsi.nil.is_some() {
                self.instance_says(names, event, &mut opening, &xsi);
            }
        }
        if declaration.is_some_and(|declaration| declaration.is_abstract) {
            self.abstract_element(names, &opening);
        }
        let unsure = opening.flags.has(Flags::UNSURE);
        if let TypeDetail::Complex(complex) = &self.components.type_(opening.type_id).detail
            && !unsure
        {
            if complex.is_abstract {
                self.abstract_type(names, &opening);
            }
            if complex.assertions.is_some() {
                opening.flags.set(Flags::ASSERTED);
            }
        }
        if let Some(local) = consistent_with
            && !unsure
        {
            self.check_consistent(names, &opening, local);
        }
        self.open_frame(event, key, &opening);
    }

    #[inline]
    fn open_frame(&mut self, event: &StartElement<'_>, key: Symbol, opening: &Opening<'s>) {
        let frame = self.frames.open(event.name, key, event.namespace);
        frame.start = opening.start;
        frame.declaration = opening.declaration;
        frame.type_id = opening.type_id;
        frame.content.start(opening.type_id, self.components.type_(opening.type_id));
        frame.flags = opening.flags;
        if matches!(frame.content, FrameContent::Simple(_))
            || opening.declaration.is_some_and(|declaration| declaration.value.is_some())
        {
            frame.flags.set(Flags::COLLECT);
            self.run.clear();
        }
    }

    /// What `xsi:type` and `xsi:nil` say.
    #[cold]
    fn instance_says(
        &mut self,
        names: &Names,
        event: &StartElement<'_>,
        opening: &mut Opening<'s>,
        xsi: &XsiAttributes<'_>,
    ) {
        if let Some(attribute) = xsi.type_ {
            match self.instance_type(names, event, opening, attribute) {
                Some(type_id) => {
                    opening.type_id = type_id;
                    opening.flags.set(Flags::INSTANCE_TYPE);
                }
                None => opening.flags.set(Flags::UNSURE),
            }
        }
        if let Some(attribute) = xsi.nil {
            match opening.declaration {
                Some(declaration) => self.nil(names, opening, declaration, attribute),
                None => self.undeclared_nil(names, opening, attribute),
            }
        }
    }

    /// The type that `xsi:type` names; `None`, and reported, where it names none that may stand here (cvc-elt.4).
    #[cold]
    fn instance_type(
        &mut self,
        names: &Names,
        event: &StartElement<'_>,
        opening: &Opening<'s>,
        attribute: &Attribute<'_>,
    ) -> Option<TypeId> {
        let shown = || excerpt(attribute.value);
        match self.find_type(names, event, attribute) {
            // Without a declaration the local type is kept by what is not derived from it (3.3.4.6).
            Ok(Some(type_id)) if opening.declaration.is_none() => {
                let is_derived = is_substitutable(self.components, type_id, opening.selected, DerivationSet::default());
                Some(if is_derived { type_id } else { opening.selected })
            }
            Ok(Some(type_id)) => self.may_replace(names, opening, attribute, type_id).then_some(type_id),
            Ok(None) => {
                let message = || format!("xsi:type {} names no type of the schema", shown());
                self.refuse_type(names, opening, attribute, "cvc-elt.4.2", IssueCode::XsiType, message);
                None
            }
            Err(BadName::Lexical) => {
                let message = || format!("xsi:type {} is not a QName", shown());
                self.refuse_type(names, opening, attribute, "cvc-elt.4.1", IssueCode::XsiType, message);
                None
            }
            Err(BadName::Prefix) => {
                let message = || format!("the prefix of xsi:type {} is not bound", shown());
                self.refuse_type(names, opening, attribute, "cvc-elt.4.1", IssueCode::UnknownNamespacePrefix, message);
                None
            }
        }
    }

    fn find_type(
        &self,
        names: &Names,
        event: &StartElement<'_>,
        attribute: &Attribute<'_>,
    ) -> Result<Option<TypeId>, BadName> {
        let bindings = Bindings { scope: event.scope, names };
        let TypeDetail::Simple(qname) = &self.components.type_(TypeId::builtin(Builtin::QName)).detail else {
            return Ok(None);
        };
        let value = qname.datatype.normalize(attribute.value);
        let key = find_name(self.components.matching, &value, &bindings);
        if qname.datatype.validate(&value, &bindings).is_err()
            && key.is_ok()
            && self.components.matching == NameMatching::Strict
        {
            return Err(BadName::Lexical);
        }
        match key {
            Ok(key) => Ok(key.and_then(|key| self.components.type_by_key.get(&key).copied())),
            Err(UnboundPrefix) => Err(BadName::Prefix),
        }
    }

    /// Whether a type may stand for the declared one (cvc-elt.4.3).
    fn may_replace(
        &mut self,
        names: &Names,
        opening: &Opening<'s>,
        attribute: &Attribute<'_>,
        type_id: TypeId,
    ) -> bool {
        let Some(declaration) = opening.declaration else { return true };
        let selected = opening.selected;
        let block = declaration.block.with(self.components.type_(selected).block());
        if derivation_ok(self.components, type_id, selected, block) {
            return true;
        }
        let reason = match derivation_ok(self.components, type_id, selected, DerivationSet::default()) {
            true => "is derived in a way that is blocked from",
            false => "is not derived from",
        };
        let components = self.components;
        let message = || {
            let declared = type_name(components, names, selected);
            format!(
                "xsi:type {} {reason} {declared}, which element {} has",
                excerpt(attribute.value),
                names.display(declaration.name)
            )
        };
        self.refuse_type(names, opening, attribute, "cvc-elt.4.3", IssueCode::XsiType, message);
        false
    }

    fn refuse_type(
        &mut self,
        names: &Names,
        opening: &Opening<'s>,
        attribute: &Attribute<'_>,
        rule: &'static str,
        code: IssueCode,
        message: impl FnOnce() -> String,
    ) {
        let place = opening.declaration.and_then(|declaration| declaration.place.as_ref());
        self.findings.add(code, || {
            Draft::new(rule, opening.start, message())
                .at(attribute.span.start)
                .attribute(names.display(attribute.name))
                .declared_at(place)
        });
    }

    #[cold]
    fn abstract_element(&mut self, names: &Names, opening: &Opening<'s>) {
        let Some(declaration) = opening.declaration else { return };
        let members = || declaration.substitutes.iter().map(|id| self.components.element(*id));
        let members = members().filter(|member| !member.is_abstract);
        self.findings.add(IssueCode::AbstractElement, || {
            let members: Vec<String> = members.map(|member| names.display(member.name).to_string()).collect();
            let name = names.display(declaration.name);
            let message = format!("element {name} is abstract; allowed in its place: {}", enumerate(&members));
            Draft::new("cvc-elt.2", opening.start, message).expected(members).declared_at(declaration.place.as_ref())
        });
    }

    #[cold]
    fn abstract_type(&mut self, names: &Names, opening: &Opening<'s>) {
        let place = self.components.type_(opening.type_id).place.as_ref();
        let components = self.components;
        self.findings.add(IssueCode::AbstractType, || {
            let type_ = type_name(components, names, opening.type_id);
            let name = names.display(opening.name);
            let message = format!("{type_} is abstract: element {name} needs an xsi:type that is derived from it");
            Draft::new("cvc-type.2", opening.start, message).declared_at(place)
        });
    }

    /// `xsi:nil` (cvc-elt.3).
    #[cold]
    fn nil(
        &mut self,
        names: &Names,
        opening: &mut Opening<'s>,
        declaration: &ElementDeclaration,
        attribute: &Attribute<'_>,
    ) {
        let nil = boolean(attribute);
        let fixed = declaration.value.as_ref().filter(|value| value.fixed);
        let (rule, reason) = match nil {
            _ if !declaration.nillable => ("cvc-elt.3.1", "the element is not nillable".to_string()),
            None => ("cvc-datatype-valid.1.2.1", format!("{} is not a boolean", excerpt(attribute.value))),
            Some(true) if fixed.is_some() => ("cvc-elt.3.2.2", "the element has a fixed value".to_string()),
            Some(true) => {
                opening.flags.set(Flags::NIL);
                return;
            }
            Some(false) => return,
        };
        self.findings.add(IssueCode::Nil, || {
            let message = format!("xsi:nil on element {}: {reason}", names.display(declaration.name));
            Draft::new(rule, opening.start, message)
                .at(attribute.span.start)
                .attribute(names.display(attribute.name))
                .declared_at(declaration.place.as_ref())
        });
        if nil == Some(true) {
            // The empty content that goes with it is no second defect.
            opening.flags.set(Flags::NIL);
            opening.flags.set(Flags::BAD_TEXT);
            opening.flags.set(Flags::BAD_CHILD);
        }
    }

    /// `xsi:nil` on an element without declaration is nothing but a boolean (cvc-attribute.3).
    #[cold]
    fn undeclared_nil(&mut self, names: &Names, opening: &Opening<'s>, attribute: &Attribute<'_>) {
        if boolean(attribute).is_some() {
            return;
        }
        self.findings.add(IssueCode::Nil, || {
            let (name, value) = (names.display(opening.name), excerpt(attribute.value));
            Draft::new(
                "cvc-datatype-valid.1.2.1",
                opening.start,
                format!("xsi:nil on element {name}: {value} is not a boolean"),
            )
            .at(attribute.span.start)
            .attribute(names.display(attribute.name))
        });
    }

    /// An element that a wildcard admits has its locally declared type, or one that may stand for it.
    fn check_consistent(&mut self, names: &Names, opening: &Opening<'s>, local: ElementId) {
        let local = self.components.element(local);
        if is_substitutable(self.components, opening.type_id, local.type_id, DerivationSet::default()) {
            return;
        }
        let components = self.components;
        self.findings.add(IssueCode::ElementConsistent, || {
            let (found, wanted) =
                (type_name(components, names, opening.type_id), type_name(components, names, local.type_id));
            let name = names.display(opening.name);
            let message = format!(
                "element {name} has {found} here, which is not derived from {wanted} of the same name in its parent"
            );
            Draft::new("cvc-complex-type.5", opening.start, message).declared_at(local.place.as_ref())
        });
    }
}

fn boolean(attribute: &Attribute<'_>) -> Option<bool> {
    match attribute.value.trim_matches([' ', '\t', '\n', '\r']) {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

/// What the local name of the root stands for.
enum LegacyRoot<'s> {
    One(&'s ElementDeclaration),
    Unknown,
    Several,
}

/// Why an `xsi:type` is no name.
enum BadName {
    Lexical,
    Prefix,
}
