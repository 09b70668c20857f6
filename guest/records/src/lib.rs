//! The records component: typed columns to Parquet and Arrow files, the world `records` of `wit/records.wit`.
//!
//! There is nothing of the engine inside: arrow and parquet are larger than the engine, and a user who exports nothing need not compile them.

mod batch;
mod encoder;
mod file;
mod schema;
#[cfg(test)]
mod tests;

use bindings::exports::pyxsd::worker::{columns, encoding as wit};
use encoder::Encoder;
use std::cell::RefCell;
use std::path::Path;

/// What `wit-bindgen` makes of the WIT package, and the component's exports.
#[allow(missing_docs, unsafe_code, clippy::all)]
mod bindings {
    wit_bindgen::generate!({ path: "../../wit", world: "records" });

    export!(Component with_types_in self);

    use crate::Component;
}

/// The folder that the host gives.
const ROOT: &str = "/out";

/// Implements every exported interface.
struct Component;

/// The resource behind a handle: nothing once the file is complete or has failed.
struct Handle(RefCell<Option<Encoder>>);

impl wit::Guest for Component {
    type Encoder = Handle;
}

impl wit::GuestEncoder for Handle {
    fn create(plan: wit::Plan) -> Result<wit::Encoder, wit::EncodingFailure> {
        let encoder = Encoder::create(Path::new(ROOT), plan)?;
        Ok(wit::Encoder::new(Handle(RefCell::new(Some(encoder)))))
    }

    fn write(&self, chunk: columns::Chunk) -> Result<(), wit::EncodingFailure> {
        let mut encoder = self.take()?;
        encoder.write(chunk)?;
        self.0.replace(Some(encoder));
        Ok(())
    }

    fn finish(&self) -> Result<wit::Written, wit::EncodingFailure> {
        self.take()?.finish()
    }
}

impl Handle {
    fn take(&self) -> Result<Encoder, wit::EncodingFailure> {
        let complete = || wit::EncodingFailure::InvalidArgument("the file is complete, or has failed".to_owned());
        self.0.take().ok_or_else(complete)
    }
}
