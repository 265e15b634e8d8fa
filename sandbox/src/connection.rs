//! How a connection ends on purpose: each request has a handle by which it is cut or reset.

use axum::Extension;
use axum::middleware::AddExtension;
use std::future::{Ready, ready};
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tower_layer::Layer;

/// An extension of each request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Connection {
    cut: Arc<AtomicBool>,
    reset: Arc<AtomicBool>,
}

impl Connection {
    /// Nothing more is sent, and the connection closes.
    pub(crate) fn cut(&self) {
        self.cut.store(true, Ordering::SeqCst);
    }

    /// The connection is reset once the response has been sent.
    pub(crate) fn reset(&self) {
        self.reset.store(true, Ordering::SeqCst);
    }
}

/// Sends what is written at once, unless the connection is cut.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Acceptor;

impl<S> axum_server::accept::Accept<TcpStream, S> for Acceptor {
    type Stream = Breakable;
    type Service = AddExtension<S, Connection>;
    type Future = Ready<io::Result<(Breakable, Self::Service)>>;

    fn accept(&self, stream: TcpStream, service: S) -> Self::Future {
        let connection = Connection::default();
        let service = Extension(connection.clone()).layer(service);
        let prepared = stream.set_nodelay(true);
        ready(prepared.map(|()| (Breakable { stream, connection }, service)))
    }
}

#[derive(Debug)]
pub(crate) struct Breakable {
    stream: TcpStream,
    connection: Connection,
}

impl Drop for Breakable {
    fn drop(&mut self) {
        if self.connection.reset.load(Ordering::SeqCst) {
            let socket = socket2::SockRef::from(&self.stream);
            let _ = socket.set_linger(Some(Duration::ZERO));
        }
    }
}

impl AsyncRead for Breakable {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Breakable {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.connection.cut.load(Ordering::SeqCst) {
            true => Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into())),
            false => Pin::new(&mut self.stream).poll_write(context, bytes),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // In good order would be FIN.
        match self.connection.reset.load(Ordering::SeqCst) {
            true => Poll::Ready(Ok(())),
            false => Pin::new(&mut self.stream).poll_shutdown(context),
        }
    }
}
