//! Gathering the files of a schema from a folder: the guest is asked for the references of each schema document until no file is new.

use crate::capture::Capture;
use crate::capture::folder::Folder;
use crate::fault::{Fault, FaultCode, Outcome};
use crate::host::Host;
use crate::worker::schema::SchemaOptions;
use crate::workspace::WorkspacePath;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

/// A capture that grows with what its schema documents refer to.
#[derive(Debug)]
pub struct Gathering<'a> {
    host: &'a Host,
    folder: &'a Folder,
    options: &'a SchemaOptions,
    capture: Capture,
    asked: BTreeSet<WorkspacePath>,
}

impl<'a> Gathering<'a> {
    /// Nothing yet.
    pub fn new(host: &'a Host, folder: &'a Folder, options: &'a SchemaOptions) -> Gathering<'a> {
        Gathering { host, folder, options, capture: Capture::default(), asked: BTreeSet::new() }
    }

    /// Adds a document.
    pub fn document(&mut self, path: &WorkspacePath) -> Outcome<()> {
        let limits = &self.host.settings.limits;
        self.add(path, "xml_bytes", limits.xml_bytes)
    }

    /// Adds the schemas that a document of the capture names itself, with all that they refer to.
    pub async fn hinted_schemas(&mut self, document: &WorkspacePath) -> Outcome<()> {
        let hints = self.host.workers().await?.hints(Arc::new(self.capture.clone()), document.clone()).await;
        let hints = match hints {
            Err(fault) if is_of_the_file(&fault) => return Ok(()),
            hints => hints?,
        };
        self.schemas(hints.into_iter().filter_map(|hint| hint.path).collect()).await
    }

    /// Adds schema documents with all that they refer to. References that name no file are left to the schema's compilation.
    pub async fn schemas(&mut self, entries: Vec<WorkspacePath>) -> Outcome<()> {
        let limits = Arc::clone(&self.host.settings.limits);
        let mut open = VecDeque::from(entries);
        while let Some(path) = open.pop_front() {
            // One more than the limit allows is enough for the guest to say that it was reached.
            if self.asked.len() as u64 > limits.schema_closure_files || !self.asked.insert(path.clone()) {
                continue;
            }
            self.add(&path, "xsd_bytes", limits.xsd_bytes)?;
            if !self.capture.files().contains_key(&path) {
                continue;
            }
            let workers = self.host.workers().await?;
            let references = workers.references(Arc::new(self.capture.clone()), path, self.options.clone()).await;
            match references {
                Ok(references) => open.extend(references.into_iter().filter_map(|reference| reference.path)),
                Err(fault) if is_of_the_file(&fault) => {}
                Err(fault) => return Err(fault),
            }
        }
        Ok(())
    }

    /// What was gathered.
    pub fn finish(self) -> Capture {
        self.capture
    }

    fn add(&mut self, path: &WorkspacePath, key: &'static str, maximum: u64) -> Outcome<()> {
        if self.capture.files().contains_key(path) {
            return Ok(());
        }
        if let Some(file) = self.folder.capture(path, key, maximum, &self.host.settings.limits)? {
            self.capture.insert(path.clone(), file);
        }
        Ok(())
    }
}

/// Whether the file that was asked about is at fault itself. Validation then says so, for each document.
fn is_of_the_file(fault: &Fault) -> bool {
    matches!(fault.code, FaultCode::InvalidXml | FaultCode::InputLimit)
}
