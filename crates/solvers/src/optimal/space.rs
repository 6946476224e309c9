//! The search space of the whole cube, bounded by the coset distances of the cube and of its inverse along three axes.
//!
//! A move made after a cube is the inverse move made before its inverse. Half turns made before a cube do not change
//! its coset, and quarter turns lead to few others, so four to six look-ups along an axis bound the inverses of all 18
//! children. These look-ups come first; the children that survive them are then looked up one by one.
//!
//! If few moves are left, cosets cannot distinguish cubes far from the goal from cubes near it. Then a filter of all
//! cubes near the goal, [`CubeBall`], replaces the table.

use crate::move_order::bits;
use std::sync::Arc;

use cubiform_cube::{Cube, Move};
use cubiform_search::Space;
use cubiform_tables::cosets::{CodeAddress, CosetTable, CubeBall, IndexSums, Indexer, PiecesByPosition};
use cubiform_threads::CancelToken;

/// The number of axes.
const AXES: usize = 3;
/// The number of moves.
const MOVES: usize = Move::COUNT;

/// A cube and its inverse, with their index sums and bounds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Node {
    pieces: PiecesByPosition,
    own: Side,
    inverse: Side,
    /// The axis of the last move.
    last_axis: u8,
}

/// The index sums and the bounds of a cube or of its inverse.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    sums: IndexSums,
    /// For each axis, a lower bound. The bound of an inverse is 0 if it was not looked up. The bound of the cube itself
    /// may be that of an ancestor; it only determines which look-ups come first.
    bounds: [u8; AXES],
}

impl Node {
    /// Returns the bounds of the cube and of its inverse.
    fn bounds(&self) -> impl Iterator<Item = u8> {
        self.own.bounds.into_iter().chain(self.inverse.bounds)
    }

    /// Returns an estimate of the distance from the goal. Among nodes with equally many moves left, a smaller estimate
    /// is more promising.
    pub fn estimate(&self) -> u64 {
        self.bounds().map(|bound| 1 << bound).sum()
    }
}

/// The children of a node while they are tested.
#[derive(Default)]
pub struct ChildBatch {
    parent: Node,
    /// For each face, the sums of the inverse after its quarter turn, if they are in `inverse_sums_known`.
    inverse_sums: [IndexSums; 6],
    inverse_sums_known: u8,
    /// For each axis, the faces after whose quarter turns the bound of the inverse was requested.
    inverse_requested: [u8; AXES],
    /// For each axis and face, the bound of the inverse after its quarter turn; the last is the parent's.
    inverse_bounds: [[u8; 7]; AXES],
    /// For each axis and face, the address of that bound.
    inverse_addresses: [[CodeAddress; 6]; AXES],
    /// For each move, the sums of the child, if they are in `sums_known`.
    sums: [IndexSums; MOVES],
    sums_known: u32,
    /// For each move and axis, the bound of the child.
    bounds: [[u8; AXES]; MOVES],
    /// For each axis and move, the address of that bound.
    addresses: [[CodeAddress; MOVES]; AXES],
}

/// The look-ups that the children of a node need.
pub struct Plan {
    /// The moves that a child has left.
    child_depth_left: u8,
    /// Whether the filter of cubes near the goal replaces all look-ups.
    uses_ball: bool,
    /// The axes of the inverse and those of the cube, the largest bound first.
    axes: [[u8; AXES]; 2],
    /// For each round, the end of its look-ups in the list of the axes of the inverse, followed by those of the cube.
    round_ends: [u8; 2 * AXES],
    rounds: u8,
}

/// The search space of the whole cube, with a table of coset distances.
pub struct CubeSpace {
    table: Arc<CosetTable>,
    /// The filter for nodes with few moves left.
    ball: CubeBall,
    /// For each axis and face, the moves that lead the inverse to the same coset as a quarter turn of the face; last,
    /// the moves that keep the coset.
    equivalent_moves: [[u32; 7]; AXES],
    /// For each axis and subset of the first or of the last nine moves, the faces whose quarter turns are equivalent to
    /// one of these moves.
    faces: Box<[[[u8; HALF_SETS]; 2]; AXES]>,
}

