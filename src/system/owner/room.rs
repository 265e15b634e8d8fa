//! Memory for a list of the system's whose length is known only afterwards.

/// Enough for a workplace.
const FIRST: usize = 32 * 1024;
/// Beyond a hundred thousand connections or processes.
const LARGEST: usize = 16 * 1024 * 1024;
/// What is asked for grows while it is asked for.
const TRIES: usize = 8;

/// What one request for a list comes to.
pub enum Filled {
    Whole,
    /// So many bytes are needed.
    Needs(usize),
    Failed,
}

/// How long a room is.
pub fn bytes_of(room: &[u64]) -> u32 {
    u32::try_from(size_of_val(room)).unwrap_or(u32::MAX)
}

/// Memory that `fill` has filled, aligned for every structure. None where there is none, or no end.
pub fn filled(mut fill: impl FnMut(&mut [u64]) -> Filled) -> Option<Vec<u64>> {
    let mut size = FIRST;
    for _ in 0..TRIES {
        let words = size.div_ceil(size_of::<u64>());
        let mut room = Vec::new();
        room.try_reserve_exact(words).ok()?;
        room.resize(words, 0);
        match fill(&mut room) {
            Filled::Whole => return Some(room),
            Filled::Needs(more) if more <= LARGEST => size = more.max(size) + FIRST,
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_grows_as_long_as_it_is_asked_to() {
        let mut asked = Vec::new();
        let room = filled(|room| {
            asked.push(bytes_of(room));
            match asked.len() {
                1 => Filled::Needs(100_000),
                // More came meanwhile, though less is said to be needed.
                2 => Filled::Needs(10),
                _ => Filled::Whole,
            }
        });
        assert!(room.is_some() && asked.len() == 3, "{asked:?}");
        assert!(asked[0] < 100_000 && asked[1] > 100_000 && asked[2] > asked[1]);
        let mut tries = 0;
        let endless = filled(|room| {
            tries += 1;
            Filled::Needs(size_of_val(room) + 1)
        });
        assert!(endless.is_none() && tries == TRIES);
        assert!(filled(|_| Filled::Needs(LARGEST + 1)).is_none());
        assert!(filled(|_| Filled::Failed).is_none());
    }
}
