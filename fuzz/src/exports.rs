//! Every exported function: a program of calls in any order, with any arguments, on any handle.

mod arguments;
mod callbacks;
mod calls;
mod texts;

use std::rc::Rc;

use super::fixture::Fixture;
use super::input::Input;
use super::peer::{End, Script, Start, Takes};
use super::sandbox;
use super::secrets;
use callbacks::Watch;

/// More calls than this show nothing new and only take time.
const MOST_CALLS: usize = 48;

/// A program under way.
struct Run<'a> {
    input: Input<'a>,
    fixture: Fixture,
    /// Handles that were opened; some are closed meanwhile.
    handles: Vec<i32>,
    /// What callbacks point to; it lives as long as the handles.
    watches: Vec<Rc<Watch>>,
    /// The last text that a call gave.
    last: String,
    /// The secrets that the input does not name itself, so that no text may hold them.
    secret: Vec<&'static str>,
}

pub fn run(bytes: &[u8]) {
    let mut run = Run {
        input: Input(bytes),
        fixture: Fixture::enter(),
        handles: Vec::new(),
        watches: Vec::new(),
        last: String::new(),
        secret: secrets::ALL.to_vec(),
    };
    run.secret.retain(|secret| !secrets::holds(bytes, secret));
    for _ in 0..MOST_CALLS {
        if run.input.is_empty() {
            break;
        }
        run.step();
    }
    run.end();
}

impl Run<'_> {
    /// The reply to the next request that has none yet.
    fn queue_reply(&mut self) {
        let handle = self.handles.last().copied().unwrap_or(0);
        let flags = self.input.byte();
        let end = [
            End::Keep,
            End::Close,
            End::Reset,
            End::Silence,
            End::Cancel(handle),
        ];
        let bytes = match self.input.byte() % 8 {
            0 => sandbox::ok(&sandbox::cards()),
            1 => sandbox::ok(&sandbox::login()),
            2 => sandbox::ok(&String::from_utf8_lossy(self.input.short())),
            3 => b"HTTP/1.1 401 No\r\ncontent-length: 0\r\n\r\n".to_vec(),
            4 => b"HTTP/1.1 503 Busy\r\nretry-after: 7\r\ncontent-length: 0\r\n\r\n".to_vec(),
            5 => sandbox::ok(
                &sandbox::login().replace(sandbox::SERVICE_URL, "https://service.example/x"),
            ),
            6 => sandbox::ok(&sandbox::patient().replace("false", "true")),
            _ => self.input.long().to_vec(),
        };
        let script = match flags >> 5 {
            7 => Script::Refuse,
            part => Script::Reply {
                bytes,
                end: end[usize::from(flags) % end.len()],
                step: if part == 1 { 1 } else { usize::MAX },
                start: match part {
                    2 => Start::AfterBytes(0),
                    3 => Start::AfterBytes(1),
                    _ => Start::AfterRequest,
                },
                takes: match part {
                    4 => Takes::StopsAfter(400),
                    5 => Takes::LostAfter(400),
                    _ => Takes::All,
                },
            },
        };
        self.fixture.record.borrow_mut().scripts.push_back(script);
    }

    /// Closes what is open and looks at where secrets went.
    fn end(self) {
        for handle in &self.handles {
            hr::ffi::handle::hr_close(*handle);
        }
        let record = self.fixture.record.borrow();
        for exchange in &record.exchanges {
            // A PIN and a ticket stay on this computer, whoever asks for them.
            let leaves = !exchange.address.ip().is_loopback();
            // The PIN's digits alone may be part of any number.
            let forms = [
                (secrets::TICKET, secrets::TICKET.to_owned()),
                (secrets::PIN, format!("\"{}\"", secrets::PIN)),
            ];
            for (secret, form) in forms {
                let ours = self.secret.contains(&secret) && leaves;
                assert!(
                    !(ours && secrets::holds(&exchange.received, &form)),
                    "{secret} left the computer"
                );
            }
        }
        for watch in &self.watches {
            watch.check(&self.secret);
        }
    }
}