/// The number of subsets of nine moves.
const HALF_SETS: usize = 1 << (MOVES / 2);

impl CubeSpace {
    /// Creates a space that `table` bounds. Where at most `radius` moves are left, a filter of all cubes within
    /// `radius` moves of the solved one replaces the table.
    ///
    /// # Panics
    /// If `radius` exceeds 6.
    pub fn new(table: Arc<CosetTable>, radius: u8) -> CubeSpace {
        CubeSpace::new_until(table, radius, &CancelToken::never()).expect("it is not cancelled")
    }

    /// Creates a space like [`CubeSpace::new`], or returns `None` if `cancel` was set first.
    ///
    /// # Panics
    /// If `radius` exceeds 6.
    pub fn new_until(table: Arc<CosetTable>, radius: u8, cancel: &CancelToken) -> Option<CubeSpace> {
        let indexer = table.indexer();
        let set =
            |is_in: &dyn Fn(usize) -> bool| (0..MOVES).filter(|m| is_in(*m)).fold(0, |set, m| set | 1 << m);
        let equivalent_moves = indexer.equivalent_moves();
        let faces = |axis: usize, first: usize, moves: usize| {
            let face = |m: usize| equivalent_moves[axis][first + m];
            let in_set = (0..MOVES / 2).filter(|m| moves >> m & 1 == 1 && face(*m) != Indexer::UNCHANGED);
            in_set.fold(0, |faces, m| faces | 1 << face(m))
        };
        Some(CubeSpace {
            faces: Box::new(std::array::from_fn(|axis| {
                [0, MOVES / 2].map(|first| std::array::from_fn(|moves| faces(axis, first, moves)))
            })),
            ball: CubeBall::new_until(indexer, radius, cancel)?,
            equivalent_moves: std::array::from_fn(|axis| {
                std::array::from_fn(|face| set(&|m| usize::from(equivalent_moves[axis][m]) == face))
            }),
            table,
        })
    }

    /// Returns the node of a cube, with all bounds looked up.
    pub fn root(&self, cube: &Cube) -> Node {
        let side = |cube: &Cube| {
            let sums = self.table.indexer().sums(cube);
            let bound = |axis| self.table.lower_bound(self.table.indexer().address(axis, sums));
            Side { sums, bounds: std::array::from_fn(bound) }
        };
        Node {
            pieces: PiecesByPosition::from_cube(cube),
            own: side(cube),
            inverse: side(&cube.inverse()),
            last_axis: 0,
        }
    }

    /// Requests the bounds along an axis of the inverses of the children in `alive`. Returns the number of look-ups.
    fn request_inverse(&self, children: &mut ChildBatch, alive: u32, axis: usize) -> u32 {
        let [lower, upper] = &self.faces[axis];
        let requested =
            u32::from(lower[alive as usize % HALF_SETS] | upper[alive as usize / HALF_SETS % HALF_SETS]);
        let parent = &children.parent;
        for face in bits(requested & !u32::from(children.inverse_sums_known)) {
            children.inverse_sums[face] =
                self.table.indexer().turn_inverse(&parent.pieces, parent.inverse.sums, 3 * face);
        }
        children.inverse_sums_known |= requested as u8;
        children.inverse_requested[axis] = requested as u8;
        for face in bits(requested) {
            children.inverse_addresses[axis][face] =
                self.table.indexer().address(axis, children.inverse_sums[face]);
        }
        // A loop of its own: a prefetch whose page is not in the TLB delays the instructions after it.
        for face in bits(requested) {
            self.table.prefetch(children.inverse_addresses[axis][face]);
        }
        requested.count_ones()
    }

