//! Running a transform: code over the whole document, or steps one after another. Nothing is judged here.

use super::arguments::{Asked, Pipeline, Transform};
use super::flow::blocking;
use super::steps::{Step, Work};
use crate::capture::CapturedFile;
use crate::digest::Digest;
use crate::fault::{Fault, FaultCode, Outcome};
use crate::limits::Limits;
use crate::operations::inquiry::SchemaReference;
use crate::operations::progress::Progress;
use crate::operations::references::options_json;
use crate::worker::Purse;
use crate::worker::inquiry::Inquiry;
use crate::worker::transform::step::Edit;
use crate::worker::transform::{Against, EditFailure, Run, UserCode, failure_fault, purse, shown};
use crate::worker::{Lease, Readings, Workers};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Global elements and documents that the code is told of.
const FACTS: usize = 1_000;

/// What a transform has left.
pub struct Made {
    /// The candidate.
    pub document: Vec<u8>,
    /// Documents on the way, by name.
    pub checkpoints: Vec<(String, CapturedFile)>,
    /// What the code printed.
    pub output: String,
    /// What may surprise.
    pub warnings: Vec<String>,
    /// What it cost.
    pub readings: Readings,
}

/// Runs one transform.
pub struct Making<'a> {
    /// Where code comes from.
    pub workers: &'a Workers,
    /// The right to run guests.
    pub lease: &'a mut Lease,
    /// What documents are bound to.
    pub against: &'a Against,
    /// The limits in force.
    pub limits: &'a Limits,
    /// Who is told of steps.
    pub progress: &'a Progress,
}

