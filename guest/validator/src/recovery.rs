//! Going on after a child that does not fit, so that one defect gives one issue.

use pyxsd_schema::automaton::{ContentModel, Expected, State};
use pyxsd_schema::components::{Components, ElementId};
use pyxsd_xml::{NamespaceId, Symbol};
use std::collections::{BTreeSet, VecDeque};

/// States looked at while missing elements are guessed.
const STATES: usize = 64;
/// Missing elements guessed at most at one place.
const MISSING: usize = 8;

/// Elements remembered as passed over in one parent.
const REMEMBERED: usize = 64;

/// What went wrong among the children of one element so far.
#[derive(Default)]
pub(crate) struct Recovery {
    /// Depth of the element.
    pub(crate) depth: usize,
    /// Since the last child that fitted an element was reported that could stand for a missing one.
    pub(crate) stray: bool,
    /// Elements that were passed over as missing; one that comes late is the same defect.
    passed: Vec<ElementId>,
    /// The name last reported as too many or out of place, until a child fits.
    pub(crate) reported: Option<Symbol>,
}

impl Recovery {
    pub(crate) fn at(depth: usize) -> Self {
        Self { depth, ..Self::default() }
    }

    /// Whether a misfit is not the one last reported once more.
    pub(crate) fn is_new(&mut self, key: Symbol) -> bool {
        self.reported.replace(key) != Some(key)
    }

    /// Whether the element was passed over before; then it is not counted as passed over any more.
    pub(crate) fn comes_late(&mut self, components: &Components, key: Symbol) -> bool {
        let found = self.passed.iter().position(|id| components.element(*id).key == key);
        found.map(|index| self.passed.swap_remove(index)).is_some()
    }

    /// Finds the smallest number of missing elements after which the child fits, and moves the state past them and the child.
    pub(crate) fn pass_over(
        &mut self,
        model: &ContentModel,
        components: &Components,
        state: &mut State,
        key: Symbol,
        namespace: NamespaceId,
    ) -> bool {
        let mut queue = VecDeque::from([(state.clone(), Vec::new())]);
        let mut seen = BTreeSet::from([state.clone()]);
        let mut looked_at = 0;
        while let Some((from, missing)) = queue.pop_front() {
            for expected in model.expected(&from) {
                let Expected::Element(id) = expected else { continue };
                if looked_at == STATES || missing.len() == MISSING {
                    return false;
                }
                looked_at += 1;
                let mut next = from.clone();
                let declaration = components.element(id);
                // In legacy matching the key has no namespace and wildcards admit every one.
                if model.step(components, &mut next, declaration.key, namespace).is_none() {
                    continue;
                }
                if !seen.insert(next.clone()) {
                    continue;
                }
                let mut missing: Vec<ElementId> = missing.clone();
                missing.push(id);
                let mut after = next.clone();
                if model.step(components, &mut after, key, namespace).is_some() {
                    *state = after;
                    self.passed.append(&mut missing);
                    self.passed.truncate(REMEMBERED);
                    return true;
                }
                queue.push_back((next, missing));
            }
        }
        false
    }
}
