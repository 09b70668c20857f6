//! The attributes of an element (cvc-complex-type.3, .4 and .5, cvc-type.3.1.1, cvc-attribute, cvc-au).

mod undeclared;

use crate::frame::{Flags, Frame};
use crate::identity::FieldValue;
use crate::ids::{IdTable, Occurrence};
use crate::message::{excerpt, type_name};
use crate::report::{Draft, Findings};
use crate::value::{Bindings, Declared, check, check_default, error_code, has_value};
use crate::xsi::XsiNames;
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use pyxsd_datatypes::{Builtin, IdKind, SimpleType, ValueError};
use pyxsd_schema::components::{
    AttributeDeclaration, AttributeId, AttributeUse, AttributeUses, Components, TypeDetail, TypeId, ValueConstraint,
};
use pyxsd_schema::{IssueCode, Place};
use pyxsd_xml::{Attribute, NamespaceId, StartElement, Symbol};

/// An attribute with its type, for the fields of identity constraints and for the bound document.
pub(crate) struct TypedAttribute<'s> {
    pub(crate) key: Symbol,
    pub(crate) namespace: NamespaceId,
    /// `None` where it has no declaration.
    pub(crate) datatype: Option<&'s SimpleType>,
    pub(crate) valid: bool,
    /// The declaration that governs it.
    pub(crate) declaration: Option<AttributeId>,
    pub(crate) written: Written<'s>,
}

pub(crate) enum Written<'s> {
    /// Index among the attributes of the start tag.
    Tag(usize),
    /// Absent: the value constraint gives its value.
    Default(&'s ValueConstraint),
}

impl TypedAttribute<'_> {
    /// What it gives to a field.
    pub(crate) fn value<'v>(&'v self, attributes: &'v [Attribute<'_>]) -> FieldValue<'v> {
        let Some(datatype) = self.datatype.filter(|_| self.valid) else { return FieldValue::Invalid };
        if self.declaration.is_none() && datatype.builtin == Builtin::AnySimpleType {
            return FieldValue::Untyped;
        }
        match self.written {
            Written::Tag(index) => FieldValue::Simple(datatype, attributes[index].value),
            Written::Default(constraint) => FieldValue::of_default(datatype, constraint),
        }
    }
}

/// The attributes of the innermost element; kept only where somebody asks for them.
pub(crate) type TypedAttributes<'s> = Vec<TypedAttribute<'s>>;

/// Types with more attribute uses than this get a table.
const SCANNED: usize = 24;

/// The assessment of attributes, with what it keeps from element to element.
pub(crate) struct AttributeAssessment<'s> {
    components: &'s Components,
    xsi: XsiNames,
    pub(crate) typed: TypedAttributes<'s>,
    /// Whether [`AttributeAssessment::typed`] is asked for.
    pub(crate) keep_types: bool,
    /// A bit for each attribute use that is present.
    present: Vec<u64>,
    tables: HashMap<TypeId, HashMap<Symbol, usize, FixedState>, FixedState>,
}

/// What the assessment of one start tag needs beside the schema.
pub(crate) struct Tag<'p, 's, 'e> {
    pub(crate) frame: &'p Frame<'s>,
    pub(crate) event: &'p StartElement<'e>,
    /// Matching keys of the attributes, in their order; empty where they are their names.
    pub(crate) keys: &'p [Symbol],
    pub(crate) bindings: &'p Bindings<'p>,
    pub(crate) ids: &'p mut IdTable,
    pub(crate) findings: &'p mut Findings<'s>,
}

impl<'e> Tag<'_, '_, 'e> {
    fn key(&self, index: usize) -> Symbol {
        self.keys.get(index).copied().unwrap_or(self.event.attributes[index].name)
    }

    fn draft(&self, rule: &'static str, attribute: &Attribute<'_>, message: String, place: Option<&Place>) -> Draft {
        Draft::new(rule, self.frame.start, message)
            .at(attribute.span.start)
            .attribute(self.bindings.names.display(attribute.name))
            .declared_at(place)
    }
}

impl<'s> AttributeAssessment<'s> {
    pub(crate) fn new(components: &'s Components, xsi: XsiNames) -> Self {
        Self { components, xsi, typed: Vec::new(), keep_types: false, present: Vec::new(), tables: HashMap::default() }
    }

