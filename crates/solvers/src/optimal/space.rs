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
    turned: u8,
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
    inverse_known: u8,
    /// By axis: the faces after whose quarter turns the inverse's bound was looked up.
    inverse_wanted: [u8; AXES],
    /// By axis and face: the inverse's bound after its quarter turn, and where it lies; the last is the parent's.
    inverse_bounds: [[u8; 7]; AXES],
    inverse_places: [[Slot; 6]; AXES],
    /// By move: the sums, if they are known.
    sums: [IndexSums; MOVES],
    known: u32,
    bounds: [[u8; AXES]; MOVES],
    places: [[Slot; MOVES]; AXES],
}

/// How the children of a node are tested.
pub struct Plan {
    /// The moves that a child has left.
    budget: u8,
    /// Whether the filter of what is near is asked, and nothing else.
    near: bool,
    /// The axes of the inverse and then of the cube, the farthest first.
    axes: [[u8; AXES]; 2],
    /// What is looked up, and how much of it before each round's end: the axes of the inverse, then those of the cube.
    ends: [u8; 2 * AXES],
    rounds: u8,
}

/// The cube, with a table of cosets.
pub struct CubeSpace<'t> {
    table: &'t CosetTable,
    locator: &'t Indexer,
    /// Answers where few moves are left.
    ball: CubeBall,
    /// By axis and face, and last for moves that keep the coset: the moves that are alike.
    equivalent_moves: [[u32; 7]; AXES],
    /// By axis and set of the first or of the last nine moves: the faces such that one of these is alike.
    faces: Box<[[[u8; HALF]; 2]; AXES]>,
}

/// How many sets of half of the moves there are.
const HALF: usize = 1 << (MOVES / 2);

