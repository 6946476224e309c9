//! Goals of blocks and lines: Roux, Petrus and ZZ.

use super::NamedVariant;
use crate::goal::Variant;

/// Roux: the first block, then both. They are 1x2x3, each in its best place over the bottom, the two opposite each other.
pub(super) const ROUX: NamedVariant = NamedVariant {
    name: "roux",
    label: "roux",
    aliases: &[],
    about: "The first block (1x2x3), then both blocks, in the best places",
    variant: || Variant::of_expressions("roux", &[("fb", &["1x2x3"]), ("f2b", &["1x2x3 + 1x2x3"])]),
};

/// Petrus: the 2x2x2 block, then the 2x2x3 block that extends it, each in its best place over the bottom.
pub(super) const PETRUS: NamedVariant = NamedVariant {
    name: "petrus",
    label: "petrus",
    aliases: &[],
    about: "The 2x2x2 block, then the 2x2x3 block, each in its best place",
    variant: || Variant::of_expressions("petrus", &[("2x2x2", &["2x2x2"]), ("2x2x3", &["2x2x3"])]),
};

/// ZZ: EOLine, then a block beside the line, then the first two layers, all with edges oriented. The line lies along F/B or
/// L/R; all edges are oriented relative to the same axis. The block is on either side of it.
pub(super) const ZZ: NamedVariant = NamedVariant {
    name: "zz",
    label: "zz",
    aliases: &[],
    about: "EOLine, then a 1x2x3 block on either side of the line, then both (EO F2L)",
    variant: || {
        Variant::of_expressions(
            "zz",
            &[
                ("eoline", &["eoline"]),
                (
                    "block",
                    &[
                        "eoline F/B + 1x2x3 DL",
                        "eoline F/B + 1x2x3 DR",
                        "eoline L/R + 1x2x3 DF",
                        "eoline L/R + 1x2x3 DB",
                    ],
                ),
                ("f2l", &["f2l + eo F/B", "f2l + eo L/R"]),
            ],
        )
    },
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_named_and_beside_the_line() {
        let stages = (ZZ.variant)().stages;
        assert_eq!(stages.iter().map(|stage| stage.choices.len()).collect::<Vec<_>>(), [2, 4, 2]);
        for target in &stages[1].choices {
            assert_eq!((target.pieces.edges().count(), target.pieces.corners().count()), (5, 2));
            assert_eq!(target.choice.placements.len(), 1, "the place of the block");
        }
    }

    /// The known lengths of the last stage are those of `eo_xxxxcross`.
    #[test]
    fn last_stage_has_the_targets_of_eo_f2l() {
        let targets = |variant: Variant| {
            let stage = variant.stages.into_iter().next_back().unwrap();
            let mut all: Vec<_> = stage
                .choices
                .into_iter()
                .map(|t| (t.oriented.unwrap() as u8, t.pieces, t.goal_states))
                .collect();
            all.sort_by_key(|(axis, ..)| *axis);
            all
        };
        assert_eq!(targets((ZZ.variant)()), targets(Variant::eo()));
    }
}
