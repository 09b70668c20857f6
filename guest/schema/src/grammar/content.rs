//! Children of one element against the slots of its content model.

use super::attributes::shape_name;
use super::table::{Child, Shape, Slot};
use super::{Checker, XSD, has, is_excluded};
use crate::issue::IssueCode;
use pyxsd_datatypes::XsdVersion;
use roxmltree::Node;

/// Declarations, definitions and references to other documents.
const DECLARATIONS: &[&str] = &[
    "attribute",
    "attributeGroup",
    "complexType",
    "element",
    "group",
    "import",
    "include",
    "notation",
    "override",
    "redefine",
    "simpleType",
];

/// The rule that the children match the content model.
const CONTENT: &str = "cvc-complex-type.2.4";

/// How far the children have come in the content model.
struct Progress {
    slots: &'static [Slot],
    /// Slot of the last child.
    at: usize,
    /// Name of the first child in each slot.
    filled: Vec<Option<&'static str>>,
    /// Slots of which a child was reported for its place; the children after it have the same defect.
    displaced: Vec<bool>,
    /// A child was reported that no slot can hold.
    strange: bool,
}

impl Checker<'_> {
    /// Checks the children and appends those that have a shape, in order.
    pub(super) fn children<'a, 'd>(
        &mut self,
        node: Node<'a, 'd>,
        shape: Shape,
        found: &mut Vec<(Node<'a, 'd>, Shape)>,
    ) {
        let is_reference =
            matches!(shape, Shape::GroupReference | Shape::AllGroupReference | Shape::AttributeGroupReference);
        if is_reference && has(node, "name") && !has(node, "ref") {
            // A definition in the place of a reference, reported for its name.
            return;
        }
        let slots = shape.definition().slots;
        let count = slots.len();
        let mut progress =
            Progress { slots, at: 0, filled: vec![None; count], displaced: vec![false; count], strange: false };
        let mut text_reported = false;
        for child in node.children() {
            if child.is_text() {
                let blank = child.text().is_none_or(|text| text.bytes().all(|byte| byte.is_ascii_whitespace()));
                if !blank && !text_reported {
                    text_reported = true;
                    let message = format!(
                        "xs:{} holds text, which only xs:appinfo and xs:documentation may",
                        node.tag_name().name()
                    );
                    self.element(IssueCode::DeclarationChild, "cvc-complex-type.2.3", node, message);
                }
            }
            if !child.is_element() || is_excluded(child, self.version) {
                continue;
            }
            if let Some(shape) = self.child(node, shape, child, &mut progress) {
                found.push((child, shape));
            }
        }
        self.missing_children(node, shape, &progress);
    }

    fn child(
        &mut self,
        node: Node<'_, '_>,
        shape: Shape,
        child: Node<'_, '_>,
        progress: &mut Progress,
    ) -> Option<Shape> {
        let name = child.tag_name().name();
        if child.tag_name().namespace() != Some(XSD) {
            return self.foreign(node, shape, child, progress);
        }
        let places = || progress.slots.iter().enumerate().filter_map(|(index, slot)| Some((index, find(slot, name)?)));
        let ahead = places().find(|(index, _)| *index >= progress.at);
        let Some((index, known)) = ahead.or_else(|| places().next_back()) else {
            self.disallowed(node, shape, child, progress);
            progress.strange = true;
            return None;
        };
        if known.since > self.version {
            let message = format!("xs:{name} in xs:{} belongs to XML Schema 1.1", node.tag_name().name());
            self.element(IssueCode::Xsd11Construct, CONTENT, child, message);
            return None;
        }
        let slot = &progress.slots[index];
        if let Some(first) = progress.filled[index].filter(|_| !slot.repeats) {
            self.repeated(node, shape, child, first, slot.repeated);
            if first != name {
                // Which of the two was meant is unknown, so nothing is said of what is in this one.
                return None;
            }
        } else if !progress.displaced[index] {
            progress.displaced[index] = self.displaced(node, shape, child, index, progress);
        }
        progress.at = progress.at.max(index);
        progress.filled[index].get_or_insert(known.name);
        Some(known.shape)
    }

    /// Reports a child that comes too late, or stands beside one that excludes it. Whether it did.
    fn displaced(
        &mut self,
        node: Node<'_, '_>,
        shape: Shape,
        child: Node<'_, '_>,
        index: usize,
        progress: &Progress,
    ) -> bool {
        let name = child.tag_name().name();
        if index < progress.at {
            let last = progress.filled[progress.at].unwrap_or_default();
            let message =
                format!("xs:{name} stands after xs:{last} in {}, but belongs before it", shape_name(node, shape));
            self.element(IssueCode::DeclarationOrder, CONTENT, child, message);
            return true;
        }
        let Some(sole) = progress.excluding(index) else { return false };
        let message = format!("xs:{name} cannot stand beside xs:{sole} in {}", shape_name(node, shape));
        self.element(IssueCode::DeclarationChild, CONTENT, child, message);
        true
    }

    fn foreign(
        &mut self,
        node: Node<'_, '_>,
        shape: Shape,
        child: Node<'_, '_>,
        progress: &mut Progress,
    ) -> Option<Shape> {
        let allowed = progress.slots.iter().position(|slot| slot.foreign).filter(|index| {
            self.version == XsdVersion::V1_1 && *index >= progress.at && child.tag_name().namespace().is_some()
        });
        if let Some(index) = allowed {
            progress.at = index;
            progress.filled[index].get_or_insert("a facet");
            return None;
        }
        let message = format!(
            "{} holds '{}', an element that is not of XML Schema; such elements belong into xs:appinfo or xs:documentation",
            shape_name(node, shape),
            child.tag_name().name()
        );
        self.element(IssueCode::DeclarationChild, CONTENT, child, message);
        None
    }

    fn disallowed(&mut self, node: Node<'_, '_>, shape: Shape, child: Node<'_, '_>, progress: &Progress) {
        let name = child.tag_name().name();
        let definition = shape.definition();
        let is_group = matches!(shape, Shape::ModelGroup | Shape::NamedModelGroup | Shape::All | Shape::NamedAll);
        let (code, rule) = match name {
            "all" if is_group => (IssueCode::AllRule, "cos-all-limited.1.2"),
            _ if DECLARATIONS.contains(&name) => (definition.misplaced, CONTENT),
            _ => (definition.stranger, CONTENT),
        };
        let expected = self.names(&progress.slots[progress.at..]);
        let message = format!("xs:{name} cannot stand in {}", shape_name(node, shape));
        self.report_with(code, rule, child, None, message, expected);
    }

    fn repeated(&mut self, node: Node<'_, '_>, shape: Shape, child: Node<'_, '_>, first: &str, code: IssueCode) {
        let name = child.tag_name().name();
        let is_type = matches!(shape, Shape::TopSimpleType | Shape::LocalSimpleType);
        let code = if is_type && name != first { IssueCode::ConflictingDerivation } else { code };
        let message = if name == first {
            format!("{} has xs:{name} twice", shape_name(node, shape))
        } else {
            format!("{} has both xs:{first} and xs:{name}", shape_name(node, shape))
        };
        self.element(code, CONTENT, child, message);
    }

    fn missing_children(&mut self, node: Node<'_, '_>, shape: Shape, progress: &Progress) {
        // A reference to an identity constraint has no parts of its own.
        let refers =
            self.version == XsdVersion::V1_1 && matches!(shape, Shape::Unique | Shape::Keyref) && has(node, "ref");
        // A group that refers where it should define, or one with a child in place of the right one, was reported for that.
        if refers || progress.strange || (shape == Shape::NamedGroup && has(node, "ref")) {
            return;
        }
        for (slot, filled) in progress.slots.iter().zip(&progress.filled) {
            if !slot.required || filled.is_some() {
                continue;
            }
            let expected = self.names(std::slice::from_ref(slot));
            let message = format!("{} needs {}", shape_name(node, shape), expected.join(" or "));
            return self.report_with(slot.missing, CONTENT, node, None, message, expected);
        }
    }

    /// Names of what may stand in the slots, in this version.
    fn names(&self, slots: &[Slot]) -> Vec<String> {
        let children = slots.iter().flat_map(|slot| slot.children);
        children.filter(|child| child.since <= self.version).map(|child| format!("xs:{}", child.name)).collect()
    }
}

impl Progress {
    /// The sole child that excludes one in this slot, if it is there.
    fn excluding(&self, index: usize) -> Option<&'static str> {
        let sole = self.slots.iter().position(|slot| slot.alone)?;
        if index > sole { self.filled[sole] } else { None }
    }
}

fn find(slot: &'static Slot, name: &str) -> Option<&'static Child> {
    slot.children.iter().find(|child| child.name == name)
}
