//! The source of shuffles and dice.
//!
//! `below` and `shuffle` are implemented here on the raw stream, because the sampling code of libraries changes between
//! releases and a match must replay forever.

use std::collections::VecDeque;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::Seed;

/// A source of random numbers. Rules draw from it without knowing which kind it is.
#[derive(Debug)]
pub struct Chance(Source);

#[derive(Debug)]
enum Source {
    /// A small fast generator for simulation and search.
    Quick(u64),
    /// One stream of a match's seed. The generator is created by the first draw, because most actions need none.
    Seeded { seed: Seed, stream: u64, drawn: Option<Box<ChaCha20Rng>> },
    /// A fixed list of results, for tests.
    Scripted(Script),
}

impl Chance {
    /// The chance of log entry `stream` of a match. Each entry has its own `ChaCha20` stream, so the numbers drawn for
    /// one entry reveal nothing about those of another. Entry 0 is the set-up.
    pub fn seeded(seed: Seed, stream: u64) -> Chance {
        Chance(Source::Seeded { seed, stream, drawn: None })
    }

    /// A fast generator for simulation and search. Not for matches: it can be predicted.
    pub fn quick(seed: u64) -> Chance {
        Chance(Source::Quick(seed))
    }

    /// A generator for part `index` of a larger job. It does not depend on the thread that runs the part.
    pub fn quick_part(seed: u64, index: u64) -> Chance {
        let mut mixed = seed ^ index.wrapping_mul(0xA24B_AED4_963E_E407);
        Chance::quick(next_quick(&mut mixed))
    }

    /// A source that returns exactly these results, in this order. It panics if a result is out of range, if the
    /// results run out, or if some are left when it is dropped.
    pub fn scripted(results: impl IntoIterator<Item = u32>) -> Chance {
        Chance(Source::Scripted(Script(results.into_iter().collect())))
    }

    /// Whether anything was drawn from a seeded source.
    pub(crate) fn was_drawn(&self) -> bool {
        matches!(&self.0, Source::Seeded { drawn: Some(_), .. })
    }

    /// A uniformly random number below `n`, which must not be 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "n must not be 0");
        match &mut self.0 {
            Source::Quick(state) => bounded(n, || (next_quick(state) >> 32) as u32),
            source => source.below_slowly(n),
        }
    }

    /// The roll of a die with faces 1 to `faces`.
    pub fn die(&mut self, faces: u32) -> u32 {
        self.below(faces) + 1
    }

    /// The flip of a fair coin.
    pub fn coin(&mut self) -> bool {
        self.below(2) == 1
    }

    /// Puts `things` in a uniformly random order (Fisher–Yates, from the last element down).
    #[inline]
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        self.shuffle_last(things, things.len());
    }

    /// Puts the last `count` of `things` in place as [`shuffle`](Chance::shuffle) would. The others end up in no
    /// particular order, which is enough where they are dealt as a set.
    #[inline]
    pub fn shuffle_last<T>(&mut self, things: &mut [T], count: usize) {
        let size = things.len();
        for last in (size.saturating_sub(count).max(1)..size).rev() {
            things.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// A number for seeding another generator.
    pub fn fork(&mut self) -> u64 {
        u64::from(self.below(u32::MAX)) << 32 | u64::from(self.below(u32::MAX))
    }
}

impl Source {
    fn below_slowly(&mut self, n: u32) -> u32 {
        match self {
            Source::Seeded { seed, stream, drawn } => {
                let rng = drawn.get_or_insert_with(|| {
                    let mut rng = ChaCha20Rng::from_seed(seed.0);
                    rng.set_stream(*stream);
                    Box::new(rng)
                });
                bounded(n, || rng.next_u32())
            }
            Source::Scripted(script) => script.next(n),
            Source::Quick(_) => unreachable!("`Chance::below` handles quick chance"),
        }
    }
}

/// A uniform number below `n` from uniform 32-bit words, by Lemire's multiplication with rejection.
#[inline]
fn bounded(n: u32, mut word: impl FnMut() -> u32) -> u32 {
    let mut product = u64::from(word()) * u64::from(n);
    if (product as u32) < n {
        let threshold = n.wrapping_neg() % n;
        while (product as u32) < threshold {
            product = u64::from(word()) * u64::from(n);
        }
    }
    (product >> 32) as u32
}

/// The next word of a small generator: a Weyl sequence whose terms are scrambled by one wide product, after
/// Wang Yi's wyrand.
#[inline]
fn next_quick(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0xA076_1D64_78BD_642F);
    let product = u128::from(*state) * u128::from(*state ^ 0xE703_7ED1_A0B4_28DB);
    (product >> 64) as u64 ^ product as u64
}

#[derive(Debug)]
struct Script(VecDeque<u32>);

impl Script {
    fn next(&mut self, n: u32) -> u32 {
        let result = self.0.pop_front().expect("the script has no result left for this draw");
        assert!(result < n, "the scripted result {result} is not below {n}");
        result
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        assert!(self.0.is_empty() || std::thread::panicking(), "the script has unused results: {:?}", self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Logs must replay forever: these numbers may never change.
    #[test]
    fn the_stream_of_a_seed_is_fixed() {
        let draws = |stream| {
            let mut chance = Chance::seeded(Seed::from(7), stream);
            [chance.below(1000), chance.below(1000), chance.die(6), chance.below(u32::MAX)]
        };
        let mut deck: Vec<u32> = (0..8).collect();
        Chance::seeded(Seed::from(7), 3).shuffle(&mut deck);
        assert_eq!(draws(0), [726, 267, 2, 231_462_413]);
        assert_eq!(draws(1), [966, 985, 2, 1_102_806_578]);
        assert_eq!(deck, [7, 5, 2, 0, 6, 4, 3, 1]);
    }

    #[test]
    fn below_is_uniform() {
        for mut chance in [Chance::quick(1), Chance::seeded(Seed::from(1), 1)] {
            let mut counts = [0_i32; 7];
            for _ in 0..70_000 {
                counts[chance.below(7) as usize] += 1;
            }
            assert!(counts.iter().all(|count| (count - 10_000).abs() < 400), "{counts:?}");
        }
    }

    #[test]
    fn the_rejection_is_exact() {
        // Products whose lower half is below 2^32 mod n are rejected: for n = 3, only that of word 0.
        let mut words = [0_u32, 0x8000_0000].into_iter();
        assert_eq!(bounded(3, || words.next().unwrap()), 1);
        assert!(words.next().is_none());
    }

    #[test]
    fn a_script_returns_its_results_in_order() {
        let mut chance = Chance::scripted([4, 0]);
        assert_eq!((chance.die(6), chance.below(1)), (5, 0));
    }

    #[test]
    #[should_panic(expected = "unused results")]
    fn a_script_panics_if_results_are_left() {
        drop(Chance::scripted([1]));
    }

    #[test]
    #[should_panic(expected = "no result left")]
    fn a_script_panics_if_it_runs_out() {
        Chance::scripted([]).below(2);
    }
}
