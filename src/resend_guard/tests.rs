use super::*;

const PATIENT: &str = "255081416802538";

fn begin(guard: &ResendGuard) -> InFlightUpload<'_> {
    guard.begin(PATIENT, "11503-0", 3, false).unwrap()
}

/// Sends once, if the guard permits it. Returns the id of the upload where its outcome is unknown.
fn send(
    guard: &ResendGuard,
    sha256: &str,
    outcome: Outcome,
) -> Result<Option<String>, SendRefusal> {
    let mut upload = begin(guard);
    upload.admit(sha256)?;
    upload.release();
    Ok(upload.end(outcome, None).0)
}

#[test]
fn an_unknown_upload_needs_a_permit_for_each_further_one() {
    let guard = ResendGuard::new(10);
    let (aa, bb) = ("aa".repeat(32), "bb".repeat(32));
    assert!(!begin(&guard).must_be_compared());
    let first = send(&guard, &aa, Outcome::Unknown).unwrap().unwrap();
    assert!(begin(&guard).must_be_compared());
    let longer = guard.begin(PATIENT, "11503-0", 4, false).unwrap();
    assert!(!longer.must_be_compared());
    assert_eq!(
        begin(&guard).admit(&aa),
        Err(SendRefusal::Unknown(first.clone()))
    );
    assert_eq!(send(&guard, &bb, Outcome::Accepted), Ok(None));
    let mut other = guard.begin(PATIENT, "other", 3, false).unwrap();
    assert_eq!(other.admit(&aa), Ok(()), "another type is another document");
    drop(other);

    assert_eq!(guard.allow(&aa.to_uppercase()), Ok(()));
    assert_eq!(guard.allow(&bb), Err(PermitRefusal::Nothing));
    let second = send(&guard, &aa, Outcome::AcceptedUnreadable)
        .unwrap()
        .unwrap();
    assert_ne!(first, second);
    assert!(send(&guard, &aa, Outcome::Accepted).is_err());
    assert_eq!(guard.allow(&first), Err(PermitRefusal::Nothing));
    assert_eq!(guard.allow(&second), Ok(()));
    assert_eq!(send(&guard, &aa, Outcome::Accepted), Ok(None));
    assert!(guard.state().documents.is_empty());
}

#[test]
fn a_permit_is_given_back_by_what_cannot_have_arrived() {
    let guard = ResendGuard::new(10);
    let aa = "aa".repeat(32);
    let unknown = send(&guard, &aa, Outcome::Unknown).unwrap().unwrap();
    guard.allow(&unknown).unwrap();
    for outcome in [Outcome::NotSent, Outcome::Incomplete] {
        assert_eq!(send(&guard, &aa, outcome), Ok(None));
    }
    let mut stopped = begin(&guard);
    stopped.admit(&aa).unwrap();
    assert_eq!(guard.allow(&unknown), Err(PermitRefusal::Nothing), "in use");
    // Not released: whatever happened to it, the whole cannot have left.
    drop(stopped);
    assert_eq!(send(&guard, &aa, Outcome::Rejected), Ok(None));
    assert_eq!(begin(&guard).admit(&aa), Err(SendRefusal::Unknown(unknown)));
}

#[test]
fn one_document_is_on_its_way_once() {
    let guard = ResendGuard::new(10);
    let (aa, bb) = ("aa".repeat(32), "bb".repeat(32));
    let mut first = begin(&guard);
    first.admit(&aa).unwrap();
    let mut second = begin(&guard);
    assert!(second.must_be_compared());
    assert_eq!(second.admit(&aa), Err(SendRefusal::InUse));
    assert_eq!(second.admit(&bb), Ok(()));
    first.release();
    drop(first);
    let held = begin(&guard).admit(&aa);
    assert!(
        matches!(held, Err(SendRefusal::Unknown(_))),
        "a panic leaves an unknown upload"
    );
}

#[test]
fn a_sha256_of_several_unknown_uploads_names_none() {
    let guard = ResendGuard::new(10);
    let aa = "aa".repeat(32);
    for patient in ["1", "2"] {
        let mut upload = guard.begin(patient, "23", 3, false).unwrap();
        upload.admit(&aa).unwrap();
        upload.release();
        upload.end(Outcome::Unknown, None).0.unwrap();
    }
    assert_eq!(guard.allow(&aa), Err(PermitRefusal::Several));
    for odd in [
        "",
        "a",
        &aa[1..],
        &aa[..31],
        &"é".repeat(16),
        &"g".repeat(32),
    ] {
        assert_eq!(guard.allow(odd), Err(PermitRefusal::Malformed), "{odd}");
    }
}

#[test]
fn at_the_bound_nothing_is_forgotten() {
    let guard = ResendGuard::new(2);
    let (aa, bb, cc) = ("aa".repeat(32), "bb".repeat(32), "cc".repeat(32));
    send(&guard, &aa, Outcome::Unknown).unwrap();
    let unknown = send(&guard, &bb, Outcome::Unknown).unwrap().unwrap();
    assert!(begin(&guard).must_be_compared());
    assert_eq!(send(&guard, &cc, Outcome::Accepted), Err(SendRefusal::Full));
    assert!(matches!(
        send(&guard, &aa, Outcome::Accepted),
        Err(SendRefusal::Unknown(_))
    ));
    // What a person permits takes no place; when it has arrived there is one again.
    guard.allow(&unknown).unwrap();
    assert_eq!(send(&guard, &bb, Outcome::Accepted), Ok(None));
    assert_eq!(send(&guard, &cc, Outcome::Accepted), Ok(None));

    let guard = ResendGuard::new(2);
    let under_way = (begin(&guard), begin(&guard));
    assert_eq!(begin(&guard).admit(&aa), Err(SendRefusal::Full));
    drop(under_way);
    assert_eq!(begin(&guard).admit(&aa), Ok(()));
}

#[test]
fn parts_do_not_run_together() {
    let guard = ResendGuard::new(10);
    let shape = |patient, code| guard.begin(patient, code, 3, false).unwrap().shape;
    assert_ne!(shape("1", "23"), shape("12", "3"));
}
