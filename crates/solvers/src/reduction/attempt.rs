//! Reviews of attempts at fewest moves: the steps that a competitor's moves reach, and what was possible instead.
//!
//! The moves are taken in the order in which they are written, on both sides of the scramble. A reduction is a subgroup, so
//! it is met on both sides at once.

use cubiform_cube::goal::Side;
use cubiform_cube::{Axis, Cube, Move, Reduction};
use cubiform_search::run_alone;
use cubiform_threads::Threads;

use super::Reductions;
use super::chain::{Chain, ChainLengths, ChainStep, counted_moves, whole};
use crate::solver::{Limits, Unsolved};

/// An attempt, by its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The steps that the moves reach, in order. A step without moves was reached together with the one before.
    pub steps: Vec<AttemptStep>,
    /// The moves after the last step that was reached. The step has the reduction that comes next.
    pub rest: Option<ChainStep>,
    /// All moves as one sequence: those on the scramble, then the inverse of those on its inverse.
    pub moves: Vec<Move>,
    /// The moves that count, as in [`AttemptStep::total`].
    pub counted_moves: Vec<Move>,
    /// The state after all moves.
    pub end: Cube,
    /// The chain from the end, unless the cube is solved.
    pub chain: Option<Chain>,
    /// The number of moves of the solution with all moves and that chain.
    pub with_chain: usize,
}

/// A step of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttemptStep {
    /// The moves as made.
    pub made: ChainStep,
    /// The number of moves as made up to the end of the step.
    pub until: usize,
    /// The number of all moves up to the end of the step: those on the scramble and those on its inverse, where consecutive
    /// turns of one face are one; of a solved cube the number of moves of the solution.
    pub total: usize,
    /// The minimum number of moves (HTM) of the step from where it began, on one side: of an EO along any axis, of a DR that
    /// keeps the EO, of an HTR that keeps the DR.
    pub shortest: u8,
    /// The chain from the beginning of the step.
    pub chain: Chain,
    /// The number of moves of the solution with the moves before the step and that chain.
    pub with_chain: usize,
}

impl Reductions {
    /// Returns the steps of an attempt: moves after a scramble in the order in which they were made, each with whether it is
    /// on the inverse. From the beginning of each and from the end there is a chain within `lengths` that keeps the EO and the
    /// DR that are reached, found within these limits.
    ///
    /// # Errors
    /// If the search was cancelled, or found no chain.
    pub fn attempt(
        &self,
        scramble: &Cube,
        moves: &[(Move, bool)],
        lengths: &[ChainLengths],
        limits: &Limits,
        threads: &Threads,
    ) -> Result<Attempt, Unsolved> {
        let cubes = states_on_both_sides(scramble, moves);
        let ends = step_ends(&cubes);
        let mut made = Vec::new();
        let mut start = 0;
        for StepEnd { reduction, axis, moves: end } in &ends {
            made.push(step(*reduction, *axis, &moves[start..*end], &cubes[*end]));
            start = *end;
        }
        let next = [Reduction::Eo, Reduction::Dr, Reduction::Htr, Reduction::Finish];
        let next = next.get(ends.len()).copied().unwrap_or(Reduction::Finish);
        let end = cubes[cubes.len() - 1];
        let rest = (start < moves.len()).then(|| step(next, None, &moves[start..], &end));
        let all: Vec<ChainStep> = made.iter().chain(&rest).cloned().collect();
        let moves = whole(&all);
        let chain = |cube: &Cube, reached: usize, before: &[ChainStep]| {
            // A chain keeps the EO and the DR: a search of all ways to leave a DR and return takes minutes.
            let kept = |lengths: &ChainLengths| ChainLengths {
                eo: if reached > 0 { 0 } else { lengths.eo },
                dr: if reached > 1 { 0 } else { lengths.dr },
            };
            let mut lengths: Vec<ChainLengths> = lengths.iter().map(kept).collect();
            lengths.dedup();
            let chain = self.chain(cube, &lengths, limits, threads)?;
            let length = whole(&[before, &chain.steps].concat()).len();
            Ok::<_, Unsolved>((length, chain))
        };
        let mut steps = Vec::new();
        for (i, own) in made.iter().enumerate() {
            let (from, before) = match i.checked_sub(1) {
                Some(before) => (ends[before].moves, made[before].axis),
                None => (0, None),
            };
            let (with_chain, chain) = chain(&cubes[from], i, &made[..i])?;
            let shortest = self.shortest_step(&cubes[from], own.reduction, before);
            let total = counted_moves(&made[..=i], cubes[ends[i].moves] == Cube::SOLVED).len();
            let until = ends[i].moves;
            steps.push(AttemptStep { made: own.clone(), until, total, shortest, chain, with_chain });
        }
        let is_solved = end == Cube::SOLVED;
        let last = (!is_solved).then(|| chain(&end, still_met(&made, &end), &all)).transpose()?;
        let (with_chain, chain) = last.map_or((moves.len(), None), |(length, chain)| (length, Some(chain)));
        let counted_moves = counted_moves(&all, is_solved);
        Ok(Attempt { steps, rest, moves, counted_moves, end, chain, with_chain })
    }

