//! Sessions end.

use crate::events::Topic;
use crate::state::SandboxState;

impl SandboxState {
    /// Ends every session: their bearers answer 401 from now on.
    pub(crate) fn end_sessions(&mut self) {
        if !self.sessions.is_empty() {
            self.sessions.clear();
            self.events
                .record(Topic::Session, words!("every session was ended"));
        }
    }

    /// Ends one; false when no session has this `connectionId`.
    pub(crate) fn end_session(&mut self, connection_id: &str) -> bool {
        let mut live = self.sessions.iter();
        let found = live.find(|(_, session)| session.connection_id == connection_id);
        let Some(bearer) = found.map(|(bearer, _)| bearer.clone()) else {
            return false;
        };
        if let Some(session) = self.sessions.remove(&bearer) {
            let card = session.card_serial;
            self.events.record(
                Topic::Session,
                words!(
                    "the session {connection_id} of card {card} was ended",
                    connection_id,
                    card
                ),
            );
        }
        true
    }
}
