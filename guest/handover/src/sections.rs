//! The bytes of the table. `docs/node-table.md` has to say the same.

use crate::nodes::{Attribute, Known, Nodes, Told};
use crate::skeleton::{Element, NONE};

const MAGIC: &[u8; 4] = b"PXNT";
const VERSION: u32 = 1;
const LEGACY: u32 = 1;
const STRICT: u32 = 2;
const CARRIES_TEXT: u32 = 4;
/// Words before the directory.
const HEAD: usize = 6;

/// What stands before the sections.
pub(crate) struct Header<'h> {
    pub legacy: bool,
    pub strict: bool,
    /// Bytes of the document before its text.
    pub mark: usize,
    pub text: &'h str,
    /// The document is not in UTF-8, so that the table brings its text.
    pub carries_text: bool,
}

/// Sections in the order of the directory, each aligned to four bytes.
#[derive(Default)]
struct Sections {
    bytes: Vec<u8>,
    /// Start and length in bytes.
    directory: Vec<(usize, usize)>,
}

impl Sections {
    fn text(&mut self, text: &str) {
        self.directory.push((self.bytes.len(), text.len()));
        self.bytes.extend_from_slice(text.as_bytes());
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }

    fn words(&mut self, words: impl Iterator<Item = u32>) {
        let start = self.bytes.len();
        words.for_each(|word| self.bytes.extend_from_slice(&word.to_le_bytes()));
        self.directory.push((start, self.bytes.len() - start));
    }
}

/// Writes the table; `None` where positions of 32 bits do not suffice.
pub(crate) fn write(header: &Header<'_>, nodes: &Nodes<'_>) -> Option<Vec<u8>> {
    let strings = &nodes.strings;
    if header.text.len() as u64 + strings.heap.len() as u64 >= u64::from(NONE) {
        return None;
    }
    let mut sections = Sections::default();
    sections.text(if header.carries_text { header.text } else { "" });
    sections.text(&strings.heap);
    sections.words(strings.ranges.iter().flat_map(|(start, length)| [*start, *length]));
    sections.words(nodes.declarations.iter().flat_map(told));
    sections.words(nodes.types.iter().flat_map(told));
    let mut first = 0;
    let scopes = nodes.skeleton.scopes.iter().zip(&nodes.scopes);
    sections.words(scopes.flat_map(|(scope, declarations)| {
        let start = first;
        first += declarations.len() as u32;
        [scope.outer, start, declarations.len() as u32]
    }));
    sections.words(nodes.scopes.iter().flatten().flat_map(|(prefix, namespace)| [*prefix, *namespace]));
    element_columns(&mut sections, nodes);
    sections.words(nodes.first_attributes.iter().copied());
    let mut attributes = |of: fn(&Attribute) -> u32| sections.words(nodes.attributes.iter().map(of));
    attributes(|attribute| attribute.name);
    attributes(|attribute| attribute.known.declaration);
    attributes(|attribute| attribute.known.type_number);
    attributes(|attribute| attribute.known.kind);
    attributes(|attribute| attribute.known.value.0);
    attributes(|attribute| attribute.known.value.1);
    finish(header, sections)
}

fn told(told: &Told) -> [u32; 6] {
    [told.id, told.name, told.file, told.line, told.of, told.form]
}

fn element_columns(sections: &mut Sections, nodes: &Nodes<'_>) {
    let mut places = |of: fn(&Element) -> u32| sections.words(nodes.skeleton.elements.iter().map(of));
    places(|element| element.parent);
    places(|element| element.end);
    places(|element| element.start);
    places(|element| element.open_end);
    places(|element| element.close_start);
    places(|element| element.stop);
    places(|element| element.scope);
    sections.words(nodes.names.iter().copied());
    let mut known = |of: fn(&Known) -> u32| sections.words(nodes.elements.iter().map(of));
    known(|known| known.declaration);
    known(|known| known.type_number);
    known(|known| known.kind);
    known(|known| known.value.0);
    known(|known| known.value.1);
}

fn finish(header: &Header<'_>, sections: Sections) -> Option<Vec<u8>> {
    let mut flags = 0;
    for (holds, flag) in [(header.legacy, LEGACY), (header.strict, STRICT), (header.carries_text, CARRIES_TEXT)] {
        if holds {
            flags |= flag;
        }
    }
    let before = 4 * (HEAD + 2 * sections.directory.len());
    let end = before.checked_add(sections.bytes.len())?;
    u32::try_from(end).ok()?;
    let mut table = Vec::with_capacity(end);
    table.extend_from_slice(MAGIC);
    let (mark, text) = (header.mark as u32, header.text.len() as u32);
    for word in [VERSION, flags, mark, text, sections.directory.len() as u32] {
        table.extend_from_slice(&word.to_le_bytes());
    }
    for (start, length) in &sections.directory {
        table.extend_from_slice(&((before + start) as u32).to_le_bytes());
        table.extend_from_slice(&(*length as u32).to_le_bytes());
    }
    table.extend_from_slice(&sections.bytes);
    Some(table)
}
