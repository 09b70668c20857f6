//! Rows of columns of their own: every element is visited once, whatever the number of columns.

use crate::buffer::Columns;
use crate::columns::ColumnsPlan;
use crate::misfit::{Construct, LargeRow, Mismatch};
use crate::value::Reader;
use hashbrown::{HashMap, HashSet};
use pyxsd_document::NodeId;
use pyxsd_schema::Schema;
use pyxsd_schema::components::{AttributeId, ElementId};
use pyxsd_xml::Symbol;
use pyxsd_xpath::{NodeKind, Tree};

/// Where walks start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    /// So many levels above the row.
    Above(u32),
    /// The document element.
    Root,
}

/// The way to the value of one column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Walk {
    pub start: Start,
    /// The declarations of each step.
    pub steps: Vec<Vec<ElementId>>,
    /// The attribute at the end; without one the content.
    pub attribute: Option<AttributeId>,
}

/// The ways to all columns, joined where they are the same.
#[derive(Debug, Default)]
pub(crate) struct Visits {
    starts: Vec<Origin>,
    visits: Vec<Visit>,
}

/// The columns that start at one place.
#[derive(Debug)]
struct Origin {
    start: Start,
    visit: usize,
    columns: Vec<usize>,
}

/// What is wanted of an element.
#[derive(Debug, Default)]
struct Visit {
    /// What becomes of children, by declaration.
    steps: HashMap<u32, Step>,
    /// Names of the children that are wanted.
    names: HashSet<Symbol>,
    /// Columns of its content.
    content: Vec<usize>,
    /// Columns of its attributes.
    attributes: HashMap<u32, Vec<usize>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    To(usize),
    /// The child stands for one that is wanted.
    Replacement,
}

impl Visits {
    /// Adds the way to a column.
    pub(crate) fn add(&mut self, schema: &Schema, walk: &Walk, column: usize) {
        let mut at = self.origin(walk.start, column);
        for elements in &walk.steps {
            at = match self.visits[at].steps.get(&elements[0].0) {
                Some(Step::To(next)) => *next,
                _ => {
                    let next = self.visit();
                    self.lead(schema, at, elements, next);
                    next
                }
            };
        }
        let visit = &mut self.visits[at];
        match walk.attribute {
            Some(attribute) => visit.attributes.entry(attribute.0).or_default().push(column),
            None => visit.content.push(column),
        }
    }

    /// Where the ways from a start begin; the column is one of theirs.
    fn origin(&mut self, start: Start, column: usize) -> usize {
        if let Some(known) = self.starts.iter_mut().find(|known| known.start == start) {
            known.columns.push(column);
            return known.visit;
        }
        let visit = self.visit();
        self.starts.push(Origin { start, visit, columns: vec![column] });
        visit
    }

    fn visit(&mut self) -> usize {
        self.visits.push(Visit::default());
        self.visits.len() - 1
    }

    fn lead(&mut self, schema: &Schema, at: usize, elements: &[ElementId], next: usize) {
        let Visit { steps, names, .. } = &mut self.visits[at];
        for element in elements {
            names.insert(schema.components.element(*element).name);
            steps.insert(element.0, Step::To(next));
            for substitute in &schema.components.element(*element).substitutes {
                steps.entry(substitute.0).or_insert(Step::Replacement);
            }
        }
    }
}

/// Puts the values of rows into columns.
pub(crate) struct Walker<'w> {
    plan: &'w ColumnsPlan,
    pub reader: Reader<'w>,
    pub columns: Columns,
    root: NodeId,
    row_bytes: u64,
    /// The nodes of the columns in the row.
    found: Vec<Option<NodeId>>,
    /// From where each start was walked last: rows that follow each other have the same ancestors.
    walked: Vec<Option<NodeId>>,
    /// In which walk a visit was made last.
    entered: Vec<u64>,
    walks: u64,
}

