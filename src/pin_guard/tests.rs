use super::*;

fn guard() -> &'static PinGuard {
    Box::leak(Box::new(PinGuard::new()))
}

/// A list with these entries, each under a token of its own: "0", "1" and so on.
fn list(guard: &PinGuard, entries: &[&str]) -> CardList {
    let asked_at = guard.now();
    shown(guard, entries, asked_at)
}

fn shown(guard: &PinGuard, entries: &[&str], asked_at: u64) -> CardList {
    let tokens = entries.iter().enumerate();
    let tokens: Vec<String> = tokens
        .map(|(number, entry)| format!(r#""{number}":[{{{entry}}}]"#))
        .collect();
    let text = format!(r#"{{"data":{{"data":{{{}}}}}}}"#, tokens.join(","));
    let listing = crate::wire::listing(&crate::wire::Fields::read(&text).unwrap()).unwrap();
    guard.observe(listing.cards, asked_at, None).unwrap()
}

/// One card, read now, with this counter.
fn read(guard: &PinGuard, counter: &str) -> CardList {
    list(guard, &[&card("9", counter)])
}

fn card(serial: &str, counter: &str) -> String {
    format!(r#""serial":"{serial}","idNat":"8","pinAttempt":{counter}"#)
}

fn refused(guard: &'static PinGuard, list: &CardList, pin: &str) -> Option<Reason> {
    let asked = guard.admit(list, "0", pin);
    let reason = asked.as_ref().err().cloned();
    if let Ok(presentation) = asked {
        presentation.end(Ending::NotSent, None);
    }
    reason
}

fn ends(guard: &'static PinGuard, list: &CardList, pin: &str, ending: Ending) {
    guard.admit(list, "0", pin).unwrap().end(ending, None);
}

const HELD: Option<Reason> = Some(Reason::PinKnownWrong);

#[test]
fn a_second_try_needs_a_fresh_list_and_another_pin() {
    let guard = guard();
    let first = read(guard, "3");
    ends(guard, &first, "0000", Ending::Unclear);
    assert_eq!(refused(guard, &first, "0000"), Some(Reason::PinNeedsReady));
    assert_eq!(refused(guard, &first, "1234"), Some(Reason::PinNeedsReady));
    let second = read(guard, "3");
    assert_eq!(refused(guard, &second, "0000"), HELD);
    assert_eq!(refused(guard, &second, "1234"), None);
}

#[test]
fn an_unmoved_counter_lifts_a_definite_refusal_once() {
    let guard = guard();
    ends(guard, &read(guard, "3"), "1234", Ending::Refused);
    let second = read(guard, "3");
    ends(guard, &second, "1234", Ending::Refused);
    assert_eq!(refused(guard, &read(guard, "3"), "1234"), HELD);
    // It is believed for one PIN: it may be one that never moves.
    ends(guard, &read(guard, "3"), "0000", Ending::Refused);
    assert_eq!(refused(guard, &read(guard, "3"), "0000"), HELD);
    ends(guard, &read(guard, "3"), "5678", Ending::Opened);
    ends(guard, &read(guard, "3"), "0000", Ending::Refused);
    assert_eq!(refused(guard, &read(guard, "3"), "0000"), None);
}

#[test]
fn a_list_without_the_counter_decides_nothing() {
    let guard = guard();
    ends(guard, &read(guard, "3"), "1234", Ending::Refused);
    for nothing in [list(guard, &[]), read(guard, "null"), read(guard, "\"3\"")] {
        let known = !nothing.entries.is_empty();
        assert!(!known || refused(guard, &nothing, "1234") == HELD);
    }
    assert_eq!(refused(guard, &read(guard, "3"), "1234"), None);
}

#[test]
fn a_counter_that_came_back_does_not_clear_a_refused_pin() {
    let guard = guard();
    ends(guard, &read(guard, "3"), "0000", Ending::Refused);
    read(guard, "2");
    assert_eq!(refused(guard, &read(guard, "3"), "0000"), HELD);
}

#[test]
fn a_permit_is_for_one_try_of_one_card() {
    let guard = guard();
    ends(guard, &read(guard, "null"), "0000", Ending::Unclear);
    let second = read(guard, "null");
    assert_eq!(refused(guard, &second, "0000"), HELD);
    assert!(guard.allow_retry(&second.cards("0")));
    // What was not sent gives the permit back.
    ends(guard, &second, "0000", Ending::NotSent);
    ends(guard, &second, "0000", Ending::Refused);
    assert_eq!(refused(guard, &read(guard, "null"), "0000"), HELD);
    // Nor is it for what was held before, when another PIN was presented meanwhile.
    let third = read(guard, "null");
    assert!(guard.allow_retry(&third.cards("0")));
    ends(guard, &third, "1111", Ending::Unclear);
    assert_eq!(refused(guard, &read(guard, "null"), "0000"), HELD);
    let other = list(guard, &[&card("another", "3")]);
    assert!(!guard.allow_retry(&other.cards("0")));
    assert!(!guard.allow_retry(&[]));
}

/// It was one for each record that it concerned.
#[test]
fn a_permit_is_one_presentation_whatever_number_of_cards_it_may_be_for() {
    let guard = guard();
    let listed = || {
        let nameless = r#""pinAttempt":3"#;
        list(guard, &[&card("1", "3"), &card("2", "3"), nameless])
    };
    let admit = |list: &CardList, token: &str| guard.admit(list, token, "0000");
    for token in ["0", "1"] {
        admit(&listed(), token).unwrap().end(Ending::Unclear, None);
    }
    let shown = listed();
    assert!(guard.allow_retry(&shown.cards("2")));
    // What is not sent gives all of it back; meanwhile none of it serves another card.
    for (first, second) in [("0", "1"), ("1", "0")] {
        let first = admit(&shown, first).unwrap();
        assert_eq!(admit(&shown, second).err(), HELD);
        first.end(Ending::NotSent, None);
    }
    admit(&shown, "0").unwrap().end(Ending::Unclear, None);
    let later = listed();
    for token in ["0", "1", "2"] {
        assert_eq!(admit(&later, token).err(), HELD);
    }
    // Two acts are two presentations.
    assert!(guard.allow_retry(&later.cards("0")));
    assert!(guard.allow_retry(&later.cards("1")));
    for token in ["0", "1"] {
        admit(&later, token).unwrap().end(Ending::Unclear, None);
    }
}

/// What is held for a card without identifiers is held for both; the permit is for the one that was meant.
#[test]
fn a_permit_for_one_card_is_not_for_another_that_may_be_the_same() {
    let guard = guard();
    let nameless = list(guard, &[r#""pinAttempt":3"#]);
    ends(guard, &nameless, "0000", Ending::Unclear);
    let both = [card("1", "3"), card("2", "3")];
    let both = list(guard, &[&both[0], &both[1]]);
    assert_eq!(refused(guard, &both, "0000"), HELD);
    assert!(guard.allow_retry(&both.cards("1")));
    assert_eq!(refused(guard, &both, "0000"), HELD);
    let second = guard.admit(&both, "1", "0000").unwrap();
    second.end(Ending::Opened, None);
    // What was held for the nameless card is not cleared by what may be another one.
    let later = list(guard, &[&card("2", "3")]);
    assert_eq!(refused(guard, &later, "0000"), HELD);
}

#[test]
fn two_entries_may_be_one_card_unless_an_identifier_differs() {
    let both = r#""serial":"9","idNat":"8""#;
    let (serial, holder) = (r#""serial":"9""#, r#""idNat":"8""#);
    let nothing = r#""pinAttempt":3"#;
    for (one, another, same) in [
        (both, both, true),
        (both, serial, true),
        (both, holder, true),
        (both, nothing, true),
        (serial, holder, true),
        (nothing, nothing, true),
        (both, r#""serial":"9","idNat":"7""#, false),
        (both, r#""serial":"7","idNat":"8""#, false),
        (both, r#""serial":"7""#, false),
        (holder, r#""idNat":"7""#, false),
    ] {
        for (one, another) in [(one, another), (another, one)] {
            let guard = guard();
            ends(guard, &list(guard, &[one]), "0000", Ending::Unclear);
            let expected = if same { HELD } else { None };
            assert_eq!(refused(guard, &list(guard, &[another]), "0000"), expected);
        }
    }
}

#[test]
fn a_success_clears_the_card_that_it_certainly_is() {
    for (entry, certain) in [
        (r#""serial":"9","idNat":"8""#, true),
        (r#""serial":"9""#, true),
        (r#""idNat":"8""#, false),
        (r#""pinAttempt":3"#, false),
    ] {
        let guard = guard();
        ends(guard, &list(guard, &[entry]), "0000", Ending::Unclear);
        ends(guard, &list(guard, &[entry]), "1234", Ending::Opened);
        let after = refused(guard, &list(guard, &[entry]), "0000");
        assert_eq!(after.is_none(), certain, "{entry}");
    }
}

#[test]
fn what_may_be_the_card_takes_part_in_its_counter() {
    let guard = guard();
    let own = card("9", "3");
    let both = list(guard, &[&own, &own]);
    ends(guard, &both, "0000", Ending::Refused);
    assert_eq!(refused(guard, &read(guard, "3"), "0000"), HELD);
    let nameless = list(guard, &[&own, &own, r#""pinAttempt":"?""#]);
    assert_eq!(refused(guard, &nameless, "0000"), HELD);
    assert_eq!(refused(guard, &list(guard, &[&own, &own]), "0000"), None);
}

#[test]
fn a_list_asked_for_before_the_end_of_a_try_shows_nothing() {
    let guard = guard();
    let first = read(guard, "3");
    let asked_at = guard.now();
    ends(guard, &first, "0000", Ending::Refused);
    let late = shown(guard, &[&card("9", "3")], asked_at);
    assert_eq!(refused(guard, &late, "0000"), Some(Reason::PinNeedsReady));
}

#[test]
fn one_presentation_at_a_time_and_a_dropped_one_is_spent() {
    let guard = guard();
    let list = read(guard, "3");
    let presentation = guard.admit(&list, "0", "0000").unwrap();
    assert_eq!(refused(guard, &list, "1234"), Some(Reason::PinInUse));
    drop(presentation);
    assert_eq!(refused(guard, &list, "1234"), Some(Reason::PinNeedsReady));
    assert_eq!(refused(guard, &read(guard, "3"), "0000"), HELD);
}

#[test]
fn what_was_not_sent_costs_nothing() {
    let guard = guard();
    let list = read(guard, "3");
    ends(guard, &list, "1234", Ending::NotSent);
    assert_eq!(refused(guard, &list, "1234"), None);
}

#[test]
fn eight_threads_with_one_pin_present_it_once() {
    let guard = guard();
    let list = read(guard, "3");
    let presented: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| guard.admit(&list, "0", "0000").is_ok()))
            .collect();
        threads
            .into_iter()
            .map(|t| usize::from(t.join().unwrap()))
            .sum()
    });
    assert_eq!(presented, 1);
}

/// Found by random calls: after a success another handle presents a PIN on an old list. The old counter may
/// by chance equal the new one, and does not show that the PIN was not consumed.
#[test]
fn a_counter_read_before_the_last_success_shows_nothing() {
    let guard = guard();
    let old = read(guard, "2");
    ends(guard, &old, "1234", Ending::Opened);
    ends(guard, &old, "0000", Ending::Refused);
    assert_eq!(refused(guard, &read(guard, "2"), "0000"), HELD);
}

#[test]
fn at_the_bound_of_cards_nothing_that_is_held_is_forgotten() {
    let guard = guard();
    let one = |number: usize| list(guard, &[&card(&format!("c{number}"), "3")]);
    // Cards of which nothing is held go first.
    for number in 0..400 {
        ends(guard, &one(number), "1234", Ending::Opened);
    }
    let held: Vec<usize> = (1000..1000 + record::MAX_CARDS + 300).collect();
    for number in &held {
        ends(guard, &one(*number), &format!("p{number}"), Ending::Unclear);
    }
    assert!(guard.records().all().len() <= record::MAX_CARDS);
    for number in held.iter().rev() {
        let pin = format!("p{number}");
        assert_eq!(refused(guard, &one(*number), &pin), HELD, "{number}");
    }
    assert_eq!(refused(guard, &one(1), "another"), None);
    // A person lets it through all the same.
    let first = one(1000);
    assert!(guard.allow_retry(&first.cards("0")));
    assert_eq!(refused(guard, &first, "p1000"), None);
}

#[test]
fn at_the_bound_of_pins_every_pin_of_the_card_is_held() {
    let guard = guard();
    for number in 0..record::MAX_PINS {
        assert_eq!(refused(guard, &read(guard, "3"), "new"), None);
        ends(
            guard,
            &read(guard, "3"),
            &format!("p{number}"),
            Ending::Unclear,
        );
    }
    ends(guard, &read(guard, "3"), "one more", Ending::Unclear);
    let list = read(guard, "3");
    for pin in ["p0", "one more", "new"] {
        assert_eq!(refused(guard, &list, pin), HELD);
    }
    assert!(guard.allow_retry(&list.cards("0")));
    ends(guard, &list, "new", Ending::Opened);
    assert_eq!(refused(guard, &read(guard, "3"), "p0"), None);
}

#[test]
fn at_the_last_bound_every_pin_of_every_card_is_held() {
    let guard = guard();
    let one = |number: usize| list(guard, &[&card(&format!("c{number}"), "3")]);
    let mut number = 0;
    while let Ok(presentation) = guard.admit(&one(number), "0", &format!("p{number}")) {
        presentation.end(Ending::Unclear, None);
        number += 1;
    }
    assert!(number >= record::MAX_CARDS + record::MAX_NAMELESS - 1);
    let list = one(9999);
    assert_eq!(refused(guard, &list, "new"), HELD);
    assert!(guard.allow_retry(&list.cards("0")));
    ends(guard, &list, "new", Ending::Opened);
    assert_eq!(refused(guard, &one(9999), "new"), HELD);
}
