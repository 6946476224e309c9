//! Stored distributions, by the name of a stage and a set of bottom colours. Here are those of the cross and the pseudo
//! cross; sets that a symmetry of the cube maps to each other have the same one.

use cubiform_cube::goal::Stage;
use cubiform_cube::{Cube, Face, Move};

use super::best_slot::BestSlotCounter;
use super::cross_distances::is_cross_goal;
use super::state_counts::StateCounts;
use crate::stage_name::stage_named;
use crate::{Histogram, Subset};

/// The classes of sets of colours under the symmetries of the cube, as (number of colours, number of opposite pairs).
const CLASSES: [(usize, usize); 9] = [(1, 0), (2, 1), (4, 2), (6, 3), (2, 0), (3, 0), (3, 1), (4, 1), (5, 2)];

/// The number of states of the twelve edges by the minimum length of the `cross`, for each of the [`CLASSES`].
const CROSS: [&[u64]; 9] = [
    &[
        5_160_960,
        77_414_400,
        815_431_680,
        7_194_378_240,
        50_623_856_640,
        239_370_485_760,
        501_924_003_840,
        180_458_127_360,
        526_417_920,
    ],
    &[
        10_321_728,
        154_800_576,
        1_629_043_584,
        14_291_915_904,
        97_316_348_736,
        390_032_752_320,
        443_815_039_104,
        33_744_349_824,
        705_024,
    ],
    &[
        20_635_791,
        309_065_792,
        3_241_839_115,
        27_981_105_637,
        175_574_881_766,
        514_537_441_534,
        256_994_694_935,
        2_335_611_639,
        591,
    ],
    &[
        30_942_374,
        462_820_266,
        4_839_379_314,
        41_131_207_644,
        239_671_237_081,
        543_580_917_185,
        151_019_930_400,
        258_842_496,
        40,
    ],
    &[
        10_320_000,
        154_694_400,
        1_626_768_000,
        14_234_136_960,
        95_958_585_600,
        379_286_150_400,
        449_070_522_240,
        40_653_198_720,
        900_480,
    ],
    &[
        15_477_144,
        231_843_192,
        2_434_138_776,
        21_127_869_192,
        136_762_200_576,
        460_776_930_600,
        348_944_427_384,
        10_702_382_808,
        7_128,
    ],
    &[
        15_478_852,
        231_946_752,
        2_436_318_356,
        21_181_045_572,
        137_905_592_360,
        467_303_426_056,
        342_888_665_796,
        9_032_796_224,
        6_832,
    ],
    &[
        20_634_103,
        308_964_818,
        3_239_753_254,
        27_932_293_303,
        174_614_638_600,
        510_612_718_524,
        261_518_927_157,
        2_747_346_754,
        287,
    ],
    &[
        25_789_172,
        385_956_174,
        4_041_460_358,
        34_597_612_710,
        208_753_513_443,
        534_933_194_709,
        197_457_730_873,
        800_019_276,
        85,
    ],
];

/// The number of states of the twelve edges by the minimum length of the `pseudo_cross`, for each of the [`CLASSES`].
const PSEUDO_CROSS: [&[u64]; 9] = [
    &[
        20_643_840,
        247_726_080,
        2_270_822_400,
        18_455_592_960,
        110_919_352_320,
        385_317_273_600,
        422_063_308_800,
        41_617_981_440,
        82_575_360,
    ],
    &[
        41_284_608,
        495_194_112,
        4_528_035_840,
        36_302_346_240,
        203_316_470_784,
        514_595_773_440,
        220_007_574_528,
        1_708_548_096,
        49_152,
    ],
    &[
        82_561_551,
        989_639_320,
        9_016_537_732,
        70_527_627_394,
        342_939_567_939,
        501_802_189_777,
        55_631_618_351,
        5_534_736,
    ],
    &[
        123_831_014,
        1_483_362_354,
        13_467_931_869,
        102_912_176_921,
        439_912_207_732,
        409_964_837_408,
        13_130_901_687,
        27_815,
    ],
    &[
        41_285_760,
        495_264_000,
        4_531_630_080,
        36_368_643_840,
        202_843_912_320,
        510_057_966_720,
        224_518_892_160,
        2_137_651_200,
        30_720,
    ],
    &[
        61_925_784,
        742_617_240,
        6_782_745_744,
        53_772_325_560,
        279_383_099_808,
        528_084_072_936,
        112_041_917_640,
        126_572_064,
        24,
    ],
    &[
        61_924_612,
        742_544_824,
        6_778_961_392,
        53_696_531_720,
        279_472_226_564,
        529_001_521_452,
        111_139_427_436,
        102_138_800,
    ],
    &[
        82_562_743,
        989_714_226,
        9_020_504_050,
        70_611_960_418,
        343_115_753_488,
        501_777_327_989,
        55_390_646_680,
        6_807_206,
    ],
    &[
        103_197_812,
        1_236_628_182,
        11_248_804_227,
        86_983_142_967,
        395_999_918_676,
        458_114_268_848,
        27_308_911_354,
        404_734,
    ],
];

