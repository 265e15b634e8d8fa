//! What the exit status says; `hr --help` has the same table.

use crate::library::Reply;
use hr::code::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Done = 0,
    Failed = 1,
    Usage = 2,
    /// A person must choose, and nobody was there.
    Choice = 3,
    /// Authentication or card.
    Card = 4,
    /// Definitely refused, by a service or since the patient is not the one who is meant.
    Refused = 5,
    /// Nobody knows whether the document arrived: not to be repeated.
    InDoubt = 6,
    Interrupted = 130,
}

impl Exit {
    /// By the ending of a call of several steps, else by its code.
    pub(crate) fn of(reply: &Reply) -> Exit {
        match (reply.code, reply.word("ending")) {
            (HR_OK, _) => Exit::Done,
            (_, "in_doubt") => Exit::InDoubt,
            // What another program has now, or the service later.
            (HR_E_RATE_LIMITED, _) | (_, "in_use") => Exit::Failed,
            (HR_E_CANCELLED, _) => Exit::Interrupted,
            _ if reply.word("cause") == "HR_E_CANCELLED" => Exit::Interrupted,
            (HR_E_CHOICE, _) => Exit::Choice,
            (_, "refused") if reply.word("operation") == "hr_connect" => Exit::Card,
            (_, "refused" | "rejected" | "nobody" | "other_patient") => Exit::Refused,
            (_, "no_card" | "card_locked" | "pin_refused") => Exit::Card,
            (_, "pin_held" | "not_open" | "login_needed") => Exit::Card,
            (_, "") if ["unknown", "accepted_unreadable"].contains(&reply.word("outcome")) => {
                Exit::InDoubt
            }
            (HR_E_ARGUMENT | HR_E_CONFIG | HR_E_STATE, _) => Exit::Usage,
            (HR_E_IN_DOUBT, _) => Exit::InDoubt,
            (HR_E_CARD_STATUS | HR_E_PIN_GUARD | HR_E_NO_CARD, _) => Exit::Card,
            (HR_E_CARD_CLIENT_ABSENT | HR_E_UNAUTHORIZED, _) => Exit::Card,
            (HR_E_REFUSED | HR_E_NOT_FOUND, _) => Exit::Refused,
            (HR_E_CONFLICT | HR_E_OTHER_PATIENT, _) => Exit::Refused,
            _ => Exit::Failed,
        }
    }

    /// Of several, the one that its reader must know first.
    pub(crate) fn worse(self, other: Exit) -> Exit {
        let order = [6, 130, 3, 4, 5, 2, 1, 0];
        let rank = |exit: &Exit| order.iter().position(|it| *it == *exit as i32);
        [self, other].into_iter().min_by_key(rank).unwrap_or(self)
    }
}
