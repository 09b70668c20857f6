//! The rows of a document.

use crate::chain::Chain;
use crate::misfit::place;
use crate::selector::{self, Path};
use crate::{Misfit, RowsError};
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
    /// The chain to what a selector finds first, and all that it finds; without selector to the document element.
    pub(crate) fn discover(&self, selector: Option<&Path>) -> Result<(Chain, Vec<NodeId>), RowsError> {
        let rows = match selector {
            None => vec![self.root],
            Some(path) => self.select(path),
        };
        let Some(first) = rows.first() else {
            return Err(RowsError::NothingSelected);
        };
        let chain = Chain::through(self.schema, &self.declarations(*first)?);
        self.check(&chain, &rows)?;
        Ok((chain, rows))
    }

    /// The rows of a given chain: what the selector finds, or else all.
    pub(crate) fn rows(&self, chain: &Chain, selector: Option<&Path>) -> Result<Vec<NodeId>, RowsError> {
        if let Some(path) = selector {
            let rows = self.select(path);
            self.check(chain, &rows)?;
            return Ok(rows);
        }
        let mut rows = self.starts(chain)?;
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

    fn select(&self, path: &Path) -> Vec<NodeId> {
        selector::find(&self.view, &self.schema.names, path, self.root)
    }

    fn starts(&self, chain: &Chain) -> Result<Vec<NodeId>, RowsError> {
        let start = chain.start();
        if self.starts_at_root(chain) {
            return Ok(vec![self.root]);
        }
        let mut starts = Vec::new();
        let mut next = Some(self.root);
        while let Some(node) = next {
            if self.view.kind(node) == NodeKind::Element && self.declaration(node) == Some(start) {
                starts.push(node);
            }
            next = self.view.next_in_document(node);
        }
        if starts.is_empty() {
            let wanted = self.schema.names.display(self.schema.components.element(start).name);
            let message =
                format!("is the document element, and neither it nor any element inside is the {wanted} of `element`");
            return Err(self.off_route(self.root, &message));
        }
        Ok(starts)
    }

    fn children(&self, parent: NodeId, level: &[ElementId], found: &mut Vec<NodeId>) -> Result<(), RowsError> {
        let mut next = self.view.first_child(parent);
        while let Some(child) = next {
            match self.declaration(child) {
                Some(id) if level.contains(&id) => found.push(child),
                Some(id) if self.replaces(id, level) => {
                    let message =
                        "stands for another element by its substitution group; name it as `element` to get it";
                    return Err(self.off_route(child, message));
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
    fn check(&self, chain: &Chain, rows: &[NodeId]) -> Result<(), RowsError> {
        let starts_at_root = self.starts_at_root(chain);
        for row in rows {
            let mut next = Some(*row);
            for level in chain.levels.iter().rev() {
                let fits = next.and_then(|node| self.declaration(node)).is_some_and(|id| level.contains(&id));
                if !fits {
                    return Err(self.off_route(*row, &self.expected(chain)));
                }
                next = next.and_then(|node| self.view.parent(node));
            }
            let outside = next.is_some_and(|node| self.view.kind(node) == NodeKind::Element);
            if starts_at_root && outside {
                return Err(self.off_route(*row, &self.expected(chain)));
            }
        }
        Ok(())
    }

    fn expected(&self, chain: &Chain) -> String {
        let name = |level: &Vec<ElementId>| {
            self.schema.names.display(self.schema.components.element(level[0]).name).to_string()
        };
        let route: Vec<String> = chain.levels.iter().map(name).collect();
        format!("is selected, but is not at the end of the route {}, as all rows must be", route.join(" / "))
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
                None => return Err(self.off_route(node, "is selected, but the schema declares no such element here")),
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

    fn off_route(&self, node: NodeId, message: &str) -> RowsError {
        let misfit: Misfit = place(self.schema, &self.view, node, message);
        RowsError::OffRoute(misfit)
    }
}
