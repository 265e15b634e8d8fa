//! Connections that end with a reset (RST) instead of in good order.

use crate::connection::Connection;
use std::future::{Ready, ready};
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// Set when the connection is to be reset once the response has been sent.
pub(crate) type ResetFlag = Arc<AtomicBool>;

/// Sends what is written at once, and resets the connection when its service requests it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Acceptor;

impl axum_server::accept::Accept<TcpStream, Connection> for Acceptor {
    type Stream = Resettable;
    type Service = Connection;
    type Future = Ready<io::Result<(Resettable, Connection)>>;

    fn accept(&self, stream: TcpStream, service: Connection) -> Self::Future {
        let reset = Arc::clone(&service.reset);
        let prepared = stream.set_nodelay(true);
        ready(prepared.map(|()| (Resettable { stream, reset }, service)))
    }
}

#[derive(Debug)]
pub(crate) struct Resettable {
    stream: TcpStream,
    reset: ResetFlag,
}

impl Drop for Resettable {
    fn drop(&mut self) {
        if self.reset.load(Ordering::SeqCst) {
            let socket = socket2::SockRef::from(&self.stream);
            let _ = socket.set_linger(Some(Duration::ZERO));
        }
    }
}

impl AsyncRead for Resettable {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Resettable {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // In good order would be FIN.
        match self.reset.load(Ordering::SeqCst) {
            true => Poll::Ready(Ok(())),
            false => Pin::new(&mut self.stream).poll_shutdown(context),
        }
    }
}
