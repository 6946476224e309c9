//! Exact distributions that need not be counted each time: those of the cross and the pseudo cross for each set of
//! colours among which people choose.

use crate::{Histogram, Subset};

/// The states of the twelve edges by the length of the shortest `cross`: of one colour, of an axis, of two axes and of
/// all. Subsets with as many colours are alike.
const CROSS: [&[u64]; 4] = [
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
];

/// The same of `pseudo_cross`.
const PSEUDO_CROSS: [&[u64]; 4] = [
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
];

/// The distribution of a stage, by its name, over all states of the twelve edges, as [`super::ByColor`] counts it;
/// `None` for a stage of which none is known.
///
/// ```
/// use cubiform_stats::{Subset, distribution::known};
///
/// let any_color = known("cross", Subset::ALL[12]).unwrap();
/// assert_eq!(format!("{:.6}", any_color.mean()), "4.809459");
/// ```
pub fn known(stage: &str, subset: Subset) -> Option<Histogram> {
    let counts = match stage {
        "cross" => CROSS,
        "pseudo_cross" => PSEUDO_CROSS,
        _ => return None,
    };
    let index = [1, 2, 4, 6].iter().position(|size| *size == subset.size())?;
    Some(Histogram::new(counts[index]))
}

#[cfg(test)]
mod tests {
    use super::super::colors::{ByColor, STATES, Watch};
    use super::*;
    use cubiform_cube::Color;
    use cubiform_cube::goal::Variant;

    /// Two axes take seconds each: they are counted in the full tests. What lies between the counts of one axis and of
    /// all is held against these in any case.
    #[test]
    fn what_is_known_is_what_is_counted() {
        let is_full = std::env::var_os("CUBIFORM_FULL_TESTS").is_some();
        for variant in [Variant::std(), Variant::pseudo()] {
            let stage = &variant.stages[0];
            let mut fewer_colors = 9.0;
            for subset in Subset::ALL {
                let known = known(&stage.name, subset).unwrap();
                assert_eq!(known.total(), STATES, "{} {subset}", stage.name);
                assert!(known.mean() <= fewer_colors, "{} {subset}", stage.name);
                fewer_colors = known.mean();
            }
            for subset in
                [0, 6, 9, 12].map(|i| Subset::ALL[i]).into_iter().filter(|s| is_full || s.size() != 4)
            {
                let colors: Vec<Color> = subset.colors().collect();
                let counted = ByColor::new(&stage.choices[0], &colors).unwrap().count(2, &Watch::quiet());
                assert_eq!(known(&stage.name, subset), counted, "{} {subset}", stage.name);
            }
        }
        assert_eq!(known("xcross", Subset::ALL[0]), None);
    }
}
