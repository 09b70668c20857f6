//! Gathering the files of one operation.
//!
//! A workspace with uploads has them all. From a tree (the source root, or the folder of a command) only what the operation names is
//! captured, and what its schemas refer to: the guest is asked for the references of each schema document until no file is new.

use crate::audit;
use crate::capture::tree::{Bound, Found, Tree};
use crate::capture::{Capture, source_root::SourceCapture};
use crate::fault::{Fault, FaultCode, Outcome};
use crate::host::Host;
use crate::operations::known_references::Referrer;
use crate::worker::schema::{Hint, SchemaOptions};
use crate::worker::{Lease, SchemaSource, Times, hinted};
use crate::workspace::{Snapshot, WorkspacePath};
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Instant;

/// The files of one operation while they are gathered, and its right to run guests.
#[derive(Debug)]
pub struct Gathering<'a> {
    host: &'a Host,
    workspace_id: String,
    generation: u64,
    /// Nothing where the capture is complete.
    tree: Option<Arc<dyn Tree>>,
    capture: Arc<Capture>,
    bytes: u64,
    /// Why files that were looked for are not there.
    absent: BTreeMap<WorkspacePath, String>,
    hints: HashMap<WorkspacePath, Outcome<Vec<Hint>>>,
    lease: Option<Lease>,
}

