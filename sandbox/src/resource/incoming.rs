//! The body of an upload while it arrives.

use axum::body::{Body, BodyDataStream, Bytes};
use futures_util::{Stream, StreamExt};
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

/// This many bytes may come before a part, or a piece of one, is recognised in them: what is not is kept, and searched
/// again whenever more comes.
const MAX_UNRECOGNISED: usize = 1024 * 1024;

/// Reads the body and fails where it exceeds the longest length accepted, or holds no parts.
pub(super) struct Incoming {
    body: BodyDataStream,
    /// The bytes that may still come; `None` without a limit.
    pub left: Option<u64>,
    pub too_long: bool,
    /// Bytes in which no part was recognised yet; whoever recognises one sets it to 0.
    pub unrecognised: Arc<AtomicUsize>,
    /// Too many bytes came in which no part was recognised.
    pub shapeless: bool,
    /// A chunk was given in this turn.
    given: bool,
}

impl Incoming {
    pub(super) fn new(body: Body, max: Option<u64>) -> Incoming {
        Incoming {
            body: body.into_data_stream(),
            left: max,
            too_long: false,
            unrecognised: Arc::default(),
            shapeless: false,
            given: false,
        }
    }

    fn recognisable(&mut self, bytes: usize) -> io::Result<()> {
        let count = self.unrecognised.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if self.shapeless || count <= MAX_UNRECOGNISED {
            return Ok(());
        }
        self.shapeless = true;
        Err(io::Error::other("no part"))
    }
}

impl Stream for Incoming {
    type Item = Result<Bytes, io::Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        // One chunk a turn: the reader of the parts would otherwise take all that there is before it looks at any.
        if std::mem::take(&mut self.given) {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let polled = self.body.poll_next_unpin(cx);
        if let Poll::Ready(Some(Ok(chunk))) = &polled {
            self.given = true;
            if let Some(left) = self.left {
                match left.checked_sub(chunk.len() as u64) {
                    Some(left) => self.left = Some(left),
                    None => {
                        self.too_long = true;
                        return Poll::Ready(Some(Err(io::Error::other("too long"))));
                    }
                }
            }
            if let Err(error) = self.recognisable(chunk.len()) {
                return Poll::Ready(Some(Err(error)));
            }
        }
        polled.map(|item| item.map(|chunk| chunk.map_err(io::Error::other)))
    }
}
