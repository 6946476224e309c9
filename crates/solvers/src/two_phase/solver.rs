//! The order of the two-phase search: sides, premoves, lengths of phase 1; and the shortest solution so far.
//!
//! Let S be the combined length of premoves and phase 1. With a maximum length of L, phase 2 has L - S moves left. The
//! smaller S, the likelier a phase 1 solution leads to a complete one, and the fewer phase 1 solutions there are. So S
//! grows from 0. For each S all sides are searched, without premoves and with a few, which gives several times
//! as many phase 1 solutions of the same S.

use std::sync::Arc;

use cubiform_cube::moves::joined;
use cubiform_cube::{Axis, Cube, Move, Side};
use cubiform_search::{Meter, MoveOrder, Search, Step};
use cubiform_tables::kociemba::{Coset, G1State, IN_G1, Permutation, Phase, Phase1, Phase2};
use cubiform_threads::{CancelToken, Threads};

use super::spaces::PhaseSpace;
use super::{Filters, Tables};
use crate::move_order::{bits, canonical};
use crate::solver::{Limits, Solution, Solver, Unsolved};

/// The maximum length of a solution: 12 moves of phase 1 and 18 of phase 2.
const MAX_LENGTH: u8 = 30;

/// The maximum length of the solutions that are searched first for a cube that may be near solved.
const MAX_SHORT_LENGTH: u8 = 7;

/// The maximum length of phase 2. Longer ones take more time to refute than another phase 1 solution takes to find.
const MAX_PHASE_2_LENGTH: u8 = 12;

/// The maximum number of premoves, by the combined length of premoves and phase 1; the last entry holds for all greater
/// ones.
const PREMOVE_LENGTHS: [u8; 12] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3];

/// The sides from which the cube is searched, in the order of the search.
const SIDES: [Side; 6] = {
    let [ud, fb, rl, ud_inverse, fb_inverse, rl_inverse] = Side::ALL;
    [ud, rl, fb, ud_inverse, rl_inverse, fb_inverse]
};

/// The maximum length of the path of a [`PathCache`].
const MAX_PATH: usize = 32;

/// The two-phase solver with its tables, which its clones share.
#[derive(Clone, Debug)]
pub struct TwoPhase {
    pub(super) tables: Arc<Tables>,
    pub(super) order: MoveOrder,
    /// The canonical order of the moves of G1.
    pub(crate) order_in_g1: MoveOrder,
    /// The premove sequences, by their length.
    premoves: Vec<Vec<Premoves>>,
}

impl TwoPhase {
    /// Creates a solver and computes its tables, without files.
    pub fn new(threads: &Threads) -> TwoPhase {
        TwoPhase::with_filters(Filters::default(), threads, &CancelToken::never())
            .expect("it is not cancelled")
    }

    /// Creates a solver that also has ball filters, with which it is faster. Returns `None` if it was cancelled.
    pub fn with_filters(filters: Filters, threads: &Threads, cancel: &CancelToken) -> Option<TwoPhase> {
        let order = canonical();
        let order_in_g1 = MoveOrder::new(Move::COUNT, |a, b| {
            order.after(Some(a as u8)) >> b & 1 == 1 && IN_G1 >> b & 1 == 1
        });
        let max_premoves = usize::from(*PREMOVE_LENGTHS.last().expect("the list is not empty"));
        let premoves = (0..=max_premoves).map(|length| Premoves::all(length, &order)).collect();
        let tables = Arc::new(Tables::new(filters, threads, cancel)?);
        Some(TwoPhase { tables, order, order_in_g1, premoves })
    }
}

impl Solver for TwoPhase {
    fn solve(&self, cube: &Cube, limits: &Limits) -> Result<Solution, Unsolved> {
        let (phase1, phase2) = (PhaseSpace(&self.tables.phase1), PhaseSpace(&self.tables.phase2));
        let mut run = Run::new(self, cube, limits, &phase1, &phase2);
        let result = run.search();
        // No shorter solution exists if none was cut off by the maximum length of phase 2.
        let exhausted = result.is_ok() && run.max_length <= MAX_PHASE_2_LENGTH;
        run.answer(exhausted)
    }
}