impl<'a> Gathering<'a> {
    /// The uploads of a workspace; or nothing yet of the source root, where there is one and the workspace is empty.
    pub fn of_workspace(host: &'a Host, workspace_id: &str) -> Outcome<Gathering<'a>> {
        let snapshot = host.workspaces.snapshot(workspace_id)?;
        audit::note(|known| known.workspace = Some((snapshot.workspace_id.clone(), snapshot.generation)));
        let tree = match &host.settings.source_root {
            Some(root) if snapshot.capture.files().is_empty() => {
                let store = Arc::clone(&host.store);
                let scratch = host.workspaces.scratch()?;
                let capture = SourceCapture::new(Arc::clone(root), scratch, move || store.state_folder());
                Some(Arc::new(capture) as Arc<dyn Tree>)
            }
            _ => None,
        };
        Ok(Gathering::new(host, snapshot, tree))
    }

    /// Nothing yet of a tree.
    pub fn of_tree(host: &'a Host, tree: Arc<dyn Tree>) -> Gathering<'a> {
        let nothing = Snapshot { workspace_id: String::new(), generation: 0, capture: Capture::default() };
        Gathering::new(host, nothing, Some(tree))
    }

    fn new(host: &'a Host, snapshot: Snapshot, tree: Option<Arc<dyn Tree>>) -> Gathering<'a> {
        Gathering {
            host,
            workspace_id: snapshot.workspace_id,
            generation: snapshot.generation,
            tree,
            capture: Arc::new(snapshot.capture),
            bytes: 0,
            absent: BTreeMap::new(),
            hints: HashMap::new(),
            lease: None,
        }
    }

    /// The files gathered so far.
    pub fn capture(&self) -> &Arc<Capture> {
        &self.capture
    }

    /// The right to run guests, waited for at first use and held to the end of the operation.
    pub async fn lease(&mut self) -> Outcome<&mut Lease> {
        let lease = match self.lease.take() {
            Some(lease) => lease,
            None => self.host.workers().await?.lease().await?,
        };
        Ok(self.lease.insert(lease))
    }

    /// Gives up the right to run guests, with the worker.
    pub fn release(&mut self) {
        self.lease = None;
    }

    /// Adds a document, its schema, and what that refers to. Faults are those of the document and of its schema: `not_found` with all
    /// that is missing, `input_limit`, a worker's. What is wrong with a file itself is left to validation.
    pub async fn question(&mut self, document: &WorkspacePath, schema: &SchemaSource, times: Times) -> Outcome<()> {
        self.document(document).await?;
        match schema {
            SchemaSource::Reference { path, options } => {
                self.schemas(vec![path.clone()], options, times).await?;
                self.require(document, Some(path))
            }
            SchemaSource::Documents { entries, options } => {
                self.schemas(entries.clone(), options, times).await?;
                self.require(document, None)
            }
            SchemaSource::Hints { options } => {
                self.require(document, None)?;
                // Uploads are all there, and validation asks for the hints itself.
                if self.tree.is_none() {
                    return Ok(());
                }
                match self.hints(document, times).await {
                    Err(fault) if is_of_the_file(&fault) => Ok(()),
                    hints => {
                        let entries = hints?.into_iter().filter_map(|hint| hint.path).collect();
                        self.schemas(entries, options, times).await
                    }
                }
            }
        }
    }

    /// Adds a schema with all that it refers to; `not_found` where its entry document is not there.
    pub async fn schema(&mut self, path: &WorkspacePath, options: &SchemaOptions, times: Times) -> Outcome<()> {
        self.schemas(vec![path.clone()], options, times).await?;
        if self.capture.files().contains_key(path) {
            return Ok(());
        }
        let mut fault = Fault::missing_file(path.as_str(), "schema");
        if let Some(why) = self.absent.get(path) {
            fault.message = format!("The file `{path}`, named as schema, {why}.");
        }
        Err(fault)
    }

    /// Adds a document.
    pub async fn document(&mut self, path: &WorkspacePath) -> Outcome<()> {
        self.add(path, Bound::of_documents(&self.host.settings.limits)).await
    }

    /// Adds a file that is neither document nor schema, within this bound; `not_found`, with its role, where it is not there.
    pub async fn file(&mut self, path: &WorkspacePath, bound: Bound, role: &'static str) -> Outcome<()> {
        self.add(path, bound).await?;
        let Some(file) = self.capture.files().get(path) else {
            let mut fault = Fault::missing_file(path.as_str(), role);
            if let Some(why) = self.absent.get(path) {
                fault.message = format!("The file `{path}`, named as {role}, {why}.");
            }
            return Err(fault);
        };
        // Uploads are bounded by what all of them may have.
        if file.size > bound.bytes {
            return Err(bound.exceeded(path, file.size, &self.host.settings.limits));
        }
        Ok(())
    }

    /// `not_found` with every file that is not there.
    pub fn require(&self, document: &WorkspacePath, schema: Option<&WorkspacePath>) -> Outcome<()> {
        let named = [Some((document, "document")), schema.map(|path| (path, "schema"))];
        let missing: Vec<_> =
            named.into_iter().flatten().filter(|(path, _)| !self.capture.files().contains_key(*path)).collect();
        let Some((path, role)) = missing.first() else { return Ok(()) };
        let mut fault = Fault::missing_file(path.as_str(), role);
        if let Some(why) = self.absent.get(*path) {
            fault.message = format!("The file `{path}`, named as {role}, {why}.");
        }
        let all: Vec<_> = missing.iter().map(|(path, role)| serde_json::json!({"path": path, "role": role})).collect();
        Err(fault.with("missing", all))
    }

    /// The location hints of a document that is there.
    async fn hints(&mut self, document: &WorkspacePath, times: Times) -> Outcome<Vec<Hint>> {
        if let Some(known) = self.hints.get(document) {
            return known.clone();
        }
        let capture = Arc::clone(&self.capture);
        let hints = self.lease().await?.hints(capture, document.clone(), times).await;
        self.hints.insert(document.clone(), hints.clone());
        hints
    }

    /// The entry documents of the schema of a document that is there: those given, else those of its hints that are there.
    pub async fn entries(
        &mut self,
        document: &WorkspacePath,
        schema: &SchemaSource,
        times: Times,
    ) -> Outcome<Vec<WorkspacePath>> {
        match schema {
            SchemaSource::Reference { path, .. } => Ok(vec![path.clone()]),
            SchemaSource::Documents { entries, .. } => Ok(entries.clone()),
            SchemaSource::Hints { .. } => {
                let hints = self.hints(document, times).await?;
                hinted(&hints, &self.capture, document)
            }
        }
    }

    /// The schema of a document, so that validation need not ask for hints again that were asked for to gather it.
    pub async fn resolved(
        &mut self,
        document: &WorkspacePath,
        schema: &SchemaSource,
        times: Times,
    ) -> Outcome<SchemaSource> {
        match schema {
            SchemaSource::Hints { options } if self.hints.contains_key(document) => {
                let entries = self.entries(document, schema, times).await?;
                Ok(SchemaSource::Documents { entries, options: options.clone() })
            }
            _ => Ok(schema.clone()),
        }
    }

    /// Adds schema documents with all that they refer to. References that name no file are left to the schema's compilation, and so
    /// is a closure beyond its limits: it gets one document more than they allow.
    async fn schemas(&mut self, entries: Vec<WorkspacePath>, options: &SchemaOptions, times: Times) -> Outcome<()> {
        if self.tree.is_none() {
            return Ok(());
        }
        let (limits, began) = (Arc::clone(&self.host.settings.limits), Instant::now());
        let mut open = VecDeque::from(entries);
        open.extend(options.namespace_schemas.iter().map(|(_, path)| path.clone()));
        let (mut closure, mut bytes) = (HashSet::new(), 0_u64);
        while let Some(path) = open.pop_front() {
            let full = closure.len() as u64 > limits.schema_closure_files || bytes > limits.schema_closure_bytes;
            if full || !closure.insert(path.clone()) {
                continue;
            }
            self.add(&path, Bound::of_schemas(&limits)).await?;
            let Some(file) = self.capture.files().get(&path) else {
                // What is not there counts for nothing.
                closure.remove(&path);
                continue;
            };
            bytes = bytes.saturating_add(file.size);
            let times = Times { compile: times.compile.since(began), ..times };
            open.extend(self.references(&path, options, times).await?);
        }
        Ok(())
    }

    async fn references(
        &mut self,
        path: &WorkspacePath,
        options: &SchemaOptions,
        times: Times,
    ) -> Outcome<Vec<WorkspacePath>> {
        let Some(file) = self.capture.files().get(path) else { return Ok(Vec::new()) };
        let asked = Referrer { digest: file.digest, path: path.clone(), options: options.clone() };
        if let Some(known) = self.host.known_references.get(&asked) {
            return Ok(known);
        }
        let capture = Arc::clone(&self.capture);
        let references = self.lease().await?.references(capture, path.clone(), options.clone(), times).await;
        let found = match references {
            Ok(references) => references.into_iter().filter_map(|reference| reference.path).collect(),
            Err(fault) if is_of_the_file(&fault) => Vec::new(),
            Err(fault) => return Err(fault),
        };
        self.host.known_references.keep(asked, &found);
        Ok(found)
    }

    async fn add(&mut self, path: &WorkspacePath, bound: Bound) -> Outcome<()> {
        let Some(tree) = &self.tree else { return Ok(()) };
        if self.capture.files().contains_key(path) || self.absent.contains_key(path) {
            return Ok(());
        }
        let limits = Arc::clone(&self.host.settings.limits);
        let (tree, wanted, bounds) = (Arc::clone(tree), path.clone(), Arc::clone(&limits));
        let found = tokio::task::spawn_blocking(move || tree.capture(&wanted, bound, &bounds)).await;
        match found.map_err(Fault::internal)?? {
            Found::Absent(why) => _ = self.absent.insert(path.clone(), why),
            Found::File(file) => {
                self.bytes = self.bytes.saturating_add(file.size);
                if self.bytes > limits.session_bytes {
                    return Err(limits.reached("session_bytes", self.bytes).with("path", path.as_str()));
                }
                Arc::make_mut(&mut self.capture).insert(path.clone(), file);
            }
        }
        Ok(())
    }

    /// What was gathered, checked to belong together. `state_busy` where a file
    /// was changed meanwhile.
    pub async fn finish(&mut self) -> Outcome<Snapshot> {
        if let Some(tree) = &self.tree {
            let tree = Arc::clone(tree);
            tokio::task::spawn_blocking(move || tree.verify()).await.map_err(Fault::internal)??;
        }
        Ok(self.snapshot())
    }

    /// What was gathered so far.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            workspace_id: self.workspace_id.clone(),
            generation: self.generation,
            capture: (*self.capture).clone(),
        }
    }
}

/// Whether a fault ends the operation as a whole, and is not that of one document or schema.
pub fn is_of_the_operation(fault: &Fault) -> bool {
    matches!(
        fault.code,
        FaultCode::StateIo
            | FaultCode::StateBusy
            | FaultCode::StateCorrupt
            | FaultCode::ServerBusy
            | FaultCode::Cancelled
            | FaultCode::Internal
    ) || fault.details.get("limit").is_some_and(|limit| limit == "session_bytes")
}

/// Whether the file that was asked about is at fault itself. Validation then says so, for each document.
fn is_of_the_file(fault: &Fault) -> bool {
    matches!(fault.code, FaultCode::InvalidXml | FaultCode::InputLimit | FaultCode::InvalidArgument)
}
