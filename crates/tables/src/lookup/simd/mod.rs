//! The vector paths of look-ups: sixteen children at a time with AVX-512, eight with AVX2.
//!
//! | module | scalar path | a 32-bit lane holds |
//! |--------|-------------|---------------------|
//! | `normalize` | [`normalize`](crate::lookup::normalize) | the base key of a child, or the places of four of its pieces, a byte each |
//! | `indexer` | [`indexer`](crate::lookup::indexer) | the address of a child's code |
//! | [`Simd::read`] | [`probe`](crate::lookup::probe) | the word of a child |
//! | `bounds` | [`bounds`](crate::lookup::bounds) | the word of one child in one of its probes; AVX2 only |
//!
//! The algorithms are written once, for any instruction set that implements [`Isa`]. Look-ups in tables of up to 128
//! bytes permute bytes; larger tables are read by gathers. Tests compare every vector path with its scalar path.

use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_loadu_si128, _mm_max_epu8, _mm_movemask_epi8, _mm_set1_epi8};
use std::marker::PhantomData;

use crate::goal::code::CodeSet;
use crate::goal::code_address::CodeAddresses;
use crate::machine::InstructionSet;

mod avx2;
mod avx512;
mod bounds;
mod indexer;
mod isa;
mod normalize;

pub(crate) use avx2::Avx2;
use avx512::Avx512;
pub(crate) use indexer::SimdIndexer;
use isa::{Bytes, Isa, Task};
pub(crate) use normalize::SimdNormalizer;

/// A vector instruction set that the processor has.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Simd {
    /// Sixteen lanes.
    Avx512(Avx512),
    /// Eight lanes.
    Avx2(Avx2),
}

impl Simd {
    /// Returns the vector instruction set that this process uses, or `None` if it uses the scalar paths.
    pub(crate) fn chosen() -> Option<Simd> {
        Simd::new(InstructionSet::chosen())
    }

    /// Returns the vectors of an instruction set, if it has any and the processor supports it.
    fn new(set: InstructionSet) -> Option<Simd> {
        match set {
            InstructionSet::Scalar => None,
            InstructionSet::Avx2 => Avx2::detect().map(Simd::Avx2),
            InstructionSet::Avx512 => Avx512::detect().map(Simd::Avx512),
        }
    }

    /// Returns the number of words from which on a vector read is faster than scalar reads.
    #[inline(always)]
    pub(crate) fn min_read(self) -> u32 {
        match self {
            Simd::Avx512(_) => Avx512::MIN_READ,
            Simd::Avx2(_) => Avx2::MIN_READ,
        }
    }

    /// Returns the number of children from which on vector indexing is faster than scalar indexing.
    #[inline(always)]
    pub(crate) fn min_indexed(self) -> u32 {
        match self {
            Simd::Avx512(_) => Avx512::MIN_INDEXED,
            Simd::Avx2(_) => Avx2::MIN_INDEXED,
        }
    }

    /// Runs a task with this instruction set.
    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            Simd::Avx512(isa) => isa.run(task),
            Simd::Avx2(isa) => isa.run(task),
        }
    }

    /// Reads the words of the children whose lanes are in `set`, and returns the lanes whose codes are in `admitted`.
    ///
    /// # Panics
    /// If a word lies outside the table.
    #[inline(always)]
    pub(crate) fn read(
        self,
        table: &[u8],
        set: u32,
        addresses: &CodeAddresses,
        admitted: CodeSet,
        words: &mut [u32; 32],
    ) -> u32 {
        self.run(ReadTask { table, set, addresses, admitted, words })
    }
}

/// Returns the vectors that cover the lanes in `set`: the first lane of each, and a bit mask of its lanes that are in
/// `set`.
#[inline(always)]
fn vectors_of<I: Isa>(_: I, set: u32) -> Vectors<I> {
    Vectors { lanes_left: set, start: 0, isa: PhantomData }
}

/// The iterator of [`vectors_of`].
struct Vectors<I> {
    lanes_left: u32,
    start: usize,
    isa: PhantomData<I>,
}

impl<I: Isa> Iterator for Vectors<I> {
    type Item = (usize, u32);

    #[inline(always)]
    fn next(&mut self) -> Option<(usize, u32)> {
        // The mask tells the compiler that a whole vector follows `start`.
        let (start, active) = (self.start & (32 - I::WIDTH), self.lanes_left & ((1 << I::WIDTH) - 1));
        if self.lanes_left == 0 {
            return None;
        }
        self.lanes_left >>= I::WIDTH;
        self.start += I::WIDTH;
        Some((start, active))
    }
}

/// Returns the indices of the bytes that are at least `least`, as a bit mask.
#[inline(always)]
pub(crate) fn at_least(bytes: &[u8; 16], least: u8) -> u32 {
    // SAFETY: the array has sixteen bytes; every x86-64 processor has these instructions.
    unsafe {
        let bytes = _mm_loadu_si128(bytes.as_ptr().cast());
        let larger = _mm_max_epu8(bytes, _mm_set1_epi8(least as i8));
        _mm_movemask_epi8(_mm_cmpeq_epi8(larger, bytes)) as u32
    }
}

