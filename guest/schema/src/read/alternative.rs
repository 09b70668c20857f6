//! `xs:alternative` as written (part 1, 3.3.2.1 and 3.12.2).

use super::condition::TestKind;
use super::*;
use crate::conditions::{TypeAlternative, TypeTable};

const ALTERNATIVE: TestKind =
    TestKind { element: "xs:alternative", code: IssueCode::AlternativeInvalid, has_value: false };

impl<'d> Reader<'d, '_> {
    /// The type table of an element declaration.
    pub(super) fn read_type_table(&mut self, id: ElementId, node: Node<'d>, scope: Scope) -> Option<Box<TypeTable>> {
        if !self.is_1_1() {
            return None;
        }
        let nodes: Vec<Node<'d>> =
            self.children(node).filter(|child| child.tag_name().name() == "alternative").collect();
        if nodes.is_empty() {
            return None;
        }
        let alternatives = nodes.into_iter().filter_map(|node| self.read_alternative(id, node, scope)).collect();
        Some(Box::new(TypeTable { alternatives }))
    }

    fn read_alternative(&mut self, id: ElementId, node: Node<'d>, scope: Scope) -> Option<TypeAlternative> {
        let type_id = match lexical::attribute(node, "type") {
            Some(text) => self.refer_type(scope, node, text),
            None => {
                let inline = self.child(node, &["simpleType", "complexType"]);
                inline.map(|inline| self.anonymous_type(Owner::Element(id), inline, scope))
            }
        }?;
        let test = match node.has_attribute("test") {
            true => Some(Arc::new(self.read_alternative_test(node, scope)?)),
            false => None,
        };
        Some(TypeAlternative { test, type_id, place: self.component_place(scope, node) })
    }

    /// The whole language is admitted beside the subset of 3.12.6, but for steps to children, which a type alternative never sees.
    fn read_alternative_test(&mut self, node: Node<'d>, scope: Scope) -> Option<crate::conditions::Test> {
        let test = self.read_test(node, scope, ALTERNATIVE)?;
        if test.expression.is_type_alternative_test().is_ok() {
            return Some(test);
        }
        if let Some(at) = test.expression.content_step() {
            let reason = "the type is chosen by the attributes, before there are any children";
            self.refuse_test(node, scope, ALTERNATIVE, &test.text, at, reason);
            return None;
        }
        Some(test)
    }
}
