//! Reads a response whose head has arrived: its body up to a limit.

use std::time::{Duration, SystemTime};

use ureq::Body;
use ureq::http;

use super::framing::{Framing, Head};
use super::in_flight::InFlight;
use super::{Response, Sent};
use crate::error::Phase;
use crate::operation::Origin;
use crate::page;
use crate::reason::Reason;
use crate::time;
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
    let mut exchange = in_flight.exchange();
    let mut head: Head = exchange.head.take().unwrap_or_default();
    head.status = status.as_u16();
    if exchange.origin == Origin::License {
        exchange.ahead = head.date.and_then(clock_difference);
    }
    drop(exchange);
    let mut body = WipingBuffer::default();
    let end = if is_head || matches!(head.status, 204 | 304) {
        head.framing = Framing::Length;
        Ok(())
    } else {
        read_body(response, head.framing, in_flight, limit, &mut body)
    };
    let page = head.html || page::is_markup(body.as_slice());
    Response {
        head,
        sent: Sent::All,
        page,
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
    let unreadable = match framing {
        Framing::Uncertain => Some(Reason::ReplyCut),
        _ if announced > limit as u64 => Some(Reason::ReplyTooLarge),
        _ => None,
    };
    let Some(reason) = unreadable else {
        return read_up_to(limit, announced, response, in_flight, body);
    };
    // Its beginning distinguishes a page from a response of the service.
    in_flight.hurry(GRACE);
    let _ = read_up_to(STEP - 1, 0, response, in_flight, body);
    Err(reason)
}

fn read_up_to(
    limit: usize,
    announced: u64,
    response: &mut http::Response<Body>,
    in_flight: &InFlight,
    body: &mut WipingBuffer,
) -> Result<(), Reason> {
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
            let reason = in_flight.exchange().reason.clone();
            reason.unwrap_or(Reason::ReplyCut)
        })?;
        if read == 0 {
            return Ok(());
        }
        if body.as_slice().len() > limit {
            return Err(Reason::ReplyTooLarge);
        }
    }
}

/// By how much the server's clock is ahead of this one's, in seconds.
fn clock_difference(theirs: SystemTime) -> Option<i64> {
    let [theirs, ours] = [time::of(theirs), time::now()].map(u64::cast_signed);
    Some(theirs.checked_sub(ours)? / 1000)
}
