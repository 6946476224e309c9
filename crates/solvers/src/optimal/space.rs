//! The whole cube as a space, bounded by its cosets and its inverse's along three axes.
//!
//! A move made on a cube is one made before its inverse, undone. All half turns made before a cube leave it in its coset,
//! and quarter turns lead to few others: four to six look-ups along an axis tell the bounds that the inverses of all
//! eighteen children have. They come first, and what they leave is looked up child by child.
//!
//! Where a few moves are left the cosets of what is not near the goal look as if they were: then a filter of all cubes that
//! are so near is asked, and nothing else.

use std::sync::atomic::AtomicBool;

use cubiform_cube::{Cube, Move};
use cubiform_search::Space;
use cubiform_tables::cosets::{CosetTable, CubeBall, IndexSums, Indexer, PieceWords, Slot};

/// How many axes there are.
const AXES: usize = 3;
/// How many moves there are.
const MOVES: usize = Move::COUNT;

/// A cube, and what is known of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Node {
    pieces: PieceWords,
    own: Side,
    inverse: Side,
    /// The axis of the last move.
    last_axis: u8,
}

/// What is known of a cube, or of its inverse.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    sums: IndexSums,
    /// By axis: of the inverse how far it is at least, if it was looked up, or else 0. A cube's own serve to say what is to be
    /// looked up first, and may be an ancestor's.
    bounds: [u8; AXES],
}

impl Node {
    /// What is known of all bounds.
    fn bounds(&self) -> impl Iterator<Item = u8> {
        self.own.bounds.into_iter().chain(self.inverse.bounds)
    }

    /// At least how far from solved it is, if it is a root.
    pub fn lower_bound(&self) -> u8 {
        self.bounds().max().unwrap_or(0)
    }

    /// Of nodes with as many moves left, those where it is least are likeliest to be near.
    pub fn estimate(&self) -> u64 {
        self.bounds().map(|bound| 1 << bound).sum()
    }
}

/// The children of a node while they are tested.
#[derive(Default)]
pub struct ChildBatch {
    parent: Node,
    /// By face: the inverse's sums after its quarter turn, if they are known.
    inverse_sums: [IndexSums; 6],
    inverse_sums_known: u8,
    /// By axis: the faces after whose quarter turns the inverse's bound was looked up.
    inverse_requested: [u8; AXES],
    /// By axis and face: the inverse's bound after its quarter turn, and where it lies; the last is the parent's.
    inverse_bounds: [[u8; 7]; AXES],
    inverse_slots: [[Slot; 6]; AXES],
    /// By move: the sums, if they are known.
    sums: [IndexSums; MOVES],
    sums_known: u32,
    bounds: [[u8; AXES]; MOVES],
    slots: [[Slot; MOVES]; AXES],
}

/// How the children of a node are tested.
pub struct Plan {
    /// The moves that a child has left.
    child_depth_left: u8,
    /// Whether the filter of what is near is asked, and nothing else.
    use_ball: bool,
    /// The axes of the inverse and then of the cube, the farthest first.
    axes: [[u8; AXES]; 2],
    /// What is looked up, and how much of it before each round's end: the axes of the inverse, then those of the cube.
    round_ends: [u8; 2 * AXES],
    rounds: u8,
}

/// The cube, with a table of cosets.
pub struct CubeSpace<'t> {
    table: &'t CosetTable,
    indexer: &'t Indexer,
    /// Answers where few moves are left.
    ball: CubeBall,
    /// By axis and face, and last for moves that keep the coset: the moves that are alike.
    equivalent_moves: [[u32; 7]; AXES],
    /// By axis and set of the first or of the last nine moves: the faces such that one of these is alike.
    faces: Box<[[[u8; HALF_SETS]; 2]; AXES]>,
}

/// How many sets of half of the moves there are.
const HALF_SETS: usize = 1 << (MOVES / 2);

