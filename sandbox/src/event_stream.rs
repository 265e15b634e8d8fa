//! `GET /events`: what happens, as server-sent events, for the console and for scripts.

use crate::events::Subject;
use crate::mask::{Mask, Show};
use crate::refusal::Refusal;
use crate::shared::{App, Shared};
use crate::state::SandboxState;
use crate::views::{self, in_query};
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, Uri};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use percent_encoding::percent_decode_str;
use serde_json::json;
use std::collections::{HashSet, VecDeque};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::yield_now;
use tokio::time::{Instant, sleep_until};

/// Each event is made when its reader takes it; the stream ends with its connection.
pub(crate) async fn events(
    State(shared): App,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let follower = Follower::new(shared, &uri, &headers)?;
    let events = stream::unfold(follower, async |mut follower| {
        let event = follower.next().await;
        Some((Ok::<_, Infallible>(event), follower))
    });
    let alive = KeepAlive::new().interval(SILENCE);
    let stored_nowhere = [(CACHE_CONTROL, "no-store")];
    Ok((stored_nowhere, Sse::new(events).keep_alive(alive)).into_response())
}

const MOST_RECENT: usize = 5000;

/// This many events are looked at together.
const WINDOW: usize = 5000;
/// A list that changes all the time is sent no more often: each login is a change of the sessions.
const LISTS_APART: Duration = Duration::from_millis(100);
/// How long a reader waits before it connects again.
const RETRY: Duration = Duration::from_secs(1);
/// So that those between, and the reader, know that the connection lives.
const SILENCE: Duration = Duration::from_secs(15);

const LISTS: [Subject; 4] = [
    Subject::Cards,
    Subject::Patients,
    Subject::Sessions,
    Subject::Faults,
];

struct Follower {
    shared: Arc<Shared>,
    news: watch::Receiver<u64>,
    show: Show,
    /// How many past requests and activities a new reader wants.
    recent: usize,
    /// The last event that was sent or is pending.
    position: u64,
    /// Each with the event that the reader has once it has this.
    pending: VecDeque<(Option<u64>, Subject)>,
    /// Not before this moment is looked at what happened next.
    rest: Option<Instant>,
}

impl Follower {
    fn new(shared: Arc<Shared>, uri: &Uri, headers: &HeaderMap) -> Result<Follower, Refusal> {
        let known = ["show", "recent", "after", ""];
        let name = |pair: &str| pair.split('=').next().unwrap_or("").to_owned();
        let mut names = uri.query().unwrap_or_default().split('&').map(name);
        if !names.all(|name| known.contains(&name.as_str())) {
            return Err(refusal!(BAD_REQUEST, "events.unknown"));
        }
        let recent = in_query(uri, "recent").map_or(Ok(0), str::parse::<usize>);
        let recent = recent.map_err(|_| refusal!(BAD_REQUEST, "events.recent"))?;
        // A browser that connects again repeats its first address, and says in the header how far it came.
        let after = match headers.get("last-event-id") {
            Some(last) => String::from_utf8_lossy(last.as_bytes()),
            None => percent_decode_str(in_query(uri, "after").unwrap_or("")).decode_utf8_lossy(),
        };
        let state = shared.state();
        let mut follower = Follower {
            shared: Arc::clone(&shared),
            news: state.events.subscribe(),
            show: views::show(uri),
            recent: recent.min(MOST_RECENT),
            position: state.events.last(),
            pending: VecDeque::new(),
            rest: None,
        };
        match state.events.number(&after) {
            Some(number) => {
                follower.position = number;
                let hello = Subject::Hello { resumed: true };
                follower.pending.push_back((Some(number), hello));
            }
            None => follower.begin(&state, !after.is_empty()),
        }
        drop(state);
        shared.followed.store(true, Ordering::Relaxed);
        Ok(follower)
    }

    /// The next event to send; waits until there is one.
    async fn next(&mut self) -> Event {
        loop {
            // The services have the same thread.
            yield_now().await;
            if let Some(event) = self.pop() {
                return event;
            }
            if let Some(moment) = self.rest.take() {
                sleep_until(moment).await;
            }
            if !self.gather() {
                // The sender is in the state that this keeps alive.
                let _ = self.news.changed().await;
            }
        }
    }