impl Making<'_> {
    /// Runs the transform; gives the digest of its code too.
    pub async fn make(self, asked: &Asked, document: Vec<u8>) -> Outcome<(Digest, Made)> {
        match &asked.transform {
            Transform::Python(source) => {
                let code = self.workers.transforms().python().await?;
                let made = self.whole(&code, source.clone(), document, &asked.source).await?;
                Ok((Digest::of(source.as_bytes()), made))
            }
            Transform::Component(path) => {
                let file = self.against.capture.files().get(path).cloned();
                let file = file.ok_or_else(|| Fault::missing_file(path.as_str(), "component"))?;
                let digest = file.digest;
                let bytes = blocking(move || file.read()).await?;
                let code = self.workers.transforms().component(bytes, self.limits).await?;
                Ok((digest, self.whole(&code, String::new(), document, &asked.source).await?))
            }
            Transform::Pipeline(pipeline) => {
                Ok((pipeline.digest, self.pipeline(pipeline, document, &asked.source).await?))
            }
        }
    }

    /// One run of code over the whole document.
    async fn whole(
        self,
        code: &UserCode,
        source: String,
        document: Vec<u8>,
        schema: &SchemaReference,
    ) -> Outcome<Made> {
        let facts = facts(self.lease, self.against, schema).await?;
        let mut purse = purse(self.limits, document.len() as u64);
        let node_table = self.lease.node_table(self.against, &document, &mut purse).await?;
        let run = Run { document, node_table, source, arguments: "{}".to_owned(), facts: facts.to_string() };
        let ran = self.lease.transform(code, run, self.against, &mut purse).await?;
        let checkpoints = self.aside(0, ran.checkpoints).await?;
        self.progress.tell(1, 2, || "transformed".to_owned());
        Ok(Made {
            document: ran.document,
            checkpoints,
            output: ran.output,
            warnings: ran.warnings,
            readings: Readings { fuel: purse.used(), ..ran.readings },
        })
    }

    /// Steps, one after another, from bytes to bytes; all of them are looked at before the first is done.
    async fn pipeline(mut self, pipeline: &Pipeline, document: Vec<u8>, schema: &SchemaReference) -> Outcome<Made> {
        self.check(pipeline).await?;
        let python = match pipeline.definitions.is_empty() {
            true => None,
            false => {
                let code = self.workers.transforms().python().await?;
                self.lease.check_code(&code, pipeline.definitions.clone(), &purse(self.limits, 0)).await?;
                Some((code, facts(self.lease, self.against, schema).await?))
            }
        };
        let mut purse = purse(self.limits, document.len() as u64);
        let mut made = Stage { document, ..Stage::default() };
        for (index, step) in pipeline.steps.iter().enumerate() {
            let place = place(index, step);
            let done = match &step.work {
                Work::Edit(edit) => self.edit(&mut made, edit, &mut purse).await,
                Work::Python(name, arguments) => {
                    let source = pipeline.definitions.iter().find(|(known, _)| known == name);
                    let (Some((_, source)), Some(python)) = (source, &python) else {
                        return Err(Fault::internal("a pipeline lost a definition"));
                    };
                    self.python(&mut made, (python, source, arguments), &mut purse).await
                }
            };
            let done = done.and_then(|()| made.require_names(pipeline));
            done.map_err(|fault| in_step(fault, index, step, made.steps > 0))?;
            made.steps += 1;
            if let Some(name) = &step.checkpoint {
                let checkpoint = vec![(name.clone(), made.document.clone())];
                made.checkpoints.extend(self.aside(made.checkpoints.len(), checkpoint).await?);
            }
            self.progress.tell(made.steps, pipeline.steps.len() as u64 + 1, || place);
        }
        let readings = made.readings.ok_or_else(|| Fault::internal("a pipeline without steps"))?;
        Ok(Made {
            document: made.document,
            checkpoints: made.checkpoints,
            output: made.output,
            warnings: made.warnings,
            readings: Readings { fuel: purse.used(), ..readings },
        })
    }

    /// Puts checkpoints aside until they are judged; so many are there already. Those of all steps at one time would be too much for memory.
    async fn aside(&self, before: usize, checkpoints: Vec<(String, Vec<u8>)>) -> Outcome<Vec<(String, CapturedFile)>> {
        let total = (before + checkpoints.len()) as u64;
        if total > self.limits.output_files {
            return Err(self.limits.reached("output_files", total));
        }
        let scratch = Arc::clone(&self.against.scratch);
        let kept = move |(name, document): (String, Vec<u8>)| Ok((name, CapturedFile::new(scratch.store(&document)?)));
        blocking(move || checkpoints.into_iter().map(kept).collect()).await
    }

    async fn check(&mut self, pipeline: &Pipeline) -> Outcome<()> {
        let edits = pipeline.steps.iter().enumerate().filter_map(|(index, step)| match &step.work {
            Work::Edit(edit) => Some((index, edit.clone())),
            Work::Python(..) => None,
        });
        let (places, edits): (Vec<usize>, Vec<_>) = edits.unzip();
        if edits.is_empty() {
            return Ok(());
        }
        let checked = self.lease.check_edits(self.against, edits).await?;
        checked.map_err(|wrong| refused(wrong.failure, places.get(wrong.index).copied().unwrap_or_default()))
    }

    async fn edit(&mut self, made: &mut Stage, edit: &Edit, purse: &mut Purse) -> Outcome<()> {
        let edited = self.lease.edit(self.against, &made.document, edit, purse).await?.map_err(failed)?;
        made.document = edited.document;
        made.warn(edited.warnings);
        made.read(edited.readings);
        Ok(())
    }

    async fn python(
        &mut self,
        made: &mut Stage,
        ((code, facts), source, arguments): (&(UserCode, Value), &str, &str),
        purse: &mut Purse,
    ) -> Outcome<()> {
        let node_table = self.lease.node_table(self.against, &made.document, purse).await?;
        let run = Run {
            document: made.document.clone(),
            node_table,
            source: source.to_owned(),
            arguments: arguments.to_owned(),
            facts: facts.to_string(),
        };
        let ran = self.lease.transform(code, run, self.against, purse).await?;
        made.document = ran.document;
        made.checkpoints.extend(self.aside(made.checkpoints.len(), ran.checkpoints).await?);
        made.output.push_str(&ran.output);
        made.warn(ran.warnings);
        made.read(ran.readings);
        Ok(())
    }
}

/// A pipeline after some of its steps.
#[derive(Default)]
struct Stage {
    document: Vec<u8>,
    steps: u64,
    checkpoints: Vec<(String, CapturedFile)>,
    output: String,
    warnings: Vec<String>,
    readings: Option<Readings>,
}

impl Stage {
    /// A checkpoint is known by its name: what code calls one is neither the name of another nor one that a step gives.
    fn require_names(&self, pipeline: &Pipeline) -> Outcome<()> {
        // Those of steps that are done are among the kept ones.
        let of_steps = pipeline.steps.iter().skip(usize::try_from(self.steps).unwrap_or(usize::MAX));
        let of_steps = of_steps.filter_map(|step| step.checkpoint.as_deref());
        let mut known = BTreeSet::new();
        let kept = self.checkpoints.iter().map(|(name, _)| name.as_str());
        match kept.chain(of_steps).find(|name| !known.insert(*name)) {
            None => Ok(()),
            Some(twice) => {
                let message = format!("the checkpoint `{twice}` is there twice; give each its own name");
                Err(failure_fault("Checkpoint", &message, None, &self.output))
            }
        }
    }

