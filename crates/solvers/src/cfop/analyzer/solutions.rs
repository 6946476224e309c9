//! The solutions of a stage: optimal ones, longer ones, and the number of shortest ones over several colours, up to a maximum
//! length.

use std::collections::HashSet;

use cubiform_cube::{Color, Cube, Move, Symmetry};
use cubiform_search::{Deepening, Limits, Search};
use cubiform_threads::CancelToken;

use super::goal::{OrientedCube, StageCandidates};
use super::{AnalyzeError, Analyzer, Request, StageSolution, run_until};
use crate::cfop::choices::Candidate;
use crate::goal_search::target_space::{Node, TargetSpace};

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

/// The number and the length of the shortest solutions of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// The minimum number of moves over all colours.
    pub length: u8,
    /// The number of solutions of that length, each counted once for each colour that it solves.
    pub solutions: u64,
}

impl Analyzer {
    /// Counts the shortest solutions of a stage of the first goal over `colors`. Returns `None` if all colours take
    /// more than `max_length` moves.
    ///
    /// # Errors
    /// If a table is or may be damaged, or `cancel` was set.
    pub fn shortest_within(
        &self,
        cube: &Cube,
        stage: usize,
        colors: &[Color],
        max_length: u8,
        cancel: &CancelToken,
    ) -> Result<Option<Shortest>, AnalyzeError> {
        let search = self.count_shortest(cube, &self.goals[0].stages[stage], colors, max_length, u64::MAX);
        run_until(search, cancel)
    }

    /// Returns the minimum number of moves of a stage of the first goal over `colors`. All colours deepen together, so
    /// the search ends at the length of the nearest colour.
    ///
    /// # Errors
    /// If a table is or may be damaged, or `cancel` was set.
    pub fn length_of_nearest(
        &self,
        cube: &Cube,
        stage: usize,
        colors: &[Color],
        cancel: &CancelToken,
    ) -> Result<u8, AnalyzeError> {
        let stage = &self.goals[0].stages[stage];
        let search = self.count_shortest(cube, stage, colors, stage.max_length, 1);
        run_until(search, cancel)?.map(|shortest| shortest.length).ok_or_else(|| stage.invalid_solution())
    }

    /// Counts the shortest solutions, but stops once there are `max_count`.
    async fn count_shortest(
        &self,
        cube: &Cube,
        stage: &StageCandidates,
        colors: &[Color],
        max_length: u8,
        max_count: u64,
    ) -> Result<Option<Shortest>, AnalyzeError> {
        let mut search = Search::new(&self.order);
        let mut by_color = Vec::new();
        for color in colors {
            let mut oriented = self.goals[0].orient(cube, *color);
            let near = self.near_roots(stage, &mut oriented, max_length)?;
            if !near.is_empty() {
                by_color.push((oriented, near));
            }
        }
        let mut deepening = Deepening::new(0, &Limits::at_most(max_length));
        while let Ok(length) = deepening.next_length() {
            let mut solutions = 0;
            for (oriented, near) in &by_color {
                if solutions < max_count {
                    let more =
                        self.count_for_color(&mut search, stage, &oriented.cube, near, length, max_count);
                    solutions += more.await?;
                }
            }
            if solutions > 0 {
                return Ok(Some(Shortest { length, solutions }));
            }
        }
        Ok(None)
    }

    /// Returns the candidates of a stage that may be met in `max_length` moves, each with its root.
    fn near_roots(
        &self,
        stage: &StageCandidates,
        oriented: &mut OrientedCube<'_>,
        max_length: u8,
    ) -> Result<Vec<(Candidate, Node)>, AnalyzeError> {
        let goal = &self.goals[0];
        let mut near = Vec::new();
        for candidate in &stage.candidates {
            if goal.known_lower_bound(*candidate, oriented) > max_length {
                continue;
            }
            let root = goal.root(*candidate, oriented)?;
            if root.lower_bound() <= max_length {
                near.push((*candidate, root));
            }
        }
        Ok(near)
    }

    /// Counts the different solutions of exactly `length` moves for one colour. A solution that meets several
    /// candidates counts once.
    async fn count_for_color<'s>(
        &'s self,
        search: &mut Search<'s, TargetSpace>,
        stage: &StageCandidates,
        oriented: &Cube,
        near: &[(Candidate, Node)],
        length: u8,
        max_count: u64,
    ) -> Result<u64, AnalyzeError> {
        let goal = &self.goals[0];
        let mut solutions: HashSet<Vec<Move>> = HashSet::new();
        for (candidate, root) in near.iter().filter(|(_, root)| root.lower_bound() <= length) {
            search.start(&goal.spaces[candidate.target], root, &[], length, 0);
            while (solutions.len() as u64) < max_count {
                let next = self.next_solution(search, goal, (stage, *candidate), oriented).await?;
                let Some(moves) = next else { break };
                solutions.insert(moves);
            }
        }
        Ok(solutions.len() as u64)
    }
}
