//! `GET /events`: what happens, as server-sent events, for the console and for scripts.

use crate::events::Subject;
use crate::mask::Mask;
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::state::SandboxState;
use crate::views::{self, Show};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::stream;
use percent_encoding::percent_decode_str;
use serde_json::json;
use std::collections::{HashSet, VecDeque};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::yield_now;
use tokio::time::{Instant, sleep_until, timeout};

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new().route("/events", get(events))
}

/// The body is made as fast as its reader takes it, and ends with its connection.
async fn events(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let wish = Wish::read(query.as_deref().unwrap_or_default(), &headers)?;
    let texts = stream::unfold(Follower::new(shared, wish), async |mut follower| {
        let text = follower.next().await;
        Some((Ok::<_, Infallible>(text), follower))
    });
    let media_type = [(CONTENT_TYPE, "text/event-stream")];
    Ok((media_type, Body::from_stream(texts)).into_response())
}

const MOST_RECENT: usize = 5000;

#[derive(Debug, Default, PartialEq, Eq)]
struct Wish {
    /// The last event that it has.
    pub after: Option<String>,
    pub show: Show,
    /// How many past requests and activities a new reader wants.
    pub recent: usize,
}

impl Wish {
    fn read(query: &str, headers: &HeaderMap) -> Result<Wish, Refusal> {
        let mut wish = Wish {
            show: Show::of_query(Some(query)),
            ..Wish::default()
        };
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let value = percent_decode_str(value).decode_utf8_lossy();
            match name {
                "after" => wish.after = Some(value.into_owned()),
                "recent" => {
                    let number: usize = value.parse().map_err(|_| {
                        Refusal::bad_request(words!("`recent` is a number of requests, 0 to 5000"))
                    })?;
                    wish.recent = number.min(MOST_RECENT);
                }
                "show" => {}
                _ => {
                    return Err(Refusal::bad_request(words!(
                        "a parameter is unknown: use show, recent, after"
                    )));
                }
            }
        }
        // A browser that connects again repeats its first address, and says in the header how far it came.
        if let Some(last) = headers.get("last-event-id") {
            wish.after = Some(String::from_utf8_lossy(last.as_bytes()).into_owned());
        }
        wish.after = wish.after.filter(|after| !after.is_empty());
        Ok(wish)
    }
}

/// This many events, or this many bytes, make one write: a reader that does not read holds no more.
const EVENTS: usize = 500;
const BYTES: usize = 64 * 1024;
/// This many events are looked at together.
const WINDOW: usize = 5000;
/// A list that changes all the time is sent no more often: each login is a change of the sessions.
const LISTS_APART: Duration = Duration::from_millis(100);
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
    /// Past requests and activities for a new reader.
    recent: usize,
    /// The last event that was sent or is pending.
    position: u64,
    /// Each with the event that the reader has once it has this.
    pending: VecDeque<(Option<u64>, Subject)>,
    /// Not before this moment comes the next write.
    rest: Option<Instant>,
}

impl Follower {
    fn new(shared: Arc<Shared>, wish: Wish) -> Follower {
        let state = shared.state();
        let mut follower = Follower {
            shared: Arc::clone(&shared),
            news: state.events.subscribe(),
            show: wish.show,
            recent: wish.recent,
            position: state.events.last(),
            pending: VecDeque::new(),
            rest: None,
        };
        match &wish.after {
            None => follower.begin(&state, false),
            Some(after) => match state.events.number(after) {
                Some(number) => {
                    follower.position = number;
                    let hello = Subject::Hello { resumed: true };
                    follower.pending.push_back((Some(number), hello));
                }
                None => follower.begin(&state, true),
            },
        }
        drop(state);
        shared.readers.send_modify(|readers| *readers += 1);
        follower
    }

    /// The next text to send; waits until there is one.
    async fn next(&mut self) -> Bytes {
        if let Some(moment) = self.rest.take() {
            sleep_until(moment).await;
        }
        loop {
            // The services have the same thread.
            yield_now().await;
            let text = self.batch();
            if !text.is_empty() {
                return text.into();
            }
            if timeout(SILENCE, self.news.changed()).await.is_err() {
                return Bytes::from_static(b":\n\n");
            }
        }
    }

    fn batch(&mut self) -> String {
        let shared = Arc::clone(&self.shared);
        let state = shared.state();
        let (mut text, mut events) = (String::new(), 0);
        while events < EVENTS && text.len() < BYTES && self.gather(&state) {
            let Some((id, subject)) = self.pending.pop_front() else {
                break;
            };
            if let Some(event) = event(&subject, id, &shared, &state, self.show) {
                text += &event;
                events += 1;
                if LISTS.contains(&subject) {
                    self.rest = Some(Instant::now() + LISTS_APART);
                }
            }
        }
        text
    }

