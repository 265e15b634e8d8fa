//! Processes with one journal, one card and one document, without a disk.

mod documents;

use std::collections::BTreeSet;

use super::events;
use super::history::{Answer, Fact, History, HowItEnded, Life};
use crate::error::Outcome;
use crate::guard::card_list::HeldCards;
use crate::guard::documents::{Meant, SendRefusal};
use crate::guard::event::{Event, PinEnding};
use crate::guard::log::KnownSoFar;
use crate::guard::memory;
use crate::guard::presentation::{AskedPresentation, Insistence, permittable};
use crate::guard::recorded::BOUNDS;
use crate::guard::same_card::Card;
use crate::guard::state::GuardState;
use crate::reason::Reason;

pub const CARD: [Card; 1] = [Card {
    serial: Some([1; 32]),
    holder: None,
}];
/// It may be any card of its holder, so that a success with it ends what its permit was for alone.
pub const WITHOUT_SERIAL: [Card; 1] = [Card {
    serial: None,
    holder: Some([1; 32]),
}];
const DOCUMENT: [u8; 32] = [2; 32];

/// What a person says of a PIN that is held back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Word {
    /// About the last presentation that failed, or the one before it.
    pub newest: bool,
    pub again: bool,
}

/// What may happen next. `bool`: the record of the end can be written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    Present(usize, u8),
    /// With the word of a person.
    Insist(usize, u8, Word),
    /// The record of the begin cannot be written, or it is there when that is reported.
    FailToPresent(usize, u8, bool),
    PinEnds(usize, PinEnding, bool),
    PermitPin(usize),
    Send(usize),
    FailToSend(usize, bool),
    SendingEnds(usize, Outcome, bool),
    /// About the doubt that there is now, or the one before it.
    PermitSending(usize, bool),
    Found(usize, bool),
    Kill(usize),
}

#[derive(Clone)]
struct Flight {
    entry: u128,
    place: u64,
    /// Its place in the history.
    fact: usize,
}

#[derive(Clone)]
struct SimulatedProcess {
    memory: GuardState,
    journal: GuardState,
    read: usize,
    /// With the place in the history of what it is about, where others can know of that.
    unwritten: Vec<(Event<'static>, Option<usize>)>,
    presentation: Option<Flight>,
    sending: Option<Flight>,
    life: u32,
}

impl SimulatedProcess {
    fn new(life: u32) -> SimulatedProcess {
        SimulatedProcess {
            memory: GuardState::new(&memory::BOUNDS),
            journal: GuardState::new(&BOUNDS),
            read: 0,
            unwritten: Vec::new(),
            presentation: None,
            sending: None,
            life,
        }
    }
}

#[derive(Clone)]
pub struct World {
    card: &'static [Card],
    processes: Vec<SimulatedProcess>,
    log: Vec<Event<'static>>,
    in_flight: BTreeSet<u64>,
    pub history: History,
    /// What persons have named, and the presentation that it let through.
    named: Vec<(u128, usize)>,
    /// Doubts, the newest last.
    doubts: Vec<u128>,
    entries: u128,
}

impl World {
    pub fn new(processes: usize, card: &'static [Card]) -> World {
        World {
            card,
            processes: (0..processes).map(|_| SimulatedProcess::new(0)).collect(),
            log: Vec::new(),
            in_flight: BTreeSet::new(),
            history: History::of(card.iter().all(|card| card.serial.is_some())),
            named: Vec::new(),
            doubts: Vec::new(),
            entries: 0,
        }
    }

    fn life(&self, number: usize) -> Life {
        (number, self.processes[number].life)
    }

    /// Whether a step can happen now.
    pub fn can(&self, step: Step) -> bool {
        match step {
            Step::PinEnds(number, ..) => self.processes[number].presentation.is_some(),
            Step::SendingEnds(number, ..) => self.processes[number].sending.is_some(),
            // One call at a time.
            // Where nothing is held it is the step without a word.
            Step::Insist(number, pin, _) => {
                let held = self.history.may_present(self.life(number), pin).0;
                self.can(Step::Present(number, pin)) && matches!(held, Answer::Held(_))
            }
            Step::Present(number, _)
            | Step::FailToPresent(number, ..)
            | Step::Send(number)
            | Step::FailToSend(number, _) => {
                let process = &self.processes[number];
                process.presentation.is_none() && process.sending.is_none()
            }
            Step::PermitSending(_, newest) | Step::Found(_, newest) => {
                self.doubts.len() > usize::from(!newest)
            }
            Step::PermitPin(_) | Step::Kill(_) => true,
        }
    }

