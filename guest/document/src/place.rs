//! Where a node stands, as people count.

use crate::document::Absent;
use crate::{Document, NodeId};
use pyxsd_xml::Symbol;
use pyxsd_xpath::NodeKind;

/// One element on the way from the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathStep {
    /// Expanded name.
    pub name: Symbol,
    /// Position from 1 among the siblings of this name in the source, those included that the tree does not show.
    pub index: u32,
}

/// The place of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The elements from the root to the node, or to what holds it.
    pub path: Vec<PathStep>,
    /// The name of an attribute node.
    pub attribute: Option<Symbol>,
}

impl Document {
    /// The place of a node. In proportion to the siblings before each element on the way.
    pub fn placement(&self, node: NodeId) -> Placement {
        let record = self.record(node.index);
        let attribute = (record.kind == NodeKind::Attribute && node.binding == 0).then_some(record.name);
        let mut path = Vec::new();
        let mut next = Some(node.index);
        while let Some(index) = next {
            let record = self.record(index);
            if record.kind == NodeKind::Element {
                path.push(PathStep { name: record.name, index: self.occurrence(index) });
            }
            next = self.parent(index);
        }
        path.reverse();
        Placement { path, attribute }
    }

    fn occurrence(&self, element: u32) -> u32 {
        let record = self.record(element);
        let mut index = 1;
        let mut next = record.previous_sibling;
        while let Some(sibling) = self.get(next) {
            index += u32::from(sibling.kind == NodeKind::Element && sibling.name == record.name);
            next = sibling.previous_sibling;
        }
        let first = Absent { parent: record.parent, name: record.name, before: 0 };
        let start = self.absent.partition_point(|absent| *absent < first);
        let absent = self.absent[start..].iter();
        let here =
            |absent: &&Absent| absent.parent == record.parent && absent.name == record.name && absent.before <= element;
        index + absent.take_while(here).count() as u32
    }
}
