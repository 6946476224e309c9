//! The breadth-first fill of the cosets: rows, columns and bits of a coordinate, filled as all rows of words
//! are.

use std::io::{self, Write};
use std::sync::Arc;

use cubiform_cube::Move;

use super::coordinate::ROWS;
use super::{CosetCoordinate, QuotientKind};
use crate::fill::{Codes, Filling, Watch};
use crate::rows::{self, Rows, Word};
use crate::whole::{Part, Twist};

/// Words in a row.
const TWISTS: usize = Twist::SIZE;

/// Bytes of memory that a fill takes: three words for each row and twist.
pub fn memory(kind: QuotientKind) -> u64 {
    let word = match kind.size() {
        0..=8 => 1,
        9..=64 => 8,
        _ => 32,
    };
    (ROWS * TWISTS * word * 3) as u64
}

/// Fills the table of a coordinate on `threads` threads, until it has ended or is cancelled.
pub fn run(coordinate: &Arc<CosetCoordinate>, threads: usize, watch: &Watch<'_>) -> Filling {
    match coordinate.quotient().size() {
        0..=8 => fill::<u8, 1>(coordinate, threads, watch),
        9..=64 => fill::<u64, 5>(coordinate, threads, watch),
        _ => fill::<[u64; 4], 27>(coordinate, threads, watch),
    }
}

/// Codes as far as the base, then of the two distances after it; what is left is farther, which is all that its code
/// says.
fn fill<W: Word, const BYTES: usize>(
    coordinate: &Arc<CosetCoordinate>,
    threads: usize,
    watch: &Watch<'_>,
) -> Filling {
    let levels = rows::fill::<W, BYTES>(&**coordinate, threads, watch);
    let mut histogram = levels.histogram;
    if levels.complete {
        let reached: u64 = histogram.iter().sum();
        histogram.push(coordinate.states() - reached);
    }
    let filled = Filled { coordinate: Arc::clone(coordinate), planes: levels.planes };
    Filling::new(histogram, levels.partial, levels.complete, Box::new(filled))
}

impl<W: Word> Rows<W> for CosetCoordinate {
    fn rows(&self) -> usize {
        self.rows()
    }

    fn columns(&self) -> usize {
        TWISTS
    }

    fn states(&self) -> u64 {
        self.states()
    }

    fn weight(&self, row: usize) -> u64 {
        self.weight(row)
    }

    fn kinds(&self) -> Vec<W> {
        vec![(0..self.quotient().size()).fold(W::default(), |all, bit| all.or(W::single(bit)))]
    }

    fn kind(&self, _: usize, _: usize) -> usize {
        0
    }

    fn moves(&self) -> u32 {
        (1 << Move::COUNT) - 1
    }

    fn lead(&self, row: usize, m: usize) -> (usize, usize) {
        self.lead(row, m)
    }

    fn turned_columns(&self, m: usize, s: usize) -> Vec<u16> {
        self.turned_twists(m, s)
    }

    fn turned_bits(&self, m: usize, s: usize) -> Vec<u8> {
        self.turned_corners(m, s)
    }

    /// 0 as far as the base, then 1 and 2; 3 is for what is farther.
    fn code(&self, distance: usize) -> usize {
        distance.saturating_sub(self.base().into())
    }

    fn last(&self) -> usize {
        usize::from(self.base()) + 2
    }
}

/// A table that has been filled.
struct Filled<W> {
    coordinate: Arc<CosetCoordinate>,
    /// For each word the low and the high bits of codes; both are set where there is no distance.
    planes: Vec<[W; 2]>,
}

impl<W: Word> Codes for Filled<W> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut row_bytes = Vec::with_capacity(self.coordinate.row_bytes());
        for row in self.planes.chunks_exact(TWISTS) {
            row_bytes.clear();
            pack(row, self.coordinate.quotient().size(), &mut row_bytes);
            row_bytes.resize(self.coordinate.row_bytes(), 0);
            out.write_all(&row_bytes)?;
        }
        out.flush()
    }
}

/// Every other bit of two bytes, by byte.
const SPREAD: [u16; 256] = {
    let (mut spread, mut byte) = ([0; 256], 0);
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= ((byte >> bit & 1) as u16) << (2 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
};

/// Appends the codes of words of `size` bits each, two bits an entry, the first lowest.
fn pack<W: Word>(words: &[[W; 2]], size: usize, bytes: &mut Vec<u8>) {
    let (mut bits, mut count) = (0u64, 0);
    for [low, high] in words {
        for i in 0..size.div_ceil(8) {
            let codes = SPREAD[usize::from(low.byte(i))] | SPREAD[usize::from(high.byte(i))] << 1;
            bits |= u64::from(codes) << count;
            count += 2 * (size - 8 * i).min(8);
            while count >= 8 {
                bytes.push(bits as u8);
                bits >>= 8;
                count -= 8;
            }
        }
    }
    if count > 0 {
        bytes.push(bits as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cosets::catalogue::COSETS;

    #[test]
    fn cosets_of_g1_have_their_known_distances() {
        let coordinate = Arc::new(CosetCoordinate::with_base(QuotientKind::Nothing, 2));
        let filling = run(&coordinate, 2, &Watch::quiet());
        // Kociemba's phase 1.
        let near = [1, 4, 50, 592, 7156];
        assert_eq!(filling.histogram[..5], near);
        assert_eq!(filling.histogram[5..], [2_217_093_120 - near.iter().sum::<u64>()]);
    }

    /// A minute and 3.4 GB: only where the tables of `cargo xtask full` are tested.
    #[test]
    fn histograms_are_those_of_the_catalogue() {
        if std::env::var_os("CUBIFORM_FULL_TEST_TABLES").is_none() {
            return;
        }
        for entry in &COSETS {
            assert_eq!(
                run(entry.coordinate(), 2, &Watch::quiet()).histogram,
                entry.histogram,
                "{}",
                entry.name
            );
        }
    }
}
