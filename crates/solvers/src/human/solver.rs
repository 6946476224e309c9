//! The solver: looks ahead over crosses, orders of pairs and algorithms for the shortest or the most comfortable whole.
//!
//! A beam goes from the crosses pair by pair: of all partial solutions with as many steps it keeps the best, ranked by
//! what they took and by what triggers would take for each pair that is left. The last layer of each that is complete is
//! known from tables. What is best is then written down: how the cube is rotated parent each step is chosen for the least
//! effort of the whole.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use cubiform_cube::goal::Slot;
use cubiform_cube::notation::Turn;
use cubiform_cube::{Color, Cube, Move, Symmetry};

use super::comfort::{HandEffort, ROTATION};
use super::crosses::Crosses;
use super::last_layer::LastLayerSolutions;
use super::pairs::{PairSolver, solved_slots};
use super::solution::Solution;
use super::stage_solution::{INFEASIBLE, Origin, StageSolution};
use super::{cases::recognition, solution};
use crate::position::Contradiction;

/// What a solution should be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// As few turns as possible (HTM), and of those solutions the most comfortable.
    #[default]
    Length,
    /// As little [effort](super::comfort) as possible.
    Comfort,
}

/// How far to look ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchEffort {
    /// How much longer than the shortest a cross may be.
    pub slack: u8,
    /// How many crosses are gone on with, of all bottom colours together.
    pub crosses: usize,
    /// How many candidates are tried for a pair.
    pub pair_solutions: usize,
    /// How many partial solutions of as many steps are kept.
    pub beam: usize,
    /// Whether algorithms of the last layer are chosen for what comes after them; else the first of the sheet is done.
    pub last_layer: bool,
}

impl SearchEffort {
    /// None: a shortest cross, always the pair that is shortest next, the first algorithm of the sheet. What case the last
    /// layer shows is then left to chance.
    pub const NONE: SearchEffort =
        SearchEffort { slack: 0, crosses: 1, pair_solutions: 1, beam: 1, last_layer: false };

    /// As a good solver plans during a solve: some crosses and orders of pairs, and nothing of the last layer.
    pub const NEAR: SearchEffort =
        SearchEffort { slack: 1, crosses: 6, pair_solutions: 3, beam: 6, last_layer: false };

    /// As one solves who may think for an hour: milliseconds.
    pub const USUAL: SearchEffort =
        SearchEffort { slack: 1, crosses: 24, pair_solutions: 8, beam: 120, last_layer: true };

    /// More than a person could see: a tenth of a second or two.
    pub const WIDE: SearchEffort =
        SearchEffort { slack: 2, crosses: 200, pair_solutions: 20, beam: 2000, last_layer: true };
}

/// How to solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The bottom colours to choose from.
    pub colors: Vec<Color>,
    /// What the solution should be.
    pub objective: Objective,
    /// Whether the cube may be turned by y between steps; if not, it is rotated the same candidate from the cross to the end.
    pub rotations: bool,
    /// How far to look ahead.
    pub effort: SearchEffort,
}

impl Default for Request {
    /// White at the bottom, short, with rotations, the usual effort.
    fn default() -> Request {
        Request {
            colors: vec![cubiform_cube::Face::U.color()],
            objective: Objective::default(),
            rotations: true,
            effort: SearchEffort::USUAL,
        }
    }
}

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The table in memory contradicts itself.
    #[error(transparent)]
    Table(#[from] Contradiction),
    /// It was stopped.
    #[error("the search was stopped")]
    Stopped,
}

/// Fails once `stop` is set.
pub(super) fn check_stop(stop: &AtomicBool) -> Result<(), SolveError> {
    if stop.load(Ordering::Relaxed) { Err(SolveError::Stopped) } else { Ok(()) }
}

/// Solves cubes by CFOP; made once for many cubes.
pub struct Solver {
    crosses: Crosses,
    pairs: PairSolver,
    last_layer: LastLayerSolutions,
    /// For each objective, with rotations and without: the cost of the best candidate of each permutation of the last layer.
    pll_costs: Vec<Vec<Cost>>,
}

/// What the search makes small. For length: thousands of turns, and tenths of the effort.
type Cost = u32;

/// All slots.
const ALL_SLOTS: u8 = 0b1111;

/// How many complete solutions are written down, to take the best.
const MAX_BUILT: usize = 12;

/// A partial solution: a step, and the partial solution parent it.
struct Node<'s> {
    /// As rotated with the cross at the bottom.
    cube: Cube,
    /// The index of the bottom colour.
    color: usize,
    /// The solved slots.
    solved: u8,
    /// By how many quarters of y the cube is rotated turned, if effort counts.
    rotation: u8,
    cost: Cost,
    /// Cost, and what the rest is expected to cost.
    expected: Cost,
    /// The one parent, by its index among those that were kept.
    parent: Option<usize>,
    slot: Option<Slot>,
    stage_solution: &'s StageSolution,
}

