//! The worker component: the engine behind the world `worker` of `wit/worker.wit`.
//!
//! It has no logic. It reads files below `/capture`, translates types, and calls the crates of the engine.

mod capture;
mod comparison;
mod diffs;
mod documents;
mod edits;
mod failure;
mod handover;
mod inspection;
mod issue;
mod models;
mod options;
mod queries;
mod rows;
mod schemas;

/// What `wit-bindgen` makes of the WIT package, and the component's exports.
#[allow(missing_docs, unsafe_code, clippy::all)]
mod bindings {
    wit_bindgen::generate!({ path: "../../wit", world: "worker" });

    export!(Component with_types_in self);

    use crate::Component;
}

/// Implements every exported interface.
struct Component;
