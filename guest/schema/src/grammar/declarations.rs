//! Elements, attributes, identity constraints, alternatives and notations: combinations of attributes and children.

use super::attributes::local;
use super::lexical::{boolean, count, trimmed};
use super::table::Shape;
use super::{Checker, XSD, XSI, expanded, has};
use crate::issue::IssueCode;
use pyxsd_datatypes::XsdVersion;
use roxmltree::Node;

/// What a reference to an element cannot say again, in the words of `src-element.2.2`.
const NOT_WITH_ELEMENT_REF: &[&str] = &["nillable", "default", "fixed", "form", "block", "type", "targetNamespace"];
/// The same for `src-attribute.3.2`.
const NOT_WITH_ATTRIBUTE_REF: &[&str] = &["form", "type", "targetNamespace"];

impl Checker<'_> {
    pub(super) fn element_declaration(&mut self, node: Node<'_, '_>, shape: Shape) {
        self.default_and_fixed(node, "src-element.1");
        if shape != Shape::TopElement {
            self.name_or_ref(node, "src-element.2.1");
            if has(node, "ref") {
                self.nothing_beside_ref(node, "src-element.2.2", NOT_WITH_ELEMENT_REF);
            }
            self.local_namespace(node, "src-element.4");
        }
        self.type_or_inline(node, "src-element.3");
        self.alternatives(node);
        match shape {
            Shape::LocalElement => self.occurs(node),
            Shape::AllElement => self.all_element(node),
            _ => {}
        }
    }

    pub(super) fn attribute_declaration(&mut self, node: Node<'_, '_>, shape: Shape) {
        self.default_and_fixed(node, "src-attribute.1");
        if shape == Shape::LocalAttribute {
            self.name_or_ref(node, "src-attribute.3.1");
            if has(node, "ref") {
                self.nothing_beside_ref(node, "src-attribute.3.2", NOT_WITH_ATTRIBUTE_REF);
            }
            self.local_namespace(node, "src-attribute.6");
            self.use_and_value(node);
        }
        self.type_or_inline(node, "src-attribute.4");
        if node.attribute("name").map(trimmed) == Some("xmlns") {
            self.attribute(
                IssueCode::DeclarationName,
                "no-xmlns",
                node,
                "name",
                "an attribute cannot be named 'xmlns'",
            );
        }
        if shape == Shape::TopAttribute || self.is_qualified_attribute(node) {
            let schema = node.document().root_element();
            let declared = if self.version == XsdVersion::V1_1 { node.attribute("targetNamespace") } else { None };
            if declared.or(schema.attribute("targetNamespace")).map(trimmed) == Some(XSI) {
                let message = "no attributes can be declared in the namespace of xsi:type";
                self.element(IssueCode::DeclarationName, "no-xsi", node, message);
            }
        }
    }

    fn is_qualified_attribute(&self, node: Node<'_, '_>) -> bool {
        if has(node, "ref") {
            return false;
        }
        let default = || node.document().root_element().attribute("attributeFormDefault");
        (self.version == XsdVersion::V1_1 && has(node, "targetNamespace"))
            || node.attribute("form").or_else(default).map(trimmed) == Some("qualified")
    }

    fn use_and_value(&mut self, node: Node<'_, '_>) {
        let usage = node.attribute("use").map_or("optional", trimmed);
        if usage != "optional" && has(node, "default") {
            let message = format!("an attribute with use '{usage}' cannot have a default");
            self.attribute(IssueCode::DeclarationAttribute, "src-attribute.2", node, "default", message);
        }
        if usage == "prohibited" && has(node, "fixed") && self.version == XsdVersion::V1_1 {
            let message = "a prohibited attribute cannot have a fixed value";
            self.attribute(IssueCode::DeclarationAttribute, "src-attribute.5", node, "fixed", message);
        }
    }

    fn default_and_fixed(&mut self, node: Node<'_, '_>, rule: &'static str) {
        if has(node, "default") && has(node, "fixed") {
            let message = format!("xs:{} has both a default and a fixed value", local(node));
            self.attribute(IssueCode::DeclarationAttribute, rule, node, "fixed", message);
        }
    }

    fn name_or_ref(&mut self, node: Node<'_, '_>, rule: &'static str) {
        match (has(node, "name"), has(node, "ref")) {
            (true, true) => {
                let message = format!("xs:{} has both a name and a ref", local(node));
                self.attribute(IssueCode::DeclarationAttribute, rule, node, "ref", message);
            }
            (false, false) => {
                let message = format!("xs:{} needs a name or a ref", local(node));
                self.report_with(
                    IssueCode::DeclarationName,
                    rule,
                    node,
                    None,
                    message,
                    vec!["name".into(), "ref".into()],
                );
            }
            _ => {}
        }
    }

    fn nothing_beside_ref(&mut self, node: Node<'_, '_>, rule: &'static str, names: &[&'static str]) {
        for name in names {
            let later = *name == "targetNamespace" && self.version == XsdVersion::V1_0;
            if has(node, name) && !later {
                let message = format!("'{name}' belongs to the declaration, not to the reference to it");
                self.attribute(IssueCode::DeclarationAttribute, rule, node, name, message);
            }
        }
        for child in self.xsd_children(node).filter(|child| local(*child) != "annotation") {
            if local(child) == "alternative" && self.version == XsdVersion::V1_0 {
                continue;
            }
            let message = format!("xs:{} belongs to the declaration, not to the reference to it", local(child));
            self.element(IssueCode::DeclarationChild, rule, child, message);
        }
    }

    fn type_or_inline(&mut self, node: Node<'_, '_>, rule: &'static str) {
        if !has(node, "type") || has(node, "ref") {
            return;
        }
        if let Some(inline) = self.xsd_child(node, &["simpleType", "complexType"]) {
            let message = format!("xs:{} has a type attribute and an xs:{} too", local(node), local(inline));
            self.attribute(IssueCode::DeclarationAttribute, rule, node, "type", message);
        }
    }

    /// The local `targetNamespace` of 1.1 (`src-element.4`, `src-attribute.6`).
    fn local_namespace(&mut self, node: Node<'_, '_>, rule: &'static str) {
        let Some(namespace) = node.attribute("targetNamespace").map(trimmed) else { return };
        if self.version == XsdVersion::V1_0 || has(node, "ref") {
            return;
        }
        if has(node, "form") {
            let message = "'form' has no meaning beside 'targetNamespace'";
            self.attribute(IssueCode::DeclarationAttribute, rule, node, "form", message);
        }
        if node.document().root_element().attribute("targetNamespace").map(trimmed) == Some(namespace) {
            return;
        }
        let mut ancestors =
            node.ancestors().skip(1).take_while(|ancestor| !ancestor.has_tag_name((XSD, "complexType")));
        let restricts = ancestors.any(|ancestor| {
            let base = ancestor.attribute("base").and_then(|base| expanded(ancestor, base));
            ancestor.has_tag_name((XSD, "restriction")) && base != Some((Some(XSD), "anyType"))
        });
        let in_type = node.ancestors().any(|ancestor| ancestor.has_tag_name((XSD, "complexType")));
        if !(restricts && in_type) {
            let message = "another target namespace than the schema's is allowed only in a restriction of a type other than xs:anyType";
            self.attribute(IssueCode::DeclarationAttribute, rule, node, "targetNamespace", message);
        }
    }

    fn alternatives(&mut self, node: Node<'_, '_>) {
        if self.version == XsdVersion::V1_0 {
            return;
        }
        let mut previous: Option<Node<'_, '_>> = None;
        for alternative in self.xsd_children(node).filter(|child| local(*child) == "alternative") {
            if let Some(previous) = previous.replace(alternative).filter(|previous| !previous.has_attribute("test")) {
                let message = "only the last xs:alternative can be without a test";
                self.element(IssueCode::AlternativeInvalid, "src-element.5", previous, message);
            }
        }
    }

    pub(super) fn alternative(&mut self, node: Node<'_, '_>) {
        let inline = self.xsd_child(node, &["simpleType", "complexType"]).is_some();
        if has(node, "type") == inline {
            let found = if inline { "both" } else { "neither" };
            let message = format!("xs:alternative has either a type attribute or an inline type, found {found}");
            self.element(IssueCode::AlternativeInvalid, "src-ta", node, message);
        }
    }

    pub(super) fn identity_constraint(&mut self, node: Node<'_, '_>, shape: Shape) {
        let named = has(node, "name");
        let refers = self.version == XsdVersion::V1_1 && has(node, "ref");
        if self.version == XsdVersion::V1_1 {
            self.name_or_ref(node, "src-identity-constraint.1");
        }
        if refers && !named {
            if has(node, "refer") {
                let message = "'refer' belongs to the constraint, not to the reference to it";
                self.attribute(IssueCode::DeclarationAttribute, "src-identity-constraint.4", node, "refer", message);
            }
            for child in self.xsd_children(node).filter(|child| local(*child) != "annotation") {
                let message = format!("xs:{} belongs to the constraint, not to the reference to it", local(child));
                self.element(IssueCode::DeclarationChild, "src-identity-constraint.4", child, message);
            }
        }
        if shape == Shape::Keyref && !refers && !has(node, "refer") {
            let message = "xs:keyref needs 'refer', the key that it refers to";
            self.element(IssueCode::IdentityRefer, "src-identity-constraint.3", node, message);
        }
    }

    pub(super) fn notation(&mut self, node: Node<'_, '_>) {
        if !has(node, "public") && !has(node, "system") {
            let message = "a notation needs a public or a system identifier";
            self.element(IssueCode::DeclarationAttribute, "n-props-correct", node, message);
        }
    }

    /// That a particle's minimum does not exceed its maximum.
    pub(super) fn occurs(&mut self, node: Node<'_, '_>) {
        let (min, max) = (node.attribute("minOccurs").unwrap_or("1"), node.attribute("maxOccurs").unwrap_or("1"));
        let (Some(least), Some(most)) = (count(min), count(max)) else { return };
        if (least.len(), least) > (most.len(), most) {
            let message = format!("minOccurs {} exceeds maxOccurs {}", trimmed(min), trimmed(max));
            let name = if has(node, "minOccurs") { "minOccurs" } else { "maxOccurs" };
            self.attribute(IssueCode::DeclarationAttribute, "p-props-correct.2.1", node, name, message);
        }
    }

    /// A member of an `all` group occurs at most once in 1.0.
    fn all_element(&mut self, node: Node<'_, '_>) {
        let many = |name: &str| node.attribute(name).is_some_and(|value| !is_at_most_one(value));
        if self.version == XsdVersion::V1_1 {
            return self.occurs(node);
        }
        match ["minOccurs", "maxOccurs"].into_iter().find(|name| many(name)) {
            Some(name) => {
                let message = format!(
                    "an element in xs:all occurs once at most, but {name} is '{}'",
                    node.attribute(name).unwrap_or_default()
                );
                self.attribute(IssueCode::AllRule, "cos-all-limited.2", node, name, message);
            }
            None => self.occurs(node),
        }
    }

    /// A group reference in `all` occurs exactly once.
    pub(super) fn all_group_reference(&mut self, node: Node<'_, '_>) {
        for name in ["minOccurs", "maxOccurs"] {
            if let Some(value) = node.attribute(name).filter(|value| count(value) != Some("1")) {
                let message = format!("a group in xs:all occurs exactly once, but {name} is '{value}'");
                self.attribute(IssueCode::AllRule, "cos-all-limited.1.3", node, name, message);
            }
        }
    }

    /// An `all` group occurs once at most.
    pub(super) fn all(&mut self, node: Node<'_, '_>) {
        let max_is_wrong = |value: &str| match self.version {
            XsdVersion::V1_0 => count(value) != Some("1"),
            XsdVersion::V1_1 => !is_at_most_one(value),
        };
        let wrong = [
            ("minOccurs", node.attribute("minOccurs").filter(|value| count(value).is_some() && !is_at_most_one(value))),
            (
                "maxOccurs",
                node.attribute("maxOccurs")
                    .filter(|value| (count(value).is_some() || trimmed(value) == "unbounded") && max_is_wrong(value)),
            ),
        ];
        for (name, value) in wrong {
            if let Some(value) = value {
                let message = format!("xs:all occurs once at most, but {name} is '{value}'");
                return self.attribute(IssueCode::AllRule, "cos-all-limited.1.2", node, name, message);
            }
        }
        self.occurs(node);
    }

    /// Whether a boolean attribute is true.
    pub(super) fn is_true(&self, node: Node<'_, '_>, name: &str) -> bool {
        node.attribute(name).and_then(boolean) == Some(true)
    }
}

fn is_at_most_one(value: &str) -> bool {
    matches!(count(value), Some("" | "1"))
}