    /// Assesses the attributes of a start tag.
    pub(crate) fn assess(&mut self, tag: &mut Tag<'_, 's, '_>) {
        self.typed.clear();
        let type_id = tag.frame.type_id;
        let definition = self.components.type_(type_id);
        let unsure = tag.frame.flags.has(Flags::UNSURE);
        let uses = match &definition.detail {
            TypeDetail::Complex(complex) => Some(&complex.attributes),
            TypeDetail::Simple(_) => None,
        };
        if type_id == TypeId::ANY_TYPE || (unsure && uses.is_none()) {
            for index in 0..tag.event.attributes.len() {
                self.lax(tag, index);
            }
            return;
        }
        let Some(uses) = uses else { return self.of_simple_type(tag) };
        if uses.uses.is_empty() && tag.event.attributes.is_empty() {
            return;
        }
        self.present.clear();
        self.present.resize(uses.uses.len().div_ceil(64), 0);
        let mut wild_id = false;
        for index in 0..tag.event.attributes.len() {
            let is_xsi = tag.event.attributes[index].namespace == NamespaceId::XSI;
            let position = self.position(type_id, uses, tag.key(index));
            if is_xsi && self.is_exempt(tag, index) {
                // A use of one of the four may require it; its value constraint says nothing (cvc-complex-type.2 and .3 of 1.1).
                let position = position.filter(|&position| !self.is_other_name(tag, index, &uses.uses[position]));
                if let Some(position) = position {
                    self.present[position / 64] |= 1 << (position % 64);
                }
                continue;
            }
            match position {
                Some(position) => {
                    self.present[position / 64] |= 1 << (position % 64);
                    let use_ = &uses.uses[position];
                    self.value(tag, index, use_.attribute, use_.value.as_ref());
                }
                None if unsure => self.lax(tag, index),
                None => self.beyond_uses(tag, index, uses, &mut wild_id),
            }
        }
        if !unsure {
            self.absent(tag, uses);
        }
    }

    #[inline]
    fn position(&mut self, type_id: TypeId, uses: &AttributeUses, key: Symbol) -> Option<usize> {
        if uses.uses.len() <= SCANNED {
            return uses.uses.iter().position(|use_| use_.key == key);
        }
        let table = self.tables.entry(type_id).or_insert_with(|| {
            let keys = uses.uses.iter().enumerate();
            keys.map(|(position, use_)| (use_.key, position)).collect()
        });
        table.get(&key).copied()
    }

    /// Whether a use has another expanded name than an attribute: they match by their local names only.
    fn is_other_name(&self, tag: &Tag<'_, 's, '_>, index: usize, use_: &AttributeUse) -> bool {
        self.components.attribute(use_.attribute).name != tag.event.attributes[index].name
    }

    /// The four attributes of the `xsi` namespace that every element may have.
    fn is_exempt(&mut self, tag: &Tag<'_, 's, '_>, index: usize) -> bool {
        let attribute = &tag.event.attributes[index];
        if attribute.namespace != NamespaceId::XSI {
            return false;
        }
        let Some(builtin) = self.xsi.builtin_type(attribute.name) else { return false };
        let datatype = match &self.components.type_(TypeId::builtin(builtin)).detail {
            TypeDetail::Simple(simple) => Some(&*simple.datatype),
            TypeDetail::Complex(_) => None,
        };
        if self.keep_types {
            let valid = datatype.is_some_and(|datatype| datatype.validate(attribute.value, tag.bindings).is_ok());
            self.keep(tag, index, datatype, valid, None);
        }
        true
    }

    fn keep(
        &mut self,
        tag: &Tag<'_, 's, '_>,
        index: usize,
        datatype: Option<&'s SimpleType>,
        valid: bool,
        declaration: Option<AttributeId>,
    ) {
        if self.keep_types {
            let key = tag.key(index);
            let namespace = tag.bindings.names.namespace_of(key);
            let written = Written::Tag(index);
            self.typed.push(TypedAttribute { key, namespace, datatype, valid, declaration, written });
        }
    }

    /// An attribute with a declaration (cvc-attribute.3, .4, cvc-au).
    #[inline]
    fn value(
        &mut self,
        tag: &mut Tag<'_, 's, '_>,
        index: usize,
        id: AttributeId,
        constraint: Option<&'s ValueConstraint>,
    ) {
        let declaration = self.components.attribute(id);
        let attribute = &tag.event.attributes[index];
        let datatype = &*declaration.datatype;
        if let Err(error) = check(self.components, datatype, attribute.value, tag.bindings) {
            self.keep(tag, index, Some(datatype), false, Some(id));
            return self.invalid(tag, index, declaration, &error);
        }
        self.keep(tag, index, Some(datatype), true, Some(id));
        if let Some(fixed) = constraint.filter(|constraint| constraint.fixed)
            && !has_value(self.components, datatype, attribute.value, fixed, Declared::Same, tag.bindings)
        {
            return self.not_fixed(tag, index, declaration, fixed);
        }
        if datatype.involves_ids() {
            let place =
                Occurrence { element: tag.frame.start, attribute: Some(attribute.name), at: attribute.span.start };
            record_ids(tag, datatype, attribute.value, place);
        }
    }

    #[cold]
    fn invalid(&self, tag: &mut Tag<'_, 's, '_>, index: usize, declaration: &AttributeDeclaration, error: &ValueError) {
        let code = error_code(error, IssueCode::InvalidAttribute);
        if !tag.findings.count(code) {
            return;
        }
        let attribute = &tag.event.attributes[index];
        let names = tag.bindings.names;
        let type_ = type_name(self.components, names, declaration.type_id);
        let message = format!("attribute {} ({type_}): {}", names.display(attribute.name), error.message);
        let draft = tag.draft(error.rule, attribute, message, declaration.place.as_ref());
        tag.findings.keep(code, draft);
    }

