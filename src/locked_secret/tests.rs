use super::*;
use crate::system::pages::{PageFunctions, Pages};

/// In place of the system's.
fn pages() -> Pages {
    static MADE: std::sync::OnceLock<Pages> = std::sync::OnceLock::new();
    MADE.get_or_init(|| {
        let words = (0..MOST_PAGES * PAGE_WORDS).map(|_| AtomicUsize::new(0));
        words.collect::<Vec<_>>().leak()
    })
}

fn with_pages() {
    static TABLE: PageFunctions = PageFunctions {
        pages: || Some(pages()),
    };
    PAGES.put(&TABLE);
}

fn lies_apart(kept: &LockedSecret) -> bool {
    matches!(kept.0, Storage::Apart(..))
}

fn found(text: &str) -> bool {
    let bytes: Vec<u8> = pages()
        .iter()
        .flat_map(|word| word.load(Ordering::SeqCst).to_ne_bytes())
        .collect();
    bytes
        .windows(text.len())
        .any(|part| part == text.as_bytes())
}

#[test]
fn a_text_comes_back_as_it_was_and_is_wiped_when_it_goes() {
    with_pages();
    for length in [1, 7, 8, 9, 63, 64, 65, 1000, 4096] {
        let text: String = (0..length)
            .map(|at| char::from(b'!' + (at * 7 % 90) as u8))
            .collect();
        let kept = LockedSecret::new(&text);
        assert_eq!(*kept.copy(), text);
        assert!(found(&text) || !lies_apart(&kept), "{length}");
        let unique = lies_apart(&kept) && length > 60;
        drop(kept);
        assert!(!(unique && found(&text)), "{length}");
    }
    assert_eq!(*LockedSecret::new("").copy(), "");
    let long = "x".repeat(4097);
    let kept = LockedSecret::new(&long);
    assert!(!lies_apart(&kept));
    assert_eq!(*kept.copy(), long);
}

#[test]
fn what_has_no_room_lies_elsewhere() {
    with_pages();
    let many: Vec<LockedSecret> = (0..600)
        .map(|n| LockedSecret::new(&format!("number {n}")))
        .collect();
    assert!(many.iter().any(lies_apart));
    assert!(!many.iter().all(lies_apart));
    for (n, kept) in many.iter().enumerate() {
        assert_eq!(*kept.copy(), format!("number {n}"));
    }
}

#[test]
fn neighbours_are_taken_once() {
    let taken = AtomicU64::new(0);
    assert_eq!(take(&taken, 0b111, 3), Some(0));
    assert_eq!(take(&taken, 0b1, 1), Some(3));
    taken.fetch_and(!0b110, Ordering::SeqCst);
    assert_eq!(take(&taken, 0b11, 2), Some(1));
    assert_eq!(take(&taken, (1 << 61) - 1, 61), None);
    assert_eq!(take(&taken, (1 << 60) - 1, 60), Some(4));
    assert_eq!(taken.load(Ordering::SeqCst), u64::MAX);
    assert_eq!(take(&taken, 1, 1), None);
    let whole = AtomicU64::new(0);
    assert_eq!(take(&whole, u64::MAX, 64), Some(0));
}

#[test]
fn threads_do_not_get_the_same_place() {
    with_pages();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            scope.spawn(move || {
                for round in 0..500 {
                    let text = format!("{thread} {round} {}", "ab".repeat(round % 90));
                    let kept = LockedSecret::new(&text);
                    std::thread::yield_now();
                    assert_eq!(*kept.copy(), text);
                }
            });
        }
    });
}
