//! One service per connection: it adds the client's address to each request and can cut or reset the connection.

use crate::faulty_response::{CutNow, ResetAfter};
use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::Request;
use axum::response::Response;
use std::convert::Infallible;
use std::future::{Ready, ready};
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tower_service::Service;

/// Address of the client, an extension of each request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub SocketAddr);

#[derive(Clone)]
pub(crate) struct Maker(pub Router);

#[derive(Clone)]
pub(crate) struct Connection {
    router: Router,
    peer: Peer,
    pub reset: ResetFlag,
}

/// An error of the service closes the connection without a response: this is how a cut is implemented.
#[derive(Debug, thiserror::Error)]
#[error("the connection is cut on purpose")]
pub(crate) struct Cut;

impl Service<SocketAddr> for Maker {
    type Response = Connection;
    type Error = Infallible;
    type Future = Ready<Result<Connection, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, peer: SocketAddr) -> Self::Future {
        ready(Ok(Connection {
            router: self.0.clone(),
            peer: Peer(peer),
            reset: ResetFlag::default(),
        }))
    }
}

impl<B> Service<Request<B>> for Connection
where
    B: HttpBody<Data = Bytes> + Send + 'static,
    B::Error: Into<axum::BoxError>,
{
    type Response = Response;
    type Error = Cut;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Cut>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Cut>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        request.extensions_mut().insert(self.peer);
        let reset = ResetFlag::clone(&self.reset);
        let answer = self.router.call(request.map(Body::new));
        Box::pin(async move {
            let Ok(response) = answer.await;
            if response.extensions().get::<ResetAfter>().is_some() {
                reset.store(true, Ordering::SeqCst);
            }
            match response.extensions().get::<CutNow>() {
                Some(CutNow) => Err(Cut),
                None => Ok(response),
            }
        })
    }
}

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
