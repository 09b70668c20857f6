//! From the arena to bytes. What is as it was, at a place where its prefixes mean the same, is copied from the source in one piece.

mod escape;
mod prefixes;
mod start;

use escape::append_text;
pub(crate) use escape::{escape_text, escape_value};
pub(crate) use prefixes::occurring;

use crate::tree::{DIRTY, DOCUMENT, EMPTY_TAG, Kind, MADE, MIXED, NONE, PRESERVE, Tree, indentation, is_space};
use prefixes::Prefixes;
use pyxsd_xml::{Encoding, Source};
use start::{End, Started};

const MARK: &[u8] = b"\xEF\xBB\xBF";

/// The document in UTF-8; a byte-order mark stays. `given` are the prefixes of the step.
pub(crate) fn document(tree: Tree<'_>, source: &Source<'_>, bytes: &[u8], given: &[(String, String)]) -> Vec<u8> {
    let mut text = if tree.node(DOCUMENT).is(DIRTY) { write(tree, given) } else { tree.text.to_owned() };
    if source.encoding() != Encoding::Utf8 {
        declare_utf8(&mut text);
    }
    if source.encoding() == Encoding::Utf8 && bytes.starts_with(MARK) {
        let mut marked = Vec::with_capacity(text.len() + MARK.len());
        marked.extend_from_slice(MARK);
        marked.extend_from_slice(text.as_bytes());
        return marked;
    }
    text.into_bytes()
}

/// Puts UTF-8 in the place of the encoding that an XML declaration names.
fn declare_utf8(text: &mut String) {
    let Some(end) = text.find("?>").filter(|_| text.starts_with("<?xml") && !text.starts_with("<?xml-")) else {
        return;
    };
    let Some(name) = text[..end].find("encoding") else { return };
    let Some(open) = text[name..end].find(['"', '\'']).map(|at| name + at) else { return };
    let quote = text.as_bytes()[open];
    if let Some(length) = text.as_bytes()[open + 1..end].iter().position(|byte| *byte == quote) {
        text.replace_range(open + 1..open + 1 + length, "UTF-8");
    }
}

/// An element whose content is being written.
pub(super) struct Frame {
    node: u32,
    next: u32,
    /// Bindings in scope as written.
    out: u32,
    /// A scope of the source, or [`NONE`]: what stood in it means the same here.
    equivalent: u32,
    /// By how much white space between children is indented more.
    shift: i32,
    end: End,
}

pub(super) struct Writer<'s> {
    pub tree: Tree<'s>,
    pub out: String,
    pub prefixes: Prefixes,
    frames: Vec<Frame>,
    /// Where declarations of new prefixes go: behind the name of the document element.
    root_name_end: Option<usize>,
}

fn write(tree: Tree<'_>, given: &[(String, String)]) -> String {
    let prefixes = Prefixes::new(&tree, given);
    let out = String::with_capacity(tree.text.len() + tree.text.len() / 16);
    let first = tree.node(DOCUMENT).first;
    let frame = Frame { node: DOCUMENT, next: first, out: 0, equivalent: 0, shift: 0, end: End::Nothing };
    let mut writer = Writer { tree, out, prefixes, frames: vec![frame], root_name_end: None };
    while let Some(frame) = writer.frames.last_mut() {
        let child = frame.next;
        if child == NONE {
            writer.close();
            continue;
        }
        frame.next = writer.tree.node(child).next;
        match writer.tree.node(child).kind {
            Kind::Element => writer.element(child),
            Kind::Text => writer.text(child),
            Kind::Remark | Kind::Document => writer.copy(child),
        }
    }
    let declarations = writer.prefixes.declarations(&writer.tree.names);
    if let Some(at) = writer.root_name_end.filter(|_| !declarations.is_empty()) {
        writer.out.insert_str(at, &declarations);
    }
    writer.out
}

impl Writer<'_> {
    fn copy(&mut self, node: u32) {
        let node = self.tree.node(node);
        self.out.push_str(&self.tree.text[node.start as usize..node.end as usize]);
    }

    fn text(&mut self, node: u32) {
        if let Some(parts) = self.tree.parts.get(&node).cloned() {
            let scope = self.frames.last().map_or(0, |frame| frame.out);
            if let Some(value) = self.composed(&parts, scope) {
                append_text(&mut self.out, &escape_text(&value));
                return;
            }
        }
        let inherited = self.frames.last().map_or(0, |frame| frame.shift);
        let shift = self.tree.shift_of(node) + inherited;
        let raw = self.tree.raw(node);
        let line = if shift != 0 && is_space(raw) { indentation(raw) } else { None };
        let Some(line) = line else {
            append_text(&mut self.out, raw);
            return;
        };
        let fill = self.tree.unit.fill;
        if shift > 0 {
            append_text(&mut self.out, raw);
            self.out.extend(std::iter::repeat_n(fill, shift as usize));
        } else {
            let blanks = line.trim_start_matches(['\r', '\n']).len();
            let fewer = blanks.min(shift.unsigned_abs() as usize);
            append_text(&mut self.out, &raw[..raw.len() - fewer]);
        }
    }

    fn element(&mut self, node: u32) {
        let Some((equivalent, out, shift)) = self.frames.last().map(|frame| (frame.equivalent, frame.out, frame.shift))
        else {
            return;
        };
        let record = *self.tree.node(node);
        let written = !record.is(DIRTY | MADE) && self.tree.outer_scope(node) == equivalent;
        let own = self.tree.shift_of(node);
        let fixed = record.is(MIXED | PRESERVE);
        let inside = if fixed { 0 } else { shift + own };
        let is_root = self.root_name_end.is_none();
        if written && !is_root && (inside == 0 || record.is(EMPTY_TAG)) {
            return self.copy(node);
        }
        let Started { name_end, scope, equivalent, end } = self.start(node, out, equivalent);
        if is_root {
            self.root_name_end = Some(name_end);
        }
        // White space in an element without child elements is its value.
        let spaced = inside != 0 && self.tree.child_element(node, false).is_some();
        let shift = if spaced { inside } else { 0 };
        self.frames.push(Frame { node, next: record.first, out: scope, equivalent, shift, end });
    }

    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        match frame.end {
            End::Nothing => {}
            End::Written => {
                let node = self.tree.node(frame.node);
                self.out.push_str(&self.tree.text[node.close as usize..node.end as usize]);
            }
            End::Named(name) => {
                self.out.push_str("</");
                self.out.push_str(&name);
                self.out.push('>');
            }
        }
    }
}
