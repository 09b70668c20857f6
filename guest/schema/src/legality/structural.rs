//! Particle Valid (Restriction) of version 1.0 (part 1, 3.9.6): rules on pairs of particles.

use super::{Judge, wildcard};
use crate::Place;
use crate::automaton::TooLarge;
use crate::components::{Compositor, ElementId, Occurs, Particle, Term, WildcardId};

/// Nodes of one tree, and pairs of nodes compared.
const NODES: usize = 1 << 16;
const PAIRS: usize = 1 << 20;

/// A particle tree without pointless groups.
pub(super) struct Tree<'p>(Option<Node<'p>>);

struct Node<'p> {
    occurs: Occurs,
    kind: Kind<'p>,
    particle: &'p Particle,
}

enum Kind<'p> {
    Element(ElementId),
    Wildcard(WildcardId),
    Group(Compositor, Vec<Node<'p>>),
}

/// Where and why a particle restricts nothing of the base.
pub(super) struct Defect {
    pub rule: &'static str,
    pub message: String,
    pub place: Option<Place>,
}

/// The rule that is broken; `Large` where the comparison was given up.
enum Failure {
    Rule(&'static str),
    Large,
}

type Verdict = Result<(), Failure>;

impl<'p> Tree<'p> {
    /// `None` where it has too many nodes.
    pub fn new(particle: &'p Particle) -> Option<Self> {
        let mut budget = NODES;
        let mut nodes = simplify(particle, None, &mut budget)?;
        Some(Tree(nodes.pop()))
    }

    pub fn empty() -> Option<Self> {
        Some(Tree(None))
    }
}

/// What a particle contributes to a group; several particles where its own group is pointless inside the other. The nesting of
/// particles is bounded, so recursion is.
fn simplify<'p>(particle: &'p Particle, around: Option<Compositor>, budget: &mut usize) -> Option<Vec<Node<'p>>> {
    *budget = budget.checked_sub(1)?;
    let occurs = particle.occurs;
    if occurs.max == Some(0) {
        return Some(Vec::new());
    }
    let kind = match &particle.term {
        Term::Element(id) => Kind::Element(*id),
        Term::Wildcard(id) => Kind::Wildcard(*id),
        Term::Group(group) => {
            let mut children = Vec::new();
            for child in &group.particles {
                children.extend(simplify(child, Some(group.compositor), budget)?);
            }
            let is_choice = group.compositor == Compositor::Choice;
            if children.is_empty() && (!is_choice || occurs.min == 0) {
                return Some(Vec::new());
            }
            let same = around == Some(group.compositor) && group.compositor != Compositor::All;
            if occurs == Occurs::ONCE && (children.len() == 1 || same) {
                return Some(children);
            }
            Kind::Group(group.compositor, children)
        }
    };
    Some(vec![Node { occurs, kind, particle }])
}

impl Node<'_> {
    /// Effective Total Range (3.8.6.5 and 3.8.6.6).
    fn total(&self) -> Occurs {
        let Kind::Group(compositor, children) = &self.kind else { return self.occurs };
        let ranges: Vec<Occurs> = children.iter().map(Node::total).collect();
        let maxima = || ranges.iter().map(|range| range.max);
        let (min, max) = match compositor {
            Compositor::Choice => (
                ranges.iter().map(|range| range.min).min().unwrap_or(0),
                maxima().try_fold(0u64, |most, max| max.map(|max| most.max(max))),
            ),
            _ => (
                ranges.iter().fold(0u64, |sum, range| sum.saturating_add(range.min)),
                maxima().try_fold(0u64, |sum, max| max.map(|max| sum.saturating_add(max))),
            ),
        };
        let max = match (max, self.occurs.max) {
            (Some(0), _) => Some(0),
            (Some(one), Some(turns)) => Some(one.saturating_mul(turns)),
            _ => None,
        };
        Occurs { min: min.saturating_mul(self.occurs.min), max }
    }

    fn is_emptiable(&self) -> bool {
        self.total().min == 0
    }
}

