//! Pieces of the count of several colours, each of which is a result of its own, so that hours of counting can be
//! interrupted, and split between machines.

use cubiform_cube::Color;
use cubiform_threads::Threads;

use super::halves::Halves;
use super::many_colors::{ManyColors, states_of_tally, states_unit};
use super::slot_distances::SlotDistances;
use super::{StateCounts, Watch};
use crate::parts::count_parts;

/// The number of pieces of a count.
pub const PIECES: usize = 256;

/// A counter of the pieces of a set of colours.
pub struct PieceCounter {
    distances: SlotDistances,
    colors: Vec<Color>,
}

/// The result of a piece: the weighted numbers of states that are at least 0, 1, 2, ... moves away, in units that
/// [`merged`] knows.
pub type Piece = Vec<u128>;

impl PieceCounter {
    /// Creates the counter for these colours, each once.
    pub(super) fn new(distances: SlotDistances, colors: &[Color]) -> PieceCounter {
        PieceCounter { distances, colors: colors.to_vec() }
    }

    /// Counts a piece, from 0 to `PIECES - 1`, on these threads. Returns `None` if the count was cancelled.
    pub fn count(&self, piece: usize, threads: &Threads, watch: &Watch<'_>) -> Option<Piece> {
        let levels = self.distances.largest() + 1;
        let parts = |parts: usize| (piece..parts).step_by(PIECES).collect::<Vec<usize>>();
        if let Some(counter) = Halves::if_best(&self.distances, &self.colors) {
            let parts = parts(counter.parts());
            let work = |part: usize, tally: &mut Piece| counter.add_part(parts[part], tally, watch.cancel);
            let states = count_parts(parts.len(), levels, threads, watch, &work)?;
            let unit = states_unit(&self.colors);
            return Some(states.into_iter().map(|states| states * unit).collect());
        }
        let counter = ManyColors::new(&self.distances, &self.colors);
        // Low classes have more placements than high ones, so the pieces take seconds to minutes.
        let parts = parts(counter.parts());
        let work = |part: usize, tally: &mut Piece| counter.add_part(parts[part], tally, watch.cancel);
        count_parts(parts.len(), levels, threads, watch, &work)
    }
}

/// Returns the distribution over all states of the cube, given all pieces, or `None` if the pieces do not count every
/// state once.
pub fn merged(colors: &[Color], pieces: &[Piece]) -> Option<StateCounts> {
    let levels = pieces.first()?.len();
    let mut tally = vec![0; levels];
    for piece in pieces {
        if piece.len() != levels || piece.windows(2).any(|pair| pair[0] < pair[1]) {
            return None;
        }
        tally.iter_mut().zip(piece).for_each(|(sum, count)| *sum += count);
    }
    states_of_tally(colors, &tally).map(|at_least| crate::counts_of_thresholds(&at_least))
}