    fn warn(&mut self, warnings: Vec<String>) {
        let step = self.steps;
        self.warnings.extend(warnings.into_iter().map(|warning| format!("steps[{step}]: {warning}")));
    }

    /// The readings of a pipeline name the component of the last step, and the largest memory.
    fn read(&mut self, readings: Readings) {
        let memory_bytes = self.readings.map_or(0, |known| known.memory_bytes).max(readings.memory_bytes);
        self.readings = Some(Readings { memory_bytes, ..readings });
    }
}

fn place(index: usize, step: &Step) -> String {
    format!("steps[{index}]: {}", op(step))
}

fn op(step: &Step) -> String {
    match &step.work {
        Work::Edit(edit) => edit.operation.word().to_owned(),
        Work::Python(name, _) => format!("python {name}"),
    }
}

/// A fault of a step, which says so. What cannot be read after another step has been made by that.
fn in_step(fault: Fault, index: usize, step: &Step, made: bool) -> Fault {
    let malformed =
        fault.code == FaultCode::InvalidXml && fault.details.get("role").is_some_and(|role| role == "document");
    let fault = match malformed && made {
        true => failure_fault(
            "InvalidXml",
            &format!("the step before left no well-formed document: {}", fault.message),
            None,
            "",
        ),
        false => fault,
    };
    let message = match fault.code {
        FaultCode::TransformFailed => format!("steps[{index}] ({}): {}", op(step), fault.message),
        _ => fault.message.clone(),
    };
    Fault { message, ..fault }.with("step", index).with("op", op(step))
}

/// A step that is wrong in itself.
fn refused(failure: EditFailure, index: usize) -> Fault {
    let place = |part: &str| format!("transform.steps[{index}]{part}");
    match failure {
        EditFailure::Undecidable(fault) => fault.with("schema", "source"),
        EditFailure::Argument(message) => Fault::argument(&place(""), format!("`{}`: {message}", place(""))),
        EditFailure::Expression { part, code, message, position, .. } => {
            let place = place(&format!(".{part}"));
            let at = position.map_or(String::new(), |position| format!(" at {position}"));
            let fault = Fault::argument(&place, format!("`{place}`: {code}{at}: {message}.")).with("code", code);
            fault.with("position", json!(position))
        }
        EditFailure::Impossible { message, .. } => Fault::argument(&place(""), message),
    }
}

/// A step that cannot be done to this document.
fn failed(failure: EditFailure) -> Fault {
    let (type_name, message, at) = match failure {
        EditFailure::Undecidable(fault) => return fault,
        EditFailure::Argument(message) => ("Argument".to_owned(), message, None),
        EditFailure::Expression { code, message, at, .. } => (code, message, at),
        EditFailure::Impossible { message, at } => ("Impossible".to_owned(), message, Some(at)),
    };
    let place = at.as_ref().map_or(String::new(), |at| format!(" (at {})", shown(at)));
    let fault = failure_fault(&type_name, &format!("{message}{place}"), None, "");
    match at {
        Some(at) => fault.with("at", json!(at)),
        None => fault,
    }
}

/// What code is told of the schema.
async fn facts(lease: &mut Lease, against: &Against, schema: &SchemaReference) -> Outcome<Value> {
    let entries = vec![schema.path.as_str().to_owned()];
    let asked = Inquiry::Overview { entries };
    let capture = Arc::clone(&against.capture);
    let (path, options) = (vec![schema.path.clone()], schema.options.clone());
    let known = lease.inquire(capture, path, options, asked, against.times).await?;
    let mut roots = known.data["roots"].clone();
    if let Some(roots) = roots.as_array_mut() {
        roots.truncate(FACTS);
    }
    let mut facts = options_json(&schema.options);
    facts["target_namespace"] = known.data["target_namespace"].clone();
    facts["roots"] = roots;
    facts["documents"] = json!(known.schema.documents.iter().take(FACTS).collect::<Vec<_>>());
    Ok(facts)
}
