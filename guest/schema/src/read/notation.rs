//! Where `xs:NOTATION` may be used: only as a restriction that enumerates notations (part 2, 3.2.19). Version 1.1 forbids no use but that
//! for values (3.3.19; W3C bug 14388): there a warning says that no value is valid.

use super::*;
use pyxsd_datatypes::{FacetKind, Variety};

const RULE: &str = "enumeration-required-notation";

impl<'d> Reader<'d, '_> {
    /// Attribute declarations, global and local.
    pub(super) fn check_attribute_notations(&mut self) {
        for attribute in 0..self.attributes.len() {
            let declaration = &self.attributes[attribute];
            if !lacks_enumeration(&declaration.datatype) {
                continue;
            }
            let (node, scope) = self.attribute_sources[attribute].source;
            self.refuse_notation("the type of the attribute", node, scope);
        }
    }

    /// Element declarations whose type or simple content is a NOTATION. One without a type of its own is reported at the head.
    pub(super) fn check_element_notations(&mut self) {
        for element in 0..self.elements.len() {
            if self.element_sources[element].untyped {
                continue;
            }
            let slot = &self.types[self.elements[element].type_id.index()];
            let datatype = match (&slot.datatype, &slot.content) {
                (None, Some(EffectiveContent::Simple(simple))) => self.types[simple.index()].datatype.as_deref(),
                (datatype, _) => datatype.as_deref(),
            };
            if !datatype.is_some_and(lacks_enumeration) {
                continue;
            }
            let (node, scope) = self.element_sources[element].source;
            self.refuse_notation("the type of the element", node, scope);
        }
    }

    /// The item type of a list.
    pub(super) fn check_item_notation(&mut self, item: &SimpleType, node: Node<'d>, scope: Scope) {
        if lacks_enumeration(item) {
            self.refuse_notation("the item type of the list", node, scope);
        }
    }

    fn refuse_notation(&mut self, role: &str, node: Node<'d>, scope: Scope) {
        let message = format!(
            "{role} is xs:NOTATION, or a restriction of it without xs:enumeration; use one that enumerates the notations allowed"
        );
        if self.is_1_1() {
            let (place, message) = (self.place(scope, node), format!("{message}: as it is, no notation is valid"));
            return self.findings.warning(IssueCode::NotationEnumerationRequired, RULE, place, message);
        }
        self.error(IssueCode::NotationEnumerationRequired, RULE, scope, node, message);
    }
}

/// Whether it is `xs:NOTATION`, or derived from it without an enumeration.
fn lacks_enumeration(datatype: &SimpleType) -> bool {
    datatype.builtin == Builtin::Notation
        && matches!(datatype.variety, Variety::Atomic(_))
        && datatype.facets().iter().all(|(kind, _)| *kind != FacetKind::Enumeration)
}