/// Returns the stored distribution of the shortest stage with this name over a set of bottom colours: of the cross and
/// the pseudo cross for every set, over all states of the twelve edges, as counted by [`super::CrossCounter`]; of the
/// XCross and others with the best of four slots as [`BestSlotCounter::known`] has it. A name is one of a stage or an
/// expression; `None` if there is no such distribution.
///
/// ```
/// use cubiform_stats::{Subset, distribution::known};
///
/// let any_color = known("cross", Subset::EVERY_COLOR).unwrap();
/// assert_eq!(format!("{:.6}", any_color.mean()), "4.809459");
/// let any_color = known("xcross", Subset::EVERY_COLOR).unwrap();
/// assert_eq!(format!("{:.6}", any_color.mean()), "6.536237");
/// ```
pub fn known(stage: &str, subset: Subset) -> Option<StateCounts> {
    let stage = stage_named(stage)?;
    if let Some(counts) = cross_counts(&stage) {
        let class = (subset.size(), subset.opposite_pairs());
        let index = CLASSES.iter().position(|known| *known == class)?;
        return Some(Histogram::new(counts[index]).into());
    }
    BestSlotCounter::new(&stage, &subset.colors().collect::<Vec<_>>())?.known()
}

/// Returns the counts of a stage by class of colour sets, if it is a cross, which may be off by a turn of the bottom
/// layer.
fn cross_counts(stage: &Stage) -> Option<[&'static [u64]; 9]> {
    let [target] = &stage.choices[..] else { return None };
    let turned = |n| Cube::from_moves(Move::new(Face::D, n).as_slice());
    let met = (0..4).filter(|n| target.is_met(&turned(*n))).count();
    match (target.goal_states.len(), met) {
        _ if !is_cross_goal(target) => None,
        (1, 1) if target.is_met(&Cube::SOLVED) => Some(CROSS),
        (4, 4) => Some(PSEUDO_CROSS),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::colors::{CrossCounter, STATES, Watch};
    use super::*;
    use cubiform_cube::Color;
    use cubiform_cube::goal::Variant;
    use cubiform_threads::Threads;

    #[test]
    fn means_of_known_distributions_decrease_with_more_colors() {
        for variant in [Variant::std(), Variant::pseudo()] {
            let stage = &variant.stages[0];
            let of = |subset: Subset| known(&stage.name, subset).unwrap();
            let every = Subset::every();
            for subset in &every {
                assert_eq!(of(*subset).total(), u128::from(STATES), "{} {subset}", stage.name);
                for more in every.iter().filter(|more| subset.is_within(**more) && *more != subset) {
                    assert!(of(*more).mean() < of(*subset).mean(), "{} {subset} {more}", stage.name);
                }
            }
        }
        for (stage, is_known) in [
            ("xcross", true),
            ("cross_pair", true),
            ("pseudo_xcross", true),
            ("xxcross", false),
            ("eo_cross", false),
            ("DF", false),
            ("own", false),
            ("DF + DR + DB + DL", true),
            ("cross + offset D", true),
            ("UF + UR + UB + UL", false),
        ] {
            assert_eq!(known(stage, Subset::COMMON[0]).is_some(), is_known, "{stage}");
        }
    }

    /// Counts the states of these classes of subsets and compares them with the known numbers.
    fn check_counts(classes: impl Iterator<Item = (usize, usize)> + Clone) {
        for variant in [Variant::std(), Variant::pseudo()] {
            let stage = &variant.stages[0];
            for class in classes.clone() {
                let in_class = |set: &&Subset| (set.size(), set.opposite_pairs()) == class;
                let every = Subset::every();
                let subset = *every.iter().find(in_class).unwrap();
                let colors: Vec<Color> = subset.colors().collect();
                let counted = CrossCounter::new(&stage.choices[0], &colors)
                    .unwrap()
                    .count(&Threads::new(2), &Watch::quiet());
                assert!(counted.is_some());
                assert_eq!(
                    known(&stage.name, subset),
                    counted.map(StateCounts::from),
                    "{} {subset}",
                    stage.name
                );
            }
        }
    }

    /// The classes that are quick to count.
    const QUICK: [(usize, usize); 3] = [(1, 0), (2, 1), (6, 3)];

    #[test]
    fn known_distributions_of_quick_classes_equal_counted_ones() {
        assert!(QUICK.iter().all(|class| CLASSES.contains(class)));
        check_counts(QUICK.into_iter());
    }

    #[test]
    #[ignore = "takes minutes"]
    fn known_distributions_of_all_classes_equal_counted_ones() {
        check_counts(CLASSES.into_iter());
    }
}
