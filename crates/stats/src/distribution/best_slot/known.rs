//! Stored distributions of the best slot. Sets of colours that a symmetry of the cube maps to each other have the same
//! distribution. Tests count them again, those that take minutes in `cargo xtask full`; all six colours take hours.

use cubiform_cube::Color;

use super::StateCounts;
use super::goal::BestSlotGoal;
use crate::distribution::COUNTS;
use cubiform_tables::counts::read;

/// The number of states of the first two layers by the length of the XCross of one colour. The 4,998,960 states at 10
/// moves are also known from a search for them.
const ONE_COLOR: [u128; 11] = read(COUNTS, "xcross, one color");

/// The number of states of the first two layers by the length of the cross with a free pair, of one colour.
const FREE_PAIR: [u128; 10] = read(COUNTS, "cross and free pair, one color");

/// The same for the pseudo XCross.
const PSEUDO_XCROSS: [u128; 10] = read(COUNTS, "pseudo xcross, one color");

/// The same for the pseudo cross with a pseudo pair.
const PSEUDO_PAIR: [u128; 9] = read(COUNTS, "pseudo cross and pseudo pair, one color");

/// The number of states of the cube by the length of the shorter XCross of two opposite colours. The 20,230,604 states
/// at 10 moves are also known from a search for them.
const OPPOSITE_COLORS: [u128; 11] = read(COUNTS, "xcross, two opposite colors");

/// The number of states of the cube by the length of the shortest XCross of all six colours. The 438 states at 10 moves are
/// also known from a search for them.
const SIX_COLORS: [u128; 11] = read(COUNTS, "xcross, six colors");

/// Returns the distribution over these colours, if it is stored.
pub(super) fn known(goal: BestSlotGoal, colors: &[Color]) -> Option<StateCounts> {
    let one_color: &[u128] = match goal {
        BestSlotGoal::XCross => &ONE_COLOR,
        BestSlotGoal::FreePair => &FREE_PAIR,
        BestSlotGoal::PseudoXCross => &PSEUDO_XCROSS,
        BestSlotGoal::PseudoPair => &PSEUDO_PAIR,
    };
    let counts: &[u128] = match (goal, colors) {
        (_, [_]) => one_color,
        (BestSlotGoal::XCross, [one, other]) if one.face().opposite() == other.face() => &OPPOSITE_COLORS,
        (BestSlotGoal::XCross, [_, _, _, _, _, _]) => &SIX_COLORS,
        _ => return None,
    };
    Some(StateCounts::new(counts))
}

#[cfg(test)]
mod tests {
    use super::super::{CUBE_STATES, one_color};
    use super::*;

    /// The states with a slot of white solved beside its cross, and with one of yellow. At most four slots and two
    /// crosses are solved at once; a set of them leaves the other pieces free.
    #[test]
    fn states_at_zero_moves_match_inclusion_exclusion() {
        let factorial = |n: u32| (1..=u128::from(n)).product::<u128>();
        // The legal arrangements of this many corners and edges, the others being solved.
        let arranged = |corners: u32, edges: u32| -> i128 {
            let parity = if corners < 2 && edges < 2 { 1 } else { 2 };
            let twists = 3u128.pow(corners.saturating_sub(1));
            let flips = 1u128 << edges.saturating_sub(1);
            (factorial(corners) * factorial(edges) / parity * twists * flips) as i128
        };
        let mut sum = 0;
        for set in 1..256u32 {
            let (white, yellow) = (set & 15, set >> 4);
            let crosses = 4 * (u32::from(white > 0) + u32::from(yellow > 0));
            let ways = arranged(8 - set.count_ones(), 12 - crosses - (white | yellow).count_ones());
            sum += if set.count_ones() % 2 == 1 { ways } else { -ways };
        }
        assert_eq!(sum, OPPOSITE_COLORS[0] as i128);
        let of_white = |set: u32| {
            let ways = arranged(8 - set.count_ones(), 8 - set.count_ones());
            if set.count_ones() % 2 == 1 { ways } else { -ways }
        };
        let per_first_layers = (CUBE_STATES / u128::from(one_color::STATES)) as i128;
        assert_eq!((1..16).map(of_white).sum::<i128>(), ONE_COLOR[0] as i128 * per_first_layers);
    }
}
