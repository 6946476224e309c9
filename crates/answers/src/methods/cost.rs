//! What turns cost the hands and in moves, and the means over random states.

use cubiform_cube::notation::{Base, Turn};
use cubiform_cube::{Face, Symmetry};
use cubiform_human::Lengths;
use cubiform_human::hand_effort::{HandEffort, hand_effort};
use cubiform_stats::Estimate;

/// The lengths and the effort of some turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cost {
    pub(super) lengths: Lengths,
    pub(super) effort: HandEffort,
}

impl Cost {
    /// Returns the cost of turns in the hold about U/D that makes them easiest, and this hold. A rotation to it from `before`
    /// counts; without a hold before, each is free.
    pub(super) fn least(turns: &[Turn], before: Option<Symmetry>) -> (Cost, Symmetry) {
        let of_hold = |quarters: i32| {
            let hold = Symmetry::rotation(Face::U, quarters);
            let rotation = before.map_or(0, |before| {
                (0..4)
                    .find(|n| before.then(Symmetry::rotation(Face::U, *n)) == hold)
                    .expect("both are about U/D")
            });
            let rotation = Turn::new(Base::Y, rotation);
            let turns: Vec<Turn> =
                rotation.into_iter().chain(turns.iter().map(|turn| turn.conjugate(hold))).collect();
            (Cost { lengths: Lengths::count(&turns), effort: hand_effort(&turns) }, hold)
        };
        (0..4).map(of_hold).min_by_key(|(cost, _)| cost.effort).expect("there are holds")
    }

    /// Returns the cost of two steps, one after the other.
    pub(super) fn and(self, other: Cost) -> Cost {
        Cost { lengths: self.lengths + other.lengths, effort: self.effort + other.effort }
    }
}

/// A mean over random states.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = MethodMean)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error; null for a single state.
    #[schema(required = true, example = 0.12)]
    pub standard_error: Option<f64>,
}

/// The means of a step, or of a whole method, over random states. All turns count, those of U between algorithms too.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = MethodMeans)]
pub struct Means {
    /// The effort of the hands: 1 is a quarter turn of U.
    pub effort: Mean,
    /// The execution turn metric: rotations count one.
    pub etm: Mean,
    /// The half turn metric: a slice turn counts two.
    pub htm: Mean,
    /// The slice turn metric, in which each step is shortest.
    pub stm: Mean,
}

impl Means {
    pub(super) fn new(costs: &[Cost]) -> Means {
        let mean = |of: fn(&Cost) -> u32, unit: f64| {
            let estimate = Estimate::from_numbers(costs.iter().map(of)).expect("at least one state");
            let standard_error = estimate.standard_error.map(|error| error / unit);
            Mean { mean: estimate.mean / unit, standard_error }
        };
        Means {
            effort: mean(|cost| cost.effort, 100.0),
            etm: mean(|cost| cost.lengths.etm, 1.0),
            htm: mean(|cost| cost.lengths.htm, 1.0),
            stm: mean(|cost| cost.lengths.stm, 1.0),
        }
    }
}
