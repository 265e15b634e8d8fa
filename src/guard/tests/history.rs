//! What has happened, as somebody sees it who watches the card, the service and the person; and the rule of what may be
//! sent then: a search through all that has happened, where the guard keeps a state.

use crate::error::Outcome;
use crate::guard::event::PinEnding;

/// A process from its start to its end.
pub type Life = (usize, u32);

#[derive(Clone, Copy, PartialEq)]
pub enum HowItEnded<T> {
    /// It runs.
    No,
    /// Its process was killed.
    Lost,
    /// How it ended, and whether others can know it.
    Was(T, bool),
}

#[derive(Clone)]
pub enum Fact {
    Presented {
        by: Life,
        pin: u8,
        /// By the word of a person who was asked.
        insisted: bool,
        end: HowItEnded<PinEnding>,
    },
    /// A person permits a presentation; where it was taken.
    Permitted {
        by: Life,
        in_memory: bool,
        in_journal: bool,
    },
    Sent {
        entry: u128,
        /// The doubt whose permit it uses.
        instead_of: Option<u128>,
        end: HowItEnded<Outcome>,
    },
    Resend(u128),
    Found,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    Free,
    InUse,
    /// With the entry of the doubt, of documents.
    Held(u128),
}

#[derive(Clone)]
pub struct History {
    pub facts: Vec<Fact>,
    /// Whether it is always known that the card is the same one.
    certain: bool,
}

impl History {
    pub fn of(certain: bool) -> History {
        History {
            facts: Vec::new(),
            certain,
        }
    }

    /// The presentations, as `me` can know them; None asks what a journal alone states.
    fn presented(&self, me: Option<Life>) -> Vec<(usize, Life, u8, HowItEnded<PinEnding>)> {
        let facts = self.facts.iter().enumerate();
        facts
            .filter_map(|(at, fact)| match fact {
                Fact::Presented { by, pin, end, .. } => Some((
                    at,
                    *by,
                    *pin,
                    match end {
                        HowItEnded::Was(_, false) if Some(*by) != me => HowItEnded::Lost,
                        end => *end,
                    },
                )),
                _ => None,
            })
            .collect()
    }

    /// Whether a permit that `counts` stands: given after that moment, and nothing that `uses` it was presented with it.
    fn permitted(
        &self,
        me: Life,
        since: usize,
        counts: impl Fn(&Fact) -> bool,
        uses: impl Fn(&Life) -> bool,
    ) -> bool {
        let presented = self.presented(Some(me));
        self.facts
            .iter()
            .enumerate()
            .skip(since + 1)
            .any(|(at, fact)| {
                let used = presented.iter().any(|(y, by, _, end)| {
                    *y > at && uses(by) && !matches!(end, HowItEnded::Was(PinEnding::NotSent, _))
                });
                counts(fact) && !used
            })
    }

    /// Presentations that did not succeed and were followed by no success, as they are held in the memory of `by`.
    fn standing(&self, me: Option<Life>, in_memory_of: Option<Life>) -> Vec<(usize, Life, u8)> {
        let presented = self.presented(me);
        let counts = |by: &Life| in_memory_of.is_none_or(|owner| owner == *by);
        let opened = |after: usize| {
            presented.iter().any(|(z, by, _, end)| {
                let ends = self.certain || self.let_through(me, in_memory_of, after, *z);
                let opened = matches!(end, HowItEnded::Was(PinEnding::Opened, _));
                *z > after && counts(by) && opened && ends
            })
        };
        let failed = |end: &HowItEnded<PinEnding>| {
            matches!(end, HowItEnded::Lost | HowItEnded::Was(PinEnding::Held, _))
        };
        presented
            .iter()
            .filter(|(x, by, _, end)| counts(by) && failed(end) && !opened(*x))
            .map(|(x, by, pin, _)| (*x, *by, *pin))
            .collect()
    }

    /// Whether a permit let one presentation through to a later one, as a log knows it.
    fn let_through(
        &self,
        me: Option<Life>,
        memory: Option<Life>,
        held: usize,
        later: usize,
    ) -> bool {
        let presented = self.presented(me);
        if let Fact::Presented { insisted: true, .. } = self.facts[later] {
            return true;
        }
        let between = held + 1..later;
        let used = |at: usize, is_here: bool| {
            presented.iter().any(|(y, by, _, end)| {
                let counts = !is_here || Some(*by) == memory;
                let made = !matches!(end, HowItEnded::Was(PinEnding::NotSent, _));
                (at..later).contains(y) && counts && made
            })
        };
        self.facts[..later]
            .iter()
            .enumerate()
            .any(|(at, fact)| match fact {
                Fact::Permitted {
                    by,
                    in_memory,
                    in_journal,
                } if between.contains(&at) => {
                    let here = *in_memory && Some(*by) == memory;
                    here && !used(at, true) || *in_journal && !used(at, false)
                }
                _ => false,
            })
    }

    fn any_runs(&self, by: Option<Life>) -> bool {
        let presented = self.presented(by);
        let mut own = presented
            .iter()
            .filter(|(_, it, ..)| by.is_none_or(|by| by == *it));
        own.any(|(.., end)| *end == HowItEnded::No)
    }

