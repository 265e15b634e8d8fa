use super::*;
use crate::error::Outcome;
use crate::journal::cards::JournalCard;
use crate::journal::line;
use crate::journal::record::{PinBegin, PinEnd, PinEnding, UploadBegin, UploadEnd, VERSION};
use crate::keyed_digest::DigestKey;

/// A process that has ended, in whose place no other is.
const ENDED: (u32, &str) = (0x7fff_fffe, "1-0");

const OUTCOMES: [Outcome; 6] = [
    Outcome::Accepted,
    Outcome::NotSent,
    Outcome::Incomplete,
    Outcome::Rejected,
    Outcome::Unknown,
    Outcome::AcceptedUnreadable,
];

const ENDINGS: [PinEnding; 4] = [
    PinEnding::Opened,
    PinEnding::NotSent,
    PinEnding::Refused { liftable: true },
    PinEnding::Refused { liftable: false },
];

/// Numbers that are the same in each run.
struct RepeatableNumbers(u64);

impl RepeatableNumbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % end
    }
}

/// Of three readers, one of which does not give the holder; the last may be any of these.
fn card(number: usize) -> JournalCard {
    let key = DigestKey::of(&[3; 32]);
    let (serial, holder) = [
        (Some("1"), Some("8")),
        (Some("2"), Some("8")),
        (Some("3"), None),
        (None, Some("8")),
    ][number];
    JournalCard::new(key.get().unwrap(), serial, holder)
}

/// What has begun so far, by entry.
#[derive(Default)]
struct BegunSoFar {
    /// The number of its document.
    uploads: Vec<usize>,
    pins: u128,
}

fn upload(random: &mut RepeatableNumbers, begun: &mut BegunSoFar) -> JournalRecord<'static> {
    if begun.uploads.is_empty() || random.below(3) == 0 {
        let document = random.below(12);
        let same = begun.uploads.iter().rposition(|other| *other == document);
        let entry = begun.uploads.len() as u128;
        begun.uploads.push(document);
        return JournalRecord::Upload(UploadBegin {
            entry,
            time: 0,
            content: [0; 32],
            document: [document as u8; 32],
            bytes: 1,
            reference: None,
            permit: same.map(|entry| entry as u128),
            process: ENDED,
        });
    }
    let entry = random.below(begun.uploads.len()) as u128;
    match random.below(6) {
        0 => JournalRecord::Permit { entry },
        1 => JournalRecord::Found { entry },
        _ => JournalRecord::UploadEnd(UploadEnd {
            entry,
            time: 0,
            outcome: OUTCOMES[random.below(OUTCOMES.len())],
            code: None,
            status: None,
        }),
    }
}

fn pin(
    random: &mut RepeatableNumbers,
    begun: &mut BegunSoFar,
    ambiguous: bool,
) -> JournalRecord<'static> {
    let cards = match random.below(12) {
        0 => vec![card(0), card(1)],
        1 if ambiguous => vec![card(3)],
        _ => vec![card(random.below(3))],
    };
    let entry = random.below(begun.pins as usize + 1) as u128;
    match random.below(8) {
        0..3 => {
            let entry = begun.pins;
            begun.pins += 1;
            JournalRecord::Pin(PinBegin {
                entry,
                cards,
                process: ENDED,
            })
        }
        3 => JournalRecord::PinPermit { cards },
        4 => JournalRecord::PinLift { entry },
        _ => JournalRecord::PinEnd(PinEnd {
            entry: begun.pins.saturating_sub(1 + random.below(2) as u128),
            time: 0,
            ending: ENDINGS[random.below(ENDINGS.len())],
            code: None,
            status: None,
        }),
    }
}

fn journal(path: &std::path::Path, records: &[JournalRecord<'_>]) -> JournalFile {
    let mut text = WipingBuffer::default();
    for record in records {
        line::encode(record.json().unwrap().as_slice(), &mut text).unwrap();
    }
    std::fs::write(path, text.as_slice()).unwrap();
    JournalFile::open(path.to_str().unwrap()).unwrap()
}

#[test]
fn whatever_is_removed_up_to_any_place_the_file_states_the_same() {
    let path = std::env::temp_dir().join(format!("hr-compaction-{}.hrj", std::process::id()));
    let mut random = RepeatableNumbers(1);
    let mut removed_lines = 0;
    for run in 0..60 {
        let mut records = vec![JournalRecord::Header {
            version: VERSION,
            key: [5; 32],
        }];
        let mut begun = BegunSoFar::default();
        records.extend((0..60).map(|_| match random.below(2) {
            0 => upload(&mut random, &mut begun),
            _ => pin(&mut random, &mut begun, run % 4 == 0),
        }));
        let file = journal(&path, &records);
        let mut contents = Contents::default();
        contents.read_on(&file).unwrap();
        let length = file.length().unwrap();
        for end_of_old in (0..=length).step_by(331) {
            let (removed, uploads) = settled_before(end_of_old, &file, &contents).unwrap();
            assert!(removed.is_sorted_by(|one, next| one.end <= next.start));
            assert!(removed.iter().all(|place| place.start < end_of_old));
            removed_lines += removed.len();
            let new = file.begin_new().unwrap();
            copy(&file, &removed, &new).unwrap();
            let gone: u64 = removed.iter().map(|place| place.end - place.start).sum();
            assert_eq!(new.file().length().unwrap(), length - gone);
            let mut copied = Contents::default();
            copied.read_on(new.file()).unwrap();
            let same = copied.states_the_same(&contents, uploads);
            assert!(same, "run {run}, {end_of_old} of {length}");
        }
    }
    std::fs::remove_file(&path).unwrap();
    assert!(removed_lines > 1_000, "{removed_lines} lines were removed");
}
