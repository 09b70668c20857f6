//! Patterns with large counts: the expression itself is walked for each character, and a repetition keeps the set of its counts as
//! bits instead of a copy of its body for each. Time is linear in the text; a character costs what the sets in use are long.

use super::alphabet::{Alphabet, Letter};
use super::counts::{Counts, MAX_BITS, Space};
use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, HirKind, Repetition};
use std::ops::Range;

/// Nodes of the expression.
const MAX_NODES: usize = 100_000;
/// No text has so many characters.
const UNREACHABLE: u32 = 1 << 30;

type NodeId = usize;

/// The expression.
#[derive(Debug)]
pub(super) struct Counted {
    alphabet: Alphabet,
    nodes: Vec<Node>,
    root: NodeId,
    /// Parts of sequences and choices.
    parts: Vec<NodeId>,
    /// Class times letters: whether the class has the letter.
    members: Vec<bool>,
}

#[derive(Debug)]
struct Node {
    kind: Kind,
    /// Whether it matches the empty string.
    is_nullable: bool,
}

#[derive(Debug)]
enum Kind {
    /// The empty string, or nothing at all.
    Nothing,
    Class(usize),
    Sequence(Range<usize>),
    Choice(Range<usize>),
    Repeat(Repeat),
}

/// A repetition; count `n` is row `n - 1`.
#[derive(Debug)]
struct Repeat {
    body: NodeId,
    /// The configurations around it, which are a row of those inside.
    row: Space,
    rows: usize,
    /// The first row with which it may end.
    first: usize,
    /// The last row stands for all that would follow.
    is_open: bool,
}

impl Counted {
    /// Lays out the expression, or nothing if it has too many nodes, characters or counts.
    pub(super) fn new(hir: &Hir) -> Option<Self> {
        let mut layout = Layout { nodes: Vec::new(), parts: Vec::new(), classes: Vec::new(), bits: 0 };
        let root = layout.add(hir, Space::OUTSIDE)?;
        let mut distinct: Vec<&ClassUnicode> = layout.classes.iter().map(|(class, _)| class).collect();
        let bounds = |class: &ClassUnicode| -> Vec<(char, char)> {
            class.ranges().iter().map(|range| (range.start(), range.end())).collect()
        };
        distinct.sort_by_cached_key(|class| bounds(class));
        distinct.dedup();
        let (alphabet, letters) = Alphabet::new(&distinct)?;
        let mut members = vec![false; distinct.len() * alphabet.len];
        for (class, letters) in letters.iter().enumerate() {
            letters.iter().for_each(|letter| members[class * alphabet.len + usize::from(*letter)] = true);
        }
        for (class, node) in &layout.classes {
            let index = distinct.binary_search_by(|known| bounds(known).cmp(&bounds(class))).ok()?;
            layout.nodes[*node].kind = Kind::Class(index);
        }
        let Layout { nodes, parts, .. } = layout;
        Some(Self { alphabet, nodes, root, parts, members })
    }

    /// Whether the whole text is matched.
    pub(super) fn matches(&self, text: &str) -> bool {
        let mut run = Run {
            expression: self,
            letter: 0,
            ends: vec![Counts::default(); self.nodes.len()],
            is_alive: vec![false; self.nodes.len()],
            spare: Vec::new(),
        };
        let mut input = Counts::one();
        for character in text.chars() {
            run.letter = u8::try_from(character)
                .ok()
                .filter(u8::is_ascii)
                .map_or_else(|| self.alphabet.search(character.into()), |byte| self.alphabet.ascii(byte));
            run.step(self.root, &input);
            if !run.is_alive[self.root] {
                return false;
            }
            input.clear();
        }
        if text.is_empty() { self.nodes[self.root].is_nullable } else { !run.ends[self.root].is_empty() }
    }

    fn has(&self, class: usize, letter: Letter) -> bool {
        self.members[class * self.alphabet.len + usize::from(letter)]
    }
}

/// A [`Counted`] on its way.
struct Layout {
    nodes: Vec<Node>,
    parts: Vec<NodeId>,
    /// Classes and the nodes that they are for.
    classes: Vec<(ClassUnicode, NodeId)>,
    bits: usize,
}

impl Layout {
    /// Adds an expression. Its depth is bounded by the parser.
    fn add(&mut self, hir: &Hir, space: Space) -> Option<NodeId> {
        match hir.kind() {
            HirKind::Empty => self.node(Kind::Nothing, true, space),
            HirKind::Literal(literal) => {
                let text = std::str::from_utf8(&literal.0).ok()?;
                let parts = text.chars().map(|character| {
                    self.class(ClassUnicode::new([ClassUnicodeRange::new(character, character)]), space)
                });
                let parts = parts.collect::<Option<Vec<_>>>()?;
                self.sequence(&parts, space)
            }
            HirKind::Class(Class::Unicode(class)) => self.class(class.clone(), space),
            HirKind::Class(Class::Bytes(class)) => self.class(class.to_unicode_class()?, space),
            HirKind::Look(_) => None,
            HirKind::Capture(capture) => self.add(&capture.sub, space),
            HirKind::Concat(parts) => {
                let parts = parts.iter().map(|part| self.add(part, space)).collect::<Option<Vec<_>>>()?;
                self.sequence(&parts, space)
            }
            HirKind::Alternation(branches) => {
                let branches = branches.iter().map(|part| self.add(part, space)).collect::<Option<Vec<_>>>()?;
                let is_nullable = branches.iter().any(|branch| self.nodes[*branch].is_nullable);
                let range = self.range(&branches);
                self.node(Kind::Choice(range), is_nullable, space)
            }
            HirKind::Repetition(repetition) => self.repeat(repetition, space),
        }
    }