/// Occurrence Range OK (3.9.6.4).
fn within(own: Occurs, base: Occurs) -> bool {
    own.min >= base.min && base.max.is_none_or(|most| own.max.is_some_and(|max| max <= most))
}

fn check(condition: bool, rule: &'static str) -> Verdict {
    if condition { Ok(()) } else { Err(Failure::Rule(rule)) }
}

struct Comparison<'j, 'c> {
    judge: &'j Judge<'c>,
    pairs: usize,
    /// The innermost particle that failed last.
    culprit: Option<Place>,
}

impl Judge<'_> {
    /// Why `own` is no restriction of `base` by the rules of 1.0.
    pub(super) fn structural_defect(&self, own: &Tree, base: &Tree) -> Result<Option<Defect>, TooLarge> {
        let mut comparison = Comparison { judge: self, pairs: 0, culprit: None };
        let verdict = match (&own.0, &base.0) {
            (None, None) => Ok(()),
            (None, Some(base)) => check(base.is_emptiable(), "derivation-ok-restriction.5.3"),
            (Some(_), None) => check(false, "derivation-ok-restriction.5.4"),
            (Some(own), Some(base)) => comparison.restricts(own, base),
        };
        match verdict {
            Ok(()) => Ok(None),
            Err(Failure::Large) => Err(TooLarge),
            Err(Failure::Rule(rule)) => {
                let message =
                    REASONS.iter().find(|(other, _)| *other == rule).map_or("a particle differs", |row| row.1);
                Ok(Some(Defect { rule, message: message.to_owned(), place: comparison.culprit }))
            }
        }
    }
}

/// What each rule asks, for messages.
const REASONS: [(&str, &str); 14] = [
    ("derivation-ok-restriction.5.3", "it is empty, but the base requires children"),
    ("derivation-ok-restriction.5.4", "it has children, but the base has none"),
    ("range-ok", "a particle may occur more often, or less often, than in the base"),
    ("rcase-NameAndTypeOK", "an element differs from the one in the base"),
    ("rcase-NSCompat", "an element is not admitted by the wildcard of the base"),
    ("rcase-NSSubset", "a wildcard admits more than the one in the base, or is assessed less strictly"),
    (
        "rcase-NSRecurseCheckCardinality",
        "a group has children that the wildcard of the base does not admit, or more or fewer of them",
    ),
    ("rcase-RecurseAsIfGroup", "an element does not fit the group of the base"),
    ("rcase-Recurse", "the particles of a group do not follow those of the base in order"),
    ("rcase-RecurseUnordered", "the particles of a sequence are not those of the all group of the base"),
    ("rcase-RecurseLax", "the alternatives of a choice are not alternatives of the base in the same order"),
    (
        "rcase-MapAndSum",
        "the parts of a sequence are not alternatives of the choice in the base, or are too many or too few",
    ),
    ("cos-particle-restrict.2", "a particle of this kind cannot restrict one of the kind in the base"),
    ("cos-particle-restrict", "a particle differs"),
];

impl Comparison<'_, '_> {
    fn restricts(&mut self, own: &Node, base: &Node) -> Verdict {
        self.pairs += 1;
        if self.pairs > PAIRS {
            return Err(Failure::Large);
        }
        let verdict = self.by_kind(own, base);
        if verdict.is_err() && own.particle.place.is_some() {
            self.culprit = own.particle.place.clone();
        }
        verdict
    }

