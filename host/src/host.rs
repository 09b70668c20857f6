//! Everything an operation needs.

use crate::clock::Clock;
use crate::digest::Digest;
use crate::fault::{Fault, Outcome};
use crate::settings::Settings;
use crate::worker::{self, Workers};
use crate::workspace::Workspaces;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// The state of one process.
#[derive(Debug)]
pub struct Host {
    /// What the operator decided.
    pub settings: Settings,
    /// Session inputs.
    pub workspaces: Workspaces,
    /// Protocol versions that the server speaks, newest first; for `pyxsd_capabilities`.
    pub protocol_versions: Vec<String>,
    workers: Arc<OnceLock<Outcome<Workers>>>,
    worker_wanted: AtomicBool,
    prewarmed: AtomicBool,
}

impl Host {
    /// A host with these settings. Loads nothing: the first operation that needs the worker's component does.
    pub fn new(settings: Settings, protocol_versions: Vec<String>) -> Host {
        let workspaces = Workspaces::new(settings.limits.clone(), Clock::default());
        Host {
            settings,
            workspaces,
            protocol_versions,
            workers: Arc::default(),
            worker_wanted: AtomicBool::new(false),
            prewarmed: AtomicBool::new(false),
        }
    }

    /// The workers, made at first use, on a thread that may block.
    pub async fn workers(&self) -> Outcome<Workers> {
        if let Some(workers) = self.workers.get() {
            return workers.clone();
        }
        let (workers, limits) = (Arc::clone(&self.workers), Arc::clone(&self.settings.limits));
        let make = move || workers.get_or_init(|| Workers::new(&limits)).clone();
        tokio::task::spawn_blocking(make).await.map_err(Fault::internal)?
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
        let digest = Digest::of(worker::component());
        vec![json!({"name": worker::COMPONENT, "world": worker::WORLD, "digest": digest})]
    }
}
