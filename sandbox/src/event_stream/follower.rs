//! A reader and how far it is.

use super::coalesce::coalesced;
use super::message::Message;
use super::wish::Wish;
use crate::events::Subject;
use crate::shared::Shared;
use crate::state::SandboxState;
use crate::views::Show;
use axum::body::Bytes;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::yield_now;
use tokio::time::{Instant, sleep_until, timeout};

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

pub(super) struct Follower {
    shared: Arc<Shared>,
    news: watch::Receiver<u64>,
    show: Show,
    /// Past requests and activities for a new reader.
    recent: usize,
    /// The last event that was sent or is pending.
    position: u64,
    /// Each with the event that the reader has once it has this.
    pending: VecDeque<(Option<u64>, Message)>,
    /// Not before this moment comes the next write.
    rest: Option<Instant>,
}

impl Follower {
    pub(super) fn new(shared: Arc<Shared>, wish: Wish) -> Follower {
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
                    let hello = Message::Hello { resumed: true };
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
    pub(super) async fn next(&mut self) -> Bytes {
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
            if let Some((id, message)) = self.pending.pop_front()
                && message.write(&mut text, id, &shared, &state, self.show)
            {
                events += 1;
                if message.is_list() {
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
                self.pending.push_back((None, Message::Of(subject)));
                self.lists();
                self.mark(number);
            } else {
                let message = Message::Of(subject);
                self.pending.push_back((Some(number), message));
            }
        }
        !self.pending.is_empty()
    }

    /// All that a reader needs who knows nothing, or nothing that still counts.
    fn begin(&mut self, state: &SandboxState, reset: bool) {
        let hello = Message::Hello { resumed: false };
        self.pending.push_back((None, hello));
        if reset {
            self.pending.push_back((None, Message::Of(Subject::Reset)));
        }
        self.lists();
        let log = &state.request_log;
        let passed = log.all().count().saturating_sub(self.recent);
        let requests = log.all().skip(passed);
        let requests = requests.map(|seen| Subject::Request(seen.number));
        let activities = state.events.last_activities(self.recent);
        let activities = activities.map(|activity| Subject::Activity(activity.number));
        let documents = state.documents.iter();
        let documents = documents.map(|document| Subject::Document(document.number));
        let past = requests.chain(activities).chain(documents);
        self.pending
            .extend(past.map(|subject| (None, Message::Of(subject))));
        self.mark(self.position);
    }

    fn lists(&mut self) {
        let lists = LISTS.map(|subject| (None, Message::Of(subject)));
        self.pending.extend(lists);
    }

    /// A reader who breaks off before the last of several messages must get them all again.
    fn mark(&mut self, number: u64) {
        if let Some((id, _)) = self.pending.back_mut() {
            *id = Some(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bilingual::Bilingual;
    use crate::events::Topic;
    use crate::options::Options;
    use crate::shared::Urls;

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
