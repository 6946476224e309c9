//! The solver: looks ahead over crosses, orders of pairs and algorithms for the shortest or the most comfortable whole.
//!
//! A beam goes from the crosses pair by pair: of all partial solutions with as many steps it keeps the best, judged by
//! what they took and by what triggers would take for each pair that is left. The last layer of each that is complete is
//! known from tables. What is best is then written down: how the cube is held before each step is chosen for the least
//! effort of the whole.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use cubiform_cube::goal::Slot;
use cubiform_cube::notation::Turn;
use cubiform_cube::{Color, Cube, Move, Symmetry};

use super::comfort::{Effort, ROTATION};
use super::crosses::Crosses;
use super::last_layer::LastLayer;
use super::pairs::{Pairs, solved};
use super::solution::Solution;
use super::way::{NEVER, Source, Way};
use super::{cases::key, solution};
use crate::goal_search::root_distances::Contradiction;

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
pub struct Outlook {
    /// How much longer than the shortest a cross may be.
    pub slack: u8,
    /// How many crosses are gone on with, of all bottom colours together.
    pub crosses: usize,
    /// How many ways are tried for a pair.
    pub ways: usize,
    /// How many partial solutions of as many steps are kept.
    pub beam: usize,
    /// Whether algorithms of the last layer are chosen for what comes after them; else the first of the sheet is done.
    pub last_layer: bool,
}

impl Outlook {
    /// None: a shortest cross, always the pair that is shortest next, the first algorithm of the sheet. What case the last
    /// layer shows is then left to chance.
    pub const NONE: Outlook = Outlook { slack: 0, crosses: 1, ways: 1, beam: 1, last_layer: false };

    /// As a good solver plans during a solve: some crosses and orders of pairs, and nothing of the last layer.
    pub const NEAR: Outlook = Outlook { slack: 1, crosses: 6, ways: 3, beam: 6, last_layer: false };

    /// As one solves who may think for an hour: milliseconds.
    pub const USUAL: Outlook = Outlook { slack: 1, crosses: 24, ways: 8, beam: 120, last_layer: true };

    /// More than a person could see: a tenth of a second or two.
    pub const WIDE: Outlook = Outlook { slack: 2, crosses: 200, ways: 20, beam: 2000, last_layer: true };
}

/// How to solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The bottom colours to choose from.
    pub colors: Vec<Color>,
    /// What the solution should be.
    pub objective: Objective,
    /// Whether the cube may be turned by y between steps; if not, it is held the same way from the cross to the end.
    pub rotations: bool,
    /// How far to look ahead.
    pub outlook: Outlook,
}