    /// Whether something is pending, once what happened is taken into account.
    fn gather(&mut self, state: &SandboxState) -> bool {
        if !self.pending.is_empty() {
            return true;
        }
        self.news.mark_unchanged();
        let Some(events) = state.events.since(self.position) else {
            self.position = state.events.last();
            self.begin(state, true);
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

/// An event as text, with its content as things are now; none for a thing that is gone.
fn event(
    subject: &Subject,
    id: Option<u64>,
    shared: &Shared,
    state: &SandboxState,
    show: Show,
) -> Option<String> {
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
            ("request", views::request_brief(state, seen, show))
        }
        Subject::Document(number) => {
            let document = state.documents.find(*number)?;
            ("document", views::document(state, document, show))
        }
        Subject::Activity(number) => {
            let activity = state.events.activity(*number)?;
            let mask = Mask::new(&state.known, show);
            ("activity", views::activity(activity, &mask))
        }
        Subject::Cards => ("cards", json!({ "cards": views::cards(state, show) })),
        Subject::Patients => {
            let patients = views::patients(state, show);
            ("patients", json!({ "patients": patients }))
        }
        Subject::Sessions => {
            let sessions = views::sessions(state, show, SESSIONS);
            let total = state.sessions.len();
            ("sessions", json!({ "sessions": sessions, "total": total }))
        }
        Subject::Faults => {
            let (armed, named) = (views::faults(state, show), views::named_faults(state));
            ("faults", json!({ "armed": armed, "named": named }))
        }
        Subject::Reset => ("reset", json!({})),
    };
    let retry = if kind == "hello" { "retry: 1000\n" } else { "" };
    let id = id.map(|id| format!("id: {}-{id}\n", state.events.run));
    // JSON on one line: line breaks of a text are escaped.
    let id = id.unwrap_or_default();
    Some(format!("{retry}{id}event: {kind}\ndata: {data}\n\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bilingual::Bilingual;
    use crate::events::Topic;
    use crate::options::Options;
    use crate::shared::Urls;
    use axum::http::HeaderValue;

    #[test]
    fn the_header_counts_more_than_the_address() {
        let none = HeaderMap::new();
        let read = |query, headers| Wish::read(query, headers).unwrap();
        assert_eq!(read("", &none), Wish::default());
        assert_eq!(read("after=", &none), Wish::default());
        let wish = read("recent=9000&show=nir&after=ab%2D3", &none);
        assert!(wish.show.nir && !wish.show.pin);
        assert_eq!(wish.recent, 5000);
        assert_eq!(wish.after.as_deref(), Some("ab-3"));
        let mut headers = HeaderMap::new();
        headers.insert("last-event-id", HeaderValue::from_static("ab-7"));
        let wish = read("after=ab-3", &headers);
        assert_eq!(wish.after.as_deref(), Some("ab-7"));
        for wrong in ["recent=", "recent=-1", "recent=x", "since=3"] {
            assert!(Wish::read(wrong, &none).is_err(), "{wrong}");
        }
    }

    fn shared() -> Arc<Shared> {
        let urls = Urls {
            license: String::new(),
            card: String::new(),
            service: String::new(),
            socket: String::new(),
            control: String::new(),
        };
        Arc::new(Shared::new(Options::default(), urls, &[]))
    }

    fn happen(shared: &Shared, times: usize, text: &str) {
        let mut state = shared.state();
        for _ in 0..times {
            state
                .events
                .record(Topic::Fault, Bilingual::new(text, text));
        }
    }

    #[test]
    fn after_a_list_the_next_write_waits() {
        let shared = shared();
        let mut follower = Follower::new(Arc::clone(&shared), Wish::default());
        follower.batch();
        assert!(follower.rest.take().is_some());
        shared.state().events.push(Subject::Request(1));
        follower.batch();
        assert!(follower.rest.is_none(), "a request waits for nothing");
        shared.state().events.push(Subject::Sessions);
        follower.batch();
        assert!(follower.rest.is_some());
    }

    #[test]
    fn a_batch_is_small_however_much_happened() {
        let shared = shared();
        let mut follower = Follower::new(Arc::clone(&shared), Wish::default());
        assert!(follower.batch().starts_with("retry: 1000\nevent: hello\n"));
        happen(&shared, 20_000, "x");
        let (mut batches, mut activities) = (0, 0);
        loop {
            let text = follower.batch();
            if text.is_empty() {
                break;
            }
            batches += 1;
            assert!(text.matches("event: ").count() <= EVENTS);
            assert!(follower.pending.len() <= WINDOW);
            activities += text.matches("event: activity\n").count();
        }
        assert_eq!(activities, 20_000);
        assert!(batches >= 40, "{batches}");

        happen(&shared, 100, &"x".repeat(10_000));
        let first = follower.batch().len();
        assert!((BYTES..BYTES + 30_000).contains(&first), "{first}");
        assert!(!follower.batch().is_empty());
    }
}
