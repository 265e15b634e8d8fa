//! One service per connection: it adds the client's address to each request and can cut the connection.

use crate::faulty_response::{CutNow, ResetAfter};
use crate::reset::ResetFlag;
use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::Request;
use axum::response::Response;
use std::convert::Infallible;
use std::future::{Ready, ready};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};
use tower_service::Service;

/// Address of the client, an extension of each request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub SocketAddr);

/// Makes the service of each accepted connection.
#[derive(Clone)]
pub(crate) struct Maker(pub Router);

/// Serves one connection.
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
