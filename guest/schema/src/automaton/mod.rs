//! Content models: particles compiled to automata with counters, and their execution.
//!
//! A small model without large bounded repetitions is a table of states and names. Any other is run from its particle tree as a set of
//! configurations, in which every count is an interval, so that `maxOccurs="1000000000"` costs what `maxOccurs="2"` costs. An all group counts its
//! members. Where an element particle and a wildcard both fit, the element particle is taken (part 1, 3.8.4.1 of version 1.1).

mod all;
mod alphabet;
mod counted;
mod dense;
mod expression;
mod follow;
mod misfit;
mod program;
#[cfg(test)]
mod tests;
mod unroll;

pub(crate) use all::all_group;
pub(crate) use expression::{Expression, Leaf, LeafTerm};
pub(crate) use follow::{Action, Counter, Follow};
pub(crate) use program::Program;
#[cfg(test)]
pub(crate) use unroll::unroll;

use crate::components::{Components, ElementId, OpenContent, Particle, WildcardId};
use all::{All, Counts};
use alphabet::Alphabet;
use counted::{Configuration, Counted};
use dense::Dense;
use misfit::Outline;
use pyxsd_xml::{NamespaceId, Symbol};

/// A content model exceeds the work budget: group references or substitution groups multiply it beyond 65,536 particles or about
/// a million names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the content model is too large to be compiled")
    }
}

impl std::error::Error for TooLarge {}

/// A compiled content model. The default one admits no child and is complete at once.
#[derive(Debug, Default)]
pub struct ContentModel {
    alphabet: Alphabet,
    machine: Machine,
    open: Option<OpenContent>,
    outline: Outline,
}

#[derive(Debug, Default)]
enum Machine {
    #[default]
    Empty,
    Dense(Dense),
    Counted(Counted),
    All(All),
}

/// Where the matching of one element's children stands. Equal states of one model admit the same continuations.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State {
    progress: Progress,
    /// The suffix of an open content was begun.
    suffix: bool,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Progress {
    Row(u32),
    Members(Counts),
    // Boxed, since one state a level of the document is kept and few models count.
    #[allow(clippy::box_collection)]
    Configurations(Box<Vec<Configuration>>),
}

impl State {
    /// How many configurations it holds, a measure of the cost of a step.
    pub(crate) fn size(&self) -> usize {
        match &self.progress {
            Progress::Row(_) => 1,
            Progress::Members(counts) => counts.size(),
            Progress::Configurations(set) => set.len(),
        }
    }
}

/// What a child matched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Matched {
    /// An element declaration: the one of the particle, or a member of its substitution group.
    Element(ElementId),
    /// A wildcard of a particle or of the open content.
    Wildcard(WildcardId),
}

/// Something that may come next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// An element (substitutes not listed).
    Element(ElementId),
    /// Anything that a wildcard admits.
    Wildcard(WildcardId),
}

/// Why a child does not fit here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// The name stands nowhere in the content model.
    Unknown,
    /// It may stand in the content model, but not here: something else must come first, or its place is past.
    Order,
    /// Its particle, or the choice or the bounded sequence that it would continue, was matched as often as `maxOccurs` allows.
    TooMany,
}

impl ContentModel {
    /// Compiles a content model. `components` holds every declaration that the particle refers to, with `substitutes` filled in.
    /// [`TooLarge`] where the model exceeds the work budget; the caller reports it and keeps [`ContentModel::default`].
    pub fn new(components: &Components, particle: &Particle, open: Option<&OpenContent>) -> Result<Self, TooLarge> {
        let open = open.cloned();
        if let Some((all, leaves)) = All::new(particle) {
            let alphabet = Alphabet::new(components, &leaves)?;
            return Ok(Self { alphabet, machine: Machine::All(all), open, outline: Outline::default() });
        }
        let expression = Expression::new(particle)?;
        let alphabet = Alphabet::new(components, &expression.leaves)?;
        let outline = Outline::new(&expression);
        let machine = Self::machine(&expression, &alphabet);
        Ok(Self { alphabet, machine, open, outline })
    }

    fn machine(expression: &Expression, alphabet: &Alphabet) -> Machine {
        if let Some(unrolled) = unroll::unroll(expression)
            && let Ok(Some(dense)) = Dense::new(&mut Program::new(&unrolled), alphabet)
        {
            return Machine::Dense(dense);
        }
        Machine::Counted(Counted::new(expression, alphabet))
    }

    /// Where matching starts.
    pub fn start(&self) -> State {
        let progress = match &self.machine {
            Machine::Empty | Machine::Dense(_) => Progress::Row(0),
            Machine::Counted(counted) => Progress::Configurations(Box::new(counted.start())),
            Machine::All(all) => Progress::Members(all.start()),
        };
        State { progress, suffix: false }
    }

    /// Tries one child. `key` is the matching key of its name. `None` where it does not fit; the state is then unchanged.
    #[inline]
    pub fn step(
        &self,
        components: &Components,
        state: &mut State,
        key: Symbol,
        namespace: NamespaceId,
    ) -> Option<Matched> {
        if !state.suffix {
            if let Some(column) = self.alphabet.column(key)
                && let Some(leaf) = self.take_name(&mut state.progress, column)
            {
                return Some(self.alphabet.matched(leaf, key));
            }
            let admits = |leaf: u32| {
                self.alphabet.wildcard(leaf).is_some_and(|id| self.alphabet.admits(components, id, key, namespace))
            };
            if let Some(leaf) = self.take_wildcard(&mut state.progress, admits) {
                return Some(self.alphabet.matched(leaf, key));
            }
        }
        let open = self.open.as_ref()?;
        let here = open.interleave || state.suffix || self.progress_is_complete(&state.progress);
        if !here || !self.alphabet.admits(components, open.wildcard, key, namespace) {
            return None;
        }
        state.suffix = !open.interleave;
        Some(Matched::Wildcard(open.wildcard))
    }