    /// And whether a person is asked for the second time.
    pub fn may_present(&self, me: Life, pin: u8) -> (Answer, bool) {
        if self.any_runs(None) {
            return (Answer::InUse, false);
        }
        let recorded = self.standing(Some(me), None);
        let own = self.standing(Some(me), Some(me));
        let held_here = self.unrecorded(me).iter().any(|(x, held)| {
            let here = |fact: &Fact| matches!(fact, Fact::Permitted { by, in_memory: true, .. } if *by == me);
            *held == pin && !self.permitted(me, *x, here, |by| *by == me)
        });
        let held_there = recorded.iter().any(|(x, by, held)| {
            let there = |fact: &Fact| {
                matches!(
                    fact,
                    Fact::Permitted {
                        in_journal: true,
                        ..
                    }
                )
            };
            (*by != me || *held == pin) && !self.permitted(me, *x, there, |_| true)
        });
        let insisted = |at: usize| matches!(self.facts[at], Fact::Presented { insisted: true, .. });
        let mut of_this_pin = own.iter().filter(|(.., held)| *held == pin);
        let again = held_here && of_this_pin.any(|(x, ..)| insisted(*x))
            || held_there && recorded.iter().any(|(x, ..)| insisted(*x));
        match held_here || held_there {
            true => (Answer::Held(0), again),
            false => (Answer::Free, false),
        }
    }

    /// Whether a presentation may have been made.
    pub fn was_made(&self, at: usize) -> bool {
        let Fact::Presented { end, .. } = self.facts[at] else {
            return false;
        };
        !matches!(end, HowItEnded::No | HowItEnded::Was(PinEnding::NotSent, _))
    }

    /// What is held in the memory of a process, where the success of another one has ended it in the journal.
    fn unrecorded(&self, me: Life) -> Vec<(usize, u8)> {
        let recorded = self.standing(Some(me), None);
        let own = self.standing(Some(me), Some(me)).into_iter();
        let own = own.filter(|(x, ..)| !recorded.iter().any(|(other, ..)| other == x));
        own.map(|(x, _, pin)| (x, pin)).collect()
    }

    /// Where a person's permit is taken: in the memory of a process, and in the journal.
    pub fn may_permit(&self, me: Life) -> (bool, bool) {
        (
            !self.any_runs(Some(me)) && !self.unrecorded(me).is_empty(),
            !self.any_runs(None) && !self.standing(Some(me), None).is_empty(),
        )
    }

    /// The sendings, as everybody can know them: place, entry, whose permit, how it ended.
    fn sent(&self) -> impl DoubleEndedIterator<Item = (usize, &Fact, HowItEnded<Outcome>)> {
        let facts = self.facts.iter().enumerate();
        facts.filter_map(|(at, fact)| match fact {
            Fact::Sent { end, .. } => Some((
                at,
                fact,
                match end {
                    HowItEnded::Was(_, false) => HowItEnded::Lost,
                    end => *end,
                },
            )),
            _ => None,
        })
    }

    /// The last sending of which nobody knows whether it arrived, unless the document is known to be there since.
    pub fn doubt(&self) -> Option<u128> {
        let may_have = |(_, _, end): &(usize, &Fact, HowItEnded<Outcome>)| {
            use Outcome::{AcceptedUnreadable, Unknown};
            matches!(
                end,
                HowItEnded::Lost | HowItEnded::Was(Unknown | AcceptedUnreadable, _)
            )
        };
        let (at, last, _) = self.sent().rev().find(may_have)?;
        let found = self
            .facts
            .iter()
            .skip(at)
            .any(|fact| matches!(fact, Fact::Found));
        // Not by one that began before, whenever its end came to be known.
        let accepted =
            |end: HowItEnded<Outcome>| matches!(end, HowItEnded::Was(Outcome::Accepted, _));
        let arrived = self.sent().any(|(z, _, end)| z > at && accepted(end));
        match last {
            Fact::Sent { entry, .. } if !found && !arrived => Some(*entry),
            _ => None,
        }
    }

    pub fn may_send(&self) -> Answer {
        if self.sent().any(|(.., end)| end == HowItEnded::No) {
            return Answer::InUse;
        }
        let Some(doubt) = self.doubt() else {
            return Answer::Free;
        };
        let facts = self.facts.iter().enumerate();
        let mut permits =
            facts.filter(|(_, fact)| matches!(fact, Fact::Resend(it) if *it == doubt));
        let used = |at: usize| {
            use Outcome::{Incomplete, NotSent};
            self.sent()
                .skip_while(|(y, ..)| *y < at)
                .any(|(_, fact, end)| {
                    let given_back = matches!(end, HowItEnded::Was(NotSent | Incomplete, _));
                    let with =
                        matches!(fact, Fact::Sent { instead_of, .. } if *instead_of == Some(doubt));
                    with && !given_back
                })
        };
        match permits.any(|(at, _)| !used(at)) {
            true => Answer::Free,
            false => Answer::Held(doubt),
        }
    }
}