    /// Requests the bounds along an axis of the children in `alive`. Returns the number of look-ups.
    fn request_own(&self, children: &mut ChildBatch, alive: u32, axis: usize) -> u32 {
        for m in bits(alive) {
            if children.sums_known >> m & 1 == 0 {
                let parent = &children.parent;
                children.sums[m] = self.table.indexer().turn(&parent.pieces, parent.own.sums, m);
                children.sums_known |= 1 << m;
            }
            children.addresses[axis][m] = self.table.indexer().address(axis, children.sums[m]);
        }
        for m in bits(alive) {
            self.table.prefetch(children.addresses[axis][m]);
        }
        alive.count_ones()
    }

    /// Requests the filter for the children in `alive`. Returns the number of look-ups.
    fn request_ball(&self, children: &mut ChildBatch, alive: u32) -> u32 {
        children.inverse_bounds = [[0; 7]; AXES];
        for m in bits(alive) {
            children.sums[m] =
                self.table.indexer().turn(&children.parent.pieces, children.parent.own.sums, m);
            self.ball.prefetch(children.sums[m]);
        }
        children.sums_known = alive;
        alive.count_ones()
    }

    /// Returns the children in `alive` whose inverses have a small enough bound along an axis.
    fn prune_inverse(&self, children: &mut ChildBatch, alive: u32, axis: usize, child_depth_left: u8) -> u32 {
        let bound = children.parent.inverse.bounds[axis];
        children.inverse_bounds[axis][6] = bound;
        let mut survivors = if bound <= child_depth_left { self.equivalent_moves[axis][6] } else { 0 };
        for face in bits(children.inverse_requested[axis]) {
            let bound = self.table.lower_bound(children.inverse_addresses[axis][face]);
            children.inverse_bounds[axis][face] = bound;
            survivors |= if bound <= child_depth_left { self.equivalent_moves[axis][face] } else { 0 };
        }
        alive & survivors
    }

    /// Returns the children in `alive` that have a small enough bound along an axis.
    fn prune_own(&self, children: &mut ChildBatch, alive: u32, axis: usize, child_depth_left: u8) -> u32 {
        let mut survivors = 0;
        for m in bits(alive) {
            let bound = self.table.lower_bound(children.addresses[axis][m]);
            children.bounds[m][axis] = bound;
            survivors |= u32::from(bound <= child_depth_left) << m;
        }
        survivors
    }

    /// Requests the look-ups of a round. Returns their number.
    fn request_round(&self, plan: &Plan, children: &mut ChildBatch, alive: u64, round: usize) -> u32 {
        let alive = alive as u32;
        if plan.uses_ball {
            return self.request_ball(children, alive);
        }
        let mut count = 0;
        for (side, axis) in plan.round(round) {
            count += if side == 0 {
                self.request_inverse(children, alive, axis)
            } else {
                self.request_own(children, alive, axis)
            };
        }
        count
    }
}

impl Plan {
    /// Iterates over the look-ups of a round: 0 for the inverse or 1 for the cube, and the axis.
    fn round(&self, round: usize) -> impl Iterator<Item = (usize, usize)> {
        let start = if round == 0 { 0 } else { self.round_ends[round - 1] };
        (start..self.round_ends[round]).map(|i| {
            let (side, i) = (usize::from(i) / AXES, usize::from(i) % AXES);
            (side, usize::from(self.axes[side][i]))
        })
    }
}

/// Returns the axes, the largest bound first; of equal bounds, that of `last_axis` last.
#[inline(always)]
fn farthest_first(bounds: [u8; AXES], last_axis: u8) -> [u8; AXES] {
    let bounds: [u8; AXES] = std::array::from_fn(|axis| 2 * bounds[axis] + u8::from(axis as u8 != last_axis));
    let mut axes = [0, 1, 2];
    let mut sort_pair = |a: usize, b: usize| {
        if bounds[usize::from(axes[a])] < bounds[usize::from(axes[b])] {
            axes.swap(a, b);
        }
    };
    sort_pair(0, 1);
    sort_pair(1, 2);
    sort_pair(0, 1);
    axes
}

impl Space for CubeSpace {
    type Node = Node;
    type Children = ChildBatch;
    type Plan = Plan;