/// Phase 2 alone, for cubes in G1 along an axis: optimal solutions by all turns of the two faces on the axis and half
/// turns of the others.
#[derive(Debug)]
pub struct InG1 {
    solver: TwoPhase,
    axis: Axis,
}

impl InG1 {
    /// Creates a solver with the tables of `solver` for the group G1 along `axis`.
    pub fn new(solver: TwoPhase, axis: Axis) -> InG1 {
        InG1 { solver, axis }
    }
}

impl Solver for InG1 {
    fn solve(&self, cube: &Cube, limits: &Limits) -> Result<Solution, Unsolved> {
        let solver = &self.solver;
        let side = Side { axis: self.axis, is_inverse: false };
        let conjugated = side.view(cube);
        if Coset::from_cube(&conjugated) != Coset::default() {
            return Err(Unsolved::NotInGroup);
        }
        let (phase1, phase2) = (PhaseSpace(&solver.tables.phase1), PhaseSpace(&solver.tables.phase2));
        let mut run = Run::new(solver, cube, limits, &phase1, &phase2);
        let root = Root {
            side,
            premoves: &solver.premoves[0][0],
            cube: conjugated,
            coset: Coset::default(),
            lower_bound: 0,
        };
        run.path_cache.start(&Permutation::from_cube(&root.cube));
        let mut phase2_search = Search::new(&solver.order_in_g1);
        let result = run.search_phase_2(&root, &mut phase2_search, MAX_LENGTH);
        // Phase 2 deepens one move at a time, so its first solution is optimal.
        let exhausted = result.is_ok() || run.best.is_some();
        run.answer(exhausted)
    }
}

/// Moves made before the cube. A solution of the cube that they lead to, followed by these moves, solves the original
/// cube: if `z` comes before the cube `c`, and `z c s` is solved, then so is `c s z`.
#[derive(Clone, Debug)]
struct Premoves {
    moves: Vec<Move>,
    /// The solved cube after the moves.
    cube: Cube,
}

impl Premoves {
    /// Returns all canonical premove sequences of `length` moves whose first move is not in G1. The premoves come after
    /// the moves of phase 2, which would absorb a leading move of G1.
    fn all(length: usize, order: &MoveOrder) -> Vec<Premoves> {
        let mut sequences = vec![Vec::new()];
        for i in 0..length {
            let longer = |moves: &Vec<Move>| {
                let last = moves.last().map(|m: &Move| m.index() as u8);
                let next = order.after(last) & if i == 0 { !u64::from(IN_G1) } else { u64::MAX };
                let next = Move::all().filter(move |m| next >> m.index() & 1 == 1);
                let moves = moves.clone();
                next.map(move |m| moves.iter().copied().chain([m]).collect()).collect::<Vec<Vec<Move>>>()
            };
            sequences = sequences.iter().flat_map(longer).collect();
        }
        sequences.into_iter().map(|moves| Premoves { cube: Cube::from_moves(&moves), moves }).collect()
    }
}

/// The permutations along a path, computed only from where the path differs from the one before.
struct PathCache<'a> {
    tables: &'a Tables,
    path: [u8; MAX_PATH],
    length: usize,
    /// After each number of moves, the rank of the corners and the placement of the edges of the UD slice.
    corners: [(u16, u16); MAX_PATH + 1],
    /// After each number of moves, the placements of the edges of U and of D.
    edges: [(u16, u16); MAX_PATH + 1],
    /// The numbers of moves up to which `corners` and `edges` are computed.
    computed: (usize, usize),
}

