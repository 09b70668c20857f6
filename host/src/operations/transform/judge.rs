//! What workers say of a document that a transform has made. What the transform says of it is not asked.

use crate::capture::{Capture, CapturedFile};
use crate::fault::{Fault, FaultCode, Outcome};
use crate::limits::Limits;
use crate::operations::inquiry::SchemaReference;
use crate::operations::validate::{Question, Verdict, decide};
use crate::worker::{Lease, SchemaSource, Times};
use crate::workspace::WorkspacePath;
use std::sync::Arc;

/// A document that was judged.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Where it is kept meanwhile.
    pub file: CapturedFile,
    /// The verdicts, or why the document cannot be read.
    pub verdicts: Result<Verdicts, Fault>,
}

/// Verdicts under both schemas.
#[derive(Clone, Debug)]
pub struct Verdicts {
    /// Under the source schema.
    pub source: Verdict,
    /// Under the target schema, if there is one.
    pub target: Option<Verdict>,
}

impl Judged {
    /// Whether it is well-formed.
    pub fn is_well_formed(&self) -> bool {
        self.verdicts.is_ok()
    }

    /// Bytes that its issues have in a report at least.
    pub fn report_bytes(&self) -> u64 {
        let Ok(verdicts) = &self.verdicts else { return 0 };
        let issues = [Some(&verdicts.source), verdicts.target.as_ref()].into_iter().flatten();
        let mut counted = Counted(0);
        for verdict in issues {
            // Counting does not fail.
            let _ = serde_json::to_writer(&mut counted, &verdict.outcome.report.issues);
        }
        counted.0
    }

    /// The verdict that counts: under the target schema, or the source schema where there is no other.
    pub fn decisive(&self) -> Option<&Verdict> {
        self.verdicts.as_ref().ok().map(|verdicts| verdicts.target.as_ref().unwrap_or(&verdicts.source))
    }

    /// Whether it is valid under that schema.
    pub fn is_valid(&self) -> bool {
        self.decisive().is_some_and(|verdict| verdict.outcome.report.valid)
    }
}

/// Counts what is written to it.
struct Counted(u64);

impl std::io::Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Judges documents of one transform.
#[derive(Debug)]
pub struct Judge<'a> {
    /// The files of the schemas.
    pub capture: Arc<Capture>,
    /// Both schemas.
    pub schemas: (&'a SchemaReference, Option<&'a SchemaReference>),
    /// The limits in force.
    pub limits: &'a Limits,
    /// How long each validation may take.
    pub times: Times,
}

impl Judge<'_> {
    /// Judges a document, told of as `name`, with role `role`. Faults are those of the schemas, of workers and of limits; that the
    /// document is malformed is none.
    pub async fn judge(&self, lease: &mut Lease, file: CapturedFile, name: &str, role: &str) -> Outcome<Judged> {
        let limits = self.limits;
        for (limit, maximum) in [("artifact_bytes", limits.artifact_bytes), ("xml_bytes", limits.xml_bytes)] {
            if file.size > maximum {
                return Err(limits.reached(limit, file.size).with("role", role));
            }
        }
        let (capture, document) = self.beside(name, &file)?;
        let (source, target) = self.schemas;
        let source = match self.decide(lease, &capture, &document, source).await {
            Ok(verdict) => verdict,
            Err(fault) if is_malformed(&fault) => return Ok(Judged { file, verdicts: Err(fault) }),
            Err(fault) => return Err(of_the(fault, "source", role)),
        };
        let target = match target {
            Some(target) => {
                let decided = self.decide(lease, &capture, &document, target).await;
                Some(decided.map_err(|fault| of_the(fault, "target", role))?)
            }
            None => None,
        };
        Ok(Judged { file, verdicts: Ok(Verdicts { source, target }) })
    }

    /// The verdict on a document of these files.
    pub async fn decide(
        &self,
        lease: &mut Lease,
        capture: &Arc<Capture>,
        document: &WorkspacePath,
        schema: &SchemaReference,
    ) -> Outcome<Verdict> {
        let schema = SchemaSource::Reference { path: schema.path.clone(), options: schema.options.clone() };
        decide(lease, Question { capture: Arc::clone(capture), document: document.clone(), schema }, self.times).await
    }

    /// The capture with a document beside its files, and where it stands: no file of the schemas gives way to it.
    pub fn beside(&self, name: &str, file: &CapturedFile) -> Outcome<(Arc<Capture>, WorkspacePath)> {
        let mut capture = (*self.capture).clone();
        let mut number = 0_u64;
        let path = loop {
            let tried = if number == 0 { format!("{name}.xml") } else { format!("{name}-{number}.xml") };
            let path = WorkspacePath::parse(&tried).map_err(Fault::internal)?;
            if !capture.files().contains_key(&path) {
                break path;
            }
            number += 1;
        };
        capture.insert(path.clone(), file.clone());
        Ok((Arc::new(capture), path))
    }
}

/// Whether it is the document that cannot be read, and not a document of its schema.
fn is_malformed(fault: &Fault) -> bool {
    fault.code == FaultCode::InvalidXml && fault.details.get("role").is_some_and(|role| role == "document")
}

fn of_the(fault: Fault, schema: &str, role: &str) -> Fault {
    let of_schema = matches!(
        fault.code,
        FaultCode::InvalidSchema | FaultCode::SchemaIncomplete | FaultCode::Unsupported | FaultCode::InvalidXml
    );
    if of_schema { fault.with("schema", schema) } else { fault.with("role", role) }
}
