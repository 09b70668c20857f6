//! Particles as a flat regular expression: children before parents, so that every later pass is a loop and nothing recurses.

use super::TooLarge;
use crate::components::{Compositor, ElementId, ModelGroup, Occurs, Particle, Term, WildcardId};

/// Nodes of one expression. Group references multiply: a schema of thirty lines can ask for 2³⁰ of them.
const NODES: usize = 1 << 16;

/// A maximum that no document reaches, a child taking four bytes at least: a gigabyte is beyond every limit on input.
const UNREACHABLE: u64 = 1 << 28;

/// What stands at a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LeafTerm {
    Element(ElementId),
    Wildcard(WildcardId),
}

/// A particle whose term is no group, at one place of the model. Two references to one group give two leaves a particle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf<'a> {
    pub term: LeafTerm,
    pub particle: &'a Particle,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Node {
    /// Matches one item; an index of [`Expression::leaves`].
    Leaf(u32),
    Sequence(Vec<u32>),
    /// Without alternatives it matches nothing.
    Choice(Vec<u32>),
    /// A repetition other than exactly once. Where the body is nullable `min` is 0.
    Repeat {
        body: u32,
        min: u64,
        max: Option<u64>,
    },
}

impl Node {
    /// Whether the automaton must count.
    pub fn is_counter(&self) -> bool {
        matches!(*self, Node::Repeat { min, max, .. } if min > 1 || max.is_some_and(|max| max > 1))
    }
}

/// An expression; the root is the last node. There is at least one node.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expression<'a> {
    pub nodes: Vec<Node>,
    /// Whether the node matches the empty word.
    pub nullable: Vec<bool>,
    /// In order of the particles.
    pub leaves: Vec<Leaf<'a>>,
}

