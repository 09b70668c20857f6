//! Rows of whole elements.

use crate::buffer::Columns;
use crate::misfit::{Construct, LargeRow, Mismatch};
use crate::record::{NodePlan, ObjectPlan, RecordPlan};
use crate::value::{Reader, Target};
use pyxsd_document::NodeId;
use pyxsd_xpath::{NodeKind, Tree};

/// Puts elements into columns.
pub(crate) struct Filler<'f> {
    pub plan: &'f RecordPlan,
    pub reader: Reader<'f>,
    pub columns: Columns,
    /// Bytes that one row may have.
    pub row_bytes: u64,
    /// Bytes before the row.
    start: u64,
    /// Child elements that wait for their turn, with their positions in the plan of their parents.
    children: Vec<(usize, NodeId)>,
    /// Attributes by position in the plan.
    attributes: Vec<Option<NodeId>>,
}

impl<'f> Filler<'f> {
    pub(crate) fn new(plan: &'f RecordPlan, reader: Reader<'f>, columns: Columns, row_bytes: u64) -> Filler<'f> {
        Filler { plan, reader, columns, row_bytes, start: 0, children: Vec::new(), attributes: Vec::new() }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, row: NodeId) -> Result<(), Mismatch> {
        self.start = self.columns.bytes();
        self.element(self.plan.root, row)
    }

    /// Recursive: the nesting of plans is bounded.
    fn element(&mut self, plan: NodePlan, node: NodeId) -> Result<(), Mismatch> {
        self.reader.check_type(node)?;
        match plan {
            NodePlan::Scalar(target) if self.reader.view.is_nilled(node) => self.missing(target.column, node),
            NodePlan::Scalar(target) => self.scalar(target, node),
            NodePlan::Object(at) => self.object(&self.plan.objects[at], node),
        }
    }

    fn object(&mut self, plan: &'f ObjectPlan, node: NodeId) -> Result<(), Mismatch> {
        let nilled = self.reader.view.is_nilled(node);
        if let Some(column) = plan.column {
            self.columns.push_struct(column);
        }
        match plan.nil {
            Some(column) => self.columns.push_bool(column, nilled),
            None if nilled => return Err(self.reader.misfit(node, "is nil, but its column has no place for it")),
            None => {}
        }
        self.attributes(plan, node)?;
        match plan.text {
            Some(target) if nilled => self.missing(target.column, node)?,
            Some(target) => self.scalar(target, node)?,
            None => {}
        }
        self.children(plan, node)
    }

    fn attributes(&mut self, plan: &ObjectPlan, node: NodeId) -> Result<(), Mismatch> {
        if plan.attributes.is_empty() {
            return Ok(());
        }
        let mut attributes = std::mem::take(&mut self.attributes);
        attributes.clear();
        attributes.resize(plan.attributes.len(), None);
        let mut next = self.reader.view.first_attribute(node);
        while let Some(attribute) = next {
            let declaration = self.reader.view.document().declaration(attribute);
            if let Some(at) = declaration.and_then(|declaration| plan.attribute_at.get(&declaration)) {
                attributes[*at] = Some(attribute);
            }
            next = self.reader.view.next_attribute(attribute);
        }
        for (target, attribute) in plan.attributes.iter().zip(&attributes) {
            match attribute {
                Some(attribute) => self.scalar(*target, *attribute)?,
                None => self.missing(target.column, node)?,
            }
        }
        self.attributes = attributes;
        Ok(())
    }

    fn children(&mut self, plan: &'f ObjectPlan, node: NodeId) -> Result<(), Mismatch> {
        let base = self.children.len();
        let view = self.reader.view;
        let mut next = view.first_child(node);
        while let Some(child) = next {
            if view.kind(child) == NodeKind::Element {
                let declaration = view.document().declaration(child);
                let Some(at) = declaration.and_then(|declaration| plan.child_at.get(&declaration)) else {
                    let message = "stands for another element, which has a column";
                    return Err(self.reader.misfit_of(child, message, Construct::Substitution));
                };
                self.children.push((*at, child));
            }
            next = view.next_sibling(child);
        }
        if !self.children[base..].is_sorted_by_key(|(at, _)| *at) {
            self.children[base..].sort_by_key(|(at, _)| *at);
        }
        let mut position = base;
        for (at, child) in plan.children.iter().enumerate() {
            let start = position;
            while let Some((_, node)) = self.children.get(position).copied().filter(|(of, _)| *of == at) {
                if position > start && !child.repeated {
                    return Err(self.reader.misfit(node, "stands once more than its column has place for"));
                }
                self.element(child.node, node)?;
                position += 1;
            }
            match (child.repeated, position > start) {
                (true, _) => self.columns.push_list(child.column),
                (false, false) => self.columns.push_missing(child.column),
                (false, true) => {}
            }
            self.check_size()?;
        }
        self.children.truncate(base);
        Ok(())
    }

    fn scalar(&mut self, target: Target, node: NodeId) -> Result<(), Mismatch> {
        self.reader.push(node, target, &mut self.columns)?;
        self.check_size()
    }

    /// A value that is not there.
    fn missing(&mut self, column: usize, node: NodeId) -> Result<(), Mismatch> {
        if !self.columns.is_nullable(column) {
            return Err(self.reader.misfit(node, "lacks what its declaration demands"));
        }
        self.columns.push_missing(column);
        Ok(())
    }

    fn check_size(&self) -> Result<(), Mismatch> {
        let bytes = self.columns.bytes() - self.start;
        if bytes > self.row_bytes { Err(Mismatch::Large(LargeRow { bytes, maximum: self.row_bytes })) } else { Ok(()) }
    }
}
