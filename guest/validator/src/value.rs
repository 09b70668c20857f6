//! Simple values where they stand: the datatype, the rules that need the schema or the document, fixed values.

use pyxsd_datatypes::{Builtin, FacetKind, SimpleType, ValueContext, ValueError, Variety};
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
        Builtin::Entity | Builtin::Entities => check_default(components, datatype, raw),
        Builtin::Notation => check_notation(components, datatype, raw, bindings),
        _ => Ok(()),
    }
}

/// What is left to check of a default that is valid in its schema: a document without a document type declaration declares no
/// entity.
#[inline]
pub(crate) fn check_default(components: &Components, datatype: &SimpleType, raw: &str) -> Result<(), ValueError> {
    let rule = match (components.version, datatype.builtin) {
        (XsdVersion::V1_1, Builtin::Entity | Builtin::Entities) => "cvc-simple-type.3",
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

/// Whether a valid lexical form has the value of a fixed value constraint.
pub(crate) fn equals_fixed(datatype: &SimpleType, raw: &str, fixed: &ValueConstraint, bindings: &Bindings<'_>) -> bool {
    if let Some(expected) = &fixed.value {
        // A type without QNames gives equal values for equal forms.
        if raw == &*fixed.lexical && datatype.builtin != Builtin::QName && datatype.builtin != Builtin::Notation {
            return true;
        }
        return datatype.parse(raw, bindings).is_ok_and(|value| value.equals(expected));
    }
    datatype.normalize(raw) == datatype.normalize(&fixed.lexical)
}
