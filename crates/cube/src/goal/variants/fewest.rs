//! The steps of a fewest-moves solve: edges oriented (EO), domino reduction (DR), half-turn reduction (HTR), finish.

use super::NamedVariant;
use crate::goal::reduction::Reduction::{Dr, Eo, Finish, Htr};
use crate::goal::{Stage, StageKind, Variant};

/// Each stage is a chain of steps: EO and DR from the scramble, DR through a shortest EO, HTR after a shortest DR, and the
/// solved state after both.
pub(super) const DR: NamedVariant = NamedVariant {
    name: "dr",
    label: "dr",
    aliases: &["domino", "dominoreduction", "eodr", "drud", "drfb", "drlr", "drrl", "fmc", "fewestmoves"],
    about: "EO, DR, HTR and finish along each axis, on the scramble and on its inverse",
    variant: || {
        let stage = |name: &'static str, title: &'static str, steps: &'static [_]| Stage {
            name: name.into(),
            label: name.into(),
            title: title.into(),
            kind: StageKind::Reductions(steps),
            choices: Vec::new(),
        };
        let stages = vec![
            stage("eo", "EO", &[Eo]),
            stage("dr", "DR", &[Dr]),
            stage("eo_dr", "EO, DR", &[Eo, Dr]),
            stage("htr", "DR, HTR", &[Dr, Htr]),
            stage("finish", "finish", &[Dr, Htr, Finish]),
        ];
        Variant { name: "dr".into(), stages }
    },
};
