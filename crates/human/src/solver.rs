//! The CFOP solver: a beam search over crosses, orders of pairs and algorithms, by length or by comfort.
//!
//! The roots of the beam search are the crosses. Each level solves one more pair and keeps the best partial solutions,
//! ranked by their cost so far plus the estimated cost of the unsolved pairs. The estimate is the number of turns that
//! triggers need for each pair. The last layer of a partial solution with four pairs is solved with tables. The best
//! complete solutions are then built with the rotations between stages that minimise the hand effort, and the cheapest
//! one is returned.

use std::collections::HashSet;
use std::sync::Arc;

use cubiform_cube::goal::Slot;
use cubiform_cube::notation::Turn;
use cubiform_cube::{Color, Cube, Move, Symmetry};
use cubiform_threads::CancelToken;

use super::assembly;
use super::cases::recognition;
use super::hand_effort::rotation_effort;
use super::pairs::{PairSolver, solved_slots};
use super::solution::Solution;
use super::stage_solution::{Crosses, INFEASIBLE, LastLayerSolutions, Origin, StageSolution};
use cubiform_solvers::solver::{self, Limits, Solver, Unsolved, check_cancelled, check_length};

/// The quantity that the solver minimises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// The number of moves (HTM), then the [hand effort](super::hand_effort).
    #[default]
    Length,
    /// The [hand effort](super::hand_effort).
    Comfort,
}

/// The limits of the beam search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchEffort {
    /// Maximum number of moves (HTM) by which a cross may exceed the shortest one.
    pub slack: u8,
    /// Maximum number of crosses to continue from, over all bottom colours.
    pub crosses: usize,
    /// Maximum number of solutions tried for each pair of a partial solution.
    pub pair_solutions: usize,
    /// Beam width: maximum number of incomplete partial solutions kept per level.
    pub beam: usize,
    /// Whether all algorithms of the last layer are tried, and OLL algorithms are chosen with regard to the PLL that
    /// follows. Otherwise, only the first algorithm of the sheet is used.
    pub last_layer: bool,
}

impl SearchEffort {
    /// No look-ahead: one shortest cross, always the cheapest next pair, the first algorithm of the sheet. Last-layer
    /// cases then occur with their natural probabilities.
    pub const NONE: SearchEffort =
        SearchEffort { slack: 0, crosses: 1, pair_solutions: 1, beam: 1, last_layer: false };

    /// Look-ahead similar to that of a good solver during a solve: a few crosses and orders of pairs, nothing of the
    /// last layer.
    pub const NEAR: SearchEffort =
        SearchEffort { slack: 1, crosses: 6, pair_solutions: 3, beam: 6, last_layer: false };

    /// The default look-ahead, including the last layer.
    pub const USUAL: SearchEffort =
        SearchEffort { slack: 1, crosses: 24, pair_solutions: 8, beam: 120, last_layer: true };

    /// A wide look-ahead, for shorter solutions at a higher cost.
    pub const WIDE: SearchEffort =
        SearchEffort { slack: 2, crosses: 200, pair_solutions: 20, beam: 2000, last_layer: true };
}

/// Options of a solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The bottom colours to choose from; at least one.
    pub colors: Vec<Color>,
    /// The quantity to minimise.
    pub objective: Objective,
    /// Whether the cube may be rotated about y between stages. If not, its orientation stays the same from the cross to
    /// the end.
    pub rotations: bool,
    /// The limits of the search.
    pub effort: SearchEffort,
}

impl Default for Request {
    /// White at the bottom, minimum length, with rotations, [`SearchEffort::USUAL`].
    fn default() -> Request {
        Request {
            colors: vec![cubiform_cube::Face::U.color()],
            objective: Objective::default(),
            rotations: true,
            effort: SearchEffort::USUAL,
        }
    }
}

/// A CFOP solver. Its tables are built once and serve any number of cubes.
pub struct CfopSolver {
    crosses: Crosses,
    pairs: PairSolver,
    pub(super) last_layer: LastLayerSolutions,
    /// The cost of the best PLL solution by permutation rank, for each objective without and with rotations: index `2 *
    /// (objective is Comfort) + (rotations allowed)`.
    pll_costs: Vec<Vec<Cost>>,
}

