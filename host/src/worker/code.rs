//! The compiled component: Winch first, Cranelift behind it, both kept for the next start.

use super::bindings::ValidationPre;
use super::code_cache::CodeCache;
use super::engine::{self, Tier};
use super::epochs::{Epochs, Running};
use super::sandbox::{self, Sandbox};
use crate::digest::Digest;
use crate::fault::{Fault, FaultCode};
use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;
use wasmtime::Engine;
use wasmtime::component::Component;

/// A component that can be instantiated.
pub struct Ready {
    /// What instances are made from.
    pub instances: ValidationPre<Sandbox>,
    /// Who compiled it.
    pub tier: Tier,
}

/// The component in its states of compilation. Nothing is compiled before it is asked for.
pub struct Code {
    component: Cow<'static, [u8]>,
    digest: Digest,
    /// `None` where Winch does not support this machine.
    winch: Option<Engine>,
    cranelift: Engine,
    epochs: Epochs,
    cache: Option<CodeCache>,
    state: Mutex<State>,
    changed: Condvar,
    /// The same news for those who do not block.
    news: watch::Sender<()>,
}

#[derive(Default)]
struct State {
    best: Option<Arc<Ready>>,
    first: Progress,
    behind: Progress,
    failure: Option<String>,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Progress {
    #[default]
    Waiting,
    Working,
    Done,
}

impl State {
    /// The code, or why there is none; nothing while it is being made.
    fn ready(&self) -> Option<Result<Arc<Ready>, Fault>> {
        match &self.best {
            Some(ready) => Some(Ok(Arc::clone(ready))),
            None if self.first == Progress::Done => Some(Err(cannot_be_loaded(self.failure.as_deref()))),
            None => None,
        }
    }
}

impl Code {
    /// The component in `bytes`. Fails where no engine can be made.
    pub fn new(bytes: Cow<'static, [u8]>, cache: Option<CodeCache>) -> wasmtime::Result<Code> {
        let cranelift = engine::create(Tier::Cranelift)?;
        let winch = engine::create(Tier::Winch)
            .inspect_err(|cause| tracing::info!("no baseline compiler on this machine: {cause:#}"))
            .ok();
        let epochs = Epochs::start(winch.iter().chain([&cranelift]).cloned().collect())?;
        Ok(Code {
            digest: Digest::of(&bytes),
            component: bytes,
            winch,
            cranelift,
            epochs,
            cache,
            state: Mutex::default(),
            changed: Condvar::new(),
            news: watch::Sender::new(()),
        })
    }

    /// Digest of the component.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// Keeps epochs going while a guest runs.
    pub fn running(&self) -> Running {
        self.epochs.running()
    }

    /// Begins to make code on a thread of its own, unless that was begun before.
    pub fn begin(self: &Arc<Self>) {
        let mut state = self.lock();
        if state.first != Progress::Waiting {
            return;
        }
        state.first = Progress::Working;
        drop(state);
        let code = Arc::clone(self);
        let started = std::thread::Builder::new().name("pyxsd-compile".to_owned()).spawn(move || code.make_first());
        if let Err(cause) = started {
            self.settle(Err(cause.into()), |state| state.first = Progress::Done);
        }
    }

    /// The best code there is; waits until there is any. Who no longer waits leaves the compilation going, for the next call.
    pub async fn ready(self: &Arc<Self>) -> Result<Arc<Ready>, Fault> {
        self.begin();
        let mut news = self.news.subscribe();
        loop {
            if let Some(ready) = self.lock().ready() {
                return ready;
            }
            news.changed().await.map_err(Fault::internal)?;
        }
    }

    /// Whether the first code is being made at this moment.
    #[cfg(test)]
    pub fn is_being_made(&self) -> bool {
        self.lock().first == Progress::Working
    }

