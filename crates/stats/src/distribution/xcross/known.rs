//! Stored distributions of the XCross. Sets of colours that a symmetry of the cube maps to each other have the same
//! distribution. Tests count them again, that of two opposite colours in `cargo xtask full`.

use cubiform_cube::Color;

use super::StateCounts;

/// The number of states of the first two layers by the length of the XCross of one colour. The 4,998,960 states at 10
/// moves are also known from a search for them.
const ONE_COLOR: [u128; 11] = [
    37_908_599,
    568_628_985,
    6_517_572_994,
    73_720_189_384,
    807_161_926_701,
    8_014_907_818_106,
    64_989_168_195_161,
    300_998_517_199_292,
    310_250_210_240_321,
    10_139_587_753_497,
    4_998_960,
];

/// The number of states of the cube by the length of the shorter XCross of two opposite colours. The 20,230,604 states
/// at 10 moves are also known from a search for them.
const OPPOSITE_COLORS: [u128; 11] = [
    4_716_424_212_835,
    70_745_641_178_769,
    810_857_443_881_702,
    9_170_346_730_536_014,
    100_310_430_395_386_237,
    988_610_325_518_351_156,
    7_572_499_433_656_586_893,
    25_284_885_906_675_108_640,
    9_285_684_102_206_260_127,
    9_956_409_778_123_023,
    20_230_604,
];

/// Returns the distribution over these colours, if it is stored.
pub(super) fn known(colors: &[Color]) -> Option<StateCounts> {
    let counts: &[u128] = match colors {
        [_] => &ONE_COLOR,
        [one, other] if one.face().opposite() == other.face() => &OPPOSITE_COLORS,
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