    fn take_name(&self, progress: &mut Progress, column: u32) -> Option<u32> {
        match (&self.machine, progress) {
            (Machine::Dense(dense), Progress::Row(row)) => {
                let cell = dense.by_column(*row, column)?;
                *row = cell.target;
                Some(cell.leaf)
            }
            (Machine::Counted(counted), Progress::Configurations(state)) => {
                counted.by_leaves(state, self.alphabet.leaves_of(column))
            }
            (Machine::All(all), Progress::Members(counts)) => {
                let member = all.by_column(counts, &self.alphabet, column)?;
                all.take(counts, member);
                Some(member)
            }
            _ => None,
        }
    }

    fn take_wildcard(&self, progress: &mut Progress, admits: impl Fn(u32) -> bool) -> Option<u32> {
        match (&self.machine, progress) {
            (Machine::Dense(dense), Progress::Row(row)) => {
                let cell = dense.wildcards(*row).iter().find(|cell| admits(cell.leaf))?;
                *row = cell.target;
                Some(cell.leaf)
            }
            (Machine::Counted(counted), Progress::Configurations(state)) => {
                counted.by_wildcard(state, &self.alphabet, admits)
            }
            (Machine::All(all), Progress::Members(counts)) => {
                let mut members = self.alphabet.wildcards().map(|(member, _)| member);
                let member = members.find(|&member| all.has_room(counts, member) && admits(member))?;
                all.take(counts, member);
                Some(member)
            }
            _ => None,
        }
    }

    /// Whether the children so far are a complete match.
    pub fn is_complete(&self, state: &State) -> bool {
        self.progress_is_complete(&state.progress)
    }

    fn progress_is_complete(&self, progress: &Progress) -> bool {
        match (&self.machine, progress) {
            (Machine::Dense(dense), Progress::Row(row)) => dense.is_complete(*row),
            (Machine::Counted(counted), Progress::Configurations(state)) => counted.is_complete(state),
            (Machine::All(all), Progress::Members(counts)) => all.is_complete(counts),
            _ => true,
        }
    }

    /// What may come next, in order of the particles, without repeats; the wildcard of an open content last.
    pub fn expected(&self, state: &State) -> Vec<Expected> {
        let mut expected: Vec<Expected> = Vec::new();
        if !state.suffix {
            let mut leaves = match (&self.machine, &state.progress) {
                (Machine::Dense(dense), Progress::Row(row)) => dense.next_leaves(*row),
                (Machine::Counted(counted), Progress::Configurations(state)) => counted.next_leaves(state),
                (Machine::All(all), Progress::Members(counts)) => all.next_leaves(counts),
                _ => Vec::new(),
            };
            leaves.sort_unstable();
            leaves.dedup();
            for leaf in leaves {
                let next = self.alphabet.expected(leaf);
                if !expected.contains(&next) {
                    expected.push(next);
                }
            }
        }
        if let Some(open) = &self.open
            && (open.interleave || state.suffix || self.is_complete(state))
            && !expected.contains(&Expected::Wildcard(open.wildcard))
        {
            expected.push(Expected::Wildcard(open.wildcard));
        }
        expected
    }

    /// Why a child that [`ContentModel::step`] refused does not fit. A wildcard's names are never too many, only out of place.
    pub fn misfit(&self, components: &Components, state: &State, key: Symbol, namespace: NamespaceId) -> Misfit {
        let Some(column) = self.alphabet.column(key) else {
            let open = self.open.iter().map(|open| open.wildcard);
            let mut wildcards = self.alphabet.wildcards().map(|(_, id)| id).chain(open);
            let admitted = wildcards.any(|id| self.alphabet.admits(components, id, key, namespace));
            return if admitted { Misfit::Order } else { Misfit::Unknown };
        };
        if state.suffix {
            return Misfit::Order;
        }
        let last = match (&self.machine, &state.progress) {
            (Machine::All(_), _) => return Misfit::TooMany,
            (Machine::Dense(dense), Progress::Row(row)) => dense.reached_by(*row).to_vec(),
            (Machine::Counted(counted), Progress::Configurations(state)) => counted.reached_by(state),
            _ => Vec::new(),
        };
        let candidates = self.alphabet.leaves_of(column);
        let too_many = last.iter().any(|&last| candidates.iter().any(|&next| self.outline.is_one_too_many(last, next)));
        if too_many { Misfit::TooMany } else { Misfit::Order }
    }

    /// The names of the elements of the model, substitutes included.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Symbol> {
        self.alphabet.keys()
    }

    /// The wildcards of the model and of its open content.
    pub(crate) fn wildcards(&self) -> impl Iterator<Item = WildcardId> {
        self.alphabet.wildcards().map(|(_, id)| id).chain(self.open.iter().map(|open| open.wildcard))
    }

    /// The declaration that a name has anywhere in the model, to go on with after a misfit.
    pub fn declaration_of(&self, key: Symbol) -> Option<ElementId> {
        self.alphabet.declaration(key)
    }
}