    /// Returns the minimum length of a step on one side, after a step along this axis.
    fn shortest_step(&self, cube: &Cube, reduction: Reduction, before: Option<Axis>) -> u8 {
        let fits = |side: &Side| match (reduction, before) {
            (Reduction::Dr, Some(eo)) => side.axis != eo,
            (Reduction::Htr, Some(dr)) => side.axis == dr,
            _ => true,
        };
        let length = |side: Side| {
            let eo = before.filter(|_| reduction == Reduction::Dr).map(|eo| side.rotation().axis(eo));
            let view = side.view(cube);
            let ways = self.ways(reduction, None, eo);
            ways.iter().map(|way| run_alone(way.length(&view)).0).min().expect("there is a way to every step")
        };
        Side::ALL.into_iter().filter(fits).map(length).min().expect("a step has a side")
    }
}

/// Returns how many of the first steps a state still meets: later moves may have left them.
fn still_met(steps: &[ChainStep], end: &Cube) -> usize {
    let is_met = |step: &&ChainStep| {
        let axes = step.axis.map_or(Axis::ALL.to_vec(), |axis| vec![axis]);
        axes.into_iter().any(|axis| step.reduction.is_met(&Side { axis, is_inverse: false }.view(end)))
    };
    steps.iter().take_while(is_met).count()
}

/// Returns the states before the first move and after each one, given with whether it is on the inverse.
pub fn states_on_both_sides(scramble: &Cube, moves: &[(Move, bool)]) -> Vec<Cube> {
    let mut cubes = vec![*scramble];
    for (m, is_inverse) in moves {
        let cube = cubes[cubes.len() - 1];
        cubes.push(match is_inverse {
            false => cube.turn(*m),
            true => cube.inverse().turn(*m).inverse(),
        });
    }
    cubes
}

/// The end of a step of an attempt.
struct StepEnd {
    reduction: Reduction,
    /// The axis of an EO or a DR.
    axis: Option<Axis>,
    /// The number of moves after which the reduction is met.
    moves: usize,
}

/// Returns the reductions that states reach, in order.
fn step_ends(cubes: &[Cube]) -> Vec<StepEnd> {
    let is_met = |reduction: Reduction, axis: Axis, i: usize| {
        reduction.is_met(&Side { axis, is_inverse: false }.view(&cubes[i]))
    };
    let first = |reduction: Reduction, from: usize| {
        let met =
            |i: usize| Axis::ALL.into_iter().find(|axis| is_met(reduction, *axis, i)).map(|axis| (axis, i));
        (from..cubes.len()).find_map(met)
    };
    let dr = first(Reduction::Dr, 0);
    // The EO of a DR is along another axis, and kept up to the DR; without a DR, it is kept up to the end.
    let last = dr.map_or(cubes.len() - 1, |(_, i)| i);
    let eo = |axis: Axis| {
        let broken = (0..=last).rev().find(|i| !is_met(Reduction::Eo, axis, *i));
        let start = broken.map_or(0, |i| i + 1);
        (start <= last).then_some(StepEnd { reduction: Reduction::Eo, axis: Some(axis), moves: start })
    };
    let axes = Axis::ALL.into_iter().filter(|axis| dr.is_none_or(|(own, _)| own != *axis));
    let Some(eo) = axes.filter_map(eo).min_by_key(|end| end.moves) else { return Vec::new() };
    let mut ends = vec![eo];
    let Some((axis, dr)) = dr else { return ends };
    ends.push(StepEnd { reduction: Reduction::Dr, axis: Some(axis), moves: dr });
    let Some((_, htr)) = first(Reduction::Htr, dr) else { return ends };
    ends.push(StepEnd { reduction: Reduction::Htr, axis: None, moves: htr });
    let finish = first(Reduction::Finish, htr);
    ends.extend(finish.map(|(_, moves)| StepEnd { reduction: Reduction::Finish, axis: None, moves }));
    ends
}

fn step(reduction: Reduction, axis: Option<Axis>, moves: &[(Move, bool)], end: &Cube) -> ChainStep {
    let on =
        |side: bool| moves.iter().filter(|(_, is_inverse)| *is_inverse == side).map(|(m, _)| *m).collect();
    ChainStep::new(reduction, axis, [on(false), on(true)], end)
}