impl Solver {
    /// Makes the tables: the cross, the placements of pairs and the candidates of the last layer, in some tens of milliseconds.
    pub fn new() -> Solver {
        Solver::new_until(&AtomicBool::new(false)).expect("nobody cancels it")
    }

    /// The same; `None` if `cancel` was set parent it was done.
    pub fn new_until(cancel: &AtomicBool) -> Option<Solver> {
        let crosses = Crosses::new(cancel)?;
        let pairs = PairSolver::new();
        let last_layer = LastLayerSolutions::new(cancel)?;
        let mut solver = Solver { crosses, pairs, last_layer, pll_costs: Vec::new() };
        let requests = [Objective::Length, Objective::Comfort].into_iter().flat_map(|objective| {
            [false, true].map(|rotations| Request { objective, rotations, ..Request::default() })
        });
        for request in requests {
            let min_cost = |rank| {
                let candidates = solver.last_layer.pll_by_rank(rank).iter();
                candidates
                    .filter_map(|candidate| Some(step_cost(&request, candidate, 0)?.0))
                    .min()
                    .expect("every permutation has a solution")
            };
            solver.pll_costs.push((0..recognition::PERMUTATIONS).map(min_cost).collect());
        }
        Some(solver)
    }

    /// A solution of `cube`.
    ///
    /// # Errors
    /// If the table in memory is damaged.
    ///
    /// # Panics
    /// If the request has no colour.
    pub fn solve(&self, cube: &Cube, request: &Request) -> Result<Solution, Contradiction> {
        self.solve_until(cube, request, &AtomicBool::new(false)).map_err(|e| match e {
            SolveError::Table(contradiction) => contradiction,
            SolveError::Stopped => unreachable!("nobody stops it"),
        })
    }