    #[inline(always)]
    fn plan(&self, parent: &Node, child_depth_left: u8) -> Plan {
        let no_axis = AXES as u8;
        // Along the axis of the last move, the moves that may follow lead the inverse to the most cosets.
        let axes = [
            farthest_first(parent.inverse.bounds, parent.last_axis),
            farthest_first(parent.own.bounds, no_axis),
        ];
        let (max_distance, uses_ball) = (self.table.max_distance(), child_depth_left <= self.ball.radius());
        let (round_ends, rounds) = if uses_ball {
            ([0; 6], 1)
        } else if child_depth_left >= max_distance {
            // No bound prunes a child, but the children choose their look-ups by the bounds.
            ([3, 6, 0, 0, 0, 0], 2)
        } else if child_depth_left + 1 == max_distance {
            // Only the maximum distance prunes a child. A cube hardly ever has it unless its parent does.
            let axes_at_max = parent.own.bounds.iter().filter(|bound| **bound >= max_distance).count() as u8;
            ([3, 3 + axes_at_max, 0, 0, 0, 0], 2)
        } else {
            ([1, 2, 3, 4, 5, 6], 6)
        };
        Plan { child_depth_left, uses_ball, axes, round_ends, rounds }
    }

    fn lower_bound(&self, root: &Node) -> u8 {
        root.bounds().max().unwrap_or(0)
    }

    #[inline(always)]
    fn candidate_moves(&self, plan: &Plan, parent: &Node, mut moves: u64) -> u64 {
        for axis in 0..AXES {
            // These moves keep the inverse's coset, which is too far.
            if parent.inverse.bounds[axis] > plan.child_depth_left {
                moves &= !u64::from(self.equivalent_moves[axis][6]);
            }
        }
        moves
    }

    #[inline(always)]
    fn rounds(&self, plan: &Plan) -> usize {
        plan.rounds.into()
    }

    #[inline(always)]
    fn expand(&self, plan: &Plan, parent: &Node, moves: u64, children: &mut ChildBatch) -> u32 {
        children.parent = *parent;
        children.inverse_sums_known = 0;
        children.sums_known = 0;
        children.bounds = [parent.own.bounds; MOVES];
        self.request_round(plan, children, moves, 0)
    }

    #[inline(always)]
    fn request(&self, plan: &Plan, children: &mut ChildBatch, alive: u64, round: usize) -> u32 {
        self.request_round(plan, children, alive, round)
    }

    #[inline(always)]
    fn prune(&self, plan: &Plan, _: &Node, children: &mut ChildBatch, alive: u64, round: usize) -> u64 {
        let mut alive = alive as u32;
        if plan.uses_ball {
            let may_be_near = bits(alive).filter(|m| self.ball.may_contain(children.sums[*m]));
            return may_be_near.fold(0, |set, m| set | 1 << m);
        }
        for (side, axis) in plan.round(round) {
            alive = if side == 0 {
                self.prune_inverse(children, alive, axis, plan.child_depth_left)
            } else {
                self.prune_own(children, alive, axis, plan.child_depth_left)
            };
        }
        u64::from(alive)
    }

    #[inline(always)]
    fn commit(&self, _: &Plan, parent: &Node, children: &ChildBatch, m: u8, child: &mut Node) {
        let m = usize::from(m);
        let equivalent_moves = self.table.indexer().equivalent_moves();
        let bound = |axis: usize| children.inverse_bounds[axis][usize::from(equivalent_moves[axis][m])];
        let own = match children.sums_known >> m & 1 {
            0 => self.table.indexer().turn(&parent.pieces, parent.own.sums, m),
            _ => children.sums[m],
        };
        *child = Node {
            pieces: self.table.indexer().turn_pieces(&parent.pieces, m),
            own: Side { sums: own, bounds: children.bounds[m] },
            last_axis: (m / 3 % 3) as u8,
            inverse: Side {
                sums: self.table.indexer().turn_inverse(&parent.pieces, parent.inverse.sums, m),
                bounds: std::array::from_fn(bound),
            },
        };
    }

    #[inline(always)]
    fn is_goal(&self, node: &Node) -> bool {
        node.pieces.is_solved()
    }
}
