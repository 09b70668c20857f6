//! What a lease can do for a transform.

use super::UserCode;
use super::edit::{EditFailure, Edited, WrongStep};
use super::run::{Ran, Run, Runner};
use super::snapshots::{Question, channel};
use super::step::Edit;
use super::structural::StructuralOutcome;
use crate::capture::blobs::Scratch;
use crate::capture::{Capture, CapturedFile};
use crate::fault::{Fault, FaultCode, Outcome};
use crate::worker::actor::{Wanted, Worker};
use crate::worker::closure::SchemaKey;
use crate::worker::lease::Lease;
use crate::worker::purse::Purse;
use crate::worker::query::{Query, QueryRequest};
use crate::worker::request::{SchemaSource, Times};
use crate::worker::schema::SchemaOptions;
use crate::worker::stop::Stop;
use crate::worker::thread::GuestThread;
use crate::workspace::WorkspacePath;
use std::sync::Arc;

/// What a document on the way is bound to: the schema, and the path at which the document stands in the capture.
#[derive(Clone, Debug)]
pub struct Against {
    /// The files. What is at `document` is replaced by the document on the way.
    pub capture: Arc<Capture>,
    /// Where the document stands.
    pub document: WorkspacePath,
    /// The entry document of the schema.
    pub schema: WorkspacePath,
    /// What the schema is compiled with.
    pub options: SchemaOptions,
    /// Where documents on the way are kept meanwhile.
    pub scratch: Arc<Scratch>,
    /// How long compiling takes at most, and operations that are no part of the transform.
    pub times: Times,
}

impl Against {
    /// The capture with these bytes as the document.
    pub async fn with(&self, document: Vec<u8>) -> Outcome<Arc<Capture>> {
        let (whole, path, scratch) = (Arc::clone(&self.capture), self.document.clone(), Arc::clone(&self.scratch));
        // Digest and disk are too slow for the threads that serve everybody.
        let stored = move || {
            let mut capture = (*whole).clone();
            capture.insert(path, CapturedFile::new(scratch.store(&document)?));
            Ok(Arc::new(capture))
        };
        tokio::task::spawn_blocking(stored).await.map_err(Fault::internal)?
    }

    fn key(&self) -> SchemaKey {
        SchemaKey { entries: vec![self.schema.clone()], options: self.options.clone() }
    }
}

impl Lease {
    /// Finds what is wrong with steps in themselves; gives the first that is wrong.
    pub async fn check_edits(&mut self, against: &Against, edits: Vec<Edit>) -> Outcome<Result<(), WrongStep>> {
        let (key, capture, times) = (against.key(), Arc::clone(&against.capture), against.times);
        let (worker, compilation) = self.with_schema(&key, &capture).await?;
        let work = async move |worker: &mut Worker| {
            worker.check_edits(&capture, Wanted { key, compilation, times }, &edits).await
        };
        self.run(worker, work).await
    }

    /// Does one step to a document.
    pub async fn edit(
        &mut self,
        against: &Against,
        document: &[u8],
        edit: &Edit,
        purse: &mut Purse,
    ) -> Outcome<Result<Edited, EditFailure>> {
        let (key, times, path, edit) = (against.key(), against.times, against.document.clone(), edit.clone());
        let capture = against.with(document.to_vec()).await?;
        let (worker, compilation) = self.with_schema(&key, &capture).await?;
        let budget = purse.left();
        let work = async move |worker: &mut Worker| {
            worker.edit(&capture, Wanted { key, compilation, times }, &path, &edit, &budget).await
        };
        let edited = self.run(worker, work).await?;
        if let Ok(edited) = &edited {
            purse.spend(edited.readings.fuel);
        }
        Ok(edited)
    }

    /// The bound document as a table of nodes, for code that has no engine.
    pub async fn node_table(&mut self, against: &Against, document: &[u8], purse: &mut Purse) -> Outcome<Vec<u8>> {
        let (key, times, path) = (against.key(), against.times, against.document.clone());
        let capture = against.with(document.to_vec()).await?;
        let (worker, compilation) = self.with_schema(&key, &capture).await?;
        let budget = purse.left();
        let work = async move |worker: &mut Worker| {
            worker.node_table(&capture, Wanted { key, compilation, times }, &path, &budget).await
        };
        let (table, fuel) = self.run(worker, work).await?;
        purse.spend(fuel);
        Ok(table)
    }

