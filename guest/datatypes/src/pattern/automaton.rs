//! A deterministic automaton over letters, built ahead where it stays small: it needs no cache, so matching allocates nothing and
//! can be shared. Most patterns of real schemas have a few dozen states.

use super::alphabet::{Alphabet, Letter};
use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, HirKind};
use std::collections::BTreeMap;

/// States of the nondeterministic automaton.
const MAX_POSITIONS: usize = 20_000;
/// States times letters.
const MAX_CELLS: usize = 1 << 18;
/// Steps of the construction.
const MAX_WORK: usize = 500_000;

/// The state in which nothing can match any more.
const DEAD: u16 = 0;
const START: u16 = 1;

/// The automaton. A row of the table is a state, a column a letter.
#[derive(Debug)]
pub(super) struct Automaton {
    alphabet: Alphabet,
    transitions: Vec<u16>,
    accepts: Vec<bool>,
}

impl Automaton {
    /// Builds the automaton, or nothing if it would be too large.
    pub(super) fn new(hir: &Hir) -> Option<Self> {
        let positions = Positions::new(hir)?;
        let classes: Vec<&ClassUnicode> = positions.classes.keys().map(|key| &key.0).collect();
        let (alphabet, letters_in_order) = Alphabet::new(&classes)?;
        let mut letters = vec![Vec::new(); classes.len()];
        for (index, members) in positions.classes.values().zip(letters_in_order) {
            letters[*index] = members;
        }
        let mut construction = Construction::new(&positions, &letters, alphabet.len);
        construction.run()?;
        let Construction { transitions, accepts, .. } = construction;
        Some(Self { alphabet, transitions, accepts })
    }

    /// Whether the whole text is accepted.
    pub(super) fn matches(&self, text: &str) -> bool {
        let width = self.alphabet.len;
        let bytes = text.as_bytes();
        let mut state = START;
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let letter = if byte < 0x80 {
                at += 1;
                self.alphabet.ascii(byte)
            } else {
                let Some(character) = text.get(at..).and_then(|rest| rest.chars().next()) else {
                    return false;
                };
                at += character.len_utf8();
                self.alphabet.search(character as u32)
            };
            state = self.transitions[usize::from(state) * width + usize::from(letter)];
            if state == DEAD {
                return false;
            }
        }
        self.accepts[usize::from(state)]
    }
}

/// Order on classes, for a map without hashing.
#[derive(PartialEq, Eq)]
struct ClassKey(ClassUnicode);

impl ClassKey {
    fn bounds(&self) -> impl Iterator<Item = (char, char)> {
        self.0.ranges().iter().map(|range| (range.start(), range.end()))
    }
}

impl PartialOrd for ClassKey {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ClassKey {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.bounds().cmp(other.bounds())
    }
}

type Position = u32;

/// A state of the nondeterministic automaton.
#[derive(Clone, Copy)]
enum Step {
    /// Consumes a character of the class, then goes on.
    Class(usize, Position),
    /// Goes on at both, consuming nothing.
    Split(Position, Position),
    Accept,
    Fail,
}

/// The nondeterministic automaton, built backwards: what follows a state exists before it.
struct Positions {
    steps: Vec<Step>,
    classes: BTreeMap<ClassKey, usize>,
    /// Classes by their place in the expression: a counted class is compared with the others once, not for each copy.
    known: BTreeMap<*const ClassUnicode, usize>,
    start: Position,
}

impl Positions {
    fn new(hir: &Hir) -> Option<Self> {
        let mut positions =
            Self { steps: vec![Step::Accept], classes: BTreeMap::new(), known: BTreeMap::new(), start: 0 };
        positions.start = positions.add(hir, 0)?;
        Some(positions)
    }