enum Task<'a> {
    Visit(&'a Particle),
    Build(&'a ModelGroup, Occurs, usize),
}

impl<'a> Expression<'a> {
    /// The expression of a particle. An all group inside another group, which no legal schema has, is read as a repeated choice.
    pub fn new(particle: &'a Particle) -> Result<Self, TooLarge> {
        let mut expression = Self::default();
        let mut tasks = Vec::new();
        let mut built: Vec<u32> = Vec::new();
        if vanishes(particle) {
            expression.push(Node::Sequence(Vec::new()))?;
            return Ok(expression);
        }
        tasks.push(Task::Visit(particle));
        while let Some(task) = tasks.pop() {
            let node = match task {
                Task::Visit(particle) => match &particle.term {
                    Term::Element(id) => expression.leaf(LeafTerm::Element(*id), particle)?,
                    Term::Wildcard(id) => expression.leaf(LeafTerm::Wildcard(*id), particle)?,
                    Term::Group(group) => {
                        let children = group.particles.iter().rev().filter(|child| !vanishes(child));
                        let at = tasks.len();
                        tasks.push(Task::Build(group, particle.occurs, 0));
                        tasks.extend(children.map(Task::Visit));
                        let count = tasks.len() - at - 1;
                        tasks[at] = Task::Build(group, particle.occurs, count);
                        if tasks.len() > NODES {
                            return Err(TooLarge);
                        }
                        continue;
                    }
                },
                Task::Build(group, occurs, count) => {
                    let children = built.split_off(built.len() - count);
                    expression.group(group.compositor, children, occurs)?
                }
            };
            built.push(node);
        }
        expression.finish_at(built[0])
    }

    fn leaf(&mut self, term: LeafTerm, particle: &'a Particle) -> Result<u32, TooLarge> {
        self.leaves.push(Leaf { term, particle });
        let leaf = self.push(Node::Leaf(self.leaves.len() as u32 - 1))?;
        self.repeat(leaf, particle.occurs)
    }

    fn group(&mut self, compositor: Compositor, children: Vec<u32>, occurs: Occurs) -> Result<u32, TooLarge> {
        let (node, occurs) = match compositor {
            Compositor::Sequence => (self.sequence(children)?, occurs),
            Compositor::Choice => (self.choice(children)?, occurs),
            Compositor::All if children.len() < 2 => (self.sequence(children)?, occurs),
            Compositor::All => (self.choice(children)?, Occurs { min: 0, max: None }),
        };
        self.repeat(node, occurs)
    }

    /// A sequence, simplified: a part that can never match makes it so, empty parts vanish.
    pub fn sequence(&mut self, mut children: Vec<u32>) -> Result<u32, TooLarge> {
        if let Some(&never) = children.iter().find(|&&child| self.is_never(child)) {
            return Ok(never);
        }
        children.retain(|&child| !self.is_empty(child));
        match children[..] {
            [only] => Ok(only),
            _ => self.push(Node::Sequence(children)),
        }
    }

    fn choice(&mut self, mut children: Vec<u32>) -> Result<u32, TooLarge> {
        children.retain(|&child| !self.is_never(child));
        match children[..] {
            [only] => Ok(only),
            _ => self.push(Node::Choice(children)),
        }
    }

    /// A repetition, simplified. `(e{a,b}){c,d}` is `e{ac,bd}` where the counts that the turns can reach leave no gap.
    pub fn repeat(&mut self, body: u32, occurs: Occurs) -> Result<u32, TooLarge> {
        let Occurs { mut min, mut max } = occurs;
        if max == Some(0) {
            return self.push(Node::Sequence(Vec::new()));
        }
        if self.is_never(body) {
            return if min == 0 { self.push(Node::Sequence(Vec::new())) } else { Ok(body) };
        }
        if self.nullable[body as usize] {
            min = 0;
        }
        if self.is_empty(body) || (min == 1 && max == Some(1)) || (max == Some(1) && self.nullable[body as usize]) {
            return Ok(body);
        }
        let mut inner = body;
        if let Node::Repeat { body: innermost, min: low, max: high } = self.nodes[body as usize]
            && without_gaps((low, high), (min, max))
        {
            inner = innermost;
            min = low.saturating_mul(min);
            max = high.zip(max).map(|(high, max)| high.saturating_mul(max));
        }
        self.push(Node::Repeat { body: inner, min, max: max.filter(|&max| max < UNREACHABLE) })
    }

    pub fn push(&mut self, node: Node) -> Result<u32, TooLarge> {
        if self.nodes.len() >= NODES {
            return Err(TooLarge);
        }
        let nullable = match &node {
            Node::Leaf(_) => false,
            Node::Sequence(children) => children.iter().all(|&child| self.nullable[child as usize]),
            Node::Choice(children) => children.iter().any(|&child| self.nullable[child as usize]),
            Node::Repeat { body, min, .. } => *min == 0 || self.nullable[*body as usize],
        };
        self.nodes.push(node);
        self.nullable.push(nullable);
        Ok(self.nodes.len() as u32 - 1)
    }

    /// Makes a node the root; simplification may have left dead nodes behind it.
    pub fn finish_at(mut self, root: u32) -> Result<Self, TooLarge> {
        self.nodes.truncate(root as usize + 1);
        self.nullable.truncate(root as usize + 1);
        Ok(self)
    }

    pub fn root(&self) -> u32 {
        self.nodes.len() as u32 - 1
    }

    fn is_never(&self, node: u32) -> bool {
        matches!(&self.nodes[node as usize], Node::Choice(children) if children.is_empty())
    }

    fn is_empty(&self, node: u32) -> bool {
        matches!(&self.nodes[node as usize], Node::Sequence(children) if children.is_empty())
    }
}

fn vanishes(particle: &Particle) -> bool {
    particle.occurs.max == Some(0)
}

/// Whether every count from `ac` to `bd` is a sum of between `c` and `d` counts that each lie between `a` and `b`.
fn without_gaps((a, b): (u64, Option<u64>), (c, d): (u64, Option<u64>)) -> bool {
    if d == Some(c) {
        return true;
    }
    if c == 0 {
        // No turn at all gives 0; one turn starts at `a`.
        return a <= 1;
    }
    match b {
        None => true,
        Some(b) => u128::from(b) * u128::from(c) + 1 >= u128::from(a) * (u128::from(c) + 1),
    }
}
