//! Numbers that a seed decides.

use std::time::UNIX_EPOCH;

/// The seed of HR_SEED, else this one. It is printed: a test that fails shows what repeats it.
pub fn seed_or(usual: u64) -> u64 {
    let given = std::env::var("HR_SEED").ok();
    let seed = given.map_or(usual, |text| text.parse().expect("HR_SEED is a number"));
    println!("HR_SEED={seed}");
    seed
}

/// The seed of HR_SEED, else another one each time.
pub fn seed() -> u64 {
    seed_or(UNIX_EPOCH.elapsed().unwrap().subsec_nanos().into())
}

/// All of what random tests do, not the share that runs always.
pub fn is_full() -> bool {
    std::env::var("HR_RANDOM").as_deref() == Ok("full")
}

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