    /// Adds the expression before `next` and returns where it starts. Its depth is bounded by the parser.
    fn add(&mut self, hir: &Hir, next: Position) -> Option<Position> {
        match hir.kind() {
            HirKind::Empty => Some(next),
            HirKind::Literal(literal) => {
                let text = std::str::from_utf8(&literal.0).ok()?;
                text.chars().rev().try_fold(next, |next, character| {
                    self.class(ClassUnicode::new([ClassUnicodeRange::new(character, character)]), next)
                })
            }
            HirKind::Class(Class::Unicode(class)) => {
                let index = match self.known.get(&std::ptr::from_ref(class)) {
                    Some(index) => *index,
                    None => {
                        let index = self.class_index(class.clone());
                        self.known.insert(std::ptr::from_ref(class), index);
                        index
                    }
                };
                self.step(Step::Class(index, next))
            }
            HirKind::Class(Class::Bytes(class)) => self.class(class.to_unicode_class()?, next),
            HirKind::Look(_) => None,
            HirKind::Capture(capture) => self.add(&capture.sub, next),
            HirKind::Concat(parts) => parts.iter().rev().try_fold(next, |next, part| self.add(part, next)),
            HirKind::Alternation(branches) => {
                let mut start = self.add(branches.last()?, next)?;
                for branch in branches.iter().rev().skip(1) {
                    let branch = self.add(branch, next)?;
                    start = self.step(Step::Split(branch, start))?;
                }
                Some(start)
            }
            HirKind::Repetition(repetition) => {
                let mut start = match repetition.max {
                    None => {
                        let again = self.step(Step::Fail)?;
                        let body = self.add(&repetition.sub, again)?;
                        self.steps[again as usize] = Step::Split(body, next);
                        again
                    }
                    Some(max) => {
                        let mut start = next;
                        for _ in repetition.min..max {
                            let body = self.add(&repetition.sub, start)?;
                            // Leaving goes straight to what follows, so a closure never walks along the optional copies.
                            start = self.step(Step::Split(body, next))?;
                        }
                        start
                    }
                };
                for _ in 0..repetition.min {
                    start = self.add(&repetition.sub, start)?;
                }
                Some(start)
            }
        }
    }

    fn class(&mut self, class: ClassUnicode, next: Position) -> Option<Position> {
        let index = self.class_index(class);
        self.step(Step::Class(index, next))
    }

    fn class_index(&mut self, class: ClassUnicode) -> usize {
        let fresh = self.classes.len();
        *self.classes.entry(ClassKey(class)).or_insert(fresh)
    }

    fn step(&mut self, step: Step) -> Option<Position> {
        if self.steps.len() >= MAX_POSITIONS {
            return None;
        }
        self.steps.push(step);
        Position::try_from(self.steps.len() - 1).ok()
    }
}

/// The subset construction.
struct Construction<'p> {
    positions: &'p Positions,
    letters: &'p [Vec<Letter>],
    width: usize,
    states: BTreeMap<Vec<Position>, u16>,
    pending: Vec<Vec<Position>>,
    transitions: Vec<u16>,
    accepts: Vec<bool>,
    /// For each position the last closure that met it.
    met: Vec<usize>,
    closures: usize,
    work: usize,
}

impl<'p> Construction<'p> {
    fn new(positions: &'p Positions, letters: &'p [Vec<Letter>], width: usize) -> Self {
        Self {
            positions,
            letters,
            width,
            states: BTreeMap::new(),
            pending: Vec::new(),
            transitions: vec![DEAD; width],
            accepts: vec![false],
            met: vec![0; positions.steps.len()],
            closures: 0,
            work: 0,
        }
    }

    fn run(&mut self) -> Option<()> {
        self.state(&[self.positions.start])?;
        let mut next_row = 1;
        let mut targets: Vec<Vec<Position>> = vec![Vec::new(); self.width];
        let mut used: Vec<Letter> = Vec::new();
        while let Some(core) = self.pending.get(next_row - 1).cloned() {
            for position in core {
                let Step::Class(class, next) = self.positions.steps[position as usize] else {
                    continue;
                };
                for &letter in &self.letters[class] {
                    let target = &mut targets[usize::from(letter)];
                    if target.is_empty() {
                        used.push(letter);
                    }
                    target.push(next);
                    self.work += 1;
                }
            }
            for letter in used.drain(..) {
                let target = std::mem::take(&mut targets[usize::from(letter)]);
                let state = self.state(&target)?;
                self.transitions[next_row * self.width + usize::from(letter)] = state;
            }
            next_row += 1;
        }
        Some(())
    }

    /// The state of the set of positions reachable from these without a character.
    fn state(&mut self, from: &[Position]) -> Option<u16> {
        self.closures += 1;
        let mut core = Vec::new();
        let mut stack = from.to_vec();
        while let Some(position) = stack.pop() {
            self.work += 1;
            let met = &mut self.met[position as usize];
            if *met == self.closures {
                continue;
            }
            *met = self.closures;
            match self.positions.steps[position as usize] {
                Step::Class(..) | Step::Accept => core.push(position),
                Step::Split(left, right) => stack.extend([right, left]),
                Step::Fail => {}
            }
        }
        core.sort_unstable();
        if let Some(state) = self.states.get(&core) {
            return Some(*state);
        }
        let state = u16::try_from(self.accepts.len()).ok()?;
        if self.work > MAX_WORK || self.transitions.len() + self.width > MAX_CELLS {
            return None;
        }
        self.accepts.push(core.iter().any(|&position| matches!(self.positions.steps[position as usize], Step::Accept)));
        self.transitions.resize(self.transitions.len() + self.width, DEAD);
        self.states.insert(core.clone(), state);
        self.pending.push(core);
        Some(state)
    }
}
