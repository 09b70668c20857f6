//! What may follow a point, from how the leaves lie in the particle tree. It is worked out for one name at a time: a run of thousands
//! of optional particles needs no edge for every pair of them.

use super::expression::{Expression, Node};
use super::program::{Point, Position};

/// What a step does to the stack of counters: some of the innermost are left, the next one may take another turn, new ones start at
/// one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Action {
    pub exits: u16,
    pub again: bool,
    pub enters: u16,
}

/// The bounds of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Counter {
    pub min: u64,
    pub max: Option<u64>,
}

/// A way to take an item at a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub leaf: u32,
    pub action: Action,
    pub target: Point,
}

/// A live node of the tree.
#[derive(Clone, Copy, Debug)]
struct Spot {
    next: Point,
    depth: u32,
    /// Counters from the root to here, itself included.
    counters: u32,
    /// The nearest counter around.
    around: Option<u32>,
    counter: Option<Counter>,
    /// The leaves below: from here, to before there.
    first: u32,
    end: u32,
    /// The end of the leaves below it and the siblings of a sequence that may come next when those before are absent.
    reach: u32,
    /// Where matching goes on when it and all later siblings are absent; `None` where that cannot be.
    skipped: Option<Point>,
}

const NOWHERE: Spot = Spot {
    next: Point::END,
    depth: 0,
    counters: 0,
    around: None,
    counter: None,
    first: 0,
    end: 0,
    reach: 0,
    skipped: None,
};

#[derive(Clone, Copy, Debug)]
struct LeafSpot {
    next: Point,
    counters: u32,
    around: Option<u32>,
    /// Depth of the highest node that may begin with the leaf; beyond all depths for a leaf that never matches.
    begins: u32,
}

/// The relation of one expression in which every leaf stands once.
#[derive(Debug, Default)]
pub(crate) struct Follow {
    spots: Vec<Spot>,
    leaves: Vec<LeafSpot>,
    start: Point,
}

impl Follow {
    pub fn new(expression: &Expression) -> Self {
        let dead = LeafSpot { next: Point::END, counters: 0, around: None, begins: u32::MAX };
        let mut follow = Self {
            spots: vec![NOWHERE; expression.nodes.len()],
            leaves: vec![dead; expression.leaves.len()],
            start: Point::before(expression.root()),
        };
        let mut builder = Builder {
            follow: &mut follow,
            nullable: &expression.nullable,
            live: vec![false; expression.nodes.len()],
            begins: vec![0; expression.nodes.len()],
        };
        builder.go_down(expression);
        builder.go_up(expression);
        follow
    }

    pub fn start(&self) -> Point {
        self.start
    }

    /// The start, and the points behind the leaves, sorted.
    pub fn points(&self) -> Vec<Point> {
        let live = self.leaves.iter().filter(|leaf| leaf.begins != u32::MAX).map(|leaf| leaf.next);
        let mut points: Vec<Point> = std::iter::once(self.start).chain(live).collect();
        points.sort_unstable();
        points.dedup();
        points
    }

    /// The leaves that lead to a point.
    pub fn leaves_before(&self, point: Point) -> impl Iterator<Item = u32> {
        (0u32..).zip(&self.leaves).filter(move |(_, leaf)| leaf.next == point).map(|(leaf, _)| leaf)
    }

    pub fn leaf_count(&self) -> u32 {
        self.leaves.len() as u32
    }

    /// Visits the ways to take one of the candidates at a point, which are sorted; innermost repetitions first. The same way may come
    /// twice. Gives how many candidates were looked at.
    pub fn steps(&self, point: Point, candidates: &[u32], visit: &mut impl FnMut(Step)) -> usize {
        let mut position = point.position();
        let mut exits = 0;
        let mut looked_at = 0;
        loop {
            position = match position {
                Position::End => return looked_at,
                Position::Before(node) => {
                    let spot = &self.spots[node as usize];
                    let around = spot.counters - u32::from(spot.counter.is_some());
                    let action = Action { exits, ..Action::default() };
                    looked_at += self.enter((spot.first, spot.reach), spot.depth, around, action, candidates, visit);
                    let Some(skipped) = spot.skipped else { return looked_at };
                    skipped.position()
                }
                Position::Again(node) => {
                    let spot = &self.spots[node as usize];
                    let again = spot.counter.is_some();
                    let action = Action { exits, again, ..Action::default() };
                    looked_at +=
                        self.enter((spot.first, spot.end), spot.depth + 1, spot.counters, action, candidates, visit);
                    exits += u16::from(again);
                    spot.next.position()
                }
            };
        }
    }

    fn enter(
        &self,
        (first, end): (u32, u32),
        depth: u32,
        running: u32,
        action: Action,
        candidates: &[u32],
        visit: &mut impl FnMut(Step),
    ) -> usize {
        let from = match candidates {
            [only] => usize::from(*only < first),
            _ => candidates.partition_point(|&leaf| leaf < first),
        };
        let mut looked_at = 1;
        for &leaf in candidates[from..].iter().take_while(|&&leaf| leaf < end) {
            looked_at += 1;
            let spot = &self.leaves[leaf as usize];
            if spot.begins <= depth {
                let enters = (spot.counters - running) as u16;
                visit(Step { leaf, action: Action { enters, ..action }, target: spot.next });
            }
        }
        looked_at
    }

