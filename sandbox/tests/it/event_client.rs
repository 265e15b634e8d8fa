//! A reader of the event stream, through a socket of its own.

use crate::client::{LONG, connect, split};
use hr_sandbox::Sandbox;
use serde_json::Value;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Instant;

#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub id: Option<String>,
    pub kind: String,
    pub data: Value,
}

impl Event {
    pub fn number(&self) -> u64 {
        self.data["number"].as_u64().expect("a number")
    }
}

pub struct Events {
    socket: BufReader<TcpStream>,
    text: Vec<u8>,
    ready: VecDeque<Event>,
    /// Identifier of the last event that had one, as a browser keeps it.
    pub last: Option<String>,
    pub head: String,
}

impl Events {
    pub fn open(sandbox: &Sandbox, query: &str, headers: &[(&str, &str)]) -> Events {
        let url = sandbox.control_url();
        Events::on(connect(&url), &url, query, headers)
    }

    /// On a connection made before, to the control port of this address.
    pub fn on(mut socket: TcpStream, url: &str, query: &str, headers: &[(&str, &str)]) -> Events {
        let mut text = format!("GET /events{query} HTTP/1.1\r\nHost: {}\r\n", split(url).0);
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        socket.set_read_timeout(Some(LONG)).unwrap();
        socket.write_all(format!("{text}\r\n").as_bytes()).unwrap();
        let mut socket = BufReader::new(socket);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            let count = socket.read_line(&mut head).unwrap();
            assert!(count > 0, "{head}");
        }
        Events {
            socket,
            text: Vec::new(),
            ready: VecDeque::new(),
            last: None,
            head,
        }
    }

    pub fn after(sandbox: &Sandbox, id: &str) -> Events {
        Events::open(sandbox, "", &[("Last-Event-ID", id)])
    }

    /// The next event; none when the stream has ended.
    pub fn next(&mut self) -> Option<Event> {
        // The comments of a silent stream count for nothing.
        let end = Instant::now() + LONG;
        while self.ready.is_empty() {
            assert!(Instant::now() < end, "no event comes");
            self.read_chunk()?;
        }
        let event = self.ready.pop_front()?;
        if event.id.is_some() {
            self.last.clone_from(&event.id);
        }
        Some(event)
    }

    /// The events up to the first that is as wanted.
    pub fn until(&mut self, wanted: impl Fn(&Event) -> bool) -> Vec<Event> {
        let mut events = Vec::new();
        loop {
            events.push(self.next().expect("an event"));
            if wanted(events.last().unwrap()) {
                return events;
            }
        }
    }

    /// The events up to the end of a request.
    pub fn until_end_of(&mut self, number: u64) -> Vec<Event> {
        self.until(|event| {
            event.kind == "request" && event.number() == number && event.data["status"].is_u64()
        })
    }

    fn read_chunk(&mut self) -> Option<()> {
        let mut line = String::new();
        self.socket.read_line(&mut line).ok()?;
        let length = usize::from_str_radix(line.trim_end(), 16).ok()?;
        let mut chunk = vec![0; length + 2];
        self.socket.read_exact(&mut chunk).ok()?;
        self.text.extend(&chunk[..length]);
        if let Some(end) = self.text.windows(2).rposition(|two| two == b"\n\n") {
            let rest = self.text.split_off(end + 2);
            let blocks = String::from_utf8(std::mem::replace(&mut self.text, rest)).unwrap();
            self.ready.extend(blocks.split("\n\n").filter_map(event));
        }
        (length > 0).then_some(())
    }
}

fn event(block: &str) -> Option<Event> {
    let of = |name: &str| {
        let start = format!("{name}: ");
        block.lines().find_map(|line| line.strip_prefix(&start))
    };
    Some(Event {
        kind: of("event")?.into(),
        id: of("id").map(Into::into),
        data: serde_json::from_str(of("data").expect("data")).expect("JSON on one line"),
    })
}

pub fn kinds(events: &[Event]) -> Vec<&str> {
    events.iter().map(|event| event.kind.as_str()).collect()
}