impl Default for Request {
    /// White at the bottom, short, with rotations, the usual outlook.
    fn default() -> Request {
        Request {
            colors: vec![cubiform_cube::Face::U.color()],
            objective: Objective::default(),
            rotations: true,
            outlook: Outlook::USUAL,
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
pub(super) fn go_on(stop: &AtomicBool) -> Result<(), SolveError> {
    if stop.load(Ordering::Relaxed) { Err(SolveError::Stopped) } else { Ok(()) }
}

/// Solves cubes by CFOP; made once for many cubes.
pub struct Solver {
    crosses: Crosses,
    pairs: Pairs,
    last_layer: LastLayer,
    /// For each objective, with rotations and without: the cost of the best way of each permutation of the last layer.
    permute_costs: Vec<Vec<Cost>>,
}

/// What the search makes small. For length: thousands of turns, and tenths of the effort.
type Cost = u32;

/// All slots.
const ALL: u8 = 0b1111;

/// How many complete solutions are written down, to take the best.
const WRITTEN: usize = 12;

/// A partial solution: a step, and the partial solution before it.
struct Node<'s> {
    /// As held with the cross at the bottom.
    cube: Cube,
    /// The index of the bottom colour.
    color: usize,
    /// The solved slots.
    solved: u8,
    /// By how many quarters of y the cube is held turned, if effort counts.
    hold: u8,
    cost: Cost,
    /// Cost, and what the rest is expected to cost.
    expected: Cost,
    /// The one before, by its index among those that were kept.
    before: Option<usize>,
    slot: Option<Slot>,
    way: &'s Way,
}

impl Solver {
    /// Makes the tables: the cross, the placements of pairs and the ways of the last layer, in some tens of milliseconds.
    pub fn new() -> Solver {
        Solver::new_until(&AtomicBool::new(false)).expect("nobody cancels it")
    }

    /// The same; `None` if `cancel` was set before it was done.
    pub fn new_until(cancel: &AtomicBool) -> Option<Solver> {
        let crosses = Crosses::new(cancel)?;
        let pairs = Pairs::new();
        let last_layer = LastLayer::new(cancel)?;
        let mut solver = Solver { crosses, pairs, last_layer, permute_costs: Vec::new() };
        let requests = [Objective::Length, Objective::Comfort].into_iter().flat_map(|objective| {
            [false, true].map(|rotations| Request { objective, rotations, ..Request::default() })
        });
        for request in requests {
            let least = |number| {
                let ways = solver.last_layer.permute_by_number(number).iter();
                ways.filter_map(|way| Some(step(&request, way, 0)?.0))
                    .min()
                    .expect("every permutation has a way")
            };
            solver.permute_costs.push((0..key::PERMUTATIONS).map(least).collect());
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

    /// A solution of `cube`, unless `stop` is set before there is one.
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
        let starts = crosses.iter().map(|(color, held, way)| self.start(*color, held, way, request));
        let (mut nodes, complete) = self.two_layers(starts.collect(), request, stop)?;
        let mut best: Option<(Cost, Solution)> = None;
        for (two_layers, orient) in self.orientations(&nodes, &complete, request, stop)? {
            go_on(stop)?;
            let permute = self.finish(&mut nodes, two_layers, orient, request);
            let color = request.colors[nodes[permute].color];
            let solution = solution::write(cube, color, &steps(&nodes, permute), request.rotations);
            let cost = written_cost(&solution, request);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, solution));
            }
        }
        Ok(best.expect("every state has a way").1)
    }

    /// What to do about the last layer.
    pub(super) fn last_layer(&self) -> &LastLayer {
        &self.last_layer
    }

    /// The crosses to go on with, the likeliest first: of each the index of the colour, the cube as held for it, and
    /// the way.
    fn crosses(
        &self,
        cube: &Cube,
        request: &Request,
        stop: &AtomicBool,
    ) -> Result<Vec<(usize, Cube, Way)>, SolveError> {
        let outlook = &request.outlook;
        let most = if outlook.crosses == 1 { 1 } else { 4 * outlook.crosses };
        let mut judged = Vec::new();
        for (i, color) in request.colors.iter().enumerate() {
            let held = cube.conjugate(Symmetry::bring_down(*color));
            for moves in self.crosses.of(&held, outlook.slack, most, stop)? {
                let after = held.apply(&moves);
                judged.push((1000 * moves.len() as u32 + self.left(&after, solved(&after)), i, held, moves));
            }
        }
        judged.sort_by_key(|(cost, ..)| *cost);
        judged.truncate(outlook.crosses);
        let way =
            |moves: Vec<Move>| Way::new(None, Source::Plain, moves.into_iter().map(Turn::from).collect());
        Ok(judged.into_iter().map(|(_, color, held, moves)| (color, held, way(moves))).collect())
    }

    /// What the pairs that are left are expected to cost, in thousandths of a turn.
    fn left(&self, cube: &Cube, solved: u8) -> u32 {
        open(solved).map(|slot| u32::from(self.pairs.distance(cube, slot, solved)) * 1000).sum()
    }

