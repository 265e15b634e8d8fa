use super::*;
use crate::keyed_digest::DigestKey;

const ENDED: (u32, &str) = (0x7fff_fffe, "1-0");

fn own() -> (u32, &'static str) {
    let own = crate::system::processes::own();
    (own.number, &own.start)
}

fn card(serial: Option<&str>, holder: Option<&str>) -> JournalCard {
    let key = DigestKey::of(&[3; 32]);
    JournalCard::new(key.get().unwrap(), serial, holder)
}

fn one() -> JournalCard {
    card(Some("1"), Some("8"))
}

fn begin(index: &mut PinIndex, entry: u128, cards: &[JournalCard], process: (u32, &str)) {
    let cards = cards.to_vec();
    let begin = PinBegin {
        entry,
        cards,
        process,
    };
    index.begin(&begin).unwrap();
}

fn judge(index: &PinIndex, card: JournalCard) -> Result<(), Reason> {
    index.judge(&[card], &|_| false)
}

const HELD: PinEnding = PinEnding::Refused { liftable: false };
const LIFTABLE: PinEnding = PinEnding::Refused { liftable: true };

#[test]
fn a_presentation_that_was_not_accepted_holds_the_card_and_no_other() {
    for (ending, holds) in [
        (None, true),
        (Some(HELD), true),
        (Some(LIFTABLE), true),
        (Some(PinEnding::NotSent), false),
        (Some(PinEnding::Opened), false),
    ] {
        let mut index = PinIndex::default();
        begin(&mut index, 7, &[one()], ENDED);
        if let Some(ending) = ending {
            index.end(7, ending);
        }
        let expected = match holds {
            true => Err(Reason::PinKnownWrong),
            false => Ok(()),
        };
        assert_eq!(judge(&index, one()), expected, "{ending:?}");
        // It may be the same card where no identifier differs.
        assert_eq!(judge(&index, card(Some("1"), None)), expected, "{ending:?}");
        assert_eq!(judge(&index, card(None, None)), expected, "{ending:?}");
        assert_eq!(judge(&index, card(Some("2"), Some("8"))), Ok(()));
        // The process that made it judges by itself.
        assert_eq!(index.judge(&[one()], &|entry| entry == 7), Ok(()));
    }
}

#[test]
fn a_presentation_under_way_is_in_use_and_takes_no_permit() {
    let mut index = PinIndex::default();
    begin(&mut index, 7, &[one()], own());
    assert_eq!(judge(&index, one()), Err(Reason::PinInUse));
    assert!(!index.is_held(&[one()]));
    index.permit(&[one()]);
    index.end(7, HELD);
    assert_eq!(judge(&index, one()), Err(Reason::PinKnownWrong));
    assert!(index.is_held(&[one()]));
}

#[test]
fn a_permit_is_for_one_presentation_and_comes_back_when_it_was_not_sent() {
    let mut index = PinIndex::default();
    begin(&mut index, 1, &[one()], ENDED);
    begin(&mut index, 2, &[card(None, Some("8"))], ENDED);
    index.permit(&[one()]);
    assert_eq!(judge(&index, one()), Ok(()));
    begin(&mut index, 3, &[one()], own());
    assert_eq!(judge(&index, one()), Err(Reason::PinInUse));
    index.end(3, PinEnding::NotSent);
    assert_eq!(judge(&index, one()), Ok(()));
    begin(&mut index, 4, &[one()], own());
    index.end(4, LIFTABLE);
    assert_eq!(judge(&index, one()), Err(Reason::PinKnownWrong));
    // Those before it hold as well.
    index.lift(4);
    assert_eq!(judge(&index, one()), Err(Reason::PinKnownWrong));
}

#[test]
fn a_success_clears_what_certainly_is_the_card() {
    let mut index = PinIndex::default();
    begin(&mut index, 1, &[one()], ENDED);
    index.end(1, HELD);
    begin(&mut index, 2, &[card(None, Some("8"))], ENDED);
    index.permit(&[one()]);
    begin(&mut index, 3, &[one()], own());
    index.end(3, PinEnding::Opened);
    assert_eq!(index.held.len(), 1);
    assert_eq!(judge(&index, one()), Err(Reason::PinKnownWrong));
    // Of two cards it is not known which one accepted the PIN.
    let other = card(Some("2"), None);
    let mut index = PinIndex::default();
    begin(&mut index, 1, &[one()], ENDED);
    index.permit(&[one()]);
    begin(&mut index, 2, &[one(), other], own());
    index.end(2, PinEnding::Opened);
    assert_eq!(judge(&index, one()), Err(Reason::PinKnownWrong));
    assert_eq!(judge(&index, other), Ok(()));
}

#[test]
fn a_lift_ends_one_hold_and_the_file_stays_small() {
    let mut index = PinIndex::default();
    begin(&mut index, 1, &[one()], own());
    index.end(1, LIFTABLE);
    index.lift(1);
    assert_eq!(judge(&index, one()), Ok(()));
    for entry in 2..100 {
        begin(&mut index, entry, &[one()], own());
        index.end(entry, HELD);
    }
    assert_eq!(index.held.len(), 1);
    assert_eq!(judge(&index, one()), Err(Reason::PinKnownWrong));
}

/// Whoever reads the permit later does not see that the second presentation was under way.
#[test]
fn nothing_is_permitted_while_a_presentation_is_under_way() {
    let mut index = PinIndex::default();
    begin(&mut index, 1, &[one()], ENDED);
    assert!(index.is_held(&[one()]));
    begin(&mut index, 2, &[one()], own());
    assert!(!index.is_held(&[one()]));
    index.end(2, HELD);
    assert!(index.is_held(&[one()]));
}
