//! The rows of a document.

use crate::RowsError;
use crate::chain::Chain;
use crate::misfit::{Construct, place};
use crate::selector::{self, Path};
use pyxsd_document::{NodeId, View};
use pyxsd_schema::Schema;
use pyxsd_schema::components::ElementId;
use pyxsd_xpath::{NodeKind, Tree};

/// Finds rows in a document.
pub(crate) struct Locator<'l> {
    pub schema: &'l Schema,
    pub view: View<'l>,
    pub root: NodeId,
}

impl Locator<'_> {
    /// The chain from the document element to the rows, at whose end all must be.
    pub(crate) fn discover(&self, rows: &[NodeId]) -> Result<Chain, RowsError> {
        let Some(first) = rows.first() else {
            return Err(RowsError::NothingSelected);
        };
        let chain = Chain::through(self.schema, &self.declarations(*first)?);
        self.check(&chain, rows)?;
        Ok(chain)
    }

    /// What the selector finds, or else all at the end of the chain, or else the document element.
    pub(crate) fn rows(&self, chain: Option<&Chain>, selector: Option<&Path>) -> Result<Vec<NodeId>, RowsError> {
        if let Some(path) = selector {
            return Ok(selector::find(&self.view, &self.schema.names, path, self.root));
        }
        let Some(chain) = chain else { return Ok(vec![self.root]) };
        let mut rows = self.starts(chain);
        for level in &chain.levels[1..] {
            let mut next = Vec::new();
            for parent in rows {
                self.children(parent, level, &mut next)?;
            }
            rows = next;
        }
        // Starts may stand in each other.
        rows.sort_unstable();
        Ok(rows)
    }

    /// Whether the chain starts at the document element.
    pub(crate) fn starts_at_root(&self, chain: &Chain) -> bool {
        self.declaration(self.root) == Some(chain.start())
    }

    fn starts(&self, chain: &Chain) -> Vec<NodeId> {
        let start = chain.start();
        if self.starts_at_root(chain) {
            return vec![self.root];
        }
        let mut starts = Vec::new();
        let mut next = Some(self.root);
        while let Some(node) = next {
            if self.view.kind(node) == NodeKind::Element && self.declaration(node) == Some(start) {
                starts.push(node);
            }
            next = self.view.next_in_document(node);
        }
        starts
    }

    fn children(&self, parent: NodeId, level: &[ElementId], found: &mut Vec<NodeId>) -> Result<(), RowsError> {
        let mut next = self.view.first_child(parent);
        while let Some(child) = next {
            match self.declaration(child) {
                Some(id) if level.contains(&id) => found.push(child),
                Some(id) if self.replaces(id, level) => {
                    let message =
                        "stands for another element by its substitution group; name it as `element` to get it";
                    return Err(self.off_route(child, message, Construct::Substitution));
                }
                _ => {}
            }
            next = self.view.next_sibling(child);
        }
        Ok(())
    }

    fn replaces(&self, id: ElementId, level: &[ElementId]) -> bool {
        level.iter().any(|head| self.schema.components.element(*head).substitutes.binary_search(&id).is_ok())
    }

    /// Whether every row is at the end of the chain.
    pub(crate) fn check(&self, chain: &Chain, rows: &[NodeId]) -> Result<(), RowsError> {
        let starts_at_root = self.starts_at_root(chain);
        for row in rows {
            let mut next = Some(*row);
            for level in chain.levels.iter().rev() {
                let fits = next.and_then(|node| self.declaration(node)).is_some_and(|id| level.contains(&id));
                if !fits {
                    return Err(self.off_route(*row, &self.expected(chain), Construct::Routes));
                }
                next = next.and_then(|node| self.view.parent(node));
            }
            let outside = next.is_some_and(|node| self.view.kind(node) == NodeKind::Element);
            if starts_at_root && outside {
                return Err(self.off_route(*row, &self.expected(chain), Construct::Routes));
            }
        }
        Ok(())
    }

    fn expected(&self, chain: &Chain) -> String {
        let name = |level: &Vec<ElementId>| {
            self.schema.names.display(self.schema.components.element(level[0]).name).to_string()
        };
        let route: Vec<String> = chain.levels.iter().map(name).collect();
        format!("is one of the rows, but is not at the end of the route {}, as all rows must be", route.join(" / "))
    }

    /// The declarations of the elements from the root to a node.
    fn declarations(&self, node: NodeId) -> Result<Vec<ElementId>, RowsError> {
        let mut declarations = Vec::new();
        let mut next = Some(node);
        while let Some(node) = next.filter(|node| self.view.kind(*node) == NodeKind::Element) {
            match self.declaration(node) {
                Some(id) => declarations.push(id),
                // Inside of what nothing declares a declared element starts anew.
                None if !declarations.is_empty() => break,
                None => {
                    let message = "is selected, but the schema declares no such element here";
                    return Err(self.off_route(node, message, Construct::Undeclared));
                }
            }
            next = self.view.parent(node);
        }
        declarations.reverse();
        Ok(declarations)
    }

    fn declaration(&self, node: NodeId) -> Option<ElementId> {
        let is_element = self.view.kind(node) == NodeKind::Element;
        self.view.document().declaration(node).filter(|_| is_element).map(ElementId)
    }

    fn off_route(&self, node: NodeId, message: &str, construct: Construct) -> RowsError {
        RowsError::OffRoute(Box::new(place(self.schema, &self.view, node, message).of(construct)))
    }
}
