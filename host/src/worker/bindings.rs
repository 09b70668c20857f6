//! What `bindgen!` makes of the WIT package. Nothing outside [`crate::worker`] sees these types.
#![allow(missing_docs, unsafe_code, clippy::all)]

wasmtime::component::bindgen!({
    path: "../wit",
    world: "validation",
    exports: { default: async },
});