    fn by_kind(&mut self, own: &Node, base: &Node) -> Verdict {
        use Compositor::{All, Choice, Sequence};
        let forbidden = Err(Failure::Rule("cos-particle-restrict.2"));
        match (&own.kind, &base.kind) {
            (Kind::Element(id), Kind::Element(base_id)) => self.element(own, *id, base, *base_id),
            (Kind::Element(id), Kind::Wildcard(wildcard)) => {
                check(self.is_admitted(*id, *wildcard), "rcase-NSCompat")?;
                check(within(own.occurs, base.occurs), "range-ok")
            }
            (Kind::Element(_), Kind::Group(compositor, parts)) => self.as_group(own, base, *compositor, parts),
            (Kind::Wildcard(id), Kind::Wildcard(base_id)) => self.wildcard(own, *id, base, *base_id),
            (Kind::Wildcard(_), _) => forbidden,
            (Kind::Group(_, parts), Kind::Wildcard(wildcard)) => {
                for part in parts {
                    check(self.all_admitted(part, *wildcard), "rcase-NSRecurseCheckCardinality")?;
                }
                check(within(own.total(), base.occurs), "rcase-NSRecurseCheckCardinality")
            }
            (Kind::Group(Choice, parts), Kind::Element(id)) => {
                let members = self.members(*id, base);
                if members.len() < 2 {
                    return forbidden;
                }
                check(within(own.occurs, base.occurs), "range-ok")?;
                self.in_order(parts, &members, false, "rcase-RecurseLax")
            }
            (Kind::Group(Sequence, parts), Kind::Element(id)) => {
                let members = self.members(*id, base);
                if members.len() < 2 {
                    return forbidden;
                }
                self.map_and_sum(own, parts, base, &members)
            }
            (Kind::Group(All, _), Kind::Element(_)) => forbidden,
            (Kind::Group(own_kind, parts), Kind::Group(base_kind, base_parts)) => match (own_kind, base_kind) {
                (All, All) | (Sequence, Sequence) => {
                    check(within(own.occurs, base.occurs), "range-ok")?;
                    self.in_order(parts, base_parts, true, "rcase-Recurse")
                }
                (Choice, Choice) => {
                    check(within(own.occurs, base.occurs), "range-ok")?;
                    self.in_order(parts, base_parts, false, "rcase-RecurseLax")
                }
                (Sequence, All) => self.unordered(own, parts, base, base_parts),
                (Sequence, Choice) => self.map_and_sum(own, parts, base, base_parts),
                _ => forbidden,
            },
        }
    }

    fn element(&mut self, own: &Node, id: ElementId, base: &Node, base_id: ElementId) -> Verdict {
        let components = self.judge.components;
        if components.element(id).name == components.element(base_id).name {
            check(within(own.occurs, base.occurs), "range-ok")?;
            return check(self.judge.element_defect(id, base_id).is_none(), "rcase-NameAndTypeOK");
        }
        // The head of a substitution group counts as the choice of its members.
        check(components.element(base_id).substitutes.contains(&id), "rcase-NameAndTypeOK")?;
        check(within(Occurs::ONCE, base.occurs) && within(own.occurs, Occurs::ONCE), "rcase-RecurseAsIfGroup")
    }

