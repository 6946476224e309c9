//! The sixteen symmetries that keep the axis of U and D, and what they do to parts, as tables.

use std::marker::PhantomData;

use cubiform_cube::piece::EDGE_IMAGE;
use cubiform_cube::{Axis, Move, Symmetry};

use crate::kociemba::huge_pages::HugePageBuf;
use crate::kociemba::{Coordinate, Flip, Symmetric, UdSlice};

/// The symmetries that keep the axis of U and D; the first is the identity, the first eight keep the axis of F and B,
/// too, the others exchange it with that of L and R. Tables are indexed by the place in this list.
pub const UD_SYMMETRIES: [Symmetry; 16] = {
    let mut found = [Symmetry::IDENTITY; 16];
    let (mut count, mut i) = (0, 0);
    while i < 2 * Symmetry::COUNT {
        let s = Symmetry::from_index(i % Symmetry::COUNT);
        let keeps_fb = matches!(s.axis(Axis::Z), Axis::Z);
        if matches!(s.axis(Axis::Y), Axis::Y) && keeps_fb == (i < Symmetry::COUNT) {
            found[count] = s;
            count += 1;
        }
        i += 1;
    }
    found
};

/// For each symmetry of [`UD_SYMMETRIES`] and each rank of a part the rank of its conjugate.
///
/// 32 bytes a rank.
#[derive(Debug)]
pub struct ConjugateTable<C> {
    ranks: HugePageBuf<u16>,
    coordinate: PhantomData<C>,
}

impl<C: Symmetric> ConjugateTable<C> {
    /// Computes it.
    ///
    /// # Panics
    /// If ranks do not fit 16 bits.
    pub fn new() -> ConjugateTable<C> {
        assert!(C::SIZE <= 1 << 16, "ranks have 16 bits");
        let mut ranks = HugePageBuf::new(UD_SYMMETRIES.len() * C::SIZE);
        for (i, s) in UD_SYMMETRIES.iter().enumerate() {
            // As two that are done, one after the other, if there are two.
            let earlier = || UD_SYMMETRIES[..i].iter().enumerate();
            let factors = earlier().find_map(|(a, first)| {
                earlier().find(|(_, second)| first.then(**second) == *s).map(|(b, _)| (a, b))
            });
            let (done, rest) = ranks.split_at_mut(i * C::SIZE);
            for (rank, image) in rest[..C::SIZE].iter_mut().enumerate() {
                *image = match factors {
                    Some((a, b)) => done[b * C::SIZE + usize::from(done[a * C::SIZE + rank])],
                    None => C::rank(&C::conjugate(&C::unrank(rank), *s)) as u16,
                };
            }
        }
        ConjugateTable { ranks, coordinate: PhantomData }
    }

    /// Its size in memory.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.ranks[..])
    }

    /// The rank of the conjugate by symmetry `s` of the list.
    #[inline(always)]
    pub fn conjugate(&self, rank: usize, s: usize) -> usize {
        usize::from(self.ranks[s * C::SIZE + rank])
    }
}

impl<C: Symmetric> Default for ConjugateTable<C> {
    fn default() -> ConjugateTable<C> {
        ConjugateTable::new()
    }
}

/// What the symmetries do to the ranks of [`Flip`] and [`UdSlice`] together.
///
/// A symmetry that exchanges L/R and F/B makes of the flips relative to F/B those relative to L/R, and these differ
/// where an edge of the slice stands outside of it, or another edge in it. Flips in other places change other bits of
/// the rank, so that what a symmetry makes of the differences can be added to what it makes of the flips. 97 kB.
#[derive(Debug)]
pub struct FlipSliceConjugates {
    /// By symmetry and rank.
    slices: Vec<SliceConjugate>,
    flips: Vec<u16>,
}

/// What a symmetry makes of a slice.
#[derive(Clone, Copy, Debug)]
struct SliceConjugate {
    rank: u16,
    /// Where the flips differ.
    flip_difference: u16,
}

