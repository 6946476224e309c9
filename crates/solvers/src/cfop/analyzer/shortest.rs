//! All shortest solutions of a stage that is near, with no search beyond a given length.

use std::collections::HashSet;

use cubiform_cube::{Color, Cube, Move};
use cubiform_search::{Search, run_alone_until};

use super::goal::StageChoices;
use super::{AnalyzeError, Analyzer, Held};
use crate::cfop::choices::Candidate;
use crate::goal_search::target_space::{Node, TargetSpace};

/// The shortest solutions of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shortest {
    /// The minimum number of moves, over all colours asked for.
    pub(crate) length: u8,
    /// The number of solutions of that length, each counted once for each colour that it solves.
    pub(crate) solutions: u64,
}

/// A choice of a stage whose lower bound is small enough to search for.
struct NearRoot<'a> {
    candidate: &'a Candidate,
    root: Node,
}

impl Analyzer {
    /// Counts the shortest solutions of a stage of the first goal over `colors`; `None` if it takes more than `most`
    /// moves with each.
    ///
    /// # Errors
    /// If a table turns out to be damaged, or `is_stopped`.
    pub(crate) fn shortest_within(
        &self,
        cube: &Cube,
        stage: usize,
        colors: &[Color],
        most: u8,
        is_stopped: impl Fn() -> bool,
    ) -> Result<Option<Shortest>, AnalyzeError> {
        let search = self.count_shortest(cube, &self.goals[0].stages[stage], colors, most, u64::MAX);
        run_alone_until(search, is_stopped).unwrap_or(Err(AnalyzeError::Cancelled))
    }

    /// Returns the minimum number of moves of a stage of the first goal over `colors`: all deepen together, so that only
    /// the nearest is solved.
    ///
    /// # Errors
    /// If a table turns out to be damaged, or `is_stopped`.
    pub(crate) fn length_of_nearest(
        &self,
        cube: &Cube,
        stage: usize,
        colors: &[Color],
        is_stopped: impl Fn() -> bool,
    ) -> Result<u8, AnalyzeError> {
        let stage = &self.goals[0].stages[stage];
        let search = self.count_shortest(cube, stage, colors, stage.max_length, 1);
        let found = run_alone_until(search, is_stopped).unwrap_or(Err(AnalyzeError::Cancelled))?;
        found.map(|shortest| shortest.length).ok_or_else(|| stage.wrong())
    }

    /// Counts the shortest solutions, and stops as soon as there are `wanted`.
    async fn count_shortest(
        &self,
        cube: &Cube,
        stage: &StageChoices,
        colors: &[Color],
        most: u8,
        wanted: u64,
    ) -> Result<Option<Shortest>, AnalyzeError> {
        let mut search = Search::new(&self.order);
        let mut views = Vec::new();
        for color in colors {
            let mut held = self.goals[0].held(cube, *color);
            let near = self.near(stage, &mut held, most)?;
            if !near.is_empty() {
                views.push((held, near));
            }
        }
        for length in 0..=most {
            let mut solutions = 0;
            for (held, near) in &views {
                if solutions < wanted {
                    let more = self.count_of_color(&mut search, stage, &held.cube, near, length, wanted);
                    solutions += more.await?;
                }
            }
            if solutions > 0 {
                return Ok(Some(Shortest { length, solutions }));
            }
        }
        Ok(None)
    }

    /// The choices of a stage that may be solved in `most` moves.
    fn near<'a>(
        &self,
        stage: &'a StageChoices,
        held: &mut Held<'_>,
        most: u8,
    ) -> Result<Vec<NearRoot<'a>>, AnalyzeError> {
        let goal = &self.goals[0];
        let mut near = Vec::new();
        for candidate in &stage.candidates {
            let space = &goal.spaces[candidate.target];
            let positions = &mut held.positions[goal.probe_set_of[candidate.target]];
            if space.known_lower_bound(positions, candidate.frame) > most {
                continue;
            }
            let root = space.root(positions, candidate.frame)?;
            if root.lower_bound() <= most {
                near.push(NearRoot { candidate, root });
            }
        }
        Ok(near)
    }

    /// The number of different solutions of exactly `length` moves with one colour: one that solves several choices
    /// counts once.
    async fn count_of_color<'s>(
        &'s self,
        search: &mut Search<'s, TargetSpace>,
        stage: &StageChoices,
        held: &Cube,
        near: &[NearRoot<'_>],
        length: u8,
        wanted: u64,
    ) -> Result<u64, AnalyzeError> {
        let goal = &self.goals[0];
        let mut solutions: HashSet<Vec<Move>> = HashSet::new();
        for NearRoot { candidate, root } in near.iter().filter(|near| near.root.lower_bound() <= length) {
            search.start(&goal.spaces[candidate.target], root, &[], length, 0);
            while (solutions.len() as u64) < wanted {
                let found = search.next_solution_while(|nodes| self.limit.allows(nodes)).await;
                if found.is_none() && !self.limit.allows(search.expanded()) {
                    return Err(self.too_many_nodes(stage));
                }
                let Some(way) = found else { break };
                let moves = goal.moves(**candidate, &way);
                stage.check(**candidate, held, &moves)?;
                solutions.insert(moves);
            }
        }
        Ok(solutions.len() as u64)
    }
}
