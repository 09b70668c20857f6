//! From places to occurrences: the path of the element of a schema document that an issue is about.

use super::file::{File, Node};
use crate::{Issue, Precision, Step};
use hashbrown::HashMap;
use roxmltree::NodeId;

/// Gives every issue about a document of the list the path of its element.
pub(crate) fn locate(issues: &mut [Issue], files: &[File<'_>]) {
    let mut by_file: HashMap<_, Vec<&mut Issue>> = HashMap::new();
    for issue in issues {
        by_file.entry(issue.place.file.clone()).or_default().push(issue);
    }
    for file in files {
        let Some(issues) = by_file.remove(&file.path) else { continue };
        let mut paths = Paths::new(file, issues.len());
        for issue in issues {
            issue.location.path = paths.at(issue.place.position.offset);
            if issue.location.path.is_empty() {
                issue.precision = Precision::Document;
            }
        }
    }
}

/// The elements of a document in order, and the position of those asked about among their siblings of the same name.
struct Paths<'f, 'd> {
    file: &'f File<'d>,
    elements: Vec<Node<'d>>,
    /// Where each element begins in the file, worked out at once where many are looked for: each costs up to a kilobyte of reading.
    offsets: Vec<u64>,
    indexes: HashMap<NodeId, u32>,
}

impl<'f, 'd> Paths<'f, 'd> {
    fn new(file: &'f File<'d>, issues: usize) -> Self {
        let elements: Vec<Node<'d>> = file.root.descendants().filter(Node::is_element).collect();
        let is_worth_it = issues.saturating_mul(elements.len().max(2).ilog2() as usize) > elements.len();
        let offset_of = |node: &Node<'d>| file.place(*node).position.offset;
        let offsets = if is_worth_it { elements.iter().map(offset_of).collect() } else { Vec::new() };
        Self { file, elements, offsets, indexes: HashMap::new() }
    }

    /// The path of the element that begins at an offset of the file; empty where none does.
    fn at(&mut self, offset: u64) -> Vec<Step> {
        let offset_of = |node: &Node<'d>| self.file.place(*node).position.offset;
        let at = match self.offsets.is_empty() {
            true => self.elements.partition_point(|node| offset_of(node) < offset),
            false => self.offsets.partition_point(|found| *found < offset),
        };
        let Some(&found) = self.elements.get(at).filter(|node| offset_of(node) == offset) else { return Vec::new() };
        let mut path: Vec<Step> = found.ancestors().filter(Node::is_element).map(|node| self.step(node)).collect();
        path.reverse();
        path
    }

    fn step(&mut self, node: Node<'d>) -> Step {
        if !self.indexes.contains_key(&node.id()) {
            self.count_siblings(node);
        }
        let name = node.tag_name();
        let name = match name.namespace() {
            Some(uri) if !uri.is_empty() => format!("{{{uri}}}{}", name.name()),
            _ => name.name().to_owned(),
        };
        Step { name, index: self.indexes.get(&node.id()).copied().unwrap_or(1) }
    }

    /// Numbers all children of a parent at once, so that many issues in one document stay linear.
    fn count_siblings(&mut self, node: Node<'d>) {
        let Some(parent) = node.parent() else { return };
        let mut counts: HashMap<_, u32> = HashMap::new();
        for sibling in parent.children().filter(Node::is_element) {
            let name = sibling.tag_name();
            let count = counts.entry((name.namespace(), name.name())).or_default();
            *count += 1;
            self.indexes.insert(sibling.id(), *count);
        }
    }
}
