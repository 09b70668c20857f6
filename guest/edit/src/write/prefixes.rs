//! Which prefix a name is written with, and which declarations are lost at another place.

use super::escape_value;
use crate::tree::Tree;
use pyxsd_datatypes::is_ncname_char;
use pyxsd_xml::{Names, NamespaceId, Symbol};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Prefixes with what they stand for.
type Bindings = Rc<[(Symbol, NamespaceId)]>;

/// Prefixes of a document.
pub(crate) struct Prefixes {
    /// Prefixes that stand for something, or are reserved.
    taken: BTreeSet<String>,
    /// Those of the step by namespace name, in its order.
    given: Vec<(String, String)>,
    /// Those that were made, in order; they are declared on the document element.
    made: Vec<(NamespaceId, String)>,
    /// Positions among these.
    known: BTreeMap<NamespaceId, usize>,
    /// The number from which on a prefix `ns1`, `ns2` and so on may be free.
    next: u64,
    /// By scope of the source and scope as written: the bindings that differ.
    lost: BTreeMap<(u32, u32), Bindings>,
}

impl Prefixes {
    pub fn new(tree: &Tree<'_>, given: &[(String, String)]) -> Prefixes {
        let declared = tree.scopes.all().iter().map(|(prefix, _)| tree.names.local(*prefix).to_owned());
        let mut given: Vec<(String, String)> =
            given.iter().map(|(prefix, uri)| (uri.clone(), prefix.clone())).collect();
        given.push(("http://www.w3.org/2001/XMLSchema-instance".to_owned(), "xsi".to_owned()));
        let (made, known, lost) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        Prefixes { taken: declared.collect(), given, made, known, next: 1, lost }
    }

    /// The prefix of a namespace that no declaration in scope has; always the same for one namespace. `wanted` is taken, where it is not
    /// empty, if the step has none.
    pub fn make(&mut self, names: &Names, namespace: NamespaceId, wanted: &str) -> &str {
        if let Some(known) = self.known.get(&namespace) {
            return &self.made[*known].1;
        }
        let uri = names.namespace_uri(namespace);
        let is_free = |prefix: &&str| {
            let reserved = prefix.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("xml"));
            pyxsd_datatypes::is_ncname(prefix) && !reserved && !self.taken.contains(*prefix)
        };
        let given = self.given.iter().filter(|(known, _)| known == uri).map(|(_, prefix)| prefix.as_str());
        let wanted = Some(wanted).filter(|wanted| !self.given.iter().any(|(_, given)| given == wanted));
        let found = given.chain(wanted).find(is_free).map(str::to_owned);
        let prefix = found.unwrap_or_else(|| self.numbered());
        self.taken.insert(prefix.clone());
        self.known.insert(namespace, self.made.len());
        self.made.push((namespace, prefix));
        self.made.last().map_or("", |(_, prefix)| prefix)
    }

    fn numbered(&mut self) -> String {
        loop {
            let prefix = format!("ns{}", self.next);
            self.next += 1;
            // A prefix that the step gives to something else would mislead.
            if !self.taken.contains(&prefix) && !self.given.iter().any(|(_, given)| *given == prefix) {
                return prefix;
            }
        }
    }

    /// The declarations for the document element.
    pub fn declarations(&self, names: &Names) -> String {
        let declaration = |(namespace, prefix): &(NamespaceId, String)| {
            format!(" xmlns:{prefix}=\"{}\"", escape_value(names.namespace_uri(*namespace), '"'))
        };
        self.made.iter().map(declaration).collect()
    }

    /// The bindings of a scope of the source that are not there in a scope as written. `NamespaceId::NONE` stands for no default namespace.
    pub fn lost(&mut self, tree: &mut Tree<'_>, scope: u32, written: u32) -> Bindings {
        if let Some(known) = self.lost.get(&(scope, written)) {
            return known.clone();
        }
        let default = tree.names.intern(NamespaceId::NONE, "");
        let mut meant = tree.scopes.bindings(scope);
        meant.entry(default).or_insert(NamespaceId::NONE);
        let found = tree.scopes.bindings(written);
        let there = |prefix: Symbol| {
            let bound = found.get(&prefix).copied();
            if prefix == default { Some(bound.unwrap_or(NamespaceId::NONE)) } else { bound }
        };
        let lost: Bindings =
            meant.into_iter().filter(|(prefix, namespace)| there(*prefix) != Some(*namespace)).collect();
        self.lost.insert((scope, written), lost.clone());
        lost
    }
}

/// Prefixes up to which each is sought by itself.
const FEW: usize = 8;

/// Which prefixes may stand for something in a piece of the source: in a name, or in a value. The default one always may.
pub(crate) fn occurring(slice: &str, prefixes: &[&str]) -> Vec<bool> {
    // A reference may hide a character of a prefix.
    if slice.contains("&#") {
        return vec![true; prefixes.len()];
    }
    if prefixes.len() <= FEW {
        return prefixes.iter().map(|prefix| prefix.is_empty() || occurs(slice, prefix)).collect();
    }
    let words: BTreeSet<&str> = slice.split(|c| !is_ncname_char(c)).collect();
    prefixes.iter().map(|prefix| prefix.is_empty() || words.contains(prefix)).collect()
}

/// Whether a name stands somewhere as a word of its own.
fn occurs(slice: &str, prefix: &str) -> bool {
    slice.match_indices(prefix).any(|(at, _)| {
        let before = slice[..at].chars().next_back();
        let behind = slice[at + prefix.len()..].chars().next();
        !before.is_some_and(is_ncname_char) && !behind.is_some_and(is_ncname_char)
    })
}

#[cfg(test)]
mod tests {
    use super::{FEW, occurring};

    #[test]
    fn a_prefix_is_found_in_names_and_values_and_not_inside_words() {
        let found = |slice: &str| {
            let many: Vec<&str> = vec!["v"; FEW + 1];
            assert!(occurring(slice, &many).iter().all(|found| *found == occurring(slice, &["v"])[0]));
            occurring(slice, &["v"])[0]
        };
        assert!(found("<a t='v:x'/>") && found("<v:a/>") && found("<a x='u v w'/>") && found("<a>&#118;:x</a>"));
        assert!(!found("<a>vest over</a>") && !found("<a>v1:x</a>"));
        assert!(occurring("<a/>", &[""])[0]);
    }
}
