//! The MCP server on standard input and output: the only place that knows the protocol library.

mod calls;
mod exact;
mod handler;
mod instructions;
mod lines;
mod message;
mod progress;
mod prompts;
mod reference;
mod resources;
mod scan;
mod schemas;
mod skills;
mod tools;
mod transport;

pub use reference::documentation;

use crate::audit::Audit;
use crate::host::Host;
use crate::settings::Settings;
use handler::Handler;
use rmcp::model::ProtocolVersion;
use rmcp::service::{QuitReason, ServiceExt as _};
use std::sync::Arc;
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// How long the last answers may take to be written once the connection has ended.
const FLUSH: Duration = Duration::from_millis(300);

/// How long tasks that are being dropped may take.
const SHUTDOWN: Duration = Duration::from_millis(300);

/// The protocol versions that are spoken, newest first.
pub fn protocol_versions() -> Vec<String> {
    ProtocolVersion::KNOWN_VERSIONS.iter().rev().map(|version| version.as_str().to_owned()).collect()
}

/// Serves one client until the end of input, SIGTERM or SIGINT. `audit` is told of every operation.
///
/// # Errors
/// When the streams or signals of the process cannot be had.
pub fn serve(mut settings: Settings, audit: Audit) -> std::io::Result<()> {
    settings.groups.retain(|group| tools::has_tools(group));
    let host = Arc::new(Host::new(settings, protocol_versions()).with_audit(audit));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let outcome = runtime.block_on(run(Arc::clone(&host)));
    // A read of standard input that blocks cannot be ended, so this does not wait for everything.
    runtime.shutdown_timeout(SHUTDOWN);
    host.workspaces.discard();
    host.store.discard();
    outcome
}

async fn run(host: Arc<Host>) -> std::io::Result<()> {
    let closing = CancellationToken::new();
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let (input, output) = rmcp::transport::stdio_pipes();
    let input = tokio::io::BufReader::with_capacity(64 << 10, input);
    let warming = Arc::clone(&host);
    let after_answer = move || {
        if warming.take_worker_wanted() {
            let host = Arc::clone(&warming);
            tokio::spawn(async move { host.prewarm().await });
        }
    };
    let limits = Arc::clone(&host.settings.limits);
    let (connection, tasks) = transport::connect(input, output, &limits, after_answer, closing.clone());
    let over = closing.clone().drop_guard();
    let server = tokio::spawn(async move {
        converse(Handler::new(host), connection).await;
        drop(over);
    });
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
        () = closing.cancelled() => {}
    }
    closing.cancel();
    let ended = async {
        let _ = server.await;
        let _ = tasks.writer.await;
    };
    if tokio::time::timeout(FLUSH, ended).await.is_err() {
        tracing::debug!("the last answers were not read in time");
    }
    Ok(())
}

async fn converse(handler: Handler, connection: transport::Connection) {
    match handler.serve(connection).await {
        Ok(service) => match service.waiting().await {
            Ok(QuitReason::JoinError(cause)) | Err(cause) => tracing::error!("the server's task failed: {cause}"),
            Ok(_) => {}
        },
        Err(cause) => tracing::debug!("the connection ended before the handshake: {cause}"),
    }
}
