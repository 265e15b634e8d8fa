//! The table: what a login's end leaves behind, and what a later list may lift. Written from the contract, not
//! from the library.

use testkit::Outcome;

/// How a login ended, as far as the table distinguishes ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Opened,
    NotSent,
    /// A definite 3xx or 4xx, or a code that means an absent card.
    Status,
    /// By the card client's own code, or nobody answered definitely.
    Person,
}

impl End {
    /// Of a login that the guard let through; None when nothing was to be sent, for another reason.
    pub fn of(outcome: &Outcome) -> Option<End> {
        let status = outcome.json["http_status"].as_u64();
        let reason = outcome.json["reason"].as_str().unwrap_or_default();
        match outcome.json["outcome"].as_str() {
            Some("accepted") => Some(End::Opened),
            Some("not_sent") => Some(End::NotSent),
            Some("rejected") if outcome.json["at"] == "library" => None,
            Some("rejected") => match status {
                _ if reason == "card_absent" => Some(End::Status),
                Some(401) if !matches!(reason, "pin_refused" | "card_locked") => Some(End::Status),
                Some(300..=499) if outcome.json["service_code"].is_null() => Some(End::Status),
                _ => Some(End::Person),
            },
            _ => Some(End::Person),
        }
    }
}

/// What holds the PIN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    Free,
    UntilUnmoved,
    Person,
}

pub struct Rule {
    held: Held,
    refused_before: bool,
}

impl Rule {
    pub fn new() -> Rule {
        Rule {
            held: Held::Free,
            refused_before: false,
        }
    }

    /// A list was read after the end; `unmoved` when it shows this card with the same number.
    pub fn listed(&mut self, unmoved: bool, moved: bool) {
        match self.held {
            Held::UntilUnmoved if moved => self.held = Held::Person,
            Held::UntilUnmoved if unmoved => self.held = Held::Free,
            _ => {}
        }
    }

    pub fn lets_through(&self) -> bool {
        self.held == Held::Free
    }

    pub fn ended(&mut self, end: End) {
        match end {
            End::NotSent => {}
            End::Opened => *self = Rule::new(),
            End::Status if !self.refused_before => {
                self.held = Held::UntilUnmoved;
                self.refused_before = true;
            }
            End::Status | End::Person => self.held = Held::Person,
        }
    }
}
