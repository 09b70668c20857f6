//! The one place that loads native code which this process has not compiled.

use wasmtime::Engine;
use wasmtime::component::Component;

/// Compiled code that came out of the private cache.
#[derive(Debug)]
pub struct Artefact(Vec<u8>);

impl Artefact {
    /// Vouches that `bytes` were written by this program: they come from the folder that [`super::code_cache`] has found to
    /// belong to the user and to admit nobody else, and match the digest that was written with them.
    pub(super) fn from_private_cache(bytes: Vec<u8>) -> Artefact {
        Artefact(bytes)
    }

    /// Vouches that `bytes` were written by this program: by a process of its own that compiles users' components, into a file
    /// without a name that nobody else could open.
    pub(super) fn from_own_compiler(bytes: Vec<u8>) -> Artefact {
        Artefact(bytes)
    }

    /// How many bytes it has.
    pub fn size(&self) -> u64 {
        self.0.len() as u64
    }

    #[cfg(test)]
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Loads it. Fails where it was made by another version of wasmtime or with other settings.
    pub fn load(&self, engine: &Engine) -> wasmtime::Result<Component> {
        // SAFETY: `deserialize` needs bytes that `Component::serialize` has made and nobody has changed. An `Artefact` is made
        // either from a file of mode 0600 below a folder of mode 0700, both owned by this user and opened without following links, whose
        // digest is right: only `CodeCache::store` writes there, and only what `serialize` returned. Or from a file without a
        // name into which a process of this same program has written what `precompile_component` returned, and ended well.
        // The bytes are in memory, so nobody can change them between the check and the use.
        #[allow(unsafe_code)]
        unsafe {
            Component::deserialize(engine, &self.0)
        }
    }
}
