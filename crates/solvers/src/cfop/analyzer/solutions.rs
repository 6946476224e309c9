//! The solutions of a stage: optimal ones, and longer ones.

use cubiform_cube::{Cube, Move, Symmetry};
use cubiform_search::Search;

use super::{AnalyzeError, Analyzer, Request, StageSolution};

/// A stage and a colour for which solutions are requested.
#[derive(Clone, Copy, Debug)]
pub(super) struct StageQuery {
    /// The index of the stage among the stages of all goals.
    pub(super) row: usize,
    /// The index of the goal.
    pub(super) goal: usize,
    /// The index of the stage among the stages of its goal.
    pub(super) stage: usize,
    /// The index of the frame in the request.
    pub(super) color: usize,
    /// The minimum number of moves.
    pub(super) length: u8,
}

impl Analyzer {
    /// Returns solutions of a stage, in the order of [`StageResult::solutions`](super::StageResult::solutions).
    pub(super) async fn solutions(
        &self,
        query: StageQuery,
        cube: &Cube,
        request: &Request,
    ) -> Result<Vec<StageSolution>, AnalyzeError> {
        let mut solutions = Vec::new();
        for slack in 0..=request.slack {
            let of_length = self.solutions_of_length(query, cube, request, query.length + slack).await?;
            solutions.extend(of_length);
        }
        Ok(solutions)
    }

    /// Returns the first solutions of exactly `length` moves.
    async fn solutions_of_length(
        &self,
        query: StageQuery,
        cube: &Cube,
        request: &Request,
        length: u8,
    ) -> Result<Vec<StageSolution>, AnalyzeError> {
        let goal = &self.goals[query.goal];
        let color = request.frames[query.color].color().expect("goals over colours have such frames");
        let stage = &goal.stages[query.stage];
        let mut oriented = goal.orient(cube, color);
        let mut solutions = Vec::new();
        for candidate in &stage.candidates {
            let root = goal.root(*candidate, &mut oriented)?;
            if root.lower_bound() > length {
                continue;
            }
            let target = &stage.stage.choices[candidate.choice];
            let order = match &self.restricted {
                None => &self.order,
                Some(restricted) => restricted.order(query.goal, candidate.frame),
            };
            let mut search = Search::new(order);
            search.start(&goal.spaces[candidate.target], &root, &[], length, 0);
            while solutions.len() < request.solutions {
                let next = self.next_solution(&mut search, goal, (stage, *candidate), &oriented.cube).await?;
                let Some(moves) = next else { break };
                if length > query.length
                    && is_met_early(&oriented.cube, &moves, |cube| stage.stage.is_met(cube))
                {
                    continue;
                }
                solutions.push(StageSolution {
                    rotation: Symmetry::bring_down(color),
                    moves,
                    choice: target.choice.clone(),
                    offset: goal.frames[candidate.frame].offset(),
                    oriented: target.oriented,
                    steps: Vec::new(),
                });
            }
        }
        Ok(solutions)
    }
}

/// Returns whether a goal is met before the last of these moves, in this order or with two consecutive moves about one
/// axis exchanged.
pub(crate) fn is_met_early(cube: &Cube, moves: &[Move], is_met: impl Fn(&Cube) -> bool) -> bool {
    let mut cube = *cube;
    for (i, m) in moves.iter().enumerate() {
        let exchanged = moves.get(i + 1).filter(|next| next.face().axis() == m.face().axis());
        if is_met(&cube) || exchanged.is_some_and(|next| is_met(&cube.turn(*next))) {
            return true;
        }
        cube = cube.turn(*m);
    }
    false
}
