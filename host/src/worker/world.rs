//! The worlds that this host runs.

use super::bindings::records::{Records, RecordsPre};
use super::bindings::{Validation, WorkerPre};
use super::sandbox::Sandbox;
use wasmtime::component::{InstancePre, Linker};
use wasmtime::{Engine, Result, Store};

/// A world of the WIT package, as `bindgen!` has made types of it.
pub trait World: 'static {
    /// What the host keeps in a store for the imports that the world has beside WASI.
    type Imports: Send + 'static;
    /// The component, checked to have the exports.
    type Pre: Send + Sync + 'static;
    /// The exports of an instance.
    type Exports;

    /// Links what the world imports beside WASI.
    fn link(_linker: &mut Linker<Sandbox<Self::Imports>>) -> Result<()> {
        Ok(())
    }

    /// Fails where a component lacks an export of the world.
    fn check(instances: InstancePre<Sandbox<Self::Imports>>) -> Result<Self::Pre>;

    /// The engine that the component was compiled for.
    fn engine(pre: &Self::Pre) -> &Engine;

    /// Makes an instance in the store.
    async fn instantiate(pre: &Self::Pre, store: &mut Store<Sandbox<Self::Imports>>) -> Result<Self::Exports>;
}

/// Implements [`World`] for a world that imports nothing but WASI.
macro_rules! world {
    ($(#[$doc:meta])* $name:ident: $pre:ident, $exports:ty) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;

        impl World for $name {
            type Imports = ();
            type Pre = $pre<Sandbox>;
            type Exports = $exports;

            fn check(instances: InstancePre<Sandbox>) -> Result<Self::Pre> {
                $pre::new(instances)
            }

            fn engine(pre: &Self::Pre) -> &Engine {
                pre.engine()
            }

            async fn instantiate(pre: &Self::Pre, store: &mut Store<Sandbox>) -> Result<Self::Exports> {
                pre.instantiate_async(store).await
            }
        }
    };
}

world! {
    /// Everything that reads XML, XML Schema or a query.
    WorkerWorld: WorkerPre, Validation
}

world! {
    /// Typed columns in, files out.
    RecordsWorld: RecordsPre, Records
}
