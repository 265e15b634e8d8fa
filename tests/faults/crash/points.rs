//! The moments at which a host is killed.

use hr_sandbox::Call;
use testkit::fault_proxy::{End, Reads, SandboxResponse, Script, Sends, Share};

use super::LENGTH;
use testkit::PIN;

pub const WRONG: &str = "0000";

/// What is waited for before the process is killed.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// So many bytes of a call's request have arrived, head included.
    Bytes(Call, usize),
    /// A connection more than so many.
    Connection(usize),
    /// The sandbox has got the call.
    Arrived(Call),
    /// The sandbox has done what was asked.
    Done(Call),
}

pub struct Point {
    pub event: Event,
    /// What the proxy does to the request, and to which.
    pub script: Option<(Call, Script)>,
    pub pin: &'static str,
}

impl Point {
    fn at(event: Event) -> Point {
        let (script, pin) = (None, PIN);
        Point { event, script, pin }
    }

    fn with(event: Event, call: Call, script: Script) -> Point {
        let script = Some((call, script));
        Point {
            script,
            ..Point::at(event)
        }
    }
}

/// The sandbox acts, and so much of its answer comes, and no more.
fn half_answered(call: Call, bytes: usize) -> Point {
    let reply = Sends::made(move |answer: &SandboxResponse| answer.with("")[..bytes].to_vec());
    let end = End::Silence;
    Point::with(
        Event::Done(call),
        call,
        Script {
            sends: reply,
            end,
            ..Script::default()
        },
    )
}

fn cut(call: Call, reads: Reads) -> Point {
    let (reply, end) = (Sends::Nothing, End::Freeze);
    Point::with(
        Event::Bytes(call, 1),
        call,
        Script {
            reads,
            sends: reply,
            end,
            ..Script::default()
        },
    )
}

/// Those of an upload, and those of a login.
pub fn points() -> (Vec<Point>, Vec<Point>) {
    let upload = |number: usize| {
        let bytes = LENGTH / 45 * number;
        // Every other one is read to exactly this byte; the others are read as fast as they come.
        match number.is_multiple_of(2) {
            true => Point {
                event: Event::Bytes(Call::DmpSend, bytes),
                ..cut(Call::DmpSend, Reads::Body(Share::Bytes(bytes as u64)))
            },
            false => Point::at(Event::Bytes(Call::DmpSend, bytes)),
        }
    };
    let mut uploads: Vec<Point> = (0..45).map(upload).collect();
    uploads.push(cut(Call::DmpSend, Reads::Head));
    uploads.push(cut(Call::DmpSend, Reads::Body(Share::AllBut(1))));
    uploads.push(Point::at(Event::Done(Call::DmpSend)));
    uploads.extend([0, 20, 60].map(|bytes| half_answered(Call::DmpSend, bytes)));
    let mut logins = vec![
        // Ticket and cards came on one connection each.
        Point::at(Event::Connection(2)),
        Point::at(Event::Bytes(Call::Login, 1)),
        Point::at(Event::Bytes(Call::Login, 300)),
        Point::at(Event::Arrived(Call::Login)),
        Point::at(Event::Done(Call::Login)),
        cut(Call::Login, Reads::Head),
        cut(Call::Login, Reads::Body(Share::Half)),
        cut(Call::Login, Reads::Body(Share::AllBut(1))),
    ];
    logins.extend([0, 20, 60].map(|bytes| half_answered(Call::Login, bytes)));
    logins.push(Point {
        pin: WRONG,
        ..half_answered(Call::Login, 0)
    });
    (uploads, logins)
}