/// Builds a table of blocks from a function of the byte's index.
fn byte_table<const BLOCKS: usize>(byte: impl Fn(usize) -> u8) -> [Bytes; BLOCKS] {
    std::array::from_fn(|part| std::array::from_fn(|i| byte(64 * part + i)))
}

/// The task of [`Simd::read`].
struct ReadTask<'a> {
    table: &'a [u8],
    set: u32,
    addresses: &'a CodeAddresses,
    admitted: CodeSet,
    words: &'a mut [u32; 32],
}

impl Task for ReadTask<'_> {
    type Output = u32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u32 {
        let ReadTask { table, set, addresses, admitted, words } = self;
        // Gathers take signed indices.
        let count = (table.len() / size_of::<u32>()).min(i32::MAX as usize) as u32;
        let (admitted, one) = (isa.splat(admitted.bits()), isa.splat(1));
        let mut admitted_lanes = 0;
        for (start, active) in vectors_of(isa, set) {
            if active == 0 {
                continue;
            }
            let word_index = isa.load(&addresses.words, start);
            let in_table = isa.less_than(word_index, isa.splat(count));
            assert!(in_table & active == active, "an address of another table");
            // SAFETY: the words lie within the table, as asserted.
            let word = unsafe { isa.gather(table.as_ptr().cast(), active, word_index) };
            isa.store(words, start, word);
            let coset_lane = isa.and(isa.load(&addresses.coset_lanes, start), isa.splat(15));
            let code = isa.shift_right_each(word, coset_lane);
            let high = isa.and(isa.shift_right(code, 15), isa.splat(2));
            let code = isa.or(high, isa.and(code, one));
            admitted_lanes |=
                (active & isa.have_common_bits(isa.shift_right_each(admitted, code), one)) << start;
        }
        admitted_lanes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookup::lanes::{Lanes, bits};
    use crate::lookup::tracked::TrackedPieces;
    use cubiform_cube::goal::CROSS;
    use cubiform_cube::{Cube, Move, random};

    impl Simd {
        /// Returns all vector instruction sets that the processor has, the widest first.
        pub(crate) fn all() -> impl Iterator<Item = Simd> {
            InstructionSet::available().into_iter().rev().filter_map(Simd::new)
        }
    }

    pub(super) const ALL: u32 = (1 << Move::COUNT) - 1;

    pub(super) fn tracked() -> TrackedPieces {
        TrackedPieces { base: CROSS.to_vec(), rest: vec![8, 9, 10, 11], corners: vec![4, 5, 6, 7] }
    }

    /// Returns all moves, and all but those of one face, each with a random subset of its lanes.
    pub(super) fn sets(random: u32) -> impl Iterator<Item = (Lanes, u32)> {
        let moves = (0..7).map(|face| ALL & !(7 << (3 * face)));
        moves.map(move |moves| (Lanes::new(moves), Lanes::new(moves).lanes(moves & (random | random >> 9))))
    }

    /// Returns random cubes, each with a random number.
    pub(super) fn cubes(count: usize) -> impl Iterator<Item = (Cube, u32)> {
        let numbers = (1u32..).map(|i| i.wrapping_mul(0x9e37_79b9) >> 7);
        random::states(8).take(count).zip(numbers)
    }

    #[test]
    fn vector_read_equals_scalar_read() {
        Simd::all().for_each(assert_equals_scalar);
    }

    fn assert_equals_scalar(simd: Simd) {
        let table: Vec<u8> = (0..4000u32).map(|i| (i.wrapping_mul(0x85eb_ca6b) >> 11) as u8).collect();
        let mut addresses = CodeAddresses::default();
        for (_, number) in cubes(200) {
            for lane in 0..32 {
                let random = number.rotate_left(lane as u32).wrapping_mul(0xc2b2_ae35);
                (addresses.words[lane], addresses.coset_lanes[lane]) = (random >> 8 & 0x1ff, random & 255);
            }
            for (parent, limit) in
                (1..12).flat_map(|parent| [parent - 1, parent, parent + 1].map(|l| (parent, l)))
            {
                let admitted = CodeSet::within_limit(parent, limit);
                for (_, set) in sets(number) {
                    let mut words = [0; 32];
                    let admitted_lanes = simd.read(&table, set, &addresses, admitted, &mut words);
                    assert_eq!(admitted_lanes & !set, 0);
                    for lane in bits(set) {
                        let at = addresses.words[lane] as usize * 4;
                        let word = u32::from_le_bytes(table[at..at + 4].try_into().unwrap());
                        assert_eq!(words[lane], word);
                        let is_admitted = admitted.bits() >> addresses.get(lane).lane.code(word) & 1;
                        assert_eq!(admitted_lanes >> lane & 1, is_admitted, "{simd:?}: lane {lane}");
                    }
                }
            }
        }
    }

    #[test]
    fn read_panics_at_a_word_outside_the_table() {
        for simd in Simd::all() {
            for word in [16, u32::MAX] {
                let mut addresses = CodeAddresses::default();
                addresses.words[3] = word;
                let admitted = CodeSet::within_limit(1, 1);
                let read = || simd.read(&[0; 64], 0b1000, &addresses, admitted, &mut [0; 32]);
                assert!(std::panic::catch_unwind(read).is_err(), "{simd:?} reads word {word}");
            }
        }
    }
}
