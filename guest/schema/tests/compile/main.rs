//! Schemas compiled from documents in memory.

mod components;
mod composition;
mod errors;
mod support;
