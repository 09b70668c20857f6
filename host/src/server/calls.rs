//! The requests that are not answered yet.
//!
//! A request travels through the protocol library under a number of ours, so that an id can be reused at once after a cancellation
//! and a late answer can never go out under the id of another request.

use crate::limits::Limits;
use rmcp::model::RequestId;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

/// Requests in flight beyond those that workers and queue can hold, before the server stops reading. So `server_busy` comes first.
const SPARE: u64 = 128;

/// The requests in flight of one connection.
#[derive(Debug)]
pub struct Calls {
    places: Arc<Semaphore>,
    all_places: u32,
    closing: CancellationToken,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    next: i64,
    by_number: HashMap<i64, Call>,
    numbers: HashMap<String, i64>,
}

#[derive(Debug)]
struct Call {
    id: Value,
    cancel: CancellationToken,
    place: OwnedSemaphorePermit,
    /// The last progress that was told.
    progress: Option<u64>,
}

/// What is needed to answer a request.
#[derive(Debug)]
pub struct Answerable {
    /// The client's id.
    pub id: Value,
    // Held until the answer is on its way, so that unread answers hold back further requests.
    _place: OwnedSemaphorePermit,
}

/// Another request with this id is in flight.
#[derive(Debug)]
pub struct Duplicate;

impl Calls {
    /// None yet; all are cancelled with `closing`.
    pub fn new(limits: &Limits, closing: CancellationToken) -> Calls {
        let all_places = u32::try_from(limits.workers + limits.queue_slots + SPARE).unwrap_or(u32::MAX);
        Calls { places: Arc::new(Semaphore::new(all_places as usize)), all_places, closing, state: Mutex::default() }
    }

    /// Registers a request, as soon as there is a place; gives its number and what cancels it.
    pub async fn open(&self, id: Value) -> Result<(RequestId, CancellationToken), Duplicate> {
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(|_| Duplicate)?;
        let mut state = self.lock();
        let key = id.to_string();
        if state.numbers.contains_key(&key) {
            return Err(Duplicate);
        }
        let number = state.next;
        state.next += 1;
        let cancel = self.closing.child_token();
        state.numbers.insert(key, number);
        state.by_number.insert(number, Call { id, cancel: cancel.clone(), place, progress: None });
        Ok((RequestId::Number(number), cancel))
    }

    /// Cancels a request: nothing will be sent for it. An id that is not in flight is left alone.
    pub fn cancel(&self, id: &Value) {
        let mut state = self.lock();
        let Some(number) = state.numbers.remove(&id.to_string()) else { return };
        if let Some(call) = state.by_number.remove(&number) {
            call.cancel.cancel();
        }
    }

    /// Notes progress of a request that is neither answered nor cancelled, if it rises and `tell` could tell of it. Its answer waits for
    /// that, so that none follows it.
    pub fn advance(&self, number: &RequestId, progress: u64, tell: impl FnOnce() -> bool) {
        let RequestId::Number(number) = number else { return };
        let mut state = self.lock();
        let Some(call) = state.by_number.get_mut(number) else { return };
        if call.progress.is_none_or(|last| progress > last) && tell() {
            call.progress = Some(progress);
        }
    }

    /// Ends a request that is to be answered; `None` if it was cancelled.
    pub fn close(&self, number: &RequestId) -> Option<Answerable> {
        let RequestId::Number(number) = number else { return None };
        let mut state = self.lock();
        let call = state.by_number.remove(number)?;
        state.numbers.remove(&call.id.to_string());
        Some(Answerable { id: call.id, _place: call.place })
    }

    /// Waits until every request is answered or cancelled.
    pub async fn idle(&self) {
        let _all = self.places.acquire_many(self.all_places).await;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[tokio::test]
    async fn an_id_is_refused_while_in_flight_and_free_after_its_answer_or_cancellation() {
        let calls = Calls::new(&Limits::default(), CancellationToken::new());
        let (first, _) = calls.open(json!(1)).await.unwrap();
        assert!(calls.open(json!(1)).await.is_err());
        assert!(calls.open(json!("1")).await.is_ok());
        assert_eq!(calls.close(&first).map(|call| call.id), Some(json!(1)));

        let (second, cancel) = calls.open(json!(1)).await.unwrap();
        calls.cancel(&json!(1));
        assert!(cancel.is_cancelled());
        let (third, _) = calls.open(json!(1)).await.unwrap();
        assert!(calls.close(&second).is_none(), "the late answer of the cancelled request");
        assert!(calls.close(&third).is_some());
    }

    #[tokio::test]
    async fn progress_rises_and_ends_with_its_call() {
        let calls = Calls::new(&Limits::default(), CancellationToken::new());
        let mut told = Vec::new();
        let (number, _) = calls.open(json!(1)).await.unwrap();
        for (progress, heard) in [(1, true), (1, true), (3, false), (2, true), (3, true)] {
            calls.advance(&number, progress, || {
                told.push(progress);
                heard
            });
        }
        drop(calls.close(&number));
        let (cancelled, _) = calls.open(json!(2)).await.unwrap();
        calls.cancel(&json!(2));
        for ended in [number, cancelled] {
            calls.advance(&ended, 9, || panic!("it has ended"));
        }
        assert_eq!(told, [1, 3, 2, 3]);
    }

    #[tokio::test]
    async fn closing_cancels_every_call() {
        let closing = CancellationToken::new();
        let calls = Calls::new(&Limits::default(), closing.clone());
        let (number, cancel) = calls.open(json!(1)).await.unwrap();
        closing.cancel();
        assert!(cancel.is_cancelled());
        drop(calls.close(&number));
        calls.idle().await;
    }
}