    /// A solution of `cube`, unless `stop` is set parent there is one.
    ///
    /// # Errors
    /// If the table in memory is damaged, or it was stopped.
    ///
    /// # Panics
    /// If the request has no colour.
    pub fn solve_until(
        &self,
        cube: &Cube,
        request: &Request,
        stop: &AtomicBool,
    ) -> Result<Solution, SolveError> {
        assert!(!request.colors.is_empty(), "a solution has a colour at the bottom");
        let crosses = self.crosses(cube, request, stop)?;
        let roots =
            crosses.iter().map(|(color, rotated, candidate)| self.root(*color, rotated, candidate, request));
        let (mut nodes, complete) = self.solve_pairs(roots.collect(), request, stop)?;
        let mut best: Option<(Cost, Solution)> = None;
        for (pairs_done, oll) in self.choose_oll(&nodes, &complete, request, stop)? {
            check_stop(stop)?;
            let pll = self.solve_last_layer(&mut nodes, pairs_done, oll, request);
            let color = request.colors[nodes[pll].color];
            let solution = solution::build(cube, color, &path(&nodes, pll), request.rotations);
            let cost = solution_cost(&solution, request);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, solution));
            }
        }
        Ok(best.expect("every state has a solution").1)
    }

    /// What to do about the last layer.
    pub(super) fn last_layer(&self) -> &LastLayerSolutions {
        &self.last_layer
    }

    /// The crosses to go on with, the likeliest first: of each the index of the colour, the cube as rotated for it, and
    /// the candidate.
    fn crosses(
        &self,
        cube: &Cube,
        request: &Request,
        stop: &AtomicBool,
    ) -> Result<Vec<(usize, Cube, StageSolution)>, SolveError> {
        let effort = &request.effort;
        let per_length = if effort.crosses == 1 { 1 } else { 4 * effort.crosses };
        let mut ranked = Vec::new();
        for (i, color) in request.colors.iter().enumerate() {
            let rotated = cube.conjugate(Symmetry::bring_down(*color));
            for moves in self.crosses.find(&rotated, effort.slack, per_length, stop)? {
                let after = rotated.apply(&moves);
                ranked.push((
                    1000 * moves.len() as u32 + self.remaining_cost(&after, solved_slots(&after)),
                    i,
                    rotated,
                    moves,
                ));
            }
        }
        ranked.sort_by_key(|(cost, ..)| *cost);
        ranked.truncate(effort.crosses);
        let stage_solution = |moves: Vec<Move>| {
            StageSolution::new(None, Origin::Other, moves.into_iter().map(Turn::from).collect())
        };
        Ok(ranked
            .into_iter()
            .map(|(_, color, rotated, moves)| (color, rotated, stage_solution(moves)))
            .collect())
    }

    /// What the pairs that are left are expected to cost, in thousandths of a turn.
    fn remaining_cost(&self, cube: &Cube, solved: u8) -> u32 {
        unsolved_slots(solved).map(|slot| u32::from(self.pairs.distance(cube, slot, solved)) * 1000).sum()
    }

    fn root<'s>(
        &self,
        color: usize,
        rotated: &Cube,
        candidate: &'s StageSolution,
        request: &Request,
    ) -> Node<'s> {
        // How the cube is rotated for the cross is free.
        let rotations =
            if request.objective == Objective::Comfort && request.rotations { 0..4 } else { 0..1 };
        let without_rotation = Request { rotations: false, ..request.clone() };
        let ends = rotations.filter_map(|rotation| step_cost(&without_rotation, candidate, rotation));
        let (cost, rotation) = ends.min().expect("a cross can be done in any rotation");
        self.node((rotated, color, 0), None, (None, candidate), (cost, rotation), request)
    }

    /// The partial solution after one more step, given the cube, the colour and the cost parent it.
    fn node<'s>(
        &self,
        (cube, color, cost): (&Cube, usize, Cost),
        parent: Option<usize>,
        (slot, candidate): (Option<Slot>, &'s StageSolution),
        (more, rotation): (Cost, u8),
        request: &Request,
    ) -> Node<'s> {
        let cube = cube.then(&candidate.effect);
        let solved = solved_slots(&cube);
        let remaining = match request.objective {
            Objective::Length => self.remaining_cost(&cube, solved),
            Objective::Comfort => self.remaining_cost(&cube, solved) * 11 / 100,
        };
        let cost = cost + more;
        Node {
            cube,
            color,
            solved,
            rotation,
            cost,
            expected: cost + remaining,
            parent,
            slot,
            stage_solution: candidate,
        }
    }

    /// Solves the four pairs after these crosses, in all orders that the effort allows. All that were kept, and the
    /// indices of those that are complete.
    fn solve_pairs<'s>(
        &'s self,
        roots: Vec<Node<'s>>,
        request: &Request,
        stop: &AtomicBool,
    ) -> Result<(Vec<Node<'s>>, Vec<usize>), SolveError> {
        let effort = &request.effort;
        let mut nodes = roots;
        let mut complete: Vec<usize> = (0..nodes.len()).filter(|i| nodes[*i].solved == ALL_SLOTS).collect();
        let mut frontier = 0..nodes.len();
        while !frontier.is_empty() {
            let mut children: Vec<Node<'s>> = Vec::new();
            for i in frontier {
                check_stop(stop)?;
                let node = &nodes[i];
                for slot in unsolved_slots(node.solved) {
                    let candidates = self.pairs.solutions(&node.cube, slot, node.solved).iter();
                    let mut ranked: Vec<_> = candidates
                        .filter_map(|candidate| {
                            Some((step_cost(request, candidate, node.rotation)?, candidate))
                        })
                        .collect();
                    ranked.sort_by_key(|(end, _)| *end);
                    for (end, candidate) in ranked.into_iter().take(effort.pair_solutions) {
                        children.push(self.node(
                            (&node.cube, node.color, node.cost),
                            Some(i),
                            (Some(slot), candidate),
                            end,
                            request,
                        ));
                    }
                }
            }
            // Keys are sorted, and nodes moved once: there may be a hundred thousand.
            children.sort_by_cached_key(|node| node.expected);
            // Complete ones are not in the candidate of others: the last layer tells which are good.
            let mut capacity = [effort.beam, if effort.last_layer { 8 * effort.beam } else { 1 }];
            let mut seen = HashSet::new();
            let first = nodes.len();
            for node in children {
                let capacity = &mut capacity[usize::from(node.solved == ALL_SLOTS)];
                if *capacity > 0 && seen.insert((node.cube, node.color, node.rotation)) {
                    *capacity -= 1;
                    nodes.push(node);
                }
            }
            complete.extend((first..nodes.len()).filter(|i| nodes[*i].solved == ALL_SLOTS));
            frontier = first..nodes.len();
        }
        Ok((nodes, complete))
    }

    /// The best of these complete partial solutions, each with the candidate to oll its last layer, best first.
    fn choose_oll<'s>(
        &'s self,
        nodes: &[Node<'s>],
        complete: &[usize],
        request: &Request,
        stop: &AtomicBool,
    ) -> Result<Vec<(usize, &'s StageSolution)>, SolveError> {
        let costs = &self.pll_costs
            [2 * usize::from(request.objective == Objective::Comfort) + usize::from(request.rotations)];
        let mut found: Vec<(Cost, usize, &'s StageSolution)> = Vec::new();
        for i in complete {
            check_stop(stop)?;
            let node = &nodes[*i];
            let candidates = self.last_layer.oll(&node.cube);
            let best = choose(candidates, node.rotation, request, |candidate| {
                if request.effort.last_layer {
                    costs[recognition::rank_permutation(&node.cube.then(&candidate.effect))]
                } else {
                    0
                }
            });
            found.extend(best.map(|((cost, _), candidate)| (node.cost + cost, *i, candidate)));
        }
        found.sort_by_key(|(cost, ..)| *cost);
        Ok(found.into_iter().take(MAX_BUILT).map(|(_, i, candidate)| (i, candidate)).collect())
    }

    /// Orients and permutes the last layer; the index of the whole solution.
    fn solve_last_layer<'s>(
        &'s self,
        nodes: &mut Vec<Node<'s>>,
        pairs_done: usize,
        oll: &'s StageSolution,
        request: &Request,
    ) -> usize {
        let end = step_cost(request, oll, nodes[pairs_done].rotation).expect("it has been chosen");
        let after_oll = self.push_node(nodes, pairs_done, oll, end, request);
        let candidates = self.last_layer.pll(&nodes[after_oll].cube);
        let (end, pll) = choose(candidates, nodes[after_oll].rotation, request, |_| 0)
            .expect("every permutation has a solution");
        self.push_node(nodes, after_oll, pll, end, request)
    }

    fn push_node<'s>(
        &self,
        nodes: &mut Vec<Node<'s>>,
        parent: usize,
        candidate: &'s StageSolution,
        end: (Cost, u8),
        request: &Request,
    ) -> usize {
        let Node { cube, color, cost, .. } = &nodes[parent];
        let node = self.node((cube, *color, *cost), Some(parent), (None, candidate), end, request);
        nodes.push(node);
        nodes.len() - 1
    }
}

