//! The worker component.

/// Bindings generated from `wit/`.
mod bindings {
    #![allow(missing_docs, unsafe_code)]
    wit_bindgen::generate!({ path: "../../wit", world: "validation" });
}