    fn held(&self) -> HeldCards {
        HeldCards {
            cards: self.card.to_vec(),
            recorded: self.card.to_vec(),
        }
    }

    fn append(&mut self, event: Event<'static>) -> u64 {
        self.log.push(event);
        self.log.len() as u64 - 1
    }

    /// What a transaction does before it decides.
    fn catch_up(&mut self, number: usize) {
        for (event, fact) in std::mem::take(&mut self.processes[number].unwritten) {
            self.append(event);
            match fact.map(|fact| &mut self.history.facts[fact]) {
                Some(Fact::Presented {
                    end: HowItEnded::Was(_, known),
                    ..
                })
                | Some(Fact::Sent {
                    end: HowItEnded::Was(_, known),
                    ..
                }) => *known = true,
                None => {}
                Some(_) => unreachable!(),
            }
        }
        let process = &mut self.processes[number];
        for (at, event) in self.log.iter().enumerate().skip(process.read) {
            process.journal.apply(event, at as u64).unwrap();
        }
        process.read = self.log.len();
    }

    fn new_entry(&mut self) -> u128 {
        self.entries += 1;
        // Unlike its sum with others, as a random one is: small numbers are not.
        self.entries
            .wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    pub fn step(&mut self, step: Step) {
        match step {
            Step::Present(number, pin) => self.present(number, pin, None, None),
            Step::Insist(number, pin, word) => self.present(number, pin, Some(word), None),
            Step::FailToPresent(number, pin, written) => {
                self.present(number, pin, None, Some(written));
            }
            Step::PinEnds(number, ending, written) => self.pin_ends(number, ending, written),
            Step::PermitPin(number) => self.permit_pin(number),
            Step::Send(number) => self.send(number, None),
            Step::FailToSend(number, written) => self.send(number, Some(written)),
            Step::SendingEnds(number, outcome, written) => {
                self.sending_ends(number, outcome, written);
            }
            Step::PermitSending(number, newest) => self.decide(number, newest, false),
            Step::Found(number, newest) => self.decide(number, newest, true),
            Step::Kill(number) => self.kill(number),
        }
    }

    fn try_begin(
        &self,
        number: usize,
        asked: &AskedPresentation,
        memory: &mut GuardState,
    ) -> Result<bool, Reason> {
        let journal = KnownSoFar {
            known: &self.processes[number].journal,
            runs: &|place| self.in_flight.contains(&place),
            is_full: false,
        };
        asked.begin(memory, &journal)
    }

    /// What a person named for a presentation that may have been made, which must count for no other.
    fn named_before(&self) -> Option<u128> {
        let mut named = self.named.iter().rev();
        let made = named.find(|(_, at)| self.history.was_made(*at));
        made.map(|(named, _)| *named)
    }

    /// `failed`: the begin is not recorded as far as the process knows, and so not made; whether it is there.
    fn present(&mut self, number: usize, pin: u8, word: Option<Word>, failed: Option<bool>) {
        self.catch_up(number);
        let me = self.life(number);
        let (expected, again) = self.history.may_present(me, pin);
        let insisted = expected != Answer::Free
            && expected != Answer::InUse
            && word.is_some_and(|word| word.newest && (word.again || !again));
        let entry = self.new_entry();
        let mut asked = AskedPresentation {
            entry,
            held: self.held(),
            pin: [pin; 32],
            listed: None,
            insists: Insistence::default(),
        };
        let named = word.and_then(|word| match word.newest {
            true => {
                match self.try_begin(number, &asked, &mut self.processes[number].memory.clone()) {
                    Err(Reason::PinHeld(held)) => Some(held.entry()),
                    _ => None,
                }
            }
            false => self.named_before(),
        });
        if let Some(word) = word {
            asked.insists.confirmed = named.filter(|_| !word.again);
            asked.insists.retry = named.filter(|_| word.again);
        }
        let mut memory = self.processes[number].memory.clone();
        let begun = self.try_begin(number, &asked, &mut memory);
        self.processes[number].memory = memory;
        let judged = match begun {
            Ok(with_word) => {
                assert_eq!(with_word, insisted);
                Answer::Free
            }
            Err(Reason::PinInUse) => Answer::InUse,
            Err(Reason::PinHeld(held)) => {
                assert_eq!(held.again, again);
                Answer::Held(0)
            }
            Err(reason) => panic!("{reason}"),
        };
        match insisted {
            true => assert_eq!(judged, Answer::Free),
            false => assert_eq!(judged, expected),
        }
        if judged != Answer::Free {
            return;
        }
        if insisted && let Some(named) = named {
            self.named.push((named, self.history.facts.len()));
        }
        let fact = Fact::Presented {
            by: me,
            pin,
            insisted,
            end: match failed {
                None => HowItEnded::No,
                Some(_) => HowItEnded::Was(PinEnding::NotSent, false),
            },
        };
        let cards = self.card;
        let flight = self.begin(
            entry,
            events::pin(entry, cards, None, insisted),
            fact,
            failed,
        );
        let process = &mut self.processes[number];
        match failed {
            None => process.presentation = flight,
            Some(_) => {
                let end = events::pin_end(entry, cards, PinEnding::NotSent);
                process.memory.apply(&end, 0).unwrap();
                let fact = flight.map(|flight| flight.fact);
                process.unwritten.push((end, fact));
            }
        }
    }

    /// Appends the record of a begin, unless that has failed before it was there.
    fn begin(
        &mut self,
        entry: u128,
        event: Event<'static>,
        fact: Fact,
        failed: Option<bool>,
    ) -> Option<Flight> {
        if failed == Some(false) {
            return None;
        }
        let place = self.append(event);
        if failed.is_none() {
            self.in_flight.insert(place);
        }
        self.history.facts.push(fact);
        let fact = self.history.facts.len() - 1;
        Some(Flight { entry, place, fact })
    }

    /// Appends the record of an end, or keeps it.
    fn end(&mut self, number: usize, flight: &Flight, event: Event<'static>, written: bool) {
        if written {
            self.catch_up(number);
            self.append(event);
        } else {
            let fact = Some(flight.fact);
            self.processes[number].unwritten.push((event, fact));
        }
        self.in_flight.remove(&flight.place);
    }

    fn pin_ends(&mut self, number: usize, ending: PinEnding, written: bool) {
        let flight = self.processes[number].presentation.take().unwrap();
        let event = events::pin_end(flight.entry, self.card, ending);
        self.processes[number].memory.apply(&event, 0).unwrap();
        self.end(number, &flight, event, written);
        if let Fact::Presented { end, .. } = &mut self.history.facts[flight.fact] {
            *end = HowItEnded::Was(ending, written);
        }
    }

    fn permit_pin(&mut self, number: usize) {
        self.catch_up(number);
        let me = self.life(number);
        let (process, in_flight) = (&self.processes[number], &self.in_flight);
        let journal = KnownSoFar {
            known: &process.journal,
            runs: &|place| in_flight.contains(&place),
            is_full: false,
        };
        let (here, there) = permittable(&self.held(), &process.memory, &journal);
        assert_eq!((here, there), self.history.may_permit(me));
        let permit = events::pin_permit(self.card);
        if here {
            let memory = &mut self.processes[number].memory;
            memory.apply(&permit, 0).unwrap();
        }
        if there {
            self.append(permit);
        }
        self.history.facts.push(Fact::Permitted {
            by: me,
            in_memory: here,
            in_journal: there,
        });
    }

    fn kill(&mut self, number: usize) {
        let life = self.processes[number].life + 1;
        let killed = std::mem::replace(&mut self.processes[number], SimulatedProcess::new(life));
        let flights: Vec<Flight> = killed
            .presentation
            .into_iter()
            .chain(killed.sending)
            .collect();
        for flight in &flights {
            self.in_flight.remove(&flight.place);
        }
        let lost = flights.iter().map(|flight| flight.fact);
        for fact in lost.chain(killed.unwritten.iter().filter_map(|(_, fact)| *fact)) {
            match &mut self.history.facts[fact] {
                Fact::Presented { end, .. } => *end = HowItEnded::Lost,
                Fact::Sent { end, .. } => *end = HowItEnded::Lost,
                _ => unreachable!(),
            }
        }
    }
}