    /// Compares two documents of a capture as trees, and lists at most `entries` differences.
    pub async fn structural_diff(
        &mut self,
        capture: Arc<Capture>,
        (old, new): (WorkspacePath, WorkspacePath),
        entries: u32,
        times: Times,
    ) -> Outcome<StructuralOutcome> {
        let blank = self.blank()?;
        let work = async move |worker: &mut Worker| worker.structural(&capture, (&old, &new), entries, times).await;
        self.run(blank, work).await
    }

    /// Sees that each of these sources, by name, can be read as code.
    pub async fn check_code(&mut self, code: &UserCode, sources: Vec<(String, String)>, purse: &Purse) -> Outcome<()> {
        let (snapshots, _) = channel();
        let budget = purse.left();
        let thread = self.runner(code, snapshots)?;
        thread.run(&self.permit, async move |runner: &mut Runner| runner.check(sources, budget).await).await.0
    }

    /// Runs user code. Its queries over a document are answered by a worker that holds the schema.
    pub async fn transform(&mut self, code: &UserCode, run: Run, against: &Against, purse: &mut Purse) -> Outcome<Ran> {
        let (snapshots, mut questions) = channel();
        let budget = purse.left();
        let thread = self.runner(code, snapshots)?;
        let permit = Arc::clone(&self.permit);
        let running = thread.run(&permit, async move |runner: &mut Runner| runner.run(run, budget).await);
        tokio::pin!(running);
        let ran = loop {
            tokio::select! {
                biased;
                (ran, _) = &mut running => break ran?,
                Some(question) = questions.recv() => self.answer(question, against, purse).await,
            }
        };
        purse.spend(ran.readings.fuel);
        Ok(ran)
    }

    fn runner(&self, code: &UserCode, snapshots: super::snapshots::Snapshots) -> Outcome<GuestThread<Runner>> {
        let limits = Arc::clone(self.pool.shared_limits());
        let runner = Runner::new(Arc::clone(&code.0), limits, self.pool.clock(), snapshots);
        GuestThread::start(runner, self.pool.roll())
    }

    /// Answers a query of a transform that waits for it. Its fuel is that of the transform: code that asks without end comes to an end.
    async fn answer(&mut self, question: Question, against: &Against, purse: &mut Purse) {
        let Question { document, expression, namespaces, reply } = question;
        let fuel = self.pool.limits().fuel_query.for_bytes(document.len() as u64);
        let query = Query { expression, namespaces, subtrees: false, first: 0, count: u32::MAX };
        let outcome = match self.asked(document, query, against, purse).await {
            Ok((request, times)) => self.query(request, times).await,
            Err(fault) => Err(fault),
        };
        match &outcome {
            Ok(outcome) => purse.spend(outcome.readings.fuel),
            Err(fault) if fault.code == FaultCode::WorkerFuel => purse.spend(fuel),
            Err(_) => {}
        }
        reply.give(outcome);
    }

    async fn asked(
        &self,
        document: Vec<u8>,
        query: Query,
        against: &Against,
        purse: &Purse,
    ) -> Outcome<(QueryRequest, Times)> {
        let (limits, bytes, left) = (self.pool.limits(), document.len() as u64, purse.left());
        if left.fuel == 0 {
            return Err(Stop::OutOfFuel.into_fault(&left, limits));
        }
        // The worker would say the same, after it was written to the disk.
        if bytes > limits.xml_bytes {
            return Err(limits.reached("xml_bytes", bytes));
        }
        let schema = SchemaSource::Reference { path: against.schema.clone(), options: against.options.clone() };
        let capture = against.with(document).await?;
        let times = Times { document: against.times.document.within(left.time), ..against.times };
        Ok((QueryRequest { capture, schema, document: against.document.clone(), query }, times))
    }
}