    fn members<'p>(&self, head: ElementId, node: &Node<'p>) -> Vec<Node<'p>> {
        let substitutes = self.judge.components.element(head).substitutes.iter();
        let member = |&id: &ElementId| Node { occurs: Occurs::ONCE, kind: Kind::Element(id), particle: node.particle };
        [head].iter().chain(substitutes).map(member).collect()
    }

    fn is_admitted(&self, id: ElementId, by: WildcardId) -> bool {
        let components = self.judge.components;
        let wildcard = components.wildcard(by);
        let admits = |id: ElementId| wildcard::admits(wildcard, components.element(id).name, self.judge.names);
        admits(id) && components.element(id).substitutes.iter().all(|&id| admits(id))
    }

    /// Whether a wildcard admits every child of a particle; how many there may be is judged for the group as a whole.
    fn all_admitted(&self, part: &Node, by: WildcardId) -> bool {
        match &part.kind {
            Kind::Element(id) => self.is_admitted(*id, by),
            Kind::Wildcard(id) => self.is_narrower(*id, by),
            Kind::Group(_, parts) => parts.iter().all(|part| self.all_admitted(part, by)),
        }
    }

    fn is_narrower(&self, own: WildcardId, base: WildcardId) -> bool {
        let components = self.judge.components;
        let (own, base) = (components.wildcard(own), components.wildcard(base));
        wildcard::is_subset(own, base, self.judge.names, components.version) && own.process <= base.process
    }

    fn wildcard(&self, own: &Node, id: WildcardId, base: &Node, base_id: WildcardId) -> Verdict {
        check(within(own.occurs, base.occurs), "range-ok")?;
        check(id == base_id || self.is_narrower(id, base_id), "rcase-NSSubset")
    }

    /// An element as the only member of a group of the base's kind.
    fn as_group(&mut self, own: &Node, base: &Node, compositor: Compositor, parts: &[Node]) -> Verdict {
        check(within(Occurs::ONCE, base.occurs), "rcase-RecurseAsIfGroup")?;
        let requires_all = compositor != Compositor::Choice;
        self.in_order(std::slice::from_ref(own), parts, requires_all, "rcase-RecurseAsIfGroup")
    }

    /// Recurse and RecurseLax: each part restricts one of the base, in order; where all of the base are required, those passed
    /// over may be empty.
    fn in_order(&mut self, own: &[Node], base: &[Node], requires_all: bool, rule: &'static str) -> Verdict {
        let mut next = 0;
        for part in own {
            loop {
                let Some(candidate) = base.get(next) else { return Err(Failure::Rule(rule)) };
                match self.restricts(part, candidate) {
                    Ok(()) => {
                        let stays =
                            !requires_all && part.occurs == Occurs::ONCE && self.is_choice_of_members(candidate);
                        next += usize::from(!stays);
                        break;
                    }
                    Err(Failure::Large) => return Err(Failure::Large),
                    Err(Failure::Rule(cause)) if requires_all && !candidate.is_emptiable() => {
                        return Err(Failure::Rule(if next + 1 == base.len() { cause } else { rule }));
                    }
                    Err(Failure::Rule(_)) => next += 1,
                }
            }
        }
        check(!requires_all || base[next..].iter().all(Node::is_emptiable), rule)
    }

    /// Whether a particle is the head of a substitution group that has members, so that it counts as the choice of them; inside a choice
    /// that is pointless, and each member is an alternative of its own.
    fn is_choice_of_members(&self, node: &Node) -> bool {
        let Kind::Element(id) = node.kind else { return false };
        node.occurs == Occurs::ONCE && !self.judge.components.element(id).substitutes.is_empty()
    }

    /// RecurseUnordered: a sequence that takes each member of an all group at most once.
    fn unordered(&mut self, own: &Node, parts: &[Node], base: &Node, base_parts: &[Node]) -> Verdict {
        let rule = "rcase-RecurseUnordered";
        check(within(own.occurs, base.occurs), "range-ok")?;
        let mut taken = vec![false; base_parts.len()];
        for part in parts {
            let mut found = None;
            for (at, candidate) in base_parts.iter().enumerate().filter(|(at, _)| !taken[*at]) {
                match self.restricts(part, candidate) {
                    Ok(()) => {
                        found = Some(at);
                        break;
                    }
                    Err(Failure::Large) => return Err(Failure::Large),
                    Err(Failure::Rule(_)) => {}
                }
            }
            let Some(at) = found else { return Err(Failure::Rule(rule)) };
            taken[at] = true;
        }
        check(base_parts.iter().zip(taken).all(|(part, taken)| taken || part.is_emptiable()), rule)
    }

    /// MapAndSum: every part of a sequence is an alternative of the choice, whose turns are as many as the parts.
    fn map_and_sum(&mut self, own: &Node, parts: &[Node], base: &Node, alternatives: &[Node]) -> Verdict {
        let rule = "rcase-MapAndSum";
        for part in parts {
            let mut found = false;
            for candidate in alternatives {
                match self.restricts(part, candidate) {
                    Ok(()) => found = true,
                    Err(Failure::Large) => return Err(Failure::Large),
                    Err(Failure::Rule(_)) => {}
                }
                if found {
                    break;
                }
            }
            check(found, rule)?;
        }
        let count = parts.len() as u64;
        let turns = Occurs {
            min: own.occurs.min.saturating_mul(count),
            max: own.occurs.max.map(|max| max.saturating_mul(count)),
        };
        check(within(turns, base.occurs), rule)
    }
}
