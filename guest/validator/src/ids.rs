//! The ID/IDREF table (part 1, cvc-id).

use crate::message::excerpt;
use crate::report::{Draft, Findings};
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use pyxsd_schema::IssueCode;
use pyxsd_xml::{Names, Symbol};
use std::hash::BuildHasher;

/// Where an ID or IDREF stands.
#[derive(Clone, Copy)]
pub(crate) struct Occurrence {
    /// Offset of the start tag of the element with the text or the attribute.
    pub(crate) element: usize,
    /// The attribute, where it is one.
    pub(crate) attribute: Option<Symbol>,
    /// Offset of the value.
    pub(crate) at: usize,
}

struct Slice {
    start: usize,
    end: usize,
}

struct Id {
    value: Slice,
    /// The element that the ID is bound to.
    owner: usize,
}

/// Every ID of a document, and the IDREFs that had no ID yet where they stood.
#[derive(Default)]
pub(crate) struct IdTable {
    bytes: String,
    ids: Vec<Id>,
    table: HashTable<u32>,
    references: Vec<(Slice, Occurrence)>,
}

fn hash(value: &str) -> u64 {
    FixedState::default().hash_one(value)
}

impl IdTable {
    fn find(&self, value: &str) -> Option<&Id> {
        let same = |&id: &u32| {
            let slice = &self.ids[id as usize].value;
            self.bytes[slice.start..slice.end] == *value
        };
        self.table.find(hash(value), same).map(|&id| &self.ids[id as usize])
    }

    fn store(&mut self, value: &str) -> Slice {
        let start = self.bytes.len();
        self.bytes.push_str(value);
        Slice { start, end: self.bytes.len() }
    }

    /// Binds an ID to an element; `false` where another element has it already (cvc-id.2).
    fn define(&mut self, value: &str, owner: usize) -> bool {
        if let Some(id) = self.find(value) {
            return id.owner == owner;
        }
        let slice = self.store(value);
        let index = self.ids.len() as u32;
        self.ids.push(Id { value: slice, owner });
        let (ids, bytes) = (&self.ids, &self.bytes);
        let rehash = |&id: &u32| {
            let slice = &ids[id as usize].value;
            hash(&bytes[slice.start..slice.end])
        };
        self.table.insert_unique(hash(value), index, rehash);
        true
    }

    /// An ID. `owner` is the element that it is bound to: the one with the attribute, the parent of the one with the text.
    pub(crate) fn id(
        &mut self,
        value: &str,
        owner: Option<usize>,
        place: Occurrence,
        names: &Names,
        findings: &mut Findings<'_>,
    ) {
        let Some(owner) = owner else {
            let message = || {
                format!(
                    "ID {} on the root element is bound to no element: an ID in text is bound to the parent",
                    excerpt(value)
                )
            };
            findings.add(IssueCode::IdrefUnresolved, || draft("cvc-id.1", place, names, message()));
            return;
        };
        if !self.define(value, owner) {
            let message = || format!("ID {} is used already; IDs are unique in a document", excerpt(value));
            findings.add(IssueCode::IdDuplicate, || draft("cvc-id.2", place, names, message()));
        }
    }

    /// An IDREF.
    pub(crate) fn reference(&mut self, value: &str, place: Occurrence) {
        if self.find(value).is_none() {
            let slice = self.store(value);
            self.references.push((slice, place));
        }
    }

    /// Reports every IDREF without ID, at the end of the document.
    pub(crate) fn finish(&self, names: &Names, findings: &mut Findings<'_>) {
        for (slice, place) in &self.references {
            let value = &self.bytes[slice.start..slice.end];
            if self.find(value).is_some() {
                continue;
            }
            let message = || format!("IDREF {} matches no ID of the document", excerpt(value));
            findings.add(IssueCode::IdrefUnresolved, || draft("cvc-id.1", *place, names, message()));
        }
    }
}

fn draft(rule: &'static str, place: Occurrence, names: &Names, message: String) -> Draft {
    let draft = Draft::new(rule, place.element, message).at(place.at);
    match place.attribute {
        Some(name) => draft.attribute(names.display(name)),
        None => draft,
    }
}
