//! What the events so far add up to.

use super::documents::Documents;
use super::event::Event;
use super::pins::Pins;
use super::recent::{Bounds, Moment};
use crate::reason::Reason;

#[cfg_attr(test, derive(Clone))]
pub struct GuardState {
    pub bounds: &'static Bounds,
    pub pins: Pins,
    pub documents: Documents,
    moment: Moment,
}

impl GuardState {
    pub fn new(bounds: &'static Bounds) -> GuardState {
        GuardState {
            bounds,
            pins: Pins::default(),
            documents: Documents::default(),
            moment: 0,
        }
    }

    /// A moment behind all events so far, and before all others.
    pub fn now(&mut self) -> Moment {
        self.moment += 1;
        self.moment
    }

    /// The last moment so far.
    pub fn latest(&self) -> Moment {
        self.moment
    }

    /// Takes the next event. `place`: of its record in the log.
    pub fn apply(&mut self, event: &Event<'_>, place: u64) -> Result<(), Reason> {
        let (at, bounds) = (self.now(), self.bounds);
        let (pins, documents) = (&mut self.pins, &mut self.documents);
        match event {
            Event::Upload(begun) => {
                documents.begin(begun.entry, begun.document, begun.permit_of, place)?;
            }
            Event::UploadEnd(ended) => documents.end(ended.entry, ended.outcome, at, bounds),
            Event::SendPermit(entry) => documents.permit(*entry),
            Event::Found(entry) => documents.found(*entry, at, bounds),
            Event::Pin(begun) => pins.begin(begun, at, place, bounds)?,
            Event::PinEnd(ended) => pins.end(ended, at, bounds)?,
            Event::PinPermit(cards) => pins.permit(cards, at, bounds)?,
            Event::Other => {}
        }
        Ok(())
    }

    /// A record was lost that may have been any.
    pub fn miss(&mut self) {
        let at = self.now();
        self.pins.miss(at);
    }

    /// Whether both say the same of what is in doubt, in use or held.
    pub fn is_as(&self, other: &GuardState) -> bool {
        self.pins.is_as(&other.pins) && self.documents.is_as(&other.documents)
    }
}
