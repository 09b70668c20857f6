//! The grammar of schema documents: the schema for schemas as a table, and the representation constraints (`src-…`) that one
//! document decides alone.
//!
//! Not judged here: what needs other documents or resolved components (among it that a component is declared twice), values of
//! facets, the XPath of selectors, fields and tests.

mod attributes;
mod composition;
mod content;
mod declarations;
mod lexical;
mod table;
mod types;
mod versioning;
mod vocabulary;

pub use versioning::is_excluded;

use crate::issue::IssueCode;
use hashbrown::HashSet;
use pyxsd_datatypes::XsdVersion;
use roxmltree::{Document, Node, NodeId};
use table::Shape;

/// Namespace of the vocabulary.
const XSD: &str = "http://www.w3.org/2001/XMLSchema";
/// Namespace of `xsi:type` and its kin.
const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";
/// Namespace of `xml:lang` and its kin.
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// What the grammar finds wrong with an element of a schema document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Stable code.
    pub code: IssueCode,
    /// Rule of the Recommendation; `cvc-…` where the schema for schemas is not satisfied.
    pub rule: &'static str,
    /// The element. For a missing child or attribute, the element that lacks it.
    pub node: NodeId,
    /// The attribute that is wrong, `{ns}local` or `local`; none where it is missing.
    pub attribute: Option<String>,
    /// One line for a person.
    pub message: String,
    /// What was allowed at that place.
    pub expected: Vec<String>,
}

/// Checks a schema document.
///
/// Findings come in document order of their elements; for one element attributes first, then children, then the constraints on
/// their combinations. Elements that [`is_excluded`] removes, and everything below them, are not looked at, nor is the content of
/// `appinfo` and `documentation`. A construct of XSD 1.1 is one finding under 1.0 and is otherwise treated as absent. A child in a
/// place that cannot hold it is one finding, its content is not checked.
pub fn check(document: &Document<'_>, version: XsdVersion, report: &mut dyn FnMut(Finding)) {
    let root = document.root_element();
    if !root.has_tag_name((XSD, "schema")) {
        report(Finding {
            code: IssueCode::Schema,
            rule: "src-schema",
            node: root.id(),
            attribute: None,
            message: format!("the root of a schema document is xs:schema, found '{}'", root.tag_name().name()),
            expected: vec!["xs:schema".into()],
        });
        return;
    }
    let mut checker = Checker { version, ids: HashSet::new(), report };
    let mut pending = vec![(root, Shape::Schema)];
    while let Some((node, shape)) = pending.pop() {
        versioning::check(node, version, checker.report);
        if shape == Shape::Schema && is_excluded(node, version) {
            // It keeps its target namespace alone (4.2.2).
            checker.target_namespace(node);
            continue;
        }
        checker.attributes(node, shape);
        if shape.definition().open {
            continue;
        }
        let first = pending.len();
        checker.children(node, shape, &mut pending);
        pending[first..].reverse();
        checker.constraints(node, shape);
    }
}

/// Checks how a type is derived that an override puts into an `xs:redefine` (`src-redefine.5`).
pub fn check_redefined(node: Node<'_, '_>, version: XsdVersion, report: &mut dyn FnMut(Finding)) {
    if matches!(node.tag_name().name(), "simpleType" | "complexType") {
        Checker { version, ids: HashSet::new(), report }.redefined_type(node);
    }
}

/// The state of one check.
struct Checker<'r> {
    version: XsdVersion,
    /// Values of type `xs:ID` so far.
    ids: HashSet<String>,
    report: &'r mut dyn FnMut(Finding),
}

impl Checker<'_> {
    /// Reports about an element.
    fn element(&mut self, code: IssueCode, rule: &'static str, node: Node<'_, '_>, message: impl Into<String>) {
        self.report_with(code, rule, node, None, message.into(), Vec::new());
    }

    /// Reports about an attribute of an element.
    fn attribute(
        &mut self,
        code: IssueCode,
        rule: &'static str,
        node: Node<'_, '_>,
        name: &str,
        message: impl Into<String>,
    ) {
        self.report_with(code, rule, node, Some(name), message.into(), Vec::new());
    }

    fn report_with(
        &mut self,
        code: IssueCode,
        rule: &'static str,
        node: Node<'_, '_>,
        attribute: Option<&str>,
        message: String,
        expected: Vec<String>,
    ) {
        let attribute = attribute.map(str::to_owned);
        (self.report)(Finding { code, rule, node: node.id(), attribute, message, expected });
    }

    /// The constraints on combinations of attributes and children.
    fn constraints(&mut self, node: Node<'_, '_>, shape: Shape) {
        match shape {
            Shape::TopElement | Shape::LocalElement | Shape::AllElement => self.element_declaration(node, shape),
            Shape::TopAttribute | Shape::LocalAttribute => self.attribute_declaration(node, shape),
            Shape::Unique | Shape::Keyref => self.identity_constraint(node, shape),
            Shape::Alternative => self.alternative(node),
            Shape::Notation => self.notation(node),
            Shape::TopComplexType | Shape::LocalComplexType => self.complex_type(node),
            Shape::SimpleRestriction | Shape::List | Shape::Union => self.simple_derivation(node, shape),
            Shape::ComplexContentRestriction => self.complex_restriction(node),
            Shape::OpenContent => self.open_content(node),
            Shape::Any | Shape::OpenAny | Shape::AnyAttribute => self.wildcard(node, shape),
            Shape::GroupReference => self.occurs(node),
            Shape::AllGroupReference => self.all_group_reference(node),
            Shape::All => self.all(node),
            Shape::ModelGroup => self.occurs(node),
            Shape::Schema => self.target_namespace(node),
            Shape::Import => self.import(node),
            Shape::Redefine => self.redefine(node),
            _ => {}
        }
    }

    /// XSD children that count: not excluded, of this version.
    fn xsd_children<'a, 'd>(&self, node: Node<'a, 'd>) -> impl Iterator<Item = Node<'a, 'd>> + use<'a, 'd> {
        let version = self.version;
        node.children().filter(move |child| {
            child.is_element() && child.tag_name().namespace() == Some(XSD) && !is_excluded(*child, version)
        })
    }

    /// The first XSD child with one of these names.
    fn xsd_child<'a, 'd>(&self, node: Node<'a, 'd>, names: &[&str]) -> Option<Node<'a, 'd>> {
        self.xsd_children(node).find(|child| names.contains(&child.tag_name().name()))
    }
}

/// Whether an attribute of no namespace is present.
fn has(node: Node<'_, '_>, name: &str) -> bool {
    node.attribute(name).is_some()
}

/// An expanded name of a QName in the scope of an element; nothing where it is malformed or its prefix is not bound.
fn expanded<'a>(node: Node<'a, '_>, qname: &'a str) -> Option<(Option<&'a str>, &'a str)> {
    let qname = lexical::trimmed(qname);
    if !lexical::is_qname(qname) {
        return None;
    }
    match qname.split_once(':') {
        Some(("xml", local)) => Some((Some(XML), local)),
        Some((prefix, local)) => Some((Some(node.lookup_namespace_uri(Some(prefix))?), local)),
        None => Some((node.lookup_namespace_uri(None).filter(|uri| !uri.is_empty()), qname)),
    }
}

#[cfg(test)]
mod tests;
