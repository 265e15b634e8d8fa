//! Documents to send, of any size.

use super::number;
use crate::refusal::Refusal;
use crate::sample::{self, Sample};
use axum::body::{Body, Bytes};
use axum::extract::Path;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use std::convert::Infallible;
use tokio::task::yield_now;

static ZEROS: [u8; 64 * 1024] = [b'0'; 64 * 1024];

/// A PDF of exactly so many bytes, another one at each download.
pub(super) async fn sample(Path(path): Path<String>) -> Result<Response, Refusal> {
    let bytes: usize = number(&path)?;
    if !sample::SIZES.contains(&bytes) {
        let (least, most) = (sample::SIZES.start(), sample::SIZES.end());
        return Err(Refusal::bad_request(words!(
            "the size must be {least} to {most} bytes",
            least,
            most
        )));
    }
    let headers = [
        (CONTENT_TYPE, "application/pdf".to_owned()),
        (CONTENT_LENGTH, bytes.to_string()),
        (
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"sample-{bytes}.pdf\""),
        ),
    ];
    Ok((headers, body(sample::pdf(bytes))).into_response())
}

/// The filling is made while it is read.
fn body(sample: Sample) -> Body {
    let Sample {
        head,
        filling,
        tail,
    } = sample;
    let filling = stream::unfold(filling, async |left| {
        if left == 0 {
            return None;
        }
        // The services have the same thread.
        yield_now().await;
        let zeros = &ZEROS[..left.min(ZEROS.len())];
        Some((Bytes::from_static(zeros), left - zeros.len()))
    });
    let head = stream::once(async { Bytes::from(head) });
    let parts = head
        .chain(filling)
        .chain(stream::once(async { tail.into() }));
    Body::from_stream(parts.map(Ok::<_, Infallible>))
}
