//! Of several changes of one thing the last counts, and before a reset nothing does.

use crate::events::Subject;
use std::collections::HashSet;

pub(super) fn coalesced(events: Vec<(u64, Subject)>) -> Vec<(u64, Subject)> {
    let mut seen = HashSet::new();
    let mut kept = Vec::new();
    for (number, subject) in events.into_iter().rev() {
        let ends = subject == Subject::Reset;
        if seen.insert(subject.clone()) {
            kept.push((number, subject));
        }
        if ends {
            break;
        }
    }
    kept.reverse();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use Subject::{Cards, Request, Reset};

    #[test]
    fn the_last_change_of_each_thing_stays_in_its_place() {
        let events = vec![
            (4, Request(1)),
            (5, Cards),
            (6, Request(2)),
            (7, Request(1)),
        ];
        let expected = [(5, Cards), (6, Request(2)), (7, Request(1))];
        assert_eq!(coalesced(events), expected);
    }

    #[test]
    fn what_was_before_a_reset_is_left_out() {
        let events = vec![
            (1, Cards),
            (2, Reset),
            (3, Request(1)),
            (4, Reset),
            (5, Cards),
        ];
        assert_eq!(coalesced(events), [(4, Reset), (5, Cards)]);
    }
}
