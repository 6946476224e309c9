//! Solutions by EO, DR, HTR and finish, as a fewest-moves solver writes them down.

use cubiform_cube::Moves;
use cubiform_solvers::reduction::{Chain, ChainLengths, ChainStep};

/// A chain of steps, with its texts.
pub struct ChainSolution(pub(super) Chain);

impl ChainSolution {
    /// Returns the moves and the comment of each step: the moves on the inverse of the scramble are in parentheses, and the
    /// comment has the step, its axis, its length and the length so far. Steps without moves are left out.
    pub fn lines(&self) -> Vec<(String, String)> {
        let line = |(step, total): (&ChainStep, usize)| {
            let step = ChainStepObject::from(step);
            (step.length > 0).then(|| (step.moves(), format!("{}: {}, {total}", step.title(), step.length)))
        };
        self.0.steps.iter().zip(self.0.totals()).filter_map(line).collect()
    }

    /// Returns what is proven, as a sentence without its end.
    pub fn proof(&self) -> String {
        match self.0.shortest_within {
            Some(ChainLengths { eo, dr }) => {
                format!("no chain with EO of at most {eo} moves and DR of at most {dr} is shorter")
            }
            None => "the search ended before it was complete".into(),
        }
    }
}

/// Returns the moves of steps in order, those on the inverse scramble as `^(...)`.
pub(crate) fn niss<'a>(steps: impl IntoIterator<Item = &'a ChainStep>) -> String {
    let moves = steps.into_iter().map(|step| ChainStepObject::from(step).moves_after("^("));
    moves.filter(|moves| !moves.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The steps of a solution by EO, DR, HTR and finish in JSON output.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[schema(as = ChainAnswer)]
pub(super) struct ChainObject {
    /// EO, DR, HTR and finish.
    steps: Vec<ChainStepObject>,
    /// The moves of all steps in order, those on the inverse scramble as `^(...)`, the notation of cubing.js.
    #[schema(example = "R L B ^(F' U2 R) U2 D")]
    niss: String,
    /// The lengths within which no chain is shorter; null if the search ended before it was complete.
    #[schema(required = true)]
    shortest_within: Option<LengthsObject>,
}

/// The lengths within which no chain is shorter.
#[derive(serde::Serialize, utoipa::ToSchema)]
#[schema(as = ChainLengths)]
struct LengthsObject {
    /// The maximum number of moves of the EO.
    #[schema(example = 5, minimum = 0)]
    eo: u8,
    /// The maximum number of moves of EO and DR together.
    #[schema(example = 10, minimum = 0)]
    dr: u8,
}

/// A step of a fewest-moves solve.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ChainStepAnswer)]
pub struct ChainStepObject {
    /// `EO`, `DR`, `HTR` or `finish`.
    #[schema(example = "DR")]
    step: &'static str,
    /// The axis: `U/D`, `F/B` or `L/R`; null for HTR and the finish.
    #[schema(required = true, example = "U/D")]
    axis: Option<&'static str>,
    /// The moves on the scramble.
    #[schema(example = "R L B")]
    normal: String,
    /// The moves on the inverse of the scramble.
    #[schema(example = "F' U2 R")]
    inverse: String,
    /// The number of moves (HTM).
    #[schema(example = 6, minimum = 0)]
    pub length: usize,
    /// The subset of the state after a DR: bad corners, kind, quarter turns of the corners, and bad edges; null for other steps.
    #[schema(required = true, example = "4a2 4e")]
    subset: Option<String>,
}

impl From<&ChainStep> for ChainStepObject {
    fn from(step: &ChainStep) -> ChainStepObject {
        ChainStepObject {
            step: step.reduction.name(),
            axis: step.axis.map(cubiform_cube::Axis::name),
            normal: Moves(&step.normal).to_string(),
            inverse: Moves(&step.inverse).to_string(),
            length: step.normal.len() + step.inverse.len(),
            subset: step.subset.map(|subset| subset.to_string()),
        }
    }
}

impl ChainStepObject {
    /// Returns the name of the step, with its axis and the subset of a DR.
    pub fn title(&self) -> String {
        let parts = [Some(self.step), self.axis, self.subset.as_deref()];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Returns the moves, those on the inverse in parentheses.
    pub fn moves(&self) -> String {
        self.moves_after("(")
    }

    /// Returns the moves, those on the inverse after `open` and before a closing parenthesis.
    fn moves_after(&self, open: &str) -> String {
        match self.inverse.is_empty() {
            true => self.normal.clone(),
            false => format!("{} {open}{})", self.normal, self.inverse).trim_start().into(),
        }
    }
}

impl From<&ChainSolution> for ChainObject {
    fn from(solution: &ChainSolution) -> ChainObject {
        let steps = &solution.0.steps;
        ChainObject {
            steps: steps.iter().map(ChainStepObject::from).collect(),
            niss: niss(steps),
            shortest_within: solution
                .0
                .shortest_within
                .map(|ChainLengths { eo, dr }| LengthsObject { eo, dr }),
        }
    }
}
