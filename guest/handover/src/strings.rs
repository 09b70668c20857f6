//! Text that the table holds beside the document: each name, id and namespace name once, and values that stand nowhere literally.

use hashbrown::HashMap;

/// Text, and which parts of it are numbered.
#[derive(Default)]
pub(crate) struct Strings {
    pub heap: String,
    /// Start and length in the heap, by number.
    pub ranges: Vec<(u32, u32)>,
    numbers: HashMap<String, u32>,
}

impl Strings {
    /// The number of a text.
    pub fn intern(&mut self, text: &str) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.ranges.len() as u32;
        let range = self.push(text);
        self.ranges.push(range);
        self.numbers.insert(text.to_owned(), number);
        number
    }

    /// Adds a text without a number: start and length in the heap.
    pub fn push(&mut self, text: &str) -> (u32, u32) {
        let start = self.heap.len() as u32;
        self.heap.push_str(text);
        (start, text.len() as u32)
    }
}
