//! What `bindgen!` makes of the WIT package. Nothing outside [`crate::worker`] sees these types.
#![allow(missing_docs, unsafe_code, clippy::all)]

wasmtime::component::bindgen!({
    path: "../wit",
    world: "worker",
    exports: { default: async },
});

/// The exports of the component.
pub type Validation = Worker;

/// The world of the component that encodes.
pub mod records {
    wasmtime::component::bindgen!({
        path: "../wit",
        world: "records",
        exports: { default: async },
    });
}
