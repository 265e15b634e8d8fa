//! Reads a response whose head has arrived: its body up to a limit.

use std::time::{Duration, SystemTime};

use ureq::Body;
use ureq::http::header::{CONTENT_ENCODING, CONTENT_TYPE, DATE, RETRY_AFTER};
use ureq::http::{self, HeaderName};

use super::framing::Framing;
use super::in_flight::InFlight;
use super::message::{Response, Sent};
use crate::error::Phase;
use crate::operation::Role;
use crate::page;
use crate::reason::Reason;
use crate::wiping::WipingBuffer;

/// How long a body is waited for that cannot make the call succeed.
const GRACE: Duration = Duration::from_secs(2);

/// Bytes of a body that are read at once.
const STEP: usize = 16 * 1024;

/// Memory taken on a server's word before the bytes have come.
const ADVANCE: u64 = 1024 * 1024;

pub fn read(
    response: &mut http::Response<Body>,
    is_head: bool,
    in_flight: &InFlight,
    limit: usize,
) -> Response {
    in_flight.enter(Phase::Read);
    let status = response.status();
    if !status.is_success() {
        in_flight.hurry(GRACE);
    }
    let bodiless = is_head || matches!(status.as_u16(), 204 | 304);
    let framing = match bodiless {
        true => Framing::Length,
        false => in_flight.exchange().framing,
    };
    let mut body = WipingBuffer::default();
    let end = match bodiless {
        true => Ok(()),
        false => read_body(response, framing, in_flight, limit, &mut body),
    };
    let headers = response.headers();
    let is_type = |is: fn(&[u8]) -> bool| {
        let mut types = headers.get_all(CONTENT_TYPE).iter();
        types.any(|value| is(value.as_bytes()))
    };
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let mut exchange = in_flight.exchange();
    if exchange.role == Role::License {
        exchange.ahead = text(DATE).and_then(clock_difference);
    }
    drop(exchange);
    Response {
        status: status.as_u16(),
        sent: Sent::All,
        page: is_type(page::is_html) || page::is_markup(body.as_slice()),
        json: is_type(page::is_json),
        compressed: text(CONTENT_ENCODING)
            .is_some_and(|coding| !coding.trim().eq_ignore_ascii_case("identity")),
        retry_after_s: text(RETRY_AFTER).and_then(seconds),
        framing,
        body: end.map(|()| body),
    }
}

/// Reads the body into `body`, which holds what came also where it is not all.
fn read_body(
    response: &mut http::Response<Body>,
    framing: Framing,
    in_flight: &InFlight,
    limit: usize,
    body: &mut WipingBuffer,
) -> Result<(), Reason> {
    let announced = response.body().content_length().unwrap_or(0);
    let reason = if framing == Framing::Uncertain {
        Some(Reason::ReplyCut)
    } else if announced > limit as u64 {
        Some(Reason::ReplyTooLarge)
    } else {
        None
    };
    if let Some(reason) = reason {
        // Its beginning distinguishes a page from a response of the service.
        in_flight.hurry(GRACE);
        if body.reserve(STEP).is_ok() {
            let mut reader = response.body_mut().as_reader();
            let mut left = STEP;
            while let Ok(read @ 1..) = body.read_from(&mut reader, left) {
                left = left.saturating_sub(read);
            }
        }
        return Err(reason);
    }
    let advance = usize::try_from(announced.min(ADVANCE)).unwrap_or(0);
    *body = WipingBuffer::with_capacity(advance);
    let mut reader = response.body_mut().as_reader();
    // One byte more than was announced: the end is seen without another step.
    let step = match usize::try_from(announced) {
        Ok(length @ 1..STEP) => length + 1,
        _ => STEP,
    };
    loop {
        body.reserve(step).map_err(|_| Reason::NoMemory)?;
        let read = body.read_from(&mut reader, step).map_err(|_| {
            in_flight
                .exchange()
                .reason
                .clone()
                .unwrap_or(Reason::ReplyCut)
        })?;
        if read == 0 {
            return Ok(());
        }
        if body.as_slice().len() > limit {
            return Err(Reason::ReplyTooLarge);
        }
    }
}

/// The seconds of a Retry-After header, at most a day; dates are not read, since clocks differ.
pub fn seconds(text: &str) -> Option<u32> {
    let digits = text.trim();
    let number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    // More digits than a number can have are more than a day, too.
    number.then(|| digits.parse().unwrap_or(u32::MAX).min(86_400))
}

/// By how much the server's clock is ahead of this one's, in seconds.
fn clock_difference(date: &str) -> Option<i64> {
    let theirs = httpdate::parse_http_date(date).ok()?;
    let seconds = |time: Duration| i64::try_from(time.as_secs()).ok();
    match theirs.duration_since(SystemTime::now()) {
        Ok(ahead) => seconds(ahead),
        Err(behind) => seconds(behind.duration()).map(i64::wrapping_neg),
    }
}
