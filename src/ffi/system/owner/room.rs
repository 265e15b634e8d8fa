//! Memory for a list of the system's whose length is known only afterwards.

/// The first try, in units of 8 bytes: enough for a workplace.
const FIRST: usize = 4 * 1024;
/// The last one: beyond a hundred thousand connections or processes.
const LARGEST: usize = 2 * 1024 * 1024;

/// What one request for a list comes to.
pub enum Filled {
    Whole,
    TooSmall,
    Failed,
}

/// Memory that `fill` has filled, aligned for every structure. None where there is none, or no end.
pub fn filled(mut fill: impl FnMut(&mut [u64]) -> Filled) -> Option<Vec<u64>> {
    let mut size = FIRST;
    while size <= LARGEST {
        let mut room = Vec::new();
        room.try_reserve_exact(size).ok()?;
        room.resize(size, 0);
        match fill(&mut room) {
            Filled::Whole => return Some(room),
            Filled::TooSmall => size *= 2,
            Filled::Failed => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_grows_as_long_as_it_is_too_small() {
        let enough = |size| {
            filled(|room| match room.len() < size {
                true => Filled::TooSmall,
                false => Filled::Whole,
            })
        };
        let lengths = [1, FIRST + 1, LARGEST, LARGEST + 1].map(|size| Some(enough(size)?.len()));
        let expected = [Some(FIRST), Some(2 * FIRST), Some(LARGEST), None];
        assert_eq!(lengths, expected);
        assert!(filled(|_| Filled::Failed).is_none());
    }
}
