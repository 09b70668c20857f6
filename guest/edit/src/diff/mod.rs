//! Two documents side by side, as trees. What is compared and what is not: `wit/diffs.wit`.

mod align;
mod likeness;
mod moves;
mod side;
#[cfg(test)]
mod tests;
mod walk;

use align::Aligner;
use moves::Told;
use pyxsd_schema::{Location, Step};
use pyxsd_xml::{Names, ParseLimits, Symbol, XmlError};
use side::{DOCUMENT, RemarkKind, Side};
use walk::NONE;

/// What happened to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DifferenceKind {
    /// In the new document only, with everything inside.
    Added,
    /// In the old document only, with everything inside.
    Removed,
    /// In both, with another name or value.
    Changed,
    /// In both, and in another place. What differs inside follows.
    Moved,
}

/// What kind of node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum DiffNode {
    Element,
    Attribute,
    Text,
    Comment,
    ProcessingInstruction,
}

impl From<RemarkKind> for DiffNode {
    fn from(kind: RemarkKind) -> Self {
        match kind {
            RemarkKind::Comment => Self::Comment,
            RemarkKind::Instruction => Self::ProcessingInstruction,
        }
    }
}

/// A node in one of the documents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// The element or attribute, or the element that holds the node.
    pub location: Location,
    /// Of text, comments and processing instructions the position, from 1, among the children of that kind.
    pub position: Option<u32>,
    /// Of an element the expanded name; of others the value. At most 256 bytes and an ellipsis.
    pub value: String,
}

/// One difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What happened.
    pub kind: DifferenceKind,
    /// To what.
    pub node: DiffNode,
    /// Nothing for what was added.
    pub old: Option<Occurrence>,
    /// Nothing for what was removed.
    pub new: Option<Occurrence>,
    /// Elements in what was added, removed or moved; what moved from or to the inside of it is not among them.
    pub elements: u64,
}

/// Counts of differences.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[allow(missing_docs)]
pub struct Counts {
    pub added: u64,
    pub removed: u64,
    pub changed: u64,
    pub moved: u64,
}

/// What differs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct StructuralDiff {
    /// Elements, attributes and text.
    pub content: Counts,
    /// Comments and processing instructions.
    pub remarks: Counts,
    /// In the order of the new document; the first ones.
    pub differences: Vec<Difference>,
}

/// Which document cannot be read, and why.
#[derive(Clone, PartialEq, Debug)]
pub enum DiffError {
    /// The old one.
    Old(XmlError),
    /// The new one.
    New(XmlError),
}

/// Comparisons of two children in all for seeking the best correspondence.
const BUDGET: u64 = 20_000_000;

/// Bytes of a value that is told.
const VALUE_BYTES: usize = 256;

/// Compares two documents and lists the first differences, at most so many. The counts are exact.
pub fn structural(old: &[u8], new: &[u8], entries: usize, limits: &ParseLimits) -> Result<StructuralDiff, DiffError> {
    let mut names = Names::new();
    let old = Side::read(old, &mut names, limits).map_err(DiffError::Old)?;
    let new = Side::read(new, &mut names, limits).map_err(DiffError::New)?;
    let found = walk::entries(&mut Aligner { old: &old, new: &new, names: &names, budget: BUDGET });
    let told = moves::with_moves(&found, &old, &new);
    let mut diff = StructuralDiff::default();
    for entry in &told {
        let is_remark = matches!(entry.entry.node, DiffNode::Comment | DiffNode::ProcessingInstruction);
        let counts = if is_remark { &mut diff.remarks } else { &mut diff.content };
        let count = match entry.entry.kind {
            DifferenceKind::Added => &mut counts.added,
            DifferenceKind::Removed => &mut counts.removed,
            DifferenceKind::Changed => &mut counts.changed,
            DifferenceKind::Moved => &mut counts.moved,
        };
        *count += 1;
    }
    diff.differences = told.iter().take(entries).map(|told| difference(told, &old, &new, &names)).collect();
    Ok(diff)
}

fn difference(told: &Told, old: &Side, new: &Side, names: &Names) -> Difference {
    let entry = &told.entry;
    let occurrence =
        |side: &Side, node: u32, part: u32| (node != NONE).then(|| occurrence(side, names, entry.node, node, part));
    Difference {
        kind: entry.kind,
        node: entry.node,
        old: occurrence(old, entry.old, entry.part.0),
        new: occurrence(new, entry.new, entry.part.1),
        elements: told.elements.into(),
    }
}

fn occurrence(side: &Side, names: &Names, kind: DiffNode, node: u32, part: u32) -> Occurrence {
    let record = side.node(node);
    let shown = |name: Symbol| names.display(name).to_string();
    let (holder, attribute, position, value) = match kind {
        DiffNode::Element => (node, None, None, record.name.map(shown).unwrap_or_default()),
        DiffNode::Text => (record.parent, None, Some(record.index), excerpt(side.text(node))),
        DiffNode::Attribute => {
            let (name, value) = side.attributes[part as usize];
            (node, Some(shown(name)), None, excerpt(side.value(value)))
        }
        DiffNode::Comment | DiffNode::ProcessingInstruction => {
            let remark = side.remarks[part as usize];
            let before = side.remarks[side.remarks_of(node).start..part as usize].iter();
            let position = 1 + before.filter(|other| other.kind == remark.kind).count() as u32;
            (node, None, Some(position), excerpt(side.value(remark.text)))
        }
    };
    let mut path = Vec::new();
    let mut next = holder;
    while next != DOCUMENT {
        let record = side.node(next);
        path.push(Step { name: record.name.map(shown).unwrap_or_default(), index: record.index });
        next = record.parent;
    }
    path.reverse();
    Occurrence { location: Location { path, attribute }, position, value }
}

fn excerpt(value: &str) -> String {
    if value.len() <= VALUE_BYTES {
        return value.to_owned();
    }
    let end = (0..=VALUE_BYTES).rev().find(|end| value.is_char_boundary(*end)).unwrap_or(0);
    format!("{}…", &value[..end])
}
