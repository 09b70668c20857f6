//! All groups, by counting each member.

use super::alphabet::Alphabet;
use super::expression::{Leaf, LeafTerm};
use crate::components::{Compositor, ModelGroup, Occurs, Particle, Term};

/// Nesting of wrappers around an all group.
const WRAPPERS: usize = 64;

#[derive(Clone, Copy, Debug)]
struct Member {
    min: u64,
    max: Option<u64>,
}

/// An all group whose members are the leaves of the alphabet.
#[derive(Debug)]
pub(super) struct All {
    members: Vec<Member>,
    /// Whether the group as a whole may be absent.
    optional: bool,
    /// Each member at most once, and few enough for a bit each.
    small: bool,
}

/// How often each member was matched.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Counts {
    Bits(u64),
    Each(Box<[u64]>),
}

impl Counts {
    fn get(&self, member: u32) -> u64 {
        match self {
            Counts::Bits(bits) => bits >> member & 1,
            Counts::Each(counts) => counts[member as usize],
        }
    }
    /// Machine words of the counts.
    pub fn size(&self) -> usize {
        match self {
            Counts::Bits(_) => 1,
            Counts::Each(counts) => counts.len(),
        }
    }
    fn is_zero(&self) -> bool {
        match self {
            Counts::Bits(bits) => *bits == 0,
            Counts::Each(counts) => counts.iter().all(|&count| count == 0),
        }
    }
}

impl All {
    /// The model of a particle that is an all group; `None` where it is none.
    pub fn new(particle: &Particle) -> Option<(Self, Vec<Leaf<'_>>)> {
        let (group, occurs) = all_group(particle)?;
        let mut leaves = Vec::new();
        let mut open: Vec<&Particle> = group.particles.iter().rev().collect();
        while let Some(particle) = open.pop() {
            if particle.occurs.max == Some(0) {
                continue;
            }
            match &particle.term {
                Term::Element(id) => leaves.push(Leaf { term: LeafTerm::Element(*id), particle }),
                Term::Wildcard(id) => leaves.push(Leaf { term: LeafTerm::Wildcard(*id), particle }),
                Term::Group(group) if group.compositor == Compositor::All && particle.occurs == Occurs::ONCE => {
                    open.extend(group.particles.iter().rev());
                }
                Term::Group(group) if group.particles.is_empty() && group.compositor != Compositor::Choice => {}
                Term::Group(_) => return None,
            }
            if leaves.len() + open.len() > 1 << 16 {
                return None;
            }
        }
        let members: Vec<Member> =
            leaves.iter().map(|leaf| Member { min: leaf.particle.occurs.min, max: leaf.particle.occurs.max }).collect();
        let small = members.len() <= 64 && members.iter().all(|member| member.max == Some(1));
        Some((Self { members, optional: occurs.min == 0, small }, leaves))
    }

    pub fn start(&self) -> Counts {
        if self.small { Counts::Bits(0) } else { Counts::Each(vec![0; self.members.len()].into()) }
    }

    /// Whether a member may be matched once more.
    pub fn has_room(&self, counts: &Counts, member: u32) -> bool {
        self.members[member as usize].max.is_none_or(|max| counts.get(member) < max)
    }

    /// Counts a match of a member that has room.
    pub fn take(&self, counts: &mut Counts, member: u32) {
        match counts {
            Counts::Bits(bits) => *bits |= 1 << member,
            Counts::Each(counts) => {
                let Member { min, max } = self.members[member as usize];
                let count = &mut counts[member as usize];
                *count = (*count + 1).min(max.unwrap_or(min.max(1)));
            }
        }
    }

    pub fn is_complete(&self, counts: &Counts) -> bool {
        (self.optional && counts.is_zero())
            || (0u32..).zip(&self.members).all(|(member, bounds)| counts.get(member) >= bounds.min)
    }

    /// The members that may come next.
    pub fn next_leaves(&self, counts: &Counts) -> Vec<u32> {
        (0..self.members.len() as u32).filter(|&member| self.has_room(counts, member)).collect()
    }

    /// The member with room that a column names.
    pub fn by_column(&self, counts: &Counts, alphabet: &Alphabet, column: u32) -> Option<u32> {
        alphabet.leaves_of(column).iter().copied().find(|&member| self.has_room(counts, member))
    }
}

/// The all group that a particle comes down to, through groups that hold nothing else.
pub(crate) fn all_group(particle: &Particle) -> Option<(&ModelGroup, Occurs)> {
    let mut occurs = particle.occurs;
    let mut term = &particle.term;
    for _ in 0..WRAPPERS {
        let Term::Group(group) = term else { return None };
        if group.compositor == Compositor::All {
            return (occurs.max == Some(1)).then_some((group, occurs));
        }
        let mut contributing = group.particles.iter().filter(|particle| !is_empty(particle));
        let (Some(only), None) = (contributing.next(), contributing.next()) else { return None };
        if group.compositor == Compositor::Choice && group.particles.len() > 1 {
            return None;
        }
        occurs = match (occurs, only.occurs) {
            (Occurs::ONCE, inner) => inner,
            (outer, Occurs::ONCE) => outer,
            _ => return None,
        };
        term = &only.term;
    }
    None
}

fn is_empty(particle: &Particle) -> bool {
    particle.occurs.max == Some(0)
        || matches!(&particle.term, Term::Group(group) if group.particles.is_empty() && group.compositor != Compositor::Choice)
}
