//! One event as text.

use crate::events::Subject;
use crate::mask::Mask;
use crate::shared::Shared;
use crate::state::SandboxState;
use crate::views::{self, Show};
use serde_json::{Value, json};

/// Of a run with more logins the newest are told.
const SESSIONS: usize = 200;

/// What a reader is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Message {
    Hello { resumed: bool },
    Of(Subject),
}

impl Message {
    /// Its type and content as things are now; none for a thing that is gone.
    fn content(
        &self,
        shared: &Shared,
        state: &SandboxState,
        show: Show,
    ) -> Option<(&'static str, Value)> {
        let subject = match self {
            Message::Hello { resumed } => {
                return Some(("hello", views::hello(shared, state, *resumed)));
            }
            Message::Of(subject) => subject,
        };
        Some(match subject {
            Subject::Request(number) => {
                let seen = state.request_log.find(*number)?;
                ("request", views::request_brief(state, seen, show))
            }
            Subject::Document(number) => {
                let mut documents = state.documents.iter();
                let document = documents.find(|document| document.number == *number)?;
                ("document", views::document(state, document, show))
            }
            Subject::Activity(number) => {
                let activity = state.events.activity(*number)?;
                (
                    "activity",
                    views::activity(activity, &Mask::new(&state.known, show)),
                )
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
        })
    }

    /// Whether it is a whole list, which a small change makes new.
    pub(super) fn is_list(&self) -> bool {
        matches!(
            self,
            Message::Of(Subject::Cards | Subject::Patients | Subject::Sessions | Subject::Faults)
        )
    }

    /// Adds it to a text, when there is something to say.
    pub(super) fn write(
        &self,
        text: &mut String,
        id: Option<u64>,
        shared: &Shared,
        state: &SandboxState,
        show: Show,
    ) -> bool {
        let Some((kind, data)) = self.content(shared, state, show) else {
            return false;
        };
        if matches!(self, Message::Hello { .. }) {
            *text += "retry: 1000\n";
        }
        if let Some(id) = id {
            *text += &format!("id: {}-{id}\n", state.events.run);
        }
        // JSON on one line: line breaks of a text are escaped.
        *text += &format!("event: {kind}\ndata: {data}\n\n");
        true
    }
}
