//! Stored distributions of the best slot. Sets of colours that a symmetry of the cube maps to each other have the same
//! distribution. Tests count them again, those that take minutes in `cargo xtask full`; all six colours take hours.

use cubiform_cube::Color;

use super::StateCounts;
use super::goal::BestSlotGoal;

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

/// The number of states of the first two layers by the length of the cross with a free pair, of one colour.
const FREE_PAIR: [u128; 10] = [
    613_962_391,
    9_209_435_865,
    110_059_514_898,
    1_185_128_453_147,
    11_080_786_715_585,
    77_554_269_405_749,
    298_807_444_850_939,
    293_509_407_178_766,
    13_023_470_618_862,
    12_295_798,
];

/// The same for the pseudo XCross.
const PSEUDO_XCROSS: [u128; 10] = [
    510_150_564,
    6_121_806_768,
    71_013_973_096,
    781_789_150_328,
    7_626_054_696_996,
    60_031_890_715_420,
    272_933_523_795_372,
    330_844_740_846_728,
    22_984_719_784_544,
    37_512_184,
];

/// The same for the pseudo cross with a pseudo pair.
const PSEUDO_PAIR: [u128; 9] = [
    7_450_286_756,
    89_403_441_072,
    907_496_321_800,
    8_246_656_852_356,
    57_031_775_887_776,
    239_816_828_384_660,
    338_386_643_610_892,
    50_730_355_028_160,
    63_792_618_528,
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

/// The number of states of the cube by the length of the shortest XCross of all six colours. The 438 states at 10 moves are
/// also known from a search for them.
const SIX_COLORS: [u128; 11] = [
    14_066_967_166_411,
    208_610_478_700_263,
    2_359_599_345_009_528,
    26_199_401_995_189_343,
    278_144_908_221_291_720,
    2_563_490_537_841_535_984,
    15_457_123_024_010_248_551,
    23_446_638_399_579_955_254,
    1_477_822_224_850_555_537,
    2_501_200_202_971,
    438,
];

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
