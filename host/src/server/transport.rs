//! Messages on standard input and output.
//!
//! The protocol library sees well-formed requests only. Everything else of the connection is decided here: bad lines are answered,
//! cancellations stop calls, other notifications are dropped, and the end of input gives running calls a moment to finish.

use super::calls::Calls;
use super::lines::next_line;
use super::message::Message;
use super::progress::ProgressLine;
use crate::limits::Limits;
use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, ErrorCode, ErrorData, GetExtensions as _, JsonRpcMessage, RequestId,
    ServerJsonRpcMessage,
};
use rmcp::service::RoleServer;
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufRead, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// How long calls may go on after the end of input. Clients send SIGTERM after two seconds.
const DRAIN: Duration = Duration::from_secs(1);
/// Messages read ahead of the protocol library.
const INCOMING: usize = 1;
/// Answers that wait for the client to read.
const OUTGOING: usize = 16;

type Incoming = (RequestId, Box<ClientRequest>);

/// What a handler has of the call that it works on; found in the extensions of its context.
#[derive(Debug, Clone)]
pub struct Underway {
    /// Cancels the call.
    pub cancel: CancellationToken,
    /// Tells the client how far it is.
    pub progress: ProgressLine,
}

/// The connection, as the protocol library drives it.
#[derive(Debug)]
pub struct Connection {
    incoming: mpsc::Receiver<Incoming>,
    outgoing: Option<mpsc::Sender<Vec<u8>>>,
    calls: Arc<Calls>,
}

/// The tasks of a connection.
#[derive(Debug)]
pub struct Tasks {
    /// Ends when everything is written, or when the client no longer reads.
    pub writer: JoinHandle<()>,
}

/// The client no longer reads.
#[derive(Debug)]
pub struct Disconnected;

impl std::fmt::Display for Disconnected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the client no longer reads")
    }
}

impl std::error::Error for Disconnected {}

/// Connects the streams. `after_answer` is called whenever something has been written. `closing` ends the connection, and is cancelled when it has ended.
pub fn connect(
    input: impl AsyncBufRead + Unpin + Send + 'static,
    output: impl AsyncWrite + Unpin + Send + 'static,
    limits: &Limits,
    after_answer: impl Fn() + Send + 'static,
    closing: CancellationToken,
) -> (Connection, Tasks) {
    let calls = Arc::new(Calls::new(limits, closing.clone()));
    let (to_server, incoming) = mpsc::channel(INCOMING);
    let (outgoing, to_client) = mpsc::channel(OUTGOING);
    let reader = Reader {
        calls: Arc::clone(&calls),
        to_server,
        outgoing: outgoing.clone(),
        request_bytes: limits.request_bytes,
        closing: closing.clone(),
    };
    tokio::spawn(reader.run(input));
    let writer = tokio::spawn(write(to_client, output, after_answer, closing));
    (Connection { incoming, outgoing: Some(outgoing), calls }, Tasks { writer })
}

struct Reader {
    calls: Arc<Calls>,
    to_server: mpsc::Sender<Incoming>,
    outgoing: mpsc::Sender<Vec<u8>>,
    request_bytes: u64,
    closing: CancellationToken,
}

impl Reader {
    async fn run(self, mut input: impl AsyncBufRead + Unpin) {
        tokio::select! {
            () = self.closing.cancelled() => {}
            () = self.read(&mut input) => {
                tokio::select! {
                    () = self.closing.cancelled() => {}
                    () = self.calls.idle() => {}
                    () = tokio::time::sleep(DRAIN) => {}
                }
                self.closing.cancel();
            }
        }
    }

    async fn read(&self, input: &mut (impl AsyncBufRead + Unpin)) {
        loop {
            let line = match next_line(input, self.request_bytes).await {
                Ok(Some(line)) => line,
                Ok(None) => return,
                Err(cause) => {
                    tracing::error!("standard input: {cause}");
                    return;
                }
            };
            let delivered = match Message::read(line, self.request_bytes) {
                Message::Request(id, request) => self.deliver(id, request).await,
                Message::Bad(id, error) => self.refuse(&id, &error).await,
                Message::Cancelled(id) => {
                    self.calls.cancel(&id);
                    true
                }
                Message::Ignored => true,
            };
            if !delivered {
                return;
            }
        }
    }

    async fn deliver(&self, id: Value, mut request: Box<ClientRequest>) -> bool {
        let Ok((number, cancel)) = self.calls.open(id.clone()).await else {
            let error = ErrorData::new(ErrorCode::INVALID_REQUEST, "A request with this id is not answered yet.", None);
            return self.refuse(&id, &error).await;
        };
        let (calls, outgoing) = (Arc::clone(&self.calls), self.outgoing.downgrade());
        let progress = ProgressLine { calls, number: number.clone(), outgoing };
        request.extensions_mut().insert(Underway { cancel, progress });
        self.to_server.send((number, request)).await.is_ok()
    }

    async fn refuse(&self, id: &Value, error: &ErrorData) -> bool {
        let line = encode(&Failure { jsonrpc: "2.0", id, error });
        self.outgoing.send(line).await.is_ok()
    }
}

#[derive(Serialize)]
struct Success<'a, R> {
    jsonrpc: &'static str,
    id: &'a Value,
    result: &'a R,
}

#[derive(Serialize)]
struct Failure<'a> {
    jsonrpc: &'static str,
    id: &'a Value,
    error: &'a ErrorData,
}

/// A message as a line.
pub fn encode(message: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(message).unwrap_or_else(|cause| {
        tracing::error!("a message could not be written: {cause}");
        br#"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"Internal error."}}"#.to_vec()
    });
    line.push(b'\n');
    line
}

async fn write(
    mut lines: mpsc::Receiver<Vec<u8>>,
    mut output: impl AsyncWrite + Unpin,
    after_answer: impl Fn(),
    closing: CancellationToken,
) {
    while let Some(line) = lines.recv().await {
        let written = async {
            output.write_all(&line).await?;
            output.flush().await
        };
        if let Err(cause) = written.await {
            tracing::warn!("standard output: {cause}");
            closing.cancel();
            return;
        }
        after_answer();
    }
}

impl rmcp::transport::Transport<RoleServer> for Connection {
    type Error = Disconnected;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Disconnected>> + Send + 'static {
        let number = match &message {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
        };
        let call = number.map(|number| self.calls.close(number));
        let line = match (&message, &call) {
            // Cancelled in the meantime: nothing more is sent for it.
            (_, Some(None)) => None,
            (JsonRpcMessage::Response(response), Some(Some(call))) => {
                Some(encode(&Success { jsonrpc: "2.0", id: &call.id, result: &response.result }))
            }
            (JsonRpcMessage::Error(error), Some(Some(call))) => {
                Some(encode(&Failure { jsonrpc: "2.0", id: &call.id, error: &error.error }))
            }
            _ => Some(encode(&message)),
        };
        let outgoing = self.outgoing.clone();
        async move {
            let Some(line) = line else { return Ok(()) };
            let outgoing = outgoing.ok_or(Disconnected)?;
            let sent = outgoing.send(line).await.map_err(|_| Disconnected);
            drop(call);
            sent
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        let (number, request) = self.incoming.recv().await?;
        Some(JsonRpcMessage::request(*request, number))
    }

    async fn close(&mut self) -> Result<(), Disconnected> {
        self.outgoing = None;
        Ok(())
    }
}
