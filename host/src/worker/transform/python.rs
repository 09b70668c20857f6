//! The interpreter of Python transforms: a component that this binary carries compressed.

use super::UserCode;
use super::world::TransformWorld;
use crate::digest::Digest;
use crate::fault::{Fault, Outcome};
use crate::worker::code::{Binary, Code};
use crate::worker::code_cache::CodeCache;
use crate::worker::engine::Engines;
use std::borrow::Cow;
use std::io::Read as _;
use std::sync::Arc;

static COMPRESSED: &[u8] = include_bytes!("../../../../guest/transform/prebuilt/pyxsd_transform.wasm.zst");
/// Digest of the component, not of its compressed form.
static DIGEST: &str = include_str!("../../../../guest/transform/prebuilt/pyxsd_transform.wasm.sha256");

/// The interpreter's code, of which nothing is made before it is asked for.
#[derive(Clone)]
pub struct Python(Arc<Code<TransformWorld>>);

impl Python {
    /// For these engines.
    pub fn new(engines: Arc<Engines>, cache: Option<Arc<CodeCache>>) -> Outcome<Python> {
        let binary = Binary { digest: digest()?, read: Box::new(|| decompressed().map(Cow::Owned)) };
        Ok(Python(Arc::new(Code::new(binary, engines, cache))))
    }

    /// Begins to compile or load it in the background.
    pub fn begin(&self) {
        self.0.begin();
    }

    /// The code, once it can be run: the first use on a machine compiles it.
    pub async fn ready(&self) -> Outcome<UserCode> {
        self.0.ready().await?;
        Ok(UserCode(Arc::clone(&self.0)))
    }

    /// Compiles everything that there is to compile. Blocks for seconds.
    pub fn warm(&self) -> Outcome<()> {
        self.0.best().map(drop)
    }
}

/// Digest of the component.
pub fn digest() -> Outcome<Digest> {
    Digest::parse_hex(DIGEST.trim()).ok_or_else(|| Fault::internal("the interpreter's digest is none"))
}

/// The component, checked against its digest.
fn decompressed() -> wasmtime::Result<Vec<u8>> {
    let failed = |cause: String| wasmtime::format_err!("the interpreter cannot be decompressed: {cause}");
    let mut decoder = ruzstd::decoding::StreamingDecoder::new(COMPRESSED).map_err(|cause| failed(cause.to_string()))?;
    let mut component = Vec::new();
    decoder.read_to_end(&mut component).map_err(|cause| failed(cause.to_string()))?;
    match digest() {
        Ok(digest) if digest == Digest::of(&component) => Ok(component),
        _ => Err(failed("it is not the one that its digest names".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::transform::component::inspect;

    #[test]
    fn the_interpreter_is_the_one_that_its_digest_names_and_imports_nothing_that_a_users_component_may_not_have() {
        let component = decompressed().unwrap();
        assert_eq!(inspect(&component), Ok(()));
    }
}
