//! What was removed in one place and added in another.

use super::side::Side;
use super::walk::{Entry, NONE};
use super::{DiffNode, DifferenceKind};

/// Elements from which a subtree inside something removed is recognised inside something added.
const TELLING: u32 = 3;

/// Equal subtrees that are looked at for one that may have moved.
const TRIED: usize = 16;

/// An element in something removed or added.
#[derive(Clone, Copy)]
struct Candidate {
    hash: u64,
    node: u32,
    /// The entry that it belongs to.
    entry: u32,
}

/// A subtree that moved: nodes on both sides, and the entries that they belong to.
#[derive(Clone, Copy, Debug)]
struct Move {
    old: u32,
    new: u32,
    removed: u32,
    added: u32,
}

/// An entry with the elements that it stands for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told {
    pub entry: Entry,
    pub elements: u32,
}

/// The entries, in which moves are told as such, where they went.
pub(super) fn with_moves(entries: &[Entry], old: &Side, new: &Side) -> Vec<Told> {
    let moves = find(entries, old, new);
    let mut left: Vec<u32> = entries.iter().map(|entry| elements(entry, old, new)).collect();
    let mut gone = vec![false; entries.len()];
    for found in &moves {
        let count = old.node(found.old).elements;
        for (entry, is_whole) in [
            (found.removed, entries[found.removed as usize].old == found.old),
            (found.added, entries[found.added as usize].new == found.new),
        ] {
            left[entry as usize] -= count;
            gone[entry as usize] |= is_whole;
        }
    }
    let mut told = Vec::with_capacity(entries.len());
    let mut moves = moves.into_iter().peekable();
    for (at, entry) in entries.iter().enumerate() {
        if !gone[at] {
            told.push(Told { entry: *entry, elements: left[at] });
        }
        while let Some(found) = moves.next_if(|found| found.added as usize == at) {
            let (kind, node, part) = (DifferenceKind::Moved, DiffNode::Element, (NONE, NONE));
            let entry = Entry { kind, node, old: found.old, new: found.new, part };
            told.push(Told { entry, elements: old.node(found.old).elements });
        }
    }
    told
}

fn elements(entry: &Entry, old: &Side, new: &Side) -> u32 {
    match (entry.kind, entry.node) {
        (DifferenceKind::Removed | DifferenceKind::Moved, DiffNode::Element) => old.node(entry.old).elements,
        (DifferenceKind::Added, DiffNode::Element) => new.node(entry.new).elements,
        _ => 0,
    }
}

/// Moves by the place where they went. Large subtrees are matched first, so that none is torn by one inside it.
fn find(entries: &[Entry], old: &Side, new: &Side) -> Vec<Move> {
    let mut removed = candidates(entries, DifferenceKind::Removed, old);
    let mut added = candidates(entries, DifferenceKind::Added, new);
    if removed.is_empty() || added.is_empty() {
        return Vec::new();
    }
    removed.sort_by_key(|candidate| (u32::MAX - old.node(candidate.node).size, candidate.node));
    added.sort_by_key(|candidate| (candidate.hash, candidate.node));
    let mut used = (vec![false; old.nodes.len()], vec![false; new.nodes.len()]);
    // Of each run of equal ones how many at its beginning are used.
    let mut spent = vec![0u32; added.len()];
    let mut moves = Vec::new();
    for candidate in removed {
        if used.0[candidate.node as usize] {
            continue;
        }
        let start = added.partition_point(|other| other.hash < candidate.hash);
        let run = || added[start..].iter().take_while(|other| other.hash == candidate.hash);
        if run().next().is_none() {
            continue;
        }
        let skipped = run().skip(spent[start] as usize).take_while(|other| used.1[other.node as usize]).count();
        spent[start] += skipped as u32;
        let is_whole = entries[candidate.entry as usize].old == candidate.node;
        let is_telling = old.node(candidate.node).elements >= TELLING;
        let fits = |other: &&Candidate| {
            let whole = is_whole || is_telling || entries[other.entry as usize].new == other.node;
            whole
                && !used.1[other.node as usize]
                && old.is_same(candidate.node, new, other.node)
                && old.node(candidate.node).name == new.node(other.node).name
        };
        let Some(other) = run().skip(spent[start] as usize).take(TRIED).find(fits) else { continue };
        let size = old.node(candidate.node).size;
        (0..size).for_each(|offset| {
            used.0[(candidate.node + offset) as usize] = true;
            used.1[(other.node + offset) as usize] = true;
        });
        moves.push(Move { old: candidate.node, new: other.node, removed: candidate.entry, added: other.entry });
    }
    moves.sort_by_key(|found| (found.added, found.new));
    moves
}

fn candidates(entries: &[Entry], kind: DifferenceKind, side: &Side) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        if entry.kind != kind || entry.node != DiffNode::Element {
            continue;
        }
        let root = if kind == DifferenceKind::Removed { entry.old } else { entry.new };
        let inside = root..root + side.node(root).size;
        let elements = inside.filter(|node| !side.is_text(*node));
        found.extend(elements.map(|node| Candidate { hash: side.hash(node), node, entry: at as u32 }));
    }
    found
}
