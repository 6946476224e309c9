//! The tables of the stages: names, sizes and histograms.

use cubiform_cube::four::Metric;
use cubiform_threads::Threads;

use super::stages::{OUTER_SHAPES, SHAPES};
use super::{Stage, StageTable, fill};
use crate::rows::Shape;
use cubiform_store::TableBytes;
use cubiform_store::fill::{Checkpoint, Filling, Watch};
use cubiform_store::{OpenTable, TableKind};

/// The version of the numbering, part of the identity of a table's file.
const NUMBERING: u32 = 1;

/// The table of a stage in one metric, as a table that can be built and kept as a file.
#[derive(Debug)]
pub struct StageEntry {
    /// The name, also the stem of the file.
    pub name: &'static str,
    /// A description of its states in one line, for users.
    pub about: &'static str,
    /// The number of the stage in its chain, from 1.
    pub stage: usize,
    /// The metric of the distances.
    pub metric: Metric,
    /// Number of states by distance.
    pub histogram: &'static [u64],
    /// Number of states by distance, up to the symmetries of the stage.
    pub orbits: &'static [u64],
}

/// All tables: those in slice turns, then in block turns, then in outer-block turns, each by stage.
///
/// The histograms and orbit counts in slice turns are those of the published description of the five-stage method; the
/// others were counted by the fill.
pub(crate) static STAGE_TABLES: [StageEntry; 12] = [
    StageEntry {
        name: "444-slice-1",
        about: "4x4x4, slice turns: corners' twists, wings of u and d to their layers",
        stage: 1,
        metric: Metric::Slice,
        histogram: &[
            3,
            6,
            144,
            2796,
            48_324,
            745_302,
            10_030_470,
            103_416_912,
            575_138_592,
            826_559_202,
            92_489_544,
            43_782,
        ],
        orbits: &[1, 1, 4, 66, 1033, 15_620, 209_273, 2_155_397, 11_984_424, 17_222_730, 1_927_399, 916],
    },
    StageEntry {
        name: "444-slice-2",
        about: "4x4x4, slice turns: centres of F and B, order of the wings of u and d",
        stage: 2,
        metric: Metric::Slice,
        histogram: &[
            12,
            36,
            684,
            9254,
            103_998,
            1_149_674,
            11_929_486,
            92_729_838,
            447_778_202,
            1_247_722_776,
            1_930_825_644,
            2_215_400_576,
            2_607_462_418,
            1_828_141_454,
            426_682_056,
            1_487_536,
            56,
        ],
        orbits: &[
            6,
            8,
            54,
            661,
            6785,
            73_297,
            750_382,
            5_803_099,
            27_991_967,
            77_990_037,
            120_695_743,
            138_498_874,
            163_000_022,
            114_282_664,
            26_675_281,
            93_585,
            5,
        ],
    },
    StageEntry {
        name: "444-slice-3",
        about: "4x4x4, slice turns: centres of L and R, kinds and parity of the other wings",
        stage: 3,
        metric: Metric::Slice,
        histogram: &[
            6,
            12,
            150,
            1556,
            16_310,
            169_240,
            1_717_460,
            16_888_105,
            155_841_738,
            1_219_752_205,
            5_364_611_902,
            4_687_652_572,
            147_926_722,
            5021,
            1,
        ],
        orbits: &[
            6,
            4,
            28,
            230,
            2185,
            21_630,
            216_142,
            2_115_779,
            19_496_147,
            152_510_075,
            670_664_810,
            586_031_875,
            18_500_776,
            732,
            1,
        ],
    },
    StageEntry {
        name: "444-slice-4",
        about: "4x4x4, slice turns: centres of U and D, orders of corners and wings",
        stage: 4,
        metric: Metric::Slice,
        histogram: &[
            6,
            12,
            102,
            640,
            3774,
            20_482,
            113_908,
            629_922,
            3_456_044,
            17_629_510,
            76_036_148,
            233_265_250,
            379_795_898,
            369_324_336,
            193_668_736,
            22_539_628,
            55_572,
            32,
        ],
        orbits: &[
            4, 3, 12, 56, 285, 1475, 7655, 40_711, 219_404, 1_110_842, 4_774_517, 14_621_516, 23_799_062,
            23_143_536, 12_142_383, 1_420_768, 3983, 8,
        ],
    },
    StageEntry {
        name: "444-slice-5",
        about: "4x4x4, slice turns: the rest, by half turns",
        stage: 5,
        metric: Metric::Slice,
        histogram: &[
            4,
            48,
            420,
            3456,
            27_168,
            203_752,
            1_451_996,
            9_527_856,
            56_528_036,
            295_097_696,
            1_306_291_304,
            4_761_203_264,
            13_820_728_272,
            29_956_341_744,
            43_427_866_752,
            36_297_535_208,
            14_711_566_720,
            2_063_584_704,
            59_082_112,
            45_056,
        ],
        orbits: &[
            1,
            2,
            7,
            36,
            228,
            1429,
            9127,
            55_967,
            320_517,
            1_636_219,
            7_145_262,
            25_797_686,
            74_257_367,
            159_930_965,
            231_079_243,
            193_022_572,
            78_368_608,
            11_055_492,
            320_252,
            244,
        ],
    },
    StageEntry {
        name: "444-block-1",
        about: "4x4x4, block turns: corners' twists, wings of u and d to their layers",
        stage: 1,
        metric: Metric::Block,
        histogram: &[
            3,
            6,
            216,
            5250,
            111_444,
            2_118_252,
            32_552_448,
            311_018_796,
            945_744_666,
            315_640_704,
            1_283_292,
        ],
        orbits: &[1, 1, 8, 127, 2383, 44_329, 678_861, 6_481_605, 19_705_876, 6_576_922, 26_751],
    },
    StageEntry {
        name: "444-block-2",
        about: "4x4x4, block turns: centres of F and B, order of the wings of u and d",
        stage: 2,
        metric: Metric::Block,
        histogram: &[
            12,
            48,
            1052,
            15_940,
            227_632,
            3_272_122,
            39_127_054,
            296_089_124,
            1_081_551_196,
            1_949_192_844,
            2_208_274_990,
            2_688_840_208,
            2_023_376_254,
            518_512_008,
            2_943_216,
        ],
        orbits: &[
            6,
            14,
            105,
            1183,
            14_979,
            207_769,
            2_454_278,
            18_513_437,
            67_602_564,
            121_842_451,
            138_053_510,
            168_088_853,
            126_483_719,
            32_415_360,
            184_242,
        ],
    },
    StageEntry {
        name: "444-block-3",
        about: "4x4x4, block turns: centres of L and R, kinds and parity of the other wings",
        stage: 3,
        metric: Metric::Block,
        histogram: &[
            6,
            18,
            204,
            2406,
            30_116,
            365_881,
            4_232_096,
            47_341_823,
            480_841_678,
            3_444_473_954,
            6_947_558_837,
            669_709_339,
            26_642,
        ],
        orbits: &[
            6,
            10,
            42,
            376,
            4062,
            46_756,
            532_414,
            5_928_830,
            60_139_547,
            430_639_534,
            868_535_530,
            83_729_934,
            3379,
        ],
    },
    StageEntry {
        name: "444-block-4",
        about: "4x4x4, block turns: centres of U and D, orders of corners and wings",
        stage: 4,
        metric: Metric::Block,
        histogram: &[
            6,
            12,
            150,
            940,
            6696,
            44_058,
            289_740,
            1_879_184,
            11_582_980,
            60_156_216,
            221_854_288,
            411_314_498,
            402_083_048,
            174_723_132,
            12_599_884,
            5168,
        ],
        orbits: &[
            4, 3, 20, 91, 527, 3111, 19_109, 120_128, 731_764, 3_780_228, 13_907_523, 25_772_517, 25_197_148,
            10_956_993, 796_527, 527,
        ],
    },
    StageEntry {
        name: "444-block-5",
        about: "4x4x4, block turns: the rest, by half turns",
        stage: 5,
        metric: Metric::Block,
        histogram: &[
            4,
            72,
            864,
            9700,
            101_060,
            939_956,
            7_748_796,
            56_687_544,
            362_251_572,
            1_975_717_680,
            8_792_371_296,
            28_896_905_328,
            56_844_273_080,
            43_883_159_504,
            5_918_564_320,
            28_351_768,
            3024,
        ],
        orbits: &[
            1,
            4,
            17,
            139,
            1070,
            7711,
            53_214,
            347_600,
            2_082_594,
            10_954_469,
            47_650_459,
            154_194_632,
            301_141_025,
            233_870_940,
            32_510_329,
            186_950,
            70,
        ],
    },
    StageEntry {
        name: "444-outer-1",
        about: "4x4x4, outer-block turns: centres of F and B to their axis",
        stage: 1,
        metric: Metric::OuterBlock,
        histogram: &[3, 6, 108, 1434, 15_210, 126_306, 420_312, 171_204, 888],
        orbits: &[1, 1, 4, 37, 338, 2685, 8867, 3629, 20],
    },
    StageEntry {
        name: "444-outer-2",
        about: "4x4x4, outer-block turns: the other centres to their axes, parity of the wings",
        stage: 2,
        metric: Metric::OuterBlock,
        histogram: &[12, 22, 194, 1680, 11_302, 61_736, 228_224, 434_884, 160_590, 2256],
        orbits: &[6, 6, 19, 140, 800, 4057, 14_559, 27_446, 10_128, 143],
    },
];

