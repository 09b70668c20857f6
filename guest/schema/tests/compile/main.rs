//! Schemas compiled from documents in memory.

mod components;
mod composition;
mod conditions;
mod errors;
mod support;
