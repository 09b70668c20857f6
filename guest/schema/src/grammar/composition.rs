//! The target namespace, and the references from one schema document to others.

use super::attributes::local;
use super::lexical::{count, trimmed};
use super::{Checker, XSD, expanded, is_excluded};
use crate::issue::IssueCode;
use roxmltree::Node;

impl Checker<'_> {
    pub(super) fn target_namespace(&mut self, node: Node<'_, '_>) {
        if node.attribute("targetNamespace").is_some_and(|namespace| trimmed(namespace).is_empty()) {
            let message = "an empty target namespace is none: leave the attribute out";
            self.attribute(IssueCode::DeclarationAttribute, "sch-props-correct", node, "targetNamespace", message);
        }
    }

    pub(super) fn import(&mut self, node: Node<'_, '_>) {
        let target = node.document().root_element().attribute("targetNamespace").map(trimmed);
        match node.attribute("namespace").map(trimmed) {
            Some(namespace) if Some(namespace) == target => {
                let message = format!("'{namespace}' is the schema's own target namespace; use xs:include");
                self.attribute(IssueCode::ComposeInvalid, "src-import.1.1", node, "namespace", message);
            }
            Some("") => {
                let message = "an empty namespace is none: leave the attribute out";
                self.attribute(IssueCode::ComposeInvalid, "src-import.1.2", node, "namespace", message);
            }
            None if target.is_none() => {
                let message = "an import without 'namespace' needs a schema that has a target namespace";
                self.element(IssueCode::ComposeInvalid, "src-import.1.2", node, message);
            }
            _ => {}
        }
    }

    /// What a redefinition must say of the component it redefines.
    pub(super) fn redefine(&mut self, node: Node<'_, '_>) {
        for child in self.xsd_children(node) {
            match local(child) {
                "simpleType" | "complexType" => self.redefined_type(child),
                "group" => self.redefined_group(child, "group", "src-redefine.6.1.1"),
                "attributeGroup" => self.redefined_group(child, "attributeGroup", "src-redefine.7.1"),
                _ => {}
            }
        }
    }

    fn redefined_type(&mut self, node: Node<'_, '_>) {
        let Some(name) = node.attribute("name").map(trimmed) else { return };
        let allowed: &[&str] =
            if local(node) == "simpleType" { &["restriction"] } else { &["restriction", "extension"] };
        let derivation = self.derivation(node).filter(|derivation| allowed.contains(&local(*derivation)));
        let is_itself = derivation.is_some_and(|derivation| refers_to(derivation, "base", name));
        if !is_itself {
            let message = format!(
                "a redefinition of the type '{name}' must be derived from '{name}' itself by xs:{}",
                allowed.join(" or xs:")
            );
            self.element(IssueCode::ComposeInvalid, "src-redefine.5", node, message);
        }
    }

    /// A group refers to itself once at most, and then exactly once (`minOccurs` and `maxOccurs` 1).
    fn redefined_group(&mut self, node: Node<'_, '_>, kind: &str, rule: &'static str) {
        let Some(name) = node.attribute("name").map(trimmed) else { return };
        let mut references = 0usize;
        let mut next = node.first_element_child();
        while let Some(current) = next {
            let excluded = is_excluded(current, self.version);
            let is_reference = current.has_tag_name((XSD, kind)) && refers_to(current, "ref", name);
            if !excluded && is_reference {
                references += 1;
                let once = |name: &str| current.attribute(name).is_none_or(|value| count(value) == Some("1"));
                if kind == "group" && !(once("minOccurs") && once("maxOccurs")) {
                    let message =
                        format!("the reference of the redefined group '{name}' to itself occurs exactly once");
                    self.element(IssueCode::ComposeInvalid, "src-redefine.6.1.2", current, message);
                }
            }
            let below = if excluded { None } else { current.first_element_child() };
            next = below.or_else(|| following(current, node));
        }
        if references > 1 {
            let message = format!("the redefined {kind} '{name}' refers to itself more than once");
            self.element(IssueCode::ComposeInvalid, rule, node, message);
        }
    }
}

/// The next element in document order that is not below `node`, within `scope`.
fn following<'a, 'd>(node: Node<'a, 'd>, scope: Node<'a, 'd>) -> Option<Node<'a, 'd>> {
    let mut current = node;
    while current != scope {
        if let Some(sibling) = current.next_sibling_element() {
            return Some(sibling);
        }
        current = current.parent()?;
    }
    None
}

/// Whether an attribute names the component of this name in the document's target namespace.
fn refers_to(node: Node<'_, '_>, attribute: &str, name: &str) -> bool {
    let target = node.document().root_element().attribute("targetNamespace").map(trimmed);
    let Some((namespace, local)) = node.attribute(attribute).and_then(|qname| expanded(node, qname)) else {
        return false;
    };
    local == name && namespace == target
}