/// The value that the search minimises. For [`Objective::Length`]: 1000 per move (HTM), plus a tenth of the hand
/// effort. For [`Objective::Comfort`]: the hand effort.
type Cost = u32;

/// The set of all four slots.
const ALL_SLOTS: u8 = 0b1111;

/// Maximum number of complete solutions that are built and compared.
const MAX_BUILT: usize = 12;

/// A partial solution: one stage, and a link to the partial solution before it.
struct Node<'s> {
    /// The cube with the bottom colour down.
    cube: Cube,
    /// The index of the bottom colour in [`Request::colors`].
    color: usize,
    /// The solved slots: bit `i` for slot `i`.
    solved: u8,
    /// The rotation of the cube, in quarter turns about y. Constant for [`Objective::Length`].
    rotation: u8,
    cost: Cost,
    /// The cost, plus the estimated cost of the unsolved pairs.
    expected: Cost,
    /// The index of the parent among the nodes kept.
    parent: Option<usize>,
    slot: Option<Slot>,
    stage_solution: &'s StageSolution,
}

impl CfopSolver {
    /// Builds the tables: the pruning table of the cross, the trigger distances of the pairs, and the last-layer
    /// solutions.
    pub fn new() -> CfopSolver {
        CfopSolver::new_until(&CancelToken::never()).expect("not cancelled")
    }

    /// Builds the tables like [`CfopSolver::new`]. Returns `None` if `cancel` is set first.
    pub fn new_until(cancel: &CancelToken) -> Option<CfopSolver> {
        let crosses = Crosses::new(cancel)?;
        let pairs = PairSolver::new();
        let last_layer = LastLayerSolutions::new(cancel)?;
        let mut solver = CfopSolver { crosses, pairs, last_layer, pll_costs: Vec::new() };
        let requests = [Objective::Length, Objective::Comfort].into_iter().flat_map(|objective| {
            [false, true].map(|rotations| Request { objective, rotations, ..Request::default() })
        });
        for request in requests {
            let min_cost = |rank| {
                let candidates = solver.last_layer.pll_by_rank(rank).iter();
                candidates
                    .filter_map(|candidate| Some(stage_cost(&request, candidate, 0)?.0))
                    .min()
                    .expect("every permutation has a solution")
            };
            solver.pll_costs.push((0..recognition::PERMUTATIONS).map(min_cost).collect());
        }
        Some(solver)
    }

    /// Solves `cube`. The limits are the maximum length (HTM) and the cancel token; there is no budget, since
    /// [`SearchEffort`] bounds the search.
    ///
    /// # Errors
    /// If the solution is too long, the pruning table in memory is inconsistent, or the search was cancelled.
    ///
    /// # Panics
    /// If the request has no bottom colour.
    pub fn solve(&self, cube: &Cube, request: &Request, limits: &Limits) -> Result<Solution, Unsolved> {
        let cancel = &limits.cancel;
        assert!(!request.colors.is_empty(), "a solution has a colour at the bottom");
        let crosses = self.crosses(cube, request, cancel)?;
        let roots =
            crosses.iter().map(|(color, rotated, candidate)| self.root(*color, rotated, candidate, request));
        let (mut nodes, complete) = self.solve_pairs(roots.collect(), request, cancel)?;
        let mut best: Option<(Cost, Solution)> = None;
        for (pairs_done, oll) in self.choose_oll(&nodes, &complete, request, cancel)? {
            check_cancelled(cancel)?;
            let pll = self.solve_last_layer(&mut nodes, pairs_done, oll, request);
            let color = request.colors[nodes[pll].color];
            let solution = assembly::build(cube, color, &path(&nodes, pll), request.rotations);
            let cost = solution_cost(&solution, request);
            if best.as_ref().is_none_or(|(min_cost, _)| cost < *min_cost) {
                best = Some((cost, solution));
            }
        }
        let solution = best.expect("every state has a solution").1;
        check_length(solution.lengths().htm as usize, limits)?;
        Ok(solution)
    }

