//! Types, wildcards and open content: combinations of attributes and children.

use super::attributes::local;
use super::lexical::{boolean, is_qname, items, trimmed};
use super::table::Shape;
use super::{Checker, XSD, expanded, has};
use crate::issue::IssueCode;
use pyxsd_datatypes::XsdVersion;
use roxmltree::Node;

impl Checker<'_> {
    pub(super) fn complex_type(&mut self, node: Node<'_, '_>) {
        if self.version == XsdVersion::V1_0 {
            return;
        }
        let Some(content) = self.xsd_child(node, &["simpleContent", "complexContent"]) else { return };
        if local(content) == "simpleContent" {
            if self.is_true(node, "mixed") {
                let message = "a type with simple content cannot be mixed";
                self.attribute(IssueCode::DeclarationAttribute, "src-ct.1", node, "mixed", message);
            }
            return;
        }
        let (outer, inner) = (node.attribute("mixed").and_then(boolean), content.attribute("mixed").and_then(boolean));
        if outer.is_some() && inner.is_some() && outer != inner {
            let message = "xs:complexType and xs:complexContent contradict each other in 'mixed'";
            self.attribute(IssueCode::DeclarationAttribute, "src-ct.4", content, "mixed", message);
        }
    }

    pub(super) fn simple_derivation(&mut self, node: Node<'_, '_>, shape: Shape) {
        let inline = self.xsd_child(node, &["simpleType"]).is_some();
        let (name, rule, missing) = match shape {
            Shape::SimpleRestriction => ("base", "src-restriction-base-or-simpleType", IssueCode::RestrictionBase),
            Shape::List => ("itemType", "src-list-itemType-or-simpleType", IssueCode::DeclarationChild),
            _ => ("memberTypes", "src-union-memberTypes-or-simpleTypes", IssueCode::DeclarationChild),
        };
        // A union without members is a type without values in 1.1 (part 2, 2.4.1.3), and says so by a list that is empty.
        let may_be_empty = shape != Shape::Union || self.version == XsdVersion::V1_1;
        let named = node.attribute(name).is_some_and(|value| may_be_empty || items(value).next().is_some());
        if named && inline && shape != Shape::Union {
            let message = format!("xs:{} has both '{name}' and an inline xs:simpleType", local(node));
            self.attribute(IssueCode::DeclarationAttribute, rule, node, name, message);
        }
        if !named && !inline {
            let message = format!("xs:{} needs '{name}' or an inline xs:simpleType", local(node));
            self.report_with(missing, rule, node, None, message, vec![name.to_owned(), "xs:simpleType".to_owned()]);
        }
    }

    pub(super) fn open_content(&mut self, node: Node<'_, '_>) {
        let none = node.attribute("mode").map(trimmed) == Some("none");
        let wildcard = self.xsd_child(node, &["any"]).is_some();
        let other = self.xsd_children(node).any(|child| !matches!(local(child), "annotation" | "any"));
        if none == wildcard && !other {
            let message =
                if none { "an open content of mode 'none' has no xs:any" } else { "an open content needs an xs:any" };
            let rule = if none { "src-ct.3" } else { "src-ct.2" };
            self.element(IssueCode::OpenContentInvalid, rule, node, message);
        }
    }

    /// A restriction repeats the content that its open content is for.
    pub(super) fn complex_restriction(&mut self, node: Node<'_, '_>) {
        let open = self.xsd_child(node, &["openContent"]).filter(|_| self.version == XsdVersion::V1_1);
        let particle = self.xsd_child(node, &["group", "all", "choice", "sequence"]);
        if let Some(open) = open.filter(|_| particle.is_none()) {
            let message = "xs:openContent in a restriction needs a model group after it";
            self.element(IssueCode::OpenContentInvalid, "cvc-complex-type.2.4", open, message);
        }
    }

    pub(super) fn wildcard(&mut self, node: Node<'_, '_>, shape: Shape) {
        if self.version == XsdVersion::V1_1 && has(node, "namespace") && has(node, "notNamespace") {
            let message = format!("xs:{} has both 'namespace' and 'notNamespace'", local(node));
            self.attribute(IssueCode::WildcardInvalid, "src-wildcard", node, "notNamespace", message);
        }
        let names = node.attribute("notQName").filter(|_| self.version == XsdVersion::V1_1);
        let unbound = |item: &&str| item.contains(':') && is_qname(item) && expanded(node, item).is_none();
        if let Some(name) = names.into_iter().flat_map(items).find(unbound) {
            let message = format!("notQName excludes {name}, whose prefix is not bound");
            self.attribute(IssueCode::WildcardInvalid, "cvc-attribute.3", node, "notQName", message);
        }
        if shape == Shape::Any {
            self.occurs(node);
        }
    }

    /// The direct derivation of a type definition element: its `restriction`, `extension`, `list` or `union`.
    pub(super) fn derivation<'a, 'd>(&self, node: Node<'a, 'd>) -> Option<Node<'a, 'd>> {
        let content = self.xsd_child(node, &["simpleContent", "complexContent"]).unwrap_or(node);
        self.xsd_child(content, &["restriction", "extension", "list", "union"])
            .filter(|derivation| derivation.tag_name().namespace() == Some(XSD))
    }
}
