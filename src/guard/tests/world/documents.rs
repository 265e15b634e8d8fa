//! What the processes of a [`World`] do with their one document.

use super::*;

impl World {
    pub(super) fn send(&mut self, number: usize, failed: Option<bool>) {
        self.catch_up(number);
        let expected = self.history.may_send();
        let (process, in_flight) = (&self.processes[number], &self.in_flight);
        let documents = &process.journal.documents;
        let now = process.journal.latest();
        let runs = |place| in_flight.contains(&place);
        let judged = documents.judge(&DOCUMENT, false, now, &runs, &BOUNDS);
        let (judged, permit_of) = match judged {
            Ok(permit_of) => (Answer::Free, permit_of),
            Err(SendRefusal::InUse) => (Answer::InUse, None),
            Err(SendRefusal::Doubt(entry)) => (Answer::Held(entry), None),
            other => panic!("{other:?}"),
        };
        assert_eq!(judged, expected);
        if judged != Answer::Free {
            return;
        }
        let instead_of = self.history.doubt();
        assert_eq!(permit_of, instead_of);
        let entry = self.new_entry();
        let begin = events::upload(entry, DOCUMENT, permit_of);
        let fact = Fact::Sent {
            entry,
            instead_of,
            end: match failed {
                None => HowItEnded::No,
                Some(_) => HowItEnded::Was(Outcome::NotSent, false),
            },
        };
        let flight = self.begin(entry, begin, fact, failed);
        if flight.is_some() {
            self.doubts.push(entry);
        }
        let process = &mut self.processes[number];
        match failed {
            None => process.sending = flight,
            Some(_) => {
                let fact = flight.map(|flight| flight.fact);
                let end = events::upload_end(entry, DOCUMENT, Outcome::NotSent);
                process.unwritten.push((end, fact));
            }
        }
    }

    pub(super) fn sending_ends(&mut self, number: usize, outcome: Outcome, written: bool) {
        let flight = self.processes[number].sending.take().unwrap();
        let event = events::upload_end(flight.entry, DOCUMENT, outcome);
        self.end(number, &flight, event, written);
        if let Fact::Sent { end, .. } = &mut self.history.facts[flight.fact] {
            *end = HowItEnded::Was(outcome, written);
        }
    }

    pub(super) fn decide(&mut self, number: usize, newest: bool, found: bool) {
        self.catch_up(number);
        let entry = self.doubts[self.doubts.len() - 1 - usize::from(!newest)];
        let doubt = match self.history.may_send() {
            Answer::InUse => None,
            _ => self.history.doubt(),
        };
        let (process, in_flight) = (&self.processes[number], &self.in_flight);
        let runs = |place| in_flight.contains(&place);
        let meant = process.journal.documents.meaning(entry, &runs);
        assert_eq!(meant == Meant::Doubt, doubt == Some(entry), "{meant:?}");
        if let Meant::Replaced(later) = meant {
            assert_eq!(Some(later), doubt);
        }
        if meant == Meant::Doubt {
            let (event, fact) = match found {
                true => (Event::Found { entry }, Fact::Found),
                false => (Event::Permit { entry }, Fact::Resend(entry)),
            };
            self.append(event);
            self.history.facts.push(fact);
        }
    }
}