impl FlipSliceConjugates {
    /// Computes them.
    pub fn new() -> FlipSliceConjugates {
        let permuted = |s: &Symmetry, rank: usize| {
            let flips = Flip::unrank(rank);
            let permuted =
                (0..12).fold(0, |image, p: usize| image | (flips >> p & 1) << EDGE_IMAGE[s.index()][p]);
            Flip::rank(&permuted)
        };
        let conjugates = ConjugateTable::<UdSlice>::new();
        let slice = |s: usize, rank: usize| {
            // The positions, but the last, where the two kinds of flips differ.
            let difference = (UdSlice::unrank(rank) ^ UdSlice::unrank(0)) & 0x7ff;
            let exchanges_sides = UD_SYMMETRIES[s].axis(Axis::X) != Axis::X;
            SliceConjugate {
                rank: conjugates.conjugate(rank, s) as u16,
                flip_difference: if exchanges_sides {
                    permuted(&UD_SYMMETRIES[s], difference.into()) as u16
                } else {
                    0
                },
            }
        };
        let flips =
            UD_SYMMETRIES.iter().flat_map(|s| (0..Flip::SIZE).map(move |rank| permuted(s, rank) as u16));
        FlipSliceConjugates {
            slices: (0..16).flat_map(|s| (0..UdSlice::SIZE).map(move |rank| slice(s, rank))).collect(),
            flips: flips.collect(),
        }
    }

    /// Its size in memory.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.slices[..]) + size_of_val(&self.flips[..])
    }

    /// The rank of the slice of the conjugate by symmetry `s` of [`UD_SYMMETRIES`].
    #[inline(always)]
    pub fn slice(&self, slice: usize, s: usize) -> usize {
        self.slices[s * UdSlice::SIZE + slice].rank.into()
    }

    /// The ranks of flip and slice of the conjugate by symmetry `s` of [`UD_SYMMETRIES`].
    #[inline(always)]
    pub fn conjugate(&self, flip: usize, slice: usize, s: usize) -> (usize, usize) {
        let slice = self.slices[s * UdSlice::SIZE + slice];
        (usize::from(self.flips[s * Flip::SIZE + flip] ^ slice.flip_difference), slice.rank.into())
    }
}

impl Default for FlipSliceConjugates {
    fn default() -> FlipSliceConjugates {
        FlipSliceConjugates::new()
    }
}

/// What the symmetries make of sets of moves, a bit each.
///
/// 12 kB.
#[derive(Clone, Debug)]
pub struct MoveSetConjugates {
    /// By symmetry and by six moves at a time: those of two faces.
    by_face_pair: [[[u32; 64]; 3]; 16],
}

impl MoveSetConjugates {
    /// Computes them.
    pub fn new() -> MoveSetConjugates {
        let image = |s: Symmetry, pair: usize, set: usize| {
            let moves = (0..6).filter(|bit| set >> bit & 1 == 1).map(|bit| Move::from_index(6 * pair + bit));
            moves.fold(0, |set, m| set | 1 << s.conjugate(m).index())
        };
        MoveSetConjugates {
            by_face_pair: UD_SYMMETRIES
                .map(|s| std::array::from_fn(|i| std::array::from_fn(|set| image(s, i, set)))),
        }
    }

    /// The moves to which symmetry `s` of [`UD_SYMMETRIES`] carries those of `set`.
    #[inline(always)]
    pub fn conjugate(&self, set: u32, s: usize) -> u32 {
        let images = &self.by_face_pair[s];
        let of_pair = |i: usize| images[i][(set >> (6 * i) & 63) as usize];
        of_pair(0) | of_pair(1) | of_pair(2)
    }
}

impl Default for MoveSetConjugates {
    fn default() -> MoveSetConjugates {
        MoveSetConjugates::new()
    }
}
