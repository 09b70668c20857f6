//! The worker component: the engine behind the world `validation` of `wit/worker.wit`.
//!
//! It has no logic. It reads files below `/capture`, translates types, and calls `pyxsd-schema` and `pyxsd-validator`.

mod capture;
mod documents;
mod failure;
mod issue;
mod options;
mod schemas;

/// What `wit-bindgen` makes of the WIT package, and the component's exports.
#[allow(missing_docs, unsafe_code, clippy::all)]
mod bindings {
    wit_bindgen::generate!({ path: "../../wit", world: "validation" });

    export!(Component with_types_in self);

    use crate::Component;
}

/// Implements every exported interface.
struct Component;
