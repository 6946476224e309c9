//! The number of shortest solutions of a stage over several colours, up to a maximum length.

use std::collections::HashSet;

use cubiform_cube::{Color, Cube, Move};
use cubiform_search::{Deepening, Limits, Search};
use cubiform_threads::CancelToken;

use super::goal::{OrientedCube, StageCandidates};
use super::{AnalyzeError, Analyzer, run_until};
use crate::cfop::choices::Candidate;
use crate::goal_search::target_space::{Node, TargetSpace};

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
