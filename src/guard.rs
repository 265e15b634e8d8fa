//! What is known of cards and documents, and what may be sent because of it.
//!
//! One state machine: it is told what happens, in one order, and decides by what that adds up to. What it is told is kept
//! in the memory of the process or in a journal. For documents a handle goes by its journal alone, where it has one. For
//! cards both are kept: this process judges its own presentations PIN by PIN, and those that others recorded hold every
//! PIN of their card.

mod card_list;
mod digests;
mod documents;
mod event;
mod event_log;
mod listing;
mod memory;
mod permits;
mod pins;
mod presentation;
mod recent;
mod record;
mod recorded;
mod retention;
mod same_card;
mod sending;
mod state;
mod typed_pin;

pub use card_list::{CardList, HeldCards, listed_now, read_list};
pub use documents::{Meant, SendRefusal};
pub use event::PinEnding;
pub use event_log::{JournalLog, open_journal};
pub use listing::{Filter, list, try_journal};
#[cfg(any(feature = "fuzzing", feature = "test-hooks"))]
pub use memory::forget;
pub use presentation::{Insistence, permit_pin, present};
pub use sending::{Decision, Document, Sending, SentAgain, decide};
pub use typed_pin::{compared, is_blank as is_blank_pin};

#[cfg(test)]
mod tests;