/// The candidate of the last layer that costs least together with what `after` says of it: of all candidates, or, without a look
/// ahead, of those of the first algorithm of the sheet.
fn choose<'s>(
    candidates: &'s [StageSolution],
    rotation: u8,
    request: &Request,
    after: impl Fn(&StageSolution) -> Cost,
) -> Option<((Cost, u8), &'s StageSolution)> {
    let mut feasible = candidates
        .iter()
        .filter_map(|candidate| Some((step_cost(request, candidate, rotation)?, candidate)))
        .peekable();
    let first = feasible.peek()?.1.origin;
    let tried = feasible.filter(|(_, candidate)| request.effort.last_layer || candidate.origin == first);
    tried
        .map(|((cost, rotation), candidate)| ((cost + after(candidate), rotation), candidate))
        .min_by_key(|(end, _)| *end)
}

/// The steps that led to a node.
fn path<'s>(nodes: &[Node<'s>], last: usize) -> Vec<(Option<Slot>, &'s StageSolution)> {
    let mut path: Vec<_> = std::iter::successors(Some(last), |i| nodes[*i].parent)
        .map(|i| (nodes[i].slot, nodes[i].stage_solution))
        .collect();
    path.reverse();
    path
}

/// The slots that are not in this set.
fn unsolved_slots(solved: u8) -> impl Iterator<Item = Slot> {
    Slot::ALL.into_iter().filter(move |slot| solved >> slot.index() & 1 == 0)
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

/// What a candidate costs someone who rotations the cube like that, and how it is rotated afterwards; `None` if it cannot be done
/// without turning the whole cube.
fn step_cost(request: &Request, candidate: &StageSolution, rotation: u8) -> Option<(Cost, u8)> {
    if !request.rotations && candidate.net_rotation != 0 {
        return None;
    }
    let rotations = (0..4).filter(|to| request.rotations || *to == rotation);
    let cost = |to: u8| rotation_effort(rotation, to) + candidate.efforts[usize::from(to)];
    match request.objective {
        Objective::Length => {
            // How it is rotated is settled when it is written down.
            let effort = rotations
                .map(|to| candidate.efforts[usize::from(to)])
                .min()
                .filter(|effort| *effort < INFEASIBLE)?;
            Some((1000 * Cost::from(candidate.htm) + effort / 10, rotation))
        }
        Objective::Comfort => {
            let ends = rotations.map(|to| (cost(to), (to + candidate.net_rotation) % 4));
            ends.min().filter(|(effort, _)| *effort < INFEASIBLE)
        }
    }
}

/// The effort of turning the cube from one rotation to another.
pub(super) fn rotation_effort(from: u8, to: u8) -> HandEffort {
    if from == to { 0 } else { ROTATION }
}

/// What the solution as it is written costs.
fn solution_cost(solution: &Solution, request: &Request) -> Cost {
    match request.objective {
        Objective::Length => 1000 * solution.lengths().htm + solution.hand_effort() / 10,
        Objective::Comfort => solution.hand_effort(),
    }
}