    /// Code by Cranelift; blocks until it is there.
    pub fn best(self: &Arc<Self>) -> Result<Arc<Ready>, Fault> {
        self.begin();
        let is_working = |state: &mut State| state.first == Progress::Working || state.behind == Progress::Working;
        let state = self.changed.wait_while(self.lock(), is_working).unwrap_or_else(PoisonError::into_inner);
        match &state.best {
            Some(ready) if ready.tier == Tier::Cranelift => Ok(Arc::clone(ready)),
            _ => Err(cannot_be_loaded(state.failure.as_deref())),
        }
    }

    fn make_first(self: &Arc<Self>) {
        let cached = self.load(Tier::Cranelift).or_else(|| self.load(Tier::Winch));
        let made = match cached {
            Some(ready) => Ok(ready),
            // Winch does not know every instruction on every machine.
            None => self.compile(Tier::Winch).or_else(|_| self.compile(Tier::Cranelift)),
        };
        let follow = made.as_ref().is_ok_and(|ready| ready.tier == Tier::Winch);
        self.settle(made, |state| {
            state.first = Progress::Done;
            state.behind = if follow { Progress::Working } else { Progress::Done };
        });
        if !follow {
            return;
        }
        let code = Arc::clone(self);
        let started = std::thread::Builder::new().name("pyxsd-cranelift".to_owned()).spawn(move || {
            let made = code.compile(Tier::Cranelift);
            code.settle(made, |state| state.behind = Progress::Done);
        });
        if let Err(cause) = started {
            self.settle(Err(cause.into()), |state| state.behind = Progress::Done);
        }
    }

    fn settle(&self, made: wasmtime::Result<Ready>, progress: impl FnOnce(&mut State)) {
        let mut state = self.lock();
        match made {
            Ok(ready) => state.best = Some(Arc::new(ready)),
            Err(cause) => {
                tracing::error!("the component cannot be compiled: {cause:#}");
                state.failure = Some(format!("{cause:#}"));
            }
        }
        progress(&mut state);
        drop(state);
        self.changed.notify_all();
        self.news.send_replace(());
    }

    fn load(&self, tier: Tier) -> Option<Ready> {
        let engine = self.engine(tier)?;
        let artefact = self.cache.as_ref()?.load(&self.file_name(tier, engine))?;
        let component = artefact
            .load(engine)
            .inspect_err(|cause| tracing::info!("compiled code of {} is not usable: {cause:#}", tier.name()))
            .ok()?;
        prepare(&component, tier).ok()
    }

    fn compile(&self, tier: Tier) -> wasmtime::Result<Ready> {
        let engine = self.engine(tier).ok_or_else(|| wasmtime::format_err!("no {} on this machine", tier.name()))?;
        let component = Component::from_binary(engine, &self.component)?;
        let ready = prepare(&component, tier)?;
        if let Some(cache) = &self.cache {
            cache.store(&self.file_name(tier, engine), &component.serialize()?);
        }
        Ok(ready)
    }

    fn engine(&self, tier: Tier) -> Option<&Engine> {
        match tier {
            Tier::Winch => self.winch.as_ref(),
            Tier::Cranelift => Some(&self.cranelift),
        }
    }

    fn file_name(&self, tier: Tier, engine: &Engine) -> String {
        let mut settings = DefaultHasher::new();
        engine.precompile_compatibility_hash().hash(&mut settings);
        format!("{}-{}-{:016x}-{}", self.digest.hex(), tier.name(), settings.finish(), env!("CARGO_PKG_VERSION"))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn prepare(component: &Component, tier: Tier) -> wasmtime::Result<Ready> {
    let linker = sandbox::linker(component.engine())?;
    let instances = ValidationPre::new(linker.instantiate_pre(component)?)?;
    Ok(Ready { instances, tier })
}

fn cannot_be_loaded(cause: Option<&str>) -> Fault {
    tracing::warn!("no worker: {}", cause.unwrap_or("the component was not compiled"));
    Fault::new(FaultCode::WorkerFailed, "The worker's component cannot be loaded; the server's log has the cause.")
}