    fn start<'s>(&self, color: usize, held: &Cube, way: &'s Way, request: &Request) -> Node<'s> {
        // How the cube is held for the cross is free.
        let holds = if request.objective == Objective::Comfort && request.rotations { 0..4 } else { 0..1 };
        let still = Request { rotations: false, ..request.clone() };
        let ends = holds.filter_map(|hold| step(&still, way, hold));
        let (cost, hold) = ends.min().expect("a cross can be done in any hold");
        self.node((held, color, 0), None, (None, way), (cost, hold), request)
    }

    /// The partial solution after one more step, given the cube, the colour and the cost before it.
    fn node<'s>(
        &self,
        (cube, color, cost): (&Cube, usize, Cost),
        before: Option<usize>,
        (slot, way): (Option<Slot>, &'s Way),
        (more, hold): (Cost, u8),
        request: &Request,
    ) -> Node<'s> {
        let cube = cube.then(&way.effect);
        let solved = solved(&cube);
        let left = match request.objective {
            Objective::Length => self.left(&cube, solved),
            Objective::Comfort => self.left(&cube, solved) * 11 / 100,
        };
        let cost = cost + more;
        Node { cube, color, solved, hold, cost, expected: cost + left, before, slot, way }
    }

    /// Solves the four pairs after these crosses, in all orders that the outlook allows. All that were kept, and the
    /// indices of those that are complete.
    fn two_layers<'s>(
        &'s self,
        starts: Vec<Node<'s>>,
        request: &Request,
        stop: &AtomicBool,
    ) -> Result<(Vec<Node<'s>>, Vec<usize>), SolveError> {
        let outlook = &request.outlook;
        let mut nodes = starts;
        let mut complete: Vec<usize> = (0..nodes.len()).filter(|i| nodes[*i].solved == ALL).collect();
        let mut level = 0..nodes.len();
        while !level.is_empty() {
            let mut next: Vec<Node<'s>> = Vec::new();
            for i in level {
                go_on(stop)?;
                let node = &nodes[i];
                for slot in open(node.solved) {
                    let ways = self.pairs.ways(&node.cube, slot, node.solved).iter();
                    let mut steps: Vec<_> =
                        ways.filter_map(|way| Some((step(request, way, node.hold)?, way))).collect();
                    steps.sort_by_key(|(end, _)| *end);
                    for (end, way) in steps.into_iter().take(outlook.ways) {
                        next.push(self.node(
                            (&node.cube, node.color, node.cost),
                            Some(i),
                            (Some(slot), way),
                            end,
                            request,
                        ));
                    }
                }
            }
            // Keys are sorted, and nodes moved once: there may be a hundred thousand.
            next.sort_by_cached_key(|node| node.expected);
            // Complete ones are not in the way of others: the last layer tells which are good.
            let mut room = [outlook.beam, if outlook.last_layer { 8 * outlook.beam } else { 1 }];
            let mut seen = HashSet::new();
            let first = nodes.len();
            for node in next {
                let room = &mut room[usize::from(node.solved == ALL)];
                if *room > 0 && seen.insert((node.cube, node.color, node.hold)) {
                    *room -= 1;
                    nodes.push(node);
                }
            }
            complete.extend((first..nodes.len()).filter(|i| nodes[*i].solved == ALL));
            level = first..nodes.len();
        }
        Ok((nodes, complete))
    }

    /// The best of these complete partial solutions, each with the way to orient its last layer, best first.
    fn orientations<'s>(
        &'s self,
        nodes: &[Node<'s>],
        complete: &[usize],
        request: &Request,
        stop: &AtomicBool,
    ) -> Result<Vec<(usize, &'s Way)>, SolveError> {
        let costs = &self.permute_costs
            [2 * usize::from(request.objective == Objective::Comfort) + usize::from(request.rotations)];
        let mut found: Vec<(Cost, usize, &'s Way)> = Vec::new();
        for i in complete {
            go_on(stop)?;
            let node = &nodes[*i];
            let ways = self.last_layer.orient(&node.cube);
            let best = chosen(ways, node.hold, request, |way| {
                if request.outlook.last_layer {
                    costs[key::permutation(&node.cube.then(&way.effect))]
                } else {
                    0
                }
            });
            found.extend(best.map(|((cost, _), way)| (node.cost + cost, *i, way)));
        }
        found.sort_by_key(|(cost, ..)| *cost);
        Ok(found.into_iter().take(WRITTEN).map(|(_, i, way)| (i, way)).collect())
    }

    /// Orients and permutes the last layer; the index of the whole solution.
    fn finish<'s>(
        &'s self,
        nodes: &mut Vec<Node<'s>>,
        two_layers: usize,
        orient: &'s Way,
        request: &Request,
    ) -> usize {
        let end = step(request, orient, nodes[two_layers].hold).expect("it has been chosen");
        let oriented = self.add(nodes, two_layers, orient, end, request);
        let ways = self.last_layer.permute(&nodes[oriented].cube);
        let (end, permute) =
            chosen(ways, nodes[oriented].hold, request, |_| 0).expect("every permutation has a way");
        self.add(nodes, oriented, permute, end, request)
    }

    fn add<'s>(
        &self,
        nodes: &mut Vec<Node<'s>>,
        before: usize,
        way: &'s Way,
        end: (Cost, u8),
        request: &Request,
    ) -> usize {
        let Node { cube, color, cost, .. } = &nodes[before];
        let node = self.node((cube, *color, *cost), Some(before), (None, way), end, request);
        nodes.push(node);
        nodes.len() - 1
    }
}

