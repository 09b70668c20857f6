//! The names of a content model, sorted into columns: names that match the same leaves share one.

use super::TooLarge;
use super::expression::{Leaf, LeafTerm};
use super::{Expected, Matched};
use crate::components::{Components, ElementId, NameMatching, WildcardId};
use pyxsd_datatypes::XsdVersion;
use pyxsd_xml::{NamespaceId, Symbol};
use std::collections::BTreeMap;

/// Names of one alphabet, counted once a leaf that they match.
const NAMES: usize = 1 << 20;

#[derive(Clone, Copy, Debug)]
struct Entry {
    column: u32,
    /// The declaration, where the name is not that of the leaf itself.
    substitute: ElementId,
}

/// Which leaves a name matches.
#[derive(Debug, Default)]
pub(super) struct Alphabet {
    /// Sorted.
    keys: Vec<Symbol>,
    /// For each key.
    entries: Vec<Entry>,
    /// The element leaves of each column, in order.
    columns: Vec<Vec<u32>>,
    /// Term of each leaf, and its own name.
    leaves: Vec<(LeafTerm, Option<Symbol>)>,
}

impl Alphabet {
    pub fn new(components: &Components, leaves: &[Leaf]) -> Result<Self, TooLarge> {
        let mut names = Names::new();
        let mut terms = Vec::with_capacity(leaves.len());
        // In 1.0 an abstract element is no substitute. Where its name fits nothing else, it is matched, and its use reported.
        let mut abstract_ones: Vec<(u32, ElementId)> = Vec::new();
        let mut spent = 0;
        for (leaf, &Leaf { term, .. }) in (0u32..).zip(leaves) {
            let LeafTerm::Element(id) = term else {
                terms.push((term, None));
                continue;
            };
            let declaration = components.element(id);
            terms.push((term, Some(declaration.key)));
            spent += 1 + declaration.substitutes.len();
            if spent > NAMES {
                return Err(TooLarge);
            }
            add(&mut names, declaration.key, leaf, id);
            for &id in &declaration.substitutes {
                let substitute = components.element(id);
                if substitute.is_abstract && components.version == XsdVersion::V1_0 {
                    abstract_ones.push((leaf, id));
                } else {
                    add(&mut names, substitute.key, leaf, id);
                }
            }
        }
        abstract_ones.retain(|&(_, id)| !names.contains_key(&components.element(id).key));
        for (leaf, id) in abstract_ones {
            add(&mut names, components.element(id).key, leaf, id);
        }
        Ok(Self::sorted(names, terms))
    }

    /// Columns are numbered by their first leaf, so that those that may come next at one place are close together.
    fn sorted(names: Names, leaves: Vec<(LeafTerm, Option<Symbol>)>) -> Self {
        let mut known: BTreeMap<&[u32], u32> = names.values().map(|(matching, _)| (matching.as_slice(), 0)).collect();
        for (column, number) in (0u32..).zip(known.values_mut()) {
            *number = column;
        }
        let entry = |(matching, substitute): &(Vec<u32>, ElementId)| Entry {
            column: known[matching.as_slice()],
            substitute: *substitute,
        };
        let entries = names.values().map(entry).collect();
        let columns = known.keys().map(|matching| matching.to_vec()).collect();
        Self { keys: names.keys().copied().collect(), entries, columns, leaves }
    }

    /// The columns of each leaf, none for wildcards.
    pub fn columns_by_leaf(&self) -> Vec<Vec<u32>> {
        let mut columns: Vec<Vec<u32>> = vec![Vec::new(); self.leaves.len()];
        for (column, leaves) in (0u32..).zip(&self.columns) {
            for &leaf in leaves {
                columns[leaf as usize].push(column);
            }
        }
        columns
    }

    /// The element leaves of a column.
    pub fn leaves_of(&self, column: u32) -> &[u32] {
        &self.columns[column as usize]
    }

    pub fn keys(&self) -> impl Iterator<Item = Symbol> {
        self.keys.iter().copied()
    }

    /// The column of a name.
    pub fn column(&self, key: Symbol) -> Option<u32> {
        self.entry(key).map(|entry| entry.column)
    }

    #[inline]
    fn entry(&self, key: Symbol) -> Option<&Entry> {
        let at = if self.keys.len() <= 16 {
            self.keys.iter().position(|&other| other == key)?
        } else {
            self.keys.binary_search(&key).ok()?
        };
        Some(&self.entries[at])
    }

    /// What a name matched at a leaf that it fits.
    pub fn matched(&self, leaf: u32, key: Symbol) -> Matched {
        match self.leaves[leaf as usize] {
            (LeafTerm::Wildcard(id), _) => Matched::Wildcard(id),
            (LeafTerm::Element(id), own) if own == Some(key) => Matched::Element(id),
            (LeafTerm::Element(id), _) => Matched::Element(self.entry(key).map_or(id, |entry| entry.substitute)),
        }
    }

    /// The declaration that a name has anywhere in the model.
    pub fn declaration(&self, key: Symbol) -> Option<ElementId> {
        let column = self.column(key)?;
        match self.matched(*self.leaves_of(column).first()?, key) {
            Matched::Element(id) => Some(id),
            Matched::Wildcard(_) => None,
        }
    }

    pub fn expected(&self, leaf: u32) -> Expected {
        match self.leaves[leaf as usize].0 {
            LeafTerm::Element(id) => Expected::Element(id),
            LeafTerm::Wildcard(id) => Expected::Wildcard(id),
        }
    }

    /// The leaves that are wildcards.
    pub fn wildcards(&self) -> impl Iterator<Item = (u32, WildcardId)> {
        (0u32..).zip(&self.leaves).filter_map(|(leaf, (term, _))| match term {
            LeafTerm::Wildcard(id) => Some((leaf, *id)),
            LeafTerm::Element(_) => None,
        })
    }

    /// The wildcard at a leaf.
    pub fn wildcard(&self, leaf: u32) -> Option<WildcardId> {
        match self.leaves[leaf as usize].0 {
            LeafTerm::Wildcard(id) => Some(id),
            LeafTerm::Element(_) => None,
        }
    }

    /// Whether a wildcard of this model admits a name (`cvc-wildcard`). In legacy matching it admits anything.
    pub fn admits(&self, components: &Components, id: WildcardId, key: Symbol, namespace: NamespaceId) -> bool {
        if components.matching == NameMatching::Legacy {
            return true;
        }
        let wildcard = components.wildcard(id);
        let is_excluded = wildcard.not_names.contains(&key)
            || (wildcard.not_defined && components.element_by_key.contains_key(&key))
            || (wildcard.not_defined_siblings && self.column(key).is_some());
        wildcard.admits_namespace(namespace) && !is_excluded
    }
}

type Names = BTreeMap<Symbol, (Vec<u32>, ElementId)>;

/// Notes that a leaf matches the name of an element.
fn add(names: &mut Names, key: Symbol, leaf: u32, id: ElementId) {
    let (matching, _) = names.entry(key).or_insert_with(|| (Vec::new(), id));
    if matching.last() != Some(&leaf) {
        matching.push(leaf);
    }
}
