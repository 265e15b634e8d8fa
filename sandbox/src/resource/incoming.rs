//! The body of an upload while it arrives.

use axum::body::{Body, BodyDataStream, Bytes};
use futures_util::{Stream, StreamExt};
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

/// Reads the body and fails where it exceeds the longest length accepted.
pub(super) struct Incoming {
    body: BodyDataStream,
    left: Option<u64>,
    too_long: bool,
}

impl Incoming {
    pub(super) fn new(body: Body, max: Option<u64>) -> Incoming {
        Incoming {
            body: body.into_data_stream(),
            left: max,
            too_long: false,
        }
    }

    /// The bytes that may still come; `None` without a limit.
    pub(super) fn left(&self) -> Option<u64> {
        self.left
    }

    pub(super) fn is_too_long(&self) -> bool {
        self.too_long
    }
}

impl Stream for Incoming {
    type Item = Result<Bytes, io::Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let polled = self.body.poll_next_unpin(cx);
        if let (Poll::Ready(Some(Ok(chunk))), Some(left)) = (&polled, self.left) {
            match left.checked_sub(chunk.len() as u64) {
                Some(left) => self.left = Some(left),
                None => {
                    self.too_long = true;
                    return Poll::Ready(Some(Err(io::Error::other("too long"))));
                }
            }
        }
        polled.map(|item| item.map(|chunk| chunk.map_err(io::Error::other)))
    }
}