impl<'w> Walker<'w> {
    pub(crate) fn new(
        plan: &'w ColumnsPlan,
        reader: Reader<'w>,
        columns: Columns,
        root: NodeId,
        row_bytes: u64,
    ) -> Walker<'w> {
        let visits = &plan.visits;
        Walker {
            plan,
            reader,
            columns,
            root,
            row_bytes,
            found: vec![None; plan.targets.len()],
            walked: vec![None; visits.starts.len()],
            entered: vec![0; visits.visits.len()],
            walks: 0,
        }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, row: NodeId) -> Result<(), Mismatch> {
        let plan = self.plan;
        let before = self.columns.bytes();
        for (position, origin) in plan.visits.starts.iter().enumerate() {
            let node = self.start(row, origin.start)?;
            if self.walked[position] == Some(node) {
                continue;
            }
            for column in &origin.columns {
                self.found[*column] = None;
            }
            self.walk(node, origin.visit)?;
            self.walked[position] = Some(node);
        }
        for (column, target) in plan.targets.iter().enumerate() {
            match self.found[column] {
                Some(node) if !self.reader.view.is_nilled(node) => {
                    self.reader.push(node, *target, &mut self.columns)?;
                }
                _ if self.columns.is_nullable(target.column) => self.columns.push_missing(target.column),
                _ => return Err(self.reader.misfit(row, "lacks what the declaration of a column demands")),
            }
        }
        let bytes = self.columns.bytes() - before;
        if bytes > self.row_bytes {
            return Err(Mismatch::Large(LargeRow { bytes, maximum: self.row_bytes }));
        }
        Ok(())
    }

    fn start(&self, row: NodeId, start: Start) -> Result<NodeId, Mismatch> {
        let Start::Above(levels) = start else { return Ok(self.root) };
        let mut node = row;
        for _ in 0..levels {
            node = self.reader.view.parent(node).ok_or_else(|| self.reader.misfit(row, "has fewer ancestors"))?;
        }
        Ok(node)
    }

    fn walk(&mut self, start: NodeId, visit: usize) -> Result<(), Mismatch> {
        self.walks += 1;
        let plan = self.plan;
        let mut pending = vec![(start, visit)];
        while let Some((node, at)) = pending.pop() {
            let is_extended = self.reader.is_extended(node)?;
            if self.entered[at] == self.walks {
                return Err(self.reader.misfit(node, "stands once more than the path of a column admits"));
            }
            self.entered[at] = self.walks;
            let visit = &plan.visits.visits[at];
            for column in &visit.content {
                self.found[*column] = Some(node);
            }
            if !visit.attributes.is_empty() {
                self.attributes(node, visit);
            }
            if visit.steps.is_empty() {
                continue;
            }
            let mut next = self.reader.view.first_child(node);
            while let Some(child) = next {
                let is_element = self.reader.view.kind(child) == NodeKind::Element;
                let declaration = self.reader.view.document().declaration(child).filter(|_| is_element);
                match declaration.and_then(|id| visit.steps.get(&id)) {
                    Some(Step::To(next)) => pending.push((child, *next)),
                    Some(Step::Replacement) => {
                        let message = "stands for another element, which is in the path of a column";
                        return Err(self.reader.misfit_of(child, message, Construct::Substitution));
                    }
                    // An extension may declare the name a second time.
                    None if is_extended && self.is_wanted(visit, declaration) => {
                        return Err(self.reader.misfit(child, "stands once more than the path of a column admits"));
                    }
                    None => {}
                }
                next = self.reader.view.next_sibling(child);
            }
        }
        Ok(())
    }

    fn is_wanted(&self, visit: &Visit, declaration: Option<u32>) -> bool {
        let elements = &self.reader.schema.components.elements;
        let found = declaration.and_then(|id| elements.get(id as usize));
        found.is_some_and(|element| visit.names.contains(&element.name))
    }

    fn attributes(&mut self, node: NodeId, visit: &Visit) {
        let mut next = self.reader.view.first_attribute(node);
        while let Some(attribute) = next {
            let declaration = self.reader.view.document().declaration(attribute);
            for column in declaration.and_then(|id| visit.attributes.get(&id)).into_iter().flatten() {
                self.found[*column] = Some(attribute);
            }
            next = self.reader.view.next_attribute(attribute);
        }
    }
}
