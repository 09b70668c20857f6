//! What schema documents say about their components in `xs:documentation`, kept for inspection.

use crate::components::*;
use crate::compose::Node;
use hashbrown::HashMap;

/// Bytes of the text of one component; a longer one is cut at a character and ends with an ellipsis.
const COMPONENT_BYTES: usize = 2048;
/// Bytes of all texts of a schema; what comes later has none.
const SCHEMA_BYTES: usize = 4 << 20;

/// A component of any kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Component {
    Element(ElementId),
    Attribute(AttributeId),
    Type(TypeId),
    Group(GroupId),
    AttributeGroup(AttributeGroupId),
    Notation(NotationId),
    Identity(IdentityId),
}

/// The documentation of components, white space collapsed.
#[derive(Debug, Default)]
pub struct Documentation {
    texts: HashMap<Component, Box<str>>,
    bytes: usize,
}

impl Documentation {
    /// The text of every `xs:documentation` of a component, joined by spaces; at most 2 KiB, and 4 MiB for a schema.
    pub fn of(&self, component: Component) -> Option<&str> {
        self.texts.get(&component).map(AsRef::as_ref)
    }

    /// Keeps what the annotation children of a node say.
    pub(crate) fn keep(&mut self, component: Component, node: Node<'_>) {
        if self.bytes >= SCHEMA_BYTES {
            return;
        }
        let text = text_of(node);
        if !text.is_empty() {
            self.bytes += text.len();
            self.texts.insert(component, text.into());
        }
    }
}

fn text_of(node: Node<'_>) -> String {
    let named = |node: &Node<'_>, name| node.has_tag_name((crate::compose::XS, name));
    let annotations = node.children().filter(|child| named(child, "annotation"));
    let documentations = annotations.flat_map(|annotation| annotation.children());
    let texts = documentations.filter(|child| named(child, "documentation")).flat_map(|child| child.descendants());
    let mut collapsed = String::new();
    for word in texts.filter_map(|inner| inner.text().filter(|_| inner.is_text())).flat_map(str::split_whitespace) {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
        if collapsed.len() > COMPONENT_BYTES {
            return cut(collapsed);
        }
    }
    collapsed
}

fn cut(mut text: String) -> String {
    let ellipsis = '…';
    let mut end = COMPONENT_BYTES - ellipsis.len_utf8();
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    text.push(ellipsis);
    text
}
