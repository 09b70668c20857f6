//! Why a child does not fit: from how its leaf and the leaf matched last lie to each other in the particle tree.

use super::expression::{Expression, Node};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Leaf,
    /// Whether it stands in a repetition that is bounded and allows more than one turn.
    Sequence {
        bounded: bool,
    },
    Choice,
    Repeat,
}

#[derive(Clone, Copy, Debug)]
struct Branch {
    parent: Option<u32>,
    kind: Kind,
    /// Whether every earlier sibling of a sequence may be absent; every later one.
    leads: bool,
    trails: bool,
}

/// The particle tree, seen from the leaves up.
#[derive(Debug, Default)]
pub(super) struct Outline {
    branches: Vec<Branch>,
    /// The branch of each leaf.
    leaves: Vec<u32>,
}

impl Outline {
    pub fn new(expression: &Expression) -> Self {
        let count = expression.nodes.len();
        let detached = Branch { parent: None, kind: Kind::Leaf, leads: true, trails: true };
        let mut outline = Self { branches: vec![detached; count], leaves: vec![0; expression.leaves.len()] };
        let mut live = vec![false; count];
        live[count - 1] = true;
        for index in (0..count).rev() {
            if !live[index] {
                continue;
            }
            match &expression.nodes[index] {
                Node::Leaf(leaf) => outline.leaves[*leaf as usize] = index as u32,
                Node::Sequence(children) => {
                    let parent = outline.branches[index].parent;
                    let bounded = parent.is_some_and(|parent| {
                        matches!(expression.nodes[parent as usize], Node::Repeat { max: Some(max), .. } if max > 1)
                    });
                    outline.branches[index].kind = Kind::Sequence { bounded };
                    outline.attach(index, children, &mut live);
                    outline.mark_ends(children, &expression.nullable);
                }
                Node::Choice(children) => {
                    outline.branches[index].kind = Kind::Choice;
                    outline.attach(index, children, &mut live);
                }
                Node::Repeat { body, .. } => {
                    outline.branches[index].kind = Kind::Repeat;
                    outline.attach(index, &[*body], &mut live);
                }
            }
        }
        outline
    }

    fn attach(&mut self, parent: usize, children: &[u32], live: &mut [bool]) {
        for &child in children {
            live[child as usize] = true;
            self.branches[child as usize].parent = Some(parent as u32);
        }
    }

    fn mark_ends(&mut self, children: &[u32], nullable: &[bool]) {
        let mut leads = true;
        for &child in children {
            self.branches[child as usize].leads = leads;
            leads &= nullable[child as usize];
        }
        let mut trails = true;
        for &child in children.iter().rev() {
            self.branches[child as usize].trails = trails;
            trails &= nullable[child as usize];
        }
    }

    /// Whether an item of leaf `next`, which does not fit after an item of leaf `last`, is one too many: of the same particle, of
    /// the same choice, or at the start of one more turn of a bounded sequence.
    pub fn is_one_too_many(&self, last: u32, next: u32) -> bool {
        if last == next {
            return true;
        }
        let upwards = |leaf: u32| {
            std::iter::successors(Some(self.leaves[leaf as usize]), |&at| self.branches[at as usize].parent)
        };
        let mut path: Vec<u32> = upwards(last).collect();
        let mut other: Vec<u32> = upwards(next).collect();
        let mut common = None;
        while let (Some(one), Some(two)) = (path.last(), other.last())
            && one == two
        {
            common = path.pop();
            other.pop();
        }
        let Some(common) = common else { return false };
        match self.branches[common as usize].kind {
            Kind::Choice => true,
            Kind::Sequence { bounded: true } => {
                path.iter().all(|&at| self.branches[at as usize].trails)
                    && other.iter().all(|&at| self.branches[at as usize].leads)
            }
            _ => false,
        }
    }
}
