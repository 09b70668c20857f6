//! Content models: particles compiled to automata with counters, and their execution.

use crate::components::{Components, ElementId, OpenContent, Particle, WildcardId};
use pyxsd_xml::{NamespaceId, Symbol};

/// A compiled content model.
#[derive(Debug)]
pub struct ContentModel {}

/// Where the matching of one element's children stands.
#[derive(Clone, Debug)]
pub struct State {}

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
    /// Its particle was matched as often as `maxOccurs` allows.
    TooMany,
}

impl ContentModel {
    /// Compiles a content model. `components` holds every declaration that the particle refers to, with `substitutes` filled in.
    pub fn new(_components: &Components, _particle: &Particle, _open: Option<&OpenContent>) -> Self {
        todo!()
    }
    /// Where matching starts.
    pub fn start(&self) -> State {
        todo!()
    }
    /// Tries one child. `key` is the matching key of its name. `None` where it does not fit; the state is then unchanged.
    pub fn step(&self, _components: &Components, _state: &mut State, _key: Symbol, _namespace: NamespaceId) -> Option<Matched> {
        todo!()
    }
    /// Whether the children so far are a complete match.
    pub fn is_complete(&self, _state: &State) -> bool {
        todo!()
    }
    /// What may come next, in order of the particles, without repeats.
    pub fn expected(&self, _state: &State) -> Vec<Expected> {
        todo!()
    }
    /// Why a child that [`ContentModel::step`] refused does not fit.
    pub fn misfit(&self, _components: &Components, _state: &State, _key: Symbol, _namespace: NamespaceId) -> Misfit {
        todo!()
    }
    /// The declaration that a name has anywhere in the model, to go on with after a misfit.
    pub fn declaration_of(&self, _key: Symbol) -> Option<ElementId> {
        todo!()
    }
}