impl<'a> PathCache<'a> {
    fn new(tables: &'a Tables) -> PathCache<'a> {
        let zeros = [(0, 0); MAX_PATH + 1];
        PathCache { tables, path: [0; MAX_PATH], length: 0, corners: zeros, edges: zeros, computed: (0, 0) }
    }

    /// Starts at a root.
    fn start(&mut self, root: &Permutation) {
        self.length = 0;
        self.computed = (0, 0);
        self.corners[0] = (root.corners, root.fours[2]);
        self.edges[0] = (root.fours[0], root.fours[1]);
    }

    /// Replaces the path.
    fn follow(&mut self, path: &[u8]) {
        let common = path.iter().zip(&self.path[..self.length]).take_while(|(a, b)| a == b).count();
        self.computed = (self.computed.0.min(common), self.computed.1.min(common));
        self.path[common..path.len()].copy_from_slice(&path[common..]);
        self.length = path.len();
    }

    /// Returns the ranks of the corner permutation and of the slice permutation at the end of the path, which must be
    /// in G1.
    fn corners(&mut self) -> (u16, u16) {
        let (transition, phase2) = (&self.tables.transition, &self.tables.phase2);
        for i in self.computed.0..self.length {
            let (m, (corners, slice)) = (usize::from(self.path[i]), self.corners[i]);
            self.corners[i + 1] = (phase2.turn_corners(corners, m), transition.turn(slice, m));
        }
        self.computed.0 = self.length;
        let (corners, slice) = self.corners[self.length];
        (corners, transition.order(slice))
    }

    /// Returns the state at the end of the path, which must be in G1.
    fn state(&mut self) -> G1State {
        let (corners, order) = self.corners();
        let transition = &self.tables.transition;
        for i in self.computed.1..self.length {
            let (m, (upper, lower)) = (usize::from(self.path[i]), self.edges[i]);
            self.edges[i + 1] = (transition.turn(upper, m), transition.turn(lower, m));
        }
        self.computed.1 = self.length;
        let (upper, lower) = self.edges[self.length];
        G1State { corners, edges: transition.edges(upper, lower), order }
    }
}

/// The early end of a search: it has found what was asked for, the budget is spent, or it was stopped.
struct BudgetSpent;

/// A root of the search: the cube from a side, after premoves.
struct Root<'a> {
    side: Side,
    premoves: &'a Premoves,
    cube: Cube,
    coset: Coset,
    /// A lower bound on the distance to G1.
    lower_bound: u8,
}

/// The search of one cube.
struct Run<'a> {
    solver: &'a TwoPhase,
    cube: Cube,
    limits: &'a Limits,
    meter: Meter,
    phase1: &'a PhaseSpace<'a, Phase1>,
    phase2: &'a PhaseSpace<'a, Phase2>,
    path_cache: PathCache<'a>,
    /// The phase 1 solution that phase 2 continues.
    path: Vec<u8>,
    best: Option<Vec<Move>>,
    /// The maximum length of a solution that is still useful.
    max_length: u8,
    /// Whether the search goes on to shorter solutions after it has found one.
    continues: bool,
    /// Whether no shorter solution is possible.
    is_finished: bool,
}

