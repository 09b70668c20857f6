//! The expression as a counting automaton: points between items, and the edges from a point to the leaves that may come next.

use super::TooLarge;
use super::expression::{Expression, Node};
use hashbrown::HashSet;

/// Edges of one program. A model that needs more is refused.
const EDGES: usize = 1 << 21;

/// A place between two items: before a node, after one turn of a repetition, or the end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Point(u32);

impl Point {
    const END: Point = Point(u32::MAX);

    pub fn before(node: u32) -> Self {
        Point(node << 1)
    }
    fn again(node: u32) -> Self {
        Point(node << 1 | 1)
    }
}

/// What an edge does to the stack of counters: some of the innermost are left, the next one may take another turn, new ones start
/// at one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Action {
    pub exits: u16,
    pub again: bool,
    pub enters: u16,
}

/// From a point to the point behind a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Edge {
    pub leaf: u32,
    pub action: Action,
    pub target: Point,
}

/// What may happen at a point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exits {
    /// In order of the leaves.
    pub edges: Vec<Edge>,
    /// The ways in which the model may end here.
    pub ends: Vec<Action>,
}

/// The bounds of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Counter {
    pub min: u64,
    pub max: Option<u64>,
}

/// An expression with the point that follows each node.
pub(crate) struct Program<'e, 'a> {
    pub expression: &'e Expression<'a>,
    next: Vec<Point>,
    /// The nearest repetition around a node that counts.
    around: Vec<Option<u32>>,
    spent: usize,
}

impl<'e, 'a> Program<'e, 'a> {
    pub fn new(expression: &'e Expression<'a>) -> Self {
        let count = expression.nodes.len();
        let mut next = vec![Point::END; count];
        let mut around = vec![None; count];
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
                        around[child as usize] = around[index];
                    }
                }
                Node::Choice(children) => {
                    for &child in children {
                        live[child as usize] = true;
                        next[child as usize] = next[index];
                        around[child as usize] = around[index];
                    }
                }
                node @ &Node::Repeat { body, max, .. } => {
                    live[body as usize] = true;
                    let once = max == Some(1);
                    next[body as usize] = if once { next[index] } else { Point::again(index as u32) };
                    around[body as usize] = if node.is_counter() { Some(index as u32) } else { around[index] };
                }
            }
        }
        Self { expression, next, around, spent: 0 }
    }

    pub fn start(&self) -> Point {
        Point::before(self.expression.root())
    }

    /// The counters that are running at a point, outermost first.
    pub fn counters(&self, point: Point) -> Vec<Counter> {
        let mut counters = Vec::new();
        let mut node = match point {
            Point::END => None,
            Point(code) if code & 1 == 1 && self.expression.nodes[(code >> 1) as usize].is_counter() => Some(code >> 1),
            Point(code) => self.around[(code >> 1) as usize],
        };
        while let Some(index) = node {
            if let Node::Repeat { min, max, .. } = self.expression.nodes[index as usize] {
                counters.push(Counter { min, max });
            }
            node = self.around[index as usize];
        }
        counters.reverse();
        counters
    }

    /// Everything that may come next at a point.
    pub fn exits(&mut self, point: Point) -> Result<Exits, TooLarge> {
        let mut exits = Exits::default();
        let mut seen: HashSet<(Point, Action)> = HashSet::new();
        let mut open = vec![(point, Action::default())];
        while let Some((point, action)) = open.pop() {
            if !seen.insert((point, action)) {
                continue;
            }
            self.spent += 1;
            if self.spent > EDGES {
                return Err(TooLarge);
            }
            if point == Point::END {
                exits.ends.push(action);
            } else if point.0 & 1 == 1 {
                self.turn(point.0 >> 1, action, &mut open);
            } else {
                self.open(point.0 >> 1, action, &mut open, &mut exits);
            }
        }
        exits.edges.sort_by_key(|edge| (edge.leaf, edge.target, edge.action));
        Ok(exits)
    }

    fn open(&mut self, index: u32, action: Action, open: &mut Vec<(Point, Action)>, exits: &mut Exits) {
        let next = self.next[index as usize];
        match &self.expression.nodes[index as usize] {
            Node::Leaf(leaf) => exits.edges.push(Edge { leaf: *leaf, action, target: next }),
            Node::Sequence(children) => {
                open.push((children.first().map_or(next, |&child| Point::before(child)), action))
            }
            Node::Choice(children) => {
                self.spent += children.len();
                open.extend(children.iter().map(|&child| (Point::before(child), action)));
            }
            node @ &Node::Repeat { body, min, .. } => {
                if min == 0 {
                    open.push((next, action));
                }
                let enters = action.enters + u16::from(node.is_counter());
                open.push((Point::before(body), Action { enters, ..action }));
            }
        }
    }

    /// After one turn of a repetition: another one, or on. A turn that took no item is dropped: where the body is nullable no turn
    /// is required.
    fn turn(&self, index: u32, action: Action, open: &mut Vec<(Point, Action)>) {
        let node = &self.expression.nodes[index as usize];
        let &Node::Repeat { body, .. } = node else { return };
        if !node.is_counter() {
            open.push((Point::before(body), action));
            open.push((self.next[index as usize], action));
        } else if action.enters == 0 && !action.again {
            open.push((Point::before(body), Action { again: true, ..action }));
            open.push((self.next[index as usize], Action { exits: action.exits + 1, ..action }));
        }
    }
}
