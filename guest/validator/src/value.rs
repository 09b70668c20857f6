//! Simple values where they stand: the datatype, the rules that need the schema or the document, fixed values.

use pyxsd_datatypes::{Builtin, FacetKind, NoContext, SimpleType, Value, ValueContext, ValueError, Variety};
use pyxsd_schema::components::{Components, ValueConstraint};
use pyxsd_schema::{IssueCode, NameMatching, XsdVersion};
use pyxsd_xml::{Names, NamespaceId, NamespaceScope, Symbol};

/// The namespace bindings of one element, for values of type QName and NOTATION.
pub(crate) struct Bindings<'e> {
    pub(crate) scope: &'e NamespaceScope,
    pub(crate) names: &'e Names,
}

impl ValueContext for Bindings<'_> {
    fn resolve_prefix(&self, prefix: &str) -> Option<&str> {
        self.scope.resolve(prefix).map(|namespace| self.names.namespace_uri(namespace))
    }
}

/// Checks a lexical form: the datatype, then the rules about entities and notations (cvc-simple-type).
#[inline]
pub(crate) fn check(
    components: &Components,
    datatype: &SimpleType,
    raw: &str,
    bindings: &Bindings<'_>,
) -> Result<(), ValueError> {
    datatype.validate(raw, bindings)?;
    match datatype.builtin {
        // `anySimpleType` is what lists and unions of a schema derive from.
        Builtin::Entity | Builtin::Entities | Builtin::AnySimpleType => {
            check_entities(components, datatype, raw, bindings)
        }
        Builtin::Notation => check_notation(components, datatype, raw, bindings),
        _ => Ok(()),
    }
}

/// What is left to check of a default that is valid in its schema.
#[inline]
pub(crate) fn check_default(components: &Components, datatype: &SimpleType, raw: &str) -> Result<(), ValueError> {
    check_entities(components, datatype, raw, &NoContext)
}

/// A document without a document type declaration declares no entity. In 1.1 that goes for the items and members of lists and unions.
#[inline]
fn check_entities(
    components: &Components,
    datatype: &SimpleType,
    raw: &str,
    context: &dyn ValueContext,
) -> Result<(), ValueError> {
    let rule = match (components.version, datatype.builtin) {
        (XsdVersion::V1_1, _) if datatype.has_entity(raw, context) => "cvc-simple-type.3",
        (XsdVersion::V1_0, Builtin::Entity) => "cvc-simple-type.2.1",
        (XsdVersion::V1_0, Builtin::Entities) => "cvc-simple-type.2.2",
        _ => return Ok(()),
    };
    let shown = crate::message::excerpt(raw.trim());
    let message = format!("{shown} does not name a declared unparsed entity: the document declares none");
    Err(ValueError { rule, facet: None, message })
}

#[cold]
fn check_notation(
    components: &Components,
    datatype: &SimpleType,
    raw: &str,
    bindings: &Bindings<'_>,
) -> Result<(), ValueError> {
    if !matches!(datatype.variety, Variety::Atomic(_)) {
        return Ok(());
    }
    let name = datatype.normalize(raw);
    let declared = find_name(components.matching, &name, bindings)
        .ok()
        .flatten()
        .is_some_and(|symbol| components.notation_by_key.contains_key(&symbol));
    if declared {
        return Ok(());
    }
    let message = format!("{} is not a declared notation", crate::message::excerpt(&name));
    Err(ValueError { rule: "cvc-datatype-valid", facet: None, message })
}

/// The code of an invalid value: assertion facets have one of their own.
pub(crate) fn error_code(error: &ValueError, otherwise: IssueCode) -> IssueCode {
    if error.facet == Some(FacetKind::Assertion) { IssueCode::AssertFailed } else { otherwise }
}

/// A prefix that is not bound.
#[derive(Debug)]
pub(crate) struct UnboundPrefix;

/// The matching key of a lexical QName; `None` where the schema has no such name.
pub(crate) fn find_name(
    matching: NameMatching,
    qname: &str,
    bindings: &Bindings<'_>,
) -> Result<Option<Symbol>, UnboundPrefix> {
    let (prefix, local) = qname.split_once(':').unwrap_or(("", qname));
    if matching == NameMatching::Legacy {
        return Ok(bindings.names.find(NamespaceId::NONE, local));
    }
    let namespace = bindings.scope.resolve(prefix).ok_or(UnboundPrefix)?;
    Ok(bindings.names.find(namespace, local))
}

/// What the type of a value is to the one that its value constraint was declared for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Declared {
    /// The same.
    Same,
    /// One that `xsi:type` or a type alternative gives in place of it.
    Other,
    /// One in place of `xs:anySimpleType` or `xs:anyAtomicType`, of which a form has no value that could differ.
    OfAny,
}

/// Whether a valid lexical form has the value of a value constraint.
pub(crate) fn has_value(
    components: &Components,
    datatype: &SimpleType,
    raw: &str,
    constraint: &ValueConstraint,
    declared: Declared,
    bindings: &Bindings<'_>,
) -> bool {
    // An atomic type without QNames gives equal values for equal forms.
    let is_plain = matches!(datatype.variety, Variety::Atomic(_))
        && !matches!(datatype.builtin, Builtin::QName | Builtin::Notation);
    if declared != Declared::Other && is_plain && raw == &*constraint.lexical {
        return true;
    }
    let value = |expected: &Value| datatype.parse(raw, bindings).is_ok_and(|value| value.equals(expected));
    match &constraint.value {
        Some(_) if declared == Declared::OfAny => {
            datatype.parse(&constraint.lexical, bindings).is_ok_and(|expected| value(&expected))
        }
        Some(expected) => value(expected),
        // Of content that is not simple the value is a string (3.3.2.1); 1.0 goes by the form.
        None if components.version == XsdVersion::V1_1 => value(&Value::String(constraint.lexical.to_string())),
        None => datatype.normalize(raw) == datatype.normalize(&constraint.lexical),
    }
}
