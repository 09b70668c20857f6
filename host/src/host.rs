//! Everything an operation needs.

use crate::audit::Audit;
use crate::capture::CapturedFile;
use crate::clock::Clock;
use crate::fault::{Fault, Outcome};
use crate::operations::known_references::KnownReferences;
use crate::operations::recent::Recent;
use crate::settings::Settings;
use crate::store::{ArtifactRef, Draft, Store, Withdrawal};
use crate::worker::{self, Workers};
use crate::workspace::Workspaces;
use serde_json::{Value, json};
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// The state of one process.
#[derive(Debug)]
pub struct Host {
    /// What the operator decided.
    pub settings: Settings,
    /// Session inputs.
    pub workspaces: Workspaces,
    /// Retained outputs.
    pub store: Arc<Store>,
    /// Who is told of operations.
    pub audit: Audit,
    /// Verdicts that are being paged through.
    pub recent: Recent,
    /// What schema documents refer to.
    pub known_references: KnownReferences,
    /// Protocol versions that the server speaks, newest first; for `pyxsd_capabilities`.
    pub protocol_versions: Vec<String>,
    clock: Clock,
    workers: Arc<OnceLock<Outcome<Workers>>>,
    worker_wanted: AtomicBool,
    prewarmed: AtomicBool,
}

impl Host {
    /// A host with these settings. Loads nothing: the first operation that needs the worker's component does.
    pub fn new(settings: Settings, protocol_versions: Vec<String>) -> Host {
        let clock = Clock::default();
        let workspaces = Workspaces::new(settings.limits.clone(), clock);
        let store = Store::new(&settings.state, &settings.project_root, settings.limits.clone(), clock);
        Host {
            settings,
            workspaces,
            store: Arc::new(store),
            audit: Audit::default(),
            recent: Recent::default(),
            known_references: KnownReferences::default(),
            protocol_versions,
            clock,
            workers: Arc::default(),
            worker_wanted: AtomicBool::new(false),
            prewarmed: AtomicBool::new(false),
        }
    }

    /// The same host, whose operations are told to `audit`.
    #[must_use]
    pub fn with_audit(self, audit: Audit) -> Host {
        Host { audit, ..self }
    }

    /// The same host with these workers in place of those of the component that the binary carries.
    #[must_use]
    pub fn with_workers(self, workers: Workers) -> Host {
        Host { workers: Arc::new(OnceLock::from(Ok(workers))), ..self }
    }

    /// The workers, made at first use, on a thread that may block.
    pub async fn workers(&self) -> Outcome<Workers> {
        if let Some(workers) = self.workers.get() {
            return workers.clone();
        }
        let (workers, limits, clock) = (Arc::clone(&self.workers), Arc::clone(&self.settings.limits), self.clock);
        let make = move || workers.get_or_init(|| Workers::new(&limits, clock)).clone();
        tokio::task::spawn_blocking(make).await.map_err(Fault::internal)?
    }

    /// A fresh identity: 32 lower-case hexadecimal digits.
    pub fn identity(&self) -> String {
        self.clock.identity()
    }

    /// Works on the store, on a thread that may block.
    pub async fn with_store<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Store) -> Outcome<T> + Send + 'static,
    ) -> Outcome<T> {
        let store = Arc::clone(&self.store);
        tokio::task::spawn_blocking(move || work(&store)).await.map_err(Fault::internal)?
    }

    /// Retains a file. When this future is dropped before the file is listed, it never is.
    pub async fn retain(&self, draft: Draft, contents: Vec<u8>) -> Outcome<ArtifactRef> {
        let mut retained = self.retain_all(vec![(draft, contents)]).await?;
        retained.pop().ok_or_else(|| Fault::internal("nothing was retained"))
    }

    /// Retains several files, all or none, in their order.
    pub async fn retain_all(&self, files: Vec<(Draft, Vec<u8>)>) -> Outcome<Vec<ArtifactRef>> {
        self.retain_each(files, |bytes| Ok(std::io::Cursor::new(bytes))).await
    }

    /// The same of files that wait in scratch, of which one at a time is in memory.
    pub async fn retain_copies(&self, files: Vec<(Draft, CapturedFile)>) -> Outcome<Vec<ArtifactRef>> {
        self.retain_each(files, |file| file.read().map(std::io::Cursor::new)).await
    }

    /// The same of whatever can be read: `open` gives each its reader in turn.
    pub async fn retain_each<F: Send + 'static, R: Read>(
        &self,
        files: Vec<(Draft, F)>,
        open: impl Fn(F) -> Outcome<R> + Send + 'static,
    ) -> Outcome<Vec<ArtifactRef>> {
        let withdrawal = Withdrawal::default();
        let wanted = WithdrawOnDrop(withdrawal.clone());
        let work = move |store: &Store| {
            let mut staging = store.stage(withdrawal)?;
            for (draft, file) in files {
                staging.add(draft, open(file)?)?;
            }
            staging.publish()
        };
        let retained = self.with_store(work).await;
        drop(wanted);
        retained
    }

    /// Says that the client has begun to use tools, so that a worker will be wanted soon.
    pub fn want_worker(&self) {
        self.worker_wanted.store(true, Ordering::Relaxed);
    }

    /// Whether a worker is wanted and nobody was told so before.
    pub fn take_worker_wanted(&self) -> bool {
        self.worker_wanted.load(Ordering::Relaxed) && !self.prewarmed.swap(true, Ordering::Relaxed)
    }

    /// Begins to load the worker's component in the background. A failure is told to the first operation that needs it.
    pub async fn prewarm(&self) {
        if let Ok(workers) = self.workers().await {
            workers.prewarm();
        }
    }

    /// The components of this build as `{name, world, digest}`.
    pub fn components(&self) -> Vec<Value> {
        worker::components().iter().map(|component| json!(component)).collect()
    }
}

struct WithdrawOnDrop(Withdrawal);

impl Drop for WithdrawOnDrop {
    fn drop(&mut self) {
        self.0.withdraw();
    }
}
