//! The focus (XPath 2.0, 2.1.2).

use crate::{ErrorCode, Item, XPathError};

/// Context item, position and size. The size is known only where the expression asks for it.
#[derive(Clone, Debug)]
pub(crate) struct Focus<N> {
    item: Option<Item<N>>,
    position: u64,
    /// 0 where it was not worked out.
    last: u64,
}

impl<N: Copy> Focus<N> {
    /// No context item.
    pub const NONE: Self = Self { item: None, position: 0, last: 0 };

    /// An item with its position, counted from 1, and the number of items, or 0 where nothing asks for that.
    pub fn new(item: Item<N>, position: u64, last: u64) -> Self {
        Self { item: Some(item), position, last }
    }

    /// The context item.
    pub fn item(&self) -> Result<&Item<N>, XPathError> {
        self.item.as_ref().ok_or_else(undefined)
    }

    /// The context node; `code` if the item is an atomic value.
    pub fn node(&self, code: ErrorCode) -> Result<N, XPathError> {
        match self.item()? {
            Item::Node(node) => Ok(*node),
            Item::Atomic(_) => Err(XPathError::new(code, "the context item is an atomic value where a node is needed")),
        }
    }

    /// `position()`
    pub fn position(&self) -> Result<u64, XPathError> {
        self.item().map(|_| self.position)
    }

    /// `last()`
    pub fn last(&self) -> Result<u64, XPathError> {
        self.item().map(|_| self.last)
    }
}

fn undefined() -> XPathError {
    XPathError::new(ErrorCode::XPDY0002, "there is no context item here")
}
