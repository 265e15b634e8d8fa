//! Processes with one journal, one card and one document, without a disk.

use std::fmt::Debug;

use super::events;
use super::history::{Answer, End, History, NOBODY, What};
use crate::error::Outcome;
use crate::guard::card_list::HeldCards;
use crate::guard::documents::{Meant, SendRefusal};
use crate::guard::event::{Event, PinEnding};
use crate::guard::memory;
use crate::guard::presentation::{AskedPresentation, Insistence, permittable};
use crate::guard::recorded::BOUNDS;
use crate::guard::same_card::Card;
use crate::guard::sending::Decision;
use crate::guard::state::GuardState;
use crate::keyed_digest::KeyedDigest;
use crate::reason::Reason;

/// What a person says of a PIN that is held back.
#[derive(Clone, Copy, Debug)]
pub enum Word {
    Confirmed,
    Retry,
    /// About the presentation before the last one that failed.
    RetryOfOlder,
}

#[derive(Clone, Copy, Debug)]
pub enum Call {
    Present(u8, Option<Word>),
    Send,
}

/// What may happen next, in one of the processes.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// `Some`: the record cannot be written; whether it is there when that is reported.
    Begin(usize, Call, Option<bool>),
    /// Whether the record can be written.
    End(usize, Outcome, bool),
    PermitPin(usize),
    /// About the last upload, or the one before it.
    Decide(usize, Decision, bool),
    Kill(usize),
}

#[derive(Clone, Copy)]
struct Flight {
    entry: u128,
    what: What,
    /// Its place in the history, where others can know of it.
    fact: Option<usize>,
}

#[derive(Clone)]
struct SimulatedProcess {
    memory: GuardState,
    /// Ends that it could not record.
    unwritten: Vec<(Event<'static>, Option<usize>, Outcome)>,
    flight: Option<Flight>,
}

impl SimulatedProcess {
    fn new() -> SimulatedProcess {
        SimulatedProcess {
            memory: GuardState::new(&memory::BOUNDS),
            unwritten: Vec::new(),
            flight: None,
        }
    }
}

#[derive(Clone)]
pub struct World {
    card: &'static [Card],
    document: KeyedDigest,
    processes: Vec<SimulatedProcess>,
    /// What the records add up to. The place of a begin is that of its fact.
    journal: GuardState,
    pub records: Vec<Event<'static>>,
    history: History,
    steps: Vec<Step>,
}

/// How a presentation may end.
fn ending(outcome: Outcome) -> Option<PinEnding> {
    match outcome {
        Outcome::Accepted => Some(PinEnding::Opened),
        Outcome::NotSent => Some(PinEnding::NotSent),
        Outcome::Unknown => Some(PinEnding::Held),
        _ => None,
    }
}

impl World {
    pub fn new(processes: usize, card: &'static [Card], document: u8) -> World {
        World {
            card,
            document: [document; 32],
            processes: vec![SimulatedProcess::new(); processes],
            journal: GuardState::new(&BOUNDS),
            records: Vec::new(),
            history: History {
                facts: Vec::new(),
                is_certain: card.iter().all(|card| card.serial.is_some()),
            },
            steps: Vec::new(),
        }
    }

    /// The world after a step, where that can happen.
    pub fn after(&self, step: Step) -> Option<World> {
        let can = match step {
            // One call at a time; and where nothing is held it is the step without a word.
            Step::Begin(number, call, _) => {
                let may_present = |pin| self.history.may_present(number, pin).0;
                self.processes[number].flight.is_none()
                    && match call {
                        Call::Present(pin, Some(_)) => may_present(pin.into()) == Answer::Held,
                        _ => true,
                    }
            }
            Step::End(number, outcome, _) => {
                let flight = self.processes[number].flight;
                flight.is_some_and(|it| it.what == What::Sent || ending(outcome).is_some())
            }
            Step::Decide(_, _, newest) => self.history.upload(newest).is_some(),
            Step::PermitPin(_) | Step::Kill(_) => true,
        };
        can.then(|| {
            let mut next = self.clone();
            next.steps.push(step);
            next.step(step);
            next
        })
    }

    fn step(&mut self, step: Step) {
        match step {
            Step::Begin(number, call, failed) => self.begin(number, call, failed),
            Step::End(number, outcome, written) => {
                let flight = self.processes[number].flight.take().unwrap();
                self.end(number, flight, outcome);
                if written {
                    self.catch_up(number);
                }
            }
            Step::PermitPin(number) => self.permit_pin(number),
            Step::Decide(number, decision, newest) => self.decide(number, decision, newest),
            Step::Kill(number) => {
                self.processes[number] = SimulatedProcess::new();
                let facts = self.history.facts.iter_mut();
                for fact in facts.filter(|fact| fact.by == number) {
                    fact.by = NOBODY;
                    if fact.end == End::No {
                        fact.end = End::Lost;
                    }
                }
            }
        }
    }

    /// What the guard says is what the rule says.
    fn agree<T: PartialEq + Debug>(&self, guard: T, rule: T) {
        assert_eq!(guard, rule, "{:?}", self.steps);
    }

    fn append(&mut self, event: Event<'static>) {
        let place = self.history.facts.len() as u64;
        self.journal.apply(&event, place).unwrap();
        self.records.push(event);
    }

    fn set_end(&mut self, fact: Option<usize>, end: End) {
        if let Some(at) = fact {
            self.history.facts[at].end = end;
        }
    }

    /// What a transaction does before it decides.
    fn catch_up(&mut self, number: usize) {
        for (event, fact, outcome) in std::mem::take(&mut self.processes[number].unwritten) {
            self.append(event);
            self.set_end(fact, End::Was(outcome));
        }
    }