    /// How many counters are left where the model ends at a point; `None` where it cannot end.
    pub fn exits_at_end(&self, point: Point) -> Option<u16> {
        let mut position = point.position();
        let mut exits = 0;
        loop {
            position = match position {
                Position::End => return Some(exits),
                Position::Before(node) => self.spots[node as usize].skipped?.position(),
                Position::Again(node) => {
                    let spot = &self.spots[node as usize];
                    exits += u16::from(spot.counter.is_some());
                    spot.next.position()
                }
            };
        }
    }

    /// The counters that are running at a point, innermost first.
    pub fn running(&self, point: Point) -> impl Iterator<Item = Counter> {
        let innermost = match point.position() {
            Position::End => None,
            Position::Again(node) if self.spots[node as usize].counter.is_some() => Some(node),
            Position::Before(node) | Position::Again(node) => self.spots[node as usize].around,
        };
        self.outwards(innermost)
    }

    /// The counters around a leaf, innermost first.
    pub fn around(&self, leaf: u32) -> impl Iterator<Item = Counter> {
        self.outwards(self.leaves[leaf as usize].around)
    }

    fn outwards(&self, innermost: Option<u32>) -> impl Iterator<Item = Counter> {
        let nodes = std::iter::successors(innermost, |&node| self.spots[node as usize].around);
        nodes.filter_map(|node| self.spots[node as usize].counter)
    }
}

struct Builder<'b> {
    follow: &'b mut Follow,
    nullable: &'b [bool],
    live: Vec<bool>,
    /// Depth of the highest node that may begin with this one.
    begins: Vec<u32>,
}

impl Builder<'_> {
    /// What a node takes from its parent.
    fn go_down(&mut self, expression: &Expression) {
        let root = expression.root() as usize;
        self.live[root] = true;
        self.follow.spots[root].skipped = self.nullable[root].then_some(Point::END);
        for index in (0..=root).rev() {
            if !self.live[index] {
                continue;
            }
            let node = &expression.nodes[index];
            if let &Node::Repeat { min, max, .. } = node
                && node.is_counter()
            {
                self.follow.spots[index].counter = Some(Counter { min, max });
                self.follow.spots[index].counters += 1;
            }
            let spot = self.follow.spots[index];
            match node {
                Node::Leaf(leaf) => {
                    let Spot { next, counters, around, .. } = spot;
                    self.follow.leaves[*leaf as usize] =
                        LeafSpot { next, counters, around, begins: self.begins[index] };
                }
                Node::Sequence(children) => self.sequence(index, children),
                Node::Choice(children) => children.iter().for_each(|&child| self.child(index, child, spot.next, true)),
                Node::Repeat { body, max, .. } => {
                    let next = if *max == Some(1) { spot.next } else { Point::again(index as u32) };
                    self.child(index, *body, next, true);
                }
            }
        }
    }

    fn sequence(&mut self, index: usize, children: &[u32]) {
        let after = self.follow.spots[index].next;
        let followers = children.iter().skip(1).map(|&child| Point::before(child)).chain([after]);
        let mut leads = true;
        for (&child, next) in children.iter().zip(followers) {
            self.child(index, child, next, leads);
            leads &= self.nullable[child as usize];
        }
        let mut skipped = Some(after);
        for &child in children.iter().rev() {
            skipped = skipped.filter(|_| self.nullable[child as usize]);
            self.follow.spots[child as usize].skipped = skipped;
        }
    }

    fn child(&mut self, parent: usize, child: u32, next: Point, leads: bool) {
        let Spot { depth, counters, around, counter, .. } = self.follow.spots[parent];
        let child = child as usize;
        let spot = &mut self.follow.spots[child];
        (spot.next, spot.depth, spot.counters) = (next, depth + 1, counters);
        spot.around = if counter.is_some() { Some(parent as u32) } else { around };
        self.live[child] = true;
        self.begins[child] = if leads { self.begins[parent] } else { depth + 1 };
    }

    /// The leaves below each node. A node without any has an empty range where they would be.
    fn go_up(&mut self, expression: &Expression) {
        for index in 0..expression.nodes.len() {
            if !self.live[index] {
                continue;
            }
            let range = match &expression.nodes[index] {
                Node::Leaf(leaf) => (*leaf, leaf + 1),
                Node::Repeat { body, .. } => self.range(*body),
                Node::Sequence(children) | Node::Choice(children) => {
                    let mut ranges = children.iter().map(|&child| self.range(child)).filter(|(first, end)| first < end);
                    let (first, end) = ranges.next().unwrap_or_default();
                    (first, ranges.next_back().map_or(end, |(_, end)| end))
                }
            };
            let spot = &mut self.follow.spots[index];
            (spot.first, spot.end, spot.reach) = (range.0, range.1, range.1);
            if let Node::Sequence(children) = &expression.nodes[index] {
                self.reaches(children, range.1);
            }
        }
    }

    fn range(&self, node: u32) -> (u32, u32) {
        let spot = &self.follow.spots[node as usize];
        (spot.first, spot.end)
    }

    fn reaches(&mut self, children: &[u32], end: u32) {
        let (mut reach, mut follower) = (end, end);
        for &child in children.iter().rev() {
            let spot = &mut self.follow.spots[child as usize];
            if spot.first == spot.end {
                (spot.first, spot.end) = (follower, follower);
            }
            if !self.nullable[child as usize] {
                reach = spot.end;
            }
            spot.reach = reach;
            follower = spot.first;
        }
    }
}