    /// Returns the crosses to continue from, best first. Each has the index of its colour, the cube with that colour
    /// down, and its moves.
    fn crosses(
        &self,
        cube: &Cube,
        request: &Request,
        cancel: &CancelToken,
    ) -> Result<Vec<(usize, Cube, StageSolution)>, Unsolved> {
        let effort = &request.effort;
        let per_length = if effort.crosses == 1 { 1 } else { 4 * effort.crosses };
        let mut ranked = Vec::new();
        for (i, color) in request.colors.iter().enumerate() {
            let rotated = cube.conjugate(Symmetry::bring_down(*color));
            for moves in self.crosses.find(&rotated, effort.slack, per_length, cancel)? {
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

    /// Estimates the cost of the unsolved pairs for [`Objective::Length`]: 1000 per turn that triggers need for each.
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
        // A rotation before the cross is part of the inspection and costs nothing.
        let rotations =
            if request.objective == Objective::Comfort && request.rotations { 0..4 } else { 0..1 };
        let without_rotation = Request { rotations: false, ..request.clone() };
        let ends = rotations.filter_map(|rotation| stage_cost(&without_rotation, candidate, rotation));
        let (cost, rotation) = ends.min().expect("a cross can be done in any rotation");
        self.node((rotated, color, 0), None, (None, candidate), (cost, rotation), request)
    }

    /// Returns the child of a partial solution (cube, colour, cost) after one more stage. `more` and `rotation` are the
    /// cost of the stage and the rotation of the cube after it.
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

    /// Solves the four pairs by beam search from `roots`. Returns all nodes kept, and the indices of those with four
    /// solved pairs.
    fn solve_pairs<'s>(
        &'s self,
        roots: Vec<Node<'s>>,
        request: &Request,
        cancel: &CancelToken,
    ) -> Result<(Vec<Node<'s>>, Vec<usize>), Unsolved> {
        let effort = &request.effort;
        let mut nodes = roots;
        let mut complete: Vec<usize> = (0..nodes.len()).filter(|i| nodes[*i].solved == ALL_SLOTS).collect();
        let mut frontier = 0..nodes.len();
        while !frontier.is_empty() {
            let mut children: Vec<Node<'s>> = Vec::new();
            for i in frontier {
                check_cancelled(cancel)?;
                let node = &nodes[i];
                for slot in unsolved_slots(node.solved) {
                    let candidates = self.pairs.solutions(&node.cube, slot, node.solved).iter();
                    let mut ranked: Vec<_> = candidates
                        .filter_map(|candidate| {
                            Some((stage_cost(request, candidate, node.rotation)?, candidate))
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
            // The cached keys are sorted first and each node is moved once, because the nodes are large and many.
            children.sort_by_cached_key(|node| node.expected);
            // Complete nodes have a capacity of their own, because their ranking depends on the last layer.
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

    /// Returns the best complete nodes, best first, each with the chosen OLL solution.
    fn choose_oll<'s>(
        &'s self,
        nodes: &[Node<'s>],
        complete: &[usize],
        request: &Request,
        cancel: &CancelToken,
    ) -> Result<Vec<(usize, &'s StageSolution)>, Unsolved> {
        let costs = &self.pll_costs
            [2 * usize::from(request.objective == Objective::Comfort) + usize::from(request.rotations)];
        let mut choices: Vec<(Cost, usize, &'s StageSolution)> = Vec::new();
        for i in complete {
            check_cancelled(cancel)?;
            let node = &nodes[*i];
            let candidates = self.last_layer.oll(&node.cube);
            let best = choose(candidates, node.rotation, request, |candidate| {
                if request.effort.last_layer {
                    costs[recognition::rank_permutation(&node.cube.then(&candidate.effect))]
                } else {
                    0
                }
            });
            choices.extend(best.map(|((cost, _), candidate)| (node.cost + cost, *i, candidate)));
        }
        choices.sort_by_key(|(cost, ..)| *cost);
        Ok(choices.into_iter().take(MAX_BUILT).map(|(_, i, candidate)| (i, candidate)).collect())
    }

    /// Appends the OLL and PLL stages. Returns the index of the last node.
    fn solve_last_layer<'s>(
        &'s self,
        nodes: &mut Vec<Node<'s>>,
        pairs_done: usize,
        oll: &'s StageSolution,
        request: &Request,
    ) -> usize {
        let end = stage_cost(request, oll, nodes[pairs_done].rotation).expect("it has been chosen");
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

/// Returns the cheapest feasible candidate, by its cost plus `after`. If the search effort excludes the last layer,
/// only the candidates of the first algorithm of the sheet are considered.
fn choose<'s>(
    candidates: &'s [StageSolution],
    rotation: u8,
    request: &Request,
    after: impl Fn(&StageSolution) -> Cost,
) -> Option<((Cost, u8), &'s StageSolution)> {
    let mut feasible = candidates
        .iter()
        .filter_map(|candidate| Some((stage_cost(request, candidate, rotation)?, candidate)))
        .peekable();
    let first = feasible.peek()?.1.origin;
    let tried = feasible.filter(|(_, candidate)| request.effort.last_layer || candidate.origin == first);
    tried
        .map(|((cost, rotation), candidate)| ((cost + after(candidate), rotation), candidate))
        .min_by_key(|(end, _)| *end)
}

/// Returns the stage solutions from the root to the node `last`.
fn path<'s>(nodes: &[Node<'s>], last: usize) -> Vec<(Option<Slot>, &'s StageSolution)> {
    let mut path: Vec<_> = std::iter::successors(Some(last), |i| nodes[*i].parent)
        .map(|i| (nodes[i].slot, nodes[i].stage_solution))
        .collect();
    path.reverse();
    path
}

/// Returns the slots that are not in the set `solved`.
fn unsolved_slots(solved: u8) -> impl Iterator<Item = Slot> {
    Slot::ALL.into_iter().filter(move |slot| solved >> slot.index() & 1 == 0)
}

impl Default for CfopSolver {
    fn default() -> CfopSolver {
        CfopSolver::new()
    }
}

/// Returns the cost of a candidate if the cube has this rotation before it, and the rotation of the cube after it.
/// Returns `None` if the candidate is impossible without a forbidden rotation.
fn stage_cost(request: &Request, candidate: &StageSolution, rotation: u8) -> Option<(Cost, u8)> {
    if !request.rotations && candidate.net_rotation != 0 {
        return None;
    }
    let rotations = (0..4).filter(|to| request.rotations || *to == rotation);
    let cost = |to: u8| rotation_effort(rotation, to) + candidate.efforts[usize::from(to)];
    match request.objective {
        Objective::Length => {
            // The rotation is chosen when the solution is built.
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

/// Returns the cost of a built solution.
fn solution_cost(solution: &Solution, request: &Request) -> Cost {
    match request.objective {
        Objective::Length => 1000 * solution.lengths().htm + solution.hand_effort() / 10,
        Objective::Comfort => solution.hand_effort(),
    }
}

/// CFOP as a [`Solver`]: its phases are the cross, the pairs, OLL and PLL as turns of faces, without the rotations and
/// slices of [`CfopSolver::solve`].
///
/// ```
/// use std::sync::Arc;
///
/// use cubiform_cube::{Algorithm, Cube};
/// use cubiform_human::{CfopMethod, CfopSolver, Request};
/// use cubiform_solvers::solver::{Limits, Solver};
///
/// let method = CfopMethod { solver: Arc::new(CfopSolver::new()), request: Request::default() };
/// let cube = Algorithm::parse("R U2 F' L D B2 U' R2 F L2 D'")?.cube();
/// let solution = method.solve(&cube, &Limits::default())?;
/// assert_eq!(cube.apply(&solution.moves()), Cube::SOLVED);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct CfopMethod {
    /// The solver, which may be shared.
    pub solver: Arc<CfopSolver>,
    /// The bottom colours, the objective and the effort.
    pub request: Request,
}

impl Solver for CfopMethod {
    /// Ignores the budgets: [`Request::effort`] bounds the search.
    fn solve(&self, cube: &Cube, limits: &Limits) -> Result<solver::Solution, Unsolved> {
        let without_length = Limits { max_length: None, ..limits.clone() };
        let cfop_solution = self.solver.solve(cube, &self.request, &without_length)?;
        let solution = solver::Solution::new(cfop_solution.phases(), false, 0);
        assert_eq!(cube.apply(&solution.moves()), Cube::SOLVED, "a solution solves the cube");
        check_length(solution.length(), limits)?;
        Ok(solution)
    }
}
