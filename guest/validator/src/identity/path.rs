//! Selector and field paths, matched against the open elements (part 1, 3.11.6).

use crate::frame::Frame;
use pyxsd_schema::components::{IdentityPath, NameTest};
use pyxsd_xml::{NamespaceId, Symbol};

pub(crate) fn admits(test: NameTest, key: Symbol, namespace: NamespaceId) -> bool {
    match test {
        NameTest::Any => true,
        NameTest::Namespace(wanted) => wanted == namespace,
        NameTest::Name(wanted) => wanted == key,
    }
}

/// Whether the element steps of a path lead from the open element at depth `context` to the innermost one. The last step is
/// looked at first: it refuses most elements.
#[inline]
pub(crate) fn reaches(path: &IdentityPath, frames: &[Frame<'_>], context: usize) -> bool {
    let below = frames.len() - 1 - context;
    let steps = path.steps.len();
    if below < steps || (below > steps && !path.descendant) {
        return false;
    }
    let elements = frames.iter().rev();
    path.steps.iter().rev().zip(elements).all(|(test, frame)| admits(*test, frame.key, frame.namespace))
}