    #[cold]
    fn not_fixed(
        &self,
        tag: &mut Tag<'_, 's, '_>,
        index: usize,
        declaration: &AttributeDeclaration,
        fixed: &ValueConstraint,
    ) {
        if !tag.findings.count(IssueCode::FixedAttribute) {
            return;
        }
        let attribute = &tag.event.attributes[index];
        let (found, wanted) = (excerpt(attribute.value), excerpt(&fixed.lexical));
        let name = tag.bindings.names.display(attribute.name);
        let message = format!("attribute {name} has the value {found}, but it is fixed to {wanted}");
        let draft = tag.draft("cvc-attribute.4", attribute, message, declaration.place.as_ref());
        let draft = draft.expected(vec![fixed.lexical.to_string()]);
        tag.findings.keep(IssueCode::FixedAttribute, draft);
    }

    /// The uses that are not present: required ones are missed (cvc-complex-type.4), value constraints give values.
    #[inline]
    fn absent(&mut self, tag: &mut Tag<'_, 's, '_>, uses: &'s AttributeUses) {
        for (position, use_) in uses.uses.iter().enumerate() {
            if self.present[position / 64] & (1 << (position % 64)) != 0 {
                continue;
            }
            if use_.required {
                self.missing(tag, use_);
            } else if let Some(constraint) = &use_.value {
                self.defaulted(tag, use_, constraint);
            }
        }
    }

    #[cold]
    fn missing(&self, tag: &mut Tag<'_, 's, '_>, use_: &AttributeUse) {
        let names = tag.bindings.names;
        let place = use_.place.as_ref();
        let build = || {
            let name = self.use_name(names, use_);
            let owner = type_name(self.components, names, tag.frame.type_id);
            let element = names.display(tag.frame.name);
            let message = format!("element {element} needs the attribute {name}: {owner} requires it");
            Draft::new("cvc-complex-type.4", tag.frame.start, message)
                .attribute(&name)
                .container()
                .expected(vec![name])
                .declared_at(place)
        };
        tag.findings.add(IssueCode::MissingAttribute, build);
    }

    fn defaulted(&mut self, tag: &mut Tag<'_, 's, '_>, use_: &'s AttributeUse, constraint: &'s ValueConstraint) {
        let declaration = self.components.attribute(use_.attribute);
        if tag.bindings.names.namespace_of(declaration.name) == NamespaceId::XSI {
            return;
        }
        if let Err(error) = check_default(self.components, &declaration.datatype, &constraint.lexical) {
            let name = tag.bindings.names.display(declaration.name);
            tag.findings.add(IssueCode::InvalidAttribute, || {
                let message = format!("attribute {name} takes its default: {error}");
                Draft::new(error.rule, tag.frame.start, message).attribute(name).declared_at(use_.place.as_ref())
            });
        }
        if declaration.datatype.involves_ids() {
            let start = tag.frame.start;
            let place = Occurrence { element: start, attribute: Some(declaration.name), at: start };
            record_ids(tag, &declaration.datatype, &constraint.lexical, place);
        }
        if self.keep_types {
            let key = use_.key;
            let namespace = tag.bindings.names.namespace_of(key);
            let datatype = Some(&*declaration.datatype);
            self.typed.push(TypedAttribute {
                key,
                namespace,
                datatype,
                valid: true,
                declaration: Some(use_.attribute),
                written: Written::Default(constraint),
            });
        }
    }

    /// An element of simple type has none but the four of `xsi` (cvc-type.3.1.1).
    fn of_simple_type(&mut self, tag: &mut Tag<'_, 's, '_>) {
        for index in 0..tag.event.attributes.len() {
            if self.is_exempt(tag, index) {
                continue;
            }
            if !tag.findings.count(IssueCode::UnexpectedAttribute) {
                continue;
            }
            let attribute = &tag.event.attributes[index];
            let names = tag.bindings.names;
            let owner = type_name(self.components, names, tag.frame.type_id);
            let message =
                format!("attribute {} is not allowed: {owner} is a simple type", names.display(attribute.name));
            let place = tag.frame.declaration.and_then(|declaration| declaration.place.as_ref());
            let draft = tag.draft("cvc-type.3.1.1", attribute, message, place);
            tag.findings.keep(IssueCode::UnexpectedAttribute, draft);
        }
    }
}

fn is_id(datatype: &SimpleType) -> bool {
    datatype.builtin == Builtin::Id
}

fn record_ids(tag: &mut Tag<'_, '_, '_>, datatype: &SimpleType, raw: &str, place: Occurrence) {
    let Tag { ids, findings, bindings, frame, .. } = tag;
    datatype.visit_ids(raw, *bindings, &mut |kind, value| match kind {
        IdKind::Id => ids.id(value, Some(frame.start), place, bindings.names, findings),
        IdKind::IdRef => ids.reference(value, place),
    });
}
