//! A card client behind a script: it lists what the test says, in the test's own JSON, answers a login with
//! the test's own bytes, and remembers every PIN that reached it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use crate::http::answer;
use crate::raw_server::{Peer, Server};
use crate::{Host, Members};

/// What follows the bytes of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    Close,
    Reset,
    Silence,
}

/// How a login is answered.
#[derive(Clone, Debug)]
pub struct Reply {
    pub bytes: Vec<u8>,
    pub after: After,
}

impl Reply {
    pub fn new(bytes: impl Into<Vec<u8>>, after: After) -> Reply {
        let bytes = bytes.into();
        Reply { bytes, after }
    }

    /// A whole answer.
    pub fn whole(status: &str, headers: &str, body: &str) -> Reply {
        let headers = format!("connection: close\r\n{headers}");
        Reply::new(answer(status, &headers, body), After::Close)
    }

    /// A refusal by the card client's own code, which the test's clients mean as a wrong PIN.
    pub fn refused() -> Reply {
        Reply::whole("200 OK", "", r#"{"status":{"code":4,"message":"wrong"}}"#)
    }

    pub fn opened() -> Reply {
        let body = r#"{"bearer":"bearer-1","serviceUrl":"https://service.invalid/x"}"#;
        Reply::whole("200 OK", "", body)
    }
}

/// A login that reached the card client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presented {
    pub token: String,
    pub pin: String,
}

type Answering = Box<dyn FnMut(&Presented) -> Reply + Send>;

struct State {
    /// The value of `data.data`.
    cards: String,
    answering: Answering,
    presented: Vec<Presented>,
}

pub struct CardClient {
    pub server: Server,
    state: Arc<Mutex<State>>,
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl CardClient {
    pub fn start() -> CardClient {
        let state = Arc::new(Mutex::new(State {
            cards: "{}".to_owned(),
            answering: Box::new(|_| Reply::refused()),
            presented: Vec::new(),
        }));
        let inner = Arc::clone(&state);
        let server = Server::start(move |peer| serve(peer, &inner));
        CardClient { server, state }
    }

    /// What `ready` lists from now on.
    pub fn list(&self, cards: impl Into<String>) {
        lock(&self.state).cards = cards.into();
    }

    /// How logins are answered from now on.
    pub fn reply(&self, reply: Reply) {
        self.answer(move |_| reply.clone());
    }

    pub fn answer(&self, answering: impl FnMut(&Presented) -> Reply + Send + 'static) {
        lock(&self.state).answering = Box::new(answering);
    }

    pub fn presented(&self) -> Vec<Presented> {
        lock(&self.state).presented.clone()
    }

    pub fn count(&self) -> usize {
        lock(&self.state).presented.len()
    }

    /// A handle for it, with a ticket. Who lets the card client be silent gives less time.
    pub fn host(&self) -> Host {
        self.host_with(json!({}))
    }

    pub fn host_with(&self, more: Value) -> Host {
        let config = json!({"local_url": self.server.url(), "timeouts": {"login_ms": 10_000}});
        let host = Host::open(&config.with(more));
        assert_eq!(host.ticket_set("ticket"), 0);
        host
    }
}

/// One entry under one token.
pub fn one(token: &str, entry: &str) -> String {
    format!(r#"{{"{token}":[{entry}]}}"#)
}

fn serve(mut peer: Peer, state: &Mutex<State>) {
    let Some(request) = peer.request() else {
        return;
    };
    let reply = if request.head.contains("/direct/ready") {
        let cards = lock(state).cards.clone();
        let body = format!(r#"{{"status":{{"code":0}},"data":{{"data":{cards}}}}}"#);
        Reply::whole("200 OK", "content-type: application/json\r\n", &body)
    } else {
        let body: Value = serde_json::from_slice(&request.body).unwrap();
        let text = |name: &str| body[name].as_str().unwrap().to_owned();
        let presented = Presented {
            token: text("token"),
            pin: text("pinCode"),
        };
        let mut state = lock(state);
        let reply = (state.answering)(&presented);
        state.presented.push(presented);
        reply
    };
    peer.send(&reply.bytes);
    match reply.after {
        After::Close => peer.close(),
        After::Reset => peer.reset(),
        After::Silence => peer.hold(),
    }
}
