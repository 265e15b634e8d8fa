//! What has happened, as somebody sees it who watches the card, the service and the person; and the rule of what may be
//! sent then: a search through all that has happened, where the guard keeps a state.

use crate::error::Outcome::{self, Accepted, AcceptedUnreadable, Incomplete, NotSent, Unknown};
use crate::guard::documents::SendRefusal;

/// What keeps events: the memory of a process, or, None, the journal.
type Log = Option<usize>;

/// A process that was killed.
pub const NOBODY: usize = usize::MAX;

#[derive(Clone, Copy, PartialEq)]
pub enum What {
    Presented,
    /// A person permits a presentation, which is kept in the memory of the process, or in the journal.
    PermittedHere,
    PermittedThere,
    Sent,
    PermittedSending,
    Found,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// It runs.
    No,
    /// Its process was killed, or has not recorded how it ended.
    Lost,
    /// Of a presentation: the card accepted the PIN, it was not sent, or anything else, which is unknown.
    Was(Outcome),
}

#[derive(Clone)]
pub struct Fact {
    pub what: What,
    pub at: usize,
    pub by: usize,
    /// Which PIN, or the entry of the upload.
    pub number: u128,
    /// What a person insisted on, or the doubt whose permit an upload uses.
    pub instead_of: Option<u128>,
    pub end: End,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    Free,
    InUse,
    Held,
}

#[derive(Clone)]
pub struct History {
    pub facts: Vec<Fact>,
    /// Whether it is always known that the card is the same one.
    pub is_certain: bool,
}

impl History {
    pub fn push(&mut self, what: What, by: usize, number: u128, instead_of: Option<u128>) {
        self.facts.push(Fact {
            what,
            at: self.facts.len(),
            by,
            number,
            instead_of,
            end: End::No,
        });
    }

    /// Whether what began with a fact runs.
    pub fn runs(&self, at: u64) -> bool {
        self.facts[at as usize].end == End::No
    }

    fn all(&self, what: What, log: Log) -> impl DoubleEndedIterator<Item = &Fact> {
        let is_known = move |fact: &&Fact| log.is_none_or(|own| own == fact.by);
        let facts = self.facts.iter().filter(move |fact| fact.what == what);
        facts.filter(is_known)
    }

    fn sent(&self) -> impl DoubleEndedIterator<Item = &Fact> {
        self.all(What::Sent, None)
    }

    fn presents(&self, log: Log) -> bool {
        self.all(What::Presented, log)
            .any(|fact| fact.end == End::No)
    }

    /// Whether a log has a permit from between two moments that is left at the second: nothing was made with it.
    fn is_permitted(&self, log: Log, since: usize, until: usize) -> bool {
        let kind = match log {
            Some(_) => What::PermittedHere,
            None => What::PermittedThere,
        };
        let is_left = |at: usize| {
            let mut made = self.all(What::Presented, log);
            !made.any(|it| (at..until).contains(&it.at) && it.end != End::Was(NotSent))
        };
        let mut permits = self.all(kind, log);
        permits.any(|it| (since..until).contains(&it.at) && is_left(it.at))
    }

    /// Presentations that did not succeed and were followed by no success that ends them.
    fn standing(&self, log: Log) -> Vec<&Fact> {
        let ends = |failed: &Fact, later: &Fact| {
            let permitted = |log| self.is_permitted(log, failed.at, later.at);
            let insisted = later.instead_of.is_some();
            // Nothing that was made of a PIN is in a journal.
            let same_pin = log.is_none() || failed.number == later.number;
            let meant = same_pin && (insisted || permitted(log) || permitted(None));
            let accepted = later.end == End::Was(Accepted);
            later.at > failed.at && accepted && (self.is_certain || meant)
        };
        let presented = || self.all(What::Presented, log);
        presented()
            .filter(|it| matches!(it.end, End::Lost | End::Was(Unknown)))
            .filter(|it| !presented().any(|later| ends(it, later)))
            .collect()
    }

    /// What stands in the memory of a process, where the success of another one has ended it in the journal.
    fn standing_here(&self, me: usize) -> Vec<&Fact> {
        let recorded = self.standing(None);
        let is_recorded = |own: &Fact| recorded.iter().any(|it| it.at == own.at);
        let own = self.standing(Some(me)).into_iter();
        own.filter(|own| !is_recorded(own)).collect()
    }

    /// And whether a person is asked for the second time. The process has recorded its own ends.
    pub fn may_present(&self, me: usize, pin: u128) -> (Answer, bool) {
        if self.presents(None) {
            return (Answer::InUse, false);
        }
        let now = self.facts.len();
        let is_held = |log, it: &Fact| !self.is_permitted(log, it.at, now);
        let here = |it: &&Fact| it.number == pin && is_held(Some(me), it);
        let there = |it: &&Fact| (it.by != me || it.number == pin) && is_held(None, it);
        let recorded = self.standing(None);
        let here = self.standing_here(me).iter().any(here);
        let there = recorded.iter().any(there);
        let mut own = self.standing(Some(me)).into_iter();
        let again = here && own.any(|it| it.number == pin && it.instead_of.is_some())
            || there && recorded.iter().any(|it| it.instead_of.is_some());
        match here || there {
            true => (Answer::Held, again),
            false => (Answer::Free, false),
        }
    }

    /// What a person named for the last presentation that may have been made, which must count for no other.
    pub fn named_before(&self) -> Option<u128> {
        let presented = self.all(What::Presented, None).rev();
        let mut made = presented.filter(|it| !matches!(it.end, End::No | End::Was(NotSent)));
        made.find_map(|it| it.instead_of)
    }

    /// Where a person's permit is taken: in the memory of a process, and in the journal.
    pub fn may_permit(&self, me: usize) -> (bool, bool) {
        (
            !self.presents(Some(me)) && !self.standing_here(me).is_empty(),
            !self.presents(None) && !self.standing(None).is_empty(),
        )
    }

    /// The entry of the last upload, or of the one before it.
    pub fn upload(&self, newest: bool) -> Option<u128> {
        let mut sent = self.sent().rev().skip(usize::from(!newest));
        sent.next().map(|it| it.number)
    }

    /// The last sending of which nobody knows whether it arrived, unless the document is known to be there since.
    pub fn doubt(&self) -> Option<u128> {
        let may_have =
            |it: &&Fact| matches!(it.end, End::Lost | End::Was(Unknown | AcceptedUnreadable));
        let last = self.sent().rev().find(may_have)?;
        let mut since = self.facts.iter().filter(|it| it.at > last.at);
        // Not by one that began before, whenever its end came to be known.
        let arrived = since.any(|it| match it.what {
            What::Found => true,
            What::Sent => it.end == End::Was(Accepted),
            _ => false,
        });
        (!arrived).then_some(last.number)
    }

    /// With the doubt whose permit it uses, where it may.
    pub fn may_send(&self) -> Result<Option<u128>, SendRefusal> {
        if self.sent().any(|it| it.end == End::No) {
            return Err(SendRefusal::InUse);
        }
        let Some(doubt) = self.doubt() else {
            return Ok(None);
        };
        let is_left = |at: usize| {
            let sent = self.sent();
            let mut made = sent.filter(|it| !matches!(it.end, End::Was(NotSent | Incomplete)));
            !made.any(|it| it.at > at && it.instead_of == Some(doubt))
        };
        let mut permits = self.all(What::PermittedSending, None);
        match permits.any(|it| it.number == doubt && is_left(it.at)) {
            true => Ok(Some(doubt)),
            false => Err(SendRefusal::Doubt(doubt)),
        }
    }
}
