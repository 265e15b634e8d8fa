//! What the library may say.

/// The outcome words allowed for a call, by its kind.
#[derive(Clone, Copy, Debug)]
pub struct Expect {
    pub login: &'static [&'static str],
    pub change: &'static [&'static str],
    /// Whether a call that changes nothing succeeds.
    pub reads: bool,
}

const fn failing(login: &'static [&'static str], change: &'static [&'static str]) -> Expect {
    Expect {
        login,
        change,
        reads: false,
    }
}

/// By the word of a table.
pub fn named(word: &str) -> Expect {
    match word {
        "accepted" => ACCEPTED,
        "unknown" => UNKNOWN,
        "unreadable" => UNREADABLE,
        "rejected" => REJECTED,
        "refused" => REFUSED_IN_PART,
        _ => panic!("{word}"),
    }
}

pub const ACCEPTED: Expect = Expect {
    login: &["accepted"],
    change: &["accepted"],
    reads: true,
};
pub const NOT_SENT: Expect = failing(&["not_sent"], &["not_sent"]);
pub const UNKNOWN: Expect = failing(&["unknown"], &["unknown"]);
/// A success that cannot be read; a card client may refuse with status 200, so a login is not known.
pub const UNREADABLE: Expect = failing(&["unknown"], &["accepted_unreadable"]);
pub const REJECTED: Expect = failing(&["rejected"], &["rejected"]);
/// A refusal whose body is broken.
pub const REFUSED_IN_PART: Expect = failing(&["unknown"], &["rejected"]);
/// The peer ended before it had read: what left is a matter of time, and the count decides.
pub const DOUBT: Expect = failing(&["not_sent", "unknown"], &["not_sent", "unknown"]);
/// The peer ended in the middle: unknown when the rest had left already.
pub const PART: Expect = failing(
    &["not_sent", "incomplete", "unknown"],
    &["not_sent", "incomplete", "unknown"],
);
/// The peer has something of the request, of which the head may be all.
pub const NOT_WHOLE: Expect = failing(&["not_sent", "incomplete"], &["not_sent", "incomplete"]);
pub const INCOMPLETE: Expect = failing(&["incomplete"], &["incomplete"]);
/// An answer with RST behind it, which may overtake it.
pub const UNREADABLE_OR_UNKNOWN: Expect =
    failing(&["unknown"], &["accepted_unreadable", "unknown"]);
/// A refusal with bytes left unread behind it, so that RST may overtake it; one that comes before the PIN has left
/// is no definite answer of a login.
pub const EARLY: Expect = failing(
    &["rejected", "unknown", "not_sent", "incomplete"],
    &["rejected", "unknown"],
);
pub const EARLY_LARGE: Expect = failing(&[], &["rejected", "incomplete"]);
/// A tunnel that a proxy refused: nothing left, and a definite answer came.
pub const NO_TUNNEL: Expect = failing(&[], &["not_sent", "rejected"]);
