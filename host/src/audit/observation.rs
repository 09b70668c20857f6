//! The observation of one operation, from its begin to its end.

use super::Audit;
use super::event::{Event, OK};
use super::notes::{Known, Notes};
use crate::envelope::Reply;
use crate::fault::{FaultCode, Outcome};
use std::time::Instant;

/// An operation that is under way. It is recorded once: when it is finished, or as `cancelled` when this is dropped before.
#[derive(Debug)]
pub struct Observation {
    audit: Audit,
    operation: &'static str,
    started: Instant,
    notes: Notes,
    recorded: bool,
}

impl Observation {
    /// The operation begins.
    pub fn begin(audit: &Audit, operation: &'static str) -> Observation {
        let (audit, notes) = (audit.clone(), Notes::default());
        Observation { audit, operation, started: Instant::now(), notes, recorded: false }
    }

    /// Where notes are taken; see [`super::note`].
    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// The operation has ended like this.
    pub fn finish(mut self, outcome: &Outcome<Reply>) {
        match outcome {
            Ok(reply) => self.record(OK, Known::of(&reply.provenance).or(self.notes.known())),
            Err(fault) => self.record(fault.code.name(), self.notes.known()),
        }
    }

    /// The operation has ended, without an envelope.
    pub fn finish_with(mut self, status: &'static str) {
        self.record(status, self.notes.known());
    }

    fn record(&mut self, status: &'static str, known: Known) {
        self.recorded = true;
        let Known { workspace, inputs, cache, fuel, memory_bytes } = known;
        let (time, duration) = (self.audit.clock.timestamp(), self.started.elapsed());
        let operation = self.operation;
        let event = Event { time, operation, status, duration, workspace, cache, inputs, fuel, memory_bytes };
        self.audit.record(&event);
    }
}

impl Drop for Observation {
    fn drop(&mut self) {
        if !self.recorded {
            self.record(FaultCode::Cancelled.name(), self.notes.known());
        }
    }
}