impl<'t> CubeSpace<'t> {
    /// The space that a table bounds, and where no more than `radius` moves are left a filter of all cubes that are so near: at
    /// most [`CubeBall::MOST`].
    pub fn new(table: &'t CosetTable, radius: u8) -> CubeSpace<'t> {
        CubeSpace::new_until(table, radius, &AtomicBool::new(false)).expect("nobody cancels it")
    }

    /// The same; `None` if `cancel` was set before it was done.
    pub fn new_until(table: &'t CosetTable, radius: u8, cancel: &AtomicBool) -> Option<CubeSpace<'t>> {
        let indexer = table.indexer();
        let set =
            |is_in: &dyn Fn(usize) -> bool| (0..MOVES).filter(|m| is_in(*m)).fold(0, |set, m| set | 1 << m);
        let equivalent_moves = indexer.equivalent_moves();
        let faces = |axis: usize, first: usize, moves: usize| {
            let face = |m: usize| equivalent_moves[axis][first + m];
            let in_set = (0..MOVES / 2).filter(|m| moves >> m & 1 == 1 && face(*m) != Indexer::KEPT);
            in_set.fold(0, |faces, m| faces | 1 << face(m))
        };
        Some(CubeSpace {
            faces: Box::new(std::array::from_fn(|axis| {
                [0, MOVES / 2].map(|first| std::array::from_fn(|moves| faces(axis, first, moves)))
            })),
            table,
            indexer,
            ball: CubeBall::new_until(indexer, radius, cancel)?,
            equivalent_moves: std::array::from_fn(|axis| {
                std::array::from_fn(|face| set(&|m| usize::from(equivalent_moves[axis][m]) == face))
            }),
        })
    }

    /// The node of a cube.
    pub fn root(&self, cube: &Cube) -> Node {
        let side = |cube: &Cube| {
            let sums = self.indexer.sums(cube);
            let bound = |axis| self.table.lower_bound(self.indexer.slot(axis, sums));
            Side { sums, bounds: std::array::from_fn(bound) }
        };
        Node { pieces: PieceWords::of(cube), own: side(cube), inverse: side(&cube.inverse()), last_axis: 0 }
    }

    fn request_inverse(&self, children: &mut ChildBatch, alive: u32, axis: usize) -> u32 {
        let [lower, upper] = &self.faces[axis];
        let requested =
            u32::from(lower[alive as usize % HALF_SETS] | upper[alive as usize / HALF_SETS % HALF_SETS]);
        let parent = &children.parent;
        for face in bits(requested & !u32::from(children.inverse_sums_known)) {
            children.inverse_sums[face] =
                self.indexer.turn_inverse(&parent.pieces, parent.inverse.sums, 3 * face);
        }
        children.inverse_sums_known |= requested as u8;
        children.inverse_requested[axis] = requested as u8;
        for face in bits(requested) {
            children.inverse_slots[axis][face] = self.indexer.slot(axis, children.inverse_sums[face]);
        }
        // In a loop of its own: a prefetch whose page must be looked up first holds up what comes after it.
        for face in bits(requested) {
            self.table.prefetch(children.inverse_slots[axis][face]);
        }
        requested.count_ones()
    }

    fn request_own(&self, children: &mut ChildBatch, alive: u32, axis: usize) -> u32 {
        for m in bits(alive) {
            if children.sums_known >> m & 1 == 0 {
                let parent = &children.parent;
                children.sums[m] = self.indexer.turn(&parent.pieces, parent.own.sums, m);
                children.sums_known |= 1 << m;
            }
            children.slots[axis][m] = self.indexer.slot(axis, children.sums[m]);
        }
        for m in bits(alive) {
            self.table.prefetch(children.slots[axis][m]);
        }
        alive.count_ones()
    }

    fn request_ball(&self, children: &mut ChildBatch, alive: u32) -> u32 {
        children.inverse_bounds = [[0; 7]; AXES];
        for m in bits(alive) {
            children.sums[m] = self.indexer.turn(&children.parent.pieces, children.parent.own.sums, m);
            self.ball.prefetch(children.sums[m]);
        }
        children.sums_known = alive;
        alive.count_ones()
    }

    fn prune_inverse(&self, children: &mut ChildBatch, alive: u32, axis: usize, child_depth_left: u8) -> u32 {
        let bound = children.parent.inverse.bounds[axis];
        children.inverse_bounds[axis][6] = bound;
        let mut survivors = if bound <= child_depth_left { self.equivalent_moves[axis][6] } else { 0 };
        for face in bits(children.inverse_requested[axis].into()) {
            let bound = self.table.lower_bound(children.inverse_slots[axis][face]);
            children.inverse_bounds[axis][face] = bound;
            survivors |= if bound <= child_depth_left { self.equivalent_moves[axis][face] } else { 0 };
        }
        alive & survivors
    }

    fn prune_own(&self, children: &mut ChildBatch, alive: u32, axis: usize, child_depth_left: u8) -> u32 {
        let mut survivors = 0;
        for m in bits(alive) {
            let bound = self.table.lower_bound(children.slots[axis][m]);
            children.bounds[m][axis] = bound;
            survivors |= u32::from(bound <= child_depth_left) << m;
        }
        survivors
    }

    fn request_round(&self, plan: &Plan, children: &mut ChildBatch, alive: u64, round: usize) -> u32 {
        let alive = alive as u32;
        if plan.use_ball {
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

#[inline(always)]
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let m = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            m
        })
    })
}