    fn begin(&mut self, number: usize, call: Call, failed: Option<bool>) {
        self.catch_up(number);
        let entry = u128::from(self.document[0]) << 32 | self.steps.len() as u128;
        // Unlike its sum with others, as a random one is: small numbers are not.
        let entry = entry.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        let begun = match call {
            Call::Present(pin, word) => self.present(number, entry, pin, word),
            Call::Send => self.send(),
        };
        let Some(instead_of) = begun else {
            return;
        };
        let (what, subject, event) = match call {
            Call::Present(pin, _) => {
                let event = events::pin(entry, self.card, None, instead_of.is_some());
                (What::Presented, pin.into(), event)
            }
            Call::Send => {
                let event = events::upload(entry, self.document, instead_of);
                (What::Sent, entry, event)
            }
        };
        let fact = (failed != Some(false)).then_some(self.history.facts.len());
        if fact.is_some() {
            self.append(event);
            self.history.push(what, number, subject, instead_of);
        }
        let flight = Flight { entry, what, fact };
        match failed {
            None => self.processes[number].flight = Some(flight),
            Some(_) => self.end(number, flight, Outcome::NotSent),
        }
    }

    /// The process alone knows how it ended.
    fn end(&mut self, number: usize, flight: Flight, outcome: Outcome) {
        let Flight { entry, what, fact } = flight;
        let event = match ending(outcome).filter(|_| what == What::Presented) {
            Some(ending) => events::pin_end(entry, self.card, ending),
            None => events::upload_end(entry, self.document, outcome),
        };
        let process = &mut self.processes[number];
        process.memory.apply(&event, 0).unwrap();
        process.unwritten.push((event, fact, outcome));
        self.set_end(fact, End::Lost);
    }

    fn held(&self) -> HeldCards {
        HeldCards {
            cards: self.card.to_vec(),
            recorded: self.card.to_vec(),
        }
    }

    /// None: it is held back; else what a person has named for it.
    fn present(
        &mut self,
        number: usize,
        entry: u128,
        pin: u8,
        word: Option<Word>,
    ) -> Option<Option<u128>> {
        let mut asked = AskedPresentation {
            entry,
            held: self.held(),
            pin: [pin; 32],
            listed: None,
            insists: Insistence::default(),
        };
        let process = &mut self.processes[number];
        let mut rule = self.history.may_present(number, pin.into());
        let runs = |place| self.history.runs(place);
        let ask = |asked: &AskedPresentation, memory: &mut GuardState| match asked.begin(
            memory,
            &self.journal,
            &runs,
        ) {
            Ok(insisted) => ((Answer::Free, insisted), None),
            Err(Reason::PinInUse) => ((Answer::InUse, false), None),
            Err(Reason::PinHeld(held)) => ((Answer::Held, held.again), Some(held.entry())),
            Err(reason) => panic!("{reason:?}"),
        };
        let mut named = None;
        if let Some(word) = word {
            let (_, newest) = ask(&asked, &mut process.memory.clone());
            named = match word {
                Word::RetryOfOlder => self.history.named_before(),
                _ => newest,
            };
            match word {
                Word::Confirmed => asked.insists.confirmed = named,
                Word::Retry | Word::RetryOfOlder => asked.insists.retry = named,
            }
            rule = match (rule, word) {
                ((Answer::Held, false), Word::Confirmed) => (Answer::Free, true),
                ((Answer::Held, _), Word::Retry) => (Answer::Free, true),
                (rule, _) => rule,
            };
        }
        let (guard, _) = ask(&asked, &mut process.memory);
        self.agree(guard, rule);
        (guard.0 == Answer::Free).then_some(named.filter(|_| guard.1))
    }

    fn permit_pin(&mut self, number: usize) {
        self.catch_up(number);
        let held = self.held();
        let runs = |place| self.history.runs(place);
        let memory = &self.processes[number].memory;
        let (here, there) = permittable(&held, memory, &self.journal, &runs);
        self.agree((here, there), self.history.may_permit(number));
        let permit = Event::PinPermit(self.card.into());
        if here {
            let memory = &mut self.processes[number].memory;
            memory.apply(&permit, 0).unwrap();
            self.history.push(What::PermittedHere, number, 0, None);
        }
        if there {
            self.append(permit);
            self.history.push(What::PermittedThere, number, 0, None);
        }
    }

    /// None: it is held back; else the doubt whose permit it uses.
    fn send(&self) -> Option<Option<u128>> {
        let (documents, now) = (&self.journal.documents, self.journal.latest());
        let runs = |place| self.history.runs(place);
        let guard = documents.judge(&self.document, false, now, &runs, &BOUNDS);
        self.agree(&guard, &self.history.may_send());
        guard.ok()
    }

    fn decide(&mut self, number: usize, decision: Decision, newest: bool) {
        self.catch_up(number);
        let entry = self.history.upload(newest).unwrap();
        let is_in_use = self.history.may_send() == Err(SendRefusal::InUse);
        let doubt = self.history.doubt().filter(|_| !is_in_use);
        let runs = |place| self.history.runs(place);
        match self.journal.documents.meaning(entry, &runs) {
            Meant::Doubt => self.agree(Some(entry), doubt),
            Meant::Replaced(later) => self.agree((Some(later), false), (doubt, later == entry)),
            Meant::InUse | Meant::Nothing => return assert_ne!(Some(entry), doubt),
        }
        if Some(entry) == doubt {
            let (event, what) = match decision {
                Decision::Found => (Event::Found(entry), What::Found),
                Decision::Permit => (Event::SendPermit(entry), What::PermittedSending),
            };
            self.append(event);
            self.history.push(what, number, entry, None);
        }
    }
}