impl StageEntry {
    /// Returns the tables in a metric, by stage: five in slice turns, five in block turns, two in outer-block turns.
    pub fn of(metric: Metric) -> &'static [StageEntry] {
        match metric {
            Metric::Slice => &STAGE_TABLES[..5],
            Metric::Block => &STAGE_TABLES[5..10],
            Metric::OuterBlock => &STAGE_TABLES[10..],
        }
    }

    /// Returns the stage: one of the stages for outer-block turns if that is the metric, else one of the five.
    pub(crate) fn stage(&self) -> &'static Stage {
        if self.metric == Metric::OuterBlock { Stage::outer(self.stage) } else { Stage::get(self.stage) }
    }

    fn shape(&self) -> Shape {
        let shapes: &[Shape] = if self.metric == Metric::OuterBlock { &OUTER_SHAPES } else { &SHAPES };
        shapes[self.stage - 1]
    }
}

impl OpenTable for StageEntry {
    type Table = StageTable;

    /// Computes the data of the stage at its first use.
    fn table(&self, bytes: TableBytes) -> StageTable {
        StageTable::new(self.name, self.stage(), self.metric, bytes)
    }
}

impl TableKind for StageEntry {
    fn name(&self) -> &'static str {
        self.name
    }

    fn description(&self) -> &'static str {
        self.about
    }

    fn set(&self) -> Option<&'static str> {
        Some(&self.name[..self.name.len() - "-1".len()])
    }

    fn metric(&self) -> &'static str {
        match self.metric {
            Metric::Slice => "SST",
            Metric::Block => "BTM",
            Metric::OuterBlock => "OBTM",
        }
    }

    fn histogram(&self) -> &'static [u64] {
        self.histogram
    }

    fn orbit_counts(&self) -> Option<&'static [u64]> {
        Some(self.orbits)
    }

    fn identity(&self) -> String {
        format!("{} numbering {NUMBERING}", self.name)
    }

    fn entries(&self) -> u64 {
        self.shape().entries()
    }

    fn payload(&self) -> u64 {
        self.shape().bytes()
    }

    fn memory(&self) -> u64 {
        fill::memory(self.shape())
    }

    fn fill(&self, threads: &Threads, watch: &Watch<'_>, _: Option<Checkpoint<'_>>) -> Filling {
        fill::run(self.stage(), self.metric, threads, watch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_have_the_expected_names_metrics_and_sizes() {
        for (metric, name, stages) in [
            (Metric::Slice, "444-slice", 5),
            (Metric::Block, "444-block", 5),
            (Metric::OuterBlock, "444-outer", 2),
        ] {
            let entries = StageEntry::of(metric);
            assert!(entries.iter().map(|entry| entry.stage).eq(1..=stages));
            for entry in entries {
                assert_eq!((entry.metric, entry.set()), (metric, Some(name)));
                assert_eq!(entry.name, format!("{name}-{}", entry.stage));
                assert!(entry.memory() <= 2_500_000_000);
            }
            let bytes: u64 = entries.iter().map(|entry| entry.payload()).sum();
            assert!(bytes <= 900_000_000, "{bytes}");
        }
    }

    /// Orbits are counted by Burnside's lemma over all columns of all rows, without a fill.
    #[test]
    fn histograms_sum_to_the_states_and_orbit_counts_to_the_orbits() {
        for entry in &STAGE_TABLES {
            let stage = entry.stage();
            assert_eq!(entry.states(), stage.states(), "{}", entry.name);
            assert_eq!(entry.orbits.iter().sum::<u64>(), stage.orbit_count(), "{}", entry.name);
            assert_eq!(entry.orbits.len(), entry.histogram.len());
            let goals: u64 = stage.goals().map(|goal| stage.weight(goal.row)).sum();
            assert_eq!(goals, entry.histogram[0], "{}", entry.name);
        }
    }
}