impl<'a> Run<'a> {
    fn new(
        solver: &'a TwoPhase,
        cube: &Cube,
        limits: &'a Limits,
        phase1: &'a PhaseSpace<'a, Phase1>,
        phase2: &'a PhaseSpace<'a, Phase2>,
    ) -> Run<'a> {
        Run {
            solver,
            cube: *cube,
            limits,
            meter: Meter::new(limits),
            phase1,
            phase2,
            path_cache: PathCache::new(&solver.tables),
            path: Vec::new(),
            best: None,
            max_length: limits.max_length.unwrap_or(MAX_LENGTH).min(MAX_LENGTH),
            continues: limits.has_budget() && !limits.first,
            is_finished: false,
        }
    }

    /// Returns the result. `exhausted` states that no shorter solution exists.
    fn answer(self, exhausted: bool) -> Result<Solution, Unsolved> {
        let (nodes, max_length) = (self.meter.nodes(), self.limits.max_length);
        match self.best {
            Some(moves) => {
                let is_optimal = exhausted || moves.is_empty();
                Ok(Solution::new(vec![moves], is_optimal, nodes))
            }
            None if self.meter.is_cancelled() => Err(Unsolved::Cancelled),
            None if exhausted => Err(Unsolved::None { max_length }),
            None => Err(Unsolved::Budget { max_length }),
        }
    }

    /// Searches until every combined length is done, or no shorter solution is useful.
    fn search(&mut self) -> Result<(), BudgetSpent> {
        let mut phase1_search = Search::new(&self.solver.order);
        let mut phase2_search = Search::new(&self.solver.order_in_g1);
        let mut roots = vec![self.roots(0)];
        let is_near = |root: &Root<'_>| root.lower_bound <= MAX_SHORT_LENGTH;
        if roots[0].iter().all(is_near) {
            // A random state is hardly ever near G1 along every axis, but a state a few moves from solved is. Its short
            // solutions are searched first.
            self.search_short(&roots[0][0], &mut phase1_search, &mut phase2_search)?;
            if self.best.is_some() {
                return Ok(());
            }
        }
        let mut combined_length = 0;
        while combined_length <= self.max_length && !self.is_finished {
            let max_premoves = PREMOVE_LENGTHS[usize::from(combined_length).min(PREMOVE_LENGTHS.len() - 1)];
            for premove_count in 0..=max_premoves {
                if roots.len() <= usize::from(premove_count) {
                    roots.push(self.roots(usize::from(premove_count)));
                }
                let depth = combined_length - premove_count;
                for root in roots[usize::from(premove_count)].iter().filter(|root| root.lower_bound <= depth)
                {
                    self.search_phase_1(root, depth, &mut phase1_search, &mut phase2_search)?;
                    if combined_length > self.max_length || self.is_finished {
                        return Ok(());
                    }
                }
            }
            combined_length += 1;
        }
        Ok(())
    }

    /// Searches for the shortest solution of at most [`MAX_SHORT_LENGTH`] moves.
    fn search_short(
        &mut self,
        root: &Root<'a>,
        phase1_search: &mut Search<'a, PhaseSpace<'a, Phase1>>,
        phase2_search: &mut Search<'a, PhaseSpace<'a, Phase2>>,
    ) -> Result<(), BudgetSpent> {
        let (max_length, continues) = (self.max_length, self.continues);
        (self.max_length, self.continues) = (max_length.min(MAX_SHORT_LENGTH), true);
        for depth in root.lower_bound..=MAX_SHORT_LENGTH {
            if depth <= self.max_length && !self.is_finished {
                self.search_phase_1(root, depth, phase1_search, phase2_search)?;
            }
        }
        if self.best.is_none() {
            (self.max_length, self.continues) = (max_length, continues);
        }
        Ok(())
    }

    /// Searches all phase 1 solutions of `depth` moves, each with phase 2 after it.
    fn search_phase_1(
        &mut self,
        root: &Root<'a>,
        depth: u8,
        phase1_search: &mut Search<'a, PhaseSpace<'a, Phase1>>,
        phase2_search: &mut Search<'a, PhaseSpace<'a, Phase2>>,
    ) -> Result<(), BudgetSpent> {
        let Some(node) = self.phase1.node(root.coset, depth) else { return Ok(()) };
        self.path_cache.start(&Permutation::from_cube(&root.cube));
        phase1_search.start(self.phase1, &node, &[], depth, 0);
        let mut counted = 0;
        loop {
            let step = phase1_search.step();
            let expanded = phase1_search.expanded();
            self.spend(expanded - counted)?;
            counted = expanded;
            match step {
                Step::LookUps => {}
                Step::Leaf => {
                    let (path, _) = phase1_search.leaf().expect("the step arrived at a leaf");
                    self.path.clear();
                    self.path.extend_from_slice(path);
                    self.search_phase_2(root, phase2_search, MAX_PHASE_2_LENGTH)?;
                    if depth + root.premoves.moves.len() as u8 > self.max_length || self.is_finished {
                        return Ok(());
                    }
                }
                Step::Done => return Ok(()),
            }
        }
    }

    /// Returns all sides with all premove sequences of this length.
    fn roots(&mut self, premove_count: usize) -> Vec<Root<'a>> {
        let phase1 = &self.solver.tables.phase1;
        let mut roots = Vec::new();
        for side in SIDES {
            let conjugated = side.view(&self.cube);
            for premoves in &self.solver.premoves[premove_count] {
                let cube = premoves.cube.then(&conjugated);
                let coset = Coset::from_cube(&cube);
                let lower_bound = phase1.lower_bound(coset);
                roots.push(Root { side, premoves, cube, coset, lower_bound });
            }
        }
        roots
    }

    /// Continues a phase 1 solution: searches for a phase 2 of at most `max_phase_2_length` moves.
    fn search_phase_2(
        &mut self,
        root: &Root<'a>,
        phase2_search: &mut Search<'a, PhaseSpace<'a, Phase2>>,
        max_phase_2_length: u8,
    ) -> Result<(), BudgetSpent> {
        let depth_left =
            (self.max_length - (self.path.len() + root.premoves.moves.len()) as u8).min(max_phase_2_length);
        self.path_cache.follow(&self.path);
        let (corners, order) = self.path_cache.corners();
        let phase2 = &self.solver.tables.phase2;
        if phase2.corner_lower_bound(corners, order) > depth_left {
            return Ok(());
        }
        let state = self.path_cache.state();
        let radius = phase2.exact_table().radius();
        let depths = match phase2.entry(state) {
            Some(entry) if entry.distance <= depth_left => entry.distance..=entry.distance,
            None if depth_left > radius => radius + 1..=depth_left,
            _ => return Ok(()),
        };
        for depth in depths {
            let node = self.phase2.node(state, depth).expect("the exact table does not refute this depth");
            phase2_search.start(self.phase2, &node, &self.path, depth, 0);
            let mut counted = 0;
            loop {
                let step = phase2_search.step();
                let expanded = phase2_search.expanded();
                self.spend(expanded - counted)?;
                counted = expanded;
                match step {
                    Step::LookUps => {}
                    Step::Leaf => {
                        let (path, _) = phase2_search.leaf().expect("the step arrived at a leaf");
                        return self.record(root, path);
                    }
                    Step::Done => break,
                }
            }
            // Filters come with a smaller exact table; the distance is found here where the larger one would know it.
            if depth == radius + 1 && depth <= Phase2::EXACT.0 && self.begins_by_joining(state, radius) {
                break;
            }
        }
        Ok(())
    }

    /// Returns whether a shortest solution of a state that is at least `radius + 1` moves from the goal has `radius + 1` of them
    /// and begins with one that the order of moves leaves to another phase 1 solution: one that joins or precedes its last.
    fn begins_by_joining(&self, state: G1State, radius: u8) -> bool {
        let phase2 = &self.solver.tables.phase2;
        let allowed = self.solver.order_in_g1.after(self.path.last().copied());
        bits(u64::from(IN_G1) & !allowed)
            .any(|m| phase2.entry(phase2.turn(state, m)).is_some_and(|entry| entry.distance <= radius))
    }

    /// Records a solution, which is the shortest so far.
    fn record(&mut self, root: &Root<'a>, path: &[u8]) -> Result<(), BudgetSpent> {
        let mut moves: Vec<Move> = path.iter().map(|m| Move::from_index(usize::from(*m))).collect();
        moves.extend_from_slice(&root.premoves.moves);
        let solution = joined(&root.side.solution(&moves));
        assert_eq!(self.cube.apply(&solution), Cube::SOLVED, "a solution solves the cube");
        let length = solution.len() as u8;
        self.best = Some(solution);
        self.is_finished = length == 0;
        self.max_length = length.saturating_sub(1);
        if self.continues { Ok(()) } else { Err(BudgetSpent) }
    }

    /// Adds expanded nodes. A spent budget does not end a search that has neither a solution nor a maximum length.
    #[inline(always)]
    fn spend(&mut self, nodes: u64) -> Result<(), BudgetSpent> {
        let may_end =
            |run: &Run<'_>| run.best.is_some() || run.limits.max_length.is_some() || run.meter.is_cancelled();
        if self.meter.spend(nodes) && may_end(self) { Err(BudgetSpent) } else { Ok(()) }
    }
}