impl<'t> CubeSpace<'t> {
    /// The space that a table bounds, and where no more than `radius` moves are left a filter of all cubes that are so near: at
    /// most [`CubeBall::MOST`].
    pub fn new(table: &'t CosetTable, radius: u8) -> CubeSpace<'t> {
        CubeSpace::new_until(table, radius, &AtomicBool::new(false)).expect("nobody cancels it")
    }

    /// The same; `None` if `cancel` was set before it was done.
    pub fn new_until(table: &'t CosetTable, radius: u8, cancel: &AtomicBool) -> Option<CubeSpace<'t>> {
        let locator = table.indexer();
        let set =
            |is_in: &dyn Fn(usize) -> bool| (0..MOVES).filter(|m| is_in(*m)).fold(0, |set, m| set | 1 << m);
        let alike = locator.equivalent_moves();
        let faces = |axis: usize, first: usize, moves: usize| {
            let of = |m: usize| alike[axis][first + m];
            let in_set = (0..MOVES / 2).filter(|m| moves >> m & 1 == 1 && of(*m) != Indexer::KEPT);
            in_set.fold(0, |faces, m| faces | 1 << of(m))
        };
        Some(CubeSpace {
            faces: Box::new(std::array::from_fn(|axis| {
                [0, MOVES / 2].map(|first| std::array::from_fn(|moves| faces(axis, first, moves)))
            })),
            table,
            locator,
            ball: CubeBall::new_until(locator, radius, cancel)?,
            equivalent_moves: std::array::from_fn(|axis| {
                std::array::from_fn(|face| set(&|m| usize::from(alike[axis][m]) == face))
            }),
        })
    }

    /// The node of a cube.
    pub fn root(&self, cube: &Cube) -> Node {
        let side = |cube: &Cube| {
            let sums = self.locator.sums(cube);
            let bound = |axis| self.table.lower_bound(self.locator.slot(axis, sums));
            Side { sums, bounds: std::array::from_fn(bound) }
        };
        Node { pieces: PieceWords::of(cube), own: side(cube), inverse: side(&cube.inverse()), turned: 0 }
    }

    fn request_inverse(&self, children: &mut ChildBatch, alive: u32, axis: usize) -> u32 {
        let [lower, upper] = &self.faces[axis];
        let wanted = u32::from(lower[alive as usize % HALF] | upper[alive as usize / HALF % HALF]);
        let parent = &children.parent;
        for face in members(wanted & !u32::from(children.inverse_known)) {
            children.inverse_sums[face] =
                self.locator.turn_inverse(&parent.pieces, parent.inverse.sums, 3 * face);
        }
        children.inverse_known |= wanted as u8;
        children.inverse_wanted[axis] = wanted as u8;
        for face in members(wanted) {
            children.inverse_places[axis][face] = self.locator.slot(axis, children.inverse_sums[face]);
        }
        // In a loop of its own: a prefetch whose page must be looked up first holds up what comes after it.
        for face in members(wanted) {
            self.table.prefetch(children.inverse_places[axis][face]);
        }
        wanted.count_ones()
    }

    fn request_own(&self, children: &mut ChildBatch, alive: u32, axis: usize) -> u32 {
        for m in members(alive) {
            if children.known >> m & 1 == 0 {
                let parent = &children.parent;
                children.sums[m] = self.locator.turn(&parent.pieces, parent.own.sums, m);
                children.known |= 1 << m;
            }
            children.places[axis][m] = self.locator.slot(axis, children.sums[m]);
        }
        for m in members(alive) {
            self.table.prefetch(children.places[axis][m]);
        }
        alive.count_ones()
    }

    fn request_ball(&self, children: &mut ChildBatch, alive: u32) -> u32 {
        children.inverse_bounds = [[0; 7]; AXES];
        for m in members(alive) {
            children.sums[m] = self.locator.turn(&children.parent.pieces, children.parent.own.sums, m);
            self.ball.prefetch(children.sums[m]);
        }
        children.known = alive;
        alive.count_ones()
    }

    fn prune_inverse(&self, children: &mut ChildBatch, alive: u32, axis: usize, budget: u8) -> u32 {
        let bound = children.parent.inverse.bounds[axis];
        children.inverse_bounds[axis][6] = bound;
        let mut admitted = if bound <= budget { self.equivalent_moves[axis][6] } else { 0 };
        for face in members(children.inverse_wanted[axis].into()) {
            let bound = self.table.lower_bound(children.inverse_places[axis][face]);
            children.inverse_bounds[axis][face] = bound;
            admitted |= if bound <= budget { self.equivalent_moves[axis][face] } else { 0 };
        }
        alive & admitted
    }

    fn prune_own(&self, children: &mut ChildBatch, alive: u32, axis: usize, budget: u8) -> u32 {
        let mut admitted = 0;
        for m in members(alive) {
            let bound = self.table.lower_bound(children.places[axis][m]);
            children.bounds[m][axis] = bound;
            admitted |= u32::from(bound <= budget) << m;
        }
        admitted
    }

    fn request_round(&self, plan: &Plan, children: &mut ChildBatch, alive: u64, round: usize) -> u32 {
        let alive = alive as u32;
        if plan.near {
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
fn members(mut set: u32) -> impl Iterator<Item = usize> {
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
        let start = if round == 0 { 0 } else { self.ends[round - 1] };
        (start..self.ends[round]).map(|i| {
            let (side, i) = (usize::from(i) / AXES, usize::from(i) % AXES);
            (side, usize::from(self.axes[side][i]))
        })
    }
}

/// The axes, the farthest first; of those that are as far the axis `turned` last.
#[inline(always)]
fn farthest_first(bounds: [u8; AXES], turned: u8) -> [u8; AXES] {
    let bounds: [u8; AXES] = std::array::from_fn(|axis| 2 * bounds[axis] + u8::from(axis as u8 != turned));
    let mut axes = [0, 1, 2];
    let mut order = |a: usize, b: usize| {
        if bounds[usize::from(axes[a])] < bounds[usize::from(axes[b])] {
            axes.swap(a, b);
        }
    };
    order(0, 1);
    order(1, 2);
    order(0, 1);
    axes
}

impl Space for CubeSpace<'_> {
    type Node = Node;
    type Children = ChildBatch;
    type Plan = Plan;

    #[inline(always)]
    fn plan(&self, parent: &Node, budget: u8) -> Plan {
        let no_axis = AXES as u8;
        // Along the axis of the last move those that may follow lead the inverse to the most cosets.
        let axes = [
            farthest_first(parent.inverse.bounds, parent.turned),
            farthest_first(parent.own.bounds, no_axis),
        ];
        let (most, near) = (self.table.max_distance(), budget <= self.ball.radius());
        let (ends, rounds) = if near {
            ([0; 6], 1)
        } else if budget >= most {
            // Nothing can be refused, but bounds tell children what to look up.
            ([3, 6, 0, 0, 0, 0], 2)
        } else if budget + 1 == most {
            // Only the largest of bounds refuses, which a cube hardly ever has but next to one that has it.
            let far = parent.own.bounds.iter().filter(|bound| **bound >= most).count() as u8;
            ([3, 3 + far, 0, 0, 0, 0], 2)
        } else {
            ([1, 2, 3, 4, 5, 6], 6)
        };
        Plan { budget, near, axes, ends, rounds }
    }

    #[inline(always)]
    fn candidate_moves(&self, plan: &Plan, parent: &Node, mut moves: u64) -> u64 {
        for axis in 0..AXES {
            // Moves that keep the inverse's coset do not lead to the goal in time.
            if parent.inverse.bounds[axis] > plan.budget {
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
        children.inverse_known = 0;
        children.known = 0;
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
        if plan.near {
            let near = members(alive).filter(|m| self.ball.may_contain(children.sums[*m]));
            return near.fold(0, |near, m| near | 1 << m);
        }
        for (side, axis) in plan.round(round) {
            alive = if side == 0 {
                self.prune_inverse(children, alive, axis, plan.budget)
            } else {
                self.prune_own(children, alive, axis, plan.budget)
            };
        }
        u64::from(alive)
    }

    #[inline(always)]
    fn commit(&self, _: &Plan, parent: &Node, children: &ChildBatch, m: u8, child: &mut Node) {
        let m = usize::from(m);
        let alike = self.locator.equivalent_moves();
        let bound = |axis: usize| children.inverse_bounds[axis][usize::from(alike[axis][m])];
        let own = match children.known >> m & 1 {
            0 => self.locator.turn(&parent.pieces, parent.own.sums, m),
            _ => children.sums[m],
        };
        *child = Node {
            pieces: self.locator.turn_pieces(&parent.pieces, m),
            own: Side { sums: own, bounds: children.bounds[m] },
            turned: (m / 3 % 3) as u8,
            inverse: Side {
                sums: self.locator.turn_inverse(&parent.pieces, parent.inverse.sums, m),
                bounds: std::array::from_fn(bound),
            },
        };
    }

    #[inline(always)]
    fn is_goal(&self, node: &Node) -> bool {
        node.pieces.is_solved()
    }
}
