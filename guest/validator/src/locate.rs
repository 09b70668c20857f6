//! Occurrence indexes: a second pass over the document finds the paths of the elements that issues name, so that the first pass,
//! which every valid document takes, counts nothing.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use pyxsd_schema::{Issue, Step};
use pyxsd_xml::{Characters, EndElement, Names, ParseLimits, Sink, Source, StartElement, Symbol, parse};

/// Fills in the paths of issues, given with the offsets of their elements' start tags.
pub(crate) fn locate(
    kept: Vec<(usize, Issue)>,
    source: &Source<'_>,
    names: &mut Names,
    limits: &ParseLimits,
) -> Vec<Issue> {
    let mut wanted: Vec<usize> = kept.iter().map(|(offset, _)| *offset).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let mut locator =
        Locator { paths: Vec::with_capacity(wanted.len()), wanted, open: Vec::new(), siblings: Vec::new() };
    if !locator.wanted.is_empty() {
        // The document was read to its end before: the pass ends where the last element is found.
        let _ = parse(source, names, limits, &mut locator);
    }
    let Locator { wanted, paths, .. } = locator;
    let fill = |(offset, mut issue): (usize, Issue)| {
        if let Some(path) = wanted.binary_search(&offset).ok().and_then(|index| paths.get(index)) {
            issue.location.path = path.clone();
        }
        issue
    };
    kept.into_iter().map(fill).collect()
}

struct Open {
    name: Symbol,
    /// Where the names of its children begin in [`Locator::siblings`].
    children: usize,
    /// Its own index among siblings of the same name, once asked for.
    index: Option<u32>,
    tally: Option<Box<Tally>>,
}

/// How often each name stands among the children up to one of them.
#[derive(Default)]
struct Tally {
    counted: usize,
    counts: HashMap<Symbol, u32, FixedState>,
}

struct Locator {
    /// Offsets of start tags, ascending.
    wanted: Vec<usize>,
    /// The paths of the first of [`Locator::wanted`].
    paths: Vec<Vec<Step>>,
    open: Vec<Open>,
    /// Names of the children of every open element, outermost first.
    siblings: Vec<Symbol>,
}

impl Locator {
    /// The index of the open element at a depth: each child of an element is counted at most once, however many indexes are asked for.
    fn index(&mut self, depth: usize) -> u32 {
        let Some(parent) = depth.checked_sub(1) else { return 1 };
        if let Some(index) = self.open[depth].index {
            return index;
        }
        let end = self.open[depth].children;
        let name = self.open[depth].name;
        let parent = &mut self.open[parent];
        let tally = parent.tally.get_or_insert_default();
        for &sibling in &self.siblings[parent.children + tally.counted..end] {
            *tally.counts.entry(sibling).or_insert(0) += 1;
        }
        tally.counted = end - parent.children;
        let index = tally.counts.get(&name).copied().unwrap_or(1);
        self.open[depth].index = Some(index);
        index
    }
}

/// The last path was found.
struct Done;

impl Sink for Locator {
    type Stop = Done;

    fn start_element(&mut self, names: &mut Names, event: &StartElement<'_>) -> Result<(), Done> {
        if !self.open.is_empty() {
            self.siblings.push(event.name);
        }
        self.open.push(Open { name: event.name, children: self.siblings.len(), index: None, tally: None });
        if self.wanted.get(self.paths.len()) != Some(&event.span.start) {
            return Ok(());
        }
        let mut path = Vec::with_capacity(self.open.len());
        for depth in 0..self.open.len() {
            let index = self.index(depth);
            path.push(Step { name: names.display(self.open[depth].name).to_string(), index });
        }
        self.paths.push(path);
        if self.paths.len() == self.wanted.len() { Err(Done) } else { Ok(()) }
    }

    fn characters(&mut self, _names: &mut Names, _event: &Characters<'_>) -> Result<(), Done> {
        Ok(())
    }

    fn end_element(&mut self, _names: &mut Names, _event: &EndElement<'_>) -> Result<(), Done> {
        if let Some(open) = self.open.pop() {
            self.siblings.truncate(open.children);
        }
        Ok(())
    }
}
