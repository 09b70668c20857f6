//! An append-only store whose entries can be borrowed while it grows: documents refer to texts, and new documents keep coming.

use std::cell::{Cell, OnceCell};

type Block<T> = OnceCell<Box<[OnceCell<T>]>>;

/// Block `n` holds `2^n` entries, so that nothing ever moves.
pub(crate) struct Store<T> {
    blocks: [Block<T>; 32],
    len: Cell<usize>,
}

impl<T> Store<T> {
    pub(crate) fn new() -> Self {
        Self { blocks: [const { OnceCell::new() }; 32], len: Cell::new(0) }
    }

    /// Appends an entry.
    pub(crate) fn push(&self, value: T) -> &T {
        let position = self.len.get() + 1;
        self.len.set(position);
        let block = position.ilog2();
        let entries =
            self.blocks[block as usize].get_or_init(|| (0..1usize << block).map(|_| OnceCell::new()).collect());
        entries[position - (1 << block)].get_or_init(|| value)
    }
}

#[cfg(test)]
mod tests {
    use super::Store;

    #[test]
    fn entries_stay_borrowed_while_the_store_grows() {
        let store = Store::new();
        let entries: Vec<&usize> = (0..1000).map(|number| store.push(number)).collect();
        assert!(entries.iter().enumerate().all(|(index, entry)| index == **entry));
    }
}
