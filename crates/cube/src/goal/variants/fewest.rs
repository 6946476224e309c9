//! The steps of a fewest-moves solve: edges oriented (EO), domino reduction (DR), half-turn reduction (HTR), finish, and those
//! that solvers use between them.

use super::NamedVariant;
use crate::goal::reduction::Reduction::{Ar, Dr, Drm, Eo, Finish, Floppy, Htr, LeaveSlice};
use crate::goal::{Reduction, Stage, StageKind, Variant};

/// Each stage is a chain of steps: EO and DR from the scramble, DR through a shortest EO, HTR after a shortest DR, and the
/// solved state after both.
pub(super) const DR: NamedVariant = NamedVariant {
    name: "dr",
    label: "dr",
    aliases: &["domino", "dominoreduction", "eodr", "drud", "drfb", "drlr", "drrl", "fmc", "fewestmoves"],
    about: "EO, DR, HTR and finish along each axis, on the scramble and on its inverse",
    variant: || {
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

/// Each stage is a chain, as in [`DR`]: the steps to DR after a shortest EO, those to the finish after a shortest DR and HTR.
pub(super) const STEPS: NamedVariant = NamedVariant {
    name: "dr_steps",
    label: "dr_steps",
    aliases: &[],
    about: "The steps between EO, DR, HTR and finish: AR, DR minus pieces, floppy, leave slice",
    variant: || {
        let stages = vec![
            stage("ar", "EO, AR", &[Eo, Ar]),
            stage("drm", "EO, DRM", &[Eo, Drm(&[(4, 4), (4, 2), (3, 2)])]),
            stage("drm_4c4e", "EO, DR-4c4e", &[Eo, Drm(&[(4, 4)])]),
            stage("drm_4c2e", "EO, DR-4c2e", &[Eo, Drm(&[(4, 2)])]),
            stage("drm_3c2e", "EO, DR-3c2e", &[Eo, Drm(&[(3, 2)])]),
            stage("floppy", "floppy", &[Dr, Htr, Floppy]),
            stage("leave_slice", "leave slice", &[Dr, Htr, LeaveSlice]),
        ];
        Variant { name: "dr_steps".into(), stages }
    },
};

/// Returns the stage of a chain of steps.
fn stage(name: &'static str, title: &'static str, steps: &'static [Reduction]) -> Stage {
    Stage {
        name: name.into(),
        label: name.into(),
        title: title.into(),
        kind: StageKind::Reductions(steps),
        choices: Vec::new(),
    }
}
