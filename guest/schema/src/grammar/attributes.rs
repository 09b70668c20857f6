//! Attributes of one element against the table.

use super::lexical::{is_language, trimmed};
use super::table::{Attribute, Definition, Kind, Shape};
use super::{Checker, XML, XSD, has};
use crate::issue::IssueCode;
use pyxsd_datatypes::XsdVersion;
use roxmltree::Node;

impl Checker<'_> {
    /// Checks that each attribute is allowed and well formed, and that none is missing.
    pub(super) fn attributes(&mut self, node: Node<'_, '_>, shape: Shape) {
        let definition = shape.definition();
        let mut unexpected = Vec::new();
        for attribute in node.attributes() {
            match attribute.namespace() {
                None => match definition.attributes.iter().find(|known| known.name == attribute.name()) {
                    Some(known) => self.known_attribute(node, known, attribute.value()),
                    None => unexpected.push(attribute.name()),
                },
                Some(XSD) => {
                    let name = format!("{{{XSD}}}{}", attribute.name());
                    let message = format!(
                        "an attribute of xs:{} has the namespace of XML Schema: '{}'",
                        local(node),
                        attribute.name()
                    );
                    self.attribute(IssueCode::UnexpectedAttribute, "cvc-complex-type.3.2.2", node, &name, message);
                }
                Some(XML) => self.xml_attribute(node, shape, attribute.name(), attribute.value()),
                Some(_) => {}
            }
        }
        self.unexpected(node, shape, definition, &unexpected);
        for attribute in definition.attributes.iter().filter(|attribute| attribute.required) {
            if !has(node, attribute.name) {
                self.missing(node, shape, attribute);
            }
        }
        // The same attribute is a name or a reference by the version; `name` is required where there can be no `ref`.
        if matches!(shape, Shape::Unique | Shape::Keyref) && self.version == XsdVersion::V1_0 && !has(node, "name") {
            let message = format!("xs:{} needs a name", local(node));
            self.element(IssueCode::DeclarationName, "cvc-complex-type.4", node, message);
        }
    }

    fn known_attribute(&mut self, node: Node<'_, '_>, known: &Attribute, value: &str) {
        let name = known.name;
        if known.since > self.version {
            let message = format!("attribute '{name}' of xs:{} belongs to XML Schema 1.1", local(node));
            return self.attribute(IssueCode::Xsd11Construct, "cvc-complex-type.3.2.2", node, name, message);
        }
        if !known.kind.admits(value, self.version) {
            let expected = known.kind.expected();
            let message = format!("{name} of xs:{} is '{value}', expected {expected}", local(node));
            return self.report_with(known.code, "cvc-attribute.3", node, Some(name), message, vec![expected]);
        }
        if known.kind == Kind::Id {
            self.id(node, name, value);
        }
    }

    fn unexpected(&mut self, node: Node<'_, '_>, shape: Shape, definition: &Definition, names: &[&str]) {
        if names.is_empty() {
            return;
        }
        let version = self.version;
        let free = definition.attributes.iter().filter(|known| known.since <= version && !has(node, known.name));
        let allowed: Vec<String> = free.map(|known| known.name.to_owned()).collect();
        for name in names {
            // Nothing of an empty group can occur, however often the definition says.
            let is_pointless = shape == Shape::NamedModelGroup
                && matches!(*name, "minOccurs" | "maxOccurs")
                && self.xsd_children(node).all(|child| local(child) == "annotation");
            let code = if is_pointless { IssueCode::PointlessParticle } else { definition.unexpected };
            let message = format!("attribute '{name}' is not allowed on {}", shape_name(node, shape));
            self.report_with(code, "cvc-complex-type.3.2.2", node, Some(name), message, allowed.clone());
        }
    }

    fn missing(&mut self, node: Node<'_, '_>, shape: Shape, attribute: &Attribute) {
        let other = match attribute.name {
            "ref" => "name",
            "name" => "ref",
            _ => "",
        };
        // A declaration where only a reference can stand, or the other way round, was reported by its unexpected attribute.
        if has(node, other) && !shape.definition().attributes.iter().any(|known| known.name == other) {
            return;
        }
        let message = format!("{} needs the attribute '{}'", shape_name(node, shape), attribute.name);
        self.report_with(attribute.absent, "cvc-complex-type.4", node, None, message, vec![attribute.name.to_owned()]);
    }

    fn id(&mut self, node: Node<'_, '_>, name: &str, value: &str) {
        let value = trimmed(value);
        if !self.ids.insert(value.to_owned()) {
            let message = format!("the id '{value}' stands twice in this document");
            self.attribute(IssueCode::DeclarationDuplicate, "cvc-id.2", node, name, message);
        }
    }

    fn xml_attribute(&mut self, node: Node<'_, '_>, shape: Shape, name: &str, value: &str) {
        // Where the Recommendation lists the attribute, its type is `language`; elsewhere the empty value of XML is one too.
        let listed = matches!(shape, Shape::Schema | Shape::Documentation);
        let (valid, expected) = match name {
            "lang" => ((value.is_empty() && !listed) || is_language(value), "a language tag"),
            "space" => (matches!(trimmed(value), "default" | "preserve"), "'default' or 'preserve'"),
            _ => return,
        };
        if !valid {
            let message = format!("xml:{name} is '{value}', expected {expected}");
            let name = format!("{{{XML}}}{name}");
            self.attribute(IssueCode::DeclarationAttribute, "cvc-attribute.3", node, &name, message);
        }
    }
}

/// The local name of an element.
pub(super) fn local<'a>(node: Node<'a, '_>) -> &'a str {
    node.tag_name().name()
}

/// The element with its context, for messages.
pub(super) fn shape_name(node: Node<'_, '_>, shape: Shape) -> String {
    let context = match shape {
        Shape::TopElement
        | Shape::TopAttribute
        | Shape::TopComplexType
        | Shape::TopSimpleType
        | Shape::NamedGroup
        | Shape::NamedAttributeGroup => "a top-level ",
        Shape::LocalElement | Shape::AllElement | Shape::LocalAttribute => "a local ",
        Shape::LocalComplexType | Shape::LocalSimpleType => "an anonymous ",
        Shape::GroupReference | Shape::AllGroupReference | Shape::AttributeGroupReference => "a reference by ",
        Shape::NamedAll | Shape::NamedModelGroup => "the model of a named group, ",
        Shape::OpenAny => "the wildcard of an open content, ",
        _ => "",
    };
    format!("{context}xs:{}", local(node))
}
