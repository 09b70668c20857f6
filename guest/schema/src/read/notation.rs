//! Where `xs:NOTATION` may be used: only as a restriction that enumerates notations (part 2, 3.2.19; 1.1: 3.3.19).

use super::*;
use pyxsd_datatypes::{FacetKind, Variety};

const RULE: &str = "enumeration-required-notation";

impl<'d> Reader<'d, '_> {
    /// Attribute declarations, global and local.
    pub(super) fn check_attribute_notations(&mut self) {
        for attribute in 0..self.attributes.len() {
            let declaration = &self.attributes[attribute];
            if !lacks_enumeration(&declaration.datatype) || self.is_bare_and_later(declaration.type_id) {
                continue;
            }
            let (node, scope) = self.attribute_sources[attribute].source;
            self.refuse_notation("the type of the attribute", node, scope);
        }
    }

    /// Element declarations whose type or simple content is a NOTATION. One without a type of its own is reported at the head.
    pub(super) fn check_element_notations(&mut self) {
        for element in 0..self.elements.len() {
            if self.element_sources[element].untyped || self.is_bare_and_later(self.elements[element].type_id) {
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

    /// `xs:NOTATION` itself as the type of a declaration: the working group left such a schema of 1.1 legal (W3C bug 14388), as one
    /// that has no use.
    fn is_bare_and_later(&self, type_id: TypeId) -> bool {
        self.is_1_1() && type_id == TypeId::builtin(Builtin::Notation)
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
        self.error(IssueCode::NotationEnumerationRequired, RULE, scope, node, message);
    }
}

/// Whether it is `xs:NOTATION`, or derived from it without an enumeration.
fn lacks_enumeration(datatype: &SimpleType) -> bool {
    datatype.builtin == Builtin::Notation
        && matches!(datatype.variety, Variety::Atomic(_))
        && datatype.facets().iter().all(|(kind, _)| *kind != FacetKind::Enumeration)
}
