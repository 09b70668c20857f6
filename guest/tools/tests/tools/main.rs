//! The tools on small schemas in memory.

mod compare;
mod edits;
mod hostile;
mod ids;
mod model;
mod search;
mod stubs;
mod support;
