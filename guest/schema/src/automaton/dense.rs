//! A content model that need not count, as a deterministic automaton with one row a state.

use super::TooLarge;
use super::alphabet::Alphabet;
use super::program::{Exits, Point, Program};
use crate::components::WildcardId;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Cells of one table, and its states. A larger model is run from its particle tree.
const CELLS: usize = 1 << 14;
const STATES: usize = 1 << 13;

#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub target: u32,
    pub leaf: u32,
}

const NOTHING: Cell = Cell { target: u32::MAX, leaf: u32::MAX };

/// A state: cells for the columns from `low` on.
#[derive(Clone, Copy, Debug)]
struct Row {
    start: u32,
    low: u32,
    width: u32,
    complete: bool,
}

/// The automaton. State 0 is the start.
#[derive(Debug, Default)]
pub(super) struct Dense {
    rows: Vec<Row>,
    cells: Vec<Cell>,
    /// Wildcards to try, a state, after the names; in order of the leaves.
    wildcards: Vec<Vec<Cell>>,
    wildcard_cells: usize,
    /// The leaves by which a state is reached.
    reached_by: Vec<Vec<u32>>,
}

struct Builder<'b> {
    alphabet: &'b Alphabet,
    columns_of: Vec<Vec<u32>>,
    known: BTreeMap<Vec<Point>, u32>,
    queue: Vec<Vec<Point>>,
    exits: BTreeMap<Point, Exits>,
}

/// Where an item leads, and the leaf that it matches.
type Move = (u32, Vec<Point>);

impl Dense {
    /// `None` where the tables would be too large.
    pub fn new(program: &mut Program, alphabet: &Alphabet) -> Result<Option<Self>, TooLarge> {
        let mut table = Self { reached_by: vec![Vec::new()], ..Self::default() };
        let mut builder = Builder {
            alphabet,
            columns_of: alphabet.columns_by_leaf(),
            known: BTreeMap::new(),
            queue: Vec::new(),
            exits: BTreeMap::new(),
        };
        builder.state(vec![program.start()]);
        while table.rows.len() < builder.queue.len() {
            if builder.queue.len() > STATES || table.cells.len() + table.wildcard_cells > CELLS {
                return Ok(None);
            }
            table.add_row(&mut builder, program)?;
        }
        Ok(Some(table))
    }

    fn add_row(&mut self, builder: &mut Builder, program: &mut Program) -> Result<(), TooLarge> {
        let (by_leaf, complete) = builder.moves(self.rows.len(), program)?;
        let mut by_column: BTreeMap<u32, Move> = BTreeMap::new();
        // Leaves that share a wildcard, by two references to one group, are taken together.
        let mut by_wildcard: Vec<(WildcardId, Move)> = Vec::new();
        for (leaf, targets) in by_leaf {
            if let Some(id) = builder.alphabet.wildcard(leaf) {
                match by_wildcard.iter_mut().find(|(other, _)| *other == id) {
                    Some((_, (_, known))) => known.extend(&targets),
                    None => by_wildcard.push((id, (leaf, targets.clone()))),
                }
            }
            for &column in &builder.columns_of[leaf as usize] {
                by_column.entry(column).or_insert_with(|| (leaf, Vec::new())).1.extend(&targets);
            }
        }
        let low = by_column.keys().next().copied().unwrap_or(0);
        let width = by_column.keys().next_back().map_or(0, |high| high - low + 1);
        let start = self.cells.len();
        self.rows.push(Row { start: start as u32, low, width, complete });
        self.cells.resize(start + width as usize, NOTHING);
        for (column, (leaf, targets)) in by_column {
            self.cells[start + (column - low) as usize] = self.reach(builder, targets, leaf);
        }
        self.wildcard_cells += by_wildcard.len();
        let wildcards =
            by_wildcard.into_iter().map(|(_, (leaf, targets))| self.reach(builder, targets, leaf)).collect();
        self.wildcards.push(wildcards);
        Ok(())
    }

    fn reach(&mut self, builder: &mut Builder, targets: Vec<Point>, leaf: u32) -> Cell {
        let target = builder.state(targets);
        if self.reached_by.len() <= target as usize {
            self.reached_by.push(Vec::new());
        }
        let reached_by = &mut self.reached_by[target as usize];
        if reached_by.last() != Some(&leaf) && !reached_by.contains(&leaf) {
            reached_by.push(leaf);
        }
        Cell { target, leaf }
    }

    /// Where the name of a column leads.
    #[inline]
    pub fn by_column(&self, state: u32, column: u32) -> Option<Cell> {
        let Row { start, low, width, .. } = self.rows[state as usize];
        let offset = column.wrapping_sub(low);
        if offset >= width {
            return None;
        }
        let cell = self.cells[(start + offset) as usize];
        (cell.target != NOTHING.target).then_some(cell)
    }

    pub fn wildcards(&self, state: u32) -> &[Cell] {
        &self.wildcards[state as usize]
    }

    pub fn is_complete(&self, state: u32) -> bool {
        self.rows[state as usize].complete
    }

    /// The leaves that may come next, unsorted, with repeats.
    pub fn next_leaves(&self, state: u32) -> Vec<u32> {
        let Row { start, width, .. } = self.rows[state as usize];
        let cells = &self.cells[start as usize..][..width as usize];
        let leaves = cells.iter().chain(self.wildcards(state)).map(|cell| cell.leaf);
        leaves.filter(|&leaf| leaf != NOTHING.leaf).collect()
    }

    /// The leaves that the last item can have matched.
    pub fn reached_by(&self, state: u32) -> &[u32] {
        &self.reached_by[state as usize]
    }
}

impl Builder<'_> {
    /// What the leaves that may come next at a state lead to, and whether the model may end there.
    fn moves(&mut self, state: usize, program: &mut Program) -> Result<(BTreeMap<u32, Vec<Point>>, bool), TooLarge> {
        let mut by_leaf: BTreeMap<u32, Vec<Point>> = BTreeMap::new();
        let mut complete = false;
        for &point in &self.queue[state] {
            let exits = match self.exits.entry(point) {
                Entry::Occupied(entry) => entry.into_mut(),
                Entry::Vacant(entry) => entry.insert(program.exits(point)?),
            };
            complete |= exits.ends;
            for edge in &exits.edges {
                by_leaf.entry(edge.leaf).or_default().push(edge.target);
            }
        }
        Ok((by_leaf, complete))
    }

    fn state(&mut self, mut points: Vec<Point>) -> u32 {
        points.sort_unstable();
        points.dedup();
        let next = self.known.len() as u32;
        let queue = &mut self.queue;
        *self.known.entry(points).or_insert_with_key(|points| {
            queue.push(points.clone());
            next
        })
    }
}
