//! The world of transforms.
#![allow(missing_docs, unsafe_code, clippy::all)]

use super::snapshots::Snapshots;
use crate::worker::sandbox::Sandbox;
use crate::worker::world::World;
use wasmtime::component::{HasData, InstancePre, Linker};
use wasmtime::{Engine, Result, Store};

wasmtime::component::bindgen!({
    path: "../wit",
    world: "transform",
    imports: { default: async },
    exports: { default: async },
});

/// User code.
#[derive(Debug)]
pub struct TransformWorld;

struct Asking;

impl HasData for Asking {
    type Data<'a> = &'a mut Snapshots;
}

impl World for TransformWorld {
    type Imports = Snapshots;
    type Pre = TransformPre<Sandbox<Snapshots>>;
    type Exports = Transform;

    fn link(linker: &mut Linker<Sandbox<Snapshots>>) -> Result<()> {
        pyxsd::worker::snapshots::add_to_linker::<_, Asking>(linker, |sandbox| &mut sandbox.imports)
    }

    fn check(instances: InstancePre<Sandbox<Snapshots>>) -> Result<Self::Pre> {
        TransformPre::new(instances)
    }

    fn engine(pre: &Self::Pre) -> &Engine {
        pre.engine()
    }

    async fn instantiate(pre: &Self::Pre, store: &mut Store<Sandbox<Snapshots>>) -> Result<Self::Exports> {
        pre.instantiate_async(store).await
    }
}
