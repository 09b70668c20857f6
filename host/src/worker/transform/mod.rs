//! Transforms: steps that a worker applies, and user code in a world of its own.
//!
//! User code never runs in a worker. It has an instance of its own, on a thread of its own, which is gone before anybody looks at what it
//! made; its queries over a document are answered by a worker. A user's component is compiled in another process.

mod compiler;
mod component;
mod edit;
mod leased;
mod python;
mod run;
mod snapshots;
pub mod step;
mod structural;
mod weight;
mod world;

pub use compiler::{CompileBounds, run_as_process};
pub use edit::{EditFailure, Edited, WrongStep, shown};
pub(super) use edit::{edited, failure as edit_failure};
pub use leased::Against;
pub use python::digest as python_digest;
pub use run::{ENTRY, Ran, Run, failure_fault};
pub(super) use structural::outcome as structural_outcome;
pub use structural::{StructuralDiff, StructuralOutcome};

use super::code::Code;
use super::code_cache::CodeCache;
use super::engine::{Engines, Tier};
use super::purse::Purse;
use super::request::Allowance;
use super::stop::Budget;
use crate::digest::Digest;
use crate::fault::{Fault, Outcome};
use crate::limits::Limits;
use python::Python;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use world::TransformWorld;

/// Users' components whose code is kept in memory.
const KEPT: usize = 4;

/// Code of the world of transforms that can be run.
#[derive(Clone)]
pub struct UserCode(Arc<Code<TransformWorld>>);

impl std::fmt::Debug for UserCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("UserCode").field(&self.0.digest()).finish()
    }
}

/// Where code of the world of transforms comes from.
pub struct Transforms {
    engines: Arc<Engines>,
    python: Python,
    /// With the bytes of each. The longest unused one first. Never on disk: compiled code of others would push out our own there.
    kept: Mutex<VecDeque<(UserCode, u64)>>,
}

impl Transforms {
    /// Nothing is compiled before it is asked for.
    pub(super) fn new(engines: Arc<Engines>, cache: Option<Arc<CodeCache>>) -> Outcome<Transforms> {
        let python = Python::new(Arc::clone(&engines), cache)?;
        Ok(Transforms { engines, python, kept: Mutex::default() })
    }

    /// Begins to compile or load the interpreter in the background, where it will be wanted.
    pub fn prewarm_python(&self) {
        self.python.begin();
    }

    /// The interpreter, once it can be run: the first use on a machine compiles it.
    pub async fn python(&self) -> Outcome<UserCode> {
        self.python.ready().await
    }

    /// Compiles the interpreter, so that the next start of a server finds it. Blocks for seconds.
    pub fn warm(&self) -> Outcome<()> {
        self.python.warm()
    }

    /// A user's component, compiled unless that was done a short while ago. Faults are those of [`compiler::compile`].
    pub async fn component(&self, bytes: Vec<u8>, limits: &Limits) -> Outcome<UserCode> {
        let digest = Digest::of(&bytes);
        if let Some(kept) = self.take(digest) {
            return Ok(self.keep(kept, limits));
        }
        let artefact = compiler::compile(bytes, limits).await?;
        let (engines, size) = (Arc::clone(&self.engines), artefact.size());
        let load = move || {
            let engine = engines.of(Tier::Cranelift).ok_or_else(|| Fault::internal("no engine"))?;
            let component = artefact.load(engine).map_err(|cause| Fault::internal(format!("{cause:#}")))?;
            let fits = Code::of_compiled(digest, &component, Arc::clone(&engines));
            fits.map_err(|cause| {
                let message = format!("`transform.path`: the component does not fit the world `transform`: {cause:#}.");
                Fault::argument("transform.path", message)
            })
        };
        let code = tokio::task::spawn_blocking(load).await.map_err(Fault::internal)??;
        Ok(self.keep((UserCode(Arc::new(code)), size), limits))
    }

    fn take(&self, digest: Digest) -> Option<(UserCode, u64)> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|(code, _)| code.0.digest() == digest)?;
        kept.remove(place)
    }

    fn keep(&self, code: (UserCode, u64), limits: &Limits) -> UserCode {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back(code.clone());
        let bytes = |kept: &VecDeque<(UserCode, u64)>| kept.iter().map(|(_, size)| *size).sum::<u64>();
        while kept.len() > KEPT || bytes(&kept) > compiler::code_bytes(limits) {
            kept.pop_front();
        }
        code.0
    }
}

/// The fuel and time of a transform of a document with so many bytes, which begins now.
pub fn purse(limits: &Limits, bytes: u64) -> Purse {
    let time = Allowance::new("transform_seconds", limits.transform_seconds);
    Purse::new(Budget::new(limits.fuel_transform.for_bytes(bytes), "fuel_transform", time))
}
