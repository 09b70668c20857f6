//! Where an element stood in the source.

use super::{Kind, MADE, Tree};
use pyxsd_schema::Step;
use pyxsd_xml::Symbol;

impl Tree<'_> {
    /// The steps from the document element to the element whose tag begins at an offset, as the document was before anything was changed.
    /// Linear in the document.
    pub fn locate(&mut self, offset: u32) -> Vec<Step> {
        let mut path: Vec<Step> = Vec::new();
        let mut around = self.around(offset).into_iter().peekable();
        // Elements that are open; those on the way are the first ones.
        let mut open: Vec<u32> = Vec::new();
        let mut before: Vec<Symbol> = Vec::new();
        for index in 0..self.nodes.len() as u32 {
            let node = *self.node(index);
            let Some(wanted) = around.peek().copied().filter(|_| !node.is(MADE)) else { break };
            if node.kind != Kind::Element {
                continue;
            }
            while open.last().is_some_and(|end| *end <= node.start) {
                open.pop();
            }
            if open.len() == path.len() {
                let name = self.written_name(index);
                before.push(name);
                if index == wanted {
                    let count = before.iter().filter(|other| **other == name).count();
                    path.push(Step { name: self.names.display(name).to_string(), index: count as u32 });
                    before.clear();
                    around.next();
                }
            }
            open.push(node.end);
        }
        path
    }

    /// The elements around an offset and the one that begins there, outermost first.
    fn around(&self, offset: u32) -> Vec<u32> {
        let written = self.nodes.iter().take_while(|node| !node.is(MADE) && node.start <= offset);
        let around = written.enumerate().filter(|(_, node)| node.kind == Kind::Element && node.end > offset);
        around.map(|(index, _)| index as u32).collect()
    }

    fn written_name(&mut self, element: u32) -> Symbol {
        let qname = self.qname(element);
        let (prefix, local) = qname.split_once(':').unwrap_or(("", qname));
        let namespace = self.resolve(self.node(element).scope, prefix).unwrap_or(pyxsd_xml::NamespaceId::NONE);
        self.names.intern(namespace, local)
    }
}
