//! Selectors over a document. Every step is linear in the document.

use super::{Comparison, Condition, NameTest, Path, Step};
use hashbrown::{HashMap, HashSet};
use pyxsd_document::{NodeId, View};
use pyxsd_xml::{Names, NamespaceId, Symbol};
use pyxsd_xpath::{NodeKind, Tree};

/// The elements that a selector finds from an element on, in document order, each once.
pub(crate) fn find(view: &View<'_>, names: &Names, path: &Path, root: NodeId) -> Vec<NodeId> {
    let search = Search { view, names };
    let mut found = vec![root];
    for step in path {
        found = search.step(step, found);
        if found.is_empty() {
            break;
        }
    }
    found
}

struct Search<'s> {
    view: &'s View<'s>,
    names: &'s Names,
}

/// A name test in the numbers of the document.
enum Test<'t> {
    Any,
    Namespace(NamespaceId),
    Local(&'t str),
    Exact(Symbol),
    /// The document has no such name.
    Nothing,
}

impl Search<'_> {
    fn step(&self, step: &Step, from: Vec<NodeId>) -> Vec<NodeId> {
        match step {
            Step::Itself => from,
            Step::Parent => {
                let parent = |node: &NodeId| self.view.parent(*node).filter(|parent| self.is_element(*parent));
                sorted(from.iter().filter_map(parent).collect())
            }
            Step::Children(name) => {
                let test = self.test(name);
                let children = from.iter().flat_map(|node| self.children(*node));
                sorted(children.filter(|child| self.passes(*child, &test)).collect())
            }
            Step::Descendants(name) => self.descendants(&self.test(name), &from),
            Step::Keep(condition) => self.keep(condition, from),
        }
    }

    fn descendants(&self, test: &Test<'_>, from: &[NodeId]) -> Vec<NodeId> {
        let mut found = Vec::new();
        // Of nested elements the outer one has all.
        let mut reached: Option<NodeId> = None;
        for start in from {
            if reached.is_some_and(|reached| *start < reached) {
                continue;
            }
            let end = self.behind(*start);
            let mut next = self.view.next_in_document(*start);
            while let Some(node) = next.filter(|node| Some(*node) != end) {
                if self.passes(node, test) {
                    found.push(node);
                }
                next = self.view.next_in_document(node);
            }
            let Some(end) = end else { break };
            reached = Some(end);
        }
        found
    }

    /// What follows an element and everything inside.
    fn behind(&self, node: NodeId) -> Option<NodeId> {
        let mut outer = Some(node);
        while let Some(node) = outer {
            if let Some(sibling) = self.view.next_sibling(node) {
                return Some(sibling);
            }
            outer = self.view.parent(node);
        }
        None
    }

    fn keep(&self, condition: &Condition, from: Vec<NodeId>) -> Vec<NodeId> {
        match condition {
            Condition::Attribute(name, comparison) => {
                let test = self.test(name);
                self.filtered(from, |node| self.has_attribute(node, &test, comparison.as_ref()))
            }
            Condition::Child(name, comparison) => {
                let test = self.test(name);
                self.filtered(from, |node| self.has_child(node, &test, comparison.as_ref()))
            }
            Condition::Text(comparison) => self.filtered(from, |node| self.compares(node, comparison)),
            Condition::Position(position) => {
                let chosen = self.by_position(&from, |index, _| index == *position);
                self.filtered(from, |node| chosen.contains(&node))
            }
            Condition::FromLast(offset) => {
                let chosen = self.by_position(&from, |index, last| Some(index) == last.checked_sub(*offset));
                self.filtered(from, |node| chosen.contains(&node))
            }
        }
    }

    fn filtered(&self, mut from: Vec<NodeId>, keep: impl Fn(NodeId) -> bool) -> Vec<NodeId> {
        from.retain(|node| keep(*node));
        from
    }

    fn has_attribute(&self, node: NodeId, test: &Test<'_>, comparison: Option<&Comparison>) -> bool {
        let attributes =
            std::iter::successors(self.view.first_attribute(node), |attribute| self.view.next_attribute(*attribute));
        let mut named = attributes.filter(|attribute| self.is_named(*attribute, test));
        named.any(|attribute| comparison.is_none_or(|comparison| self.compares(attribute, comparison)))
    }

    fn has_child(&self, node: NodeId, test: &Test<'_>, comparison: Option<&Comparison>) -> bool {
        let mut named = self.children(node).filter(|child| self.is_named(*child, test));
        named.any(|child| comparison.is_none_or(|comparison| self.compares(child, comparison)))
    }

    fn compares(&self, node: NodeId, comparison: &Comparison) -> bool {
        let mut text = String::new();
        self.view.string_value(node, &mut text);
        comparison.holds(&text)
    }

    /// The siblings of elements, themselves included, whose place among those of their name is wanted; it is called with the place and how many
    /// there are. The root has no place.
    fn by_position(&self, from: &[NodeId], wanted: impl Fn(u64, u64) -> bool) -> HashSet<NodeId> {
        let parents = sorted(from.iter().filter_map(|node| self.view.parent(*node)).collect());
        let mut chosen = HashSet::new();
        let mut counts: HashMap<Symbol, (u64, u64)> = HashMap::new();
        for parent in parents.into_iter().filter(|parent| self.is_element(*parent)) {
            counts.clear();
            let named = || self.children(parent).filter_map(|child| Some((child, self.view.name(child)?)));
            for (_, name) in named() {
                counts.entry(name).or_default().1 += 1;
            }
            for (child, name) in named() {
                let (index, last) = counts.entry(name).or_default();
                *index += 1;
                if wanted(*index, *last) {
                    chosen.insert(child);
                }
            }
        }
        chosen
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let first = self.view.first_child(node);
        std::iter::successors(first, |child| self.view.next_sibling(*child)).filter(|child| self.is_element(*child))
    }

    fn is_element(&self, node: NodeId) -> bool {
        self.view.kind(node) == NodeKind::Element
    }

    fn passes(&self, node: NodeId, test: &Test<'_>) -> bool {
        self.is_element(node) && self.is_named(node, test)
    }

    fn is_named(&self, node: NodeId, test: &Test<'_>) -> bool {
        let Some(name) = self.view.name(node) else { return false };
        match test {
            Test::Any => true,
            Test::Namespace(namespace) => self.names.namespace_of(name) == *namespace,
            Test::Local(local) => self.names.local(name) == *local,
            Test::Exact(wanted) => name == *wanted,
            Test::Nothing => false,
        }
    }

    fn test<'t>(&self, test: &'t NameTest) -> Test<'t> {
        match (&test.namespace, &test.local) {
            (None, None) => Test::Any,
            (None, Some(local)) => Test::Local(local),
            (Some(uri), local) => {
                let Some(namespace) = self.names.find_namespace(uri) else { return Test::Nothing };
                let Some(local) = local else { return Test::Namespace(namespace) };
                self.names.find(namespace, local).map_or(Test::Nothing, Test::Exact)
            }
        }
    }
}

fn sorted(mut nodes: Vec<NodeId>) -> Vec<NodeId> {
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}
