//! A compiled component: Winch first, Cranelift behind it, both kept for the next start.

use super::code_cache::CodeCache;
use super::engine::{Engines, Tier};
use super::epochs::Running;
use super::sandbox;
use super::world::World;
use crate::digest::Digest;
use crate::fault::{Fault, FaultCode};
use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;
use wasmtime::Engine;
use wasmtime::component::Component;

/// A component that can be instantiated.
pub struct Ready<W: World> {
    /// What instances are made from.
    pub instances: W::Pre,
    /// Who compiled it.
    pub tier: Tier,
}

/// A component as it came, which is read only where it must be compiled.
pub struct Binary {
    /// Digest of the component.
    pub digest: Digest,
    /// Gives its bytes.
    pub read: Box<dyn Fn() -> wasmtime::Result<Cow<'static, [u8]>> + Send + Sync>,
}

impl Binary {
    /// A component at hand.
    pub fn new(bytes: Cow<'static, [u8]>) -> Binary {
        Binary { digest: Digest::of(&bytes), read: Box::new(move || Ok(bytes.clone())) }
    }
}

/// A component in its states of compilation. Nothing is compiled before it is asked for.
pub struct Code<W: World> {
    binary: Binary,
    engines: Arc<Engines>,
    cache: Option<Arc<CodeCache>>,
    state: Mutex<State<W>>,
    changed: Condvar,
    /// The same news for those who do not block.
    news: watch::Sender<()>,
}

struct State<W: World> {
    best: Option<Arc<Ready<W>>>,
    first: Progress,
    behind: Progress,
    failure: Option<String>,
}

impl<W: World> Default for State<W> {
    fn default() -> Self {
        State { best: None, first: Progress::Waiting, behind: Progress::Waiting, failure: None }
    }
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Progress {
    #[default]
    Waiting,
    Working,
    Done,
}

impl<W: World> State<W> {
    /// The code, or why there is none; nothing while it is being made.
    fn ready(&self) -> Option<Result<Arc<Ready<W>>, Fault>> {
        match &self.best {
            Some(ready) => Some(Ok(Arc::clone(ready))),
            None if self.first == Progress::Done => Some(Err(cannot_be_loaded(self.failure.as_deref()))),
            None => None,
        }
    }
}

impl<W: World> Code<W> {
    /// The component, for these engines.
    pub fn new(binary: Binary, engines: Arc<Engines>, cache: Option<Arc<CodeCache>>) -> Code<W> {
        Code { binary, engines, cache, state: Mutex::default(), changed: Condvar::new(), news: watch::Sender::new(()) }
    }

    /// A component that Cranelift has compiled elsewhere. Fails where it does not fit the world.
    pub fn of_compiled(digest: Digest, component: &Component, engines: Arc<Engines>) -> wasmtime::Result<Code<W>> {
        let ready = prepare(component, Tier::Cranelift)?;
        let none = || Err(wasmtime::format_err!("it is compiled already"));
        let code = Code::new(Binary { digest, read: Box::new(none) }, engines, None);
        *code.lock() =
            State { best: Some(Arc::new(ready)), first: Progress::Done, behind: Progress::Done, ..State::default() };
        Ok(code)
    }

    /// Digest of the component.
    pub fn digest(&self) -> Digest {
        self.binary.digest
    }

    /// Keeps epochs going while a guest runs.
    pub fn running(&self) -> Running {
        self.engines.running()
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
    pub async fn ready(self: &Arc<Self>) -> Result<Arc<Ready<W>>, Fault> {
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

    /// Whether anybody has wanted the code yet.
    #[cfg(test)]
    pub fn was_wanted(&self) -> bool {
        self.lock().first != Progress::Waiting
    }

    /// Code by Cranelift; blocks until it is there.
    pub fn best(self: &Arc<Self>) -> Result<Arc<Ready<W>>, Fault> {
        self.begin();
        let is_working = |state: &mut State<W>| state.first == Progress::Working || state.behind == Progress::Working;
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

    fn settle(&self, made: wasmtime::Result<Ready<W>>, progress: impl FnOnce(&mut State<W>)) {
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

    fn load(&self, tier: Tier) -> Option<Ready<W>> {
        let engine = self.engines.of(tier)?;
        let artefact = self.cache.as_ref()?.load(&self.file_name(tier, engine))?;
        let component = artefact
            .load(engine)
            .inspect_err(|cause| tracing::info!("compiled code of {} is not usable: {cause:#}", tier.name()))
            .ok()?;
        prepare(&component, tier).ok()
    }

    fn compile(&self, tier: Tier) -> wasmtime::Result<Ready<W>> {
        let engine =
            self.engines.of(tier).ok_or_else(|| wasmtime::format_err!("no {} on this machine", tier.name()))?;
        let component = Component::from_binary(engine, &(self.binary.read)()?)?;
        let ready = prepare(&component, tier)?;
        if let Some(cache) = &self.cache {
            cache.store(&self.file_name(tier, engine), &component.serialize()?);
        }
        Ok(ready)
    }

    fn file_name(&self, tier: Tier, engine: &Engine) -> String {
        let mut settings = DefaultHasher::new();
        engine.precompile_compatibility_hash().hash(&mut settings);
        format!("{}-{}-{:016x}-{}", self.binary.digest.hex(), tier.name(), settings.finish(), env!("CARGO_PKG_VERSION"))
    }

    fn lock(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn prepare<W: World>(component: &Component, tier: Tier) -> wasmtime::Result<Ready<W>> {
    let mut linker = sandbox::linker(component.engine())?;
    W::link(&mut linker)?;
    let instances = W::check(linker.instantiate_pre(component)?)?;
    Ok(Ready { instances, tier })
}

fn cannot_be_loaded(cause: Option<&str>) -> Fault {
    tracing::warn!("no worker: {}", cause.unwrap_or("the component was not compiled"));
    Fault::new(FaultCode::WorkerFailed, "The worker's component cannot be loaded; the server's log has the cause.")
}
