//! The target namespace, and the references from one schema document to others.

use super::Checker;
use super::attributes::local;
use super::lexical::trimmed;
use crate::issue::IssueCode;
use pyxsd_datatypes::XsdVersion;
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
            // Since 1.1 a chameleon counts as having the target namespace of its includer.
            None if target.is_none() && self.version == XsdVersion::V1_0 => {
                let message = "an import without 'namespace' needs a schema that has a target namespace";
                self.element(IssueCode::ComposeInvalid, "src-import.1.2", node, message);
            }
            _ => {}
        }
    }

    /// How a redefined type is derived. That the base is the type itself is judged where names are resolved.
    pub(super) fn redefine(&mut self, node: Node<'_, '_>) {
        let types = self.xsd_children(node).filter(|child| matches!(local(*child), "simpleType" | "complexType"));
        types.for_each(|child| self.redefined_type(child));
    }

    pub(super) fn redefined_type(&mut self, node: Node<'_, '_>) {
        let Some(name) = node.attribute("name").map(trimmed) else { return };
        let allowed: &[&str] =
            if local(node) == "simpleType" { &["restriction"] } else { &["restriction", "extension"] };
        if !self.derivation(node).is_some_and(|derivation| allowed.contains(&local(derivation))) {
            let message = format!(
                "a redefinition of the type '{name}' must be derived from '{name}' itself by xs:{}",
                allowed.join(" or xs:")
            );
            self.element(IssueCode::ComposeInvalid, "src-redefine.5", node, message);
        }
    }
}