impl Plan {
    fn round(&self, round: usize) -> impl Iterator<Item = (usize, usize)> {
        let start = if round == 0 { 0 } else { self.round_ends[round - 1] };
        (start..self.round_ends[round]).map(|i| {
            let (side, i) = (usize::from(i) / AXES, usize::from(i) % AXES);
            (side, usize::from(self.axes[side][i]))
        })
    }
}

/// The axes, the farthest first; of those that are as far the axis `turned` last.
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

impl Space for CubeSpace<'_> {
    type Node = Node;
    type Children = ChildBatch;
    type Plan = Plan;

    #[inline(always)]
    fn plan(&self, parent: &Node, child_depth_left: u8) -> Plan {
        let no_axis = AXES as u8;
        // Along the axis of the last move those that may follow lead the inverse to the most cosets.
        let axes = [
            farthest_first(parent.inverse.bounds, parent.last_axis),
            farthest_first(parent.own.bounds, no_axis),
        ];
        let (max_distance, use_ball) = (self.table.max_distance(), child_depth_left <= self.ball.radius());
        let (round_ends, rounds) = if use_ball {
            ([0; 6], 1)
        } else if child_depth_left >= max_distance {
            // Nothing can be refused, but bounds tell children what to look up.
            ([3, 6, 0, 0, 0, 0], 2)
        } else if child_depth_left + 1 == max_distance {
            // Only the largest of bounds refuses, which a cube hardly ever has but next to one that has it.
            let axes_at_max = parent.own.bounds.iter().filter(|bound| **bound >= max_distance).count() as u8;
            ([3, 3 + axes_at_max, 0, 0, 0, 0], 2)
        } else {
            ([1, 2, 3, 4, 5, 6], 6)
        };
        Plan { child_depth_left, use_ball, axes, round_ends, rounds }
    }

    #[inline(always)]
    fn candidate_moves(&self, plan: &Plan, parent: &Node, mut moves: u64) -> u64 {
        for axis in 0..AXES {
            // Moves that keep the inverse's coset do not lead to the goal in time.
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
        if plan.use_ball {
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
        let equivalent_moves = self.indexer.equivalent_moves();
        let bound = |axis: usize| children.inverse_bounds[axis][usize::from(equivalent_moves[axis][m])];
        let own = match children.sums_known >> m & 1 {
            0 => self.indexer.turn(&parent.pieces, parent.own.sums, m),
            _ => children.sums[m],
        };
        *child = Node {
            pieces: self.indexer.turn_pieces(&parent.pieces, m),
            own: Side { sums: own, bounds: children.bounds[m] },
            last_axis: (m / 3 % 3) as u8,
            inverse: Side {
                sums: self.indexer.turn_inverse(&parent.pieces, parent.inverse.sums, m),
                bounds: std::array::from_fn(bound),
            },
        };
    }

    #[inline(always)]
    fn is_goal(&self, node: &Node) -> bool {
        node.pieces.is_solved()
    }
}
