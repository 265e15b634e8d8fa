use super::*;

const PATIENT: &str = "255081416802538";

fn begin(ledger: &Ledger) -> Sending<'_> {
    ledger.begin(PATIENT, "11503-0", 3).unwrap()
}

/// Sends once, as far as the ledger lets it; gives the id of the doubt that it leaves.
fn send(ledger: &Ledger, sha256: &str, outcome: Outcome) -> Result<Option<String>, Held> {
    let mut sending = begin(ledger);
    sending.admit(sha256)?;
    sending.release();
    Ok(sending.end(outcome))
}

#[test]
fn a_document_in_doubt_needs_a_permit_for_each_sending() {
    let ledger = Ledger::new(10);
    let (aa, bb) = ("aa".repeat(32), "bb".repeat(32));
    assert!(!begin(&ledger).must_be_compared());
    let first = send(&ledger, &aa, Outcome::Unknown).unwrap().unwrap();
    assert!(begin(&ledger).must_be_compared());
    let longer = ledger.begin(PATIENT, "11503-0", 4).unwrap();
    assert!(!longer.must_be_compared());
    assert_eq!(begin(&ledger).admit(&aa), Err(Held::InDoubt(first.clone())));
    assert_eq!(send(&ledger, &bb, Outcome::Accepted), Ok(None));
    let mut other = ledger.begin(PATIENT, "other", 3).unwrap();
    assert_eq!(other.admit(&aa), Ok(()), "another type is another document");
    drop(other);

    assert_eq!(ledger.allow(&aa.to_uppercase()), Ok(()));
    assert_eq!(ledger.allow(&bb), Err(NotAllowed::Nothing));
    let second = send(&ledger, &aa, Outcome::AcceptedUnreadable)
        .unwrap()
        .unwrap();
    assert_ne!(first, second);
    assert!(send(&ledger, &aa, Outcome::Accepted).is_err());
    assert_eq!(ledger.allow(&first), Err(NotAllowed::Nothing));
    assert_eq!(ledger.allow(&second), Ok(()));
    assert_eq!(send(&ledger, &aa, Outcome::Accepted), Ok(None));
    assert!(ledger.state().documents.is_empty());
}

#[test]
fn a_permit_is_given_back_by_what_cannot_have_arrived() {
    let ledger = Ledger::new(10);
    let aa = "aa".repeat(32);
    let doubt = send(&ledger, &aa, Outcome::Unknown).unwrap().unwrap();
    ledger.allow(&doubt).unwrap();
    for outcome in [Outcome::NotSent, Outcome::Incomplete] {
        assert_eq!(send(&ledger, &aa, outcome), Ok(None));
    }
    let mut stopped = begin(&ledger);
    stopped.admit(&aa).unwrap();
    assert_eq!(ledger.allow(&doubt), Err(NotAllowed::Nothing), "in use");
    // Not released: whatever happened to it, the whole cannot have left.
    drop(stopped);
    assert_eq!(send(&ledger, &aa, Outcome::Rejected), Ok(None));
    assert_eq!(begin(&ledger).admit(&aa), Err(Held::InDoubt(doubt)));
}

#[test]
fn one_document_is_on_its_way_once() {
    let ledger = Ledger::new(10);
    let (aa, bb) = ("aa".repeat(32), "bb".repeat(32));
    let mut first = begin(&ledger);
    first.admit(&aa).unwrap();
    let mut second = begin(&ledger);
    assert!(second.must_be_compared());
    assert_eq!(second.admit(&aa), Err(Held::InUse));
    assert_eq!(second.admit(&bb), Ok(()));
    first.release();
    drop(first);
    let held = begin(&ledger).admit(&aa);
    assert!(
        matches!(held, Err(Held::InDoubt(_))),
        "a panic leaves a doubt"
    );
}

#[test]
fn a_sha256_that_several_doubts_have_says_nothing() {
    let ledger = Ledger::new(10);
    let aa = "aa".repeat(32);
    for patient in ["1", "2"] {
        let mut sending = ledger.begin(patient, "23", 3).unwrap();
        sending.admit(&aa).unwrap();
        sending.release();
        sending.end(Outcome::Unknown).unwrap();
    }
    assert_eq!(ledger.allow(&aa), Err(NotAllowed::Several));
    for odd in [
        "",
        "a",
        &aa[1..],
        &aa[..31],
        &"é".repeat(16),
        &"g".repeat(32),
    ] {
        assert_eq!(ledger.allow(odd), Err(NotAllowed::Malformed), "{odd}");
    }
}

#[test]
fn at_the_bound_nothing_is_forgotten() {
    let ledger = Ledger::new(2);
    let (aa, bb, cc) = ("aa".repeat(32), "bb".repeat(32), "cc".repeat(32));
    send(&ledger, &aa, Outcome::Unknown).unwrap();
    let doubt = send(&ledger, &bb, Outcome::Unknown).unwrap().unwrap();
    assert!(begin(&ledger).must_be_compared());
    assert_eq!(send(&ledger, &cc, Outcome::Accepted), Err(Held::Full));
    assert!(matches!(
        send(&ledger, &aa, Outcome::Accepted),
        Err(Held::InDoubt(_))
    ));
    // What a person permits takes no place; when it has arrived there is one again.
    ledger.allow(&doubt).unwrap();
    assert_eq!(send(&ledger, &bb, Outcome::Accepted), Ok(None));
    assert_eq!(send(&ledger, &cc, Outcome::Accepted), Ok(None));

    let ledger = Ledger::new(2);
    let under_way = (begin(&ledger), begin(&ledger));
    assert_eq!(begin(&ledger).admit(&aa), Err(Held::Full));
    drop(under_way);
    assert_eq!(begin(&ledger).admit(&aa), Ok(()));
}

#[test]
fn parts_do_not_run_together() {
    let ledger = Ledger::new(10);
    let shape = |patient, code| ledger.begin(patient, code, 3).unwrap().shape;
    assert_ne!(shape("1", "23"), shape("12", "3"));
}
