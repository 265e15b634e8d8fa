//! The table: what a login's end leaves behind. Written from the contract, not from the library.

use testkit::Outcome;

/// How a login ended, as far as the table distinguishes ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Opened,
    NotSent,
    /// However else: a person decides.
    Held,
}

impl End {
    /// Of a login that the guard let through; None when nothing was to be sent, for another reason.
    pub fn of(outcome: &Outcome) -> Option<End> {
        match outcome.json["outcome"].as_str() {
            Some("accepted") => Some(End::Opened),
            Some("not_sent") => Some(End::NotSent),
            Some("rejected") if outcome.json["at"] == "library" => None,
            _ => Some(End::Held),
        }
    }
}

#[derive(Default)]
pub struct Rule {
    held: bool,
}

impl Rule {
    pub fn lets_through(&self) -> bool {
        !self.held
    }

    pub fn ended(&mut self, end: End) {
        match end {
            End::NotSent => {}
            End::Opened => self.held = false,
            End::Held => self.held = true,
        }
    }
}