    fn repeat(&mut self, repetition: &Repetition, space: Space) -> Option<NodeId> {
        let max = repetition.max.filter(|max| *max < UNREACHABLE);
        if max == Some(0) {
            return self.node(Kind::Nothing, true, space);
        }
        // A body that may be empty makes up for rounds that are missing.
        let is_nullable = repetition.min == 0 || is_nullable(&repetition.sub);
        let min = if is_nullable { 0 } else { repetition.min };
        if min >= UNREACHABLE {
            return self.node(Kind::Nothing, false, space);
        }
        let rows = usize::try_from(max.unwrap_or(min.max(1))).ok()?;
        let body = self.add(&repetition.sub, space.inside(rows)?)?;
        let first = usize::try_from(min.saturating_sub(1)).ok()?;
        let repeat = Repeat { body, row: space, rows, first, is_open: max.is_none() };
        self.node(Kind::Repeat(repeat), is_nullable, space)
    }

    fn class(&mut self, class: ClassUnicode, space: Space) -> Option<NodeId> {
        let node = self.node(Kind::Nothing, false, space)?;
        self.classes.push((class, node));
        Some(node)
    }

    fn sequence(&mut self, parts: &[NodeId], space: Space) -> Option<NodeId> {
        let is_nullable = parts.iter().all(|part| self.nodes[*part].is_nullable);
        let range = self.range(parts);
        self.node(Kind::Sequence(range), is_nullable, space)
    }

    fn range(&mut self, parts: &[NodeId]) -> Range<usize> {
        let start = self.parts.len();
        self.parts.extend_from_slice(parts);
        start..self.parts.len()
    }

    fn node(&mut self, kind: Kind, is_nullable: bool, space: Space) -> Option<NodeId> {
        self.bits += space.bits;
        if self.nodes.len() >= MAX_NODES || self.bits > MAX_BITS {
            return None;
        }
        self.nodes.push(Node { kind, is_nullable });
        Some(self.nodes.len() - 1)
    }
}

fn is_nullable(hir: &Hir) -> bool {
    hir.properties().minimum_len() == Some(0)
}

/// One text being matched.
struct Run<'e> {
    expression: &'e Counted,
    letter: Letter,
    /// For each node the configurations in which it may end after the characters so far.
    ends: Vec<Counts>,
    /// Whether anything in the node has begun and may go on.
    is_alive: Vec<bool>,
    /// Sets out of use, for their memory.
    spare: Vec<Counts>,
}

impl Run<'_> {
    /// Reads the letter in a node that begins in the configurations `input`, or has begun before. Its depth is bounded by the parser.
    fn step(&mut self, node: NodeId, input: &Counts) {
        if input.is_empty() && !self.is_alive[node] {
            return;
        }
        let expression = self.expression;
        match &expression.nodes[node].kind {
            Kind::Nothing => {}
            Kind::Class(class) => {
                if expression.has(*class, self.letter) {
                    self.ends[node].assign(input);
                } else {
                    self.ends[node].clear();
                }
                self.is_alive[node] = !self.ends[node].is_empty();
            }
            Kind::Sequence(parts) => self.step_sequence(node, &expression.parts[parts.clone()], input),
            Kind::Choice(parts) => {
                let mut all = self.copy(&Counts::default());
                let mut is_alive = false;
                for &part in &expression.parts[parts.clone()] {
                    self.step(part, input);
                    all.add(&self.ends[part]);
                    is_alive |= self.is_alive[part];
                }
                self.end(node, all, is_alive);
            }
            Kind::Repeat(repeat) => self.step_repeat(node, repeat, input),
        }
    }

    fn step_sequence(&mut self, node: NodeId, parts: &[NodeId], input: &Counts) {
        let mut all = self.copy(&Counts::default());
        let mut current = self.copy(input);
        let mut is_alive = false;
        for &part in parts {
            let is_nullable = self.expression.nodes[part].is_nullable;
            if !is_nullable {
                all.clear();
            }
            if current.is_empty() && !self.is_alive[part] {
                continue;
            }
            // What follows the part begins where it could end before this letter.
            let mut next = self.spare.pop().unwrap_or_default();
            next.assign(&self.ends[part]);
            if is_nullable {
                next.add(&current);
            }
            self.step(part, &current);
            all.add(&self.ends[part]);
            is_alive |= self.is_alive[part];
            self.spare.push(std::mem::replace(&mut current, next));
        }
        self.spare.push(current);
        self.end(node, all, is_alive);
    }

    fn step_repeat(&mut self, node: NodeId, repeat: &Repeat, input: &Counts) {
        let mut inside = self.copy(input);
        inside.add_next(&self.ends[repeat.body], repeat.row, repeat.rows, repeat.is_open);
        self.step(repeat.body, &inside);
        inside.clear();
        inside.add_around(&self.ends[repeat.body], repeat.row, repeat.first, repeat.rows);
        let is_alive = self.is_alive[repeat.body];
        self.end(node, inside, is_alive);
    }

    fn end(&mut self, node: NodeId, ends: Counts, is_alive: bool) {
        self.spare.push(std::mem::replace(&mut self.ends[node], ends));
        self.is_alive[node] = is_alive;
    }

    fn copy(&mut self, source: &Counts) -> Counts {
        let mut copy = self.spare.pop().unwrap_or_default();
        copy.assign(source);
        copy
    }
}
