//! The tools on small schemas in memory.

mod compare;
mod hostile;
mod ids;
mod model;
mod search;
mod support;
