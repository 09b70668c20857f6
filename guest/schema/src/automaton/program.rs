//! Points between items, and for expressions without counters the edges from a point to the leaves that may come next.

use super::TooLarge;
use super::expression::{Expression, Node};
use hashbrown::HashSet;

/// Steps on the way to edges. A model that needs more has no table.
const EDGES: usize = 1 << 18;

/// A place between two items: before a node, after one turn of a repetition, or the end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Point(u32);

/// A point in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Position {
    Before(u32),
    /// After one turn of a repetition.
    Again(u32),
    End,
}

impl Default for Point {
    fn default() -> Self {
        Self::END
    }
}

impl Point {
    pub const END: Point = Point(u32::MAX);

    pub fn position(self) -> Position {
        match self {
            Self::END => Position::End,
            Point(code) if code & 1 == 1 => Position::Again(code >> 1),
            Point(code) => Position::Before(code >> 1),
        }
    }

    pub fn before(node: u32) -> Self {
        Point(node << 1)
    }
    pub fn again(node: u32) -> Self {
        Point(node << 1 | 1)
    }
}

/// From a point to the point behind a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Edge {
    pub leaf: u32,
    pub target: Point,
}

/// What may happen at a point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exits {
    /// In order of the leaves.
    pub edges: Vec<Edge>,
    /// Whether the model may end here.
    pub ends: bool,
}

/// An expression without counters, with the point that follows each node.
pub(crate) struct Program<'e, 'a> {
    expression: &'e Expression<'a>,
    next: Vec<Point>,
    spent: usize,
}

impl<'e, 'a> Program<'e, 'a> {
    pub fn new(expression: &'e Expression<'a>) -> Self {
        let count = expression.nodes.len();
        let mut next = vec![Point::END; count];
        // Simplification leaves dead nodes that share children with live ones.
        let mut live = vec![false; count];
        live[count - 1] = true;
        for index in (0..count).rev() {
            if !live[index] {
                continue;
            }
            match &expression.nodes[index] {
                Node::Leaf(_) => {}
                Node::Sequence(children) => {
                    let followers = children.iter().skip(1).map(|&child| Point::before(child)).chain([next[index]]);
                    let followers: Vec<Point> = followers.collect();
                    for (&child, follower) in children.iter().zip(followers) {
                        live[child as usize] = true;
                        next[child as usize] = follower;
                    }
                }
                Node::Choice(children) => {
                    for &child in children {
                        live[child as usize] = true;
                        next[child as usize] = next[index];
                    }
                }
                &Node::Repeat { body, max, .. } => {
                    live[body as usize] = true;
                    let once = max == Some(1);
                    next[body as usize] = if once { next[index] } else { Point::again(index as u32) };
                }
            }
        }
        Self { expression, next, spent: 0 }
    }

    pub fn start(&self) -> Point {
        Point::before(self.expression.root())
    }

    /// Everything that may come next at a point.
    pub fn exits(&mut self, point: Point) -> Result<Exits, TooLarge> {
        let mut exits = Exits::default();
        let mut seen: HashSet<Point> = HashSet::new();
        let mut open = vec![point];
        while let Some(point) = open.pop() {
            if !seen.insert(point) {
                continue;
            }
            self.spent += 1;
            if self.spent > EDGES {
                return Err(TooLarge);
            }
            match point.position() {
                Position::End => exits.ends = true,
                Position::Before(node) => self.open(node, &mut open, &mut exits),
                Position::Again(node) => {
                    if let Node::Repeat { body, .. } = self.expression.nodes[node as usize] {
                        open.push(Point::before(body));
                        open.push(self.next[node as usize]);
                    }
                }
            }
        }
        exits.edges.sort_by_key(|edge| (edge.leaf, edge.target));
        Ok(exits)
    }

    fn open(&mut self, index: u32, open: &mut Vec<Point>, exits: &mut Exits) {
        let next = self.next[index as usize];
        match &self.expression.nodes[index as usize] {
            Node::Leaf(leaf) => exits.edges.push(Edge { leaf: *leaf, target: next }),
            Node::Sequence(children) => open.push(children.first().map_or(next, |&child| Point::before(child))),
            Node::Choice(children) => {
                self.spent += children.len();
                open.extend(children.iter().map(|&child| Point::before(child)));
            }
            &Node::Repeat { body, min, .. } => {
                if min == 0 {
                    open.push(next);
                }
                open.push(Point::before(body));
            }
        }
    }
}
