use super::*;

const DOCUMENT: [u8; 32] = [7; 32];

/// A process that has ended, in whose place no other is.
const ENDED: (u32, &str) = (0x7fff_fffe, "1-0");

fn own() -> (u32, &'static str) {
    let own = crate::system::processes::own();
    (own.number, &own.start)
}

fn begin(index: &mut Index, entry: u128, permit: Option<u128>, process: (u32, &str)) {
    let begin = UploadBegin {
        entry,
        time: 0,
        content: [9; 32],
        document: DOCUMENT,
        bytes: 1,
        reference: None,
        permit,
        process,
    };
    index.begin(&begin, 0).unwrap();
}

fn end(index: &mut Index, entry: u128, outcome: Outcome) {
    let end = UploadEnd {
        entry,
        time: 0,
        outcome,
        code: None,
        status: None,
    };
    index.end(&end, 1);
}

fn judge(index: &Index) -> Judgement {
    index.judge(short(&DOCUMENT))
}

#[test]
fn a_begun_upload_is_in_use_while_its_process_runs_and_then_a_doubt() {
    let mut index = Index::default();
    assert_eq!(judge(&index), Judgement::Free(None));
    begin(&mut index, 1, None, own());
    assert_eq!(judge(&index), Judgement::InUse);
    assert_eq!(index.meant_by_entry(1), Meant::InUse);
    let mut index = Index::default();
    begin(&mut index, 1, None, ENDED);
    assert_eq!(judge(&index), Judgement::Doubt(1));
    assert_eq!(index.meant_by_entry(1), Meant::Doubt(1));
    assert_eq!(index.meant_by_content(short(&[9; 32])), Meant::Doubt(1));
    assert_eq!(index.meant_by_content(1), Meant::Nothing);
    assert_eq!(index.doubts(), 1);
}

#[test]
fn an_outcome_decides_what_is_left_of_an_upload() {
    for (outcome, left) in [
        (Outcome::Accepted, Judgement::Free(None)),
        (Outcome::NotSent, Judgement::Free(None)),
        (Outcome::Incomplete, Judgement::Free(None)),
        (Outcome::Rejected, Judgement::Free(None)),
        (Outcome::Unknown, Judgement::Doubt(1)),
        (Outcome::AcceptedUnreadable, Judgement::Doubt(1)),
    ] {
        let mut index = Index::default();
        begin(&mut index, 1, None, own());
        end(&mut index, 1, outcome);
        assert_eq!(judge(&index), left, "{outcome:?}");
        // A second end of the same upload changes nothing.
        end(&mut index, 1, Outcome::Accepted);
        assert_eq!(judge(&index), left, "{outcome:?}");
    }
}

#[test]
fn a_permit_is_for_one_sending() {
    for (outcome, left) in [
        (Outcome::Accepted, Judgement::Free(None)),
        // The permit was not used.
        (Outcome::NotSent, Judgement::Free(Some(1))),
        (Outcome::Incomplete, Judgement::Free(Some(1))),
        (Outcome::Rejected, Judgement::Doubt(1)),
        (Outcome::Unknown, Judgement::Doubt(2)),
    ] {
        let mut index = Index::default();
        begin(&mut index, 1, None, own());
        end(&mut index, 1, Outcome::Unknown);
        index.permit(1);
        assert_eq!(judge(&index), Judgement::Free(Some(1)));
        begin(&mut index, 2, Some(1), own());
        assert_eq!(judge(&index), Judgement::InUse);
        end(&mut index, 2, outcome);
        assert_eq!(judge(&index), left, "{outcome:?}");
        let doubt = index.is_doubt(&index.uploads()[0]);
        let of_the_first = !matches!(outcome, Outcome::Accepted | Outcome::Unknown);
        assert_eq!(doubt, of_the_first, "{outcome:?}");
    }
}

#[test]
fn a_sending_that_was_killed_replaces_the_doubt_whose_permit_it_used() {
    let mut index = Index::default();
    begin(&mut index, 1, None, ENDED);
    index.permit(1);
    begin(&mut index, 2, Some(1), ENDED);
    assert_eq!(judge(&index), Judgement::Doubt(2));
    assert_eq!(index.doubts(), 1);
    assert_eq!(index.meant_by_entry(1), Meant::Settled(1));
    index.found(2);
    assert_eq!(judge(&index), Judgement::Free(None));
    assert_eq!(index.is_open(1), Some(false));
    assert_eq!(index.is_open(2), Some(false));
    assert_eq!(index.is_open(3), None);
}

#[test]
fn what_was_accepted_meanwhile_is_seen_by_its_place() {
    let mut index = Index::default();
    begin(&mut index, 1, None, own());
    end(&mut index, 1, Outcome::Accepted);
    assert!(index.accepted_since(short(&DOCUMENT), 1));
    assert!(!index.accepted_since(short(&DOCUMENT), 2));
    assert!(!index.accepted_since(1, 0));
}

#[test]
fn a_full_file_is_read_and_takes_no_more() {
    let mut index = Index::default();
    for entry in 0..CAPACITY {
        assert!(!index.is_full());
        begin(&mut index, entry as u128, None, ENDED);
    }
    assert!(index.is_full());
    assert_eq!(index.uploads().len(), CAPACITY);
}