    fn pop(&mut self) -> Option<Event> {
        let state = self.shared.state();
        loop {
            let (id, subject) = self.pending.pop_front()?;
            if LISTS.contains(&subject) {
                self.rest = Some(Instant::now() + LISTS_APART);
            }
            let made = event(&subject, &self.shared, &state, self.show);
            if let Some(event) = made {
                return Some(match id {
                    Some(id) => event.id(format!("{}-{id}", state.events.run)),
                    None => event,
                });
            }
        }
    }

    /// Takes what happened into account; returns whether something is pending.
    fn gather(&mut self) -> bool {
        let shared = Arc::clone(&self.shared);
        let state = shared.state();
        self.news.mark_unchanged();
        let Some(events) = state.events.since(self.position) else {
            self.position = state.events.last();
            self.begin(&state, true);
            return true;
        };
        let events: Vec<_> = events.take(WINDOW).cloned().collect();
        for (number, subject) in coalesced(events) {
            self.position = number;
            if subject == Subject::Reset {
                let anew = [subject].into_iter().chain(LISTS);
                self.pending.extend(anew.map(|subject| (None, subject)));
                self.mark(number);
            } else {
                self.pending.push_back((Some(number), subject));
            }
        }
        !self.pending.is_empty()
    }

    /// All that a reader needs who knows nothing, or nothing that still counts.
    fn begin(&mut self, state: &SandboxState, reset: bool) {
        let hello = Subject::Hello { resumed: false };
        let first = [hello].into_iter().chain(reset.then_some(Subject::Reset));
        let log = &state.request_log;
        let passed = log.all().count().saturating_sub(self.recent);
        let requests = log.all().skip(passed);
        let requests = requests.map(|seen| Subject::Request(seen.number));
        let activities = state.events.last_activities(self.recent);
        let activities = activities.map(|activity| Subject::Activity(activity.number));
        let documents = state.documents.all().iter();
        let documents = documents.map(|document| Subject::Document(document.number));
        let past = requests.chain(activities).chain(documents);
        let all = first.chain(LISTS).chain(past);
        self.pending.extend(all.map(|subject| (None, subject)));
        self.mark(self.position);
    }

    /// A reader who breaks off before the last of several messages must get them all again.
    fn mark(&mut self, number: u64) {
        if let Some((id, _)) = self.pending.back_mut() {
            *id = Some(number);
        }
    }
}

/// Of several changes of one thing the last counts.
fn coalesced(events: Vec<(u64, Subject)>) -> Vec<(u64, Subject)> {
    let mut seen = HashSet::new();
    let newest = events.into_iter().rev();
    let mut kept: Vec<_> = newest.filter(|(_, it)| seen.insert(it.clone())).collect();
    kept.reverse();
    kept
}

/// Of a run with more logins the newest are sent.
const SESSIONS: usize = 200;

/// An event with its content as things are now; none for a thing that is gone.
fn event(subject: &Subject, shared: &Shared, state: &SandboxState, show: Show) -> Option<Event> {
    let mask = Mask::new(&state.known, show);
    let (kind, data) = match subject {
        Subject::Hello { resumed } => {
            let hello = json!({
                "run": state.events.run,
                "version": env!("CARGO_PKG_VERSION"),
                "resumed": resumed,
                "urls": shared.urls,
            });
            ("hello", hello)
        }
        Subject::Request(number) => {
            let seen = state.request_log.find(*number)?;
            ("request", views::brief(seen, &mask))
        }
        Subject::Document(number) => {
            let document = state.documents.find(*number)?;
            ("document", views::document(state, document, show))
        }
        Subject::Activity(number) => {
            let activity = state.events.activity(*number)?;
            ("activity", views::activity(activity, &mask))
        }
        Subject::Cards => ("cards", json!({ "cards": views::cards(state, show) })),
        Subject::Patients => (
            "patients",
            json!({ "patients": views::patients(state, show) }),
        ),
        Subject::Sessions => {
            let sessions = views::sessions(state, show, SESSIONS);
            (
                "sessions",
                json!({ "sessions": sessions, "total": state.sessions.len() }),
            )
        }
        Subject::Faults => ("faults", views::faults(state, show)),
        Subject::Reset => ("reset", json!({})),
    };
    // JSON on one line: line breaks of a text are escaped.
    let event = Event::default().event(kind).data(data.to_string());
    Some(match subject {
        Subject::Hello { .. } => event.retry(RETRY),
        _ => event,
    })
}
