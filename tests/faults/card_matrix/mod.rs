//! The card's side of the fault matrix: every way in which a login can end, every list that may come later, and
//! whoever tries the same PIN again. What may go out is said by a table of its own (`End`).
//!
//! A fixed part runs always; all of it with `HR_MATRIX=full`. `HR_CARD_RUN=17` runs one.

mod later;
mod run;

use testkit::Outcome;
use testkit::threads::for_each;

use crate::matrix::calls::Target;
use crate::matrix::variant::Variant;
use crate::matrix::{local, replies_and_connections, threads};
use crate::runs::{Found, is_full, share};
use later::{LATER, Later};
use run::WHO;

const THREADS: usize = 12;
/// Every such run belongs to the part that runs always; no divisor of the other numbers.
const EVERY: usize = 401;
/// The guard remembers more cards than this, and what it does beyond is tested elsewhere.
pub const CARDS: usize = 500;

/// The table: how a login ended, and what that leaves behind. Written from the contract, not from the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Nothing is held.
    Opened,
    /// All is as it was.
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

    /// Whether the PIN is held after this.
    pub fn holds(self, held: bool) -> bool {
        match self {
            End::Opened => false,
            End::NotSent => held,
            End::Held => true,
        }
    }
}

/// The faults of the matrix that a login can meet.
fn variants() -> Vec<Variant> {
    let mut all = replies_and_connections();
    all.extend(local::variants());
    all.extend(threads::variants());
    all.retain(|variant| variant.targets.contains(&Target::Login));
    // That one gives the card another holder, which makes it another card; here it is a list (`Later::Reinserted`).
    // Row 50 is about a second call on the handle, which is no end of a login.
    all.retain(|variant| variant.name != "put in again" && variant.row != 50);
    all
}

/// A card of which a list leaves out the serial may be one of which another leaves out the holder; one of which it
/// leaves out both may be every card. Runs of two such kinds are never made at the same time, and these are alone.
fn threads_of(later: Later) -> usize {
    match later {
        Later::WithoutBoth => 1,
        Later::WithoutHolder => THREADS + 1,
        _ => THREADS,
    }
}

#[test]
fn no_login_goes_out_that_the_table_does_not_allow() {
    testkit::alone!();
    let variants = variants();
    let mut all = Vec::new();
    for variant in &variants {
        for later in LATER {
            all.extend(WHO.map(|who| (variant, later, who)));
        }
    }
    let mut plan = share(all, EVERY, "HR_CARD_RUN");
    plan.sort_by_key(|(_, (_, later, _))| threads_of(*later));
    let same = |a: &(usize, (_, Later, _)), b: &(usize, (_, Later, _))| {
        threads_of(a.1.1) == threads_of(b.1.1)
    };
    let mut found = Vec::new();
    for part in plan.chunk_by(same).flat_map(|kind| kind.chunks(CARDS)) {
        // As in a new process.
        hr::ffi::test_hooks::forget();
        let threads = threads_of(part[0].1.1);
        found.extend(for_each(
            threads,
            part,
            |(number, (variant, later, who))| {
                let Variant { row, name, .. } = variant;
                let found = run::run(variant, *later, *who);
                found.named(format!("{number}: F{row} {name} x {later:?} x {who:?}"))
            },
        ));
    }
    let runs = plan.len();
    let sum = Found::sum(&format!("card matrix, {} faults", variants.len()), found);
    assert!(runs < 2 || is_full() || sum.of("held") > 0 && sum.of("opened") > 0);
}
