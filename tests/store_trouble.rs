//! Trouble with the store.
