//! A reader of the event stream, through a socket of its own.

use crate::client::{connect, split};
use hr_sandbox::Sandbox;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

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
        // In HTTP/1.0 a body comes as it is.
        let mut text = format!("GET /events{query} HTTP/1.0\r\nHost: {}\r\n", split(url).0);
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        socket.write_all(format!("{text}\r\n").as_bytes()).unwrap();
        let mut events = Events {
            socket: BufReader::new(socket),
            last: None,
            head: String::new(),
        };
        events.head = events.block("\r\n").expect("a head");
        events
    }

    pub fn after(sandbox: &Sandbox, id: &str) -> Events {
        Events::open(sandbox, "", &[("Last-Event-ID", id)])
    }

    /// The next event; none when the stream has ended.
    pub fn next(&mut self) -> Option<Event> {
        // The comments of a silent stream count for nothing.
        let event = loop {
            if let Some(event) = event(&self.block("\n")?) {
                break event;
            }
        };
        if event.id.is_some() {
            self.last.clone_from(&event.id);
        }
        Some(event)
    }

    /// The lines up to an empty one.
    fn block(&mut self, empty: &str) -> Option<String> {
        let mut text = String::new();
        loop {
            let before = text.len();
            let count = self.socket.read_line(&mut text).ok()?;
            match &text[before..] {
                _ if count == 0 => return None,
                line if line == empty => return Some(text),
                _ => {}
            }
        }
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
