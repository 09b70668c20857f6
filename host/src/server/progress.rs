//! Progress of a call that is under way, told to a client that gave a token for it.

use super::calls::Calls;
use super::transport::encode;
use crate::operations::progress::{Progress, Step};
use rmcp::model::{ProgressToken, RequestId};
use serde_json::json;
use std::sync::Arc;
use tokio::sync::mpsc;

/// Tells the client of one call how far it is.
#[derive(Debug, Clone)]
pub struct ProgressLine {
    pub(super) calls: Arc<Calls>,
    pub(super) number: RequestId,
    // Weak, so that a call which goes on does not keep the connection open.
    pub(super) outgoing: mpsc::WeakSender<Vec<u8>>,
}

impl ProgressLine {
    /// What tells the client of every step, under the token that it gave.
    pub fn of(self, token: ProgressToken) -> Progress {
        Progress::to(move |step| self.tell(&token, &step))
    }

    /// Steps that do not rise, and those of a call that was answered or cancelled, are not sent; nor is what a client that does not read
    /// would have to be waited for.
    fn tell(&self, token: &ProgressToken, step: &Step) {
        self.calls.advance(&self.number, step.done, || {
            let Some(outgoing) = self.outgoing.upgrade() else { return false };
            let params =
                json!({"progressToken": token, "progress": step.done, "total": step.total, "message": step.message});
            let message = json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params});
            outgoing.try_send(encode(&message)).is_ok()
        });
    }
}
