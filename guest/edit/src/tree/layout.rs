//! White space between elements: lines and their indentation.

use super::{DOCUMENT, Kind, MIXED, NONE, PRESERVE, Tree};

/// How a document indents: what one level more adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unit {
    pub fill: char,
    pub width: u16,
}

impl Default for Unit {
    fn default() -> Self {
        Unit { fill: ' ', width: 2 }
    }
}

/// Whether a text is white space only, written literally.
pub(crate) fn is_space(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'))
}

/// The last line break of a text and what follows, where that is blank.
pub(crate) fn indentation(text: &str) -> Option<&str> {
    let at = text.rfind('\n')?;
    let at = if text[..at].ends_with('\r') { at - 1 } else { at };
    is_space(&text[at..]).then(|| &text[at..])
}

/// Characters of an indentation without its line break.
pub(crate) fn width(line: &str) -> i32 {
    line.trim_start_matches(['\r', '\n']).len() as i32
}

impl Tree<'_> {
    /// The indentation of the first element that stands deeper than its parent.
    pub fn find_unit(&self) -> Unit {
        for node in self.nodes.iter().filter(|node| node.kind == Kind::Element && node.previous != NONE) {
            let parent = self.node(node.parent);
            if parent.kind != Kind::Element || parent.is(MIXED) || parent.first != node.previous {
                continue;
            }
            let Some(inside) = indentation(self.raw(node.previous)) else { continue };
            let around = Some(parent.previous).filter(|previous| *previous != NONE);
            let around = around.and_then(|previous| indentation(self.raw_of_text(previous))).map_or(0, width);
            let Some(fill) = inside.chars().last().filter(|fill| matches!(fill, ' ' | '\t')) else { continue };
            let deeper = width(inside) - around;
            if (1..=16).contains(&deeper) {
                return Unit { fill, width: deeper as u16 };
            }
        }
        Unit::default()
    }

    fn raw_of_text(&self, node: u32) -> &str {
        if self.node(node).kind == Kind::Text { self.raw(node) } else { "" }
    }

    /// An indentation that is one level deeper.
    pub fn deeper(&self, line: &str) -> String {
        let mut deeper = line.to_owned();
        deeper.extend(std::iter::repeat_n(self.unit.fill, self.unit.width.into()));
        deeper
    }

    /// Line break and indentation before an element that stands on lines of its own.
    pub fn line(&self, element: u32) -> Option<String> {
        let node = self.node(element);
        if node.parent == DOCUMENT {
            let is_laid_out = self.has_lines(element);
            return is_laid_out.then(|| if self.raw(node.first).contains("\r\n") { "\r\n" } else { "\n" }.to_owned());
        }
        let parent = self.node(node.parent);
        if parent.is(MIXED) || parent.is(PRESERVE) || node.previous == NONE || node.next == NONE {
            return None;
        }
        let line = indentation(self.raw_of_text(node.previous))?;
        let behind = self.raw_of_text(node.next).trim_start_matches([' ', '\t']);
        let ends = behind.starts_with(['\n', '\r']);
        ends.then(|| line.to_owned())
    }

    /// Whether the children of an element begin on lines of their own.
    fn has_lines(&self, element: u32) -> bool {
        let node = self.node(element);
        let is_laid_out = !node.is(MIXED) && !node.is(PRESERVE) && node.first != NONE;
        is_laid_out && is_space(self.raw_of_text(node.first)) && self.raw_of_text(node.first).contains('\n')
    }

    /// Takes the line break and indentation before an element away.
    pub fn remove_line(&mut self, element: u32, line: &str) {
        let previous = self.node(element).previous;
        if previous == NONE || !self.raw_of_text(previous).ends_with(line) {
            return;
        }
        let parent = self.node(element).parent;
        self.touch(parent);
        if self.raw(previous).len() == line.len() {
            return self.unlink(previous);
        }
        self.touch(previous);
        self.node_mut(previous).end -= line.len() as u32;
    }

    /// Takes an element away, with its line; where it was the last child, white space in the parent goes too.
    pub fn remove(&mut self, element: u32) {
        let parent = self.node(element).parent;
        if parent == DOCUMENT || parent == NONE {
            return self.unlink(element);
        }
        if let Some(line) = self.line(element) {
            self.remove_line(element, &line);
        }
        self.unlink(element);
        let left = *self.node(parent);
        let is_alone = left.first != NONE && left.first == left.last && !left.is(MIXED) && !left.is(PRESERVE);
        if is_alone && self.node(left.first).kind == Kind::Text && is_space(self.raw(left.first)) {
            self.unlink(left.first);
        }
    }

    /// The white space behind the last child of an element, where it ends a line.
    pub fn trailing(&self, element: u32) -> Option<u32> {
        let node = self.node(element);
        let last = Some(node.last).filter(|last| *last != NONE && !node.is(MIXED) && !node.is(PRESERVE))?;
        let raw = self.raw_of_text(last);
        (raw.contains('\n') && is_space(raw)).then_some(last)
    }

    /// The indentation of the first or last child element, where it stands on a line of its own.
    pub fn child_line(&self, element: u32, from_end: bool) -> Option<String> {
        self.child_element(element, from_end).and_then(|child| self.line(child))
    }

    /// The first or last child element.
    pub fn child_element(&self, element: u32, from_end: bool) -> Option<u32> {
        let node = self.node(element);
        let mut next = if from_end { node.last } else { node.first };
        while next != NONE && self.node(next).kind != Kind::Element {
            next = if from_end { self.node(next).previous } else { self.node(next).next };
        }
        Some(next).filter(|next| *next != NONE)
    }

    /// Indents what is inside an element, or a text, by so much more.
    pub fn shift(&mut self, node: u32, by: i32) {
        if by != 0 {
            self.edit(node).shift += by;
        }
    }

    /// Puts an element without parent among the children of another, on a line of its own where they stand so; `line` is its old one.
    pub fn place_inside(&mut self, parent: u32, element: u32, at_end: bool, line: Option<&str>) {
        if self.child_element(parent, at_end).is_none() && self.place_first(parent, element, at_end, line) {
            return;
        }
        let inside = self.child_line(parent, at_end);
        let before = match at_end {
            true => self.trailing(parent).unwrap_or(NONE),
            false => self.node(parent).first,
        };
        self.place_before(parent, element, before, inside.as_deref(), line);
    }

    /// Puts an element into another that has no child elements, on a line of its own, if there may be lines.
    fn place_first(&mut self, parent: u32, element: u32, at_end: bool, line: Option<&str>) -> bool {
        let node = *self.node(parent);
        let own = self.line(parent).filter(|_| !node.is(MIXED) && !node.is(PRESERVE));
        let Some(own) = own.filter(|_| node.last == NONE || self.trailing(parent).is_some()) else { return false };
        if node.last == NONE {
            let closing = self.make_text(&own);
            self.insert(parent, closing, NONE);
        }
        // Comments may stand between the first white space and the last.
        let before = if at_end { self.node(parent).last } else { self.node(parent).first };
        let inside = self.deeper(&own);
        self.place_before(parent, element, before, Some(&inside), line);
        true
    }

    /// Puts an element behind a new indentation before a node; what is inside is indented as much more as the element is.
    pub fn place_before(&mut self, parent: u32, element: u32, before: u32, new: Option<&str>, old: Option<&str>) {
        if let Some(new) = new {
            let text = self.make_text(new);
            self.insert(parent, text, before);
            if let Some(old) = old {
                self.shift(element, width(new) - width(old));
            }
        }
        self.insert(parent, element, before);
    }
}
