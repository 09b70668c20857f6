//! Audit: one structured event for each operation, for operators and for programs that embed the host.
//!
//! An event says what was asked of which inputs, by their digests, how it ended and what it cost. It never holds contents, queries,
//! arguments, paths or names. Recording never disturbs an operation: what fails is told on the log, once.

mod event;
mod file;
mod notes;
mod observation;

pub use event::{Event, OK};
pub use notes::{Known, Notes, note};
pub use observation::Observation;

use crate::clock::Clock;
use file::AuditFile;
use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::sync::Arc;

/// What is called with every event, on a thread of the server: it must not block.
pub type Callback = Arc<dyn Fn(&Event) + Send + Sync>;

/// Where events go: always to the log at level `info`, and to what else was asked for.
#[derive(Clone, Default)]
pub struct Audit {
    clock: Clock,
    file: Option<Arc<AuditFile>>,
    callback: Option<Callback>,
}

impl std::fmt::Debug for Audit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Audit").field("file", &self.file.is_some()).field("callback", &self.callback.is_some()).finish()
    }
}

impl Audit {
    /// Events have the time of this clock.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Audit {
        Audit { clock, ..self }
    }

    /// Events go to a file as well, a line of JSON each. A new file has mode 0600; an existing one is appended to. The last part of the
    /// path may not be a link, and the file must be a plain one with no other name.
    ///
    /// # Errors
    /// When the file cannot be opened like that.
    pub fn and_file(self, path: &Path) -> std::io::Result<Audit> {
        Ok(Audit { file: Some(Arc::new(AuditFile::open(path)?)), ..self })
    }

    /// Events go to a function as well. A panic of it is told on the log and changes nothing else.
    #[must_use]
    pub fn and_callback(self, callback: impl Fn(&Event) + Send + Sync + 'static) -> Audit {
        Audit { callback: Some(Arc::new(callback)), ..self }
    }

    /// Records an event.
    pub fn record(&self, event: &Event) {
        let line = event.to_json().to_string();
        tracing::info!(target: "pyxsd_mcp::audit", "{line}");
        if let Some(file) = &self.file {
            file.append(line);
        }
        if let Some(callback) = &self.callback
            && std::panic::catch_unwind(AssertUnwindSafe(|| callback(event))).is_err()
        {
            tracing::error!("the callback for audit events panicked");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::{Fault, FaultCode};
    use std::sync::Mutex;
    use std::time::Duration;

    fn recorded(work: impl FnOnce(&Audit)) -> Vec<Event> {
        let events = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&events);
        work(&Audit::default().and_callback(move |event| kept.lock().unwrap().push(event.clone())));
        let events = events.lock().unwrap();
        events.clone()
    }

    #[test]
    fn an_operation_that_nobody_waits_for_any_more_was_cancelled() {
        let events = recorded(|audit| drop(Observation::begin(audit, "x")));
        assert_eq!(events.len(), 1);
        assert_eq!((events[0].operation, events[0].status), ("x", FaultCode::Cancelled.name()));
    }

    #[test]
    fn an_operation_is_recorded_once_with_what_was_noted_of_it() {
        let events = recorded(|audit| {
            let observation = Observation::begin(audit, "x");
            observation.notes().within_sync(|| note(|notes| notes.workspace = Some(("w".to_owned(), 3))));
            observation.finish(&Err(Fault::new(FaultCode::WorkerFuel, "secret")));
        });
        assert_eq!(events.len(), 1);
        assert_eq!((events[0].status, events[0].workspace.as_ref()), ("worker_fuel", Some(&("w".to_owned(), 3))));
        assert!(events[0].duration < Duration::from_secs(60));
        assert!(!events[0].to_json().to_string().contains("secret"));
    }

    #[test]
    fn an_event_has_the_time_of_the_clock() {
        let clock = Clock::new(|| std::time::UNIX_EPOCH, || [0; 16]);
        let events = recorded(|audit| drop(Observation::begin(&audit.clone().with_clock(clock), "x")));
        assert_eq!(events[0].time, "1970-01-01T00:00:00Z");
    }

    #[test]
    fn a_callback_that_panics_disturbs_nothing() {
        let audit = Audit::default().and_callback(|_| panic!("a defect of the callback"));
        Observation::begin(&audit, "x").finish(&Err(Fault::new(FaultCode::NotFound, "")));
    }

    #[test]
    fn nothing_is_noted_outside_an_operation() {
        note(|_| panic!("there is nothing to note it in"));
    }
}