/// The way of the last layer that costs least together with what `after` says of it: of all ways, or, without a look
/// ahead, of those of the first algorithm of the sheet.
fn chosen<'s>(
    ways: &'s [Way],
    hold: u8,
    request: &Request,
    after: impl Fn(&Way) -> Cost,
) -> Option<((Cost, u8), &'s Way)> {
    let mut steps = ways.iter().filter_map(|way| Some((step(request, way, hold)?, way))).peekable();
    let first = steps.peek()?.1.source;
    let tried = steps.filter(|(_, way)| request.outlook.last_layer || way.source == first);
    tried.map(|((cost, hold), way)| ((cost + after(way), hold), way)).min_by_key(|(end, _)| *end)
}

/// The steps that led to a node.
fn steps<'s>(nodes: &[Node<'s>], last: usize) -> Vec<(Option<Slot>, &'s Way)> {
    let mut steps: Vec<_> = std::iter::successors(Some(last), |i| nodes[*i].before)
        .map(|i| (nodes[i].slot, nodes[i].way))
        .collect();
    steps.reverse();
    steps
}

/// The slots that are not in this set.
fn open(solved: u8) -> impl Iterator<Item = Slot> {
    Slot::ALL.into_iter().filter(move |slot| solved >> slot.index() & 1 == 0)
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

/// What a way costs someone who holds the cube like that, and how it is held afterwards; `None` if it cannot be done
/// without turning the whole cube.
fn step(request: &Request, way: &Way, hold: u8) -> Option<(Cost, u8)> {
    if !request.rotations && way.net != 0 {
        return None;
    }
    let holds = (0..4).filter(|to| request.rotations || *to == hold);
    let cost = |to: u8| rotation(hold, to) + way.efforts[usize::from(to)];
    match request.objective {
        Objective::Length => {
            // How it is held is settled when it is written down.
            let effort =
                holds.map(|to| way.efforts[usize::from(to)]).min().filter(|effort| *effort < NEVER)?;
            Some((1000 * Cost::from(way.htm) + effort / 10, hold))
        }
        Objective::Comfort => {
            let ends = holds.map(|to| (cost(to), (to + way.net) % 4));
            ends.min().filter(|(effort, _)| *effort < NEVER)
        }
    }
}

/// The effort of turning the cube from one hold to another.
pub(super) fn rotation(from: u8, to: u8) -> Effort {
    if from == to { 0 } else { ROTATION }
}

/// What the solution as it is written costs.
fn written_cost(solution: &Solution, request: &Request) -> Cost {
    match request.objective {
        Objective::Length => 1000 * solution.lengths().htm + solution.effort() / 10,
        Objective::Comfort => solution.effort(),
    }
}
