//! Secrets that a handle keeps between calls: they lie in pages that the system is asked to keep out of the page file and
//! of reports about crashes, as long as there is room for them there, and else where everything lies.

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use zeroize::Zeroizing;

use crate::system::pages::PAGES;

const WORD: usize = size_of::<usize>();
const CHUNK: usize = 64;
const CHUNKS: usize = 64;
const PAGE_WORDS: usize = CHUNK * CHUNKS / WORD;
const MOST_PAGES: usize = 4;

/// Of each page the chunks that are taken, a bit each. Without a lock, which a forked child could inherit locked.
static TAKEN: [AtomicU64; MOST_PAGES] = [const { AtomicU64::new(0) }; MOST_PAGES];

/// Chunks of one page, one after the other.
struct Place {
    words: &'static [AtomicUsize],
    taken: &'static AtomicU64,
    bits: u64,
}

impl Place {
    fn find(bytes: usize) -> Option<Place> {
        let pages = (PAGES.get()?.pages)()?;
        let count = u32::try_from(bytes.div_ceil(CHUNK).max(1)).ok()?;
        let wanted = match count {
            1..=63 => (1u64 << count) - 1,
            64 => u64::MAX,
            _ => return None,
        };
        let pages = pages.chunks_exact(PAGE_WORDS).zip(&TAKEN);
        for (page, taken) in pages {
            if let Some(first) = take(taken, wanted, count) {
                let start = first as usize * (CHUNK / WORD);
                let words = page.get(start..start + bytes.div_ceil(WORD))?;
                let bits = wanted << first;
                return Some(Place { words, taken, bits });
            }
        }
        None
    }
}

/// Takes `count` neighbours that are free, and gives the first one's number.
fn take(taken: &AtomicU64, wanted: u64, count: u32) -> Option<u32> {
    let mut seen = taken.load(Ordering::Relaxed);
    'again: loop {
        for first in 0..=u64::BITS - count {
            let bits = wanted << first;
            if seen & bits != 0 {
                continue;
            }
            match taken.compare_exchange(seen, seen | bits, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) => return Some(first),
                Err(now) => {
                    seen = now;
                    continue 'again;
                }
            }
        }
        return None;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        for word in self.words {
            word.store(0, Ordering::Relaxed);
        }
        self.taken.fetch_and(!self.bits, Ordering::AcqRel);
    }
}

enum Storage {
    Apart(Place, usize),
    Anywhere(Zeroizing<String>),
}

/// A secret; wiped when dropped.
pub struct LockedSecret(Storage);

impl LockedSecret {
    pub fn new(text: &str) -> LockedSecret {
        let Some(place) = Place::find(text.len()) else {
            return LockedSecret(Storage::Anywhere(Zeroizing::new(text.to_owned())));
        };
        for (word, part) in place.words.iter().zip(text.as_bytes().chunks(WORD)) {
            let mut bytes = [0; WORD];
            for (to, from) in bytes.iter_mut().zip(part) {
                *to = *from;
            }
            word.store(usize::from_ne_bytes(bytes), Ordering::Relaxed);
        }
        LockedSecret(Storage::Apart(place, text.len()))
    }

    /// A copy for the moment of its use.
    pub fn copy(&self) -> Zeroizing<String> {
        match &self.0 {
            Storage::Anywhere(text) => text.clone(),
            Storage::Apart(place, length) => {
                let mut bytes = Vec::with_capacity(place.words.len() * WORD);
                for word in place.words {
                    bytes.extend_from_slice(&word.load(Ordering::Relaxed).to_ne_bytes());
                }
                bytes.truncate(*length);
                Zeroizing::new(String::from_utf8(bytes).unwrap_or_default())
            }
        }
    }
}

impl fmt::Debug for LockedSecret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("LockedSecret")
    }
}
