//! Standard output and error of a guest: kept up to a bound, dropped beyond it.

use bytes::Bytes;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use tokio::io::AsyncWrite;
use wasmtime_wasi::cli::{IsTerminal, StdoutStream};
use wasmtime_wasi::p2::{OutputStream, Pollable, StreamResult};

/// Most bytes taken from one write, whatever is kept of them.
const PERMIT_BYTES: usize = 64 << 10;

/// A sink that keeps the first bytes. A guest that writes more is not told: it is not worth a fault, and its fuel bounds it.
#[derive(Clone, Debug)]
pub struct Output {
    kept: Arc<Mutex<Vec<u8>>>,
    bound: usize,
}

impl Output {
    /// A sink that keeps `bound` bytes.
    pub fn new(bound: u64) -> Output {
        Output { kept: Arc::default(), bound: usize::try_from(bound).unwrap_or(usize::MAX) }
    }

    /// Takes what was kept, as text.
    pub fn take(&self) -> String {
        let kept = std::mem::take(&mut *self.kept.lock().unwrap_or_else(PoisonError::into_inner));
        String::from_utf8_lossy(&kept).into_owned()
    }

    fn keep(&self, bytes: &[u8]) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let room = self.bound.saturating_sub(kept.len()).min(bytes.len());
        kept.extend_from_slice(&bytes[..room]);
    }
}

impl IsTerminal for Output {
    fn is_terminal(&self) -> bool {
        false
    }
}

impl StdoutStream for Output {
    fn p2_stream(&self) -> Box<dyn OutputStream> {
        Box::new(self.clone())
    }

    fn async_stream(&self) -> Box<dyn AsyncWrite + Send + Sync> {
        Box::new(self.clone())
    }
}

impl OutputStream for Output {
    fn write(&mut self, bytes: Bytes) -> StreamResult<()> {
        self.keep(&bytes);
        Ok(())
    }

    fn flush(&mut self) -> StreamResult<()> {
        Ok(())
    }

    fn check_write(&mut self) -> StreamResult<usize> {
        Ok(PERMIT_BYTES)
    }
}

#[wasmtime_wasi::async_trait]
impl Pollable for Output {
    async fn ready(&mut self) {}
}

impl AsyncWrite for Output {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<std::io::Result<usize>> {
        self.keep(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_are_kept_and_the_rest_is_dropped() {
        let output = Output::new(5);
        let mut stream = output.p2_stream();
        for _ in 0..3 {
            assert!(stream.check_write().unwrap() > 0);
            stream.write(Bytes::from_static(b"abc")).unwrap();
        }
        assert_eq!(output.take(), "abcab");
        assert_eq!(output.take(), "");
    }
}
