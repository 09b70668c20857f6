//! What somebody may have meant whose name fits nothing.

use super::{Ids, Kind};
use pyxsd_schema::Component;

/// Names longer than this are not compared letter by letter.
const MAX_LETTERS: usize = 64;
/// Slips of the pen that are forgiven.
const MAX_SLIPS: usize = 2;

impl Ids<'_> {
    /// At most `count` components whose names are like the one in a text that [`find`](Ids::find) does not know, the most like ones first: the
    /// same but for upper and lower case, with few other letters, or with the name inside theirs. Global ones before local ones. A local
    /// declaration of the very name that the text asks for elsewhere counts as well.
    pub fn near(&self, text: &str, count: usize) -> Vec<Component> {
        let text = text.trim();
        let (head, wanted) = match text.rsplit_once(['}', ':', '/', '@']) {
            Some((head, local)) => (head, local),
            None => ("", text),
        };
        let wanted = wanted.split('#').next().unwrap_or_default();
        let wanted = wanted.trim_matches('_').to_lowercase();
        if wanted.is_empty() || wanted.chars().count() > MAX_LETTERS {
            return Vec::new();
        }
        // A kind that the text says is meant, for its last step.
        let word = head.rsplit('/').next().and_then(|step| step.split(':').next()).unwrap_or_default();
        let kind = Kind::from_name(word);
        let mut found: Vec<(usize, bool, usize, Component)> = Vec::new();
        for (at, component) in self.all().into_iter().enumerate() {
            let Some(name) = self.name(component) else { continue };
            let local = self.schema.names.local(name);
            let Some(distance) = distance(&wanted, local) else { continue };
            let other_kind = kind.is_some_and(|kind| kind != self.kind(component));
            let is_built_in = self.place(component).is_none();
            let is_local = self.owner(component).is_some();
            let rank = 2 * distance + usize::from(other_kind) + usize::from(is_built_in) + usize::from(is_local);
            found.push((rank, is_local, at, component));
        }
        found.sort_unstable();
        found.into_iter().take(count).map(|(.., component)| component).collect()
    }
}

/// How far a name is from the one wanted, which is in lower case; nothing where they have nothing to do with each other.
fn distance(wanted: &str, local: &str) -> Option<usize> {
    let local = local.to_lowercase();
    if local == wanted {
        return Some(0);
    }
    let has_part = wanted.len() > 2 && local.contains(wanted);
    let is_part = local.len() > 3 && wanted.contains(&local);
    let slips = edits(wanted, &local, MAX_SLIPS.min(wanted.chars().count().div_ceil(3)));
    match slips {
        Some(1) => Some(1),
        // `Feature` is in `AbstractFeature` what a reader may well leave out; `feature` and `measure` are two slips apart.
        _ if has_part && (local.ends_with(wanted) || local.starts_with(wanted)) => Some(2),
        Some(slips) => Some(slips + 1),
        None if has_part || is_part => Some(MAX_SLIPS + 2 + local.len().abs_diff(wanted.len()) / 4),
        None => None,
    }
}

/// Letters to change, add or leave out, if they are not more than `most`.
fn edits(one: &str, other: &str, most: usize) -> Option<usize> {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().take(MAX_LETTERS + 1).collect());
    if one.len().abs_diff(other.len()) > most {
        return None;
    }
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (column, candidate) in other.iter().enumerate() {
            let change = diagonal + usize::from(letter != candidate);
            diagonal = row[column + 1];
            row[column + 1] = change.min(diagonal + 1).min(row[column] + 1);
        }
        if row.iter().all(|edits| *edits > most) {
            return None;
        }
    }
    row.last().copied().filter(|edits| *edits <= most)
}
