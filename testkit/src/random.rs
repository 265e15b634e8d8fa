//! Numbers that a seed decides.

pub struct Random(pub u64);

impl Random {
    /// The choices of one of several threads that have the same seed.
    pub fn of_stream(seed: u64, stream: u64) -> Random {
        let mixed = seed ^ (stream + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Random(mixed | 1)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len() as u64) as usize]
    }
}
